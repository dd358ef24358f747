"""Test turn order: its significance, largest gap, mechanisms and repair."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import kstest
from synthetic_orchard import orchard_run
from synthetic_runs import random_run

from eoc_sim.analysis import first_player
from eoc_sim.analysis.compensation import (
    AS_MEASURED,
    MET,
    OPEN,
    OUTSIDE,
    CompensationSearch,
    judge,
    unevenness,
)
from eoc_sim.analysis.first_player import largest_gap
from eoc_sim.analysis.looks import Look, fixed_look
from eoc_sim.analysis.stats import CHANGES, UNDECIDED
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.vectors import VectorMoments, joint_p_value
from eoc_sim.reports.turn_order import answer, mechanism_lines


def wins_of_games(luck: np.random.Generator, games: int, strength: np.ndarray) -> np.ndarray:
    """Draw wins in 100 by place, with one winner per game or two who share the win.

    Places have different strengths, and players with different skills rotate through them.
    """
    places = len(strength)
    skill = np.array([1.2, 0.3, -1.5, 0.0])[:places]
    seated = (np.arange(places) + luck.integers(0, places, (games, 1))) % places
    score = strength + skill[seated] + luck.gumbel(size=(games, places))
    best = score == score.max(axis=1, keepdims=True)
    shared = luck.random(games) < 0.1
    best[shared] |= score[shared] == np.sort(score[shared], axis=1)[:, -2:-1]
    return 100 * best / best.sum(axis=1, keepdims=True)


def p_of_wins(wins: np.ndarray) -> float:
    return joint_p_value(VectorMoments(wins.shape[1]).add(wins).with_imagined_wins())


@pytest.mark.parametrize("places", [2, 3, 4])
def test_without_an_effect_p_values_are_uniform(places):
    """A/A: the wins in a game depend on each other, and the test allows for this."""
    luck = np.random.default_rng(places)
    # With this many games, the discreteness of win counts does not show in the p-values.
    p_values = [p_of_wins(wins_of_games(luck, 4000, np.zeros(places))) for _ in range(500)]
    assert kstest(p_values, "uniform").pvalue > 0.01
    assert 0.02 < np.mean(np.array(p_values) < 0.05) < 0.08


def test_without_a_change_p_values_of_changes_are_uniform():
    """A/A: in the second version, one game in three gets a new random result."""
    luck = np.random.default_rng(7)
    p_values = []
    for _ in range(500):
        one, other = (wins_of_games(luck, 2000, np.zeros(4)) for _ in range(2))
        same = luck.random(2000) < 2 / 3
        changed = np.where(same[:, None], 0.0, other - one)
        p_values.append(joint_p_value(VectorMoments(4).add(changed).with_imagined_changes()))
    assert kstest(p_values, "uniform").pvalue > 0.01


def test_a_planted_effect_is_found():
    """Power: a fourth seat that wins 33 games in 100 is nearly always found in 1 000 games."""
    luck = np.random.default_rng(3)
    p_values = [p_of_wins(wins_of_games(luck, 1000, np.array([0, 0, 0, 0.55]))) for _ in range(100)]
    assert np.mean(np.array(p_values) < 0.05) > 0.9


def test_the_largest_gap_has_the_right_places_and_an_interval_that_covers_it():
    luck = np.random.default_rng(5)
    gaps = [
        largest_gap(fixed_look(500), VectorMoments(4).add(wins_of_games(luck, 500, np.zeros(4))))
        for _ in range(300)
    ]
    # Without an effect every true gap is 0, which the interval covers at least 95 times in 100.
    assert np.mean([gap.low <= 0 <= gap.high for gap in gaps]) > 0.92
    wins = wins_of_games(luck, 4000, np.array([0, -1.0, 0, 1.0]))
    gap = largest_gap(fixed_look(4000), VectorMoments(4).add(wins))
    assert (gap.ahead, gap.behind) == (3, 1) and gap.low > 10


def test_few_games_or_equal_places_have_no_p_value():
    assert np.isnan(joint_p_value(VectorMoments(4).add(np.eye(4))))
    assert np.isnan(joint_p_value(VectorMoments(3).add(np.ones((100, 3)))))


def test_identical_games_give_a_small_p_value_but_no_certain_gap():
    always_first = VectorMoments(2).add(np.tile([100.0, 0.0], (500, 1)))
    assert p_of_wins(np.tile([100.0, 0.0], (500, 1))) < 1e-10
    assert largest_gap(fixed_look(500), always_first).low < 100.0


def test_sums_do_not_depend_on_batches():
    wins = wins_of_games(np.random.default_rng(1), 300, np.zeros(3))
    whole, parts = VectorMoments(3).add(wins), VectorMoments(3).add(wins[:120]).add(wins[120:])
    assert np.allclose(whole.covariance, np.cov(wins.T))
    assert joint_p_value(whole) == pytest.approx(joint_p_value(parts))


def test_more_line_ups_widen_intervals_and_an_extension_does_not():
    wins = wins_of_games(np.random.default_rng(2), 4000, np.array([0, -0.3, 0, 0.3]))
    now, first = VectorMoments(4).add(wins), VectorMoments(4).add(wins[:3000])
    alone, in_family = (largest_gap(fixed_look(4000), now, None, family) for family in (1, 12))
    assert in_family.low < alone.low < alone.gap < alone.high < in_family.high
    planned = largest_gap(fixed_look(3000), first)
    longer = largest_gap(Look(4000, 3000), now, first)
    assert (longer.ahead, longer.behind) == (planned.ahead, planned.behind)
    assert longer.low >= planned.low and longer.high <= planned.high


@pytest.mark.parametrize(("low", "matters"), [(-0.2, False), (0.4, True), (None, False)])
def test_the_sentence_agrees_with_its_interval(low, matters, original_run: Path):
    """The sentence does not depend on the p-value, which tests all places jointly."""
    row = first_player.turn_order_verdict(Run(original_run)).row(0, named=True)
    verdict = CHANGES if matters else UNDECIDED
    for p in (0.001, 0.5):
        message = answer({**row, "low": low, "high": 25.4, "p": p, "verdict": verdict})
        assert message.startswith("Turn order matters:") == matters and "p =" not in message


def test_the_verdict_on_a_mechanism_follows_its_intervals(original_run: Path):
    changed, in_family = (first_player.mechanisms(Run(original_run), family) for family in (1, 40))
    assert (in_family["low"] < changed["low"]).all() and (
        in_family["gap_low"] < changed["gap"]
    ).all()
    for _, rows in changed.group_by("arm"):
        differs = ((rows["low"] > 0) | (rows["high"] < 0)).any()
        assert (rows["verdict"][0] == CHANGES) <= differs
    for line in mechanism_lines(changed):
        assert "p =" not in line and "p <" not in line


# --- Runs


@pytest.fixture(scope="module")
def original_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "original"
    return random_run(
        path, 300, stars=(1, 9), keep=("games", "seats", "cards", "offers", "signings")
    )


def test_the_frames_of_a_run(original_run: Path):
    run = Run(original_run)
    order, question = (
        first_player.wins_by_order(run),
        first_player.turn_order_verdict(run).row(0, named=True),
    )
    assert list(order["label"]) == ["first", "second", "third", "fourth"]
    assert order["wins"].sum() == pytest.approx(100) and (order["low"] < order["high"]).all()
    assert question["gap"] == pytest.approx(order["wins"].max() - order["wins"].min())
    assert 0 <= question["p"] <= 1 and question["low"] < question["gap"] < question["high"]
    changed = first_player.mechanisms(run)
    assert changed.height == 8
    for _, rows in changed.group_by("arm"):
        assert rows["change"].sum() == pytest.approx(0, abs=1e-9)
        assert rows["version"].to_numpy() == pytest.approx(
            rows["current"].to_numpy() + rows["change"].to_numpy()
        )
    taken = first_player.last_round(run)
    signings = run.read(run.table_with("place"), 0, (0, 300), ["round"])
    in_february = (signings["round"] == 12).sum()
    assert taken["taken"].sum() == pytest.approx(in_february / 300)


def test_the_same_numbers_under_other_names(original_run: Path, tmp_path: Path):
    """Columns are found by role, so other games give the same numbers."""
    orchard = Run(orchard_run(tmp_path / "orchard", original_run, values=(1, 9)))
    run = Run(original_run)
    assert first_player.wins_by_order(orchard)["wins"].equals(
        first_player.wins_by_order(run)["wins"]
    )
    assert first_player.mechanisms(orchard)["change"].equals(first_player.mechanisms(run)["change"])


# --- Compensation


class Toy:
    """A game in which a star helps a place to win, but less if that place already wins often."""

    def __init__(self, strength: list[float], worth: float, bend: float = 1.0) -> None:
        self.strength, self.worth, self.bend = np.array(strength), worth, bend

    def wins(self, gifts) -> np.ndarray:
        """Return the wins in 100 with a compensation.

        ``bend`` changes the worth of the first stars.
        """
        chances = np.exp(self.strength + self.worth * 20 * (np.array(gifts) / 20) ** self.bend)
        return 100 * chances / chances.sum()

    def search(self, max_stars: int = 20, within: float = 1.0) -> CompensationSearch:
        """Return a search that has played its pilot."""
        places = len(self.strength)
        start, pilot = (0,) * places, 5
        tried = [(pilot, self.wins(row)) for row in pilot * np.eye(places)]
        return CompensationSearch(start, self.wins(start), tried, max_stars, within)


def find_gifts(toy: Toy, search: CompensationSearch, steps: int = 8) -> tuple[int, ...]:
    for _ in range(steps):
        proposal = search.propose()
        if proposal is None:
            break
        search.learn(proposal, toy.wins(proposal))
    return search.best()


@pytest.mark.parametrize("planted", [(0, 0, 0, 6), (3, 0, 0, 9), (0, 12, 4, 1), (0, 7), (5, 0, 2)])
def test_a_planted_imbalance_is_evened_out(planted):
    """Each place gets what it lacks compared with the most favoured place, and no more."""
    worth = 0.08
    toy = Toy([worth * stars for stars in planted], worth)
    expected = tuple(max(planted) - stars for stars in planted)
    gifts = find_gifts(toy, toy.search())
    assert unevenness(toy.wins(gifts)) <= 1
    assert all(abs(one - other) <= 1 for one, other in zip(gifts, expected, strict=True))
    assert sum(gifts) <= sum(expected)


@pytest.mark.parametrize("bend", [0.6, 1.6])
def test_a_curved_imbalance_is_evened_out_too(bend):
    toy = Toy([0.0, -0.5, -0.3, 0.4], 0.1, bend)
    assert unevenness(toy.wins(find_gifts(toy, toy.search(), steps=6))) <= 1


def test_a_fair_game_gets_no_compensation():
    toy = Toy([0.0, 0.01, 0.0, 0.0], 0.1)
    assert find_gifts(toy, toy.search()) == (0, 0, 0, 0)


def test_too_small_a_range_gives_the_nearest_compensation():
    toy = Toy([0.0, 0.0, 2.0], 0.05)
    gifts = find_gifts(toy, toy.search(max_stars=4))
    assert gifts == (4, 4, 0)
    assert unevenness(toy.wins(gifts)) > 1


def test_the_search_starts_from_existing_compensation():
    worth = 0.1
    toy = Toy([0.0, 0.0, 0.5], worth)
    start = (9, 0, 0)
    tried = [(-5, toy.wins(np.array(start) - row)) for row in 5 * np.eye(3)]
    search = CompensationSearch(start, toy.wins(start), tried, 20, 1.0)
    gifts = find_gifts(toy, search)
    assert unevenness(toy.wins(gifts)) <= 1 and min(gifts) == 0


def test_a_small_distance_that_may_be_luck_does_not_end_the_search():
    """A measured distance of 0.4 does not end the search if luck can move places by 1.7."""
    toy = Toy([0.0, 0.0, 0.02], 0.02)
    tried = [(5, toy.wins(row)) for row in 5 * np.eye(3)]
    start = (0, 0, 0)
    precise = CompensationSearch(start, toy.wins(start), tried, 20, 2.0, noise=0.2)
    noisy = CompensationSearch(start, toy.wins(start), tried, 20, 2.0, noise=1.7)
    assert unevenness(toy.wins(start)) < 1
    assert precise.propose() is None and noisy.max_distance == pytest.approx(0.3)
    assert noisy.propose() == (1, 1, 0)
    assert CompensationSearch(start, toy.wins(start), tried, 20, 1.0, noise=1.7).max_distance < 0


def test_fresh_games_inform_the_search():
    """If fresh games disagree with the search's own, half of the difference counts."""
    flattered, truth = Toy([0.0, 0.0, 0.0], 0.05), Toy([0.0, 0.0, 0.5], 0.05)
    search = flattered.search()
    gifts = find_gifts(flattered, search)
    assert gifts == (0, 0, 0) and search.propose() is None
    search.correct(gifts, truth.wins(gifts))
    assert search.propose() == (4, 4, 0) or search.propose() == (5, 5, 0)
    halfway = Toy([0.0, 0.0, 0.25], 0.05)
    assert search.wins_by_gifts[gifts] == pytest.approx(halfway.wins(gifts))
    # Later tries have the search's own luck too, and are corrected in the same way.
    after = find_gifts(flattered, search)
    assert search.wins_by_gifts[after] == pytest.approx(halfway.wins(after))
    assert unevenness(halfway.wins(after)) < 0.5


@pytest.mark.parametrize(
    ("wins", "reach", "state"),
    [
        ((33.0, 33.5, 33.5), 0.5, MET),
        ((32.6, 33.5, 33.9), 0.5, AS_MEASURED),
        ((32.2, 33.5, 34.3), 0.5, OPEN),
        ((31.7, 33.5, 34.8), 0.3, OUTSIDE),
        ((32.2, 33.5, 34.3), np.nan, OPEN),
    ],
)
def test_the_verdict_on_a_try_follows_its_intervals(wins, reach, state):
    wins = np.array(wins)
    verdict = judge(wins, wins - reach, wins + reach, 1.0, 9)
    assert verdict.state == state and (verdict.games is not None) == (state in (AS_MEASURED, OPEN))
    assert verdict.distance == pytest.approx(np.abs(wins - 100 / 3).max())


def test_games_of_all_line_ups_are_counted() -> None:
    """The count includes games with a mechanism off, games with one strategy in every seat, and
    games of other line-ups.
    """
    line_ups = [("a", "b"), ("a", "b", "b")]
    assert first_player.games_to_explain(line_ups, 3, 4, 100) == 100 * 2 * (1 + 3 + 2 + 4)
    assert first_player.games_to_explain([("a", "a")], 0, 0, 100) == 100
