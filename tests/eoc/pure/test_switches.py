"""Every value of every switch (SWI) changes games as intended, and leaves other draws alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import pytest
from eoc.tabletop import Tabletop, engine, fixed_components
from eoc.variants import VariantAccounts
from sampled import some

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.rules import SWITCHES, check_deck, resolve

GAMES = 4
LUCK = ("first", "regions", "coaches", "boards", "values", "tokens", "positions", "deck", "dice")


@lru_cache(maxsize=64)
def traces(players: int, settings: tuple[tuple[str, Any], ...], games: int = GAMES):
    game_engine = engine(*["random"] * players, seed=11, **dict(settings))
    return [game_engine.replay(game) for game in range(games)]


def luck(trace):
    """Return all of a game's luck by name."""
    setup = trace[0]
    singles = [spot for spot in setup["spots"] if len(spot["regions"]) == 1]
    borders = [spot for spot in setup["spots"] if len(spot["regions"]) == 2]
    return {
        "first": setup["first"],
        "regions": [player["region"] for player in setup["players"]],
        "coaches": [player["coach"] for player in setup["players"]],
        "boards": [player["board"] for player in setup["players"]],
        "values": [(spot["base"], spot["cost"]) for spot in singles],
        "tokens": [(spot["base"], spot["cost"]) for spot in borders],
        "positions": [spot["position"] for spot in setup["spots"]],
        "deck": setup["deck"],
        "dice": events_of(trace, "roll"),
    }


def events_of(trace, kind):
    return [event for event in trace if event["e"] == kind]


def assert_same_luck(base, switched, own=()):
    """RND-1: check that two traces share all luck except that named in ``own``.

    ``base`` is the game before a switch is set, and ``switched`` the same game after.
    """
    one, other = luck(base), luck(switched)
    for name in LUCK:
        if name not in own:
            assert one[name] == other[name], name
    vmd = [
        {event["spot"]: event["vmd"] for event in events_of(trace, "sign")}
        for trace in (base, switched)
    ]
    if "vmd" not in own:
        assert all(vmd[0][spot] == vmd[1][spot] for spot in vmd[0].keys() & vmd[1].keys())
    for before, after in zip(
        events_of(base, "reshuffle"), events_of(switched, "reshuffle"), strict=False
    ):
        # The discard decks may differ in some cards; the cards that are in both keep their order.
        shared = set(before["cards"]) & set(after["cards"])
        assert [n for n in before["cards"] if n in shared] == [
            n for n in after["cards"] if n in shared
        ]


def first_difference(base, switched):
    """Return the first pair of events after the set-up that differ."""
    for before, after in zip(base[1:], switched[1:], strict=False):
        if before != after:
            return before, after
    return None, None


class Case(NamedTuple):
    """One value of a switch, the rules under which it is tried, and the expected change."""

    switch: str
    value: str | int
    has_effect: Callable[[Any, Any], bool]
    first: str = ""  # the kinds that the first differing event may have
    own: tuple[str, ...] = ()  # the luck that the switch itself changes
    base: tuple[tuple[str, Any], ...] = ()
    players: int = 3
    games: int = GAMES


EXCLUSIVE = (("dice_draft", "exclusive"),)


def all_pass(kind: str, test: Callable[[Any], bool]) -> Callable[[Any, Any], bool]:
    """Check that all events of a kind pass a test."""
    return lambda base, switched: all(map(test, events_of(switched, kind)))


def starts_with(name, value):
    return lambda base, switched: all(player[name] == value for player in switched[0]["players"])


def dealt(number, extra):
    """DRA-1: check how many cards are dealt at once, and how many extra to the starting player."""

    def has_effect(base, switched):
        sizes = Counter(len(event["cards"]) for event in events_of(switched, "deal"))
        expected = Counter({number: 36})
        if extra:
            expected[extra] += 12
        return sizes == expected and sizes != Counter(
            len(e["cards"]) for e in events_of(base, "deal")
        )

    return has_effect


def first_pool(number):
    """SET-13: check how many cards are dealt to the pool before March."""

    def has_effect(base, switched):
        counts = [
            [e["e"] for e in trace[: trace.index(events_of(trace, "month")[0])]].count("pool_card")
            for trace in (base, switched)
        ]
        return counts[1] == number != counts[0]

    return has_effect


def stash(dealt_cards, kept):
    def has_effect(base, switched):
        last = {event["player"]: event for event in events_of(switched, "stash")}
        first = {event["player"]: event for event in events_of(switched, "stash")[::-1]}
        return all(
            len(first[seat]["dealt"]) == dealt_cards and len(last[seat]["kept"]) == kept
            for seat in range(3)
        )

    return has_effect


def starter_stashes(base, switched):
    stashes = fixed_components().stashes
    names = [player["region"] for player in switched[0]["players"]]
    order = ("Northwest", "Southwest", "Texas", "Midwest", "South", "Northeast")
    return all(
        tuple(event["kept"]) == tuple(stashes[order.index(names[event["player"]])])
        for event in events_of(switched, "stash")
    )


def picks(*turns):
    """CUT-2: check the order of picks, given as places in turn order."""

    def has_effect(base, switched):
        months = split(switched)
        return all(
            [(e["player"] - events[0]["start"]) % 3 for e in events_of(events, "pick_die")]
            == [*turns]
            for events in months
        )

    return has_effect


def split(trace):
    """List each month's events, its ``month`` event first."""
    starts = [index for index, event in enumerate(trace) if event["e"] == "month"]
    return [trace[a:b] for a, b in zip(starts, [*starts[1:], len(trace)], strict=True)]


def drafts(*turns):
    """DRA-9: check the first round of drafts, given as places in turn order."""

    def has_effect(base, switched):
        for events in split(switched):
            seats = [
                (e["player"] - events[0]["start"]) % 3
                for e in events
                if e["e"] in ("draft", "delay")
            ]
            if [*dict.fromkeys(seats)] != [*turns]:
                return False
        return True

    return has_effect


def starts(*orders):
    """END-4, END-6: check who starts each month, given as places in March's order."""

    def has_effect(base, switched):
        seats = len(switched[0]["players"])
        places = [(events[0]["start"] - switched[0]["first"]) % seats for events in split(switched)]
        base_places = [(events[0]["start"] - base[0]["first"]) % seats for events in split(base)]
        return places == ([*orders] * 12)[:12] and base_places == ([*range(seats)] * 12)[:12]

    return has_effect


def order_bonus(what, place, number):
    """SET-19: check that one place starts with more BB or stars, and that such stars score."""

    def has_effect(base, switched):
        seats = len(switched[0]["players"])
        seat = (switched[0]["first"] + place - 1) % seats
        start = {"bucks": 7, "stars": 0}[what]
        expected = [start + number * (index == seat) for index in range(seats)]
        parts = [player["parts"]["order_stars"] for player in switched[-1]["players"]]
        stars = [number * (what == "stars" and index == seat) for index in range(seats)]
        return [player[what] for player in switched[0]["players"]] == expected and parts == stars

    return has_effect


def most_picks(number):
    def has_effect(base, switched):
        return number == max(
            max(Counter(e["colour"] for e in events_of(events, "pick_die")).values())
            for events in split(switched)
        )

    return has_effect


def free_steps(limit):
    """CUT-4: check that no player takes more than ``limit`` free steps in any month."""

    def has_effect(base, switched):
        counts = [0] * 12
        for month, events in enumerate(split(switched)):
            by_seat = Counter(e["player"] for e in events_of(events, "move") if e["free"])
            counts[month] = max(by_seat.values(), default=0)
        return all(number <= limit for number in counts)

    return has_effect


def pays_after_three_steps(base, switched):
    """CUT-4: check that nobody pays for a step before three free ones in a month."""
    for events in split(switched):
        free_steps_taken: Counter[int] = Counter()
        for move in events_of(events, "move"):
            free_steps_taken[move["player"]] += move["free"]
            if not move["free"] and free_steps_taken[move["player"]] < 3:
                return False
    return True


def clockwise(base, switched):
    order = ("Northwest", "Midwest", "South", "Texas")
    names = [order.index(player["region"]) for player in switched[0]["players"]]
    return sorted(names) == [0, 1, 2] and all(
        (names[(seat + 1) % 3] - names[seat]) % 3 == 1 for seat in range(3)
    )


def shuffled(base, switched):
    by_region: dict[str, list[int]] = {}
    for spot in switched[0]["spots"]:
        if len(spot["regions"]) == 1:
            by_region.setdefault(spot["regions"][0], []).append(spot["base"])
            assert list(spot["cost"].values()) == [spot["base"] - 1]
    return all(sorted(values) == [2, 3, 4, 5] for values in by_region.values())


def no_coach(base, switched):
    return starts_with("coach", None)(base, switched) and not any(
        "coach" in gain for e in switched[1:] for gain in (e, *e.get("bonuses", ()))
    )


def chosen_coaches(base, switched):
    seats = [event["player"] for event in events_of(switched, "coach")]
    first = switched[0]["first"]
    return seats == [(first + 2) % 3, (first + 1) % 3, first]


def refunds(base, switched):
    return all(
        not events_of(events, "lost_package")
        and all(e["month"] in (0, month + 1) for e in events_of(events, "refund"))
        for month, events in enumerate(split(switched)[:11], start=1)
    )


CASES = [
    *(Case("start_bucks", number, starts_with("bucks", number)) for number in (0, 30, 60)),
    *(
        Case("seeded_months", number, starts_with("seeded", number), first)
        for number, first in ((0, "income die roll"), (6, "end_turn"), (11, "end_turn"))
    ),
    Case("hand", 1, dealt(1, 1), "deal", games=2),
    Case("hand", 3, dealt(3, 1), "deal"),
    Case("hand", 5, dealt(5, 1), "deal"),
    Case("dealer_bonus", 0, dealt(2, 0), "deal draft"),
    Case("dealer_bonus", 2, dealt(2, 2), "deal"),
    Case("pool_start", "2xplayers", first_pool(6), "pool_card"),
    Case("pool_start", 0, first_pool(0), "month", base=(("stash", "deal5"),)),
    Case("pool_start", 5, first_pool(5), "pool_card"),
    Case("pool_start", 12, first_pool(12), "pool_card"),
    Case("stash", "deal5", stash(5, 5), "stash"),
    Case("stash", "open_draft", stash(6, 4), "stash"),
    # The cards of used stashes leave holes in the deck (RND-1).
    Case("stash", "starter", starter_stashes, "stash", ("deck",)),
    Case("coach_choice", "reverse_turn_order", chosen_coaches, "coach", ("coaches",)),
    Case("coaches", "off", no_coach, own=("coaches",)),
    Case("boards", "off", starts_with("board", None), own=("boards",)),
    Case("regions", "clockwise", clockwise, own=("regions",), games=8),
    Case("state_values", "shuffled", shuffled, own=("values",)),
    Case("vmd", "off", all_pass("sign", lambda e: e["vmd"] == 0), "sign", ("vmd",)),
    Case("dice_use", "any_month", all_pass("die", lambda e: e["mode"] == "full"), "die"),
    Case(
        "dice_use",
        "any_month",
        all_pass("die", lambda e: e["mode"] == "full"),
        "die pick_die",
        base=EXCLUSIVE,
    ),
    Case("dice_draft", "exclusive", most_picks(1), "pick_die"),
    Case("dice_draft", "exclusive", most_picks(2), "pick_die", players=4),
    Case("dice_order", "snake", picks(0, 1, 2, 2, 1, 0), "pick_die", base=EXCLUSIVE),
    Case("dice_order", "together", picks(0, 0, 1, 1, 2, 2), "pick_die", base=EXCLUSIVE),
    Case("dice_repeats", 2, most_picks(2), "pick_die", base=EXCLUSIVE),
    Case("dice_repeats", 1, most_picks(1), "pick_die", base=(*EXCLUSIVE, ("dice_repeats", 2))),
    Case("trade_fee", "stars2", all_pass("trade", lambda e: (e["bucks"], e["stars"]) == (0, 2))),
    Case(
        "trade_fee",
        "ec2",
        all_pass(
            "trade",
            lambda e: (e["bucks"], e["stars"], e["ec"], sum(e["give"].values())) == (0, 0, 2, 5),
        ),
    ),
    Case(
        "trade_fee",
        "none",
        all_pass(
            "trade",
            lambda e: (e["bucks"], e["stars"], e["ec"], sum(e["give"].values())) == (0, 0, 0, 3),
        ),
    ),
    Case("free_moves", "three", pays_after_three_steps),
    # "none" leaves the free steps from cards and coaches.
    Case("free_moves", "none", free_steps(3)),
    Case("free_moves", "none_at_all", free_steps(0)),
    Case("packages", "refunded", refunds, "refund", games=96, players=4),
    Case("chain", "off", starts(0), "month"),
    Case("chain", "off", starts(0), "month", players=2),
    Case("chain", "back_in_february", starts(*(0, 1, 2) * 3, 0, 1, 0), "month"),
    Case("chain", "back_in_february", starts(*(0, 1, 2, 3) * 2, 0, 1, 2, 0), "month", players=4),
    Case("pick_order", "reversed", drafts(2, 1, 0), "draft delay"),
    Case("pick_order", "reversed", picks(2, 1, 0, 2, 1, 0), "draft delay", base=EXCLUSIVE),
    Case(
        "pick_order",
        "reversed",
        picks(2, 1, 0, 0, 1, 2),
        "draft delay",
        base=(*EXCLUSIVE, ("dice_order", "snake")),
    ),
    *(
        Case(f"order_{what}_{place}", number, order_bonus(what, place, number), players=4, games=2)
        for what in ("bucks", "stars")
        for place in (1, 2, 3, 4)
        for number in (3, 20)
    ),
    Case("order_bucks_2", 20, order_bonus("bucks", 2, 20), players=2),
    Case("order_stars_1", 20, order_bonus("stars", 1, 20), players=3),
    Case("auction", "on", lambda base, switched: len(events_of(switched, "sale")) == 11, "bid"),
]
# These values are tested below, on prepared tables or against games of another kind.
BY_HAND = {
    ("tiebreak2", "recruits"): "test_second_tie_break",
    ("ties", "shared"): "test_shared_ties",
    ("solo", "on"): "test_solo_shares_its_luck",
}


def every_case() -> list[Any]:
    """List all cases.

    Without ``--long``, only the first case of every second switch runs.
    """
    seen: set[str] = set()
    parameters = []
    for case in CASES:
        marks = pytest.mark.slow if case.switch in seen or len(seen) % 2 else ()
        parameters.append(pytest.param(case, marks=marks))
        seen.add(case.switch)
    return parameters


@pytest.mark.parametrize(
    "divisor", [8, pytest.param(1, marks=pytest.mark.slow)], ids=["few", "all"]
)
@pytest.mark.parametrize(
    "case",
    every_case(),
    ids=lambda case: f"{case.switch}={case.value}-{case.players}-{len(case.base)}",
)
def test_a_switch_changes_only_what_it_should(case, divisor):
    """SWI, RND-1, RND-2: the first difference is of an expected kind, and no other luck differs."""
    games = -(-case.games // divisor)
    settings = tuple({**dict(case.base), case.switch: case.value}.items())
    changes_seen = differing = 0
    for base, switched in zip(
        traces(case.players, case.base, games),
        traces(case.players, settings, games),
        strict=True,
    ):
        assert_same_luck(base, switched, case.own)
        assert {
            name for name, value in switched[0]["rules"].items() if base[0]["rules"][name] != value
        } == {case.switch}
        before, after = first_difference(base, switched)
        differs = before is not None or any(
            base[0][name] != switched[0][name] for name in ("players", "spots")
        )
        differing += differs
        if case.first and after is not None:
            assert after["e"] in case.first.split() or before["e"] in case.first.split()
        changes_seen += case.has_effect(base, switched)
        VariantAccounts(switched, fixed_components()).check()
    assert differing, "setting the switch changes no game"
    assert changes_seen == games


def test_every_value_is_tried():
    """SWI: no value of a switch and no end of a range is left out."""
    assert all(callable(globals()[name]) for name in BY_HAND.values())
    tried = {(case.switch, case.value) for case in CASES} | set(BY_HAND)
    for switch in SWITCHES.values():
        for word in switch.words:
            assert word == switch.default or (switch.name, word) in tried
        if switch.numbers is not None:
            ends = {switch.numbers[0], switch.numbers[-1]} - {switch.default}
            assert all((switch.name, end) in tried for end in ends)


@lru_cache
def preset_trace(preset, players):
    """Return the trace of a game under an unchanged preset."""
    return engine(*["random"] * players, rules=preset, seed=3).replay(1)


@pytest.mark.parametrize("case", some([case for case in CASES if not case.base][::3], 4))
@pytest.mark.parametrize("preset", [pytest.param("family", marks=pytest.mark.slow), "cutthroat"])
def test_switches_in_other_presets(case, preset):
    """SWI, RND-1: switches leave luck alone under the Family and cut-throat rules, too."""
    settings = {case.switch: case.value}
    base = preset_trace(preset, case.players)
    switched = engine(*["random"] * case.players, rules=preset, seed=3, **settings).replay(1)
    assert_same_luck(base, switched, case.own)


def test_presets_share_their_luck():
    """RND-1: standard, cut-throat and Family games share all luck, but Family has no VMD."""
    standard = engine("random", "random", "random", seed=5).replay(2)
    cut = engine("random", "random", "random", rules="cutthroat", seed=5).replay(2)
    family = engine("random", "random", "random", rules="family", seed=5).replay(2)
    assert_same_luck(standard, cut)
    assert_same_luck(standard, family, ("vmd",))


def test_the_number_of_players_does_not_shift_exclusive_games():
    """RND-2: dice, deck and tokens in an exclusive game do not depend on the number of players."""
    two = luck(traces(2, EXCLUSIVE, 1)[0])
    four = luck(traces(4, EXCLUSIVE, 1)[0])
    for name in ("values", "tokens", "positions", "deck", "dice"):
        assert two[name] == four[name]


def test_solo_shares_its_luck():
    """SOLO, RND-2: a solo game has a two-player game's deck, tokens, dice, coach and board."""
    for game in range(3):
        two = engine("random", "random", seed=6).replay(game)
        alone = engine("random", seed=6, solo="on").replay(game)
        assert len(events_of(alone, "bubba")) == 12 and not events_of(two, "bubba")
        assert not events_of(alone, "pool_card") and len(alone[-1]["players"]) == 2
        both = luck(two), luck(alone)
        for name in ("values", "tokens", "positions", "deck", "dice"):
            assert both[0][name] == both[1][name], name
        for name in ("coaches", "boards"):
            assert both[0][name][:1] == both[1][name]
        VariantAccounts(alone, fixed_components()).check()


# --- Ties


def tie(**settings):
    """Tie two players in stars and BB: two positions against three recruits of one position."""
    t = Tabletop(2, boards="off", coaches="off", **settings)
    t.token("Alabama/1", position="QB")
    t.token("Colorado/1", position="RB")
    t.sign_freely(0, "Alabama/1", "Colorado/1")
    for spot in ("SoCal/1", "NorCal/1", "Ohio/1"):
        t.sign_freely(1, spot, position="QB")
    for seat in range(2):
        t.table.bucks[seat] = 0
    t.table.score[0] = 10
    t.table.score[1] = 10
    # Both get 3 more: seat 0 gets 2 for positions and 1 for its region, seat 1 gets 1 and 2.
    assert t.final_scoring() == ""
    return t.events()


def test_second_tie_break():
    """SCO-6, tiebreak2: unique positions or recruits decide, both without a roll-off."""
    for value, winner in (("positions", 0), ("recruits", 1)):
        events = tie(tiebreak2=value)
        final = events[-1]
        assert [player["score"] for player in final["players"]] == [13, 13]
        assert final["winner"] == winner and not events_of(events, "roll_off")
        assert [player["rank"] for player in final["players"]] == [1 + winner, 2 - winner]


def test_shared_ties():
    """FAM-6, ties: everyone with the top score shares the win."""
    for value in ("positions", "recruits"):
        final = tie(ties="shared", tiebreak2=value)[-1]
        assert final["winner"] is None
        assert [(player["rank"], player["win_share"]) for player in final["players"]] == [
            (1, 0.5),
            (1, 0.5),
        ]


def test_ties_change_only_the_end():
    """FAM-6: apart from roll-offs, the games differ only in the last event."""
    shared = changed = 0
    scripts = {"final_campaign": lambda *_: 0}
    for lineup in (("random", "random"), (scripts, scripts, scripts)):
        one = engine(*lineup, seed=2).replay(0)
        other = engine(*lineup, seed=2, ties="shared").replay(0)
        assert [e for e in one[1:-1] if e["e"] != "roll_off"] == other[1:-1]
        assert [(p["score"], p["bucks"], p["parts"]) for p in one[-1]["players"]] == [
            (p["score"], p["bucks"], p["parts"]) for p in other[-1]["players"]
        ]
        assert_same_luck(one, other)
        shared += other[-1]["winner"] is None
        changed += one[-1] != other[-1]
    assert shared == changed == 1


# --- Cut-throat


CUT = {
    "seeded_months": 0,
    "dice_draft": "exclusive",
    "trade_fee": "stars2",
    "free_moves": "none",
}


def test_a_preset_equals_its_four_options():
    """CUT-1 to CUT-4: all four options make the preset; three options equal the preset with the
    fourth at its default."""
    whole = engine("random", "random", "random", rules="cutthroat", seed=8).replay(0)
    assert whole == engine("random", "random", "random", seed=8, **CUT).replay(0)
    VariantAccounts(whole, fixed_components()).check()
    for name in CUT:
        part = {key: value for key, value in CUT.items() if key != name}
        trace = engine("random", "random", "random", seed=8, **part).replay(0)
        assert trace == engine(
            "random",
            "random",
            "random",
            rules="cutthroat",
            seed=8,
            **{name: SWITCHES[name].default},
        ).replay(0)
        assert trace[1:] != whole[1:]
        assert_same_luck(whole, trace)
        VariantAccounts(trace, fixed_components()).check()


@pytest.mark.parametrize("months", range(13))
def test_seeded_months(months):
    """CUT-1: each of the first months holds one EC of the home colour."""
    t = Tabletop(3, seeded_months=months)
    for seat in range(3):
        region = int(t.table.region[seat])
        calendar_months = [int(n) for n in t.table.calendar[seat, 1:, region]]
        assert calendar_months == [1] * months + [0] * (12 - months)
        assert t.table.calendar[seat].sum() == months


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("repeats", ["auto", 1, 2])
@pytest.mark.parametrize("order", ["rounds", "snake", "together"])
def test_exclusive_dice(players, repeats, order):
    """CUT-2, CUT-5: picks follow the switch's order, no die is picked too often, and each player
    places two different dice after the last pick."""
    if players == 4 and repeats == 1:
        with pytest.raises(InputError, match="SWI-1"):
            engine(*["random"] * 4, **dict(EXCLUSIVE), dice_repeats=1)
        return
    limit = {"auto": 2 if players == 4 else 1}.get(repeats, repeats)
    turns = {
        "rounds": [*range(players)] * 2,
        "snake": [*range(players), *range(players)[::-1]],
        "together": [turn // 2 for turn in range(2 * players)],
    }[order]
    trace = engine(
        *["random"] * players, **dict(EXCLUSIVE), dice_repeats=repeats, dice_order=order
    ).replay(0)
    for events in split(trace):
        picked = events_of(events, "pick_die")
        start = events[0]["start"]
        assert [e["player"] for e in picked] == [(start + turn) % players for turn in turns]
        assert max(Counter(e["colour"] for e in picked).values()) <= limit
        dice = [(e["player"], e["colour"]) for e in events_of(events, "die")]
        assert len(set(dice)) == 2 * players
        assert sorted(dice) == sorted((e["player"], e["colour"]) for e in picked)
        places = [events.index(e) for e in picked + events_of(events, "die")]
        assert places == sorted(places)


@pytest.mark.parametrize(
    ("players", "settings", "taken"),
    [(3, {}, 1), (3, {"dice_repeats": 2}, 2), (4, {}, 2), (2, {"dice_repeats": 1}, 1)],
)
def test_a_die_that_is_used_up_is_refused(players, settings, taken):
    """CUT-2, DIC-4: a die taken too often, the player's own die again, and a die that does not
    exist are refused."""
    t = Tabletop(players, **dict(EXCLUSIVE), **settings)
    for seat in range(players):
        t.script(seat, dice=lambda table, me, params, order: 0)
    assert t.dice_phase() == "CUT-2"
    assert (t.table.die == 0).sum() == taken
    t.script(0, dice=lambda table, me, params, order: 0)
    for seat in range(1, players):
        t.script(seat, dice=lambda table, me, params, order: me.seat)
    assert t.dice_phase() == "CUT-2"
    for colour in (-1, 6):
        t.script(0, dice=lambda *_, colour=colour: colour)
        assert t.dice_phase() == "DIC-4"


@pytest.mark.parametrize(
    ("fee", "bucks", "stars", "envelopes"),
    [("bb1", 1, 0, 3), ("stars2", 0, 2, 3), ("ec2", 0, 0, 5), ("none", 0, 0, 3)],
)
def test_trade_fees(fee, bucks, stars, envelopes):
    """CUT-3, ACT-3, SCO-8: each fee is required and paid in full."""
    t = Tabletop(2, trade_fee=fee)
    t.no_coaches()
    t.mat(0, blue=envelopes)
    t.table.score[0] = stars
    t.table.bucks[0] = bucks
    assert t.act("trade", take={"green": 1}) == ""
    assert t.on_mat(0) == {"green": 1}
    assert (t.table.score[0], t.table.bucks[0]) == (0, 0)
    assert t.parts(0) == ({"trade_fees": -2} if stars else {})
    t.mat(0, blue=envelopes - 1)
    t.table.score[0], t.table.bucks[0] = 9, 9
    assert t.refuses("PAY-4", "trade", take={"green": 1})
    t.mat(0, blue=envelopes)
    t.table.score[0], t.table.bucks[0] = 9 if bucks else 1, 0
    if bucks:
        assert t.refuses("ACT-3", "trade", take={"green": 1})
    elif stars:
        assert t.refuses("CUT-3", "trade", take={"green": 1})
        t.table.score[0] = 0
        assert t.refuses("CUT-3", "trade", take={"green": 1})
    else:
        assert t.act("trade", take={"green": 1}) == ""


def test_a_discount_on_trades_lowers_the_price_in_ec():
    """CUT-3, PAY-1: a discount takes EC off a price that includes a fee in EC; a fee in stars is
    still paid in full."""
    for fee, envelopes in (("stars2", 2), ("ec2", 4), ("none", 2)):
        t = Tabletop(
            2,
            trade_fee=fee,
            changes=[("001", "effect", "always: discount trades 1"), ("001", "usage", "upgrade")],
        )
        t.no_coaches()
        t.play_from_nowhere(0, "001")
        t.mat(0, blue=envelopes)
        t.table.score[0] = 2
        assert t.act("trade", take={"green": 1}) == ""
        assert t.on_mat(0) == {"green": 1} and t.table.score[0] == (0 if fee == "stars2" else 2)


PRINTED = [3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("value", "calendar", "granted"),
    [
        ("printed", PRINTED, True),
        ("three", [3] * 12, True),
        ("none", [0] * 12, True),
        ("none_at_all", [0] * 12, False),
    ],
)
def test_free_moves(value, calendar, granted):
    """CUT-4, FAM-4: the calendar's moves vary; only `none_at_all` also removes the free moves
    of cards and coaches."""
    t = Tabletop(2, free_moves=value)
    t.no_coaches()
    for month in range(1, 13):
        t.start_turn(0, month)
        assert t.table.free_moves[0] == calendar[month - 1]
    t.give_coach(0, "HC4")
    t.play_from_nowhere(0, "010", "092")
    t.start_turn(0, 12)
    assert t.table.free_moves[0] == calendar[11] + 2 * granted
    assert t.act("trigger", card="010") == ""
    assert t.table.free_moves[0] == calendar[11] + 4 * granted


# --- Impossible pairs


@pytest.mark.parametrize(
    "settings",
    [
        {"auction": "on"},
        {"dice_draft": "exclusive"},
        {"pool_start": "0"},
        {"pool_start": "2xplayers"},
        {"stash": "deal5"},
        {"stash": "open_draft"},
        {"stash": "starter"},
    ],
)
def test_impossible_pairs_with_solo(settings):
    """SWI-1: the message names the switch that cannot be combined with solo."""
    (name,) = settings
    for preset, extra in (("solo", {}), ("standard", {"solo": "on"})):
        with pytest.raises(InputError, match=f"{name}.*SWI-1"):
            resolve(preset, {**settings, **extra})


def test_a_deck_that_is_too_small():
    """SWI-1, DRA-8: a deck that is too small for the players is refused before the first game."""
    greedy = resolve("standard", {"hand": "5", "dealer_bonus": "2", "stash": "deal5"})
    check_deck(greedy, 2, 120)
    with pytest.raises(InputError, match="DRA-8"):
        check_deck(greedy, 4, 120)
    with pytest.raises(InputError, match="DRA-8"):
        engine(*["random"] * 4, hand=5, dealer_bonus=2, stash="deal5")


def test_idle_switches_change_nothing():
    """SWI-1: setting a switch that is reported as idle leaves the games the same."""
    for settings, idle in (
        ({}, {"dice_order": "snake"}),
        ({}, {"dice_repeats": 1}),
        ({"coaches": "off"}, {"coach_choice": "reverse_turn_order"}),
        ({"ties": "shared"}, {"tiebreak2": "recruits"}),
        ({}, {"order_bucks_3": 9}),
        ({}, {"order_stars_4": 9}),
    ):
        assert set(idle) <= set(
            resolve(
                "standard", {key: str(value) for key, value in {**settings, **idle}.items()}
            ).idle(2)
        )
        one = engine("random", "random", seed=4, **settings).replay(0)
        other = engine("random", "random", seed=4, **settings, **idle).replay(0)
        assert one[1:] == other[1:]
