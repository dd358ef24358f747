"""Test Stadium's twin results on made-up twins with known numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from synthetic_stadium import stadium_run

from eoc_sim.analysis.folders import write_metrics
from eoc_sim.analysis.stadium.part_twins import by_component, has_part_twins, side_by_side
from eoc_sim.analysis.stadium.timing import PLACEMENTS, Timing, has_timing
from eoc_sim.analysis.stats import CHANGES, NO_CHANGE
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.twin_means import MIN_GAMES

GAMES = 40
ALL_GAMES = np.arange(GAMES)
NONE = {"player": -1, "employee": -1, "place": -1, "space": -1, "other_space": -1, "token": -1}
SEATS = {
    "game": np.repeat(ALL_GAMES, 2),
    "seat": [0, 1] * GAMES,
    "strategy": [0, 1] * GAMES,
    "win_share": [1.0, 0.0] * GAMES,
}


def rows(twin, games=ALL_GAMES, seat=0, strategy=0, change=0.0, other=0.0, share=0.0, **columns):
    """Make twins of one kind that change scores and win shares by the given amounts."""
    shape = (len(games),)
    own, others = (np.broadcast_to(array, shape) for array in (change, other))
    seats = np.broadcast_to(seat, shape)
    shares = np.broadcast_to(share, shape)
    return {
        **{
            name: np.full(len(games), value)
            for name, value in (NONE | columns).items()
            if name != "state"
        },
        "state": [columns.get("state", "bare")] * len(games),
        "game": games,
        "twin": [twin] * len(games),
        "seat": seats,
        "strategy": np.broadcast_to(strategy, shape),
        "margin": own - others,
        "score_0": np.where(seats == 0, own, others),
        "score_1": np.where(seats == 1, own, others),
        "win_share_0": np.where(seats == 0, shares, -shares),
        "win_share_1": np.where(seats == 1, shares, -shares),
    }


def run_of(path: Path, *parts) -> Run:
    """Make a run of 40 games with these twins."""
    names = parts[0].keys()
    joined = {name: np.concatenate([np.asarray(part[name]) for part in parts]) for name in names}
    order = np.argsort(joined["game"], kind="stable")
    twins = {name: values[order].tolist() for name, values in joined.items()}
    kinds = sorted({str(kind) for kind in joined["twin"]})
    return stadium_run(
        path / "run",
        {"seats": SEATS, "twins": twins},
        games=GAMES,
        twins={"a_game": 0, "out_of": 1, "entries": [[kind, 0, "", "", 0, 1] for kind in kinds]},
    )


# --- Places and cards.


def test_worth_of_a_card_to_its_owner_and_the_other(tmp_path):
    change = ALL_GAMES % 3
    frame = by_component(
        run_of(
            tmp_path,
            rows(
                "both off",
                player=1,
                seat=ALL_GAMES % 2,
                strategy=ALL_GAMES % 2,
                change=change,
                other=-2,
                share=1.0,
            ),
            rows("points off", place=3, change=11),
            rows("effect off", employee=2, games=ALL_GAMES[: MIN_GAMES - 1], change=4),
        )
    )
    all_strategies = frame.filter(frame["strategy"] == "all")
    place, player, few = all_strategies.iter_rows(named=True)
    assert [row["label"] for row in (place, player, few)] == [
        "F02 Second Square",
        "P01 Card 1",
        "E02 Card 2",
    ]
    assert [row["off"] for row in (place, player, few)] == ["points", "both", "effect"]
    assert player["score"] == pytest.approx(change.mean())
    assert (player["others_score"], player["wins"], player["others_wins"]) == (-2, 100, -100)
    assert player["margin"] == pytest.approx(change.mean() + 2)
    assert player["score_all_low"] < player["score_low"] < player["score"] < player["score_high"]
    assert player["verdict"] == CHANGES
    # All games are equal, but unseen games may differ, so nothing is certain.
    assert place["score"] == 11 and place["score_low"] < 11
    assert place["wins"] == 0 and place["wins_low"] <= 0 < place["wins_high"]
    assert few["games"] == MIN_GAMES - 1
    assert all(few[name] is None for name in ("score", "verdict", "more_games"))
    row_of_a = frame.filter((frame["strategy"] == "a") & (frame["kind"] == "player")).row(
        0, named=True
    )
    assert row_of_a["games"] == GAMES / 2 and row_of_a["score"] == pytest.approx(change[::2].mean())
    wide = side_by_side(frame)
    assert wide["label"].to_list() == [row["label"] for row in (place, player, few)]
    assert wide["points_score"].to_list() == [11, None, None]
    assert wide["both_games"].to_list() == [0, GAMES, 0]


def test_the_absence_of_an_effect_is_never_certain(tmp_path):
    """If no game differs, an interval around 0 allows for those that might."""
    run = run_of(tmp_path, rows("both off", player=0), rows("effect off", player=0))
    for row in by_component(run).iter_rows(named=True):
        assert row["wins"] == row["score"] == 0
        assert row["wins_low"] < -1 and row["wins_high"] > 1 and row["verdict"] != NO_CHANGE


def test_the_unit_is_the_game(tmp_path):
    """Twins of two seats for the same game and thing count once, with their mean."""
    frame = by_component(
        run_of(
            tmp_path,
            rows("both off", place=0, change=6),
            rows("both off", place=0, seat=1, change=0),
        )
    )
    row = frame.filter(frame["strategy"] == "all").row(0, named=True)
    assert (row["games"], row["score"]) == (GAMES, 3)


# --- Tokens, placements, VPs.


def test_timing(tmp_path):
    rounds = np.where(ALL_GAMES < 20, 2, 15)
    run = run_of(
        tmp_path,
        rows(
            "tokens given",
            token=0,
            round=rounds,
            change=np.where(ALL_GAMES < 20, 2, 1) + ALL_GAMES % 2,
        ),
        rows("tokens given", token=2, round=1, change=5 + ALL_GAMES % 2, other=-1, share=0.5),
        rows("VP elsewhere", space=6, other_space=5, round=3, change=3, other=-1, state="double"),
        rows("VP elsewhere", space=6, other_space=6, round=3, change=0),
        rows("VP elsewhere", space=1, other_space=5, round=rounds, change=-2, seat=1, strategy=1),
        rows("VP denied", vp=3, round=rounds, change=7 - ALL_GAMES % 2),
    )
    timing = Timing(run)
    tokens = timing.tokens().filter(timing.tokens()["strategy"] == "all")
    assert tokens.select("token", "round", "score", "others_score", "wins").rows() == [
        ("money", "2", 2.5, 0, 0),
        ("money", "13 to 16", 1.5, 0, 0),
        ("wins", "1", 5.5, -1, 50),
    ]
    assert tokens["verdict"].to_list()[2] == CHANGES
    spaces = timing.placements("spaces")
    all_strategies = spaces.filter(spaces["strategy"] == "all")
    assert all_strategies.select("space", "games", "margin", "score").rows() == [
        ("Train", GAMES, -2, -2),
        ("Draft", GAMES, 4, 3),  # without the games that had no second choice
    ]
    assert spaces.filter(spaces["strategy"] == "b")["space"].to_list() == ["Train"]
    states = timing.placements("states")
    assert states.filter(states["strategy"] == "all")["state"].to_list() == ["bare", "double"]
    choices = timing.placements("choices").row(1, named=True)
    assert (choices["space"], choices["other_space"]) == ("Draft", "Tickets")
    by_round = timing.placements("spaces_by_round")
    assert by_round.filter(by_round["strategy"] == "all").select("space", "round").rows() == [
        ("Train", "2"),
        ("Train", "13 to 16"),
        ("Draft", "3"),
    ]
    vps = timing.vps()
    any_round, second, late = vps.filter(vps["strategy"] == "all").iter_rows(named=True)
    assert (any_round["round"], second["round"], late["round"]) == ("all", "2", "13 to 16")
    assert (any_round["games"], second["games"], any_round["score"]) == (GAMES, GAMES / 2, 6.5)
    write_metrics(tmp_path, "timing", timing.tables())
    assert {path.stem for path in (tmp_path / "metrics").iterdir()} == {
        "timing_tokens",
        "timing_vps",
        *(f"timing_placements_{name}" for name in PLACEMENTS),
    }


def test_runs_without_twins(tmp_path):
    run = stadium_run(tmp_path / "run", {"seats": SEATS}, games=GAMES)
    assert not has_part_twins(run) and not has_timing(run)
    with pytest.raises(MissingResults, match='run "eoc-sim cards" to play a run with twins'):
        by_component(run)
    with pytest.raises(MissingResults, match='run "eoc-sim timing" to play a run with twins'):
        Timing(run)
    token_run = run_of(tmp_path / "other", rows("tokens given", token=0, round=1))
    assert has_timing(token_run) and not has_part_twins(token_run)
