"""What everything that a strategy of Stadium sees and fills means, in the rulebook's words.

``docs/reference/stadium/strategies.md`` is made from this, from the docstrings of ``strategy_api``
and from the switches: ``scripts/reference_strategies.py``. A field's words begin with the names of
its indices, in brackets; there is one line for each field of the records.
"""

from __future__ import annotations

from eoc_sim.simulator.runs.strategy_words import MODULES_OF_ONES_OWN, Decision

TABLE = {
    "The table": {
        "owners": "seats that strategies play: 2 to 5",
        "game": "number of this game, from 0",
        "round": "the round, from 1; 0 during set-up",
        "commissioner": "seat of the commissioner, who starts this round",
        "first": "seat of the first commissioner",
        "turn": "the seat that is asked now",
    },
    "Where the game stands": {
        "phase": "what is done next: 1 the round begins, 2 VPs are placed, 3 a star is used, 4 the "
        "actions, 5 something is paid for an effect, 6 salaries, 7 losses, 8 the round ends, 9 "
        "nothing, the game is over",
        "placer": "in step 1: steps clockwise from the commissioner to the owner who is next",
        "space": "the action space that acts (ACT-0), or that costs something (LOS-1)",
        "actor": "in step 3: the bonus space of the VP that acts",
        "ended": "1: somebody has placed its last block (END-2)",
        "ended_by": "of a game that is over: 0 a last block, 1 the cap of rounds (END-3)",
    },
    "The action board": {
        "bonus_tokens": "[space] tokens on it: BARE, SINGLE, DOUBLE, STACK and higher (BON-8)",
        "idle_rounds": "[space] rounds running that it has been idle",
        "vps_on": "[space] VPs that stand on it",
        "vp_seat": "[space, bonus] whose VP stands on that bonus space, -1 free",
        "vp_turn": "[space, bonus] as the how many-th VP of this round it was placed, from 1",
        "vp_first": "[space, bonus] 1: it acts first (BON-6)",
        "vp_acted": "[space, bonus] 1: its action is done",
        "free_spaces": "free bonus spaces of all action spaces together",
        "placed": "VPs placed this round, of all owners",
        "to_place": "[seat] VPs that it still has to place this round",
        "placed_space": "the action space that the last VP was placed on",
        "placed_bonus": "its bonus space",
        "stars_left": "stars of the bonus just earned that are still to be asked (BON-5)",
        "losses_done": "things that this space has already cost this round",
    },
    "The effects at hand": {
        "effect_seat": "whose effects are gone through (EFF-1)",
        "effect_moment": "the moment that they act at: FOOTBALL, STAR, or ACTION_MOMENT + space",
        "effect_place": "which source is at hand: a place in `table.acting_sources`",
        "effect_copy": "which of its copies, from 0",
        "effect_clause": "the clause that may be paid for: `exchange` is asked about it; -1 none",
        "effect_from": "0 effects of the space and the owner's own, 1 the space's alone, 2 the "
        "owner's alone",
        "effect_cards": "card bonuses of this game time still to come",
        "football_turn": "owners whose game time is done",
    },
    "Owners": {
        "tokens": "[seat, kind] tokens that it has: MONEY, EQUIPMENT, WINS, ENTERTAINMENT, "
        "CONSTRUCTION",
        "score": "[seat] points, as if the game ended now",
        "part": "[seat, part] the parts of the score of a game that is over: field, levels 1 to 3, "
        "players, employees, entertainment, point tokens, bonus tiles",
        "vps": "[seat] VPs that it has, wherever they are; `active_vps` are those of this round",
        "vp_most": "[seat] the most that it may have (ACT-6)",
        "new_vps": "[seat] of its VPs those bought this round",
        "away": "[seat] of its VPs those on vacation this round (GAM-5)",
        "away_next": "[seat] and those that will be in the next one",
        "blocks_left": "[seat] blocks not yet placed; at 0 the game ends",
        "block": "[seat, place] 1: it has a block there",
        "blocks_on": "[place] blocks of all owners there",
        "blocks_at": "[seat, level] its blocks by level: FIELD, LEVEL_1 to LEVEL_3",
        "category_taken": "[seat, category] 1: it has a square of this category",
        "point_tokens": "[seat] points in its point tokens",
        "bonus_tiles": "[seat] points in its bonus tiles",
    },
    "Cards in the open": {
        "area": "[player] copies in the draft area",
        "area_size": "players in the draft area",
        "team": "[seat, player] copies that an owner has",
        "team_size": "[seat] its players",
        "hired": "[seat, employee] copies that it has hired",
        "hired_count": "[seat] its hired employees",
        "worked": "[seat, employee] of these, those whose star was used this round (BON-5)",
        "face_down_count": "[seat] employees drawn and not hired",
        "discarded_players": "[player] copies in the discard pile",
        "discarded_employees": "[employee] copies in the discard pile",
        "players_left": "cards in the deck of players",
        "employees_left": "cards in the deck of employees",
        "five_million_left": "tokens of 5 money in the draft area (ACT-19)",
        "point_tokens_left": "point tokens in the draft area, the dearest on top",
        "tiles_left": "[tile] 1: not won yet: tile 0 the bowl's, 1 that of level 3 (SCO-5)",
        "inert": "[source] what of it is off where a what-if has switched it off: 1 its points, 2 "
        "its effect, 3 both, else 0",
    },
    "Action spaces: printed facts": {
        "space_arrow": "[space] 1: has an arrow, a token from the start (SET-3)",
        "space_loss": "[space] what its stack costs: a token, LOSS_EMPLOYEE or LOSS_PLAYER",
        "bonuses": "[space] how many bonus spaces it has",
        "bonus": "[space, bonus] what a bonus space gives: a token, BONUS_CARD, BONUS_STAR or "
        "BONUS_FIRST",
    },
    "Places: printed facts": {
        "buildings": "how many places are buildings; squares come behind them",
        "places": "how many places there are",
        "place_absent": "[place] 1: not on the board of this version",
        "place_level": "[place] FIELD, LEVEL_1, LEVEL_2 or LEVEL_3",
        "place_category": "[place] of a square SEASON, PLAYOFFS, CHAMPIONSHIP or BOWL, else -1",
        "place_wins": "[place] wins that a square asks for and does not take",
        "place_price": "[place, kind] tokens that are paid for it",
        "place_points": "[place] points of a block there",
    },
    "Players and employees: printed facts": {
        "players": "rows of the sheet of players",
        "player_copies": "[player] cards of this row",
        "player_signing": "[player] money that drafting it costs",
        "player_salary": "[player] money that is due for it every round",
        "player_points": "[player] points at the end",
        "employees": "rows of the sheet of employees",
        "employee_copies": "[employee] cards of this row",
        "employee_cost": "[employee] money that hiring it costs",
        "employee_salary": "[employee] money that is due for it every round",
        "employee_points": "[employee] points at the end",
    },
    "Effects: printed facts": {
        "source_first": "[source] its first clause",
        "source_last": "[source] the clause behind its last one",
        "clause_moment": "[clause] when it acts: FOOTBALL, STAR, or ACTION_MOMENT + a space",
        "clause_in_action": "[clause] 1: it is the action itself, what Train exchanges or Build "
        "changes",
        "clause_repeats": "[clause] 1: any number of times, as often as it can be paid",
        "clause_pay": "[clause] the kind of token that it costs, -1 nothing",
        "clause_price": "[clause] how many of it",
        "clause_gain": "[clause] the kind of token that it gives, or GAIN_CARDS",
        "clause_amount": "[clause] how many",
        "acting_sources": "[moment, place] the sources with a clause then that is not the action "
        "itself, in their order",
        "acting_count": "[moment] how many they are",
        "train_clause": "the clause that Train exchanges, -1 none",
        "build_clause": "the clause by which Build changes tokens, -1 none",
    },
    "The board: printed facts": {
        "ticket_most_by_wins": "Tickets give a money for each win, up to this many (ACT-15)",
        "ticket_steps": "steps of the ticket table above that",
        "ticket_wins": "[step] wins from which the step counts",
        "ticket_money": "[step] money that it gives instead",
        "point_token_count": "point tokens in the game",
        "point_token_value": "[place] points of each, the dearest first",
        "bonus_tile_points": "points of a bonus tile",
    },
}
"""Fields of ``table`` beside the switches, by what they are about."""

ME = {
    "seat": "the own seat",
    "face_down": "[employee] copies that were drawn and not hired",
    "memory": "[place] the strategy's own whole numbers: 0 at the start of a game, kept from "
    "decision to decision; `MEMORY` gives them names",
    "draws": "random numbers drawn this round; `draw` counts them",
    "key": "[0 or 1] the own stream of random numbers, for `draw` alone",
}
"""Fields of ``me``."""

ORDER = {
    "kind": "left alone: the engine notes here what was returned",
    "space": "an action space",
    "bonus": "a bonus space of it",
    "employee": "the hired employee whose star is used",
    "accept": "bits: bit i pays for clause `table.source_first[EMPLOYEE_SOURCE + employee]` + i",
    "amount": "how often",
    "place": "a square or a building",
    "card": "a player of the draft area; what is lost",
    "give": "the own player that is swapped or cashed in",
    "vps": "how many VPs are paid",
    "players": "[player] how many copies are paid",
    "employees": "[employee] how many copies are hired, or paid",
    "candidate": "in `propose`: the number of the candidate that is asked for, from 1",
    "rollouts": "of a search: games that are played out, at most; 0 searches nothing",
    "caution": "of a search: hundredths of standard errors by which a candidate must be better",
    "horizon": "of a search: rounds that are played before `judge` is asked; 0 plays to the end",
}
"""Fields of ``order``, all 0 when a function is called, but ``candidate`` in ``propose``."""

DECISIONS = {
    "place": Decision(
        "for each VP of step 1 (PLA-1)", "`space` and `bonus`: a free bonus space",
        "PLACE; under `placing = may_stop` also STOP, to place no more this round",
    ),
    "star": Decision(
        "at once after a VP was placed on a star with a token, once a unit, while a hired employee "
        "can work (BON-5)",
        "`employee`, `accept`", "1, or NOTHING to decline",
    ),
    "train": Decision(
        "each VP on Train, if an exchange can be paid (ACT-3)",
        "`amount`: exchanges, up to `most_times` of `table.train_clause`", "1, or NOTHING",
    ),
    "hire": Decision(
        "each VP on Hire (ACT-5, ACT-6)", "`employees`: how many of those in `me.face_down`",
        "HIRE_EMPLOYEES, HIRE_VP, under `hire_option = both` also HIRE_BOTH, or NOTHING",
    ),
    "playbook": Decision(
        "each VP on Playbook (ACT-7 to ACT-9)", "`place`: the square of a block",
        "TAKE_WIN, PLAY_BLOCK or NOTHING",
    ),
    "build": Decision(
        "each VP on Build (ACT-11 to ACT-14)",
        "`place`: the building of a block; or `amount`: how often tokens are changed",
        "BUILD_BLOCK, CHANGE or NOTHING",
    ),
    "draft": Decision(
        "each VP on Draft (ACT-17 to ACT-19)",
        "`card` of the draft area to draft it or swap for it; `give`, what is swapped or cashed in",
        "DRAFT_PLAYER, SWAP_PLAYER, CASH_POINTS, CASH_MONEY or NOTHING",
    ),
    "exchange": Decision(
        "whenever an effect of the owner's asks for tokens that it has (EFF-2)",
        "`amount`: how often `table.effect_clause` is paid for, 0 to decline", "anything",
    ),
    "pay": Decision(
        "at game time if the salaries due are more than the money, under `salaries = may` always; "
        "of all owners before any pays (GAM-3, INF-3)",
        "`vps`, `players`, `employees`: how many of each are paid, in the ways that GAM-3 allows; "
        "`pay_refusal` is 0 then",
        "anything",
    ),
    "lose": Decision(
        "when a stack costs a card and there are two or more (LOS-3); of all owners before any "
        "loses",
        "`card`: the hired employee, or the player", "anything",
    ),
    "propose": Decision(
        "before each placement; by those who search",
        "candidate number `candidate`: in `me.memory`, so that `place` carries it out if it is "
        "chosen; `rollouts`, `caution`, `horizon`",
        "1, or 0 when there are no more candidates",
    ),
    "judge": Decision(
        "in a search with a `horizon`, of a position between two rounds", "nothing",
        "what the position is worth to the owner, in hundredths of a point",
    ),
}
"""The functions of a strategy, in the order of a round; the last two for those who search."""

CONSTANTS = {
    "Sizes": {
        "SPACES": "action spaces",
        "MAX_OWNERS": "entries of arrays over seats",
        "MAX_BONUSES": "entries of arrays over bonus spaces",
        "MAX_PLACES": "entries of arrays over places",
        "MAX_KINDS": "entries of arrays over players and over employees",
        "TOKENS": "kinds of tokens",
        "CATEGORIES": "categories of squares",
    },
    "Action spaces": {
        "EQUIPMENT_SPACE": "1, Equipment", "TRAIN": "2, Train", "HIRE": "3, Hire",
        "PLAYBOOK": "4, Playbook", "BUILD": "5, Build", "TICKETS": "6, Tickets",
        "DRAFT": "7, Draft", "SPONSORSHIP": "8, Sponsorship", "MERCHANDISING": "9, Merchandising",
    },
    "Tokens": {
        "MONEY": "money", "EQUIPMENT": "equipment", "WINS": "wins",
        "ENTERTAINMENT": "entertainment", "CONSTRUCTION": "construction",
    },
    "What else a clause gives": {"GAIN_CARDS": "card bonuses"},
    "What else a bonus space gives": {
        "BONUS_CARD": "a card (BON-4)", "BONUS_STAR": "a star (BON-5)",
        "BONUS_FIRST": "first choice (BON-6)",
    },
    "What else a stack costs": {
        "LOSS_EMPLOYEE": "a hired employee", "LOSS_PLAYER": "a player",
    },
    "Bonus tokens of a space": {
        "BARE": "none", "SINGLE": "one", "DOUBLE": "two",
        "STACK": "two, and the space costs everybody something; higher ones count on",
    },
    "Levels of places": {
        "FIELD": "squares", "LEVEL_1": "buildings of level 1", "LEVEL_2": "of level 2",
        "LEVEL_3": "of level 3",
    },
    "Categories of squares, in their order": {
        "SEASON": "season", "PLAYOFFS": "playoffs", "CHAMPIONSHIP": "championship", "BOWL": "bowl",
    },
    "When clauses act": {
        "FOOTBALL": "at game time", "STAR": "when the employee's star is used",
        "ACTION_MOMENT": "plus a space: each time that a VP of the owner takes its action",
    },
    "Where sources begin; those below the first are action spaces": {
        "PLACE_SOURCE": "the source of place 0", "PLAYER_SOURCE": "of player 0",
        "EMPLOYEE_SOURCE": "of employee 0",
    },
    "What any function of an action may return": {"NOTHING": "do nothing"},
    "What `place` returns": {"PLACE": "place a VP", "STOP": "place no more this round"},
    "What `hire` returns": {
        "HIRE_VP": "take a VP", "HIRE_EMPLOYEES": "hire employees", "HIRE_BOTH": "both",
    },
    "What `playbook` returns": {"TAKE_WIN": "take a win", "PLAY_BLOCK": "place a block"},
    "What `build` returns": {
        "CHANGE": "change tokens", "BUILD_BLOCK": "place a block",
    },
    "What `draft` returns": {
        "DRAFT_PLAYER": "draft a player", "SWAP_PLAYER": "swap one",
        "CASH_POINTS": "cash one in for a point token",
        "CASH_MONEY": "cash one in for a token of 5 money",
    },
    "Values of the switches, as `table.rule_places == PLACES.SHARED`": {
        "ARROWS": "tokens at the start", "PLACING": "whether VPs have to be placed",
        "BONUS_TOKENS": "how far tokens grow", "BONUS_FOR": "who earns a bonus",
        "DRAFT_FIRST": "first choice on Draft", "ORDER_IN_SPACE": "who acts first on a space",
        "TRAINING_BONUS": "what pays on Train", "HIRE_OPTION": "what a VP on Hire takes",
        "PLACES": "shared places", "CASHED_PLAYER": "players cashed in",
        "VP_SALARY_DUE": "VPs that are paid", "SALARIES": "unpaid salaries",
        "UNPAID_VP": "unpaid VPs", "LOSS_COUNT": "how much a stack costs",
        "END_ROUND": "the last round", "BONUS_TILES": "bonus tiles",
    },
}
"""Every constant of ``strategy_api``, in groups."""

FUNCTIONS = {
    "Declarations, at the top of the file": ("parameter", "memory", "table", "prepared"),
    "Random numbers": ("draw",),
    "Bonuses and stars": ("grown", "has_star", "may_use_star", "star_refusal"),
    "Actions": ("draft_refusal", "ticket_money"),
    "Blocks": ("block_refusal", "square_refusal", "building_refusal", "can_pay"),
    "Effects": ("times_owned", "most_times"),
    "VPs, salaries and losses": (
        "active_vps", "vps_due", "salaries_due", "pay_refusal", "losses_of",
    ),
    **MODULES_OF_ONES_OWN,
}
"""Every function of ``strategy_api``, in groups; its words are its docstring."""
