"""Print which findings of a run the data family confirms."""

from __future__ import annotations

from pathlib import Path

from eoc_sim.analysis.family import in_words, noun, robustness
from eoc_sim.analysis.tables import Run
from eoc_sim.cli.screen import say, table
from eoc_sim.reports.robust_findings import meaning, shortfall_words


def print_family(path: Path, *, is_summed_up: bool = False) -> None:
    """Print a run's findings and how many family members confirm each.

    If ``is_summed_up``, the command has printed a summary already, so only the table follows.
    """
    run = Run(path)
    findings = robustness(run)
    if not findings.height:
        if not is_summed_up:
            say()
            say("The run shows no difference, so no finding can be robust.")
        return
    say()
    unit = run.words.score[1]
    nouns = noun(run)
    say(f"The run's findings, and how many {nouns[1]} confirm them:")
    table(
        (
            "finding",
            "",
            "difference",
            "between",
            "holds in",
            "not decided",
            "the other way",
            "range across members",
            "verdict",
        ),
        [
            (
                str(row["what"]),
                ", ".join(filter(None, (row["label"], in_words(row["metric"], unit)))),
                f"{row['value']:+.1f}",
                f"{row['low']:+.1f} to {row['high']:+.1f}",
                f"{row['holds']} of {row['members']}",
                f"{row['open']}",
                f"{row['reversed']}",
                "?" if row["least"] is None else f"{row['least']:+.1f} to {row['most']:+.1f}",
                str(row["verdict"]),
            )
            for row in findings.iter_rows(named=True)
        ],
    )
    if is_summed_up:
        return
    say(meaning(int(findings["members"][0]), nouns[1]))
    if undecided_counts := shortfall_words(list(findings.iter_rows(named=True)), run):
        say(f"Not decided: {undecided_counts}.")
