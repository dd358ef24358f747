"""The options that commands share, and their combinations."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import rich_click as click

import eoc_sim
from eoc_sim import commands
from eoc_sim.built_in_games import BUILT_IN, DEFAULT_GAME, PLAYERS, players_options
from eoc_sim.cli import answer
from eoc_sim.commands.options import (
    A_KEY,
    ALL_CORES,
    DEFAULT_SEED,
    GameOptions,
    RunOptions,
    check_jobs,
    check_precision,
    check_seed,
    example,
)
from eoc_sim.defaults import DEFAULT_GAMES, DEFAULT_MAX_GAMES
from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING, SEATINGS, seating_code
from eoc_sim.simulator.runs.backend_names import BACKENDS, LOCAL, WAIT_FOR_WORKERS

if TYPE_CHECKING:
    from eoc_sim.commands.run_folder import RunFolder

SHEETS = (".csv", ".xlsx")
"""File name suffixes of sheets."""

Command = Callable[..., Any]


def _check_seed(_context: click.Context, _option: click.Parameter, seed: int) -> int:
    check_seed(seed)
    return seed


def _check_jobs(_context: click.Context, _option: click.Parameter, jobs: int) -> int:
    check_jobs(jobs)
    return jobs


def _check_seating(_context: click.Context, _option: click.Parameter, seating: str) -> str:
    seating_code(seating)
    return seating


_GAME_HELP = (
    f"The game: {', '.join(BUILT_IN)}, another one shown by eoc-sim games list, or your "
    f"own: my_game.py, a folder such as my_game, or package.module. [default: {DEFAULT_GAME}]"
)
game_option = click.option("--game", "name", default=DEFAULT_GAME, metavar="NAME", help=_GAME_HELP)
data_option = click.option(
    "--data",
    metavar="DIR|SHEET",
    help="Your own components: a folder laid out like the package's, or one sheet or workbook "
    "(.csv, .xlsx). [default: the package's]",
)
card_option = click.option(
    "--card",
    multiple=True,
    metavar="NO.COLUMN=VALUE",
    help=f"Change one cell of the cards sheet, such as {example('cell')}; NO.copies=0 removes a "
    "card, and NO.effect= removes its effect. For other sheets, use --change.",
)
change_option = click.option(
    "--change",
    multiple=True,
    metavar="KEY=VALUE",
    help="Change any component cell or rule switch by its key, as in sweep --vary: for example "
    f"{A_KEY}, or rules.SWITCH=VALUE, the same as --set SWITCH=VALUE.",
)


def _number_of_players(
    context: click.Context, option: click.Parameter, number: int | None
) -> int | None:
    """Merge the values given under the option's different names."""
    numbers: dict[str, int] = context.meta.setdefault(PLAYERS, {})
    if number is not None:
        numbers[option.opts[0]] = number
    if len(set(numbers.values())) > 1:
        options = " and ".join(f"{name} {value}" for name, value in numbers.items())
        raise InputError(f"{options} both set the number of players; give one of them.")
    return next(iter(numbers.values()), None)


def typed_players_option() -> str:
    """Return the players option as the user typed it, or "".

    If the user typed the game's own word, `eoc_sim.cli` has replaced it with `PLAYERS` and passed
    the word on as the context's object.
    """
    context = click.get_current_context(silent=True)
    typed_name = "" if context is None else next(iter(context.meta.get(PLAYERS, {})), "")
    return str(context.obj) if context is not None and typed_name == PLAYERS else typed_name


_SEATS_OPTIONS = (
    click.option(
        "--seats",
        metavar="A,B,C,D",
        help="Strategies for the seats: names, .py files or presets, with parameters as "
        "name:key=value. [default: the game's own line-up]",
    ),
    click.option(
        PLAYERS,
        type=int,
        metavar="P",
        callback=_number_of_players,
        help="Number of players. [default: the number in --seats or in the game's own line-up]",
    ),
    *(
        click.option(
            option_name,
            type=int,
            metavar="P",
            callback=_number_of_players,
            expose_value=False,
            is_eager=True,
            help=f"The same as {PLAYERS}, for a game that calls its players "
            f"{option_name.lstrip('-')}.",
        )
        for option_name in players_options()[1:]
    ),
)
_VERSION_OPTIONS = (
    click.option(
        "--rules",
        metavar="PRESET|FILE",
        help="Rule set: one that eoc-sim rules list shows, such as standard, or a .toml file. "
        "[default: standard]",
    ),
    click.option(
        "--set", "settings", multiple=True, metavar="SWITCH=VALUE", help="Change one rule switch."
    ),
    data_option,
    card_option,
    change_option,
    click.option(
        "--seed",
        type=int,
        default=DEFAULT_SEED,
        show_default=True,
        callback=_check_seed,
        metavar="S",
        help="Random seed: the same seed gives the same games.",
    ),
)
_SEATING_OPTIONS = (
    click.option(
        "--seating",
        default=DEFAULT_SEATING,
        show_default=True,
        callback=_check_seating,
        metavar="|".join(SEATINGS),
        help="balanced: every strategy is in every seat and next to every other equally often; "
        "rotate: everyone moves on by one seat after each game; fixed: the seats as typed.",
    ),
)
_GAME_OPTIONS = (*_SEATS_OPTIONS, *_VERSION_OPTIONS, *_SEATING_OPTIONS)
against_option = click.option(
    "--against",
    metavar="A,B,C",
    help="Strategies for the other seats, as in run --seats. [default: the game's choice]",
)
jobs_option = click.option(
    "--jobs",
    type=int,
    default=-1,
    show_default=True,
    callback=_check_jobs,
    metavar="N",
    help="Cores to use; -1 uses all. The result does not depend on the number.",
)


def _games_option(games: int) -> Callable[[Command], Command]:
    return click.option(
        "--games", type=int, metavar="N", help=f"Games per version. [default: {games}]"
    )


_RUN_OPTIONS = (
    click.option(
        "--jobs",
        type=int,
        default=ALL_CORES,
        show_default=True,
        metavar="N",
        help="Cores to use; -1 uses all.",
    ),
    click.option(
        "--backend",
        default=LOCAL,
        show_default=True,
        metavar="|".join(BACKENDS),
        help="Where games are played: local, in threads on this computer; loky, in processes on "
        "this computer; dask, by the workers of a cluster. The result does not depend on it.",
    ),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="The cluster's scheduler, for --backend dask, such as tcp://host:8786.",
    ),
    click.option(
        "--wait-for-workers",
        type=float,
        default=WAIT_FOR_WORKERS,
        show_default=True,
        metavar="SECONDS",
        help="How long to wait while the cluster has no workers. After that, the command ends and "
        "keeps the games played so far.",
    ),
    click.option(
        "--out",
        metavar="DIR",
        help="Folder for the results. [default: results/COMMAND-N, the next free N]",
    ),
    click.option("--resume", is_flag=True, help="Continue the run in --out."),
    click.option("--fresh", is_flag=True, help="Replace the run in --out."),
    click.option(
        "--keep",
        metavar="TABLES",
        help="Result tables to write: names such as games,seats; all; or none, which keeps only "
        "sums. These sums are enough for most of the report, and their size does not grow with the "
        "number of games. [default: the game's own]",
    ),
    click.option("--quiet", is_flag=True, help="Print only the result."),
    click.option("--yes", is_flag=True, help="Answer yes to every question."),
)


def _check_precision(
    _context: click.Context, _option: click.Parameter, precision: float | None
) -> float | None:
    check_precision(precision)
    return precision


def precision_option(subject: str) -> Callable[[Command], Command]:
    """Return the option ``--precision``, to play until ``subject`` is known precisely."""
    return click.option(
        "--precision",
        type=float,
        metavar="X",
        callback=_check_precision,
        help=f"Play until {subject} is known to +-X wins in 100, but no more than --games "
        f"games (with this option, {DEFAULT_MAX_GAMES} by default).",
    )


def game_options(command: Command) -> Command:
    """Add the options of :class:`GameOptions`; the command gets them as ``options``."""
    return _collect(command, "options", GameOptions, (game_option, *_GAME_OPTIONS), {})


def nameless_game_options(command: Command) -> Command:
    """Add :func:`game_options` without ``--game``, which the command reads itself."""
    return _collect(command, "options", GameOptions, _GAME_OPTIONS, {"name": DEFAULT_GAME})


def seatless_game_options(command: Command) -> Command:
    """Add :func:`game_options` without ``--seats``, as the command chooses the seats."""
    options = (game_option, *_GAME_OPTIONS[1:])
    return _collect(command, "options", GameOptions, options, {"seats": None})


_NO_LINE_UP = {"seats": None, "players": None, "seating": DEFAULT_SEATING}


def version_options(command: Command) -> Command:
    """Add :func:`game_options` without the options for players and seating."""
    return _collect(command, "options", GameOptions, (game_option, *_VERSION_OPTIONS), _NO_LINE_UP)


def rival_options(command: Command) -> Command:
    """Add :func:`version_options` and the options for the number of players."""
    options = (game_option, *_SEATS_OPTIONS[1:], *_VERSION_OPTIONS)
    defaults = {"seats": None, "seating": DEFAULT_SEATING}
    return _collect(command, "options", GameOptions, options, defaults)


def run_options(command: Command) -> Command:
    """Add the options of :class:`RunOptions`; the command gets them as ``run_options``."""
    return _collect(
        command, "run_options", RunOptions, (_games_option(DEFAULT_GAMES), *_RUN_OPTIONS), {}
    )


def run_options_of(games: int) -> Callable[[Command], Command]:
    """Return :func:`run_options` with ``games`` as the default number of games."""
    options = (_games_option(games), *_RUN_OPTIONS)
    return lambda command: _collect(command, "run_options", RunOptions, options, {})


def search_options(name: str, noun: str = "search") -> Callable[[Command], Command]:
    """Add the options of a search, as ``run_options``.

    They are ``--jobs``, ``--out``, ``--resume``, ``--fresh`` and ``--quiet``. ``noun`` is what the
    command ``name`` calls the thing that it continues or replaces.
    """
    folder = click.option(
        "--out",
        metavar="DIR",
        help=f"Folder for the result. [default: results/{name}-N, the next free N]",
    )
    resume = click.option("--resume", is_flag=True, help=f"Continue the {noun} in --out.")
    return search_run_options(folder, resume, replaced=f"the {noun} in --out")


def search_run_options(
    *options: Callable[[Command], Command], replaced: str
) -> Callable[[Command], Command]:
    """Add ``--jobs``, ``options``, ``--fresh`` and ``--quiet``, as ``run_options``.

    ``replaced`` is what the help for ``--fresh`` says it replaces.
    """
    fresh = click.option("--fresh", is_flag=True, help=f"Replace {replaced}.")
    quiet = click.option("--quiet", is_flag=True, help="Print only the result.")
    all_options: Sequence[Callable[[Command], Command]] = (jobs_option, *options, fresh, quiet)

    def add_options(command: Command) -> Command:
        @wraps(command)
        def collecting(*args: Any, **keywords: Any) -> Any:
            values = {name: keywords.pop(name) for name in _SEARCH_FIELDS if name in keywords}
            return command(*args, **keywords, run_options=_run_options(**values))

        wrapper: Command = collecting
        for option in reversed(all_options):
            wrapper = option(wrapper)
        return wrapper

    return add_options


_SEARCH_FIELDS = ("jobs", "out", "resume", "fresh", "quiet")
"""The fields of `RunOptions` that a search's options set."""


@contextmanager
def naming_other_games(name: str, values: Iterable[Any] = ()) -> Iterator[None]:
    """Let errors name another game that the input belongs to.

    ``values`` are the values of options and arguments, some of which may name sheets or folders.
    """
    try:
        yield
    except InputError as error:
        try:
            game = eoc_sim.games.find(name)
        except InputError:
            raise error from None
        with eoc_sim.games.name_other_games(game):
            for data in _data(values):
                eoc_sim.games.check_data(game, data)
            raise


def _data(values: Iterable[Any]) -> list[str]:
    """List the sheets and folders among the values of options and arguments."""
    return [
        value
        for value in values
        if isinstance(value, str)
        and (Path(value).is_dir() or (value.lower().endswith(SHEETS) and Path(value).is_file()))
    ]


def _collect(
    command: Command,
    name: str,
    kind: type,
    options: Sequence[Callable[[Command], Command]],
    defaults: Mapping[str, Any],
) -> Command:
    names = [field.name for field in fields(kind)]

    @wraps(command)
    def collecting(*args: Any, **keywords: Any) -> Any:
        settings = {**defaults, **_unset_fields(kind)}
        values = {
            field_name: settings[field_name] if field_name in settings else keywords.pop(field_name)
            for field_name in names
        }
        group = {name: kind(**values)}
        if kind is not GameOptions or "name" in defaults:
            return command(*args, **keywords, **group)
        with naming_other_games(values["name"], [values["data"], *keywords.values()]):
            return command(*args, **keywords, **group)

    wrapper: Command = collecting
    for option in reversed(options):
        wrapper = option(wrapper)
    return wrapper


def extend_run_options(
    command: Command,
    field_name: str,
    kind: type,
    names: Sequence[str],
    options: Sequence[Callable[[Command], Command]],
) -> Command:
    """Add options whose values form a field of the command's ``run_options``.

    ``names`` are the parameters that hold the values.
    """

    @wraps(command)
    def collecting(*args: Any, run_options: RunOptions, **keywords: Any) -> Any:
        value = kind(*map(keywords.pop, names))
        options = replace(run_options, **{field_name: value})
        return command(*args, run_options=options, **keywords)

    wrapper: Command = collecting
    for option in reversed(options):
        wrapper = option(wrapper)
    return wrapper


def claimed_folder(run_options: RunOptions, command: str) -> RunFolder:
    """Claim the folder of a command's runs, exclusively until the command ends."""
    context = cast(click.Context, click.get_current_context())
    return context.with_resource(commands.run_folder.RunFolder.claim(run_options, command))


def typed_command_line() -> tuple[str, ...]:
    """Return the command line as typed, without ``--format json``."""
    return ("eoc-sim", *answer.without_format(sys.argv[1:]))


def _unset_fields(kind: type) -> Mapping[str, Any]:
    """Return the values of the fields that no option sets."""
    if kind is RunOptions:
        options = _run_options()
        unset_names = ("learning", "family", "who", "channel", "command_line", "implied_options")
        return {name: getattr(options, name) for name in unset_names}
    return {"typed_players_option": typed_players_option()}


def _run_options(**fields: Any) -> RunOptions:
    """Make run options with the screen and the typed command line."""
    from eoc_sim.cli.playing import Screen

    return RunOptions(**fields, channel=Screen(), command_line=typed_command_line())
