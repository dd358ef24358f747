"""A pilot finds the twins that can be omitted, because their results can be recomputed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from runs.test_twins import VERSION, play_run, request

from eoc_sim.analysis import card_twins
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.twin_means import MEASURES
from eoc_sim.simulator.eoc import scored_parts
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.eoc.schedule import Dealer, Schedule, inert_cards
from eoc_sim.simulator.eoc.scored_parts import BOTH, STARS, entries_without_twins
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import play, read_keep
from eoc_sim.simulator.runs.schedule import TwinEngine

COMPONENTS = VERSION.components
ENTRIES = tuple(inert_cards(COMPONENTS))
ALL_TWINS = Schedule(ENTRIES, out_of=1)
END_CARDS = ("018", "036", "041", "043", "063", "090", "F16")
"""Cards whose effect at the end does not grow with recruits."""
GAMES = 60

pytestmark = pytest.mark.skipif(not COMPILED, reason="needs many games")


@pytest.fixture(scope="module")
def pilot():
    (engine,) = GAME.engines([VERSION], 1, "balanced")
    worker = TwinEngine(engine, Dealer(ALL_TWINS, engine)).worker()
    rows = worker.play(0, GAMES, ("cards", "twins"))
    return rows["twins"], rows["cards"]


@pytest.fixture(autouse=True)
def small_pilot(monkeypatch):
    monkeypatch.setattr(scored_parts, "MIN_TWINS", 100)


def entries_to_omit(twins, cards, components=COMPONENTS):
    """Return the kind and card of each entry that needs no twins."""
    is_superfluous = entries_without_twins(ENTRIES, components, twins, cards)
    return {
        (entry.kind, entry.card)
        for entry, superfluous in zip(ENTRIES, is_superfluous, strict=True)
        if superfluous
    }


def test_twins_of_stars_and_of_end_effects_that_count_no_recruits_are_left_out(pilot):
    """Planners sign more recruits for a card that counts recruits, so such a card has twins."""
    expected = {(STARS, card.number) for card in COMPONENTS.cards}
    expected |= {(kind, card) for kind in ("card effect", BOTH) for card in END_CARDS}
    assert entries_to_omit(*pilot) == expected


def test_one_differing_twin_keeps_its_group(pilot):
    twins, cards = pilot
    rows = {card.number: row for row, card in enumerate(COMPONENTS.cards)}
    superfluous = entries_to_omit(twins, cards)
    for kind, group in (
        (0, {twin for twin in superfluous if twin[0] == STARS}),
        (1, {twin for twin in superfluous if twin[0] != STARS}),
    ):
        (index,) = np.flatnonzero((twins["twin"] == kind) & (twins["card"] == rows["063"]))[:1]
        for column in ("score_0", "score_2", "wasted"):
            changed_twins = twins.copy()
            changed_twins[column][index] += 1
            assert entries_to_omit(changed_twins, cards) == superfluous - group


def test_twins_are_kept_if_they_are_few_or_the_card_has_several_copies(pilot):
    twins, cards = pilot
    assert entries_to_omit(twins[:90], cards) == set()
    omitted_with_copies = entries_to_omit(
        twins, cards, COMPONENTS.with_changes([("063", "copies", "2")])
    )
    assert {twin for twin in entries_to_omit(twins, cards) if twin not in omitted_with_copies} == {
        twin for twin in entries_to_omit(twins, cards) if twin[1] == "063"
    }


def test_recomputed_scores_agree_with_twins(tmp_path, pilot):
    """A run that omits twins has the same numbers as a run that plays all of them."""
    is_superfluous = entries_without_twins(ENTRIES, COMPONENTS, *pilot)
    play_run(tmp_path / "full", games=GAMES, schedule=ALL_TWINS)
    play_run(
        tmp_path / "reduced",
        games=GAMES,
        schedule=ALL_TWINS.with_shares((~is_superfluous).astype(int).tolist()),
    )
    full_run, reduced_run = Run(tmp_path / "full"), Run(tmp_path / "reduced")
    columns = ["game", "thing", "number", "off", *MEASURES]
    for off in ("stars", "effect", "both"):
        one, other = (
            pl.concat(
                card_twins.changes_of(run, 0, run.batch(games), off) for games in run.batches()
            )
            .select(pl.col(columns))
            .sort("game", "thing")
            for run in (full_run, reduced_run)
        )
        assert one.height == other.height > 1000
        for name in columns:
            assert one[name].to_list() == pytest.approx(other[name].to_list())
        assert one["wins"].abs().max() > 0 and one["others_wins"].abs().max() > 0
    rows = reduced_run.read(reduced_run.table_with("twin"), 0, (0, GAMES), ["twin", "thing"])
    numbers = reduced_run.dim("cards")["number"].to_list()
    played_entries = {(str(kind), numbers[card]) for kind, card in rows.iter_rows()}
    assert played_entries and not played_entries & entries_to_omit(*pilot)
    table = card_twins.card_twins(reduced_run).filter(pl.col("strategy") == "all")
    games = {off: frame["games"].sum() for (off,), frame in table.group_by("off")}
    assert games == {"stars": one.height, "effect": one.height, "both": one.height}


def test_tables_for_recomputed_scores_are_required(tmp_path):
    with_twins = replace(
        request(3, ALL_TWINS.with_shares([0] * len(ENTRIES))),
        keep=read_keep(GAME, "seats", twins=True),
    )
    play(GAME, with_twins, RunDirectory.claim(tmp_path / "run", "cards"))
    with pytest.raises(MissingResults, match="--keep seats,cards,twins"):
        card_twins.card_twins(Run(tmp_path / "run"))
