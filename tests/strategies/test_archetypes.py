"""The scripted strategies: their strength, and the play that their names promise."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from eoc_sim.analysis.eoc.signature import EARLY, early_spending, full_dice, peak, spending
from eoc_sim.analysis.points import parts
from eoc_sim.analysis.strategies import habits, win_shares
from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.runs.arms import baseline_arms
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import Request
from eoc_sim.simulator.runs.runner import play as play_run
from eoc_sim.simulator.runs.version_options import VersionOptions

ARCHETYPES = ("hoarder", "quick_start", "vegas", "marketing_drip")
GAMES = 200
LINE_UP_GAMES = 2400
"""The games that the default line-up plays, enough to know wins to within 2 percentage points."""
FEBRUARY = 12

pytestmark = pytest.mark.skipif(
    not COMPILED, reason="averages need more games than pure Python can play in reasonable time"
)


def play(*seats: str, games: int = GAMES, preset: str = "standard", **settings: str):
    rules = resolve(preset, settings)
    engine = Engine(load(None), rules, [load_strategy(seat) for seat in seats], seed=11)
    return engine.worker().play(0, games, ["seats", "dice", "months", "cards"])


def run_of(folder: Path, *seats: str, games: int = GAMES) -> Run:
    """Return a run of a line-up with the tables that the signatures need."""
    arms = baseline_arms(GAME, GAME.baseline(VersionOptions(seats=seats)))
    request = Request("run", arms, games, seed=11, keep=("seats", "dice", "months"))
    return Run(play_run(GAME, request, RunDirectory.claim(folder, "run")).path)


def values(frame: pl.DataFrame, column: str) -> dict[str, float]:
    """Return a column of a table of means, by strategy."""
    return dict(frame.select("label", column).iter_rows())


@pytest.fixture(scope="module")
def archetypes_run(tmp_path_factory) -> Run:
    return run_of(tmp_path_factory.mktemp("archetypes") / "run", *ARCHETYPES, games=LINE_UP_GAMES)


@pytest.fixture(scope="module")
def habit_means(archetypes_run) -> pl.DataFrame:
    return habits(archetypes_run)


def test_archetypes_reach_their_floor(archetypes_run, habit_means):
    assert min(win_shares(archetypes_run)["score"]) >= 130
    assert min(habit_means["recruits_signed"]) >= 8


@pytest.mark.parametrize("place", range(4))
def test_balanced_reaches_its_floor_in_any_place(place, tmp_path):
    seats = list(ARCHETYPES)
    seats[place] = "balanced"
    played = run_of(tmp_path / "run", *seats, games=GAMES - GAMES % 24)
    assert values(win_shares(played), "score")["balanced"] >= 140


def test_random_stays_low():
    seats = play("random", *ARCHETYPES[:3])["seats"]
    assert seats["score"][seats["strategy"] == 0].mean() <= 60
    assert play(*["random"] * 4)["seats"]["score"].mean() <= 60


def test_every_archetype_wins_its_share_in_the_default_line_up(archetypes_run):
    """Over all 24 seatings each archetype wins between 15 and 35 games in 100."""
    wins = values(win_shares(archetypes_run), "wins")
    assert all(15 <= share <= 35 for share in wins.values()), wins


def others(numbers: dict[str, float], name: str) -> list[float]:
    """Return the numbers of the other three."""
    return [number for other, number in numbers.items() if other != name]


def test_hoarder_takes_the_most_full_dice_and_quick_start_the_fewest(archetypes_run):
    early = values(full_dice(archetypes_run, EARLY), "full")
    assert early["hoarder"] > 90
    assert early["quick_start"] < min(others(early, "quick_start")) - 15
    whole = values(full_dice(archetypes_run), "full")
    assert whole["hoarder"] > max(others(whole, "hoarder")) + 3


def test_hoarder_spends_last_and_quick_start_early(archetypes_run):
    """The hoarder's peak of spending comes last, in fall; quick_start's EC go early."""
    early = values(early_spending(archetypes_run), "early")
    assert early["quick_start"] > max(others(early, "quick_start")) + 10
    spent = spending(archetypes_run)
    peaks = {name: peak(spent, name)["month"] for name in ARCHETYPES}
    assert peaks["hoarder"] > max(others(peaks, "hoarder"))
    assert 7 <= peaks["hoarder"] <= 9


def test_quick_start_sends_the_most_runners(habit_means):
    runners = values(habit_means, "runners")
    assert runners["quick_start"] > 2 * max(others(runners, "quick_start"))


def test_vegas_bets_the_most(habit_means):
    bets = values(habit_means, "bets")
    assert bets["vegas"] > 1.4 * max(others(bets, "vegas"))


def test_marketing_drip_gains_the_most_stars_from_marketing(archetypes_run):
    stars = values(parts(archetypes_run), "marketing")
    assert stars["marketing_drip"] == max(stars.values())
    assert stars["marketing_drip"] > 10


@pytest.mark.parametrize("line_up", [ARCHETYPES, ("balanced", "vegas", "balanced", "hoarder")])
def test_no_ec_are_wasted_before_february(line_up):
    """Before February any EC can at least be bet; in February there may be nothing left to buy."""
    months = play(*line_up)["months"]
    assert not months["ec_wasted"][months["month"] < FEBRUARY].any()


def test_few_bucks_are_left_at_the_end():
    assert (play(*ARCHETYPES)["seats"]["bucks_left"] <= 6).mean() > 0.98


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
    """The line-ups together contain every strategy."""
    names = (*ARCHETYPES, "balanced", "random")
    for first in range(0, 6, step):
        seats = [names[(first + seat) % 6] for seat in range(4)]
        play(*seats, games=25, preset=preset, **settings)
    play("random", "balanced", games=25, preset=preset, **settings)


@pytest.mark.parametrize("name", [*ARCHETYPES, "balanced", "random"])
def test_every_strategy_plays_solo(name):
    scores = play(name, games=25, preset="solo")["seats"]["score"]
    assert len(scores) == 50  # each game has a row for the player and one for Bubba


def test_defaults_replace_missing_functions(tmp_path):
    file = tmp_path / "lazy.py"
    file.write_text("def sell(table, me, params, order):\n    return 1\n", encoding="utf-8")
    seats = play(*[str(file)] * 4, games=50, auction="on")["seats"]
    assert 10 < seats["score"].mean() < 60
    play(*[str(file)] * 3, games=10, coach_choice="reverse_turn_order", stash="open_draft")
    play(*[str(file)] * 2, games=10, dice_draft="exclusive")


# The characteristic of each preset: a column of seats, and the margin by which its mean must differ
# from the mean of `balanced`.
PRESETS = {
    "region_specialist": ("region_recruits", 0.15),
    "position_collector": ("unique_positions", 0.05),
    "card_engine": ("cards_played", 0.1),
    "border_hunter": ("border_recruits", 1.0),
    "beginner": ("score", -60.0),
}


@pytest.fixture(scope="module")
def rows_against_yardsticks() -> dict[str, np.ndarray]:
    """Map ``balanced`` and each preset to its ``seats`` rows against three yardsticks."""
    rows = {}
    for name in ("balanced", *PRESETS):
        seats = play(name, *["balanced_2026"] * 3, games=600)["seats"]
        rows[name] = seats[seats["strategy"] == 0]
    return rows


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_its_characteristic(rows_against_yardsticks, name):
    column, margin = PRESETS[name]
    own, balanced_mean = (
        float(rows_against_yardsticks[strategy][column].mean()) for strategy in (name, "balanced")
    )
    assert (own - balanced_mean) / margin > 1


def test_a_beginner_has_about_100_stars(rows_against_yardsticks):
    """The rulebook expects about 100 stars in a first game (S:403)."""
    assert 90 < rows_against_yardsticks["beginner"]["score"].mean() < 110


def test_specialists_are_strong(rows_against_yardsticks):
    """No characteristic costs more than one star in eight."""
    usual = rows_against_yardsticks["balanced"]["score"].mean()
    for name in PRESETS:
        if name != "beginner":
            assert rows_against_yardsticks[name]["score"].mean() > usual * 7 / 8
