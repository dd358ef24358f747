"""The scripted strategies: how well they play, and that each plays as its name says."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from eoc.tabletop import package

from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.kernel.compiled import COMPILED

ARCHETYPES = ("hoarder", "quick_start", "vegas", "marketing_drip")
GAMES = 200
FEBRUARY = 12

pytestmark = pytest.mark.skipif(not COMPILED, reason="means need more games than this mode plays")


def play(*seats: str, games: int = GAMES, preset: str = "standard", **settings: str):
    rules = resolve(preset, settings)
    engine = Engine(package(), rules, [load_strategy(seat) for seat in seats], seed=11)
    return engine.worker().play(0, games, ["seats", "dice", "months", "cards"])


def of(tables: Mapping[str, np.ndarray], table: str, strategy: int) -> np.ndarray:
    """The rows of one strategy of the line-up."""
    seats = tables["seats"]
    players = int(seats["seat"].max()) + 1
    owner = np.full((int(seats["game"].max()) + 1, players), -1)
    owner[seats["game"], seats["seat"]] = seats["strategy"]
    rows = tables[table]
    return rows[owner[rows["game"], rows["seat"]] == strategy]


@pytest.fixture(scope="module")
def among_themselves() -> dict[str, np.ndarray]:
    return play(*ARCHETYPES)


@pytest.mark.parametrize("name", ARCHETYPES)
def test_archetypes_reach_their_floor(among_themselves, name):
    mine = of(among_themselves, "seats", ARCHETYPES.index(name))
    assert mine["score"].mean() >= 80
    assert mine["recruits_signed"].mean() >= 6


@pytest.mark.parametrize("place", range(4))
def test_balanced_in_any_place_reaches_its_floor(place):
    seats = list(ARCHETYPES)
    seats[place] = "balanced"
    assert of(play(*seats), "seats", place)["score"].mean() >= 100


def test_random_stays_low():
    tables = play("random", *ARCHETYPES[:3])
    assert of(tables, "seats", 0)["score"].mean() <= 60
    assert play(*["random"] * 4)["seats"]["score"].mean() <= 60


def full_share(tables, strategy: int, months=range(1, 13)) -> float:
    dice = of(tables, "dice", strategy)
    dice = dice[np.isin(dice["month"], list(months))]
    return float((dice["mode"] == 0).mean())


def test_hoarder_takes_full_dice_early_and_quick_start_half(among_themselves):
    assert full_share(among_themselves, 0, range(1, 6)) > 0.8
    assert full_share(among_themselves, 1, range(1, 6)) < 0.3


def test_hoarder_gathers_ec_in_its_blowout_month():
    early = play("hoarder:blowout_month=5", "hoarder:blowout_month=7", "balanced", "vegas")
    received = []
    for strategy in range(2):
        months = of(early, "months", strategy)
        received.append(
            [months["ec_received"][months["month"] == month].mean() for month in range(13)[1:]]
        )
    assert sum(received[0][4:6]) > 1.2 * sum(received[1][4:6])
    assert sum(received[1][6:8]) > 1.2 * sum(received[0][6:8])


def test_quick_start_drafts_cheap_cards_and_starts_early(among_themselves):
    paid, score = [], []
    for strategy in range(4):
        cards = of(among_themselves, "cards", strategy)
        paid.append(cards["paid"][cards["played_month"] > 0].mean())
        months = of(among_themselves, "months", strategy)
        score.append(months["score_end"][months["month"] == 3].mean())
    assert paid[1] == min(paid)
    assert score[1] == max(score)


def test_quick_start_sends_most_runners(among_themselves):
    runners = [of(among_themselves, "seats", one)["runners"].mean() for one in range(4)]
    assert runners[1] == max(runners)


def test_vegas_bets_most(among_themselves):
    bets = [of(among_themselves, "seats", one)["bets"].mean() for one in range(4)]
    assert bets[2] > 2 * max(bets[0], bets[1], bets[3])


def test_marketing_drip_markets_almost_every_month(among_themselves):
    stars = [of(among_themselves, "seats", one)["marketing"].mean() for one in range(4)]
    assert stars[3] == max(stars)
    assert stars[3] > 10


@pytest.mark.parametrize("line_up", [ARCHETYPES, ("balanced", "vegas", "balanced", "hoarder")])
def test_no_ec_die_that_could_still_be_used(line_up):
    """Before February any EC can at least be bet; in February nothing may be left to buy."""
    months = play(*line_up)["months"]
    assert not months["ec_wasted"][months["month"] < FEBRUARY].any()


def test_bucks_are_spent_in_the_end(among_themselves):
    assert (among_themselves["seats"]["bucks_left"] <= 6).mean() > 0.98


@pytest.mark.parametrize(
    ("preset", "settings"),
    [
        ("standard", {}),
        ("family", {}),
        ("cutthroat", {}),
        ("standard", {"coach_choice": "reverse_turn_order", "stash": "open_draft"}),
        ("standard", {"auction": "on", "stash": "starter", "trade_fee": "ec2"}),
        ("standard", {"dice_draft": "exclusive", "dice_order": "snake", "boards": "off"}),
        ("standard", {"free_moves": "none_at_all", "start_bucks": "0", "coaches": "off"}),
        ("standard", {"seeded_months": "0", "stash": "deal5", "start_bucks": "60"}),
    ],
)
@pytest.mark.parametrize("step", [4, pytest.param(2, marks=pytest.mark.slow)])
def test_no_strategy_ever_acts_illegally(preset, settings, step):
    """Half of the line-ups still have everybody."""
    names = (*ARCHETYPES, "balanced", "random")
    for first in range(0, 6, step):
        seats = [names[(first + seat) % 6] for seat in range(4)]
        play(*seats, games=25, preset=preset, **settings)
    play("random", "balanced", games=25, preset=preset, **settings)


@pytest.mark.parametrize("name", [*ARCHETYPES, "balanced", "random"])
def test_every_strategy_plays_solo(name):
    scores = play(name, games=25, preset="solo")["seats"]["score"]
    assert len(scores) == 50


def test_defaults_play_what_a_strategy_leaves_out(tmp_path):
    file = tmp_path / "lazy.py"
    file.write_text(
        "def sell(table, me, params, order):\n    return 1\n", encoding="utf-8"
    )
    seats = play(*[str(file)] * 4, games=50, auction="on")["seats"]
    assert 10 < seats["score"].mean() < 60
    play(*[str(file)] * 3, games=10, coach_choice="reverse_turn_order", stash="open_draft")
    play(*[str(file)] * 2, games=10, dice_draft="exclusive")
