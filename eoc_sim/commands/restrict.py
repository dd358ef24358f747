"""Play a strategy with and without an option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

from eoc_sim.analysis.folders import metrics_folder
from eoc_sim.analysis.tables import Run
from eoc_sim.commands.baseline import baseline, require
from eoc_sim.commands.keywords import Call, RunKeywords, with_keywords
from eoc_sim.commands.options import GameOptions, RunOptions, players_option, split_seats
from eoc_sim.commands.playing import claim, play
from eoc_sim.commands.request import check_kept, make_request
from eoc_sim.commands.result import Result
from eoc_sim.counts import limits, plural
from eoc_sim.errors import InputError
from eoc_sim.games import find
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.page import write
from eoc_sim.simulator.kernel.typed_paths import split_spec
from eoc_sim.simulator.runs.arms import restricted_arms

if TYPE_CHECKING:
    from pathlib import Path

    from eoc_sim.simulator.kernel.strategy import Strategy
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Game, Restrictions

COMMAND = "restrict"
RESTRICTED_SEAT = 0
"""The index of the restricted strategy in the line-up."""
LOSSES = "losses.parquet"
"""The metric table with the loss from each ban."""


@with_keywords(RunKeywords, "seats")
def restrict(
    strategy: str | Path | Strategy,
    *,
    ban: str | Sequence[str] = (),
    against: Sequence[str | Path | Strategy] | None = None,
    **options: Unpack[RunKeywords],
) -> Result:
    """Play a strategy with and without an option, with the same luck.

    There is a version for each ban. If several options are banned, and none of the bans is "each",
    another version combines all the bans.

    Args:
        strategy: A name, a file or a loaded strategy.
        ban: The options that the strategy may not use; "each" bans every option of the game in
            turn.
        against: The strategies of the other seats, by default the usual line-up
            without this strategy.

    Raises:
        InputError: An option is invalid.
    """
    bans = (ban,) if isinstance(ban, str) else tuple(ban)
    call = Call(COMMAND, options, strategy, ban=bans, against=against)
    return call.add_to_history(
        run_restrict(call.words[0], bans, call.text("against"), call.options, call.run_options)
    )


def run_restrict(
    strategy: str,
    bans: tuple[str, ...],
    against: str | None,
    options: GameOptions,
    run_options: RunOptions,
) -> Result:
    """Play the strategy without a ban, and with each requested ban."""
    run_options.check()
    game = find(options.name)
    restrictions = require(game, game.restrictions, "options that can be banned")
    options = replace(options, seats=",".join(line_up(game, strategy, against, options)))
    game, version = baseline(options, run_options.channel)
    versions = requested_bans(restrictions, version, bans)
    arms = restricted_arms(game, version, RESTRICTED_SEAT, versions)
    directory = claim(run_options, COMMAND, game)
    table_options = replace(
        run_options, keep=run_options.keep or ",".join(list_needed_tables(game))
    )
    return play_restricted(game, arms, options, table_options, directory)


def line_up(
    game: Game, strategy: str, against: str | None, options: GameOptions
) -> tuple[str, ...]:
    """Seat the strategy and its opponents, up to the number of players."""
    if not strategy.strip() or "," in strategy:
        raise InputError(
            f'"{strategy}" should be one strategy, the restricted one; --against names the others.'
        )
    if against is not None:
        return (strategy, *split_seats(against, "--against"))
    players = options.players
    option = options.typed_players_option or players_option(game.declaration.words)
    if players is not None and players not in game.players:
        numbers = limits(game.players[0], game.players[-1])
        raise InputError(f"{option} {players} should be {numbers}.")
    players_needed = len(game.default_seats) if players is None else players
    name = split_spec(strategy)[0].strip()
    other_seats = [default_seat for default_seat in game.default_seats if default_seat != name]
    if players_needed > len(other_seats) + 1:
        raise InputError(
            f"{option} {players_needed} needs --against: the usual line-up has only "
            f"{plural(len(other_seats), 'other strategy', 'other strategies')}."
        )
    return (strategy, *other_seats[: max(players_needed - 1, 0)])


def requested_bans(
    restrictions: Restrictions, version: Any, bans: Sequence[str]
) -> list[list[str]]:
    """Return the bans of each version: each ban alone, then all together.

    If one of ``bans`` is a group, such as "each", no version combines all the bans.

    Raises:
        InputError: No ban is given, or one is unknown or repeated.
    """
    groups = restrictions.names(version)
    if not bans:
        options = next(iter(groups.values()))
        quoted_groups = [f'"{name}"' for name in groups]
        raise InputError(
            f"Give an option that the strategy may not use, such as --ban {options[0]}. The "
            f"options are {', '.join(options)}; {' and '.join(quoted_groups)} "
            f"{'stand' if len(groups) > 1 else 'stands'} for several options."
        )
    names: list[str] = []
    for ban in bans:
        group = groups.get(ban.strip().lower())
        for name in group if group is not None else [restrictions.normal(version, ban)]:
            if name in names:
                raise InputError(f"--ban {name} is given twice{_part_of(groups, name, bans)}.")
            names.append(name)
    versions = [[name] for name in names]
    is_group_named = any(ban.strip().lower() in groups for ban in bans)
    return [*versions, names] if len(names) > 1 and not is_group_named else versions


def _part_of(groups: Mapping[str, Sequence[str]], name: str, bans: Sequence[str]) -> str:
    """Name the requested group that includes a ban, or return ""."""
    words = [ban.strip().lower() for ban in bans]
    group_words = [word for word, names in groups.items() if name in names and word in words]
    return f": --ban {group_words[0]} includes it" if group_words else ""


def list_needed_tables(game: Game) -> list[str]:
    """List the tables with wins, scores and the course of games."""
    return [table.name for table in game.tables.values() if table.roles("win_share", "shape")]


def play_restricted(
    game: Game, arms: Arms, options: GameOptions, run_options: RunOptions, directory: Any
) -> Result:
    """Play the versions, and write the loss from each ban."""
    for text in arms.notes:
        run_options.channel.note(f"Note: {text}")
    request = make_request(COMMAND, game, arms, options, run_options)
    check_kept(request.keep, [game.standings.name], "the loss from a ban")
    assert arms.restriction is not None  # set by `restricted_arms`
    if not run_options.quiet:
        rivals = ", ".join((options.line_up() or ())[1:])
        run_options.channel.say(f"{arms.restriction.name} against {rivals or 'nobody'}, without:")
        for ban in arms.restriction.bans:
            run_options.channel.say(f"  {ban.name}: {ban.words}")
    folder = play(game, request, directory, run_options).path
    page = Findings(Run(folder))
    page.losses.write_parquet(metrics_folder(folder) / LOSSES)
    return Result(folder, game, request, tuple(run_options.channel.notes), write(page))
