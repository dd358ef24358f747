"""Effects of cards and coaches (CAR), and their use (ACT-2)."""

from __future__ import annotations

import pytest
from eoc.phases import play_month
from eoc.tabletop import Tabletop, colour, effect_changes, named

from eoc_sim.simulator.eoc import actions, decisions
from eoc_sim.simulator.eoc.dice import shift_number, vegas_check
from eoc_sim.simulator.eoc.state import COLOURS


@pytest.fixture
def t() -> Tabletop:
    tabletop = Tabletop(2, vmd="off")
    tabletop.no_coaches()
    return tabletop


def table_with(*changes: tuple[str, str], players: int = 2, **settings) -> Tabletop:
    """Return a table on which some cards have other effects."""
    cells = [cell for number, effect in changes for cell in effect_changes(number, effect)]
    tabletop = Tabletop(players, changes=cells, vmd="off", **settings)
    tabletop.no_coaches()
    return tabletop


def fill_mat(t, seat=0):
    for c in range(COLOURS):
        t.table.mat[seat, c] = 9


def sign(t, spot="Ohio/1", seat=0, **fields):
    t.at(seat, spot)
    fill_mat(t, seat)
    assert t.act("sign", seat, spot=spot, **fields) == ""
    return next(event for event in reversed(t.events()) if event["e"] == "sign")


# --- ACT-2


def test_once_a_month_benefits_work_once_each_month(t):
    """ACT-2, CAR-2: a used card's mark is removed when its player's own turn ends."""
    t.play_from_nowhere(0, "085")
    t.start_turn()
    assert t.act("trigger", card="085") == ""
    assert t.refuses("CAR-2", "trigger", card="085")
    t.act("end_turn")
    t.start_turn(month=2)
    assert t.act("trigger", card="085") == ""
    assert t.table.score[0] == 2 and t.parts(0) == {"card_effects": 2}


def test_only_the_end_of_the_owners_turn_removes_the_mark(t):
    """CAR-2: the end of another player's turn removes no mark."""
    t.play_from_nowhere(0, "085")
    t.play_from_nowhere(1, "089")
    assert t.act("trigger", 0, card="085") == ""
    assert t.act("trigger", 1, card="089") == ""
    t.act("end_turn", 1)
    assert t.refuses("CAR-2", "trigger", 0, card="085")


def test_only_own_cards_in_play_are_triggered(t):
    """ACT-2: cards not in play, rivals' cards and others' coaches are refused."""
    t.play_from_nowhere(1, "085")
    t.on_calendar(0, "089")
    t.give_coach(0, "HC7")
    fill_mat(t)
    for card in ("085", "089", "088", "HC8", -1, 191, 400):
        assert t.refuses("ACT-2", "trigger", card=card)
    assert t.act("trigger", card="HC7") == ""
    assert t.table.bucks[0] == 8


def test_upgrades_and_end_cards_are_not_triggered(t):
    """ACT-2: upgrades act on their own, and end-of-game cards act only at the end."""
    t.play_from_nowhere(0, "008", "063", "091")
    assert t.refuses("ACT-2", "trigger", card="008")
    assert t.refuses("ACT-2", "trigger", card="063")
    assert t.refuses("ACT-2", "trigger", card="091")
    t.act("market", number=1)
    sign(t)
    t.act("end_turn")
    assert "end_cards" not in t.parts(0)


def test_a_cost_is_paid_each_time(t):
    """ACT-2: each trigger pays exactly the cost in the benefit box."""
    t.play_from_nowhere(0, "F02", "F01", "F03", "049", "046")
    assert t.refuses("ACT-2", "trigger", card="F01")  # pay 1 orange EC
    t.mat(0, green=1)
    assert t.refuses("ACT-2", "trigger", card="F01")
    t.mat(0, orange=1)
    assert t.act("trigger", card="F01") == ""
    assert t.on_mat(0) == {} and t.table.bucks[0] == 8
    assert t.act("trigger", card="F03") == ""  # 1 BB for 2 orange EC
    assert t.on_mat(0) == {"orange": 2} and t.table.bucks[0] == 7
    assert t.refuses("PAY-4", "trigger", card="046", give={"green": 1})
    assert t.refuses("PAY-4", "trigger", card="046", give={"orange": 2})
    assert t.act("trigger", card="046", give={"orange": 1}) == ""
    t.table.bucks[0] = 1
    assert t.refuses("ACT-2", "trigger", card="049")  # 2 BB for 2 stars
    t.table.bucks[0] = 2
    assert t.act("trigger", card="049") == ""
    assert t.table.bucks[0] == 0 and t.table.score[0] == 2


def test_a_benefit_without_its_condition(t):
    """ACT-2: a benefit whose condition does not hold is refused."""
    t.play_from_nowhere(0, "045")  # 4 stars in November
    for month in range(1, 13):
        t.table.month = month
        if month == 9:
            continue
        assert t.refuses("ACT-2", "trigger", card="045")
    t.table.month = 9
    assert t.act("trigger", card="045") == ""
    assert t.table.score[0] == 4


def test_two_paid_benefits_of_one_card():
    """ACT-2: each of the two costs is paid once."""
    t = table_with(("088", "month: pay 1 ec green: 1 bucks; month: pay 1 ec blue: 1 stars"))
    t.play_from_nowhere(0, "088")
    t.mat(0, green=3, blue=3)
    assert t.act("trigger", card="088") == ""
    assert t.on_mat(0) == {"green": 2, "blue": 2}
    assert (t.table.bucks[0], t.table.score[0]) == (8, 1)
    assert t.events()[0]["paid"]["ec"] == {"green": 1, "blue": 1}


def test_two_paid_benefits_of_one_colour():
    """ACT-2: one EC cannot pay both costs, and a refused use changes nothing."""
    t = table_with(("088", "month: pay 1 ec green: 1 bucks; month: pay 1 ec green: 1 stars"))
    t.play_from_nowhere(0, "088")
    t.mat(0, green=1, blue=4)
    assert t.refuses("ACT-2", "trigger", card="088")


# --- CAR-1


def test_a_card_ignores_its_own_entry(t):
    """CAR-1: 062 gains a star for other cards, not for itself."""
    t.on_calendar(0, "062")
    t.on_calendar(0, "001", month=2)
    fill_mat(t)
    assert t.act("play_card", card="062") == ""
    assert t.parts(0) == {"cards": 2}
    assert t.act("play_card", card="001") == ""
    assert t.parts(0) == {"cards": 3, "card_effects": 1}


def test_a_card_counts_once_it_is_paid_for(t):
    """CAR-1: a Texas Fundraising card counts in 009's trigger once it is paid for."""
    t.play_from_nowhere(0, "009", "F17")
    t.on_calendar(0, "F18")
    fill_mat(t)
    assert t.act("play_card", card="F18") == ""
    assert t.act("trigger", card="009") == ""
    assert t.parts(0)["card_effects"] == 2


def test_standing_effects_start_in_the_same_turn(t):
    """CAR-1: free moves and free bets of a card just played are available at once."""
    t.start_turn(0, 10)
    for number in ("092", "061", "025"):
        t.on_calendar(0, number)
        fill_mat(t)
        assert t.act("play_card", card=number) == ""
    assert t.table.free_moves[0] == t.table.free_bets[0] == t.table.free_runners[0] == 1


# --- CAR-2, CAR-3


def test_upgrades_always_act(t):
    """CAR-3: an upgrade without a cost or a choice is applied without asking."""
    t.play_from_nowhere(0, "008", "086")
    assert sign(t)["bonuses"] == [{"card": "008", "stars": 1}]
    assert t.act("market", number=1) == ""
    assert t.events()[-1]["bonuses"] == [{"card": "086", "stars": 1}]


def test_an_upgrade_with_a_cost_may_be_declined():
    """CAR-3: the owner chooses; bit 1 + i of `accept` stands for card i in play."""
    t = table_with(("008", "sign: pay 2 bucks: 3 stars"))
    t.play_from_nowhere(0, "001", "008")
    assert sign(t, "Ohio/1")["bonuses"] == []
    assert sign(t, "Ohio/2", accept=0b010)["bonuses"] == []  # another card's bit
    assert t.table.bucks[0] == 7
    bonuses = sign(t, "Missouri/1", accept=0b100)["bonuses"]
    assert bonuses == [{"card": "008", "paid": {"bucks": 2}, "stars": 3}]
    assert t.table.bucks[0] == 5
    t.table.bucks[0] = 1
    t.at(0, "Missouri/2")
    assert t.refuses("CAR-3", "sign", spot="Missouri/2", accept=0b100)
    assert t.act("sign", spot="Missouri/2") == ""


def test_a_card_can_raise_the_limit(t):
    """CAR-3, CAR-2: 074 allows a second use of one once-a-month card each month."""
    t.play_from_nowhere(0, "074", "085", "089")
    t.start_turn()
    for card in ("085", "085", "089"):
        assert t.act("trigger", card=card) == ""
    assert t.refuses("CAR-2", "trigger", card="089")
    assert t.refuses("CAR-2", "trigger", card="085")
    t.act("end_turn")
    t.start_turn(month=2)
    for card in ("089", "089", "085"):
        assert t.act("trigger", card=card) == ""
    assert t.refuses("CAR-2", "trigger", card="085")


def test_a_coach_is_used_only_once_a_month(t):
    """CAR-3, CAR-6: 074 names once-a-month cards, and a coach is not a card."""
    t.give_coach(0, "HC7")
    t.play_from_nowhere(0, "074")
    fill_mat(t)
    t.start_turn()
    assert t.act("trigger", card="HC7") == ""
    assert t.refuses("CAR-2", "trigger", card="HC7")


# --- CAR-4


def test_using_a_fundraising_card(t):
    """CAR-4: 023 gives its star only after the use of a Fundraising card this month."""
    t.play_from_nowhere(0, "023", "F02")
    t.start_turn()
    assert t.refuses("ACT-2", "trigger", card="023")
    assert t.act("trigger", card="F02") == ""
    assert t.act("trigger", card="023") == ""
    assert t.table.score[0] == 1


def test_putting_into_play_is_not_using(t):
    """CAR-4: playing a Fundraising card, even one with a standing effect, is not using it."""
    t = table_with(("F02", "always: 1 moves"))
    t.play_from_nowhere(0, "023")
    t.on_calendar(0, "F02")
    fill_mat(t)
    t.start_turn()
    assert t.act("play_card", card="F02") == ""
    assert t.refuses("ACT-2", "trigger", card="023")


def test_an_effective_upgrade_is_a_use():
    """CAR-4: a Fundraising card's upgrade or discount that takes effect is a use."""
    t = table_with(("F02", "sign: 1 bucks"), ("F06", "always: if border: discount recruits 1"))
    t.play_from_nowhere(0, "023", "F02")
    t.play_from_nowhere(1, "053", "F06")
    for seat in (0, 1):
        t.start_turn(seat)
    assert t.refuses("ACT-2", "trigger", 0, card="023")
    sign(t, "Ohio/1", 0)
    assert t.act("trigger", 0, card="023") == ""
    assert t.refuses("ACT-2", "trigger", 1, card="053")
    sign(t, "Ohio/2", 1)
    assert t.act("trigger", 1, card="053") == ""


def test_uses_count_since_the_vegas_check(t):
    """CAR-4: last month's uses no longer count."""
    t.play_from_nowhere(0, "023", "F02")
    assert t.act("trigger", card="F02") == ""
    t.act("end_turn")
    t.table.month = 2
    assert vegas_check(*t.everything) == 0
    assert t.refuses("ACT-2", "trigger", card="023")


def test_a_use_at_the_vegas_check_belongs_to_the_rolls_month():
    """CAR-2, CAR-4: a Fundraising card that shifts a die is used in the month of the roll; if its
    owner declines the shift, it is not used."""
    t = Tabletop(2, changes=effect_changes("F02", "always: shift_die 1", usage="month"))
    t.no_coaches()
    for shift, used in ((1, True), (0, False)):
        if used:
            t.play_from_nowhere(0, "023", "F02")
        t.script(0, bookie=bookie(shift, "green"))
        place_bets(t, 0, ("green", 1))
        t.table.month += 1
        t.dice(green=3, purple=1, yellow=1, blue=1, orange=1, magenta=1)
        assert vegas_check(*t.everything) == 0
        t.start_turn()
        if used:
            assert t.act("trigger", card="023") == ""
            t.act("end_turn")
        else:
            assert t.refuses("ACT-2", "trigger", card="023")


# --- CAR-5


def test_where_gains_go(t):
    """CAR-5: EC go to the mat, BB to the stock, stars to the score, at once."""
    t = table_with(("085", "month: 2 stars; month: 3 bucks; month: 1 ec blue"))
    t.play_from_nowhere(0, "085")
    assert t.act("trigger", card="085") == ""
    assert (t.table.score[0], t.table.bucks[0], t.on_mat(0)) == (2, 10, {"blue": 1})
    assert not t.table.calendar[0, 1, colour("blue")] or t.table.region[0] == 3
    assert t.events() == [
        {
            "e": "trigger",
            "player": 0,
            "card": "085",
            "paid": {},
            "stars": 2,
            "bucks": 3,
            "ec": {"blue": 1},
        }
    ]
    t.act("end_turn")
    assert t.on_mat(0) == {}


# --- CAR-6


def test_coaches_act_from_the_first_month(t):
    """CAR-6: coaches work like upgrades from month 1; their stars are scored separately."""
    t.give_coach(0, "HC5")
    t.token("Ohio/1", base=4)
    assert sign(t)["bonuses"] == [
        {"coach": "HC5", "stars": 1},
        {"coach": "HC5", "bucks": 1},
    ]
    assert t.parts(0) == {"recruits": 4, "coach_effects": 1}


def test_riverboat_gambler(t):
    """CAR-6: the owner has two free bets on any spots each turn; unused ones are lost."""
    t.give_coach(0, "HC8")
    t.start_turn(0, 1)
    assert t.act("bet", colour="green", number=1) == ""
    assert t.act("market", number=1) == ""
    assert t.act("bet", colour="blue", number=6) == ""
    assert t.refuses("PAY-4", "bet", colour="blue", number=6)
    assert [e.get("free") for e in t.events() if e["e"] == "bet"] == [True, True]
    assert t.table.bets[0] == 2
    t.act("end_turn")
    t.start_turn(0, 2)
    t.act("end_turn")
    t.start_turn(0, 3)
    assert t.table.free_bets[0] == 2


def test_free_bets_pay_and_crap_out_like_bought_ones(t):
    """CAR-6, DIC-3: a free token can win, and its owner can Crap Out if it loses."""
    t.give_coach(0, "HC8")
    t.give_coach(1, "HC8")
    for seat, number in ((0, 1), (1, 2)):
        t.start_turn(seat, 1)
        assert t.act("bet", seat, colour="green", number=number) == ""
    t.table.month = 2
    t.dice(green=1, purple=1, yellow=1, blue=1, orange=1, magenta=1)
    assert vegas_check(*t.everything) == 0
    assert t.on_mat(0) == {"green": 2} and t.table.bucks[0] == 8
    assert (t.table.crapped_out[0], t.table.crapped_out[1]) == (0, 1)


# --- CAR-7


@pytest.mark.parametrize(
    ("number", "shift", "shown"),
    [(1, -1, 6), (6, 1, 1), (1, 1, 2), (6, -1, 5), (3, 1, 4), (3, -1, 2)],
)
def test_a_shifted_die(number, shift, shown):
    """CAR-7: a die shifts up or down by 1; 6 becomes 1, and 1 becomes 6."""
    assert shift_number(number, shift) == shown


def bookie(shift, die):
    def answer(table, me, params, order):
        order.colour = colour(die)
        return shift

    return answer


def place_bets(t, seat, *spots):
    for die, number in spots:
        t.table.bet[seat, colour(die), number] += 1
        t.table.bets[seat] += 1


def test_a_bookie_shifts_only_for_its_owners_bets(t):
    """CAR-7: the owner's bet wins through the shift, but a rival's on the same spot does not."""
    t.play_from_nowhere(0, "091")
    t.script(0, bookie=bookie(1, "green"))
    place_bets(t, 0, ("green", 4))
    place_bets(t, 1, ("green", 4))
    t.table.month = 2
    t.dice(green=3, purple=1, yellow=1, blue=1, orange=1, magenta=1)
    assert vegas_check(*t.everything) == 0
    assert t.on_mat(0) == {"green": 2} and t.table.bucks[0] == 8
    assert t.table.crapped_out[0] == 0
    assert t.on_mat(1) == {} and t.table.crapped_out[1] == 1
    assert t.table.dice[0] == 3  # DIC-10: the dice count as rolled
    assert t.events()[0] == {
        "e": "bookie",
        "player": 0,
        "colour": "green",
        "from": 3,
        "to": 4,
    }


def test_a_bookie_can_lose_its_owners_bet(t):
    """CAR-7: the shifted roll decides whether bets win and whether their owner Craps Out."""
    t.play_from_nowhere(0, "091")
    t.script(0, bookie=bookie(-1, "green"))
    place_bets(t, 0, ("green", 3))
    t.table.month = 2
    t.dice(green=3, purple=1, yellow=1, blue=1, orange=1, magenta=1)
    assert vegas_check(*t.everything) == 0
    assert t.on_mat(0) == {} and t.table.crapped_out[0] == 1


def test_a_bookie_shifts_one_die_by_one(t):
    """CAR-7: a Bookie shifts one of the six dice by 1; players without a Bookie are not asked."""
    t.play_from_nowhere(0, "091")
    t.table.month = 2
    t.dice(green=3, purple=1, yellow=1, blue=1, orange=1, magenta=1)
    for shift, die in ((2, 0), (-2, 0), (1, 6), (1, -1)):

        def answer(table, me, params, order, shift=shift, die=die):
            order.colour = die
            return shift

        place_bets(t, 0, ("green", 4))
        t.script(0, bookie=answer)
        assert vegas_check(*t.everything) == decisions.BOOKIE_SHIFT
    questions = []

    def seat_1_answer(table, me, params, order):
        questions.append(me.seat)
        return 0

    t.script(0, bookie=bookie(0, "green"))
    t.script(1, bookie=seat_1_answer)
    place_bets(t, 1, ("green", 4))
    assert vegas_check(*t.everything) == 0
    assert questions == []


def test_a_bookie_helps_from_the_month_after_its_entry(t):
    """CAR-7: the owner of a Bookie played in April, after bets have paid, is first asked in May."""
    questions = []

    def bookie_of_0(table, me, params, order):
        questions.append(table.month)
        return 0

    def act(table, me, params, order):
        if table.month == 2 and table.in_play_count[0] == 0:
            order.card = t.card("091")
            return decisions.PLAY_CARD
        if table.bets[0] == 0:
            order.number = 1
            return decisions.BET
        return 0

    t.script(0, bookie=bookie_of_0, act=act)
    t.on_calendar(0, "091", month=12)
    for month in range(1, 5):
        t.table.month = month
        t.table.calendar[0, month] = 9
        assert play_month(*t.everything) == 0
    assert t.table.in_play[0, 0] == t.card("091")
    assert questions == [3, 4]


# --- CAR-8


def test_coach_first_then_cards_in_order_of_entry(t):
    """CAR-8: the coach's effect on an event comes first, then the cards' in order of entry."""
    t.give_coach(0, "HC6")
    t.play_from_nowhere(0, "076", "008", "012")
    t.token("Ohio/1", base=3)
    assert sign(t)["bonuses"] == [
        {"coach": "HC6", "stars": 1},
        {"card": "076", "bucks": 1},
        {"card": "008", "stars": 1},
        {"card": "012", "bucks": 1},
    ]


# --- CAR-9


def test_doubling_adds_the_value_itself(t):
    """CAR-9: 050 adds V, each bonus adds its own stars, and nothing multiplies a bonus."""
    t.give_coach(0, "HC6")
    t.play_from_nowhere(0, "008", "050")
    t.token("Ohio/1", base=3, position="QB")
    event = sign(t)
    assert event["value"] == 3 and event["stars"] == 3 + 1 + 1 + 3
    assert t.parts(0) == {"recruits": 3, "card_effects": 4, "coach_effects": 1}


def test_two_doublings_add_twice(t):
    """CAR-9: every effect works on V separately, so two doublings make three times V."""
    t = table_with(("008", "sign: value x2"))
    t.play_from_nowhere(0, "008", "050")
    t.token("Ohio/1", base=3, position="QB")
    assert sign(t)["stars"] == 9


def test_the_floor_is_applied_once_before_any_effect(monkeypatch):
    """CAR-9: token 2 and VMD -2 make V = 1; a doubling then adds 1."""
    t = Tabletop(2)
    t.no_coaches()
    monkeypatch.setattr(actions, "draw_once", lambda *_: actions.VMD_FACES.index(-2))
    t.play_from_nowhere(0, "050", "008")
    t.token("Ohio/1", base=2, position="QB")
    event = sign(t)
    assert (event["value"], event["stars"]) == (1, 3)


def test_base_value_conditions_look_at_the_token(monkeypatch):
    """CAR-9: HC6 looks at the token without the VMD."""
    t = Tabletop(2)
    monkeypatch.setattr(actions, "draw_once", lambda *_: actions.VMD_FACES.index(2))
    t.give_coach(0, "HC6")
    t.give_coach(1, "HC5")
    t.token("Ohio/1", base=3)
    t.token("Ohio/2", base=4)
    assert sign(t, "Ohio/1", 0)["stars"] == 3 + 2 + 1
    assert sign(t, "Ohio/2", 0)["stars"] == 4 + 2
    t.token("Missouri/1", base=3)
    assert sign(t, "Missouri/1", 1)["bonuses"] == []


# --- CAR-10


def test_a_second_recruit_of_the_state_costs_less(t):
    """CAR-10, CAR-1: 071 needs an earlier recruit of the same owner and state."""
    t.play_from_nowhere(0, "071")
    assert sign(t, "Ohio/1")["discount"] == {}
    event = sign(t, "Ohio/2")
    assert sum(event["discount"].values()) == 2
    t.sign_freely(1, "Missouri/1")
    assert sign(t, "Missouri/2")["discount"] == {}


def test_an_upgrade_on_signing_uses_the_game_state_before_payment(t):
    """CAR-10: 035 needs an earlier recruit; the one just signed does not count."""
    t.play_from_nowhere(0, "035")
    assert sign(t, "Ohio/1")["bonuses"] == []
    assert sign(t, "Ohio/2")["bonuses"] == [{"card": "035", "stars": 3}]


def test_counts_use_the_game_state_at_the_trigger(t):
    """CAR-10: recruits signed before the trigger count, but later ones do not."""
    t.play_from_nowhere(0, "F04")  # 1 orange EC per 2 South recruits
    t.sign_freely(0, *[s for s in t.names.spot if s.startswith("Alabama")])
    assert t.act("trigger", card="F04") == "" and t.on_mat(0) == {}
    t.act("end_turn")
    south = [s for s in t.names.spot if 4 in t.table.state_region[t.table.spot_state[t.spot(s)]]]
    t.sign_freely(0, *[s for s in south if not s.startswith("Alabama")][:3])
    assert t.act("trigger", card="F04") == ""
    assert t.on_mat(0) == {"orange": 2}


# --- CAR-11


def test_crapped_out_reward(t):
    """CAR-11: 065 pays in a month in which its owner Crapped Out, even if just played."""
    place_bets(t, 0, ("green", 1))
    t.table.month = 2
    t.dice(green=2, purple=1, yellow=1, blue=1, orange=1, magenta=1)
    assert vegas_check(*t.everything) == 0
    t.on_calendar(0, "065")
    fill_mat(t)
    t.start_turn()
    assert t.act("play_card", card="065") == ""
    assert t.act("trigger", card="065") == ""
    assert t.table.bucks[0] == 8
    t.act("end_turn")
    t.table.month = 3
    assert vegas_check(*t.everything) == 0
    assert t.refuses("ACT-2", "trigger", card="065")


def test_upgrades_of_the_vegas_check(t):
    """CAR-3, DIC-2, DIC-3: 096 acts once for each token that pays, 080 once for Crapping Out."""
    t.play_from_nowhere(0, "096", "080")
    t.play_from_nowhere(1, "096", "080")
    place_bets(t, 0, ("green", 2), ("green", 2), ("blue", 1))
    place_bets(t, 1, ("green", 1))
    t.table.month = 2
    t.dice(green=2, purple=1, yellow=1, blue=1, orange=1, magenta=1)
    assert vegas_check(*t.everything) == 0
    assert t.table.score[0] == 6 and t.table.bucks[0] == 7 + 3
    assert t.table.score[1] == 0 and t.table.bucks[1] == 7 + 1


# --- CAR-12


def test_a_border_recruit_counts_for_both_regions_once_per_effect():
    """CAR-12: Ohio counts for an effect on either of its regions, and once for one
    that names both."""
    t = table_with(("008", "sign: if region midwest|northeast: 1 stars"))
    t.play_from_nowhere(0, "011", "082", "008", "052")
    event = sign(t, "Ohio/1")
    assert event["bonuses"] == [
        {"card": "011", "stars": 1},
        {"card": "082", "stars": 2},
        {"card": "008", "stars": 1},
    ]


def test_a_trigger_counts_fundraising_cards_in_play(t):
    """CAR-10, ACT-2: 009 gives 1 star for each Texas Fundraising card in play, and for no other."""
    t.play_from_nowhere(0, "009", "F17", "F19", "F02")
    t.play_from_nowhere(1, "F18")
    assert t.act("trigger", card="009") == ""
    assert t.table.score[0] == 2


# --- The trace says what an effect gave


def test_gains_of_an_upgrade_are_in_the_trace(t):
    """CAR-5: EC that an upgrade gives for playing a card go to the mat and are in the trace."""
    t.play_from_nowhere(0, "054")
    t.on_calendar(0, "001")
    fill_mat(t)
    before = named(t.table.mat[0])
    assert t.act("play_card", card="001", take={"green": 1}) == ""
    played, gained = t.events()
    assert gained == {
        "e": "trigger",
        "player": 0,
        "card": "054",
        "paid": {},
        "ec": {"green": 1},
    }
    cost = played["paid"]
    assert t.on_mat(0) == {
        name: n - cost.get(name, 0) + (name == "green") for name, n in before.items()
    }
