"""Names that strategies of Envelopes of Cash import, in groups, with the words of constants.

``docs/reference/strategies.md`` lists them; the words of a function are its docstring.
"""

from __future__ import annotations

from eoc_sim.simulator.runs.strategy_names import MODULES_OF_ONES_OWN

CONSTANTS = {
    "Sizes": {
        "COLOURS": "colours, and as many regions",
        "MONTHS": "months of a game; arrays over months have an unused entry 0",
        "POSITIONS": "positions",
        "STATES": "states",
        "SPOTS": "spots of recruits",
        "MAX_PLAYERS": "entries of arrays over seats",
        "COACH_SOURCE": "the source of coach 0; sources below it are cards",
    },
    "Colours": {
        "GREEN": "Northwest's", "PURPLE": "Southwest's", "YELLOW": "Texas's",
        "BLUE": "the Midwest's", "ORANGE": "the South's", "MAGENTA": "the Northeast's",
    },
    "Regions, numbered like their colours": {
        "NORTHWEST": "green", "SOUTHWEST": "purple", "TEXAS": "yellow", "MIDWEST": "blue",
        "SOUTH": "orange", "NORTHEAST": "magenta",
    },
    "Positions": {
        "QB": "quarterback", "RB": "running back", "WR": "wide receiver", "TE": "tight end",
        "OL": "offensive line", "DL": "defensive line", "LB": "linebacker", "DB": "defensive back",
    },
    "Actions, what `act` returns": {
        "END_TURN": "end the turn", "PLAY_CARD": "put a card into play",
        "TRIGGER": "use a once-a-month benefit", "TRADE": "trade EC", "MOVE": "one step",
        "RUNNER": "send a runner", "SIGN": "sign a recruit", "MARKET": "run a campaign",
        "BET": "bet in Vegas",
    },
    "What `draft` returns": {
        "DRAFT": "place a card on this month of the calendar",
        "DELAY": "discard a card of the hand and wait a round",
    },
    "How a die is taken": {
        "FULL": "its number, as many months ahead less one", "HALF": "half of it, at least 1",
    },
    "Where a card is": {
        "HIDDEN": "in the deck, a hand or a stash", "POOL": "in the Discard Pool",
        "CALENDAR": "drafted, on a calendar", "IN_PLAY": "before a player",
        "DISCARDED": "out of reach",
    },
    "What of a card can be off": {
        "INERT_STARS": "its stars", "INERT_EFFECT": "its effect",
    },
    "Where the game stands: what is done next": {
        "SET_UP": "cards are kept and picked, coaches chosen", "DEALING": "the month's deal",
        "DRAFTING": "the draft", "CHECKING_BETS": "Bookies, and bets pay",
        "CHOOSING_DICE": "dice are chosen",
        "PLACING_DICE": "the dice of an exclusive draft are placed", "ACTING": "turns",
        "BIDDING": "the auction", "SELLING": "the Auctioneer's choice",
        "SCORING": "end-of-game cards", "LAST_CAMPAIGNS": "the final campaigns and the rest",
        "GAME_OVER": "nothing",
    },
    "Types of cards": {
        "CULTURE": "Culture", "PERSONNEL": "Personnel", "FUNDRAISING": "Fundraising",
    },
    "What a seat may be forbidden": {
        "BAN_BET": "bets in Vegas", "BAN_BOOKIE": "the Bookie's shift", "BAN_RUNNER": "runners",
        "BAN_TRADE": "trades", "BAN_MARKET": "marketing in its turns",
        "BAN_FINAL_MARKET": "the final campaign", "BAN_PAID_MOVE": "steps beyond the free moves",
        "BAN_PLAY": "putting cards into play", "BAN_TRIGGER": "once-a-month benefits",
        "BAN_SIGN": "signing recruits", "BAN_SIGN_BORDER": "those of border states",
        "BAN_SIGN_SINGLE": "those of single states", "BAN_SUBSTITUTES": "BB in the place of EC",
        "BAN_UPGRADES": "upgrades that cost something", "BAN_FULL": "dice at full value",
        "BAN_HALF": "dice at half value", "BAN_DELAY": "discard & delay",
        "BAN_HAND": "drafting from the hand", "BAN_STASH": "drafting from the stash",
        "BAN_POOL": "drafting from the pool", "BAN_BID": "bidding",
    },
    "Parts of a score": {
        "PART_CARDS": "printed stars of cards", "PART_CARD_EFFECTS": "effects of cards",
        "PART_COACH_EFFECTS": "effects of the coach", "PART_RECRUITS": "recruits",
        "PART_MARKETING": "campaigns", "PART_END_CARDS": "end-of-game cards",
        "PART_FINAL_MARKETING": "the final campaign", "PART_POSITIONS": "unique positions",
        "PART_REGION": "the best region", "PART_BOARD": "the Recruiting Board",
        "PART_TRADE_FEES": "stars paid for trades",
        "PART_ORDER_STARS": "stars for the place in the turn order",
    },
    "When a clause acts": {
        "WHEN_MONTH": "once a month, when triggered", "WHEN_PLAY": "when a card is put into play",
        "WHEN_SIGN": "when a recruit is signed", "WHEN_MARKET": "when a campaign is run",
        "WHEN_TRADE": "when EC are traded", "WHEN_MOVE": "at a step",
        "WHEN_BET_WON": "for each bet won", "WHEN_CRAP_OUT": "when no bet is won",
        "WHEN_ALWAYS": "as long as it is in play", "WHEN_END": "at the end of the game",
    },
    "What a clause gives": {
        "GAIN_STARS": "stars", "GAIN_BUCKS": "BB", "GAIN_EC": "EC", "GAIN_MOVES": "free moves",
        "GAIN_FREE_BETS": "free bets", "GAIN_FREE_RUNNERS": "runners without a fee",
        "GAIN_VALUE": "a recruit's value again", "GAIN_DISCOUNT": "EC off a price",
        "GAIN_BUCKS_AS_EC": "BB may stand in for so many EC", "GAIN_USE_AGAIN": "a card used again",
        "GAIN_SHIFT_DIE": "the Bookie's shift",
    },
    "What a discount or substitute is for": {
        "ON_CARDS": "cards", "ON_RECRUITS": "recruits", "ON_TRADES": "trades, of discounts",
        "ON_MOVES": "steps, of substitutes",
    },
    "Conditions": {
        "CONDITION_TYPE": "the card has this type",
        "CONDITION_FUNDRAISING_REGION": "it is a Fundraising card of this region",
        "CONDITION_REGION": "the recruit or place is in one of these regions",
        "CONDITION_POSITION": "the recruit has one of these positions",
        "CONDITION_BASE_AT_LEAST": "its token value is this or more",
        "CONDITION_BASE_AT_MOST": "its token value is this or less",
        "CONDITION_BORDER": "in a border state", "CONDITION_SINGLE": "in a single state",
        "CONDITION_SAME_STATE": "a state with an earlier recruit of the player",
        "CONDITION_MONTH": "in one of these months",
        "CONDITION_USED_FUNDRAISING": "the player has used a Fundraising card this month",
        "CONDITION_CRAPPED_OUT": "the player has Crapped Out this month",
    },
    "Counters": {
        "COUNTER_NONE": "nothing is counted", "COUNTER_TYPE": "cards in play of this type",
        "COUNTER_FUNDRAISING_REGION": "Fundraising cards in play of this region",
        "COUNTER_CARD": "cards in play", "COUNTER_RECRUIT": "recruits",
        "COUNTER_BORDER_RECRUIT": "border recruits",
        "COUNTER_REGION_RECRUIT": "recruits of this region",
        "COUNTER_POSITION_RECRUIT": "recruits of these positions",
        "COUNTER_UNIQUE_POSITION": "unique positions", "COUNTER_BUCKS": "BB",
        "COUNTER_REGION": "regions with a recruit",
        "COUNTER_BASE_RECRUIT": "recruits of this token value or more",
    },
    "Values of the switches, as `table.rule_boards == BOARDS.OFF`": {
        "POOL_START": "the first pool", "STASH": "Secret Stash",
        "COACH_CHOICE": "how coaches are given", "COACHES": "Head Coaches",
        "BOARDS": "Recruiting Boards", "REGIONS": "how regions are given",
        "STATE_VALUES": "values of single states", "VMD": "Value Modifier Die",
        "DICE_USE": "how dice are used", "DICE_DRAFT": "who may take a die",
        "DICE_ORDER": "the order of an exclusive draft",
        "DICE_REPEATS": "how often a die may be taken", "TRADE_FEE": "the fee of a trade",
        "FREE_MOVES": "free moves", "PACKAGES": "packages of recruits that others sign",
        "AUCTION": "the auction", "CHAIN": "who starts each month",
        "PICK_ORDER": "who drafts first", "TIEBREAK2": "the second tie-break", "TIES": "ties",
        "SOLO": "the Bubba Bot",
    },
    "Printed tables": {
        "MARKETING_COST": "BB for 0 to 8 stars of a campaign (ACT-8)",
        "POSITION_STARS": "stars for 0 to 8 unique positions (SCO-3)",
        "REGION_STARS": "stars for 0 to 10 recruits of the best region (SCO-4)",
        "BOARD_TOP_3": "stars for the Top 3 of a Recruiting Board (SCO-5)",
        "BOARD_ALL_5": "stars for all five of it (SCO-5)",
    },
}
"""Every constant of ``strategy_api``, in groups."""

FUNCTIONS = {
    "Declarations, at the top of the file": ("parameter", "memory", "table", "prepared"),
    "Random numbers": ("draw",),
    "Prices and payment": (
        "card_shortfall", "recruit_shortfall", "card_discount", "recruit_discount", "trade_price",
        "substitutes_allowed", "standing", "mat_total", "most_of", "least_of",
    ),
    "Dice": ("die_worth", "dice_limit", "placing_refusal", "shifted"),
    "The map": ("connected", "calendar_free_moves"),
    "Cards and coaches in play": (
        "source_in_play", "stars_of", "acts", "trigger_refusal", "check_costs", "has_cost",
        "conditions_hold", "counted", "clause_amount", "end_card_stars",
    ),
    "Scoring": ("best_region", "board_stars"),
    "Bans": ("banned", "draft_banned", "play_banned", "sign_banned"),
    **MODULES_OF_ONES_OWN,
}
"""Every function of ``strategy_api``, in groups; its words are its docstring."""
