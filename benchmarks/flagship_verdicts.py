"""Measure the most quoted verdicts with every line-up, for the README.

    python benchmarks/flagship_verdicts.py [--who LINE-UPS] [--games 14400] [--write]

The script runs the commands named in the section "Verdicts by who plays" of benchmarks/README.md,
in a temporary folder. It takes ten minutes on one core, or hours with ``--who all``, which adds
four experts.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import polars as pl
from strategy_table import put_into, table

README = Path(__file__).with_name("README.md")
HEADING = "## Verdicts by who plays"
LINE_UP_SET = "beginners,club,default,planners,mix"
SEED = 2028
"""A seed on which no strategy was tuned or learnt."""


@dataclass(frozen=True)
class VerdictQuestion:
    """A command and the findings to show; their labels begin with ``label``."""

    command: str
    what: str
    label: str = ""
    metric: str = "wins"
    strategy: str = ""
    words: str = ""
    fair: float = 0.0
    divisor: int = 1
    """The divisor of the number of games."""


PLANNERS = "--seats balanced,balanced,balanced,balanced"
QUESTIONS = (
    VerdictQuestion(
        f"run {PLANNERS}",
        "wins by turn order",
        words="wins of the {label}, in 100 games",
        fair=25.0,
    ),
    VerdictQuestion(
        f"run {PLANNERS}",
        "wins by head coach",
        "Riverboat Gambler",
        words="wins with the Riverboat Gambler, in 100 games",
        fair=25.0,
    ),
    VerdictQuestion(
        "sweep --vary rules=cutthroat",
        "Cut-throat",
        "hoarder",
        strategy="hoarder",
        words="standard to cut-throat, wins of one hoarder at the table, in 100 games",
        divisor=2,
    ),
    VerdictQuestion(
        f"sweep --vary rules.start_bucks=9 {PLANNERS}",
        "start_bucks 7 -> 9",
        "winning score",
        "winning score, stars",
        words="start_bucks 7 to 9, stars of the winner",
        divisor=2,
    ),
    VerdictQuestion(
        f"cards {PLANNERS}",
        "once paid for",
        "038 Analytics Nerd",
        "score",
        words="038 Analytics Nerd once paid for, stars of its owner",
        divisor=2,
    ),
)


def command(question: VerdictQuestion, games: int, line_up_set: str) -> list[str]:
    """Return the arguments of the command that answers a question."""
    return [
        *shlex.split(question.command),
        "--games",
        str(games // question.divisor),
        "--seed",
        str(SEED),
        "--who",
        line_up_set,
        "--who-games",
        str(games // question.divisor),
    ]


def answers(question: VerdictQuestion, folder: Path) -> list[list[str]]:
    """Return one row per finding of the question.

    A row has the finding's words, each line-up's answer, the mark, and each line-up's name.
    """
    frame = pl.read_parquet(folder / "metrics" / "who_plays.parquet").filter(
        (pl.col("what") == question.what)
        & (pl.col("strategy") == question.strategy)
        & (pl.col("label").str.starts_with(question.label))
        & (pl.col("metric") == question.metric)
    )
    if frame.is_empty():
        raise SystemExit(f"{question.command} has no finding on {question.what}.")
    rows = []
    for (label,), label_rows in frame.group_by(["label"], maintain_order=True):
        by_line_up = {
            row["line_up"]: f"{row['value'] + question.fair:.1f} "
            f"({row['low'] + question.fair:.1f} to {row['high'] + question.fair:.1f})"
            for row in label_rows.iter_rows(named=True)
        }
        rows.append(
            [
                question.words.format(label=label),
                *by_line_up.values(),
                label_rows["mark"][0],
                *by_line_up.keys(),
            ]
        )
    return rows


def section(games: int, line_up_set: str, jobs: int) -> str:
    """Return the section of the README in Markdown."""
    tables: list[str] = []
    with tempfile.TemporaryDirectory(prefix="eoc-sim-flagship-") as folder:
        for question in QUESTIONS:
            arguments = command(question, games, line_up_set)
            out = Path(folder) / question.command.replace(" ", "-")
            if not out.is_dir():
                subprocess.run(
                    [
                        sys.executable,
                        "-m",
                        "eoc_sim",
                        *arguments,
                        "--jobs",
                        str(jobs),
                        "--out",
                        str(out),
                    ],
                    check=True,
                    stdout=sys.stderr,
                )
            rows = answers(question, out)
            line_ups = (len(rows[0]) - 2) // 2
            tables += [
                "",
                f"`eoc-sim {shlex.join(arguments)}`:",
                "",
                *table(
                    ["", *rows[0][2 + line_ups :], "mark"], [row[: 2 + line_ups] for row in rows]
                ),
            ]
    return (
        "\n".join(
            [
                HEADING,
                "",
                "Line-ups of different skill, the least skilled first, answer the same questions "
                "with the same luck. Intervals are simultaneous for all findings that the "
                "command's page marks, about 30 for a run and 240 for `cards`, so they are two to "
                "three times as wide as a single interval. The "
                "[metrics](../docs/reference/metrics.md#who-plays) explain the marks.",
                *tables,
                "",
                "`python benchmarks/flagship_verdicts.py --write` measures this again; `--who all` "
                "plays experts too.",
            ]
        )
        + "\n"
    )


def main() -> None:
    """Print the section; with ``--write`` put it into the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=14_400)
    parser.add_argument("--who", default=LINE_UP_SET)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    text = section(options.games, options.who, options.jobs)
    print(text)
    if options.write:
        README.write_text(
            put_into(README.read_text(encoding="utf-8"), text, HEADING), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
