"""What ``eoc-sim timing`` says of Stadium: of tokens, placements and VPs, by round."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

    from eoc_sim.analysis.stadium.timing import Timing
    from eoc_sim.analysis.tables import Run


def tell(run: Run, folder: Path) -> None:
    """Write the metric tables of a run into a folder, and print what they say."""
    from eoc_sim.analysis.stadium.timing import Timing, write_metrics

    timing = Timing(run)
    write_metrics(timing, folder)
    _print_tokens(timing.tokens())
    _print_spaces(timing.placements("spaces"))
    _print_vps(timing.vps())
    _print_answers(timing)


def _of_all(found: pl.DataFrame) -> pl.DataFrame:
    """The rows of all strategies together of which enough games tell."""
    import polars as pl

    from eoc_sim.analysis.twin_means import ALL

    return found.filter(pl.col("strategy") == ALL).drop_nulls("score")


def _print_tokens(tokens: pl.DataFrame) -> None:
    """A line a round: what one token of each kind brings."""
    import polars as pl

    from eoc_sim.cli.screen import say, table, within

    found = _of_all(tokens)
    named = {(row["token"], row["round"]): row for row in found.iter_rows(named=True)}
    kinds = found["token"].unique(maintain_order=True).to_list()
    rounds = found["round"].unique(maintain_order=True).to_list()
    for measure, words in (("score", "points"), ("wins", "wins in 100")):
        say(
            f"What one more token at the start of a round brings its owner, in {words}, the mean "
            "of all strategies (95 % intervals):"
        )
        table(
            ("round", *kinds),
            [
                (
                    one,
                    *(
                        within(named[kind, one], measure, 2) if (kind, one) in named else ""
                        for kind in kinds
                    ),
                )
                for one in rounds
            ],
        )
    decided = found.filter(pl.col("verdict") != "not decided").height
    say(f"{decided} of {found.height} kinds and rounds are decided, all of them together.")


def _print_spaces(spaces: pl.DataFrame) -> None:
    """A line an action space: what a placement there does against the owner's next choice."""
    from eoc_sim.cli.screen import estimate, say, table

    say("A VP placed on an action space, less the same at its owner's next choice of another:")
    table(
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
            for row in _of_all(spaces).iter_rows(named=True)
        ],
    )


def _print_vps(vps: pl.DataFrame) -> None:
    """A line a VP and round: what its purchase brings against its denial."""
    from eoc_sim.cli.screen import estimate, say, table

    found = _of_all(vps)
    if not found.height:
        say("Nobody bought a VP.")
        return
    say("A third or fourth VP bought in a round, less its denial to whoever bought it:")
    table(
        ("VP", "round", "wins in 100", "points", "points ahead", "verdict", "games"),
        [
            (
                str(row["vp"]),
                row["round"],
                estimate(row, "wins"),
                estimate(row, "score"),
                estimate(row, "margin"),
                row["verdict"] or "?",
                str(row["games"]),
            )
            for row in found.iter_rows(named=True)
        ],
    )


def _print_answers(timing: Timing) -> None:
    """What is shown to change wins, as the report says it first."""
    from eoc_sim.cli.screen import say
    from eoc_sim.reports.stadium.timing import sentences

    for sentence in sentences(timing):
        say(sentence)
