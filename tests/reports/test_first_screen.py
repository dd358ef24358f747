"""Test the sentences on the first screen: findings, open questions, null results."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from chance_runs import chance_run
from synthetic_runs import NAMES, random_run, stars_change, table, write_run

from eoc_sim.analysis.contrasts import SIMPLE
from eoc_sim.analysis.measures import STRATEGY
from eoc_sim.analysis.notable_findings import IntervalEstimate
from eoc_sim.analysis.stats import CHANGES, UNDECIDED
from eoc_sim.analysis.strata import STRATA
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import build, standing_questions, verdict_lines, version_sentences
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.first_screen_picture import MAX_ROWS, _rows, shown_versions_sentence, strips_of

DECK = [*NAMES, *(f"Card of Chance {number}" for number in range(5, 41))]


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return random_run(tmp_path_factory.mktemp("runs") / "sweep", 2000, stars=(1, 9, 40))


def test_the_strongest_version_leads(sweep: Path) -> None:
    lines = verdict_lines(sweep)
    assert re.match(
        r"Effects of the versions: 038 Analytics Nerd at 40 stars \(now 5\): \+\d+\.\d "
        r"(wins in 100|stars) for anyone who keeps it \(between \+\d+\.\d and \+\d+\.\d\)\.$",
        lines[0],
    )
    # The other decided changes are on one line, those for holders of the card first.
    (line,) = (line for line in lines if line.startswith("Also decided, versions: "))
    assert re.search(
        r"for anyone who keeps 038 at (40|9|1) stars?; .*; \d+ more in the report\.$", line
    )


PART = re.compile(
    r"(?P<interval>between [+-]?\d+\.\d+ and [+-]?\d+\.\d+|[+-]?\d+\.\d+ to [+-]?\d+\.\d+)"
    r"|(?P<each>±\d+\.\d+ each)|(?P<number>[+-]?\d+\.\d+)"
)


def numbers_without_interval(line: str) -> list[str]:
    """Return the numbers in a sentence that have neither their own interval nor a shared one."""
    texts, waiting = [], []
    for part in PART.finditer(line):
        if part["number"]:
            waiting.append(part["number"])
            continue
        if part["interval"]:
            texts += waiting[:-1]
        waiting = []
    return texts + waiting


def test_numbers_without_an_interval_are_found() -> None:
    assert numbers_without_interval(
        "a 1.0 (0.5 to 1.5), b 2.0; c -3.0 (between -4.0 and -2.0)"
    ) == ["2.0"]
    assert numbers_without_interval("a 1.0, b 2.0 (at most ±0.4 each); +0.9 for d.") == ["+0.9"]


@pytest.mark.parametrize(
    "planted",
    [{"coach": 30, "order": 12}, {"order": 20}, {"versions": (0, 100)}, {}],
    ids=["coach", "order", "versions", "nothing"],
)
def test_every_number_has_its_interval(planted: dict[str, Any], tmp_path: Path) -> None:
    lines = verdict_lines(chance_run(tmp_path / "run", 6000, **planted))
    assert [numbers_without_interval(line) for line in lines] == [[]] * len(lines)


def test_every_number_of_a_sweep_has_its_interval(sweep: Path) -> None:
    assert all(numbers_without_interval(line) == [] for line in verdict_lines(sweep))


def test_an_interval_for_several_numbers_is_labelled(tmp_path: Path) -> None:
    text = build(chance_run(tmp_path / "run", 6000, order=3)).read_text(encoding="utf-8")
    assert re.search(
        r'wins in 100 \(<abbr title="[^"]*widest[^"]*">at most ±\d\.\d each</abbr>\)', text
    )


def test_places_with_a_decided_difference_are_drawn_as_changed(tmp_path: Path) -> None:
    """The dots agree with the sentence, even for a place whose interval contains the fair 25."""
    path = chance_run(tmp_path / "run", order=2)
    page = Findings(Run(path))
    assert "The gap between first and second is decided: " in build(path).read_text("utf-8")
    (order,) = (strip for strip in strips_of(page) if "order" in strip.label)
    states = {point.label: (point.state, point.low, point.high) for point in order.points}
    state, low, high = states["second"]
    assert low is not None and high is not None and low < 25 < high
    assert state == states["first"][0] == "changed" and states["third"][0] == "open"
    kind = standing_questions.order_kind(page.run)
    (gap,) = (one for one in page.headlines.findings if one.kind == kind and one.further)
    sentence = standing_questions._turn_order(
        page, replace(gap, size=3.17, low=0.04, high=6.28), "Order"
    )
    assert " wins 3.17 more games in 100 than the " in sentence.lines[0]
    assert " (0.04 to 6.28); " in sentence.lines[0]


def test_players_have_their_own_line(sweep: Path) -> None:
    (line,) = (line for line in verdict_lines(sweep) if line.startswith("Players, "))
    assert re.search(
        r"\d+\.\d \(\d+\.\d to \d+\.\d\) for hoarder; .*; fair is 25 wins in 100\.$", line
    )


def test_an_open_question_comes_with_its_command(tmp_path: Path) -> None:
    path = random_run(tmp_path / "run", 300, stars=(7,))
    lines = verdict_lines(path)
    number = next(i for i, line in enumerate(lines) if line.startswith("Not decided: "))
    assert re.match(
        r"Not decided: \d+ of \d+ comparisons.* About [\d ]+ more games per version would decide",
        lines[number],
    )
    assert lines[number + 1].startswith("  To continue until ")
    command = lines[number + 2].strip()
    assert command.startswith("eoc-sim run --games ") and command.endswith(f"--out {path} --resume")
    assert int(command.split()[3]) > 300
    assert f'<code class="command">{command}</code>' in build(path).read_text(encoding="utf-8")


def test_versions_without_a_decided_effect_show_their_numbers(tmp_path: Path) -> None:
    """The effects nearest to a decision are reported, those for holders of the card first."""
    line = verdict_lines(random_run(tmp_path / "run", 300, stars=(6,)))[0]
    assert "No version is shown to have an effect" in line
    assert re.search(
        r"; the closest: [+-]?\d+\.\d \(.* to .*\) wins in 100 for anyone who keeps 038 at 6 stars",
        line,
    )


def test_a_decided_change_leads_even_if_it_may_be_small(tmp_path: Path) -> None:
    """The first sentence does not contradict a table that says "changes"."""
    path = random_run(tmp_path / "run", 300, stars=(7,))
    page = Findings(Run(path))
    decided = [effect for effect in page.headlines.effects if effect.finding.verdict == CHANGES]
    assert decided and not any(effect.finding.notable for effect in page.headlines.effects)
    line = verdict_lines(path)[0]
    assert re.match(
        r"Effects of the versions: 038 Analytics Nerd at 7 stars \(now 5\): \+\d+\.\d wins in 100 "
        r"for anyone who keeps it \(between .*\), a change that may be less than 1 win in 100\.",
        line,
    )


def test_cards_have_a_line_even_if_they_are_not_judged(tmp_path: Path) -> None:
    path = random_run(tmp_path / "run", 300)
    (line,) = (line for line in verdict_lines(path) if line.startswith("Cards: "))
    assert "--keep games,seats,cards,offers" in line or "fewer than 2 000 games" in line


@pytest.mark.slow
def test_what_changes_nothing_is_folded(tmp_path: Path) -> None:
    path = chance_run(tmp_path / "run", 12_000, versions=(100,))
    lines = verdict_lines(path)
    alike = re.compile(r"No change that matters: \d+ of \d+ comparisons\.")
    assert any(alike.match(line) for line in lines)
    text = build(path).read_text(encoding="utf-8")
    assert re.search(r"<summary>[^<]*No change that matters</summary>", text)
    assert "No version is shown to have an effect" in text


def test_a_sweep_in_which_nothing_differs(tmp_path: Path) -> None:
    path = chance_run(tmp_path / "run", versions=(0,))
    message = "038 Analytics Nerd: stars 5 -> 0 changes 0.0 of 100 games (between 0.0 and "
    assert any(line.startswith(message) for line in verdict_lines(path))


def test_a_card_that_nobody_drafts_is_reported_as_such(tmp_path: Path) -> None:
    tables = {
        name: pl.read_parquet(random_run(tmp_path / "source", 300, stars=(9,)) / name / "*.parquet")
        for name in ("games", "seats", "cards")
    }
    tables["cards"] = tables["cards"].filter(pl.col("card") != 1)
    path = write_run(tmp_path / "run", tables, arms=[stars_change(5, 9)], cards=DECK)
    line = "Nobody drafts 038 Analytics Nerd, so it cannot be judged from games with these players."
    assert line in verdict_lines(path)


def test_a_card_that_is_drafted_more_often_also_shows_its_draft_rate(tmp_path: Path) -> None:
    output = random_run(tmp_path / "source", 2000, stars=(60,))
    tables = {name: pl.read_parquet(output / name / "*.parquet") for name in ("games", "seats")}
    cards = pl.read_parquet(output / "cards" / "*.parquet")
    # Nobody has the changed card under the current rules.
    tables["cards"] = cards.filter((pl.col("card") != 1) | (pl.col("arm") == 1))
    path = write_run(tmp_path / "run", tables, arms=[stars_change(5, 60)], cards=DECK)
    first = verdict_lines(path)[0]
    assert re.search(
        r": \+\d+.*; it is drafted in \d\d\.\d \(.* to .*\) of 100 games, up from 0\.0 "
        r"\(0\.0 to \d\.\d\)\.",
        first,
    )
    assert numbers_without_interval(first) == []
    assert "for anyone who gains it, compared with going without it (between +" in first


def test_no_draft_rate_is_stated_for_a_card_drafted_equally_often(tmp_path: Path) -> None:
    """The rate is left out even if too few games were played for a change to have an interval."""
    output = random_run(tmp_path / "source", 300, stars=(9,))
    tables = {
        name: pl.read_parquet(output / name / "*.parquet") for name in ("games", "seats", "cards")
    }
    path = write_run(
        tmp_path / "run",
        tables,
        arms=[stars_change(5, 9)],
        cards=DECK,
        sequential=True,
        planned_games=10_000,
    )
    assert not any("drafted in" in line for line in verdict_lines(path))


@pytest.mark.slow
def test_forty_versions_are_still_a_few_sentences(tmp_path: Path) -> None:
    path = random_run(tmp_path / "run", 60, stars=range(6, 46))
    assert len(verdict_lines(path)) <= 9
    assert len(build(path).read_text(encoding="utf-8")) < 1_000_000


def test_games_of_pure_chance_show_no_effect(tmp_path: Path) -> None:
    lines = verdict_lines(chance_run(tmp_path / "run"))
    assert lines[0].startswith("Turn order: Not shown to be unfair. Largest gap: ")
    assert "The luck of the deal: No other effect is shown to matter." in lines


def test_sentences_do_not_need_the_cards(tmp_path: Path) -> None:
    seats = {
        "game": [0, 0, 1, 1],
        "seat": [0, 1, 0, 1],
        "strategy": [0, 1, 0, 1],
        "score": [5, 3, 4, 9],
        "win_share": [1, 0, 0, 1],
    }
    frame = pl.concat([table("seats", seats), table("seats", seats | {"arm": [1] * 4})])
    path = write_run(
        tmp_path / "run",
        {"seats": frame},
        players=2,
        strategies=["a", "b"],
        arms=[stars_change(5, 3)],
    )
    assert any(line.startswith("Players, ") for line in verdict_lines(path))
    assert "did not keep cards" in build(path).read_text(encoding="utf-8")


def test_equal_draft_rates_are_not_stated() -> None:
    """A draft rate of 100 in both versions says nothing."""
    mostly_drafted, always_drafted = (
        IntervalEstimate("", rate, rate - 1, rate) for rate in (90.0, 100.0)
    )
    arm = SimpleNamespace(id=1)
    effect: Any = SimpleNamespace(arm=arm, label="Y01", stratum=STRATA[2])
    for before, stated in (
        (always_drafted, ""),
        (mostly_drafted, "; it is hired in 100.0 (99.0 to 100.0) of 100 "),
    ):
        rates = SimpleNamespace(
            arm=1, label="Y01", verb=("hire", "hired"), version=always_drafted, current=before
        )
        page: Any = SimpleNamespace(headlines=SimpleNamespace(drafts=[rates]))
        sentence = version_sentences._draft_sentence(page, effect)
        assert sentence.startswith(stated) and bool(sentence) == bool(stated)


def test_the_picture_of_many_variants_shows_the_most_certain() -> None:
    """A decided variant is shown wherever it is in the list; the caption counts all variants."""
    version_count = MAX_ROWS + 3
    effects = pl.DataFrame(
        {
            "metric": STRATEGY,
            "what": f"variant {index}",
            "given": "",
            "label": "hoarder",
            "change": 1.0 + index,
            "all_low": 0.5 if index == version_count - 1 else -9.0 - index,
            "all_high": 20.0,
            "verdict": CHANGES if index == version_count - 1 else UNDECIDED,
        }
        for index in range(version_count)
    )
    page: Any = SimpleNamespace(command="variants", variants={SIMPLE: effects})
    labels = [row.label.split(",")[0] for row in _rows(page)]
    assert labels == [
        *(f"variant {index}" for index in range(MAX_ROWS - 1)),
        f"variant {version_count - 1}",
    ]
    assert shown_versions_sentence(page) == (
        f" The picture shows the {MAX_ROWS} of {version_count} versions whose effects are most "
        "certain."
    )
