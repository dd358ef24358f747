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
MANY = 2400
"""Games of the default line-up, enough for wins to +-2 in 100."""
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
    return play(*ARCHETYPES, games=MANY)


@pytest.mark.parametrize("name", ARCHETYPES)
def test_archetypes_reach_their_floor(among_themselves, name):
    mine = of(among_themselves, "seats", ARCHETYPES.index(name))
    assert mine["score"].mean() >= 130
    assert mine["recruits_signed"].mean() >= 8


@pytest.mark.parametrize("place", range(4))
def test_balanced_in_any_place_reaches_its_floor(place):
    seats = list(ARCHETYPES)
    seats[place] = "balanced"
    assert of(play(*seats), "seats", place)["score"].mean() >= 140


def test_random_stays_low():
    tables = play("random", *ARCHETYPES[:3])
    assert of(tables, "seats", 0)["score"].mean() <= 60
    assert play(*["random"] * 4)["seats"]["score"].mean() <= 60


def full_share(tables, strategy: int, months=range(1, 13)) -> float:
    dice = of(tables, "dice", strategy)
    dice = dice[np.isin(dice["month"], list(months))]
    return float((dice["mode"] == 0).mean())


def received(tables, strategy: int, column: str) -> list[float]:
    """The mean of a column of the months table, by month."""
    months = of(tables, "months", strategy)
    return [float(months[column][months["month"] == month].mean()) for month in range(1, 13)]


def spent(tables, strategy: int) -> list[float]:
    """EC spent on cards and recruits, by month."""
    cards = received(tables, strategy, "ec_spent_cards")
    recruits = received(tables, strategy, "ec_spent_recruits")
    return [card + recruit for card, recruit in zip(cards, recruits, strict=True)]


def means(tables, column: str) -> list[float]:
    """The mean of a column of the seats table for each archetype."""
    return [float(of(tables, "seats", one)[column].mean()) for one in range(4)]


def test_every_archetype_wins_its_share_of_the_default_line_up(among_themselves):
    """Over all 24 seatings each wins between 15 and 35 games in 100."""
    wins = [100 * share for share in means(among_themselves, "win_share")]
    assert all(15 <= one <= 35 for one in wins), wins


def test_hoarder_takes_full_dice_and_quick_start_half(among_themselves):
    shares = [full_share(among_themselves, one, range(1, 6)) for one in range(4)]
    assert shares[0] > 0.9
    assert shares[1] < min(shares[0], shares[2], shares[3]) - 0.15
    whole = [full_share(among_themselves, one) for one in range(4)]
    assert whole[0] > max(whole[1:]) + 0.03


def test_hoarder_blows_out_last_and_quick_start_spends_early(among_themselves):
    """The hoarder's month of peak spending comes last, in fall; a quick start's EC go early."""
    by_month = [spent(among_themselves, one) for one in range(4)]
    early = [sum(months[:5]) / sum(months) for months in by_month]
    assert early[1] > max(early[0], early[2], early[3]) + 0.1
    peaks = [months.index(max(months)) for months in by_month]
    assert peaks[0] > max(peaks[1:])
    assert 6 <= peaks[0] <= 8


def test_quick_start_sends_most_runners(among_themselves):
    runners = means(among_themselves, "runners")
    assert runners[1] > 2 * max(runners[0], runners[2], runners[3])


def test_vegas_bets_most(among_themselves):
    bets = means(among_themselves, "bets")
    assert bets[2] > 1.4 * max(bets[0], bets[1], bets[3])


def test_marketing_drip_markets_almost_every_month(among_themselves):
    stars = means(among_themselves, "marketing")
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


# What each preset is about: a column of the seats table, and whether it has more or less of it than
# `balanced` in its place.
PRESETS = {
    "region_specialist": ("region_recruits", 0.15),
    "position_collector": ("unique_positions", 0.05),
    "card_engine": ("cards_played", 0.1),
    "border_hunter": ("border_recruits", 1.0),
    "beginner": ("score", -60.0),
}


@pytest.fixture(scope="module")
def among_yardsticks() -> dict[str, np.ndarray]:
    """The seats of ``balanced`` and of each preset as one seat against three yardsticks."""
    names = ("balanced", *PRESETS)
    return {
        name: of(play(name, *["balanced_2026"] * 3, games=600), "seats", 0) for name in names
    }


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_about_what_its_name_says(among_yardsticks, name):
    column, margin = PRESETS[name]
    mine, usual = (float(among_yardsticks[one][column].mean()) for one in (name, "balanced"))
    assert (mine - usual) / margin > 1


def test_a_beginner_has_about_100_stars(among_yardsticks):
    """The rulebook's first game (S:403)."""
    assert 90 < among_yardsticks["beginner"]["score"].mean() < 110


def test_specialists_are_no_fools(among_yardsticks):
    for name in PRESETS:
        if name != "beginner":
            assert among_yardsticks[name]["score"].mean() > 175
