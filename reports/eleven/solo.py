"""Solo: scenarios won and goals met."""

from __future__ import annotations

from collections.abc import Iterator

from eoc_sim.analysis.eleven import solo
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.eleven.results import MEAN, SHARE, points_block
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.words import between, decimal, join_words

SECTION_ID = "solo"
VERSION = Shown("label", "version", "", "text")


def section(page: Findings) -> Section | None:
    """Show how often goals are met; None unless one manager plays."""
    if not solo.is_solo(page.run):
        return None
    return Section(
        SECTION_ID,
        "Goals of the scenario",
        "The manager wins if all goals of the scenario are met, regardless of the score; otherwise "
        "the board, which does nothing, wins. All goals except that of the first scenario are "
        "reconstructed.",
        _blocks(page),
    )


def verdicts(page: Findings) -> list[Verdict]:
    """Name the scenario, its goals and its share of wins."""
    if not solo.is_solo(page.run) or page.sweep:
        return []
    (row,) = solo.wins_by_version(page.run).iter_rows(named=True)
    name, goals = solo.scenario(page.run)
    wins = f"{decimal(row['wins'])} of 100 games ({between(row['wins_low'], row['wins_high'])})"
    line = f"{name}, with the {'goals' if goals[1:] else 'goal'} {join_words(goals)}: won {wins}."
    return [Verdict("Scenario", (line,), section=SECTION_ID)]


def _blocks(page: Findings) -> Iterator[Block]:
    yield points_block(
        page,
        "Scenarios won, version by version" if page.sweep else "How often the scenario is won",
        "Percentage of games in which all goals were met, with 95 % intervals.",
        solo.wins_by_version(page.run),
        [
            VERSION,
            GAMES,
            Shown("wins", "won", f"of 100 games: {SHARE}", "estimate"),
            Shown("score", "VP", f"of the manager: {MEAN}", "estimate"),
        ],
        value="wins",
    )
    goals = solo.goals(page.run)
    if goals.height > 0:
        yield table(
            "Goals met",
            "Each goal on its own: how often it was met, and the mean of the figure that it tests.",
            goals,
            [
                Shown("label", "goal", "", "text"),
                Shown("scenario", "scenario", "", "text"),
                GAMES,
                Shown("met", "met", f"of 100 games: {MEAN}", "estimate"),
                Shown("value", "measured", MEAN, "estimate", 2),
            ],
        )
