"""Planted effects lead a page in order of strength, and pure chance produces no headline."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import polars as pl
import pytest
import synthetic_runs
from chance_runs import chance_run
from synthetic_runs import random_run

from eoc_sim.analysis import compare, first_player, headlines
from eoc_sim.analysis.eoc import shape
from eoc_sim.analysis.headlines import Headlines, VersionEffect
from eoc_sim.analysis.notable_findings import Finding
from eoc_sim.analysis.strata import STRATA, is_largest
from eoc_sim.analysis.tables import RecordedArm, Run
from eoc_sim.reports import first_screen_picture
from eoc_sim.reports.findings import Findings
from eoc_sim.simulator.runs.change import Change


def headlines_of(path: Path) -> Headlines:
    run = Run(path)
    return headlines.answer_all(run, shape.ask, compare.effects(run) if len(run.arms) > 1 else {})


def test_the_largest_imbalance_leads(tmp_path: Path) -> None:
    small = headlines_of(chance_run(tmp_path / "small", coach=30, order=6))
    assert (
        next(imbalance.about for imbalance in small.imbalances)
        == "wins in 100 with head coach Coach A"
    )
    large = headlines_of(chance_run(tmp_path / "large", coach=12, order=20))
    assert large.imbalances[0].about.startswith("turn order: first against ")
    strengths = [imbalance.strength for imbalance in large.imbalances]
    assert strengths == sorted(strengths, reverse=True) and min(strengths) >= 1


def test_shape_of_play_does_not_lead(tmp_path: Path) -> None:
    """A final scoring that decides most games stands out, but is not an imbalance."""
    found = headlines_of(chance_run(tmp_path / "run", final=0.7, august=0.2))
    assert not found.imbalances
    assert any(finding.notable for finding in found.shape)


@pytest.mark.parametrize("seed", range(2))
def test_chance_alone_has_no_headline(tmp_path: Path, seed: int) -> None:
    found = headlines_of(chance_run(tmp_path / "run", seed=seed, versions=(0,)))
    assert found.imbalances == () and found.versions == ()
    assert not any(player.notable for player in found.players)


def test_versions_that_change_the_same_key_are_one_subject(tmp_path: Path) -> None:
    (subject,) = headlines_of(random_run(tmp_path / "run", 2000, stars=(1, 9, 40))).versions
    assert subject.head.arm.changes[0].new == "40"
    assert subject.head.stratum == "keeps it"
    assert [entry.arm.changes[0].new for entry in subject.in_other_versions] == ["1", "9"]
    assert all(
        (entry.label, entry.metric) == (subject.head.label, subject.head.metric)
        for entry in subject.in_other_versions
    )


def test_holders_do_not_lead_if_several_cards_are_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a version changes two cards, the effect on a strategy leads.

    The holders of one card are also affected by the change to the other.
    """
    one_card = synthetic_runs.stars_change

    def two_cards(old: int, new: int) -> dict[str, Any]:
        other = Change("card.063.stars", "2", "3", "063 C", "stars").record()
        arm = one_card(old, new)
        return arm if new == 9 else {"label": "both", "changes": [*arm["changes"], other]}

    monkeypatch.setattr(synthetic_runs, "stars_change", two_cards)
    found = headlines_of(random_run(tmp_path / "run", 2000, stars=(9, 40)))
    priority = {(entry.arm.label, bool(entry.stratum)): entry.priority for entry in found.effects}
    assert priority["both", True] < priority["both", False] == 0
    assert priority["card.038.stars=9", True] > 0
    priorities = {
        entry.priority
        for entry in found.effects
        if entry.stratum == STRATA[0] and entry.arm.id == 1
    }
    assert priorities == {3}, "those who keep a card lead where they are the largest group"
    (head,) = (version.head for version in found.versions if version.head.arm.label == "both")
    assert not head.stratum


NERD = Change("card.038.stars", "5", "2", "038 Analytics Nerd", "stars")
BLUE = Change("card.063.stars", "5", "2", "063 Blue Blood Program", "stars")
ARMS = (
    RecordedArm(0, "baseline", ()),
    RecordedArm(1, "038", (NERD,), "038"),
    RecordedArm(2, "063", (BLUE,), "063"),
    RecordedArm(3, "all changes", (NERD, BLUE), "all changes"),
)


def effect(arm: int, label: str, stratum: str, size: float, priority: int) -> VersionEffect:
    ends = (size - 4, size + 4)
    about = f"{arm} {label} {stratum}"
    finding = Finding(about, "{}", size, *ends, (0.0, 0.0), 1.0, 100, "versions", signed=True)
    return VersionEffect(ARMS[arm], label, stratum, "wins", finding, priority)


def test_versions_with_one_edit_come_before_the_version_with_all() -> None:
    """With all changes, a holder of one card also feels the other edits."""
    effects = [
        effect(1, "038", "loses it", -8, 1),
        effect(2, "063", "keeps it", -6, 2),
        effect(3, "038", "loses it", -10, -2),
        effect(3, "vegas", "", -1, 0),
    ]
    assert [subject.head.arm.id for subject in headlines.subjects(effects)] == [1, 2, 3]
    # For each version, the picture shows what its sentence states.
    page = SimpleNamespace(
        headlines=SimpleNamespace(effects=effects), run=SimpleNamespace(arms=ARMS)
    )
    assert first_screen_picture._choose_effects(cast(Findings, page)) == effects[:3]
    undecided = [effects[3], effect(3, "038", "loses it", -4.5, -2)]
    page.headlines.effects = undecided
    assert first_screen_picture._choose_effects(cast(Findings, page)) == undecided[:1]


@pytest.mark.parametrize(
    ("shares", "first"),
    [
        ((10.0, 5.6, 13.1), STRATA[2]),
        ((7.9, 15.1, 4.9), STRATA[1]),
        ((14.4, 8.6, 4.6), STRATA[0]),
        ((8.0, 8.0, 3.0), STRATA[0]),
    ],
)
def test_the_largest_group_of_holders_comes_first(shares: tuple[float, ...], first: str) -> None:
    """A change is shown by its largest group: those who keep, lose or gain the card.

    If groups are equally large, those who keep it come first.
    """
    keepers_are_largest = shares[0] >= max(shares[1:])
    rows = pl.DataFrame(
        {
            "arm": 1,
            "label": "038",
            "stratum": STRATA[:3],
            "share": shares,
            "kept": keepers_are_largest,
        }
    )
    assert rows.filter(is_largest())["stratum"].to_list() == [first]


def test_all_questions_are_one_family(tmp_path: Path) -> None:
    path = random_run(tmp_path / "run", 600, stars=(9,))
    whole = headlines_of(path)
    alone = headlines.answer_all(Run(path), shape.ask, {})
    assert whole.tests > alone.tests
    for player, player_alone in zip(whole.players, alone.players, strict=True):
        assert player.size == player_alone.size
        assert player.low < player_alone.low and player.high > player_alone.high


def test_places_in_turn_order_belong_to_the_family(tmp_path: Path) -> None:
    path = chance_run(tmp_path / "run", order=20)
    found = headlines_of(path)
    (order,) = (imbalance for imbalance in found.imbalances if imbalance.further)
    places = first_player.wins_by_order(Run(path), family_size=found.tests)
    assert [place.low for place in order.further] == pytest.approx(places["low"].to_list())
    assert [place.high for place in order.further] == pytest.approx(places["high"].to_list())


def test_drafts_of_changed_cards_belong_to_the_family(tmp_path: Path) -> None:
    run = Run(random_run(tmp_path / "run", 600, stars=(9, 40)))
    effects, rates = compare.effects(run), compare.card_rates(run)
    without = headlines.answer_all(run, shape.ask, effects)
    with_drafts = headlines.answer_all(run, shape.ask, effects, rates)
    # One per version, and one under the current rules for all versions that change the same card.
    assert rates.height == 2
    assert with_drafts.tests == without.tests + 2 + 1
    for draft, row in zip(with_drafts.drafts, rates.iter_rows(named=True), strict=True):
        assert (draft.arm, draft.label) == (row["arm"], row["label"])
        for finding, side in ((draft.version, "version"), (draft.current, "current")):
            assert finding.size == pytest.approx(row[f"drafted_{side}"])
            assert finding.low < row[f"drafted_{side}_low"]
            assert not finding.notable


@pytest.mark.slow
def test_chance_alone_seldom_has_a_headline(tmp_path: Path) -> None:
    """In an A/A run, any imbalance, strategy or version in the headlines is a false alarm.

    If 5 in 100 runs had a false alarm, it would be rare for more than 10 of these 120 runs to have
    one.
    """
    alarms = 0
    for seed in range(100, 220):
        found = headlines_of(chance_run(tmp_path / str(seed), 480, seed=seed, versions=(1,)))
        alarms += bool(
            found.imbalances or found.versions or any(player.notable for player in found.players)
        )
    assert alarms <= 10
