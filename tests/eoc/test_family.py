"""The data family: which cells change, how often and how far, and which stay."""

from __future__ import annotations

import importlib.util
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.component_cells import change, differences
from eoc_sim.simulator.eoc.component_map import HOME_REGIONS
from eoc_sim.simulator.eoc.component_report import check
from eoc_sim.simulator.eoc.component_rows import COST_COLUMNS
from eoc_sim.simulator.eoc.component_summary import board_counts, homes, remarks
from eoc_sim.simulator.eoc.components import Components, load
from eoc_sim.simulator.eoc.effect_codes import GAIN_USE_AGAIN, GAIN_VALUE
from eoc_sim.simulator.eoc.effect_language import TYPE_NAMES, parse
from eoc_sim.simulator.eoc.family import (
    checked_draws,
    draw_components,
    kept_draws,
    member,
    package_spreads,
    warn_unchecked,
)
from eoc_sim.simulator.kernel.compiled import COMPILED

DATA = load(None)
DRAWN = 200
ROOT = Path(__file__).parents[2]


@cache
def draws():
    """Return the first ``DRAWN`` draws, whether kept as members or not."""
    return [draw_components(DATA, number) for number in range(1, DRAWN + 1)]


def shares(values):
    """Return the share of draws in which each value occurs."""
    return {value: count / DRAWN for value, count in sorted(Counter(values).items())}


def check_shares(observed, expected):
    """Check that shares are as expected, within five standard deviations."""
    assert observed.keys() == expected.keys(), observed
    for value, share in expected.items():
        assert abs(observed[value] - share) <= 5 * (share * (1 - share) / DRAWN) ** 0.5, observed


def values_of_card(number, read):
    return [read(draw.card(number)) for draw in draws()]


def test_member_0_is_the_data():
    assert member(DATA, 0) is DATA and draw_components(DATA, 0) is DATA


def test_members_are_the_draws_that_were_kept():
    rows = checked_draws()
    assert [int(row["draw"]) for row in rows] == list(range(1, len(rows) + 1))
    accepted_draws = kept_draws()
    assert len(accepted_draws) == 50 == len({member(DATA, number).hash for number in range(1, 51)})
    for number in (1, 2, 50):
        assert member(DATA, number) == draw_components(DATA, accepted_draws[number - 1])
    for row in rows:
        # Golden: another draw would change the family behind published findings.
        assert draw_components(DATA, int(row["draw"])).hash.startswith(row["hash"])


def test_members_pass_the_data_check(monkeypatch):
    module = "eoc_sim.simulator.eoc.component_report.load"
    for number in range(1, 51):
        drawn = member(DATA, number)
        assert Components.from_dict(drawn.as_dict()) == drawn
        assert remarks(drawn) == []
    monkeypatch.setattr(module, lambda data: member(DATA, 7))
    assert "Everything can be played." in list(check(None))


def test_printed_cells_never_change():
    for draw in draws():
        for before, after in (
            *zip(DATA.cards, draw.cards, strict=True),
            *zip(DATA.coaches, draw.coaches, strict=True),
        ):
            for column in before.printed_columns:
                if column in COST_COLUMNS:
                    place = COST_COLUMNS.index(column)
                    assert before.cost[place] == after.cost[place]
                elif column != "text":
                    assert getattr(before, column) == getattr(after, column), (before, column)
            assert (before.number, before.name, before.source) == (
                after.number,
                after.name,
                after.source,
            )
        assert draw.stashes == DATA.stashes
        values = {state.name: state.value for state in draw.map.states}
        assert (values["Wisconsin"], values["Montana"]) == (5, 2)


def test_all_members_of_printed_components_are_equal():
    columns = ("type", "stars", "effect", *COST_COLUMNS)
    printed = replace(
        DATA,
        cards=tuple(replace(card, printed_columns=columns) for card in DATA.cards),
        coaches=tuple(replace(coach, printed_columns=("effect",)) for coach in DATA.coaches),
        boards=tuple(replace(board, source="printed") for board in DATA.boards),
        map=replace(
            DATA.map,
            sources=dict.fromkeys(DATA.map.sources, "printed"),
            states=tuple(replace(state, source="printed") for state in DATA.map.states),
        ),
    )
    for number in range(1, 21):
        assert draw_components(printed, number) == printed


def test_every_reconstructed_cell_can_change():
    keys = {change.key for draw in draws() for change in differences(DATA, draw)}
    for card in DATA.cards:
        columns = {"stars"} if "stars" not in card.printed_columns else set()
        if not set(COST_COLUMNS) & set(card.printed_columns):
            columns |= set(COST_COLUMNS)
        assert {f"card.{card.number}.{column}" for column in columns} <= keys, card.number
    assert {f"board.B{number}.position1" for number in range(1, 9)} <= keys
    # The amount changes in every reconstructed effect that has one; doublings do not change.
    for card in DATA.cards:
        amounts = any(clause.gain not in (GAIN_USE_AGAIN, GAIN_VALUE) for clause in card.clauses)
        if amounts and "effect" not in card.printed_columns:
            assert f"card.{card.number}.effect" in keys, card.effect
    assert any(draw.map.edges != DATA.map.edges for draw in draws())


def test_sizes_of_changes():
    check_shares(
        shares(values_of_card("016", lambda card: card.stars)), {1: 1 / 4, 2: 1 / 2, 3: 1 / 4}
    )
    # The 2 stars of 008 are printed.
    assert set(values_of_card("008", lambda card: card.stars)) == {2}
    check_shares(
        shares(values_of_card("010", lambda card: sum(card.cost))),
        {1: 1 / 5, 2: 3 / 5, 3: 1 / 5},
    )
    check_shares(
        shares(values_of_card("085", lambda card: card.clauses[0].amount)),
        {1: 23 / 24, 2: 1 / 24},
    )
    for draw in draws():
        for card in draw.cards:
            assert 1 <= sum(card.cost) <= 4 and 1 <= card.stars <= 6
            assert parse(card.effect) == card.clauses
            original = DATA.card(card.number)
            assert abs(card.stars - original.stars) <= 1
            assert abs(sum(card.cost) - sum(original.cost)) <= 1
            assert (card.text == original.text) == (card.effect == original.effect)
    # The amount of 065's gain, 1, is printed; the symbol after it is unknown.
    assert set(values_of_card("065", lambda card: card.effect)) == {
        f"month: if crapped_out: 1 {what}" for what in ("bucks", "ec any", "stars")
    }


def test_counts_of_card_types_and_positions_never_change():
    for draw in draws():
        kinds = Counter(TYPE_NAMES[card.type] for card in draw.cards)
        assert kinds == {"culture": 48, "personnel": 48, "fundraising": 24}
        assert set(board_counts(draw).values()) == {(5, 3)}
    swapped = [
        sum(a.type != b.type for a, b in zip(DATA.cards, draw.cards, strict=True))
        for draw in draws()
    ]
    check_shares(shares(swapped), dict.fromkeys(range(0, 13, 2), 1 / 7))


def test_the_map_stays_playable():
    closed, opened = [], []
    for draw in draws():
        closed.append(len(set(DATA.map.edges) - set(draw.map.edges)))
        opened.append(len(set(draw.map.edges) - set(DATA.map.edges)))
        values = Counter(draw.map.border_values)
        assert values[2] == values[4] and 2 <= values[2] <= 6 and sum(values.values()) == 16
        for home in homes(draw):
            assert home.singles[0][2] in (3, 4)
        for region in range(6):
            pairs = [
                (drawn.value, original.value)
                for drawn, original in zip(draw.map.states, DATA.map.states, strict=True)
                if drawn.regions == (region,)
            ]
            assert sorted(value for value, _ in pairs) == [2, 3, 4, 5]
            if region in HOME_REGIONS:
                assert (2, 2) in pairs
    check_shares(shares(closed), dict.fromkeys(range(5), 1 / 5))
    check_shares(shares(opened), dict.fromkeys(range(5), 1 / 5))


def test_editing_a_cell_changes_only_its_own_component():
    for key, value in (
        ("card.003.stars", "6"),
        ("card.003.effect", "month: 2 stars"),
        ("card.003.cost_blue", "1"),
        ("coach.HC3.effect", "market: 2 bucks"),
        ("card.003.source", "number name stars effect"),
    ):
        edited = change(DATA, [(key, value)])
        for number in (1, 2, 3):
            changed_keys = {
                change.key
                for change in differences(
                    draw_components(DATA, number), draw_components(edited, number)
                )
            }
            component = ".".join(key.split(".")[:2])
            assert all(changed_key.startswith(f"{component}.") for changed_key in changed_keys), (
                changed_keys
            )


def test_a_further_card_changes_no_other_cell():
    card = replace(DATA.card("002"), number="200", type=2, region=0)
    more = replace(DATA, cards=(*DATA.cards, card))
    for number in (1, 2, 3):
        drawn = draw_components(more, number)
        assert drawn.cards[:-1] == draw_components(DATA, number).cards
        assert drawn.map == draw_components(DATA, number).map


def test_members_and_seeds_beyond_the_family_are_refused():
    with pytest.raises(InputError, match="no member 51 of the data family"):
        member(DATA, 51)
    with pytest.raises(InputError, match="family seed -1"):
        draw_components(DATA, 1, -1)


def test_draws_differ_by_number_and_seed():
    assert draw_components(DATA, 1, 2) != draw_components(DATA, 1, 1)
    for one, other in pairwise(draws()[:5]):
        assert one != other


def test_members_of_other_components_are_not_checked():
    assert warn_unchecked(DATA) == ""
    assert "only those drawn around the package's data" in warn_unchecked(
        change(DATA, [("card.003.stars", "6")])
    )


def test_spreads_come_from_the_file():
    spreads = package_spreads()
    assert spreads.star_steps == (-1, 0, 0, 1) and spreads.known_values == ("Wisconsin", "Montana")


@pytest.mark.skipif(not COMPILED, reason="takes minutes")
@pytest.mark.parametrize(
    "place",
    [
        0,
        *(pytest.param(index, marks=pytest.mark.slow) for index in range(1, 50)),
    ],
)
def test_members_stay_near_their_targets(place):
    """The bounds are wider than the targets, which the members met with the
    strategies of release 0.1.

    Those strategies played more cards than the current strategies do.
    """
    spec = importlib.util.spec_from_file_location(
        "family_members", ROOT / "scripts" / "family_members.py"
    )
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    draw = kept_draws()[place]
    row = script.check_draw(draw)
    recorded = checked_draws()[draw - 1]
    assert (row["hash"], row["remarks"]) == (recorded["hash"], "0")
    assert 140 <= float(row["bubba"]) <= 210 and 85 <= float(row["beginners"]) <= 125
    assert float(row["strongest_low"]) <= float(row["printed_high"])
    assert len(row["dead"].split()) <= 36
