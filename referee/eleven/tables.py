"""The fixed words of the rules, with their ids, and the switches."""

from __future__ import annotations

from eoc_sim.referee.records import Words
from eoc_sim.referee.switches import numbers

WORDS = Words(seat="manager", tokens=(), tokens_together="resources")
SEATS = range(2, 5)  # SET-1: a single manager plays SOLO

JERSEYS = range(2, 12)  # MAT-2: those on the pitch besides the keeper
SHIELDS = range(2, 7)
BALLS = range(7, 12)
FORMATIONS = ["442", "424", "532", "352", "343", "451", "541", "433"]  # MAT-3

# SET-2: the decks of each division, the lower deck first
DECKS = {"3": ["3", "32"], "2": ["32", "21"], "1": ["21", "1"]}
EPIC_DECKS = {"3": ["3", "32", "21"], "2": ["32", "21", "1"]}  # EPI-1
EPIC_WEEKS = 10
CLUBS_OF_A_DECK = 4  # SET-2
COLOURS = ["red", "blue", "green"]  # LEA-4

# LEA-4: what the faces of the clubs' dice mean
WIN, DRAW, LOSS = 3, 1, 0

# CLU-1, WEE-1: the four resources, and the statistics whose levels produce them
RESOURCES = ["money", "fans", "operation", "fitness"]
STATISTICS = ["budget", "fan_base", "operation", "fitness"]
MONEY, FANS, OPERATION, FITNESS = range(4)
LOWEST_LEVEL, HIGHEST_LEVEL = 1, 5
KEEPER = 1  # PLA-1: the jersey of keepers
PURSE = 20  # LAY-1: money for bets in the league layer
DAYS = range(1, 4)  # WEE-2: Tuesday, Wednesday, Thursday
OUTER_SPONSORS = 3  # SET-8

# The default of a switch comes first, except in ranges from `numbers`.
ON_OFF = ["on", "off"]
OFF_ON = ["off", "on"]

# SWI: every switch of the league layer with the values that it may take.
LEAGUE_SWITCHES: dict[str, list[str]] = {
    "layer": ["league"],
    "profile": ["steady", "amateur", "strong"],
    "division": ["3", "2", "1"],
    "weeks": numbers(1, 8),
    "first_manager": ["rotates", "fixed"],
    "scouting": ["club", "card", "report", "deck"],
    "formations": ["cards", "free"],
    "tactics": ON_OFF,
    "start_tactics": numbers(0, 3),
    "schedule": ["rotated", "dealt"],
    "facing": ["mirror", "roll"],
    "club_dice": ON_OFF,
    "league_ties": ["favour", "against"],
    "win_points": ["3", "2"],
    "position_vp": ["standard", "epic", "none"],
}

# SWI: every switch of the season layer, including those of the league layer.
SEASON_SWITCHES: dict[str, list[str]] = LEAGUE_SWITCHES | {
    "layer": ["season"],
    "basic_side": ["fixed", "free"],
    "abilities": ON_OFF,
    "consequences": ON_OFF,
    "unused": ["back", "lost"],
    "injury_weeks": numbers(0, 5),
    "suspension_weeks": numbers(0, 5),
    "start_money": numbers(0, 30),
    "start_level": numbers(1, 5),
    "directors": ON_OFF,
    "board_meetings": ON_OFF,
    "objectives": ON_OFF,
    "staff": ON_OFF,
    "sponsors": ON_OFF,
    "stadium": ON_OFF,
    "upkeep": ON_OFF,
    "refresh": ON_OFF,
    "board_tie": ["first", "manager", "none"],
    "reroll_pays": ["fans", "money"],
    "unpaid": ["vp", "leave"],
    "keep": ["all", "money"],
    "beyond": numbers(0, 4),
    "below": numbers(0, 4),
    "staff_places": numbers(1, 12),
    "extra_cost": numbers(1, 5),
    "extra_per_day": numbers(0, 3),
    "market_players": numbers(1, 8),
    "market_youngsters": numbers(1, 8),
    "market_staff": numbers(1, 8),
    "veteran_matches": numbers(0, 10),
    "trained_side": ["owner", "open"],
    "objective_vp": numbers(0, 10),
    "money_vp": numbers(0, 3),
}

# SWI, LAY-3: the modules that both layers have, with their further switches. Each module is itself
# a switch.
SHARED_MODULES: dict[str, dict[str, list[str]]] = {
    "league_matches": {
        "shootout": ["gloves", "strength"],
        "fresh_gloves": ON_OFF,
        "pvp_formations": ["any", "held"],
    },
    "betting": {
        "bet_board": ["spread", "sorted"],
        "bet_one": numbers(1, 9),
        "bet_two": numbers(1, 9),
        "bet_four": numbers(1, 9),
        "free_euro": numbers(0, 5),
        "stake_limit": ["none", *numbers(0, 50)],
    },
    "epic": {},
    "new_lineups": {},
}

# SWI, LAY-3: the modules that only a season has, and those that have more switches in a season.
SEASON_MODULES: dict[str, dict[str, list[str]]] = {
    "solo": {"scenario": numbers(1, 8)},
    "league_matches": {"second_half_effects": ON_OFF},
    "epic": {
        "ignore_token": ["weakness", "injury", "suspension"],
        "winter_drop": numbers(0, 2),
        "winter_income": ["budget", "all"],
        "winter_rounds": numbers(0, 6),
    },
    "transfers": {
        "auction_bonus": ["always", "sold", "none"],
        "no_bid": ["strength", "usual"],
        "asking": ["free", "minimum"],
        "seller_may_refuse": OFF_ON,
        "refusals": numbers(0, 9),
        "youngster_resale": ["seller", "holder"],
    },
    "market": {},
    "referees": {
        "unjust": ["suspension", "injury", "weakness"],
        "meticulous": ["shield", "ball", "any"],
        "friendly": ["ball", "shield", "any"],
        "inexperienced": ["injury", "suspension"],
        "goal_eager": ["fans", "vp", "money"],
    },
    "unique_cards": {},
    "new_staff": {},
    "new_sponsors": {},
    "new_directors": {},
    "new_board_meetings": {},
    "new_objectives": {},
    "new_tokens": {},
}
