"""The rule switches (SWI), each with its values, default and description.

Each is declared once. The rules read a switch as a number in the table's field ``rule_NAME``. The
constants at the end name these numbers: ``table.rule_schedule == SCHEDULE.DEALT``.
"""

from __future__ import annotations

from collections.abc import Mapping

from eoc_sim.simulator.eleven.names import DECKS_OF_DIVISION, EPIC_DECKS_OF_DIVISION
from eoc_sim.simulator.eleven.sizes import MAX_WEEKS
from eoc_sim.simulator.kernel.switches import Switch, Value, codes, number, word

SWITCHES: dict[str, Switch] = {
    switch.name: switch
    for switch in (
        Switch(
            "layer",
            ("season", "league"),
            None,
            "season",
            "The part of the game that is played: the whole season, or only the league.",
            "LAY-1",
            (0, 1),
        ),
        word(
            "profile",
            "steady amateur strong",
            "The squad that every manager has, week by week.",
            "LAY-1",
        ),
        Switch(
            "division",
            (),
            range(1, 4),
            3,
            "The division that is played; 3 is the entry level, 1 the hardest.",
            "SET-1",
        ),
        word("solo", "off on", "One manager plays a scenario against the board.", "SOLO-1"),
        number("scenario", 8, 1, "The scenario of a game for one manager.", "SOLO-1", first=1),
        number(
            "weeks",
            8,
            6,
            "Weeks in a season; a season of 1 week is a single match.",
            "SET-1",
            first=1,
        ),
        word(
            "first_manager",
            "rotates fixed",
            "The first manager's marker passes clockwise after each week, or stays.",
            "WEE-4",
        ),
        word(
            "league_matches",
            "off on",
            "Managers meet each other in the last weeks.",
            "PVP-1",
        ),
        word(
            "shootout",
            "gloves strength",
            "The number subtracted from a shoot-out roll: the other keeper's gloves, or his "
            "strength.",
            "PVP-7",
        ),
        word(
            "fresh_gloves",
            "on off",
            "Keepers have all their gloves again in the second half of a league match.",
            "PVP-6",
        ),
        word(
            "second_half_effects",
            "on off",
            "Unused effects may be used before the second half of a league match.",
            "PVP-6",
        ),
        word(
            "pvp_formations",
            "any held",
            "A league match allows any formation, or only those of the tactic cards held.",
            "PVP-3",
        ),
        word(
            "scouting",
            "club card report deck",
            "A manager's knowledge before a match: the club, the exact line-up, who stands in "
            "which row, or only the deck.",
            "INF-3",
        ),
        word(
            "formations",
            "cards free",
            "Managers use a formation of the tactic card played, or any formation.",
            "MAT-3",
        ),
        word(
            "basic_side",
            "fixed free",
            "Markers without a card keep their side, or the manager turns them.",
            "MAT-2",
        ),
        word("tactics", "on off", "Tactic cards are dealt and played.", "MAT-3"),
        word("abilities", "on off", "Cards use their abilities in a match.", "MAT-6"),
        word(
            "consequences",
            "on off",
            "A match may injure or suspend a card, and bring or cost a resource.",
            "MAT-12",
        ),
        word(
            "unused",
            "back lost",
            "Unused resources on cards come back, or are lost.",
            "MAT-5",
        ),
        number(
            "start_tactics",
            3,
            1,
            "Tactic cards that each manager has at the start, in addition to a basic one.",
            "SET-7",
        ),
        number("injury_weeks", 5, 2, "Match days that an injured card misses.", "PLA-3"),
        number("suspension_weeks", 5, 1, "Match days that a suspended card misses.", "PLA-3"),
        word(
            "schedule",
            "rotated dealt",
            "No club meets two managers in a week, or each manager's clubs are drawn separately.",
            "LEA-3",
        ),
        word(
            "facing",
            "mirror roll",
            "A club that met a manager takes the opposite result, or rolls its die too.",
            "LEA-4",
        ),
        word("club_dice", "on off", "Clubs that meet nobody roll for points.", "LEA-4"),
        word(
            "league_ties",
            "favour against",
            "A club level on points with a manager ranks below them, or above them.",
            "LEA-5",
        ),
        Switch("win_points", (), range(2, 4), 3, "Points for a win.", "MAT-11"),
        word(
            "position_vp",
            "standard epic none",
            "The VP for the position in the league: the standard table, the epic one, or none.",
            "SCO-1",
        ),
        number("start_money", 30, 5, "Each manager's money at the start.", "SET-4"),
        number("start_level", 5, 2, "Level of each statistic at the start.", "SET-5", first=1),
        word("directors", "on off", "Managers draft directors.", "SET-5"),
        word("board_meetings", "on off", "Each manager's board meets on Mondays.", "BOA-1"),
        word("objectives", "on off", "Each manager has an objective.", "SET-6"),
        word("staff", "on off", "The game has staff cards.", "ACT-3"),
        word("sponsors", "on off", "The game has sponsors.", "ACT-5"),
        word("stadium", "on off", "Managers build.", "ACT-6"),
        word("upkeep", "on off", "Cards, staff and stadium cost upkeep.", "CLU-7"),
        word(
            "refresh",
            "on off",
            "The oldest player card and the oldest staff card leave the Transfer Area each week.",
            "WEE-4",
        ),
        word(
            "board_tie",
            "first manager none",
            "The colour of a meeting in which three directors disagree: the first director's, the "
            "manager's choice, or none.",
            "BOA-2",
        ),
        word("reroll_pays", "fans money", "The resource that a re-roll costs.", "CLU-1"),
        word(
            "unpaid",
            "vp leave",
            "Unpaid upkeep costs VP, or the most expensive staff card leaves.",
            "CLU-7",
        ),
        word(
            "keep",
            "all money",
            "A manager keeps all resources from week to week, or only money.",
            "CLU-1",
        ),
        number("beyond", 4, 2, "Resources for each level beyond 5.", "CLU-2"),
        number("below", 4, 1, "VP lost for each level below 1.", "CLU-2"),
        number("staff_places", 12, 3, "Places for staff at the start.", "CLU-6", first=1),
        number(
            "extra_cost",
            5,
            2,
            "The amount of operation that an extra action costs.",
            "WEE-2",
            first=1,
        ),
        number("extra_per_day", 3, 1, "The maximum number of extra actions in a day.", "WEE-2"),
        number("market_players", 8, 5, "Players in the Transfer Area.", "SET-8", first=1),
        number("market_youngsters", 8, 3, "Youngsters in the Transfer Area.", "SET-8", first=1),
        number("market_staff", 8, 5, "Staff cards in the Transfer Area.", "SET-8", first=1),
        number(
            "veteran_matches",
            10,
            3,
            "Matches after which a veteran leaves; with 0, veterans never leave.",
            "PLA-5",
        ),
        word(
            "trained_side",
            "owner open",
            "Only the owner knows the trained side of a card, or everybody does.",
            "PLA-6",
        ),
        word(
            "epic",
            "off on",
            "The season is the Epic league: ten weeks, three decks and a Winter Break.",
            "EPI",
        ),
        word(
            "ignore_token",
            "weakness injury suspension",
            "The token from which the winter token *ignore* protects its card.",
            "EPI-9",
        ),
        number("winter_drop", 2, 1, "Steps by which levels fall in the Winter Break.", "EPI-4"),
        word(
            "winter_income",
            "budget all",
            "In the Winter Break, levels bring only money, or all resources.",
            "EPI-5",
        ),
        number("winter_rounds", 6, 3, "Rounds of the Winter Break's market.", "EPI-5"),
        number(
            "objective_vp",
            10,
            4,
            "VP for a fulfilled objective; a perfect one brings twice as many.",
            "SCO-5",
        ),
        number("money_vp", 3, 0, "VP for every 5 money left at the end.", "SCO-6"),
        word(
            "unique_cards",
            "off on",
            "Each manager has two unique cards, which change that manager's boards.",
            "EXT-1",
        ),
        word("new_sponsors", "off on", "The leaflet's sponsors are in the game.", "EXT-2"),
        word("new_staff", "off on", "The leaflet's staff are in the game.", "EXT-2"),
        word("new_directors", "off on", "The leaflet's directors are in the game.", "EXT-2"),
        word(
            "new_board_meetings",
            "off on",
            "The leaflet's board meetings are in the game.",
            "EXT-2",
        ),
        word(
            "new_objectives",
            "off on",
            "The leaflet's objectives are in the game.",
            "EXT-2",
        ),
        word("new_tokens", "off on", "The leaflet's tokens can be built.", "EXT-3"),
        word(
            "new_lineups",
            "off on",
            "Clubs of the higher divisions have a fifth line-up.",
            "EXT-3",
        ),
        word(
            "transfers",
            "off on",
            "Managers auction cards, and hire cards from each other.",
            "TRA-1",
        ),
        word(
            "auction_bonus",
            "always sold none",
            "The seller gains 1 money for an auction: always, only if the card is sold to a "
            "manager, or never.",
            "TRA-5",
        ),
        word(
            "no_bid",
            "strength usual",
            "A card without a bid is sold for its strength, or, as usual, for its strength + 2.",
            "TRA-4",
        ),
        word(
            "asking",
            "free minimum",
            "The asking price is not binding, or is the minimum bid.",
            "TRA-3",
        ),
        word(
            "seller_may_refuse",
            "off on",
            "The seller in an auction may refuse the highest bid and keep the card.",
            "TRA-3",
        ),
        number(
            "refusals",
            9,
            3,
            "Refused offers after which a manager hires from the Transfer Area or passes; with 0 "
            "no offers are made.",
            "TRA-7",
        ),
        word(
            "youngster_resale",
            "seller holder",
            "When another manager gets a trained youngster, its VP stay with the seller, or go "
            "with the card.",
            "TRA-6",
        ),
        word(
            "market",
            "off on",
            "A transfer card changes the money from a sale, depending on the position of the card "
            "sold.",
            "MKT-1",
        ),
        word("betting", "off on", "Managers bet on the results of the week.", "BET-1"),
        word(
            "bet_board",
            "spread sorted",
            "Order of the spaces on the betting board: likely results spread apart, or all in "
            "reading order.",
            "BET-4",
        ),
        number(
            "bet_one",
            9,
            4,
            "Factor by which a bet token on a space multiplies its money.",
            "BET-5",
            first=1,
        ),
        number(
            "bet_two",
            9,
            3,
            "Factor by which a bet token on a border multiplies its money.",
            "BET-5",
            first=1,
        ),
        number(
            "bet_four",
            9,
            2,
            "Factor by which a bet token on a point where four spaces meet multiplies its money.",
            "BET-5",
            first=1,
        ),
        number("free_euro", 5, 1, "Money from the supply on each token.", "BET-3"),
        Switch(
            "stake_limit",
            ("none",),
            range(51),
            "none",
            "The maximum amount of their own money that a manager may put on a token.",
            "BET-3",
            (-1,),
        ),
        word("referees", "off on", "Matches have referees.", "REF-1"),
        word(
            "unjust",
            "suspension injury weakness",
            "The token that the unjust referee places on a card.",
            "REF-3",
        ),
        word(
            "meticulous",
            "shield ball any",
            "The cards that the meticulous referee weakens.",
            "REF-4",
        ),
        word(
            "friendly",
            "ball shield any",
            "The cards that the friendly referee makes stronger.",
            "REF-6",
        ),
        word(
            "inexperienced",
            "injury suspension",
            "The token that injuries and suspensions become under the inexperienced referee.",
            "REF-5",
        ),
        word(
            "goal_eager",
            "fans vp money",
            "The goal-eager referee's reward for each card that scored.",
            "REF-7",
        ),
    )
}
"""Every switch, in the order of the rules' table."""
BETTING_SWITCHES = ("bet_board", "bet_one", "bet_two", "bet_four", "free_euro", "stake_limit")
"""The switches of betting (BET)."""
LEAGUE_SWITCHES = (
    *("layer", "profile", "division", "weeks", "first_manager", "scouting", "formations"),
    *("tactics", "start_tactics", "schedule", "facing", "club_dice", "league_ties", "win_points"),
    *("position_vp", "epic", "new_lineups"),
    *("betting", *BETTING_SWITCHES),
    *("league_matches", "shootout", "fresh_gloves", "pvp_formations"),
)
"""The switches of the league layer; the rest apply only to seasons."""
REFEREE_SWITCHES = ("unjust", "meticulous", "friendly", "inexperienced", "goal_eager")
"""The switches of referees (REF)."""
MODULES: tuple[str, ...] = (
    "transfers",
    "market",
    "betting",
    "epic",
    "referees",
    "league_matches",
    "unique_cards",
    "solo",
)
"""The switches of modules, which have their own kernels (LAY-3)."""

LAYER = codes(SWITCHES["layer"])
PROFILE = codes(SWITCHES["profile"])
FIRST_MANAGER = codes(SWITCHES["first_manager"])
SCOUTING = codes(SWITCHES["scouting"])
FORMATIONS = codes(SWITCHES["formations"])
TACTICS = codes(SWITCHES["tactics"])
SCHEDULE = codes(SWITCHES["schedule"])
FACING = codes(SWITCHES["facing"])
CLUB_DICE = codes(SWITCHES["club_dice"])
LEAGUE_TIES = codes(SWITCHES["league_ties"])
BASIC_SIDE = codes(SWITCHES["basic_side"])
ABILITIES = codes(SWITCHES["abilities"])
CONSEQUENCES = codes(SWITCHES["consequences"])
UNUSED = codes(SWITCHES["unused"])
DIRECTORS = codes(SWITCHES["directors"])
BOARD_MEETINGS = codes(SWITCHES["board_meetings"])
OBJECTIVES = codes(SWITCHES["objectives"])
STAFF = codes(SWITCHES["staff"])
SPONSORS = codes(SWITCHES["sponsors"])
STADIUM = codes(SWITCHES["stadium"])
UPKEEP = codes(SWITCHES["upkeep"])
REFRESH = codes(SWITCHES["refresh"])
BOARD_TIE = codes(SWITCHES["board_tie"])
REROLL_PAYS = codes(SWITCHES["reroll_pays"])
UNPAID = codes(SWITCHES["unpaid"])
KEEP = codes(SWITCHES["keep"])
SOLO = codes(SWITCHES["solo"])
UNIQUE_CARDS = codes(SWITCHES["unique_cards"])
LEAGUE_MATCHES = codes(SWITCHES["league_matches"])
SHOOTOUT = codes(SWITCHES["shootout"])
FRESH_GLOVES = codes(SWITCHES["fresh_gloves"])
SECOND_HALF_EFFECTS = codes(SWITCHES["second_half_effects"])
PVP_FORMATIONS = codes(SWITCHES["pvp_formations"])
TRAINED_SIDE = codes(SWITCHES["trained_side"])
TRANSFERS = codes(SWITCHES["transfers"])
AUCTION_BONUS = codes(SWITCHES["auction_bonus"])
NO_BID = codes(SWITCHES["no_bid"])
ASKING = codes(SWITCHES["asking"])
YOUNGSTER_RESALE = codes(SWITCHES["youngster_resale"])
MARKET = codes(SWITCHES["market"])
BETTING = codes(SWITCHES["betting"])
REFEREES = codes(SWITCHES["referees"])
STAKE_LIMIT = codes(SWITCHES["stake_limit"])
EPIC = codes(SWITCHES["epic"])
IGNORE_TOKEN = codes(SWITCHES["ignore_token"])
WINTER_INCOME = codes(SWITCHES["winter_income"])


def is_epic(rules: Mapping[str, Value]) -> bool:
    """Check if the rules are those of Epic."""
    return rules.get("epic") == "on"


def weeks_of(rules: Mapping[str, Value]) -> int:
    """Return the number of weeks (SET-1, EPI-1)."""
    return MAX_WEEKS if is_epic(rules) else int(rules["weeks"])


def decks_of(rules: Mapping[str, Value]) -> tuple[int, ...]:
    """Return the decks of clubs in play, from the lowest (SET-2, EPI-1)."""
    decks = EPIC_DECKS_OF_DIVISION if is_epic(rules) else DECKS_OF_DIVISION
    return decks[int(rules["division"])]


def position_vp(rules: Mapping[str, Value]) -> str:
    """Return the name of the table of VP (SCO-1, EPI-10)."""
    value = str(rules["position_vp"])
    return "epic" if is_epic(rules) and value == "standard" else value
