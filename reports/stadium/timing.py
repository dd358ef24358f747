"""The worth of tokens, placements and VPs by round, from twins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from eoc_sim.analysis.card_order import MeasuredColumn
from eoc_sim.analysis.stadium import spans
from eoc_sim.analysis.stadium.timing import Timing, has_timing
from eoc_sim.analysis.stats import CHANGES, UNDECIDED
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.twin_means import ALL
from eoc_sim.reports.blocks import Block, Section, Shown, fold, note, table
from eoc_sim.reports.by_round import estimates, lines_block
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.heat import heat_block, heat_cells
from eoc_sim.reports.interval_ends import end_columns
from eoc_sim.reports.number_lists import list_values
from eoc_sim.reports.printed_cells import estimate
from eoc_sim.reports.style import Lines
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.words import join_words
from eoc_sim.reports.worth_of_components import UNKNOWN, tabulate_gifts
from eoc_sim.simulator.runs.text_table import TextTable

HEADING = "The worth of tokens, placements and vice presidents"
WINS = MeasuredColumn("wins", "wins_all_low", "wins_all_high", True, True)
MEAN = "mean over games, with a t interval that holds jointly for all rows of a strategy"
JOINT_VERDICT = (
    "on the wins, from intervals that hold jointly for all rows of a strategy (Bonferroni)"
)
MARGIN = "points ahead of the best other owner"
VP_NAMES = {3: "third VP", 4: "fourth VP"}
MAX_NAMED = 4
"""The maximum number of decided pairs that `_count_decided` names."""
TOO_FEW_VPS = "Too few third or fourth VPs were bought to measure their worth."
TABLES_NOTE = "For each strategy, see the metric tables of eoc-sim timing."


def section(page: Findings) -> Section | None:
    """Show the worth of tokens, placements and VPs, if there are twins."""
    if not has_timing(page.run):
        return None
    return Section(
        "timing",
        HEADING,
        "Games replayed with one thing changed and the same luck: one more token for an owner at "
        "the start of a round, one VP placed on its owner's second choice of action space, or a "
        "third or fourth VP denied to its buyer. Each number is the difference between the game "
        "and its replay, and is therefore an effect: the result with the token minus the result "
        "without it, the result of the owner's own choice minus that of their second choice, or "
        "the result with the VP minus the result without it. Strategies stay the same.",
        _blocks(page),
    )


def answers(page: Findings) -> list[Verdict]:
    """State what changes wins most, if there are twins."""
    if not has_timing(page.run):
        return []
    return [Verdict(HEADING, tuple(sentences(page.result_of(Timing))))]


def sentences(timing: Timing) -> list[str]:
    """State which action spaces, VPs and tokens are shown to change wins.

    VPs are counted over all rounds, tokens only in round 1. Each sentence covers one table, with
    the strongest rows first and with intervals that hold jointly for all its rows.
    """
    vps, tokens = timing.vps(), timing.tokens()
    return [
        _list_changes(
            _all_strategies(timing.placements("spaces")),
            "A VP on an action space: ",
            "{space}",
            " wins in 100, compared with its owner's second choice of action space.",
            "No placement of a VP is shown to change its owner's wins, compared with the second "
            "choice.",
        ),
        _list_changes(
            _all_strategies(vps.filter(vps["round"] == ALL)).with_columns(
                pl.col("vp").replace_strict(VP_NAMES)
            ),
            "Buying a VP, compared with not being allowed to buy it: ",
            "the {vp}",
            " wins in 100 for its owner.",
            "Neither the third nor the fourth VP is shown to change its buyer's wins.",
        ),
        _list_changes(
            _all_strategies(tokens.filter(tokens["round"] == spans.NAMES[0])),
            "One more token at the start of round 1: ",
            "{token} token",
            " wins in 100 for its owner.",
            "No additional token at the start of round 1 is shown to change its owner's wins.",
        ),
    ]


def summary(run: Run, timing: Timing) -> Iterator[str | TextTable]:
    """Yield printed tables of tokens, action spaces and VPs, and answers."""
    tokens = _all_strategies(timing.tokens()).drop_nulls("score")
    yield from tabulate_gifts(
        tokens,
        "token",
        "round",
        "An owner's gain from one more token at the start of a round",
        "points",
    )
    yield _count_decided(tokens)
    yield "A VP on an action space, minus the same VP on its owner's second choice:"
    yield _tabulate_spaces(_all_strategies(timing.placements("spaces")).drop_nulls("score"))
    yield from _tabulate_vps(_all_strategies(timing.vps()).drop_nulls("score"))
    yield from sentences(timing)


def _count_decided(tokens: pl.DataFrame) -> str:
    """Count and name the decided pairs of token and round."""
    effects = tokens.filter(tokens["verdict"] != UNDECIDED)
    names = [f"{row['token']} in round {row['round']}" for row in effects.iter_rows(named=True)]
    if len(names) > MAX_NAMED:
        names[MAX_NAMED:] = [f"{len(names) - MAX_NAMED} more"]
    return (
        f"Judged together, {effects.height} of {tokens.height} pairs of token and round "
        f"{'is' if effects.height == 1 else 'are'} decided"
        f"{f': {join_words(names)}' if names else ''}."
    )


def _tabulate_spaces(spaces: pl.DataFrame) -> TextTable:
    """Tabulate placements by action space, compared with the owner's second choice."""
    return TextTable(
        ("space", "points ahead", "points", "others' points", "wins in 100", "verdict", "games"),
        [
            (
                row["space"],
                estimate(row, "margin", 2),
                estimate(row, "score", 2),
                estimate(row, "others_score", 2),
                estimate(row, "wins"),
                row["verdict"] or "?",
                str(row["games"]),
            )
            for row in spaces.iter_rows(named=True)
        ],
    )


def _tabulate_vps(vps: pl.DataFrame) -> Iterator[str | TextTable]:
    """Tabulate VPs by round: a purchase compared with its denial."""
    if not vps.height:
        yield TOO_FEW_VPS
        return
    yield (
        "Games in which a third or fourth VP is bought, minus the same games in which the VP is "
        "denied:"
    )
    yield TextTable(
        ("VP", "round", "wins in 100", "points", "points ahead", "verdict", "games"),
        [
            (
                VP_NAMES[row["vp"]],
                row["round"],
                estimate(row, "wins"),
                estimate(row, "score"),
                estimate(row, "margin"),
                row["verdict"] or "?",
                str(row["games"]),
            )
            for row in vps.iter_rows(named=True)
        ],
    )


def _list_changes(frame: pl.DataFrame, prefix: str, form: str, suffix: str, no_change: str) -> str:
    effects = frame.filter(frame["verdict"] == CHANGES)
    rows = effects.sort(effects["wins"].abs(), descending=True).to_dicts()
    if not rows:
        return no_change
    labelled_rows = [{**row, "label": form.format(**row)} for row in rows]
    return f"{prefix}{list_values(labelled_rows, WINS)}{suffix}"


def _blocks(page: Findings) -> Iterator[Block]:
    timing = page.result_of(Timing)
    yield from _tokens(page, _keep_known(timing.tokens()))
    yield from _placements(page, timing)
    yield _vps(_keep_known(timing.vps()))


def _keep_known(frame: pl.DataFrame) -> pl.DataFrame:
    """Keep rows with enough games, with a word for every verdict."""
    return frame.drop_nulls("score").with_columns(pl.col("verdict").fill_null(UNKNOWN))


def _all_strategies(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.filter(pl.col("strategy") == ALL)


def _tokens(page: Findings, frame: pl.DataFrame) -> Iterator[Block]:
    if frame.is_empty():
        yield note("Too few games were replayed with one more token to measure its worth.")
        return
    overall_rows = _all_strategies(frame)
    tokens = overall_rows["token"].unique(maintain_order=True).to_list()
    rounds = _rounds(overall_rows)
    yield lines_block(
        page.charts,
        "Gain from one more token",
        "Points that one more token at the start of a round brings its owner, averaged over all "
        "owners. The bars are 95 % intervals that hold jointly.",
        ("round", rounds),
        estimates(overall_rows, "token", "score", rounds, "round"),
        Lines(tokens),
        "points",
        MEAN,
        digits=2,
    )
    for value, words, digits in (("score", "points", 2), ("wins", "wins in 100", 1)):
        yield fold(
            _by_round(
                page,
                overall_rows,
                "token",
                tokens,
                value,
                f"One more token, in {words}",
                f"The worth of one token at the start of a round to its owner, in {words}, "
                "averaged over all owners. Each 95 % interval is under its number, or is shown "
                "when you point at the number.",
                digits,
            )
        )
    yield table(
        "Every token",
        f"One more token for an owner at the start of a round. {TABLES_NOTE}",
        overall_rows,
        [
            Shown("token", "token", "", "text"),
            Shown("round", "round", "", "text"),
            GAMES,
            Shown("wins", "wins in 100", MEAN, "change"),
            Shown("score", "points", MEAN, "change", 2),
            Shown("others_score", "others' points", f"mean of all others: {MEAN}", "change", 2),
            Shown("verdict", "verdict", JOINT_VERDICT, "verdict"),
        ],
        collapsed=True,
    )


def _rounds(frame: pl.DataFrame) -> list[str]:
    """List the rounds that games reached, in order."""
    return sorted(set(frame["round"]), key=lambda label: int(label.split()[0]))


def _by_round(
    page: Findings,
    frame: pl.DataFrame,
    across: str,
    names: Sequence[str],
    value: str,
    heading: str,
    caption: str,
    digits: int,
) -> Block:
    """Draw a heat map with rounds as rows and ``across`` as columns."""
    rounds = _rounds(frame)
    cells = {(row["round"], row[across]): row for row in frame.iter_rows(named=True)}
    return heat_block(
        page.charts,
        heading,
        caption,
        ("round", rounds),
        names,
        heat_cells(cells, rounds, names, value, end_columns(value, frame.columns)),
        tip=MEAN,
        digits=digits,
    )


def _placements(page: Findings, timing: Timing) -> Iterator[Block]:
    spaces = _keep_known(timing.placements("spaces"))
    if spaces.is_empty():
        yield note(
            "Too few games have a VP that could be placed elsewhere, so no placement is measured."
        )
        return
    yield _placing_table(
        "A VP on each action space",
        "Every placement is equally likely to be moved. A number above 0 means that the owner is "
        f"better off with the VP there than on their second choice. {TABLES_NOTE}",
        _all_strategies(spaces),
        (("space", "action space"),),
    )
    by_round = _all_strategies(_keep_known(timing.placements("spaces_by_round")))
    names = page.run.dim("spaces")["name"].to_list()
    yield _by_round(
        page,
        by_round,
        "space",
        names,
        "margin",
        "A VP on each action space, by round",
        "The change, in points, in the final lead of the VP's owner over the best other owner, "
        "compared with the second choice.",
        1,
    ).on_sheet("A VP on each space, by round")
    yield _placing_table(
        "By the bonus tokens of the space",
        "By the state of the space when the VP was placed.",
        _all_strategies(_keep_known(timing.placements("states"))),
        (("state", "bonus tokens"),),
    )
    for name, heading, columns in (
        ("rounds", "By round", (("round", "round"),)),
        (
            "spaces_by_state",
            "By space and bonus tokens",
            (("space", "action space"), ("state", "bonus tokens")),
        ),
        (
            "choices",
            "By the second choice",
            (("space", "action space"), ("other_space", "second choice")),
        ),
    ):
        yield fold(
            _placing_table(
                heading, "", _all_strategies(_keep_known(timing.placements(name))), columns
            )
        )
    if spaces["strategy"].n_unique() > 2:
        yield fold(
            _placing_table(
                "By strategy",
                "",
                spaces,
                (("space", "action space"), ("strategy", "strategy")),
            )
        )


def _placing_table(
    heading: str, text: str, frame: pl.DataFrame, columns: Sequence[tuple[str, str]]
) -> Block:
    return table(
        heading,
        text,
        frame,
        [
            *(Shown(name, words, "", "text") for name, words in columns),
            GAMES,
            Shown("margin", MARGIN, MEAN, "change", 2),
            Shown("score", "points", MEAN, "change", 2),
            Shown("others_score", "others' points", f"mean of all others: {MEAN}", "change", 2),
            Shown("wins", "wins in 100", MEAN, "change"),
            Shown("verdict", "verdict", JOINT_VERDICT, "verdict"),
        ],
    )


def _vps(frame: pl.DataFrame) -> Block:
    if frame.is_empty():
        return note(TOO_FEW_VPS)
    return table(
        "The third and the fourth VP",
        "Games in which the VP is bought minus the same games in which it is denied from the "
        "round of its purchase onwards. The differences take all costs into account: the price, "
        "the salaries, and the loss of anything else that the money could have bought. Owners "
        "choose when to buy, so different rounds cover different owners.",
        frame,
        [
            Shown("vp", "VP", "", "number"),
            Shown("round", "bought in round", "", "text"),
            Shown("strategy", "strategy", "", "text"),
            GAMES,
            Shown("wins", "wins in 100", MEAN, "change"),
            Shown("score", "points", MEAN, "change", 2),
            Shown("margin", MARGIN, MEAN, "change", 2),
            Shown("others_score", "others' points", f"mean of all others: {MEAN}", "change", 2),
            Shown("verdict", "verdict", JOINT_VERDICT, "verdict"),
        ],
    )
