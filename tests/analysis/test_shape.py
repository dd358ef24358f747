"""Planted imbalances are found and described, and pure chance shows none."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from chance_runs import GAMES, chance_run
from synthetic_orchard import orchard_run
from synthetic_runs import random_run, table, write_run

from eoc_sim.analysis import shape
from eoc_sim.analysis.eoc import shape as eoc_shape
from eoc_sim.analysis.notable_findings import Finding, answers, notable
from eoc_sim.analysis.notable_findings import table as metric_table
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import build
from eoc_sim.reports.finding_sentences import sentence, small_print


def findings_of(path: Path) -> list[Finding]:
    return found_in(Run(path))


def found_in(run: Run) -> list[Finding]:
    return notable(answers(eoc_shape.ask(run).questions).values())


# --- Findings and their rank.


def finding(low: float, high: float, least: float = 25.0, most: float = 25.0) -> Finding:
    return Finding("x", "x {}", (low + high) / 2, low, high, (least, most), 5.0, 100)


def test_strength_is_the_distance_from_the_ordinary_range_in_units_of_the_smallest_change() -> None:
    assert finding(35, 90).strength == 2
    assert finding(2, 20).strength == 1
    assert finding(24, 90).strength == 0
    assert finding(51, 52, 10, 40).strength == pytest.approx(2.2)
    assert finding(11, 39, 10, 40).strength == 0
    assert finding(0, 4, 10, math.inf).strength == pytest.approx(1.2)
    assert finding(math.nan, math.nan).strength == 0
    assert finding(26, 90).strength > 0 and not finding(26, 90).notable


def test_the_strongest_come_first_and_each_kind_together() -> None:
    def make(about: str, low: float, kind: str = "") -> Finding:
        return Finding(about, "", low + 1, low, low + 2, (25.0, 25.0), 1.0, 100, kind, about)

    heads = notable(
        [make("a", 30, "k"), make("b", 40), make("c", 35, "k"), make("d", 5, "k"), make("e", 25)]
    )
    assert [head.about for head in heads] == ["d", "b", "c"], (
        "findings below the ordinary range are a group of their own"
    )
    assert [similar.about for similar in heads[2].similar_findings] == ["a"]


# --- Planted.


def test_the_effect_of_a_planted_coach_holds_under_every_strategy(tmp_path: Path) -> None:
    one, *others = findings_of(chance_run(tmp_path / "run", coach=30))
    assert not any(other.above for other in others), (
        "no other finding is above: players who face the coach win less"
    )
    assert sentence(one).startswith("Head coach Coach A wins ")
    assert "It holds under every strategy" in one.detail
    assert "ordinary: 25; remarkable if at least 1 beyond" in small_print(one)
    assert 700 < one.games < 900


def test_the_effect_of_a_coach_who_helps_one_strategy_holds_under_it(tmp_path: Path) -> None:
    coach = findings_of(chance_run(tmp_path / "run", coach=60, coach_of=2))[0]
    assert coach.detail.startswith("Strategy by strategy, it holds under vegas +")
    assert "More games are needed to tell whether it holds under hoarder" in coach.detail


def test_the_effect_of_a_coach_who_helps_one_strategy_does_not_hold_under_others(
    tmp_path: Path,
) -> None:
    path = chance_run(tmp_path / "run", 12_000, coach=60, coach_of=2)
    run = Run(path)
    # The smallest change that matters is so large that the changes of other strategies are
    # certainly smaller.
    run.words.smallest["wins"] = 12.0  # type: ignore[index]
    coach = found_in(run)[0]
    assert coach.detail.startswith("Strategy by strategy, it holds under vegas +")
    assert "It does not hold under hoarder" in coach.detail


def test_chosen_coaches_are_not_judged(tmp_path: Path) -> None:
    path = chance_run(tmp_path / "run", coach=30)
    run = Run(path)
    run.record["baseline"]["rules"]["coach_choice"] = "reverse_turn_order"
    assert not any(
        "coach" in question.about
        for question in eoc_shape.ask(run).questions
        if "wins" in question.about
    )


@pytest.mark.parametrize(
    ("planted", "sentence_part"),
    [
        ({"order": 12}, "more than second."),
        ({"final": 0.7, "august": 0.2}, "The final scoring alone decides "),
        (
            {"august": 0.7, "final": 0.1},
            "the winner takes the lead for good by the end of August",
        ),
        ({"signed": 3}, "70.0 of 100 recruits on the map are never signed"),
        ({"bets": 0.0}, "Only 0.0"),
    ],
)
def test_a_planted_imbalance_is_reported(
    tmp_path: Path, planted: dict[str, float], sentence_part: str
) -> None:
    (imbalance,) = findings_of(chance_run(tmp_path / "run", **planted))  # type: ignore[arg-type]
    assert sentence_part in sentence(imbalance)
    assert "2 400 games" in small_print(imbalance)


@pytest.mark.parametrize(("ahead", "is_certain"), [(40, True), (11, False), (0, False)])
def test_the_certain_lead_of_the_best_strategy(
    tmp_path: Path, ahead: int, is_certain: bool
) -> None:
    """The near ends of intervals count, not the difference between the means."""
    rng = np.random.default_rng(3)
    games = 300
    score = rng.normal(120, 15, (games, 2)) + np.array([ahead, 0])
    run = Run(
        write_run(
            tmp_path / "run",
            {
                "seats": table(
                    "seats",
                    {
                        "game": np.repeat(np.arange(games), 2),
                        "seat": np.tile([0, 1], games),
                        "strategy": np.tile([0, 1], games),
                        "score": score.round().astype(int).ravel(),
                        "win_share": np.full(2 * games, 0.5),
                    },
                )
            },
            players=2,
            strategies=("strong", "weak"),
        )
    )
    lead = shape._unequal_players(run, 100)
    assert bool(lead) == is_certain
    if is_certain:
        minimum = float(lead.split("at least ")[1].split()[0])
        assert 30 < minimum < np.diff(score.mean(axis=0)[::-1])[0] - 3


def test_a_version_that_changes_nothing_is_reported(tmp_path: Path) -> None:
    path = chance_run(tmp_path / "run", versions=(0, 1000))
    assert not findings_of(path), "another value of the same key changes something"
    (dead,) = findings_of(chance_run(tmp_path / "alone", versions=(0,)))
    assert sentence(dead) == "038 Analytics Nerd: stars 5 -> 0 changes 0.0 of 100 games."


def test_a_key_whose_values_change_nothing_is_reported_once(tmp_path: Path) -> None:
    """Each key has one finding."""
    (dead,) = findings_of(chance_run(tmp_path / "run", versions=(0, 0, 0)))
    assert sentence(dead) == "038 Analytics Nerd: stars 5 -> 0, 1 or 2 changes 0.0 of 100 games."
    assert dead.games == GAMES and not dead.similar_findings


def test_halfway_leads_are_compared_with_the_strategys_wins(tmp_path: Path) -> None:
    """A strategy that always leads early but never wins does not show what a lead is worth."""
    path = chance_run(tmp_path / "original", 600)
    rows = pl.read_parquet(path / "seats" / "*.parquet")
    weak = pl.col("strategy") == 1
    score = pl.when(weak).then(0).otherwise(100 + pl.col("score"))
    rows = rows.with_columns(score.cast(rows["score"].dtype).alias("score"))
    best = pl.col("score") == pl.col("score").max().over("game")
    rows = rows.with_columns(
        (best / best.sum().over("game")).cast(rows["win_share"].dtype).alias("win_share")
    )
    months = pl.concat(
        [
            table(
                "months",
                {
                    "arm": np.zeros(rows.height, dtype=int),
                    "game": rows["game"].to_numpy(),
                    "seat": rows["seat"].to_numpy(),
                    "month": np.full(rows.height, month),
                    "score_end": np.where(rows["strategy"].to_numpy() == 1, 50, 20),
                },
            )
            for month in range(1, 13)
        ]
    )
    run = Run(write_run(tmp_path / "run", {"seats": rows, "months": months}))
    questions = {question.about: question for question in eoc_shape.months(run)}
    leader = questions["extra wins of the leader at the end of August"]
    assert leader.estimates.values[0] == pytest.approx(0, abs=1e-9)


def test_a_card_that_nobody_plays_is_reported(tmp_path: Path) -> None:
    path = random_run(tmp_path / "run", 1500, keep=("seats", "cards", "offers"), deck=40)
    run = Run(path)
    assert not any(answer.notable for answer in answers(shape.dead_cards(run)).values())
    rows = pl.read_parquet(path / "cards" / "*.parquet")
    tables = {
        "cards": rows.with_columns(
            pl.when(pl.col("card") == 1)
            .then(0)
            .otherwise("played_month")
            .cast(pl.Int8)
            .alias("played_month")
        ),
        "offers": pl.read_parquet(path / "offers" / "*.parquet"),
    }
    names = pl.read_parquet(path / "dims" / "cards.parquet")["name"].to_list()
    dead = Run(write_run(tmp_path / "dead", tables, cards=names))
    (unplayed,) = notable(answers(shape.dead_cards(dead)).values())
    assert sentence(unplayed) == (
        "038 Analytics Nerd is put into play in 0.0 of 100 games in which it is offered."
    )


# --- Chance.


@pytest.mark.parametrize(
    "runs", [20, pytest.param(200, marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_chance_alone_is_no_finding(tmp_path: Path, runs: int) -> None:
    """At most 5 in 100 runs have a finding.

    In at most 5 in 100 runs, or in 2 runs if that is more, an interval excludes the fair value.
    """
    runs_with_finding, runs_outside = 0, 0
    for seed in range(runs):
        answered = answers(
            eoc_shape.ask(Run(chance_run(tmp_path / str(seed), 480, seed))).questions
        ).values()
        runs_with_finding += any(chance_finding.notable for chance_finding in answered)
        runs_outside += any(chance_finding.strength > 0 for chance_finding in answered)
    assert runs_with_finding <= 0.05 * runs
    assert runs_outside <= max(0.05 * runs, 2)


def test_a_long_run_of_chance_alone_is_no_finding(tmp_path: Path) -> None:
    assert findings_of(chance_run(tmp_path / "run", 12_000)) == []


# --- Tables and other games.


@pytest.mark.slow
def test_missing_tables_are_reported(tmp_path: Path) -> None:
    path = chance_run(tmp_path / "run", 240)
    unanswered = [about for about, _ in eoc_shape.ask(Run(path)).unanswered_subjects]
    assert unanswered == [
        "dead cards",
        "comebacks and stars by month",
        "contested recruits",
        "full and half value of dice",
        "where cards come from",
    ]
    text = build(path).read_text(encoding="utf-8")
    assert "Not answered, for lack of tables that --keep all would keep: dead cards; come" in text
    assert " answers, all listed below, stands out." in text
    rows = pl.read_parquet(path / "metrics" / "findings.parquet")
    assert rows.height == len(eoc_shape.ask(Run(path)).questions) + 4, (
        "the table also has the wins of four strategies"
    )
    assert not rows["notable"].any()


@pytest.mark.slow
def test_an_extended_run_still_finds_the_coach(tmp_path: Path) -> None:
    path = chance_run(tmp_path / "run", coach=30)
    run = Run(path)
    run.record["planned_games"] = 1200
    run._reader.record["planned_games"] = 1200
    assert run.look.is_past_planned_look
    coach = notable(answers(eoc_shape.ask(run).questions).values())[0]
    assert "Coach A" in sentence(coach)


def test_questions_about_another_game_follow_from_column_roles(tmp_path: Path) -> None:
    original = random_run(
        tmp_path / "original", 300, stars=(1,), keep=("games", "seats", "cards", "offers")
    )
    run = Run(orchard_run(tmp_path / "run", original, values=(1,)))
    shape_questions = shape.ask(run, shape.askers())
    assert shape_questions.unanswered_subjects == ()
    subjects = [question.about for question in shape_questions.questions]
    for about in (
        "wins in 100 with kind of soil sand",
        "shared wins",
        "plays of 038 Tree 2",
        "games that 038 Tree 2: fruit 5 -> 1 changes",
    ):
        assert about in subjects, about
    assert "points from picked apples" not in subjects, (
        "if a score has few parts, each of them is large"
    )
    assert metric_table(list(answers(shape_questions.questions).values())).height == len(subjects)


def test_a_single_player_has_no_fair_share(tmp_path: Path) -> None:
    rows = pl.read_parquet(chance_run(tmp_path / "original", 60) / "seats" / "*.parquet")
    alone = rows.filter(pl.col("seat") < 2)
    names = ["hoarder", "bubba", "vegas", "balanced"]
    run = Run(write_run(tmp_path / "run", {"seats": alone}, players=1, strategies=names))
    questions = eoc_shape.ask(run).questions
    assert {question.kind for question in questions} == {"points by part", "idle mechanisms", ""}
    assert not any("wins" in question.about for question in questions)
