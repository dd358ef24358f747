"""``eoc-sim run``: play games of one rule set and say who wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import rich_click as click

from eoc_sim.cli.family import FamilyOptions, check_family, family_options
from eoc_sim.cli.options import (
    DEFAULT_GAMES,
    DEFAULT_MOST_GAMES,
    GameOptions,
    RunOptions,
    game_options,
    precision_option,
    run_options,
)
from eoc_sim.cli.relearning import RelearnOptions, relearn_options
from eoc_sim.cli.who_plays import (
    TWO_OTHERS,
    WhoOptions,
    chosen_line_ups,
    play_who,
    who_options,
)
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.runner import Request


@click.command(name="run")
@game_options
@run_options
@precision_option("how often every strategy wins")
@relearn_options
@family_options
@who_options(TWO_OTHERS)
def command(
    asked: GameOptions,
    how: RunOptions,
    precision: float | None,
    anew: RelearnOptions,
    family: FamilyOptions,
    who: WhoOptions,
) -> None:
    """Play many games, write the result tables and print who wins.

    The same options and seed are always the same games. `eoc-sim report DIR` makes the report.
    """
    from eoc_sim.cli.baseline import baseline
    from eoc_sim.cli.closing import closing_lines, where
    from eoc_sim.cli.family import play_family
    from eoc_sim.cli.playing import play, print_standings
    from eoc_sim.cli.relearning import (
        announce_learning,
        check_relearning,
        play_relearned,
        with_relearning,
    )
    from eoc_sim.cli.screen import say
    from eoc_sim.cli.stopping import shares_known
    from eoc_sim.simulator.runs.arms import baseline_arms
    from eoc_sim.simulator.runs.run_directory import RunDirectory

    how.check()
    check_relearning(anew, precision)
    game, version = baseline(asked)
    check_family(game, family)
    chosen_line_ups(game, who)
    directory = RunDirectory.claim(how.out, "run", resume=how.resume, fresh=how.fresh)
    request = make_request(
        "run", game, baseline_arms(game, version), asked, how, sequential=precision is not None
    )
    request = with_relearning(game, request, anew)
    stopping = None if precision is None else shares_known(game, request, precision)
    announce_learning(game, request, directory, how)
    outcome = play(game, request, directory, how, stopping)
    print_standings(game, request, outcome)
    if anew.relearn:
        play_relearned(game, request, directory, how)
    play_who(game, request, directory, how, who, few=True, of_strategies=who.is_named)
    play_family(game, request, directory, how, family)
    if stopping is not None:
        say(stopping.end(outcome))
    for line in closing_lines(game, outcome.path):
        say(line)
    needed = game.declaration.standings.name
    if needed in request.keep or not request.kept(0):
        kept = "Tables" if request.keep else "Sums of all games"
        say(where(kept, outcome.path, outcome.path))
    else:
        say(f"Tables: {outcome.path}. There is no report: it needs the table {needed} (--keep).")


def make_request(
    name: str,
    game: Game,
    arms: Arms,
    asked: GameOptions,
    how: RunOptions,
    twins: Mapping[str, Any] | None = None,
    default_games: int = DEFAULT_GAMES,
    *,
    sequential: bool = False,
) -> Request:
    """What is to be played, from the options; says so if the games are rounded up.

    Of a ``sequential`` run the games are the most that it plays.
    """
    from eoc_sim.analysis.looks import TUNED
    from eoc_sim.cli.screen import say
    from eoc_sim.simulator.runs.runner import (
        Request,
        kept_current_tables,
        kept_tables,
        whole_seatings,
    )

    players = game.players_of(arms.baseline.version)
    usual = DEFAULT_MOST_GAMES if sequential else default_games
    wanted = how.games if how.games is not None else usual
    games, rounded = whole_seatings(wanted, players, asked.seating)
    if rounded and not how.quiet:
        say(rounded)
    return Request(
        name,
        arms,
        games,
        asked.seed,
        asked.seating,
        kept_tables(game, how.keep, twins is not None),
        kept_current_tables(game, how.keep),
        twins,
        TUNED if sequential else None,
    )


def check_kept(keep: Sequence[str], needed: Sequence[str], what: str) -> None:
    """Refuse a run that would leave out tables of which ``what`` is told, before it is played."""
    absent = [name for name in needed if name not in keep]
    if absent:
        raise InputError(
            f"--keep leaves out {' and '.join(absent)}, from which {what} is worked out; add "
            f"{','.join(needed)}."
        )
