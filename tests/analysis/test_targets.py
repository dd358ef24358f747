"""Test the figures of a target, predictions for edits, and the choice of edits."""

from __future__ import annotations

import numpy as np
import pytest
from cli.process import call

from eoc_sim.analysis import luck_of_the_deal, strategies
from eoc_sim.analysis.dealt_cards import DealtCards
from eoc_sim.analysis.levers import Levers
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.targets import (
    CARD,
    MET,
    MISSED,
    MISSED_AS_MEASURED,
    ORDER,
    PLAYS,
    STRATEGY,
    Figures,
    Target,
)
from eoc_sim.analysis.trials import trials
from eoc_sim.simulator.eoc.numbers import numbers
from eoc_sim.simulator.eoc.versions import baseline
from eoc_sim.simulator.runs.version_options import VersionOptions

SEATS = ("vegas", "hoarder", "random")
ALL = Target((10.0, 60.0), 5.0, 20.0, 10.0, no_dead_card=True)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("targets")
    answer = call(
        folder,
        "sweep",
        "--seats",
        ",".join(SEATS),
        "--games",
        "900",
        "--jobs",
        "1",
        "--quiet",
        "--keep",
        "seats,cards,offers",
        "--out",
        "run",
        "--vary",
        "rules.order_stars_1=2,12",
    )
    assert answer.returncode == 0, answer.stderr
    return Run(folder / "run")


@pytest.fixture(scope="module")
def figures(run: Run) -> Figures:
    return Figures(run, ALL)


def test_figures_agree_with_the_other_tables(run: Run, figures: Figures):
    values = figures.values()
    wins = strategies.win_shares(run)
    assert values[figures.indexes(STRATEGY)] == pytest.approx(wins["wins"].to_numpy())
    for kind, frame in luck_of_the_deal.win_shares(run).items():
        if places := figures.indexes(kind):
            assert values[places] == pytest.approx(frame.sort(kind)["wins"].to_numpy())
    assert figures.indexes(ORDER) and figures.indexes("coach")
    worth = DealtCards(run).worth()
    ids = [figures.rows[place].id for place in figures.indexes(CARD)]
    assert values[figures.indexes(CARD)] == pytest.approx(worth[ids], nan_ok=True)
    plays = values[figures.indexes(PLAYS)]
    assert len(ids) == plays.size == 120 and (plays >= 0).all() and (plays <= 100).all()


def test_unrequested_parts_have_no_figures(run: Run):
    assert not Figures(run, Target()).rows
    assert {row.kind for row in Figures(run, Target(turn_order=3.0)).rows} == {ORDER}


def test_what_a_version_changes(run: Run, figures: Figures):
    change, errors = figures.changes(2)
    places = figures.indexes(ORDER)
    assert change[places].sum() == pytest.approx(0) and change[places][0] > 5
    assert change[places] == pytest.approx((figures.values(2) - figures.values())[places])
    assert 0 < errors[places[0]] < 2 and np.isnan(errors[figures.indexes(CARD)]).all()


def test_figures_are_judged_by_their_intervals(run: Run, figures: Figures):
    judged = figures.judge()
    low, high = judged["low"].to_numpy(), judged["high"].to_numpy()
    is_measured = np.isfinite(low)
    assert (low[is_measured] <= judged["value"].to_numpy()[is_measured] + 1e-9).all()
    assert (judged["value"].to_numpy()[is_measured] <= high[is_measured] + 1e-9).all()
    states = dict(zip(judged["label"], judged["state"], strict=True))
    assert states["random"] == MISSED  # it hardly ever wins
    assert MET in judged["state"].to_list()
    # Intervals that hold jointly over several tries are at least as wide.
    assert (figures.judge(tries=3)["high"].to_numpy() >= high - 1e-9)[is_measured].all()


def test_a_card_that_is_never_offered_is_not_known_to_be_dead(
    run: Run, monkeypatch: pytest.MonkeyPatch
):
    figures = Figures(run, Target(no_dead_card=True))
    cards = run.dim(run.card_column.dim).height
    monkeypatch.setattr(figures, "_plays", lambda arm: (np.zeros(cards), np.zeros(cards)))
    judged = figures.judge()
    assert judged.select("value", "low", "high", "state").unique().rows() == [
        (0.0, 0.0, 100.0, MISSED_AS_MEASURED)
    ]


def test_the_effect_of_stars_by_turn_order_is_predicted(run: Run, figures: Figures):
    """Rescoring is nearly exact, because these players ignore scores."""
    levers = Levers(figures)
    number = next(
        entry
        for entry in numbers(baseline(VersionOptions(seats=SEATS)))
        if entry.key == "rules.order_stars_1"
    )
    predicted = levers.predict(number, 2.0)
    played, _errors = figures.changes(1)
    places = [*figures.indexes(STRATEGY), *figures.indexes(ORDER)]
    assert predicted is not None
    assert np.abs((predicted - played)[places]).max() < 1.0
    assert predicted[figures.indexes(ORDER)][0] > 0.5
    assert predicted[figures.indexes(STRATEGY)].sum() == pytest.approx(0, abs=1e-9)


def test_predictions_for_cards_coaches_and_rules(run: Run, figures: Figures):
    levers = Levers(figures)
    by_key = {
        (number.key, number.kind): number
        for number in numbers(baseline(VersionOptions(seats=SEATS)))
    }
    stars = levers.predict(by_key["card.038.stars", "stars"], 0.0)
    own = next(
        place for place in figures.indexes(CARD) if figures.rows[place].label.startswith("038")
    )
    assert stars is not None and stars[own] < 0
    more_expensive = levers.predict(by_key["card.001.cost_blue", "cost_blue"], 1.0)
    assert more_expensive is not None
    coach = levers.predict(by_key["coach.HC8.effect", "free_bets of the effect"], 1.0)
    place = next(
        place
        for place in figures.indexes("coach")
        if figures.rows[place].label == "Riverboat Gambler"
    )
    assert coach is not None and coach[place] <= 0
    # Card effects are predicted from twins, which this run lacks; most rules, such as the size of
    # the hand, have no prediction.
    assert levers.predict(by_key["card.038.effect", "stars of the effect"], 1.0) is None
    assert levers.predict(by_key["rules.hand", "number"], 3.0) is None


def test_the_most_promising_edits_are_tried(run: Run):
    figures = Figures(run, Target(turn_order=0.5))
    all_numbers = numbers(baseline(VersionOptions(seats=SEATS)))
    values = [number.original for number in all_numbers]
    uneven = figures.values() + [4.0, 0.0, -4.0]
    selection = trials(all_numbers, values, [], figures, uneven, Levers(figures))
    keys = {all_numbers[trial.number].key for trial in selection}
    assert any(key.startswith("rules.order_stars_") for key in keys) and "rules.hand" in keys
    assert len(keys) < 60
    assert all(trial.value != all_numbers[trial.number].original for trial in selection)
    # An existing edit is tried in both directions, regardless of the prediction.
    place = next(i for i, number in enumerate(all_numbers) if number.key == "card.038.stars")
    selection = trials(all_numbers, values, [place], figures, uneven, Levers(figures))
    assert len([trial for trial in selection if trial.number == place]) >= 3
