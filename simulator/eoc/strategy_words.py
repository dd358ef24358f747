"""What everything that a strategy sees and fills means, in the rulebook's words.

``docs/reference/strategies.md`` is made from this, from the docstrings of ``strategy_api`` and from
the switches: ``scripts/reference_strategies.py``. A field's words begin with the names of its
indices, in brackets; there is one line for each field of the records.
"""

from __future__ import annotations

from eoc_sim.simulator.runs.strategy_words import MODULES_OF_ONES_OWN, Decision

TABLE = {
    "The table": {
        "players": "seats that strategies play: 2 to 4, 1 in a solo game",
        "game": "number of this game, from 0",
        "month": "1 March to 12 February; 0 during set-up",
        "starter": "seat of this month's starting player",
        "first": "seat of March's starting player",
        "turn": "the seat that is asked now",
    },
    "Where the game stands": {
        "phase": "what is decided now: DRAFTING, ACTING ...",
        "draft_turn": "turns of this month's draft that have come, delays included",
        "dice_picks": "dice picked in this month's exclusive draft",
        "turns_over": "players whose turn of this month is over",
        "actions": "actions made in the turn that is being played",
        "bid_turn": "the Auctioneer's how many-th neighbour was asked last, 0 nobody yet",
    },
    "What seats may not do, though the rules allow it": {
        "restricted": "[seat] 1: it is forbidden something, as `eoc-sim restrict` asks",
        "banned": "[seat, ban] 1: it may not do this, a BAN code; ordered all the same, the "
        "default function answers",
        "banned_card": "[card] bit s is 1: seat s may neither draft it nor put it into play",
    },
    "Cards, coaches and their effects: printed facts": {
        "cards": "how many card ids there are; every copy of a card has its own",
        "card_type": "[card] CULTURE, PERSONNEL or FUNDRAISING",
        "card_region": "[card] region of a Fundraising card, else -1",
        "card_cost": "[card, colour] EC of the printed price",
        "card_price": "[card] EC of the printed price in all colours together",
        "card_stars": "[card] printed stars, scored when the card is put into play",
        "card_monthly": "[source] 1: has a once-a-month benefit, to be triggered",
        "source_first": "[source] its first clause",
        "source_last": "[source] the clause behind its last one",
        "coaches": "how many Head Coaches there are",
        "coach_sheet": "[coach] its sheet; a coach in use rules out the other of its sheet",
        "clause_source": "[clause] the card or coach that it belongs to",
        "clause_when": "[clause] when it acts: a WHEN code",
        "clause_pay_bucks": "[clause] BB that it costs",
        "clause_pay_ec": "[clause] EC that it costs",
        "clause_pay_colour": "[clause] colour of these EC, -1 any",
        "clause_gain": "[clause] what it gives: a GAIN code",
        "clause_amount": "[clause] how many; GAIN_VALUE 2 doubles a recruit's value",
        "clause_detail": "[clause] colour of EC gained, -1 any; of a discount or substitute what "
        "it is for: an ON code; else -1",
        "clause_counter": "[clause] what the amount is counted by: a COUNTER code",
        "clause_counter_detail": "[clause] type, region or least base that is counted; positions "
        "as bits, bit 0 QB",
        "clause_per": "[clause] so many counted give the amount once",
        "clause_up_to": "[clause] most that it gives at a time; a million without a limit",
        "clause_conditions": "[clause] how many conditions it has, all of which must hold",
        "clause_condition": "[clause, place] a CONDITION code",
        "clause_condition_detail": "[clause, place] its type, region or base; regions, positions "
        "and months as bits: bit 0 Northwest, bit 0 QB, bit 1 March",
    },
    "The map: facts": {
        "nodes": "how many places there are: states and HQs",
        "node_state": "[node] the state on this place, else -1",
        "node_hq": "[node] the region whose HQ this place is, else -1",
        "neighbours": "[node] how many places are one step away",
        "neighbour": "[node, place] those places, -1 behind them",
        "way": "[node, node] the node to go to first on the way from one to the other",
        "near_state": "[node, place] the states, those with the fewest steps to them first",
        "near_steps": "[node, place] the steps to each of those",
        "distance": "[node, node] steps from one to the other, for nobody enters an HQ; "
        "99 out of reach",
        "hq_node": "[region] the place of its HQ",
        "state_node": "[state] its place",
        "state_region": "[state, 0 or 1] its regions; the second is -1 in a single state",
        "state_spot": "[state, 0 or 1] its spots; the second is -1 in a single state",
        "spot_state": "[spot] its state",
    },
    "Recruits": {
        "spot_cost": "[spot, colour] EC that its recruit costs",
        "spot_price": "[spot] EC that its recruit costs in all",
        "spot_base": "[spot] token value, the stars before the VMD and bonuses",
        "spot_position": "[spot] position of the recruit: QB to DB",
        "spot_owner": "[spot] the seat that signed it, -1 unsigned",
        "spot_month": "[spot] when it was signed, 0 not yet",
        "spot_vmd": "[spot] VMD roll of a signed recruit",
    },
    "Cards in the open": {
        "card_place": "[card] HIDDEN, POOL, CALENDAR, IN_PLAY or DISCARDED",
        "card_owner": "[card] seat of a card on a calendar or in play, else -1",
        "pool": "[place] cards of the Discard Pool, the oldest first",
        "pool_size": "how many they are",
        "deck_size": "cards in the deck",
        "hand_size": "[seat] cards in hand",
        "stash_size": "[seat] cards in the Secret Stash",
        "drafted": "[seat] 1: has placed this month's card",
    },
    "Players": {
        "region": "[seat] its region, which is its home colour",
        "coach": "[seat] its Head Coach, -1 none; as a source COACH_SOURCE + coach",
        "score": "[seat] stars",
        "part": "[seat, part] stars by where they came from: a PART code",
        "bucks": "[seat] Booster Bucks",
        "node": "[seat] the place of its bus",
        "mat": "[seat, colour] EC that it can spend now",
        "calendar": "[seat, month, colour] EC still to come",
        "calendar_card": "[seat, month] drafted card not yet in play, -1 none",
        "in_play": "[seat, place] its cards in play, in order of entry",
        "in_play_count": "[seat] how many they are",
        "type_count": "[seat, type] its cards in play by type",
        "fundraising_count": "[seat, region] its Fundraising cards in play by region",
        "active": "[seat, when, place] clauses of its cards in play and coach by WHEN, coach first",
        "active_count": "[seat, when] how many they are",
        "inert": "[card] what of a card in play is off, where a what-if has switched it off: "
        "INERT_STARS + INERT_EFFECT, else 0; `stars_of` and `acts` ask it",
        "used": "[source] times triggered in this turn",
        "use_again_left": "[seat] cards that may still be used again in this turn",
        "used_fundraising": "[seat] 1: has used a Fundraising card this month",
        "free_moves": "[seat] free moves left in this turn",
        "free_bets": "[seat] free bets left in this turn",
        "free_runners": "[seat] runners left in this turn that cost no BB",
        "marketed": "[seat] 1: has run its campaign this month, or is banned from marketing",
        "crapped_out": "[seat] 1: had bets this month, and none won",
        "package": "[seat, spot, colour] EC that its runners have brought to a recruit",
        "package_size": "[seat, spot] EC of that package in all",
        "signed": "[seat] recruits signed",
        "signed_border": "[seat] those from border states",
        "signed_position": "[seat, position] those of a position",
        "signed_region": "[seat, region] those of a region; border recruits count in both",
        "signed_state": "[seat, state] those of a state",
        "unique_positions": "[seat] different positions among its recruits",
    },
    "Dice and Vegas": {
        "dice": "[colour] the number that the die of this colour shows",
        "die": "[seat, 0 or 1] colours taken this month, -1 not yet",
        "die_mode": "[seat, 0 or 1] FULL or HALF",
        "die_month": "[seat, 0 or 1] the month that its EC were placed on",
        "bet": "[seat, colour, number] bet tokens on that number of that die",
        "bets": "[seat] bet tokens in all",
    },
    "The auction": {
        "auctioneer": "seat that would start next month, -1 outside the auction",
        "bid": "[seat] its last bid; 0 not yet, -1 passed",
        "highest_bid": "[seat] the most that it has bid, 0 nothing",
        "top_bidder": "seat of the highest bid, -1 none",
        "sale_price": "BB that the top bidder would pay",
    },
}
"""Fields of ``table`` beside the switches, by what they are about."""

ME = {
    "seat": "the own seat",
    "hand": "[place] cards in hand, `table.hand_size[me.seat]` of them; at `keep` and `pick` those "
    "to choose from",
    "stash": "[place] the Secret Stash, `table.stash_size[me.seat]` of them",
    "board": "the own Recruiting Board, -1 none",
    "board_position": "[place] its five positions, the Top 3 first",
    "memory": "[place] the strategy's own whole numbers: 0 at the start of a game, kept from "
    "decision to decision; `MEMORY` gives them names",
    "draws": "random numbers drawn this month; `draw` counts them",
    "key": "[0 or 1] the own stream of random numbers, for `draw` alone",
}
"""Fields of ``me``."""

ORDER = {
    "kind": "left alone: the engine notes here what was returned",
    "card": "a card; for TRIGGER a source: a card, or COACH_SOURCE + coach",
    "spot": "a recruit's spot",
    "node": "a place of the map",
    "colour": "a colour",
    "number": "of a bet 1 to 6; of a campaign its stars",
    "tokens": "of a bet: how many tokens go on the spot, free ones first; 0 counts as 1",
    "bucks": "of a step: 1 pays it with a BB that stands in for the EC",
    "accept": "bits: upgrades whose cost is paid, bit 0 the coach's, bit 1 + i that of card i in "
    "play",
    "give": "[colour] EC given, where they may be of any colour; the rest comes from the colour "
    "that the mat has most of",
    "take": "[colour] EC gained, where they may be of any colour; the rest is of the colour that "
    "the mat has least of",
    "discount": "[colour] EC of the price that fall away; the rest as PAY-2 says",
    "substitute": "[colour] EC of the price that BB stand in for, where a card allows it",
    "keep": "[place] 1: the card at this place of the hand is kept",
    "die": "[0 or 1] colours of the two dice",
    "mode": "[0 or 1] FULL or HALF",
    "month": "[0 or 1] the month that the die's EC go to; at full value the engine knows it",
    "candidate": "in `propose`: the number of the candidate that is asked for, from 1",
    "rollouts": "of a search: games that are played out, at most; 0 searches nothing",
    "caution": "of a search: hundredths of standard errors by which a candidate must be better",
    "horizon": "of a search: own turns that are played before `judge` is asked; 0 plays to the end",
}
"""Fields of ``order``, all 0 when a function is called, but ``candidate`` in ``propose``."""

DECISIONS = {
    "keep": Decision(
        "at set-up, six cards in `me.hand` (SET-8)",
        "`keep[place]` 1 for four of the six", "anything",
    ),
    "pick": Decision(
        "at set-up with an open draft, four times (SET-12)", "nothing",
        "one of the cards in `me.hand`",
    ),
    "coach": Decision(
        "at set-up where coaches are chosen (SET-7)", "nothing",
        "a coach from 0 to `table.coaches` - 1 whose sheet nobody has",
    ),
    "draft": Decision(
        "in the draft until a card is placed (DRA-2)",
        "`card`: to draft one of hand, stash or pool, to delay one of the hand",
        "DRAFT, or DELAY with two or more cards in hand, never alone against Bubba",
    ),
    "bookie": Decision(
        "before bets pay, with a Bookie in play (CAR-7)", "`colour` of the die",
        "-1 or 1 to shift it, 0 not to",
    ),
    "dice": Decision(
        "when the dice are rolled (DIC-4); in an exclusive draft twice, for one die each (CUT-2)",
        "`die`, `mode` and `month` of two different dice; in an exclusive draft nothing",
        "anything; in an exclusive draft the colour of the die taken",
    ),
    "place": Decision(
        "after an exclusive draft of dice (CUT-5)",
        "`mode` and `month` of the dice `table.die[me.seat]`", "anything",
    ),
    "act": Decision(
        "in the own turn until it is ended, at most 400 times (ACT-0)",
        "what the action needs, below", "the kind of the action",
    ),
    "bid": Decision(
        "in the auction, until only one bidder is left (AUC-1)", "nothing",
        "0 to pass, or more BB than the highest bid, at most the own",
    ),
    "sell": Decision(
        "in the auction, of the Auctioneer, when there is a bid it could match (AUC-2)", "nothing",
        "1 to sell the Chain at `table.sale_price`, 0 to keep it for the highest bid",
    ),
    "final_campaign": Decision(
        "after the last month (SCO-2)", "`accept` for upgrades that fire on it",
        "its stars: 0 to 8 that the BB can pay",
    ),
    "propose": Decision(
        "before a draft decision, a choice of dice and the first action of a turn, which "
        "`table.phase` tells apart; by those who search",
        "candidate number `candidate`: in `me.memory`, so that the decision carries it out if it "
        "is chosen; `rollouts`, `caution`, `horizon`",
        "1, or 0 when there are no more candidates",
    ),
    "judge": Decision(
        "in a search with a `horizon`, of a position after an own turn", "nothing",
        "what the position is worth to the seat, in hundredths of a star",
    ),
}
"""The functions of a strategy, in the order of the game; the last two for those who search."""

ACTIONS = {
    "PLAY_CARD": "`card` from the own calendar; may name `discount`, `substitute`, `accept`, "
    "`take`",
    "TRIGGER": "`card`: a source in play with a once-a-month benefit; may name `give` for its cost "
    "and `take` for what it gives",
    "TRADE": "`take[colour]` 1; may name `give`, `accept`",
    "MOVE": "`node` next to the bus, never an HQ; may name `give` where no free move is left, or "
    "`bucks` 1, `accept`, `take`",
    "RUNNER": "`spot` of an unsigned recruit and `give`: the EC, never more than it costs",
    "SIGN": "`spot` where the bus is; may name `discount`, `substitute`, `accept`, `take`",
    "MARKET": "`number`: stars, 1 to 8; may name `accept`, `take`",
    "BET": "`colour` and `number`; may name `tokens`, and `give` for those that are not free",
    "END_TURN": "nothing",
}
"""What each kind of action needs in ``order``."""

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
