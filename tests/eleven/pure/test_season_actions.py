"""A manager's day and match preparation in a season (WEE-2, ACT, CLU, MAT-4, MAT-5, PLA-3)."""

from __future__ import annotations

import pytest
from eleven.day_club import DATA, KINDS, PREPARE, ROWS, SEAT, Club, do
from eleven.games import source_of

from eoc_sim.simulator.eleven import decisions, sources
from eoc_sim.simulator.eleven.club import remove_held
from eoc_sim.simulator.eleven.pitch import OFF_PITCH
from eoc_sim.simulator.eleven.sources import FOR_BONUS, FOR_MONEY, OFFICE, SHIRT, SMALL
from eoc_sim.simulator.kernel.records import field_of, set_field

# --- Actions of a day


def test_actions_of_a_day():
    """WEE-2: a day has one action, and another for 2 operation."""
    club = Club()
    club.show("sponsors", "N01", "N02", "N03", "N04")
    club.act(decisions.SPONSOR, card="N01", way=SMALL)
    assert club.refusal(decisions.SPONSOR, card="N02", way=SMALL) == decisions.EXTRA_UNPAID
    club["resources"][SEAT, 2] = 5
    events = club.act(decisions.SPONSOR, card="N02", way=SMALL)
    assert [event["extra"] for event in events if event["e"] == "act"] == [False, True]
    assert club["resources"][SEAT, 2] == 3 and club["extra_actions"][SEAT] == 1
    assert club.refusal(decisions.SPONSOR, card="N03", way=SMALL) == decisions.NO_ACTION_LEFT


@pytest.mark.parametrize(("per_day", "cost"), [(0, 2), (2, 1)])
def test_switches_for_extra_actions(per_day, cost):
    """WEE-2, SWI: switches set the number of extra actions a day and their cost."""
    club = Club(extra_per_day=per_day, extra_cost=cost)
    club["resources"][SEAT, 2] = 9
    club.show("sponsors", "N01", "N02", "N03", "N04")
    for _ in range(per_day + 1):
        club.act(decisions.SPONSOR, card=int(club["area"][3, 0]), way=SMALL)
    last = int(club["area"][3, 0])
    assert club.refusal(decisions.SPONSOR, card=last, way=SMALL) == decisions.NO_ACTION_LEFT
    assert club["resources"][SEAT, 2] == 9 - per_day * cost


@pytest.mark.parametrize("kind", [-1, 10, 77])
def test_unknown_actions(kind):
    """ACT-0: an action that does not exist is refused."""
    assert Club().refusal(kind) == decisions.NO_SUCH_ACTION


def test_passing_and_ending():
    """ACT-8: passing and ending the day are always legal."""
    club = Club()
    club.set(actions_taken=1, extras_taken=1)
    assert club.refusal(decisions.PASS) == club.refusal(decisions.END_DAY) == 0


def test_hiring():
    """ACT-1: a card in the Transfer Area is hired at its price."""
    club = Club(money=8)
    club.show("players", "P01", "P02", "P12")
    club.show("youngsters", "Y01")
    (event,) = club.act(decisions.HIRE, card="P02")
    assert (event["kind"], event["card"], event["price"]) == ("hire", "P02", 7)
    assert club.money == 1 and club["owner"][source_of("P02")] == SEAT
    assert club["area_count"][0] == 2
    club.set(actions_taken=0)
    assert club.refusal(decisions.HIRE, card="P01") == decisions.HIRE_COST
    for card in ("P03", "P02", "V1", "S05"):
        assert club.refusal(decisions.HIRE, card=card) == decisions.HIRE_NOT_THERE
    assert club.refusal(decisions.HIRE, card=-1) == decisions.HIRE_NOT_THERE


def test_discounts():
    """ACT-1, EFF-1: two scouts take 2 off a player's price, and one of them takes 1 off a
    youngster's."""
    club = Club()
    club.hold("staff", "S16", "S17")
    club.show("players", "P02")
    club.show("youngsters", "Y01")
    events = club.act(decisions.HIRE, card="P02")
    assert events[-1]["price"] == 5
    club.set(actions_taken=0)
    assert club.act(decisions.HIRE, card="Y01")[-1]["price"] == 2


def test_selling():
    """ACT-2, PLA-2: a sale brings the visible side's strength with tokens, plus 2; weakness does
    not count."""
    club = Club(money=0)
    club.give("P02", "P12", "Y01")
    club["strength_tokens"][source_of("P02")] = 1
    club["weakness_tokens"][source_of("P02")] = 1
    club["injured_until"][source_of("P02")] = 4
    events = club.act(decisions.SELL, card="P02")
    assert [event["e"] for event in events] == ["act", "sale"]
    assert events[1]["money"] == 3 + 1 + 2 and club.money == 6
    assert club["lies"][source_of("P02")] == sources.DISCARDED
    assert club["strength_tokens"][source_of("P02")] == 0
    assert club.refusal(decisions.SELL, card="P03") in (
        decisions.EXTRA_UNPAID,
        decisions.SELL_NOT_OWN,
    )
    club.set(actions_taken=0)
    assert club.refusal(decisions.SELL, card="P03") == decisions.SELL_NOT_OWN


def test_ex_3():
    """EX-3, ACT-2: an ordinary sale of a card of strength 4 brings 6."""
    club = Club(money=0)
    club.give("P12")
    assert club.act(decisions.SELL, card="P12")[-1]["money"] == 6


def test_selling_a_trained_youngster():
    """ACT-2, SCO-2: a trained youngster scores its VP when sold, and leaves the game."""
    club = Club()
    club.give("Y03", trained=True)
    sale = club.act(decisions.SELL, card="Y03")[-1]
    assert (sale["money"], sale["vp"]) == (4, 2)
    assert club["lies"][source_of("Y03")] == sources.OUT
    assert club["earned"][SEAT].sum() == 2


def test_negotiators():
    """ACT-2, EFF: gains from staff come after the sale."""
    club = Club(money=0)
    club.hold("staff", "S19", "S20")
    club.give("P12")
    events = club.act(decisions.SELL, card="P12")
    assert [event["e"] for event in events] == ["act", "sale", "effect", "effect"]
    assert club.money == 6 + 1 + 2


def test_staff():
    """ACT-3, CLU-6: hiring staff needs a free place; the office adds places."""
    club = Club()
    club.show("staff", "S05", "S13", "S21")
    club.hold("staff", "S01", "S10", "S16")
    assert club.refusal(decisions.STAFF, card="S05") == decisions.STAFF_FULL
    club["office"][SEAT] = 1
    assert club.act(decisions.STAFF, card="S05")[0]["price"] == 4
    club.set(actions_taken=0)
    assert club.refusal(decisions.STAFF, card="S06") == decisions.STAFF_NOT_THERE
    club["office"][SEAT] = 2
    club["resources"][SEAT, 0] = 2
    assert club.refusal(decisions.STAFF, card="S13") == decisions.STAFF_COST


def test_dismissing():
    """ACT-4: a held staff card can be dismissed for free at any time during the day."""
    club = Club()
    club.set(actions_taken=1, extras_taken=1)
    club.hold("staff", "S05")
    assert club.refusal(decisions.DISMISS, card="S05") == 0
    assert club.refusal(decisions.DISMISS, card="S06") == decisions.DISMISS_NOT_OWN


@pytest.mark.parametrize(
    ("way", "name", "cash"),
    [(SMALL, "small", 2), (FOR_MONEY, "money", 0), (FOR_BONUS, "bonus", 0), (SHIRT, "shirt", 0)],
)
def test_kinds_of_sponsor_contract(way, name, cash):
    """ACT-5: a sponsor gives cash at once, weekly money, its bonus, or the last two together."""
    club = Club(money=0)
    club.show("sponsors", "N01", "N02", "N03", "N04")
    events = club.act(decisions.SPONSOR, card="N01", way=way)
    assert events[0]["way"] == name and events[0]["gains"] == [cash, 0, 0, 0]
    assert club.money == cash
    assert (club["level"][SEAT, 3] == 3) == (name in ("bonus", "shirt"))
    assert club["lies"][source_of("N01")] == (
        sources.DISCARDED if way == SMALL else sources.WITH_MANAGER
    )


def test_sponsors_that_cannot_be_signed():
    """SET-8, CLU-4, ACT-5: only the three oldest sponsors can be signed; a manager has two ad
    boards, a third once it is built, and room for one sponsor on the shirt."""
    club = Club()
    club.show("sponsors", "N01", "N02", "N03", "N04")
    assert club.refusal(decisions.SPONSOR, card="N04", way=SMALL) == decisions.SPONSOR_NOT_THERE
    for way in (0, 5, -1):
        assert club.refusal(decisions.SPONSOR, card="N01", way=way) == decisions.SPONSOR_WAY
    club.hold("sponsor", "N05", "N06", "N07")
    for number, way in (("N05", FOR_MONEY), ("N06", FOR_BONUS), ("N07", SHIRT)):
        club["way"][source_of(number) - sources.SPONSORS] = way
    assert club.refusal(decisions.SPONSOR, card="N01", way=SHIRT) == decisions.SPONSOR_SHIRT
    assert club.refusal(decisions.SPONSOR, card="N01", way=FOR_MONEY) == decisions.SPONSOR_BOARDS
    club.hold("token", "I03")
    assert club.refusal(decisions.SPONSOR, card="N01", way=FOR_BONUS) == 0


def test_building():
    """ACT-6, CLU-5: each kind is built once, on its own space or one of four free ones."""
    club = Club(money=60)
    assert club.act(decisions.BUILD, card="I01")[0]["price"] == 5
    club.set(actions_taken=0)
    assert club.refusal(decisions.BUILD, card="I01") == decisions.BUILD_TWICE
    assert club.refusal(decisions.BUILD, card="S05") == decisions.NO_SUCH_TOKEN
    club.hold("token", "I05", "I06")
    club.set(free_spaces=2)
    assert club.refusal(decisions.BUILD, card="I02") == 0
    assert club.refusal(decisions.BUILD, card="I07") == decisions.BUILD_FULL
    club.set(free_spaces=DATA.club.free_spaces)
    assert club.refusal(decisions.BUILD, card="I07") == 0
    club["held_count"][SEAT, 3] = 0
    club["resources"][SEAT, 0] = 6
    assert club.refusal(decisions.BUILD, card="I02") == decisions.BUILD_COST
    kind = source_of("I05") - sources.TOKENS
    copies = int(club["token_copies"][kind])
    club["token_copies"][kind] = 1
    club.hold("token", "I05", seat=1)
    assert club.refusal(decisions.BUILD, card="I05") == decisions.BUILD_GONE
    club["token_copies"][kind] = copies


def test_office():
    """CLU-6: the token is step 1; each further step, up to step 4, costs 3 plus the number of the
    current step."""
    club = Club(money=60)
    assert club.refusal(decisions.BUILD, card=OFFICE) == decisions.OFFICE_NOT_BUILT
    club.act(decisions.BUILD, card="I04")
    assert club["office"][SEAT] == 1
    for step in (1, 2, 3):
        club.set(actions_taken=0)
        event = club.act(decisions.BUILD, card=OFFICE)[-1]
        assert (event["card"], event["price"]) == ("office", 3 + step)
    club.set(actions_taken=0)
    assert club.refusal(decisions.BUILD, card=OFFICE) == decisions.OFFICE_FULL


def test_a_discount_on_building():
    """ACT-6, EFF-1: director 7 takes 1 off tokens and office steps."""
    club = Club(money=60)
    club.hold("director", "D07")
    assert club.act(decisions.BUILD, card="I01")[0]["price"] == 4
    club.set(actions_taken=0)
    club.act(decisions.BUILD, card="I04")
    club.set(actions_taken=0)
    assert club.act(decisions.BUILD, card=OFFICE)[-1]["price"] == 3


def test_free_actions():
    """ACT-9, EFF-2, ACT-7: a day has one free action; each clause may be used once a week, at its
    cost."""
    club = Club()
    club.give("P01")
    club.hold("staff", "S01", "S06")
    free = decisions.FREE
    assert club.refusal(free, source="S01", clause=0) == decisions.FREE_COST
    assert club.refusal(free, source="S06", clause=0) == 0
    assert club.refusal(free, source="S06", clause=1) == decisions.NO_SUCH_FREE_ACTION
    assert club.refusal(free, source="S11", clause=0) == decisions.NO_SUCH_FREE_ACTION
    club["used"][SEAT, source_of("S06")] = 1
    assert club.refusal(free, source="S06", clause=0) == decisions.FREE_USED
    club["resources"][SEAT, 3] = 1
    assert club.refusal(free, source="S01", clause=0) == 0
    club["is_trained"][source_of("P01")] = 1
    assert club.refusal(free, source="S01", clause=0) == decisions.FREE_NO_CARD
    club.set(free_taken=1)
    assert club.refusal(free, source="S01", clause=0) == decisions.FREE_TAKEN


# --- Preparing for a match


def preparation_refusal(club: Club, **fields) -> int:
    """Return the refusal of a preparation in 4-4-2 with the first tactic card."""
    order = club.worker.part("order")
    club["holds"][SEAT] = 0
    club["holds"][SEAT, 0] = 1
    set_field(order, "tactic", 0)
    set_field(order, "formation", 0)
    cells = fields.pop("cell", [0, 1, 1, 2, 3, 4, 4, 5, 7, 7])
    field_of(order, "cell")[: len(cells)] = cells
    field_of(order, "cell")[len(cells) :] = OFF_PITCH
    field_of(order, "fielded")[:] = 0
    field_of(order, "put")[:] = 0
    set_field(order, "fans", fields.pop("fans", 0))
    for number in fields.pop("cards", ()):
        field_of(order, "fielded")[source_of(number)] = 1
    for number, resource, amount in fields.pop("put", ()):
        field_of(order, "put")[source_of(number), resource] = amount
    before = club.visible_state()
    code = do(club.worker.states, club.trace, PREPARE, SEAT, 0)
    assert club.visible_state() == before
    return code


def test_stands():
    """CLU-3: two stands have 2 places each, and tokens add stands; only fans in hand fill them."""
    club = Club()
    club["resources"][SEAT, 1] = 9
    assert preparation_refusal(club, fans=4) == 0
    assert preparation_refusal(club, fans=5) == decisions.STANDS_FULL
    club.hold("token", "I01", "I02")
    assert preparation_refusal(club, fans=9) == 0
    assert preparation_refusal(club, fans=10) == decisions.STANDS_FANS
    assert preparation_refusal(club, fans=-1) == decisions.STANDS_FANS


def test_cards_that_cannot_be_assigned():
    """PLA-3, MAT-4, MAT-5: cards must be owned and healthy, one per jersey, in their rows, at 1
    fitness each."""
    club = Club()
    club.give("P02", "P26", "P07", "P25")
    club["resources"][SEAT, 3] = 1
    assert preparation_refusal(club, cards=["P02"]) == 0
    assert preparation_refusal(club, cards=["P03"]) == decisions.FIELD_NOT_OWN
    assert preparation_refusal(club, cards=["P02", "P26"]) == decisions.FIELD_JERSEY
    assert preparation_refusal(club, cards=["P25"]) == decisions.FIELD_ROW
    assert preparation_refusal(club, cards=["P02", "P07"]) == decisions.FIELD_FITNESS
    club["injured_until"][source_of("P02")] = 3
    assert preparation_refusal(club, cards=["P02"]) == decisions.FIELD_INJURED
    club["injured_until"][source_of("P02")] = 0
    club["suspended_until"][source_of("P02")] = 3
    assert preparation_refusal(club, cards=["P02"]) == decisions.FIELD_SUSPENDED


def test_resources_on_cards():
    """MAT-5: only assigned cards hold resources; fielding and filling the stands come first."""
    club = Club()
    club.give("P07", "P01")
    club["resources"][SEAT] = [1, 2, 1, 2]
    assert preparation_refusal(club, cards=["P07"], put=[("P07", 3, 1)], fans=2) == 0
    assert preparation_refusal(club, cards=["P07"], put=[("P07", 3, 2)]) == decisions.PUT_COST
    assert (
        preparation_refusal(club, cards=["P07"], put=[("P07", 1, 1)], fans=2) == decisions.PUT_COST
    )
    assert (
        preparation_refusal(club, cards=["P07"], put=[("P01", 1, 1)]) == decisions.PUT_NOT_ASSIGNED
    )
    assert (
        preparation_refusal(club, cards=["P07"], put=[("P07", 2, -1)]) == decisions.PUT_NOT_ASSIGNED
    )


def test_wrong_layouts_are_refused():
    """MAT-1 to MAT-3: illegal layouts are refused as in the league layer."""
    assert preparation_refusal(Club(), cell=[0, 0, 1, 2, 3, 4, 4, 5, 7, 7]) == decisions.CELL_FULL
    eleven = [0, 1, 1, 2, 3, 4, 4, 5, 7, 7, 0]
    assert preparation_refusal(Club(), cell=eleven) == decisions.TOO_MANY_MARKERS


# --- Edge cases of a day's actions


def test_the_exact_price_suffices():
    """ACT-1: money equal to the price suffices, 1 less does not."""
    club = Club(money=4)
    club.show("players", "P01")
    club["resources"][SEAT, 0] = 3
    assert club.refusal(decisions.HIRE, card="P01") == decisions.HIRE_COST
    club["resources"][SEAT, 0] = 4
    club.act(decisions.HIRE, card="P01")
    assert club.money == 0


def test_a_large_squad_may_grow():
    """ACT-1: a squad may be of any size, and several of its cards may have the same jersey."""
    club = Club()
    club.give(*(f"P{number:02d}" for number in range(1, 31)), *(f"Y{n:02d}" for n in range(1, 19)))
    club.show("players", "P31", "P32")
    club.act(decisions.HIRE, card="P31")
    assert int(club["squad_size"][SEAT]) == 49


def test_veterans_are_not_hired():
    """ACT-1: no veteran can be hired, wherever it lies."""
    club = Club()
    club.show("players", "V1")
    assert club.refusal(decisions.HIRE, card="V1") == decisions.HIRE_NOT_THERE


def test_the_place_left_by_a_staff_card_is_free_at_once():
    """ACT-3, CLU-6: another staff card can be hired on the same day."""
    club = Club()
    club.hold("staff", "S01", "S05", "S06")
    club.show("staff", "S13")
    assert club.refusal(decisions.STAFF, card="S13") == decisions.STAFF_FULL
    remove_held(club.table, SEAT, KINDS["staff"], source_of("S05"))
    club.act(decisions.STAFF, card="S13")
    assert int(club["held_count"][SEAT, KINDS["staff"]]) == 3


def test_a_gap_stays_if_no_cards_are_left():
    """SET-8: a row keeps its gap if deck and discards are empty."""
    club = Club()
    club.show("players", "P01", "P02")
    lies = club["lies"]
    lies[lies == sources.DISCARDED] = sources.AWAY
    club.act(decisions.HIRE, card="P01")
    assert int(club["area_count"][ROWS["players"]]) == 1


def test_a_sold_card_fills_the_next_gap():
    """SET-8, ACT-2: an empty deck is refilled from the discards, which include the sold card."""
    club = Club()
    club.set(rule_market_players=2)
    club.show("players", "P01", "P02")
    lies = club["lies"]
    lies[lies == sources.DISCARDED] = sources.AWAY
    club.give("P05", trained=True)
    club.act(decisions.SELL, card="P05")
    club.set(actions_taken=0)
    club.act(decisions.HIRE, card="P01")
    area = club["area"][ROWS["players"], :2].tolist()
    assert area == [source_of("P02"), source_of("P05")]
    assert int(club["is_trained"][source_of("P05")]) == 0


def test_two_sponsors_can_both_be_signed():
    """SET-8: with fewer than three sponsors in the row, all can be signed."""
    club = Club()
    club.show("sponsors", "N01", "N02")
    assert club.refusal(decisions.SPONSOR, card="N02", way=SMALL) == 0


def test_small_sponsors_need_no_place():
    """ACT-5, CLU-4: the small way is open even if all boards and the shirt are taken."""
    club = Club()
    club.hold("sponsor", "N01", "N02", "N03")
    for number, way in (("N01", FOR_MONEY), ("N02", FOR_BONUS), ("N03", SHIRT)):
        club["way"][source_of(number) - sources.SPONSORS] = way
    club.show("sponsors", "N04")
    for way, refusal in (
        (FOR_MONEY, decisions.SPONSOR_BOARDS),
        (FOR_BONUS, decisions.SPONSOR_BOARDS),
        (SHIRT, decisions.SPONSOR_SHIRT),
        (SMALL, 0),
    ):
        assert club.refusal(decisions.SPONSOR, card="N04", way=way) == refusal


def test_an_injured_card_is_sold_like_any_other():
    """ACT-2, PLA-3: an injury does not change the price, and the next owner gets a healthy card."""
    club = Club(money=0)
    club.give("P02")
    card = source_of("P02")
    club["injured_until"][card] = club["suspended_until"][card] = 4
    club.act(decisions.SELL, card="P02")
    assert club.money == 5
    assert club["injured_until"][card] == club["suspended_until"][card] == 0


def test_a_trainer_needs_an_untrained_card():
    """ACT-7, ACT-9: training is refused if no card can be trained."""
    club = Club()
    club.hold("staff", "S01")
    club["resources"][SEAT, 3] = 1
    club.give("P02", trained=True)
    fields = {"source": "S01", "clause": 0}
    assert club.refusal(decisions.FREE, **fields) == decisions.FREE_NO_CARD
    club.give("P05")
    assert club.refusal(decisions.FREE, **fields) == 0
    club["resources"][SEAT, 3] = 0
    assert club.refusal(decisions.FREE, **fields) == decisions.FREE_COST


def test_deals_without_transfers_are_refused():
    """TRA-1, TRA-7: auctions and negotiations are refused if transfers are off."""
    club = Club()
    club.give("P02")
    refusal = club.refusal(decisions.SELL, card="P02", way=sources.BY_AUCTION)
    assert refusal == decisions.SELL_WAY
    assert club.refusal(decisions.NEGOTIATE) == decisions.NEGOTIATE_OFF
