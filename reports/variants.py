"""Rule variants in plain words: the design, effects, and values without effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from eoc_sim.analysis.card_order import MeasuredColumn
from eoc_sim.analysis.contrasts import INTERACTION, MAIN, SIMPLE
from eoc_sim.analysis.measures import GAP, ORDER, STRATEGY, WINNING, names_by_words
from eoc_sim.analysis.quantities import WINS, variant
from eoc_sim.analysis.stats import CHANGES, UNDECIDED
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.variants import short_name, values_without_effect
from eoc_sim.analysis.who_plays import MarkedQuantity
from eoc_sim.reports import robust_findings, who_plays, words
from eoc_sim.reports.comparisons import count_undecided
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.number_lists import list_values
from eoc_sim.reports.standing_questions import standing_questions
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.words import count, decimal, join_words, sentence_start
from eoc_sim.simulator.runs.crossing import Crossing, confounded_effects

NUMERALS = {3: "III", 4: "IV", 5: "V", 6: "VI", 7: "VII", 8: "VIII"}
MAX_SENTENCES = 6
"""The maximum number of variants that have a sentence of their own.

The tables list all variants.
"""
MAX_CLAUSES = 3
"""The maximum number of clauses in a sentence, each about one effect."""
EFFECT = MeasuredColumn("change", "all_low", "all_high", True, True)
"""An effect; its interval holds jointly for all rows of a table."""
AVERAGE = MeasuredColumn("average", "average_low", "average_high", True, True)
"""An effect averaged over the other changes; its interval holds jointly too."""
MAX_PAIRS = 5
"""The maximum number of pairs that are named.

The report shows all of them.
"""


def design_words(crossing: Crossing) -> list[str]:
    """Describe the crossing, its versions, and what a fraction confounds."""
    factors = [short_name(factor.key, " or ".join(factor.values)) for factor in crossing.factors]
    if len(factors) < 2:
        return ["No changes are crossed: every value is played on its own."]
    size = resolution_words(crossing)
    lines = [f"{len(factors)} changes crossed in {len(crossing.rows)} versions ({size})."]
    lines += [
        f"The fraction confounds {sentence}."
        for sentence in confounded_effects(crossing.words, factors)
    ]
    if not crossing.is_clear:
        lines.append(
            "So no interactions are shown; --resolution 5 plays enough versions to separate them."
        )
    return lines


def resolution_words(crossing: Crossing) -> str:
    """Describe which combinations were played, with the resolution of a fraction."""
    if crossing.resolution is None:
        return "all combinations"
    defining_words = crossing.words
    halvings = (len(defining_words) + 1).bit_length() - 1
    numeral = NUMERALS.get(crossing.resolution, str(crossing.resolution))
    return f"one in {2**halvings} of all combinations, resolution {numeral}"


def has_averages(effect_rows: pl.DataFrame) -> bool:
    """Return True if any row of `with_averages` has an average."""
    return bool(effect_rows.width) and effect_rows["average"].null_count() < effect_rows.height


def measure_tables(
    by_kind: Mapping[str, pl.DataFrame],
) -> Iterator[tuple[str, tuple[str, ...], list[tuple[str, ...]]]]:
    """Yield the title, head and rows of each measure's printed table.

    Two kinds of measures have no table: `decided_lines` states wins by strategy and turn order, and
    `no_effect_lines` lists the measures that differ in no game.
    """
    effect_rows = with_averages(by_kind)
    if not effect_rows.width:
        return
    shows_averages = has_averages(effect_rows)
    average_heads = ("on average", "between") if shows_averages else ()
    for metric in effect_rows["metric"].unique(maintain_order=True):
        rows = effect_rows.filter(pl.col("metric") == metric)
        if metric in (STRATEGY, ORDER) or not rows["differ"].sum():
            continue
        first = rows.row(0, named=True)
        current_text = (
            f"{decimal(first['current'])} ({decimal(first['current_low'])} to "
            f"{decimal(first['current_high'])}, an interval for this number alone)"
        )
        yield (
            f"{sentence_start(metric_words(first))}; now {current_text}",
            ("variant", "by itself", "between", *average_heads, "verdict"),
            [
                (
                    variant_words(row),
                    decimal(row["change"], 2, sign=True),
                    _between(row, "all_"),
                    *(
                        ()
                        if not shows_averages
                        else ("", "")
                        if row["average"] is None
                        else (decimal(row["average"], 2, sign=True), _between(row, "average_"))
                    ),
                    row["average_verdict"] or row["verdict"],
                )
                for row in rows.iter_rows(named=True)
            ],
        )


def with_averages(by_kind: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Join the simple effects with each value's average over the other changes.

    Columns: those of `variants.effects`; average, with its joint interval for all rows
    (average_low and average_high); and average_verdict. The last four are null if a value is not
    crossed with other changes.
    """
    simple = by_kind[SIMPLE]
    names = {
        "change": "average",
        "all_low": "average_low",
        "all_high": "average_high",
        "verdict": "average_verdict",
    }
    if not simple.width:
        return simple
    if not by_kind[MAIN].width or by_kind[MAIN]["key"].n_unique() < 2:
        empty = (
            pl.lit(None, dtype=pl.String if name.endswith("verdict") else pl.Float64).alias(name)
            for name in names.values()
        )
        return simple.with_columns(*empty)
    by = ["key", "value", "metric", "label"]
    average = by_kind[MAIN].select(*by, *(pl.col(old).alias(new) for old, new in names.items()))
    return simple.join(average, on=by, how="left", maintain_order="left")


def variant_words(row: Mapping[str, Any]) -> str:
    """Name a value and its conditions."""
    condition = ", ".join(
        short_name(*setting.split("=", 1)) for setting in str(row["given"]).split(" ") if setting
    )
    return f"{row['what']} (with {condition})" if condition else str(row["what"])


def _between(row: Mapping[str, Any], prefix: str) -> str:
    low, high = row[f"{prefix}low"], row[f"{prefix}high"]
    return f"{decimal(low, 2, sign=True)} to {decimal(high, 2, sign=True)}"


def decided_lines(
    run: Run, by_kind: Mapping[str, pl.DataFrame], marks: Sequence[MarkedQuantity] = ()
) -> list[str]:
    """State each variant's decided effects, wins first, then scores.

    A variant has one sentence with a clause per number, largest first. The mark at its end says
    whether the effects on wins, or else on scores, hold for all players.
    """
    effect_rows = with_averages(by_kind)
    if not effect_rows.width:
        return []
    rows = (
        effect_rows.filter(
            pl.col("metric").is_in([STRATEGY, ORDER, WINNING]) & (pl.col("verdict") == CHANGES)
        )
        .with_columns(is_about_wins=pl.col("metric") != WINNING)
        .sort(["is_about_wins", pl.col("change").abs()], descending=True, maintain_order=True)
    )
    names = names_by_words(run)
    lines = []
    for _, group in rows.group_by(["what", "given"], maintain_order=True):
        clauses = [
            f"{list_values([{**row, 'label': ''}], EFFECT).strip()} {_unit_and_owner(run, row)}"
            for row in group.head(MAX_CLAUSES).iter_rows(named=True)
        ]
        if group.height > MAX_CLAUSES:
            clauses.append(f"{group.height - MAX_CLAUSES} more in the report")
        first = group.row(0, named=True)
        is_about_wins = first["is_about_wins"]
        lines.append(
            who_plays.mark_headline(
                f"{variant_words(first)}: {'; '.join(clauses)}.",
                run,
                marks,
                variant(first["what"], first["given"]),
                "" if is_about_wins else names[first["words"]],
                WINS if is_about_wins else "",
            )
        )
    if len(lines) > MAX_SENTENCES:
        unnamed = len(lines) - MAX_SENTENCES
        lines[MAX_SENTENCES:] = [
            f"{unnamed} more {'variant changes' if unnamed == 1 else 'variants change'} wins or "
            "scores: see the tables."
        ]
    return lines or ["No change in wins or in the winning score is shown to matter."]


def _unit_and_owner(run: Run, row: Mapping[str, Any]) -> str:
    """State a number's unit and owner.

    For instance "wins in 100 for the first" or "points, winning score".
    """
    if row["metric"] == WINNING:
        return f"{run.words.score[1]}, winning score"
    return f"wins in 100 for {'the ' if row['metric'] == ORDER else ''}{row['label']}"


def further_lines(run: Run, by_kind: Mapping[str, pl.DataFrame]) -> list[str]:
    """State decided effects that no variant's own sentence mentions.

    They are effects averaged over the other changes, and effects on other measures. For each of the
    other measures, the line has only the number of variants that change it.
    """
    effect_rows = with_averages(by_kind)
    if not effect_rows.width:
        return []
    has_sentence = pl.col("metric").is_in([STRATEGY, ORDER, WINNING])
    lines = []
    averages = effect_rows.filter(
        has_sentence & (pl.col("average_verdict") == CHANGES) & (pl.col("verdict") != CHANGES)
    ).sort(pl.col("average").abs(), descending=True, maintain_order=True)
    if averages.height:
        clauses = [
            f"{list_values([{**row, 'label': ''}], AVERAGE).strip()} {_unit_and_owner(run, row)}, "
            f"{variant_words(row)}"
            for row in averages.head(MAX_CLAUSES).iter_rows(named=True)
        ]
        if averages.height > MAX_CLAUSES:
            clauses.append(f"{averages.height - MAX_CLAUSES} more in the report")
        lines.append(f"Decided on average over the other changes: {'; '.join(clauses)}.")
    measures = (
        effect_rows.filter(~has_sentence & (pl.coalesce("average_verdict", "verdict") == CHANGES))
        .group_by("words", maintain_order=True)
        .len("variants")
    )
    if measures.height:
        names = names_by_words(run)
        counts = [f"{names[measure]} ({number})" for measure, number in measures.iter_rows()]
        lines.append(
            "Other measures that change, with the number of variants that change them: "
            f"{join_words(counts)}."
        )
    return lines


def undecided_verdicts(run: Run, by_kind: Mapping[str, pl.DataFrame]) -> list[Verdict]:
    """Count undecided effects on wins and winning scores; suggest a command."""
    effects = by_kind[SIMPLE]
    if not effects.width:
        return []
    effects = effects.filter(pl.col("metric").is_in([STRATEGY, ORDER, WINNING]))
    rows = effects.filter(pl.col("verdict") == UNDECIDED).to_dicts()
    if not rows:
        return []
    # The example says "by itself" because tables may judge the average over the other changes,
    # and the verdict on that average may be decided.
    example = f"{_unit_and_owner(run, rows[0])}, {variant_words(rows[0])} by itself"
    return [count_undecided(run, rows, f"{words.count(effects.height)} comparisons", example)]


def interaction_lines(by_kind: Mapping[str, pl.DataFrame]) -> list[str]:
    """Name the pairs whose joint effect is not the effects' sum."""
    frame = by_kind[INTERACTION]
    if not frame.width:
        return []
    effects = frame.filter(pl.col("verdict") == CHANGES)
    if not effects.height:
        return ["No two changes are shown to interact."]
    pairs = (
        effects.group_by("what", "other_what", maintain_order=True)
        .len("measures")
        .sort("measures", descending=True, maintain_order=True)
    )
    names = [f"{first} with {second}" for first, second, _ in pairs.head(MAX_PAIRS).iter_rows()]
    if unnamed := pairs.height - len(names):
        names.append(f"{unnamed} more {'pair' if unnamed == 1 else 'pairs'}")
    return [
        "Pairs whose joint effect is not the sum of their effects (the report and metric tables "
        "have the numbers): " + join_words(names) + "."
    ]


def no_effect_lines(run: Run, by_kind: Mapping[str, pl.DataFrame]) -> list[str]:
    """State which values change no game, and which measures stay the same."""
    games = f"in any of {words.games(run.games)}"
    names = values_without_effect(dict(by_kind))
    lines = [f"{join_words(names)} had no measured effect {games}."] if names else []
    effect_rows = with_averages(by_kind)
    if effect_rows.width:
        differ = effect_rows.group_by("words", maintain_order=True).agg(pl.col("differ").sum())
        measures = names_by_words(run)
        unchanged = [measures[text] for text, number in differ.iter_rows() if not number]
        if unchanged:
            lines.append(f"No value on its own changed {join_words(unchanged)} {games}.")
    return lines


def played_lines(run: Run, by_kind: Mapping[str, pl.DataFrame]) -> list[str]:
    """State what the numbers are based on."""
    average = ""
    if has_averages(with_averages(by_kind)):
        average = (
            " In the tables, an effect 'on average' is averaged over the other changes, and "
            "verdicts judge that average."
        )
    return [
        f"Each variant is compared on its own with {run.current_rules_phrase}, "
        f"{words.games(run.games)} per version, all with {run.words.same_luck}. "
        "Intervals hold jointly for all rows of a table."
        f"{average}",
        *extended_lines(run),
    ]


def extended_lines(run: Run) -> list[str]:
    """State that games beyond the previous planned look add little."""
    look = run.look
    if not look.is_past_planned_look or look.games_at_next_look is None:
        return []
    return [
        f"The previous planned look was at {count(look.games_at_last_planned)} games per version, "
        f"and the next is at {count(look.games_at_next_look)}: in between, more games hardly "
        "narrow the intervals."
    ]


def metric_words(row: Mapping[str, Any]) -> str:
    """Name a measure, and for a gap also its places.

    They are the places furthest apart over all versions, but not necessarily under the current
    rules.
    """
    if row["metric"] != GAP:
        return str(row["words"])
    return f"{row['words']} ({row['label']}, furthest apart over all versions)"


def verdicts(page: Findings) -> list[Verdict]:
    """State the variants' decided effects, then interactions and idle values."""
    run, by_kind = page.run, page.variants
    other_lines = [
        *further_lines(run, by_kind),
        *interaction_lines(by_kind),
        *no_effect_lines(run, by_kind),
    ]
    line, *further = played_lines(run, by_kind)
    return [
        Verdict(
            "Effects of the variants",
            tuple(decided_lines(run, by_kind, page.marks)),
            section="variants",
        ),
        *standing_questions(page),
        *undecided_verdicts(run, by_kind),
        *([Verdict("Also", tuple(other_lines), section="variants")] if other_lines else []),
        Verdict("How it was played", (line,), is_background=True),
        *([Verdict("", tuple(further))] if further else []),
        *who_plays.verdicts(page),
        *robust_findings.verdicts(page),
    ]
