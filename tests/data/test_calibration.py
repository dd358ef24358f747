"""The package's components: printed facts row by row, and targets of the reconstruction."""

from __future__ import annotations

from collections import Counter

import pytest

from eoc_sim.simulator.eoc import effect_codes as language
from eoc_sim.simulator.eoc.columns import REGION_NAMES
from eoc_sim.simulator.eoc.component_rows import CARDS as CARD_SHEET
from eoc_sim.simulator.eoc.component_summary import board_counts, deck, homes, remarks
from eoc_sim.simulator.eoc.components import load, spots

COMPONENTS = load(None)
COSTS = {column for column in CARD_SHEET.columns if column.startswith("cost_")}
CARDS = {card.number: card for card in COMPONENTS.cards}
BY_NAME = {card.name: card for card in COMPONENTS.cards}

# number or none, name, stars or none, usage, effect.
PRINTED_EFFECTS = [
    ("001", "Campus Near an Airport Hub", 1, "upgrade", "always: if fundraising: discount cards 1"),
    ("008", "National Pregame Show on Campus", 2, "upgrade", "sign: 1 stars"),
    ("009", "Coach with Houston Roots", 2, "month", "month: 1 stars per fundraising texas"),
    ("023", "Support from the Faculty Senate", 6, "month", "month: if used_fundraising: 1 stars"),
    ("038", "Analytics Nerd", 5, "end", "end: 3 stars per border recruit"),
    ("063", "Blue Blood Program", 5, "end", "end: 9 stars"),
    (None, "Campus Master Plan", 3, "end", "end: 2 stars per culture"),
    ("065", "Playing the Angles", 2, "month", "month: if crapped_out: 1 bucks"),
    ("071", "Accounting Wizard", 2, "upgrade", "always: if same_state: discount recruits 2"),
    ("075", "Booster in Human Resources", 6, "upgrade", "always: if personnel: discount cards 1"),
    ("088", "Hundred-Dollar Handshake", 1, "month", "month: 1 ec any"),
    ("091", "Bookie with Ties to the Program", 2, "month", "always: shift_die 1"),
    (None, "Development Office", None, "upgrade", "market: 1 stars"),
    (None, "Quarterback Meeting Room", None, "upgrade", "sign: if position qb: value x2"),
]
PRINTED_NUMBERS = {
    "003": "Coach with Iowa Roots",
    "013": "Coach with Oregon Roots",
    "016": "Sports Information Department",
    "019": "Strength in Online Forums",
    "020": "Coach with Georgia Roots",
    "072": "Coach with Odessa Roots",
    "076": "Campus Tours",
    "079": "Anonymous Donor",
    "084": "Creative Financing",
    "F02": "South Fundraising",
    "F10": "Midwest Fundraising",
    "F18": "Texas Fundraising",
    "F22": "Northwest Fundraising",
}
PRINTED_NAMES = [
    "Coach with Michigan Roots",
    "Coach with Idaho Roots",
    "Coach with Florida Roots",
    "Coach with Pennsylvania Roots",
    "Legalized Sports Wagering",
    "Good Mojo",
    "Color Commentator Alum",
    "Scrupulous Parents",
    "Tricked Out Recruiting Bus",
    "Frugal Bag Man",
    "Hire Recruits' Relatives",
    "Athletic Endowment",
    "Tech Bro Millionaire",
    "Australian Satellite Campus",
    "Giving 110%",
    "Airline CEO Alum",
    "Hedge Fund CEO Alum",
    "Stadium Developer Alum",
    "Foreign Royalty Alum",
    "Oil Baron",
    "Alumni Challenge Grant",
    "University President",
    "University Provost",
    "Tour Guide",
    "On-Campus TV Studio",
    "Sports Information Director",
    "Innovative Blitz Package",
    "Graduate Assistant",
    "State NIL Law",
    "Extra Envelopes",
]


@pytest.mark.parametrize(("number", "name", "stars", "usage", "effect"), PRINTED_EFFECTS)
def test_printed_effects(number, name, stars, usage, effect):
    card = BY_NAME[name]
    assert card.number == (number or card.number)
    assert card.stars == (card.stars if stars is None else stars)
    assert (card.usage, card.effect) == (usage, effect)
    assert printed(card) == {
        "name",
        "usage",
        *(["number"] if number else []),
        *(["stars"] if stars else []),
        # The symbol of the condition is lost.
        *(["effect"] if number != "065" else []),
        # The card's text counts it among the Culture cards.
        *(["type"] if name == "Campus Master Plan" else []),
        *(COSTS if number == "088" else []),
    }


def printed(row):
    """Return the columns whose cells are printed on a card or coach."""
    assert row.source == ("partial" if row.printed_columns else "reconstructed")
    return set(row.printed_columns)


def test_the_most_complete_card():
    """Every fact on the card is printed except its type, whose symbol is lost."""
    assert CARDS["088"].cost == (0, 0, 0, 1, 1, 1)
    assert [card.number for card in COMPONENTS.cards if COSTS & printed(card)] == ["088"]
    assert set(CARD_SHEET.columns) - printed(CARDS["088"]) == {
        "type",
        # The card has no region, and the other columns belong to the sheet, not to the card.
        "region",
        "copies",
        "text",
        "source",
    }


def test_printed_numbers_and_names():
    for number, name in PRINTED_NUMBERS.items():
        assert CARDS[number].name == name
        fundraising = {"type", "region"} if number.startswith("F") else set()
        assert printed(CARDS[number]) == {"number", "name"} | fundraising
    for name in PRINTED_NAMES:
        assert printed(BY_NAME[name]) == {"name"}
    # Cards in none of the lists are reconstructed entirely.
    listed = {
        *PRINTED_NAMES,
        *PRINTED_NUMBERS.values(),
        *(printed_effect[1] for printed_effect in PRINTED_EFFECTS),
    }
    assert {card.name for card in COMPONENTS.cards if printed(card)} == listed


def test_with_state_nil_law_bucks_stand_in_for_ec():
    assert any(
        clause.gain == language.GAIN_BUCKS_AS_EC for clause in BY_NAME["State NIL Law"].clauses
    )


def test_the_deck_has_the_right_number_of_each_type():
    assert list(CARDS) == [f"{n:03d}" for n in range(1, 97)] + [f"F{n:02d}" for n in range(1, 25)]
    kinds = Counter(card.type for card in COMPONENTS.cards)
    assert kinds == {0: 48, 1: 48, 2: 24}
    assert all(card.copies == 1 for card in COMPONENTS.cards)
    # Blocks of four: South, Northeast, Midwest, Southwest, Texas, Northwest.
    blocks = [CARDS[f"F{number:02d}"].region for number in range(1, 25)]
    assert blocks == [region for region in (4, 5, 3, 1, 2, 0) for _ in range(4)]


def test_no_name_or_card_occurs_twice():
    assert len(BY_NAME) == 120
    assert len({(card.effect, card.cost) for card in COMPONENTS.cards}) == 120


def test_costs_and_stars_are_in_the_printed_ranges():
    assert {sum(card.cost) for card in COMPONENTS.cards} == {1, 2, 3, 4}
    assert {card.stars for card in COMPONENTS.cards} == {1, 2, 3, 4, 5, 6}
    assert 2.3 <= deck(COMPONENTS).mean_stars <= 2.9


def test_stars_balance_effects():
    """Weaker effects come with more stars, as on the printed cards.

    Card 023 has 6 stars and a weak effect, card 088 1 star and a strong one.
    """
    strong, weak = (
        [card.stars for card in COMPONENTS.cards if card.effect.startswith(words)]
        for words in (("always: discount recruits", "end: "), ("play: 1 stars", "sign: if region"))
    )
    assert sum(strong) / len(strong) < sum(weak) / len(weak)


def test_costs_are_spread_evenly_over_colours():
    for kind in range(3):
        totals = [
            sum(c.cost[colour] for c in COMPONENTS.cards if c.type == kind) for colour in range(6)
        ]
        assert max(totals) - min(totals) <= 1


def test_twelve_coach_cards_with_two_per_region():
    coach_cards = [card for card in COMPONENTS.cards if card.name.startswith("Coach with ")]
    assert len(coach_cards) == 12
    by_region = Counter()
    for card in coach_cards:
        (clause,) = card.clauses
        if clause.when == language.WHEN_MONTH:
            assert clause.counter == language.COUNTER_FUNDRAISING_REGION
            by_region[clause.counter_detail] += 1
        else:
            ((kind, mask),) = clause.conditions
            assert kind == language.CONDITION_REGION
            by_region[mask.bit_length() - 1] += 1
    assert by_region == dict.fromkeys(range(6), 2)


def test_fundraising_cards_differ_by_region():
    """The printed family has one card for each region, each in its own colour.

    No more than three of the other cards share a name apart from the region.
    """
    cards = [card for card in COMPONENTS.cards if card.number.startswith("F")]
    family = [card for card in cards if card.name == f"{REGION_NAMES[card.region]} Fundraising"]
    colours = {card.clauses[0].detail for card in family}
    assert len(family) == 6 and colours == set(range(6))
    others = Counter(
        card.name.removeprefix(f"{REGION_NAMES[card.region]} ")
        for card in cards
        if card not in family
    )
    assert len(others) >= 8 and max(others.values()) <= 3


def having(**values):
    """Return the names of cards with a clause that has these values."""
    return [
        card.name
        for card in COMPONENTS.cards
        if any(all(getattr(c, key) == value for key, value in values.items()) for c in card.clauses)
    ]


def with_condition(when, *kinds):
    return [
        card.name
        for card in COMPONENTS.cards
        if any(
            c.when == when and any(kind in kinds for kind, _ in c.conditions) for c in card.clauses
        )
    ]


def test_every_effect_family_occurs_on_several_cards():
    sign = language.WHEN_SIGN
    end_clauses = [
        c for card in COMPONENTS.cards for c in card.clauses if c.when == language.WHEN_END
    ]
    families = {
        "trading": having(gain=language.GAIN_DISCOUNT, detail=language.ON_TRADES)
        + having(when=language.WHEN_TRADE),
        "EC into BB": having(pay_ec=1, gain=language.GAIN_BUCKS),
        "free moves": having(gain=language.GAIN_MOVES),
        "use twice": having(gain=language.GAIN_USE_AGAIN),
        "stars on signing": having(when=sign, gain=language.GAIN_STARS),
        "BB on signing": having(when=sign, gain=language.GAIN_BUCKS),
        "substitutes": having(gain=language.GAIN_BUCKS_AS_EC),
        "substitutes for cards": having(gain=language.GAIN_BUCKS_AS_EC, detail=language.ON_CARDS),
        "card discounts": having(gain=language.GAIN_DISCOUNT, detail=language.ON_CARDS),
        "recruit discounts": having(gain=language.GAIN_DISCOUNT, detail=language.ON_RECRUITS),
        "flat end cards": [c for c in end_clauses if not c.counter],
        "conditional end cards": [c for c in end_clauses if c.counter],
        "free bets": having(gain=language.GAIN_FREE_BETS),
        "free runners": having(gain=language.GAIN_FREE_RUNNERS),
        "crapping out": having(when=language.WHEN_CRAP_OUT)
        + with_condition(language.WHEN_MONTH, language.CONDITION_CRAPPED_OUT),
        "value by position": with_condition(sign, language.CONDITION_POSITION),
        "value by region": with_condition(sign, language.CONDITION_REGION),
        "value by border": with_condition(sign, language.CONDITION_BORDER),
        "value by base": with_condition(
            sign, language.CONDITION_BASE_AT_LEAST, language.CONDITION_BASE_AT_MOST
        ),
    }
    assert {name for name, cards in families.items() if len(cards) < 2} == set()


def test_no_effect_is_far_stronger_than_similar_printed_effects():
    for card in COMPONENTS.cards:
        for clause in card.clauses:
            message = (card.number, card.effect)
            if clause.when == language.WHEN_MONTH and clause.gain in (0, 1, 2):
                is_free = not clause.pay_bucks and not clause.pay_ec
                is_in_one_month = dict(clause.conditions).get(language.CONDITION_MONTH) == 1 << 9
                assert clause.amount == 1 or not is_free or is_in_one_month, message
                if clause.gain in (1, 2) and clause.counter:
                    assert clause.up_to <= 2, message
            if clause.when == language.WHEN_END and clause.counter:
                assert clause.amount <= 3, message
                has_few_values = clause.counter in (
                    language.COUNTER_UNIQUE_POSITION,
                    language.COUNTER_REGION,
                )
                assert clause.up_to <= 10 or has_few_values or card.source == "partial", message
            if clause.when == language.WHEN_END and not clause.counter:
                assert clause.amount <= 9, message
            if clause.gain in (language.GAIN_DISCOUNT, language.GAIN_BUCKS_AS_EC):
                assert clause.amount <= 2, message
    assert len(having(when=0, gain=0, conditions=(), counter=0, pay_bucks=0, pay_ec=0)) == 1


def test_no_exchange_can_be_repeated_for_ever():
    """Trades and steps can be repeated, so their rewards are limited."""
    sources = (*COMPONENTS.cards, *COMPONENTS.coaches)
    clauses = [clause for source in sources for clause in source.clauses]
    discounts = [
        c for c in clauses if c.gain == language.GAIN_DISCOUNT and c.detail == language.ON_TRADES
    ]
    assert sum(clause.amount for clause in discounts) <= 1
    bucks = [c for c in clauses if c.when == language.WHEN_TRADE and c.gain == language.GAIN_BUCKS]
    assert sum(clause.amount for clause in bucks) <= 1
    steps = [c for c in clauses if c.when == language.WHEN_MOVE]
    assert all(clause.gain == language.GAIN_BUCKS and clause.amount == 1 for clause in steps)
    assert all((language.CONDITION_BORDER, 0) in clause.conditions for clause in steps)
    borders = {state.name for state in COMPONENTS.map.states if state.value is None}
    assert not any(set(edge) <= borders for edge in COMPONENTS.map.edges)


def test_the_head_coaches():
    coaches = {coach.number: coach for coach in COMPONENTS.coaches}
    assert list(coaches) == [f"HC{number}" for number in range(1, 13)]
    assert coaches["HC1"].name == "Offensive Wunderkind"
    (discount,) = coaches["HC1"].clauses
    ((_, mask),) = discount.conditions
    assert (discount.gain, discount.amount) == (language.GAIN_DISCOUNT, 1)
    assert mask.bit_count() == 3 and mask < 1 << 5
    assert (coaches["HC6"].name, coaches["HC6"].effect) == (
        "Matriarch of the Program",
        "sign: if base <= 3: 1 stars",
    )
    assert (coaches["HC8"].name, coaches["HC8"].effect) == (
        "Riverboat Gambler",
        "always: 2 free_bets",
    )
    # The symbols of HC1's positions are lost.
    assert printed(coaches["HC1"]) == {"number", "name"}
    assert printed(coaches["HC6"]) == printed(coaches["HC8"]) == {"number", "name", "effect"}
    assert {coach.name for coach in COMPONENTS.coaches if printed(coach) == {"name"}} == {
        "Defensive Wunderkind",
        "Patriarch of the Program",
        "Media Favorite",
        "Preacher in a Visor",
        "Star Polisher",
        "Zen Master",
        "Financial Advisor",
    }
    assert any(c.gain == language.GAIN_MOVES for coach in COMPONENTS.coaches for c in coach.clauses)
    assert [coach.sheet for coach in COMPONENTS.coaches] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    assert len({coach.effect for coach in COMPONENTS.coaches}) == 12


def test_every_position_is_on_five_boards_and_in_three_top_threes():
    assert set(board_counts(COMPONENTS).values()) == {(5, 3)}
    assert len(COMPONENTS.boards) == 8


def test_the_starter_stashes():
    assert COMPONENTS.stashes == {
        0: ("013", "016", "065", "F22"),
        4: ("020", "076", "079", "F02"),
        2: ("072", "019", "088", "F18"),
        3: ("003", "071", "084", "F10"),
    }


def test_the_states():
    states = {state.name: state for state in COMPONENTS.map.states}
    assert len(states) == 32
    assert (states["Wisconsin"].regions, states["Wisconsin"].value) == ((3,), 5)
    assert (states["Montana"].regions, states["Montana"].value) == ((0,), 2)
    pairs = Counter(state.regions for state in states.values() if state.value is None)
    assert pairs == Counter([(0, 1), (1, 2), (0, 2), (0, 3), (3, 4), (2, 4), (3, 5), (4, 5)])
    assert COMPONENTS.map.border_values == (2,) * 4 + (3,) * 8 + (4,) * 4
    assert not any(state.source == "printed" for state in states.values())


def test_the_printed_names_of_the_map():
    names = " ".join(state.name for state in COMPONENTS.map.states)
    for printed_name in (
        "Washington",
        "Oregon",
        "The Dakotas",
        "NorCal",
        "SoCal",
        "Hawaii",
        "American Samoa",
        "Arizona",
        "Lubbock",
        "Dallas",
        "Houston",
        "Nevada",
        "Utah",
        "Colorado",
        "New Mexico",
        "Minnesota",
        "Wisconsin",
        "Iowa",
        "Michigan",
        "Illinois",
        "Indiana",
        "Tennessee",
        "Alabama",
        "The Carolinas",
        "Pennsylvania",
        "D.C.",
        "Maryland",
        "Virginia",
        "Ohio",
        "W. Virginia",
        "New York",
        "New England",
        "Florida",
        "Louisiana",
        "Nebraska",
        "Kansas",
        "Oklahoma",
        "Missouri",
        "Arkansas",
        "Montana",
    ):
        assert printed_name in names


def test_the_spots():
    all_spots = spots(COMPONENTS)
    assert len(all_spots) == 40
    assert [(spot.state, spot.slot) for spot in all_spots] == sorted(
        (spot.state, spot.slot) for spot in all_spots
    )
    by_name = {spot.name: spot for spot in all_spots}
    assert by_name["Wisconsin/1"].cost == (0, 0, 0, 4, 0, 0)
    assert by_name["Missouri/2"].cost == (0, 0, 0, 2, 2, 0)
    # A player's region can have at most ten recruits, any other region eight (SET-2).
    assert [sum(region in spot.regions for spot in all_spots) for region in range(6)] == [
        10,
        8,
        10,
        10,
        10,
        8,
    ]


def test_the_four_homes_are_alike():
    all_homes = homes(COMPONENTS)
    assert [home.region for home in all_homes] == ["Northwest", "Texas", "Midwest", "South"]
    for home in all_homes:
        assert home.singles[0][0] == 2 and home.singles[0][2] in (3, 4)
        assert len(home.borders) == 3
    for mean in ("mean_singles", "mean_borders", "mean_all"):
        means = [getattr(home, mean) for home in all_homes]
        assert max(means) - min(means) <= 1


def test_the_map_can_be_drawn():
    nodes = COMPONENTS.map.nodes
    assert 45 <= len(nodes) <= 60
    assert [node.kind for node in nodes] == ["state"] * 32 + ["path"] * (len(nodes) - 36) + [
        "hq"
    ] * 4
    closest = min(
        (node.x - other.x) ** 2 + (node.y - other.y) ** 2
        for index, node in enumerate(nodes)
        for other in nodes[:index]
    )
    assert closest >= 9
    places = {node.name: node for node in nodes}
    assert places["Texas HQ"].y > places["Houston"].y
    assert places["Hawaii & American Samoa"].x < places["SoCal"].x
    assert (
        places["Washington"].x < places["New England"].x
        and places["Michigan"].y < places["Florida"].y
    )


def test_the_check_has_no_remarks():
    assert remarks(COMPONENTS) == []
