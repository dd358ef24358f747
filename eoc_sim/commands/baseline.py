"""Make the game and the version that options describe."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from eoc_sim.commands.options import GameOptions, players_option
from eoc_sim.counts import limits
from eoc_sim.errors import InputError
from eoc_sim.games import find, name_other_games
from eoc_sim.simulator.kernel.phrases import join_words
from eoc_sim.simulator.kernel.rule_sets import STANDARD, data_folder
from eoc_sim.simulator.runs.version_options import VersionOptions

if TYPE_CHECKING:
    from eoc_sim.commands.channel import Channel
    from eoc_sim.simulator.runs.game import Game, V

Part = TypeVar("Part")
DECLARED_BY = {"--rules": "switches", "--data": "sheets"}
"""Options, each with the part of a plain game that provides it."""


def baseline(options: GameOptions, channel: Channel) -> tuple[Game, Any]:
    """Return the game and version that the options describe, and print remarks.

    The version is the baseline of a run's arms.
    """
    game, version = version_of(options, channel)
    if line_up_note := _line_up_note(game, options):
        channel.note(f"Note: {line_up_note}")
    if game.remarks is not None:
        for sentence in game.remarks(_version_options(game, options), version):
            channel.note(f"Note: {sentence}")
    return game, version


def version_of(options: GameOptions, channel: Channel) -> tuple[Game, Any]:
    """Return the game and version that the options describe."""
    game = find(options.name)
    with name_other_games(game):
        version = game.baseline(_version_options(game, options))
    note_own_columns(game, version, channel)
    return game, version


def usual_players(options: GameOptions) -> int:
    """Return the number of players, from ``--players`` or the default line-up."""
    if options.players is not None:
        return options.players
    game = find(options.name)
    with name_other_games(game):
        return game.players_of(game.baseline(_version_options(game, replace(options, seats=None))))


def note_own_columns(game: Game[V], version: V, channel: Channel) -> None:
    """Note which of the designer's own columns are kept or left out."""
    for sentence in game.sheets.describe_own_columns(version) if game.sheets is not None else ():
        channel.note(f"Note: {sentence}.")


def refuse_automaton(game: Game[V], version: V, command: str) -> None:
    """Refuse a game that an automaton may win.

    Raises:
        InputError: The players have no fair share of its wins.
    """
    if game.has_automaton(version):
        automaton = game.declaration.words.automaton_words
        raise InputError(
            f"{command} compares wins with a fair share, but a game against {automaton} has none; "
            "sweep, compare, variants and tune judge the wins of such a game."
        )


def check_options(game: Game, options: GameOptions) -> None:
    """Refuse options that the game lacks."""
    for option, value in (
        ("--rules", options.rules),
        ("--set", options.settings),
        ("--data", options.data),
        ("--card", options.card),
        ("--change", options.change),
    ):
        if value and option not in game.options:
            sentence = f"{option} cannot be given: the game {game.name} has no such option."
            if option == "--card" and "--change" in game.options and game.parts.examples.key:
                sentence += f" To change a number: --change {game.parts.examples.key}"
            if option in DECLARED_BY:
                parts = DECLARED_BY[option]
                sentence += (
                    f" A game in plain Python declares {parts}: plain_game(..., {parts}=(...))."
                )
            raise InputError(sentence)


def _version_options(game: Game, options: GameOptions) -> VersionOptions:
    """Return the options as a game takes them; refuse those it lacks."""
    check_options(game, options)
    sheets = () if game.version is None else game.version.cells.sheets
    return VersionOptions(
        seats=choose_line_up(game, options),
        rules=options.rules,
        settings=tuple(options.rule_settings().items()),
        data=options.data,
        changes=tuple(options.changes(sheets)),
    )


def choose_line_up(game: Game, options: GameOptions) -> tuple[str, ...] | None:
    """Return the line-up that ``--seats`` or ``--players`` chooses, if any.

    With ``--players`` alone, the game's own line-up is shortened, or extended with copies of its
    last strategy.
    """
    seats, players = options.line_up(), options.players
    option = options.typed_players_option or players_option(game.declaration.words)
    if players is not None and players not in game.players:
        numbers = limits(game.players[0], game.players[-1])
        raise InputError(f"{option} {players} should be {numbers}.")
    if seats is None and players is not None:
        usual_seats = _usual_seats(game, options)
        return (*usual_seats[:players], *usual_seats[-1:] * (players - len(usual_seats)))
    if seats is None:
        return None
    if players is not None and players != len(seats):
        raise InputError(
            f"{option} {players} does not fit --seats, which names {len(seats)} "
            f"{'strategy' if len(seats) == 1 else 'strategies'}; leave {option} out."
        )
    return seats


def _line_up_note(game: Game, options: GameOptions) -> str:
    """Describe how ``--players`` changes the game's own line-up, or return ""."""
    seats = choose_line_up(game, options)
    if options.seats is not None or seats is None:
        return ""
    usual_seats = _usual_seats(game, options)
    if len(seats) > len(usual_seats):
        last = usual_seats[-1]
        return (
            f"{last} plays in {seats.count(last)} of the {len(seats)} seats, because the game's "
            f"own line-up has only {len(usual_seats)}."
        )
    absent_strategies = list(dict.fromkeys(seat for seat in usual_seats if seat not in seats))
    if not absent_strategies:
        return ""
    verb = "does" if len(absent_strategies) == 1 else "do"
    return f"{join_words(absent_strategies)} from the game's own line-up {verb} not play."


def _usual_seats(game: Game, options: GameOptions) -> tuple[str, ...]:
    """Return the requested rules' own line-up, or the game's default one.

    The rules' line-up is used only if it fills all seats.
    """
    if game.version is None:
        return game.default_seats
    rules = game.version.game_rules
    preset, settings = options.rules or STANDARD, options.rule_settings()
    usual_seats = game.version.usual_seats(
        rules.resolve(preset, settings, data_folder(options.data))
    )
    return usual_seats if len(usual_seats) == len(game.default_seats) else game.default_seats


def require(game: Game, part: Part | None, noun: str) -> Part:
    """Return a part that a game may lack, or raise an InputError."""
    if part is None:
        raise InputError(f"The game {game.name} has no {noun}.")
    return part
