"""Turn order as one question, in the report of a run of ``first-player``."""

from __future__ import annotations

from collections.abc import Iterator

from eoc_sim.analysis import first_player
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section, Shown, note, table
from eoc_sim.reports.fair import WINS, score_column
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.turn_order import NOT_ADDED, answer, last_round_line


def section(page: Findings) -> Section | None:
    """Whether it matters who goes first, and why; None for other runs."""
    run = page.run
    if run.record.get("command") != "first-player" or run.fair is None:
        return None
    return Section(
        "turn-order", "Does it matter who goes first?",
        "The wins of one game add up to one, so all places are one question with one answer.",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    run = page.run
    yield note(answer(run, first_player.question(run)))
    yield table(
        f"By {run.column('order').head}",
        f"Fair is {words.number(100 * (run.fair or 0))} in 100.", first_player.places(run),
        [Shown("label", "place", "", "text"), GAMES, WINS, score_column(run)],
    )
    if page.sweep:
        yield table(
            "What changes the wins", NOT_ADDED, first_player.mechanisms(run),
            [
                Shown("what", "version", "one thing that goes by the turn order is off", "text"),
                Shown("sentence", "change of the rules", "", "text"),
                Shown("label", "place", "", "text"),
                Shown("change", "change", "mean paired difference, with an interval that holds "
                      "for all places of the version", "change", low="low", high="high"),
                Shown("version", "this version", "wins in 100, with the 95 % Wilson interval",
                      "estimate"),
                Shown("gap", "largest gap left", "wins in 100 between two places of this version, "
                      "with an interval that holds for all pairs", "estimate"),
                Shown("p", "chance alone", "p-value that the version changes no place", "p"),
                GAMES,
            ],
        )
    if run.declares("place"):
        yield note(last_round_line(run, first_player.last_round(run)))
