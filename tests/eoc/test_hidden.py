"""Redeals of all that a seat cannot see (INF-2): fair, consistent and blind."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from eoc.tabletop import engine, fixed_components
from eoc.test_branching import KINDS, MIXED
from scipy.stats import chisquare

from eoc_sim.simulator.eoc.engine import load_strategy
from eoc_sim.simulator.eoc.state import HIDDEN, changing_fields
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.records import field_of

if not COMPILED:
    pytest.skip("takes minutes; tests/eoc/pure plays redeals too", allow_module_level=True)

UNLIKELY = 1e-4
"""The keys are fixed, so a p-value below this means that redeals are not uniform."""


def value(worker, part, name):
    content = field_of(worker.part(part), name)
    return content.copy() if isinstance(content, np.ndarray) else int(content)


def pile(worker, seat, name):
    """Return the cards in a seat's hand or stash."""
    size = value(worker, "table", f"{name}_size")[seat]
    return field_of(worker.part("seats")[seat], name)[:size].tolist()


def deck(worker):
    return value(worker, "box", "deck")[
        value(worker, "box", "deck_top") : value(worker, "box", "deck_end")
    ].tolist()


def slots(worker):
    """Map each place of hidden cards to its cards."""
    players = worker.engine.players
    return {
        "deck": deck(worker),
        **{
            (seat, name): pile(worker, seat, name)
            for seat in range(players)
            for name in ("hand", "stash")
        },
    }


def own_facts(worker, seat):
    """Return a seat's own facts, except its memory and random stream."""
    record = worker.part("seats")[seat]
    return [
        np.array(field_of(record, name)).tolist()
        for name in ("seat", "hand", "stash", "board", "board_position")
    ]


def block(worker):
    """Return all that a game changes, as bytes."""
    return worker.states.view(np.uint8)[
        changing_fields.start : changing_fields.start + changing_fields.size
    ].tobytes()


def worker_at(game_engine, game, phase, month):
    worker = game_engine.worker()
    worker.set_up(game)
    worker.play_until(phase, month)
    return worker


def copy_of(worker):
    other = worker.engine.worker()
    other.copy_from(worker)
    return other


MOMENTS = [
    ("dealing", 1),
    ("drafting", 1),
    ("acting", 4),
    ("drafting", 10),
    ("drafting", 11),
    ("choosing dice", 12),
]
at_moments = pytest.mark.parametrize(
    "moments", [MOMENTS[::2], pytest.param(MOMENTS, marks=pytest.mark.slow)], ids=["half", "all"]
)


@at_moments
@pytest.mark.parametrize(("rules", "players", "settings"), KINDS)
def test_visible_facts_stay_and_no_card_is_in_two_places(rules, players, settings, moments):
    """INF-1, INF-2, END-5: visible facts stay the same, and each card has one place."""
    game_engine = engine(*MIXED[:players], rules=rules, seed=8, **settings)
    changed = 0
    for phase, month in moments:
        truth = worker_at(game_engine, month, phase, month)
        hidden = np.flatnonzero(value(truth, "table", "card_place")[:120] == HIDDEN)
        for seat in range(players):
            redealt = copy_of(truth)
            redealt.redeal(seat, key=seat + 10 * month)
            assert redealt.part("table").tobytes() == truth.part("table").tobytes()
            assert own_facts(redealt, seat) == own_facts(truth, seat)
            cards_in_places = [card for cards in slots(redealt).values() for card in cards]
            assert sorted(cards_in_places) == hidden.tolist()
            boards = [int(field_of(private, "board")) for private in redealt.part("seats")][
                :players
            ]
            assert len(set(boards)) == players
            for private in redealt.part("seats")[:players]:
                positions = fixed_components().boards[field_of(private, "board")].positions
                assert field_of(private, "board_position").tolist() == list(positions)
                assert not field_of(private, "memory").any() and field_of(private, "draws") == 0
            assert value(redealt, "box", "key").tolist() != value(truth, "box", "key").tolist()
            changed += slots(redealt) != slots(truth)
            # Everyone knows which shuffle filled a place; its cards still come from that shuffle.
            if settings.get("stash") != "open_draft":
                assert [batches(redealt, cards) for cards in slots(redealt).values()] == [
                    batches(truth, cards) for cards in slots(truth).values()
                ]
    assert changed >= len(moments) * players - players


def batches(worker, cards):
    return value(worker, "box", "card_batch")[cards].tolist()


@at_moments
@pytest.mark.parametrize(("rules", "players", "settings"), KINDS)
def test_states_that_look_alike_are_redealt_alike(rules, players, settings, moments):
    """INF-2: a redeal depends on the seat's view and on the key, never on the truth."""
    game_engine = engine(*MIXED[:players], rules=rules, seed=9, **settings)
    for phase, month in moments:
        truth = worker_at(game_engine, 20 + month, phase, month)
        for seat in range(players):
            single_redeal, double_redeal, other_key = (copy_of(truth) for _ in range(3))
            single_redeal.redeal(seat, 77)
            double_redeal.redeal(seat, 5)
            other_key.redeal(seat, 78)
            if len({card for cards in slots(truth).values() for card in cards}) > 12:
                assert slots(double_redeal) != slots(single_redeal) != slots(other_key)
            double_redeal.redeal(seat, 77)
            assert block(double_redeal) == block(single_redeal)


def tally(truth, seat, keys, look):
    """Count the answers of ``look`` over redeals with many keys."""
    counts = Counter()
    worker = copy_of(truth)
    for key in range(keys):
        worker.redeal(seat, key)
        counts.update(look(worker))
    return counts


def assert_uniform(observed, choices):
    assert set(observed) <= set(choices)
    counts = [observed[choice] for choice in choices]
    assert min(counts) > 0 and chisquare(counts).pvalue > UNLIKELY, counts


def test_every_unseen_card_may_be_anywhere():
    """Redeals cover the deck's top and bottom, a rival's hand and stash, and all boards."""
    game_engine = engine("balanced", "vegas", "hoarder", seed=4)
    truth = worker_at(game_engine, 1, "drafting", 4)
    seat = next(index for index in range(3) if pile(truth, index, "hand"))
    rival = next(index for index in range(3) if index != seat and pile(truth, index, "hand"))
    unseen = [
        card
        for place, cards in slots(truth).items()
        if place == "deck" or place[0] != seat
        for card in cards
    ]
    keys = 30 * len(unseen)
    assert_uniform(tally(truth, seat, keys, lambda w: deck(w)[:1]), unseen)
    assert_uniform(tally(truth, seat, keys, lambda w: deck(w)[-1:]), unseen)
    assert_uniform(tally(truth, seat, keys, lambda w: pile(w, rival, "hand")), unseen)
    assert_uniform(tally(truth, seat, keys, lambda w: pile(w, rival, "stash")), unseen)
    boards = set(range(8)) - {int(field_of(truth.part("seats")[seat], "board"))}
    for other in {0, 1, 2} - {seat}:
        counts = tally(
            truth, seat, 1400, lambda w, o=other: [int(field_of(w.part("seats")[o], "board"))]
        )
        assert_uniform(counts, sorted(boards))
    # Places are independent: the first of two holds the lower card in half of the redeals.
    lower = tally(truth, seat, keys, lambda w: [pile(w, rival, "stash")[0] < deck(w)[0]])
    assert_uniform(lower, [False, True])


def test_the_next_roll_is_redrawn_and_fair():
    """DIC-1: the next roll is redrawn and fair, but a roll that has been seen stays."""
    game_engine = engine("balanced", "vegas", seed=4)
    truth = worker_at(game_engine, 2, "dealing", 3)
    tallies = Counter()
    worker = game_engine.worker()
    for key in range(1500):
        worker.copy_from(truth)
        worker.redeal(0, key)
        worker.play_until("choosing dice", 3)
        tallies.update(enumerate(value(worker, "table", "dice").tolist()))
    for colour in range(6):
        counts = [tallies[colour, number] for number in range(1, 7)]
        assert chisquare(counts).pvalue > UNLIKELY
    rolled = value(worker_at(game_engine, 2, "choosing dice", 3), "table", "dice")
    acting = worker_at(game_engine, 2, "acting", 3)
    acting.redeal(0, 9)
    assert value(acting, "table", "dice").tolist() == rolled.tolist()  # these have been seen


def test_rivals_choices_are_ignored(tmp_path):
    """A redeal gives rivals any unseen cards, although in truth they keep bargains."""
    file = tmp_path / "thrifty.py"  # has no `keep`; the default keeps the best bargains
    file.write_text("def act(table, me, params, order):\n    return 0\n", encoding="utf-8")
    game_engine = engine(*[str(file)] * 4, seed=6)
    bargain = np.array([2 * card.stars - sum(card.cost) for card in fixed_components().cards])
    true_gains, redealt_gains = [], []
    for game in range(100):
        truth = worker_at(game_engine, game, "dealing", 1)
        rivals = [card for seat in (1, 2, 3) for card in pile(truth, seat, "stash")]
        unseen = bargain[rivals + deck(truth)].mean()
        true_gains.append(bargain[rivals].mean() - unseen)
        truth.redeal(0, game)
        redealt = [card for seat in (1, 2, 3) for card in pile(truth, seat, "stash")]
        redealt_gains.append(bargain[redealt].mean() - unseen)
    error = np.std(redealt_gains, ddof=1) / 10
    assert abs(np.mean(redealt_gains)) < 3.5 * error and np.mean(true_gains) > 5 * error


def test_the_pile_under_the_deck_is_known():
    """END-3: after November the cards under the deck are known, but not their order."""
    game_engine = engine("balanced", "vegas", "hoarder", "random", seed=5)
    truth = worker_at(game_engine, 3, "dealing", 10)
    bottom = [card for card in deck(truth) if batches(truth, [card]) == [1]]
    bottom_start = len(deck(truth)) - len(bottom)
    assert bottom_start > 0 and len(bottom) > 20
    counts = Counter()
    for key in range(2000):
        truth.redeal(2, key)
        assert set(deck(truth)[bottom_start:]) == set(bottom)
        counts[deck(truth)[bottom_start]] += 1
    assert_uniform(counts, bottom)


def test_printed_stashes_are_public():
    """SET-8: each region's starter stash is printed, and regions are public, so stashes are too."""
    game_engine = engine("random", "random", "random", stash="starter", seed=5)
    truth = worker_at(game_engine, 3, "acting", 5)
    before = slots(truth)
    truth.redeal(1, 4)
    after = slots(truth)
    assert all(after[seat, "stash"] == before[seat, "stash"] for seat in range(3))
    assert after["deck"] != before["deck"]


def seen_hands(game_engine, game, viewer):
    """Return which cards others took from hands that a seat saw in an open draft.

    For each time that the viewer saw a hand, a pair lists the seats that took from it before the
    viewer saw it again, and the cards that they took.
    """
    events = game_engine.replay(game)
    players = len(events[0]["players"])
    taken = {seat: [] for seat in range(players)}
    for event in events:
        if event["e"] == "pick":
            taken[event["player"]].append(event["card"])
    groups = []
    for hand in range(players):
        views = [pick for pick in range(4) if (viewer + pick) % players == hand]
        for view, end in zip(views, [*views[1:], 4], strict=True):
            owners = [(hand - pick) % players for pick in range(view + 1, end)]
            cards = [taken[(hand - pick) % players][pick] for pick in range(view + 1, end)]
            groups.append((owners, cards))
    return groups


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_seen_in_an_open_draft_are_remembered(players):
    """SET-12: a seat knows which cards others took from a hand it saw, but not who took which."""
    game_engine = engine(*["random"] * players, stash="open_draft", seed=11)
    numbers = [card.number for card in fixed_components().cards]
    orders = Counter()
    for game in range(12):
        for viewer in range(players):
            groups = seen_hands(game_engine, game, viewer)
            assert sum(len(cards) for _, cards in groups) == {2: 3, 3: 5, 4: 6}[players]
            for phase, month in (("dealing", 1), ("acting", 6)):
                truth = worker_at(game_engine, game, phase, month)
                stashes = {s: {numbers[c] for c in pile(truth, s, "stash")} for s in range(players)}
                left = [
                    [(o, c) for o, c in zip(owners, cards, strict=True) if c in stashes[o]]
                    for owners, cards in groups
                ]
                for key in range(12):
                    truth.redeal(viewer, key + 100 * game)
                    now = {s: {numbers[c] for c in pile(truth, s, "stash")} for s in range(players)}
                    for group in left:
                        # Each owner in the group has exactly one of its cards, and nobody else has
                        # any.
                        cards = {card for _, card in group}
                        held = {s: now[s] & cards for s in range(players) if s != viewer}
                        assert sorted(map(len, held.values())) == sorted(
                            [1] * len(group) + [0] * (players - 1 - len(group))
                        )
                        assert {s for s, held_cards in held.items() if held_cards} == {
                            o for o, _ in group
                        }
                        if month == 1 and len(group) == 3:
                            ordered = sorted(cards)
                            orders[tuple(ordered.index(*held[o]) for o, _ in group)] += 1
    if players == 4:
        assert_uniform(orders, list(permutations(range(3))))


@at_moments
@pytest.mark.parametrize(("rules", "players", "settings"), KINDS)
def test_rollouts_play_on_with_models_of_the_players(rules, players, settings, moments):
    """From any redeal, declared models play every seat to the end; the key decides the result."""
    game_engine = engine(*MIXED[:players], rules=rules, seed=12, **settings)
    models = game_engine.policies_of([load_strategy("balanced")] * players)
    for phase, month in moments:
        truth = worker_at(game_engine, 30 + month, phase, month)
        ends = []
        for key in (1, 2, 1):
            worker = copy_of(truth)
            worker.redeal(0, key)
            worker.play_until("game over", policies=models)
            ends.append(worker.rows(["seats"])["seats"]["score"].tolist())
        assert ends[0] == ends[2]
        assert month > 10 or ends[0] != ends[1]


def test_a_rollout_does_not_know_the_rivals():
    """With other rivals, hands and decks, each key gives the same scores."""
    values = []
    for rivals in (("vegas", "hoarder"), ("random", "quick_start")):
        game_engine = engine("balanced", *rivals, seed=13)
        models = game_engine.policies_of([load_strategy("balanced")] * 3)
        # Both start from the first line-up's public history; the redeal changes hidden facts.
        truth = worker_at(engine("balanced", "vegas", "hoarder", seed=13), 4, "drafting", 6)
        worker = game_engine.worker()
        worker.copy_from(truth)
        worker.redeal(0, key=1000 + len(values))
        ends = []
        for key in range(20):
            rollout = copy_of(worker)
            rollout.redeal(0, key)
            rollout.play_until("game over", policies=models)
            ends.append(rollout.rows(["seats"])["seats"]["score"].tolist())
        values.append(ends)
    assert values[0] == values[1] and len(set(map(tuple, values[0]))) > 15
