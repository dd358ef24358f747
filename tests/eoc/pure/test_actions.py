"""Actions of a turn (ACT)."""

from __future__ import annotations

import pytest
from eoc.phases import play_month, take_turn
from eoc.tabletop import ACTION_NAMES, Tabletop, assert_same, colour, named

from eoc_sim.simulator.eoc import actions, decisions
from eoc_sim.simulator.eoc.payment import MARKETING_COST
from eoc_sim.simulator.eoc.state import COLOURS, SPOTS


@pytest.fixture
def t() -> Tabletop:
    tabletop = Tabletop(3)
    tabletop.no_coaches()
    return tabletop


def roll_vmd(monkeypatch, face):
    """Make the Value Modifier Die show this face."""
    monkeypatch.setattr(actions, "draw_once", lambda *_: actions.VMD_FACES.index(face))


# --- ACT-0, ACT-10, ACT-11, ACT-12


def test_actions_come_in_any_number_and_order(t):
    """ACT-0: actions come in any number and order; the end of the turn comes last."""
    answers = []

    def act(table, me, params, order):
        kinds = ["bet", "market", "bet", "trade", "bet", "trade", "end"]
        answers.append(me.seat)
        kind = kinds[len(answers) - 1]
        if kind == "bet":
            order.number = 3
            return 8
        if kind == "market":
            order.number = 1
            return 7
        return 3 if kind == "trade" else 0

    t.script(0, act=act)
    t.mat(0, green=20)
    assert take_turn(*t.everything, 0) == 0
    assert len(answers) == 7
    assert [event["e"] for event in t.events()] == [
        "bet",
        "market",
        "bet",
        "trade",
        "bet",
        "trade",
        "end_turn",
    ]


def test_unknown_actions_are_refused(t):
    """ACT-0: any other kind of action is refused."""
    before = t.snapshot()
    for kind in (-1, 9, 1000):
        t.fill()
        assert actions.act(t.state, t.trace, 0, kind) == decisions.NO_SUCH_ACTION
    assert_same(before, t.snapshot())


def test_an_endless_turn_is_stopped(t):
    """ACT-0: the 401st action of a turn is refused."""
    calls = []

    def act(table, me, params, order):
        calls.append(1)
        order.number = 1
        return 8

    t.script(0, act=act)
    t.mat(0, green=2000)
    assert take_turn(*t.everything, 0) == decisions.TOO_MANY_ACTIONS
    assert len(calls) == 401


def test_end_of_turn(t):
    """ACT-10: EC on the mat, marks on cards and free actions are lost; BB and packages stay."""
    t.play_from_nowhere(0, "085", "F02")
    t.mat(0, green=2, blue=1)
    t.mat(1, purple=3)
    t.package(0, "Ohio/1", blue=1)
    t.start_turn(0)
    assert t.act("trigger", card="085") == ""
    t.table.free_bets[0] = 2
    t.table.free_runners[0] = 1
    t.act("end_turn")
    assert t.on_mat(0) == {} and t.on_mat(1) == {"purple": 3}
    assert t.table.bucks[0] == 7
    assert named(t.table.package[0, t.spot("Ohio/1")]) == {"blue": 1}
    assert t.table.used[t.card("085")] == 0
    assert (t.table.free_moves[0], t.table.free_bets[0], t.table.free_runners[0]) == (0, 0, 0)
    end = t.events()[-1]
    assert end["wasted"] == {"green": 2, "blue": 1} and end["bucks"] == 7


def test_an_empty_turn(t):
    """ACT-10: a player may end the turn without any other action."""
    assert take_turn(*t.everything, 1) == 0
    assert [event["e"] for event in t.events()] == ["end_turn"]


def test_actions_are_final(t, monkeypatch):
    """ACT-11: no action undoes another; a signed recruit stays signed."""
    roll_vmd(monkeypatch, 0)
    spot = next(s for s in range(SPOTS) if t.table.spot_price[s] == 1)
    t.table.node[0] = t.table.state_node[t.table.spot_state[spot]]
    for c in range(COLOURS):
        t.table.mat[0, c] = 9
    assert t.act("sign", spot=spot) == ""
    assert t.refuses("ACT-6", "sign", spot=spot)
    assert t.refuses("ACT-5", "runner", spot=spot, give={"green": 1})
    assert set(ACTION_NAMES) == {
        "end_turn",
        "play_card",
        "trigger",
        "trade",
        "move",
        "runner",
        "sign",
        "market",
        "bet",
    }


# --- ACT-1


def test_play_a_card(t):
    """ACT-1: a card moves from calendar to mat for its exact coloured cost and scores at once."""
    card = t.on_calendar(0, "088")  # blue, orange, magenta
    t.mat(0, blue=2, orange=1, magenta=1, green=5)
    assert t.act("play_card", card="088") == ""
    assert t.on_mat(0) == {"blue": 1, "green": 5}
    assert t.table.score[0] == 1 and t.parts(0) == {"cards": 1}
    assert t.table.in_play[0, 0] == card and t.table.calendar_card[0, 1] == -1
    assert t.events()[-1] == {
        "e": "play_card",
        "player": 0,
        "card": "088",
        "paid": {"blue": 1, "orange": 1, "magenta": 1},
        "discount": {},
        "stars": 1,
    }


def test_a_card_of_any_calendar_month_is_usable_at_once(t):
    """ACT-1, CAR-1: a card drafted months ago may be played and used in the same turn."""
    t.table.month = 6
    t.on_calendar(0, "088", month=2)
    t.mat(0, blue=1, orange=1, magenta=1)
    assert t.act("play_card", card="088") == ""
    assert t.act("trigger", card="088", take={"yellow": 1}) == ""
    assert t.on_mat(0) == {"yellow": 1}


@pytest.mark.parametrize("short", ["blue", "orange", "magenta"])
def test_wrong_colours_do_not_pay(t, short):
    """ACT-1, PAY-3: EC of other colours do not pay; a card whose cost is not covered is refused."""
    t.on_calendar(0, "088")
    t.mat(0, **{"blue": 1, "orange": 1, "magenta": 1, "green": 9, short: 0})
    assert t.refuses("PAY-3", "play_card", card="088")


def test_only_cards_on_the_players_own_calendar_are_played(t):
    """ACT-1: a card in a stash, in the pool, in play, on another calendar, or with an invalid
    number is refused."""
    for c in range(COLOURS):
        t.table.mat[0, c] = 9
    t.on_calendar(1, "088")
    assert t.refuses("ACT-1", "play_card", card="088")
    assert t.refuses("ACT-1", "play_card", card=t.stash(0)[0])
    assert t.refuses("ACT-1", "play_card", card=t.pool()[0])
    assert t.refuses("ACT-1", "play_card", card=-1)
    assert t.refuses("ACT-1", "play_card", card=120)
    t.on_calendar(0, "001")
    assert t.act("play_card", card="001") == ""
    assert t.refuses("ACT-1", "play_card", card="001")


def test_twelve_places_are_enough(t):
    """ACT-1: a game's 12 cards fit on the mat."""
    numbers = [f"{n:03}" for n in range(1, 13)]
    for month, number in enumerate(numbers, start=1):
        t.table.month = month
        t.on_calendar(0, number)
        for c in range(COLOURS):
            t.table.mat[0, c] = 4
        assert t.act("play_card", card=number) == ""
    assert t.table.in_play_count[0] == 12


# --- ACT-3, ACT-14


def test_trade(t):
    """ACT-3: 3 EC of any colours and 1 BB buy 1 EC of any colour, repeatedly."""
    t.mat(0, green=2, blue=3, orange=1)
    assert t.act("trade", give={"green": 2, "blue": 1}, take={"magenta": 1}) == ""
    assert t.on_mat(0) == {"blue": 2, "orange": 1, "magenta": 1} and t.table.bucks[0] == 6
    assert t.act("trade", give={"blue": 2, "orange": 1}, take={"green": 1}) == ""
    assert t.on_mat(0) == {"green": 1, "magenta": 1} and t.table.bucks[0] == 5
    assert t.refuses("PAY-4", "trade", take={"green": 1})
    assert t.on_mat(1) == {} and t.table.bucks[1] == 7


def test_trade_needs_its_buck(t):
    """ACT-3: a trade without a BB is refused."""
    t.mat(0, green=6)
    t.table.bucks[0] = 0
    assert t.refuses("ACT-3", "trade", take={"blue": 1})


def test_a_trade_takes_only_the_players_own_envelopes_and_gives_one(t):
    """ACT-3: a trade takes EC only from the player's own mat, and gives exactly one back."""
    t.mat(0, green=6)
    t.mat(1, blue=6)
    assert t.refuses("ACT-3", "trade", take={"blue": 2})
    assert t.refuses("PAY-4", "trade", give={"blue": 3}, take={"green": 1})
    assert t.refuses("PAY-4", "trade", give={"green": 4}, take={"blue": 1})
    t.table.calendar[0, 1, colour("blue")] = 3
    assert t.refuses("PAY-4", "trade", give={"blue": 3}, take={"green": 1})


def test_bucks_buy_only_runners_trades_and_marketing(t):
    """ACT-14: BB never pay for a card, recruit, step or bet."""
    t.table.bucks[0] = 60
    t.table.month = 10  # no free moves
    t.start_turn(0)
    t.on_calendar(0, "001")
    t.at(0, "Ohio/1")
    there = int(t.table.neighbour[t.table.node[0], 0])
    assert t.refuses("PAY-3", "play_card", card="001")
    assert t.refuses("PAY-3", "play_card", card="001", substitute={"green": 1})
    assert t.refuses("PAY-3", "sign", spot="Ohio/1")
    assert t.refuses("PAY-3", "sign", spot="Ohio/1", substitute={"blue": 2, "magenta": 2})
    assert t.refuses("PAY-4", "move", node=there)
    assert t.refuses("PAY-3", "move", node=there, bucks=1)
    assert t.refuses("PAY-4", "bet", colour="green", number=1)
    assert t.act("market", number=8) == ""
    assert t.table.bucks[0] == 30


# --- ACT-4, ACT-13


@pytest.mark.parametrize(
    ("month", "free"),
    [
        (1, 3),
        (2, 3),
        (3, 3),
        (4, 2),
        (5, 2),
        (6, 2),
        (7, 1),
        (8, 1),
        (9, 1),
        (10, 0),
        (11, 0),
        (12, 0),
    ],
)
def test_free_moves_of_each_month(t, month, free):
    """ACT-4: 3 in March-May, 2 in June-August, 1 in September-November, then 0; further
    steps cost 1 EC."""
    t.at(0, "Ohio/1")
    t.mat(0, green=1)
    t.start_turn(0, month)
    for step in range(free):
        assert t.act("move", node=_neighbour(t)) == "", step
        assert t.on_mat(0) == {"green": 1}
    assert t.act("move", node=_neighbour(t)) == ""
    assert t.on_mat(0) == {}
    assert t.refuses("PAY-4", "move", node=_neighbour(t))
    assert [event["free"] for event in t.events()] == [True] * free + [False]


def _neighbour(t, seat=0):
    """Return a neighbouring place that is not an HQ."""
    here = t.table.node[seat]
    return next(
        int(t.table.neighbour[here, i])
        for i in range(t.table.neighbours[here])
        if t.table.node_hq[t.table.neighbour[here, i]] < 0
    )


def test_free_moves_may_be_split_and_end_with_the_turn(t):
    """ACT-4: other actions may come between free moves; unused moves are lost."""
    t.at(0, "Ohio/1")
    t.start_turn(0, 1)
    assert t.act("move", node=_neighbour(t)) == ""
    assert t.act("market", number=1) == ""
    assert t.act("move", node=_neighbour(t)) == ""
    t.act("end_turn")
    assert t.table.free_moves[0] == 0
    t.start_turn(0, 10)
    assert t.table.free_moves[0] == 0


def test_moves_of_cards_and_coach_are_added(t):
    """ACT-4: free moves from cards and the coach are added to the month's."""
    t.give_coach(0, "HC4")  # 1 more free move
    t.play_from_nowhere(0, "092", "010")  # 1 more; once a month 2 more
    t.start_turn(0, 7)
    assert t.table.free_moves[0] == 3
    assert t.act("trigger", card="010") == ""
    assert t.table.free_moves[0] == 5


def test_steps_follow_connections(t):
    """ACT-4: a step follows one connection; staying in place is not a step."""
    t.start_turn(0, 1)
    for seat in range(3):
        here = int(t.table.node[seat])
        near = {int(t.table.neighbour[here, i]) for i in range(t.table.neighbours[here])}
        for there in (-1, 200, here, *(n for n in range(t.table.nodes) if n not in near)):
            assert t.refuses("ACT-4", "move", seat, node=there)


def test_a_step_names_its_payment(t):
    """ACT-4, PAY-4: a paid step takes 1 EC of a named colour; a free one takes none."""
    t.at(0, "Ohio/1")
    t.mat(0, green=5, blue=1)
    t.start_turn(0, 1)
    assert t.refuses("PAY-4", "move", node=_neighbour(t), give={"blue": 1})
    t.table.free_moves[0] = 0
    assert t.refuses("PAY-4", "move", node=_neighbour(t), give={"blue": 1, "green": 1})
    assert t.act("move", node=_neighbour(t), give={"blue": 1}) == ""
    assert t.on_mat(0) == {"green": 5}


def test_buses_share_places_and_stay_put(t):
    """ACT-4: buses share spaces, and stay where they are from month to month."""
    t.at(0, "Ohio/1")
    t.at(1, "Ohio/1")
    t.start_turn(0, 1)
    there = _neighbour(t)
    assert t.act("move", 0, node=there) == ""
    t.start_turn(1, 1)
    assert t.act("move", 1, node=there) == ""
    for seat in (0, 1):
        t.act("end_turn", seat)
        t.start_turn(seat, 2)
    assert t.table.node[0] == t.table.node[1] == there


def test_an_hq_is_left_once_and_never_entered(t):
    """ACT-13: no bus enters an HQ: not its own, not a rival's and not an unused one."""
    for hq_region in range(COLOURS):
        hq = int(t.table.hq_node[hq_region])
        if hq < 0:
            continue
        door = int(t.table.neighbour[hq, 0])
        for seat in range(3):
            t.table.node[seat] = hq
            t.start_turn(seat, 1)
            assert t.act("move", seat, node=door) == ""
            assert t.refuses("ACT-13", "move", seat, node=hq)
            assert t.table.distance[door, hq] > t.table.nodes


def test_every_state_can_be_reached(t):
    """ACT-13: a bus can reach every state from every HQ."""
    for state in range(32):
        node = t.table.state_node[state]
        for hq_region in (0, 2, 3, 4):
            assert t.table.distance[t.table.hq_node[hq_region], node] < 99


def test_ways_and_nearest_states_follow_the_distances(t):
    """ACT-13: each first step leads one step nearer and never into an HQ; states are sorted by
    distance."""
    table = t.table
    for here in range(table.nodes):
        steps = [int(table.distance[here, table.state_node[state]]) for state in range(32)]
        assert sorted(map(int, table.near_state[here])) == list(range(32))
        assert [steps[state] for state in table.near_state[here]] == sorted(steps)
        assert list(map(int, table.near_steps[here])) == sorted(steps)
        for goal in range(table.nodes):
            there = table.way[here, goal]
            if here != goal and table.distance[here, goal] < 99:
                assert table.distance[there, goal] == table.distance[here, goal] - 1
                assert there in table.neighbour[here] and table.node_hq[there] < 0


# --- ACT-5, ACT-15


def test_runner(t):
    """ACT-5: 1 BB sends any EC to the package for an unsigned recruit anywhere."""
    spot = t.spot("Ohio/2")
    cost = named(t.table.spot_cost[spot])
    first, second = cost
    t.mat(0, **{first: 3, second: 3})
    assert t.act("runner", spot=spot, give={first: 1, second: 1}) == ""
    assert t.table.bucks[0] == 6 and t.on_mat(0) == {first: 2, second: 2}
    assert named(t.table.package[0, spot]) == {first: 1, second: 1}
    assert t.act("runner", spot=spot, give={first: 1}) == ""  # each delivery costs again
    assert t.table.bucks[0] == 5
    assert named(t.table.package[0, spot]) == {first: 2, second: 1}
    assert not t.table.package[0, t.spot("Ohio/1")].any()  # only the named recruit's package grows
    t.at(0, "Ohio/1")
    assert t.act("runner", spot=spot, give={second: 1}) == ""  # even to the bus's own state


def test_runner_refusals(t):
    """ACT-5: a runner needs at least one EC from the mat, 1 BB and an unsigned recruit."""
    spot = t.spot("Ohio/1")
    first, second = named(t.table.spot_cost[spot])
    t.mat(0, **{first: 1})
    assert t.refuses("ACT-5", "runner", spot=spot)
    assert t.refuses("PAY-4", "runner", spot=spot, give={first: 2})
    assert t.refuses("PAY-4", "runner", spot=spot, give={second: 1})
    assert t.refuses("PAY-3", "runner", spot=spot, give={first: 1, second: -1})
    assert t.refuses("ACT-5", "runner", spot=40, give={first: 1})
    assert t.refuses("ACT-5", "runner", spot=-1, give={first: 1})
    t.table.bucks[0] = 0
    assert t.refuses("ACT-5", "runner", spot=spot, give={first: 1})
    t.table.bucks[0] = 1
    t.sign_freely(1, "Ohio/1")
    assert t.refuses("ACT-5", "runner", spot=spot, give={first: 1})


def test_no_colour_of_a_package_exceeds_the_printed_cost(t):
    """ACT-5: the printed cost limits each colour, even with a discount."""
    t.play_from_nowhere(0, "081")  # every recruit costs 1 EC less
    spot = t.spot("Ohio/1")
    first, second = named(t.table.spot_cost[spot])
    other = next(name for name in ("green", "purple", "yellow") if name not in (first, second))
    t.mat(0, **{first: 9, second: 9, other: 9})
    assert t.refuses("ACT-5", "runner", spot=spot, give={first: 3})
    assert t.refuses("ACT-5", "runner", spot=spot, give={other: 1})
    assert t.act("runner", spot=spot, give={first: 2, second: 1}) == ""
    assert t.refuses("ACT-5", "runner", spot=spot, give={first: 1})
    assert t.act("runner", spot=spot, give={second: 1}) == ""


def test_a_package_stays_and_grows(t):
    """ACT-15: a package cannot be taken back, moved or split; it grows beside rivals' packages."""
    spot = t.spot("Ohio/1")
    first, second = named(t.table.spot_cost[spot])
    for month in (1, 2, 3):
        t.start_turn(0, month)
        t.mat(0, **{first if month < 3 else second: 1})
        assert t.act("runner", spot=spot, give={first if month < 3 else second: 1}) == ""
        t.act("end_turn")
    t.mat(1, **{first: 1})
    assert t.act("runner", 1, spot=spot, give={first: 1}) == ""
    assert named(t.table.package[0, spot]) == {first: 2, second: 1}
    assert named(t.table.package[1, spot]) == {first: 1}
    # The EC of a package pay only for its recruit.
    t.table.month = 10
    t.start_turn(0)
    assert t.refuses("PAY-4", "move", node=_neighbour(t))
    assert t.refuses("PAY-4", "trade", take={"green": 1})
    assert t.refuses("PAY-3", "runner", spot="Ohio/2", give={first: -1})


# --- ACT-6, ACT-7


def test_sign_a_recruit(t, monkeypatch):
    """ACT-6: the package pays before the mat; value, position and regions are recorded."""
    roll_vmd(monkeypatch, 1)
    spot = t.spot("Ohio/1")
    t.token("Ohio/1", base=3, position="QB")
    t.at(0, "Ohio/1")
    first, second = named(t.table.spot_cost[spot])
    t.package(0, "Ohio/1", **{first: 2, second: 1})
    t.package(1, "Ohio/1", **{first: 1})
    t.package(2, "Ohio/2", **{first: 1})
    t.mat(0, **{first: 2, second: 2})
    assert t.act("sign", spot=spot) == ""
    assert t.on_mat(0) == {first: 2, second: 1}
    assert t.table.score[0] == 4 and t.parts(0) == {"recruits": 4}
    assert t.table.spot_owner[spot] == 0
    assert t.table.signed_position[0, 0] == 1 and t.table.unique_positions[0] == 1
    first_region, second_region = t.table.state_region[t.table.spot_state[spot]]
    assert t.table.signed_region[0, first_region] == t.table.signed_region[0, second_region] == 1
    assert not t.table.package[0, spot].any() and not t.table.package[1, spot].any()
    assert t.table.package_size[1, spot] == 0
    assert t.table.package[2, t.spot("Ohio/2")].any()  # the other recruit of the state
    sign, lost = t.events()
    assert sign["package"] == {first: 2, second: 1} and sign["paid"] == {second: 1}
    assert (sign["base"], sign["vmd"], sign["value"], sign["stars"]) == (3, 1, 4, 4)
    assert lost == {"e": "lost_package", "player": 1, "spot": "Ohio/1", "ec": {first: 1}}


def test_a_recruit_is_signed_only_where_the_bus_is(t):
    """ACT-6: the bus must be in the recruit's state; a signed recruit is gone."""
    for c in range(COLOURS):
        t.table.mat[0, c] = t.table.mat[1, c] = 9
    assert t.refuses("ACT-6", "sign", spot="Ohio/1")
    assert t.refuses("ACT-6", "sign", spot=-1)
    assert t.refuses("ACT-6", "sign", spot=40)
    t.at(0, "Ohio/1")
    t.at(1, "Ohio/1")
    assert t.act("sign", 1, spot="Ohio/1") == ""
    assert t.refuses("ACT-6", "sign", 0, spot="Ohio/1")
    assert t.act("sign", 0, spot="Ohio/2") == ""


@pytest.mark.parametrize("order", [("Ohio/1", "Ohio/2"), ("Ohio/2", "Ohio/1")])
def test_both_recruits_of_a_border_state(t, order):
    """ACT-6: either recruit of a border state may be chosen, and both in one month."""
    t.at(0, "Ohio/1")
    for c in range(COLOURS):
        t.table.mat[0, c] = 9
    for spot in order:
        assert t.act("sign", spot=spot) == ""
    assert t.table.signed[0] == t.table.signed_border[0] == 2


def test_unneeded_envelopes_of_a_package_are_lost(t, monkeypatch):
    """ACT-6: EC in the player's package that a discount makes unnecessary are lost."""
    roll_vmd(monkeypatch, 0)
    t.play_from_nowhere(0, "081")
    spot = t.spot("Ohio/1")
    cost = named(t.table.spot_cost[spot])
    t.package(0, "Ohio/1", **cost)
    t.at(0, "Ohio/1")
    assert t.act("sign", spot=spot) == ""
    sign = t.events()[0]
    assert sum(sign["discount"].values()) == 1 == sum(sign["lost"].values())
    assert sign["paid"] == {} and sum(sign["package"].values()) == 3
    assert t.on_mat(0) == {} and not t.table.package[0, spot].any()


@pytest.mark.parametrize(
    ("base", "vmd", "value"),
    [
        (2, -2, 1),
        (2, -1, 1),
        (2, 0, 2),
        (3, -2, 1),
        (5, 2, 7),
        (4, 1, 5),
        (5, -2, 3),
    ],
)
def test_value_is_token_plus_vmd_but_at_least_1(t, monkeypatch, base, vmd, value):
    """ACT-6, CAR-9: value = max(1, token + VMD)."""
    roll_vmd(monkeypatch, vmd)
    t.token("Ohio/1", base=base)
    t.at(0, "Ohio/1")
    for c in range(COLOURS):
        t.table.mat[0, c] = 9
    assert t.act("sign", spot="Ohio/1") == ""
    assert t.table.score[0] == value


def test_the_faces_of_the_vmd():
    """ACT-7: the d12 has 0 x4, +1 x3, -1 x3, +2 x1, -2 x1, in the order of RND-2."""
    assert actions.VMD_FACES == (0, 0, 0, 0, 1, 1, 1, -1, -1, -1, 2, -2)


def test_without_the_vmd_a_recruit_is_worth_its_token():
    """ACT-7: without the VMD a recruit is worth what its token shows."""
    t = Tabletop(2, vmd="off")
    t.no_coaches()
    for name in t.names.spot:
        t.at(0, name)
        for c in range(COLOURS):
            t.table.mat[0, c] = 9
        before = int(t.table.score[0])
        assert t.act("sign", spot=name) == ""
        assert t.table.score[0] - before == t.table.spot_base[t.spot(name)]


# --- ACT-8


@pytest.mark.parametrize(
    ("stars", "bucks"),
    [(1, 1), (2, 3), (3, 5), (4, 8), (5, 12), (6, 18), (7, 24), (8, 30)],
)
def test_marketing_table(t, stars, bucks):
    """ACT-8: 1 to 8 stars cost exactly 1/3/5/8/12/18/24/30 BB, one column a month."""
    assert MARKETING_COST[stars] == bucks
    t.table.bucks[0] = bucks - 1
    assert t.refuses("ACT-8", "market", number=stars)
    t.table.bucks[0] = bucks + 2
    assert t.act("market", number=stars) == ""
    assert t.table.bucks[0] == 2 and t.table.score[0] == stars
    assert t.parts(0) == {"marketing": stars}
    assert t.refuses("ACT-8", "market", number=1)


def test_marketing_bounds(t):
    """ACT-8: numbers other than 1 to 8 are refused."""
    t.table.bucks[0] = 99
    for stars in (-1, 0, 9):
        assert t.refuses("ACT-8", "market", number=stars)


def test_marketing_prices_restart_each_month(t):
    """EX-4, ACT-8: 3 BB buy 2 stars; next month 1 BB buys 1 star again."""
    assert t.act("market", number=2) == ""
    assert t.table.bucks[0] == 4 and t.table.score[0] == 2
    t.act("end_turn")
    t.start_turn(0, 2)
    assert t.act("market", number=1) == ""
    assert t.table.bucks[0] == 3 and t.table.score[0] == 3


# --- ACT-9


def test_bets(t):
    """ACT-9: a token costs 1 EC of any colour; any number of tokens may go on any spots."""
    t.mat(0, green=2, blue=2)
    t.mat(1, orange=1)
    assert t.act("bet", colour="magenta", number=6, give={"blue": 1}) == ""
    assert t.act("bet", colour="magenta", number=6, give={"green": 1}) == ""
    assert t.act("bet", colour="green", number=1, give={"green": 1}) == ""
    assert t.act("bet", 1, colour="magenta", number=6) == ""
    assert t.on_mat(0) == {"blue": 1} and t.on_mat(1) == {}
    assert t.table.bet[0, colour("magenta"), 6] == 2 and t.table.bets[0] == 3
    assert t.table.bet[1, colour("magenta"), 6] == 1
    assert t.refuses("PAY-4", "bet", 1, colour="magenta", number=6)


def test_several_tokens_at_once_are_separate_bets(t):
    """ACT-9, CAR-6: free tokens go first; the named EC pay for the next tokens, and EC of the mat's
    most frequent colours pay for the rest.

    The events list the paid tokens in the order of the colours.
    """
    t.mat(0, green=3, blue=2)
    t.table.free_bets[0] = 2
    assert t.act("bet", colour="magenta", number=6, tokens=5, give={"blue": 1}) == ""
    assert t.on_mat(0) == {"green": 1, "blue": 1} and t.table.free_bets[0] == 0
    assert t.table.bet[0, colour("magenta"), 6] == 5 and t.table.bets[0] == 5
    placed = [event for event in t.events() if event["e"] == "bet"]
    assert [event.get("paid") for event in placed] == [
        None,
        None,
        {"green": 1},
        {"green": 1},
        {"blue": 1},
    ]
    assert all(event["number"] == 6 for event in placed)
    assert t.refuses("PAY-4", "bet", colour="magenta", number=6, tokens=3)
    assert t.refuses("PAY-3", "bet", colour="magenta", number=6, tokens=-1)


def test_bets_stand_on_36_spots(t):
    """ACT-9: a bet stands on one of six colours and a number from 1 to 6."""
    t.mat(0, green=50)
    for c in range(6):
        for number in range(1, 7):
            assert t.act("bet", colour=c, number=number) == ""
    for c, number in ((-1, 1), (6, 1), (0, 0), (0, 7)):
        assert t.refuses("ACT-9", "bet", colour=c, number=number)


def test_a_bet_in_february_is_legal_but_never_pays(t):
    """ACT-9: bets on all spots are legal in February, but no later roll could pay for them."""
    left = [(index, number) for index in range(COLOURS) for number in range(1, 7)]

    def act(table, me, params, order):
        if not left:
            return 0
        order.colour, order.number = left.pop()
        table.mat[0, 0] = 1
        return ACTION_NAMES.index("bet")

    t.script(0, act=act)
    t.table.month = 12
    assert play_month(*t.everything) == 0
    assert t.table.bets[0] == 36
    assert t.final_scoring() == ""
    kinds = [event["e"] for event in t.events()]
    assert kinds.count("bet") == 36
    assert "roll" not in kinds[kinds.index("bet") :] and "vegas" not in kinds


def test_an_action_changes_only_the_players_own_holdings(t):
    """ACT-12, SET-16: an action by one player moves none of another's EC, BB or stars."""
    for seat in range(3):
        t.mat(seat, green=6, blue=6)
    t.start_turn(0)
    before = t.snapshot()
    assert t.act("trade", take={"magenta": 1}) == ""
    assert t.act("bet", colour="green", number=1) == ""
    assert t.act("market", number=1) == ""
    after = t.snapshot()
    for name in ("mat", "bucks", "score", "part", "bet", "calendar", "package"):
        assert (before[f"table.{name}"][1:] == after[f"table.{name}"][1:]).all(), name
