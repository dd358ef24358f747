"""Engines that play one rule wrong, and a kind of game in which that shows.

Each is the sound engine but for a few words of one or two functions, of the kind that a slip or a
wrong reading of the rules would leave behind.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import pytest
from referee.playing import Case, package
from referee.pure import illegal_play as illegal
from referee.pure.illegal_play import Seat, at_times

from eoc_sim.simulator.eoc import (
    actions,
    auction,
    cards,
    conditions,
    dice,
    draft,
    effects,
    month,
    payment,
    play,
    scoring,
    setup,
    solo,
)
from eoc_sim.simulator.eoc.asking import FUNCTIONS
from eoc_sim.simulator.eoc.components import Components
from eoc_sim.simulator.eoc.game import Engine, load_strategy

# A broken engine


@dataclass(frozen=True)
class Change:
    """Other words in a function, or another value of a table of the rules."""

    where: Any  # a function of the engine; of a constant, its module
    words: tuple[tuple[Any, Any], ...]  # each as it is, and as the broken engine has it

    def apply(self, patch: pytest.MonkeyPatch) -> None:
        """Put it into every module that knows the function or the table by its name."""
        for name, old, new in self.replacements():
            for module_name, module in list(sys.modules.items()):
                fast = module_name.startswith("eoc_sim") and "referee" not in module_name
                if fast and vars(module).get(name) is old:
                    patch.setattr(module, name, new)

    def replacements(self) -> list[tuple[str, Any, Any]]:
        """What is replaced: its name, the sound thing and the broken one."""
        if inspect.isfunction(self.where):
            return [(self.where.__name__, self.where, self.function())]
        return [(name, getattr(self.where, name), value) for name, value in self.words]

    def function(self) -> Callable[..., Any]:
        """The function in other words."""
        source = inspect.getsource(self.where)
        for old, new in self.words:
            assert source.count(old) == 1, f"{self.where.__name__} has no longer one {old!r}"
            source = source.replace(old, new)
        made: dict[str, Any] = {}
        exec(source, self.where.__globals__, made)
        return made[self.where.__name__]


def change(where: Any, *words: Any) -> Change:
    """``change(function, old, new, old, new ...)``, or a module and names with values."""
    return Change(where, tuple(zip(words[::2], words[1::2], strict=True)))


@dataclass(frozen=True)
class Game(Case):
    """A kind of game in which every coach and every card may have the same effect."""

    coach: str = ""
    card: str = ""
    seat: Seat = field(default_factory=dict, hash=False)

    @property
    def components(self) -> Components:
        """The package's components with these effects; such cards cost 1 green EC."""
        return same_effects(self.coach, self.card)

    def engine(self, seed: int) -> Engine:
        """The engine of this case, with the functions that all seats have instead of theirs."""
        made = super().engine(seed)
        if self.seat:
            for entry in range(self.players):
                functions = {**load_strategy("random").functions, **self.seat}
                for name, function in functions.items():
                    made.functions[entry, FUNCTIONS.index(name)] = function
        return made


@lru_cache
def same_effects(coach: str, card: str) -> Components:
    """The package's components with one effect on all coaches, and one on all cards."""
    content = package().as_dict()
    for row in content["coaches"] if coach else []:
        row["effect"] = coach
    for row in content["cards"] if card else []:
        row["effect"] = card
        when = card.partition(":")[0]
        row["usage"] = when if when in ("month", "end") else "upgrade"
        for column in row:
            if column.startswith("cost_"):
                row[column] = "1" if column == "cost_green" else "0"
    return Components.from_dict(content, "the broken engines' components")


def game(
    preset: str = "standard", players: int = 2, line_up: str = "mixed",
    coach: str = "", card: str = "", seat: Seat | None = None, **settings: str,
) -> Game:  # fmt: skip
    """A kind of game."""
    return Game(preset, players, line_up, settings, None, coach, card, seat or {})


@dataclass(frozen=True)
class Broken:
    """An engine that plays a rule wrong."""

    what: str
    rules: str  # the referee names one of these
    changes: tuple[Change, ...]
    game: Game
    refused: str = ""  # what the sound engine says of the illegal play that makes it show

    def __str__(self) -> str:
        return self.what


BROKEN: list[Broken] = []


def broken(what: str, rules: str, *parts: Any, refused: str = "") -> None:
    """Add an engine: its changes, then its game."""
    *changes, kind = parts
    BROKEN.append(Broken(what, rules, tuple(changes), kind, refused))


def lawless(
    what: str, rule: str, *parts: Any, also: str = "", refused: str = "", **settings: Any
) -> None:
    """Add an engine that has lost a check, and the seat whose play the check would refuse."""
    *changes, seat = parts
    kind = game(line_up="random", seat=seat, **settings)
    broken(what, f"{rule} {also}", *changes, kind, refused=refused or rule)


# Where something is told right and done wrong, the referee finds it when it is next spent, or at
# the end of the turn.
ENVELOPES = "ACT-10 PAY-3 ACT-2 ACT-3 ACT-4 ACT-5 ACT-9"
BUCKS = "ACT-10 PAY-3 ACT-2 ACT-3 ACT-5 ACT-8 AUC-4"

MIXED = game()
ARCHETYPES = game(players=4, line_up="archetypes")
FOUR = game(players=4)
THREE = game(players=3)
RANDOM = game(line_up="random")
FOUR_RANDOM = game(players=4, line_up="random")
FAMILY = game("family", 4)
SOLO = game("solo", 1)
EXCLUSIVE = game("cutthroat", 3, "random")

# Set-up

broken(
    "everybody starts with 1 BB too many", BUCKS,
    change(setup._clear_player, "= table.rule_start_bucks", "= table.rule_start_bucks + 1"), MIXED,
)
broken(
    "the seeded EC end a month early", "DIC-7 ACT-10",
    change(setup.choose_regions, "table.rule_seeded_months + 1", "table.rule_seeded_months"),
    MIXED,
)
broken(
    "the seeded EC are of the next colour", "DIC-7",
    change(setup.choose_regions, "month, region] = 1", "month, (region + 1) % 6] = 1"), MIXED,
)
broken(
    "a bus starts on the HQ of another region", "ACT-4 ACT-10",
    change(setup.choose_regions, "table.hq_node[region]", "table.hq_node[(region + 2) % 6]"),
    game(coach="always: 1 moves", regions="clockwise", players=4),
)
broken(
    "all players have the same region", "SET-7",
    change(setup.choose_regions, "box.sort_item[seat]", "box.sort_item[0]"), MIXED,
)
broken(
    "regions go counter-clockwise where they should go clockwise", "SET-17",
    change(setup.choose_regions, "[(seat + offset) % players]", "[(offset - seat) % players]"),
    game(players=4, regions="clockwise"),
)
broken(
    "the solo player may be the South", "SET-7",
    change(setup.choose_regions, "3 if table.rule_solo == 1 else 4", "4"), SOLO,
)
broken(
    "both sides of a coach sheet are in use", "SET-14",
    change(
        setup.choose_coaches,
        "box.sheet_coach[box.sort_item[seat], side]", "box.sheet_coach[box.sort_item[0], seat % 2]",
    ),
    MIXED,
)
lawless(
    "a chosen coach may be on the back of one in use", "SET-14",
    change(setup.choose_coaches, "box.sheet_taken[table.coach_sheet[coach]] == 1", "False"),
    {"coach": illegal.coach_of_another_side}, coach_choice="reverse_turn_order",
)
broken(
    "coaches are chosen in turn order", "SET-7",
    change(setup.choose_coaches, "range(table.players - 1, -1, -1)", "range(table.players)"),
    game(coach_choice="reverse_turn_order"),
)
broken(
    "coaches are dealt though they are off", "SET-7",
    change(setup.choose_coaches, "table.rule_coaches == 1", "False"), game(coaches="off"),
)
broken(
    "all players have the same board", "SET-15",
    change(setup.deal_boards, "box.sort_item[seat]", "box.sort_item[0]"), MIXED,
)
broken(
    "boards are dealt though they are off", "SET-15",
    change(setup.deal_boards, "table.rule_boards == 1", "False"), game(boards="off"),
)
broken(
    "the starter stash is that of the next region", "SET-11 SET-8",
    change(
        setup.deal_stashes,
        "box.starter_stash[table.region[seat], place]",
        "box.starter_stash[table.region[(seat + 1) % table.players], place]",
    ),
    game(stash="starter"),
)
broken(
    "the starter cards stay in the deck too", "SET-13 DRA-7",
    change(setup.shuffle_deck, "_in_starter_stash(table, box, card)", "False"),
    game(stash="starter", line_up="random"),
)
broken(
    "six cards are dealt and kept where it is five", "SET-11 SET-8",
    change(setup.deal_stashes, "5 if table.rule_stash == DEAL_5 else 6", "6"), game("family"),
)
broken(
    "stashes are dealt from seat 0 on", "SET-11",
    change(
        setup.deal_stashes,
        "seat = (table.starter + turn) % table.players\n        me =",
        "seat = turn\n        me =",
    ),
    MIXED,
)
broken(
    "an open draft hands nothing on", "SET-12",
    change(setup.open_draft, "if taken < 3:", "if False:"), game(stash="open_draft"),
)
broken(
    "an open draft goes clockwise", "SET-12",
    change(
        setup.open_draft,
        "first = private[0].hand[place]", "first = private[players - 1].hand[place]",
        "for seat in range(players - 1):\n                    "
        "private[seat].hand[place] = private[seat + 1].hand[place]",
        "for seat in range(players - 1, 0, -1):\n                    "
        "private[seat].hand[place] = private[seat - 1].hand[place]",
        "private[players - 1].hand[place] = first", "private[0].hand[place] = first",
    ),
    game(players=3, stash="open_draft"),
)
broken(
    "no first pool is dealt after deal5", "SET-13",
    change(setup.deal_stashes, "pool = 4 if", "pool = 0 if"), game(stash="deal5"),
)
broken(
    "the Family's first pool does not grow with the players", "SET-13",
    change(setup.deal_stashes, "pool = 2 * table.players", "pool = 4"), FAMILY,
)
broken(
    "recruits cost their value where values are shuffled", "SET-3",
    change(
        setup.place_recruits,
        "table.spot_cost[spot, region] = table.spot_base[spot] - 1",
        "table.spot_cost[spot, region] = table.spot_base[spot]",
    ),
    game(state_values="shuffled"),
)
broken(
    "state values are shuffled though they are fixed", "SET-5",
    change(setup.place_recruits, "table.rule_state_values == 1", "True"), MIXED,
)
broken(
    "all border tokens are the first", "SET-5",
    change(
        setup.place_recruits,
        "        value = box.border_value[item]", "        value = box.border_value[0]",
    ),
    MIXED,
)
broken(
    "there are more quarterbacks than defensive backs", "SET-4",
    change(setup.place_recruits, "item // 5", "item % 7"), MIXED,
)
broken(
    "the deck is drawn from the bottom", "SET-11",
    change(
        cards.take_top,
        "card = box.deck[box.deck_top]", "card = box.deck[box.deck_end - 1]",
        "box.deck_top += 1", "box.deck_end -= 1",
    ),
    MIXED,
)
broken(
    "a card drafted from the stash is replaced", "DRA-7 DRA-2 END-2",
    change(
        draft.draft_card,
        "        table.stash_size[seat] -= 1",
        "        me.stash[table.stash_size[seat] - 1] = take_top(table, box, trace, 1, seat)",
    ),
    RANDOM,
)

# The month

broken(
    "turns go by seats, whoever starts", "ACT-12",
    change(play.play_month, "(table.starter + turn) % table.players", "turn"), MIXED,
)
broken(
    "turns go counter-clockwise", "ACT-12",
    change(play.play_month, "(table.starter + turn)", "(table.starter - turn)"), THREE,
)
broken(
    "the starting player has a second turn", "END-1 TIM-1 ACT-0",
    change(play.play_month, "range(table.players)", "range(table.players + 1)"), MIXED,
)
broken(
    "the dice come before the draft", "DRA-1 DRA-2",
    change(
        play.play_month,
        "refusal = draft_phase(", "refusal = later(", "refusal = dice_phase(",
        "refusal = draft_phase(", "refusal = later(", "refusal = dice_phase(",
    ),
    MIXED,
)
broken(
    "there is no February", "TIM-1",
    change(play.play_game, "range(1, MONTHS + 1)", "range(1, MONTHS)"), MIXED,
)

# Draft

broken(
    "the starting player gets no extra card", "DRA-1",
    change(draft.deal_phase, "table.rule_dealer_bonus\n", "0\n"), MIXED,
)
broken(
    "seat 0 gets the extra card", "DRA-1",
    change(
        draft.deal_phase,
        "private[table.starter], table.starter,", "private[0], 0,",
    ),
    MIXED,
)
broken(
    "everybody gets three cards", "DRA-7",
    change(draft.deal_phase, "table.rule_hand)", "table.rule_hand + 1)"), MIXED,
)
broken(
    "cards are dealt by seats, whoever starts", "DRA-1",
    change(draft.deal_phase, "(table.starter + turn) % table.players", "turn"), MIXED,
)
lawless(
    "a player with one card may delay", "DRA-3",
    change(draft.delay, "table.hand_size[seat] < 2", "False"), {"draft": illegal.delay_always},
)
lawless(
    "a solo player may delay", "SOLO-6",
    change(draft.delay, "table.rule_solo == 1", "False"), {"draft": illegal.delay_always},
    preset="solo", players=1,
)
broken(
    "a card is drafted from another's stash", "DRA-2",
    change(
        draft.draft_phase,
        "refusal = draft_card(table, box, trace, private[seat], seat, order.card)",
        "private[seat].stash[0] = private[seat - 1].stash[0]\n            "
        "refusal = draft_card(table, box, trace, private[seat], seat, private[seat].stash[0])",
    ),
    RANDOM,
)
broken(
    "a card drafted from the pool stays there", "DRA-2",
    change(
        draft.draft_card,
        "        remove_at(table.pool, table.pool_size, place)\n        table.pool_size -= 1",
        "        pass",
    ),
    FOUR_RANDOM,
)
broken(
    "the drafted card goes on the next month", "ACT-10 ACT-1",
    change(
        draft.draft_card,
        "table.calendar_card[seat, table.month] = card",
        "table.calendar_card[seat, min(12, table.month + 1)] = card",
    ),
    MIXED,
)
broken(
    "who delays is asked again at once", "DRA-2",
    change(draft.draft_phase, "elif answer == DELAY:",
        "elif answer == DELAY:\n            turn -= 1"),
    FOUR_RANDOM,
)
broken(
    "the draft goes counter-clockwise", "DRA-2",
    change(draft.draft_phase, "(table.starter + turn)", "(table.starter - turn)"), THREE,
)
broken(
    "the pool is shuffled into a new deck", "DRA-6",
    change(cards.reshuffle, "== DISCARDED", "in (DISCARDED, POOL)"), FAMILY,
)
broken(
    "a new deck is made while five cards are left", "DRA-1 DRA-6",
    change(
        cards.take_top,
        "if box.deck_top == box.deck_end:\n        reshuffle",
        "if box.deck_end - box.deck_top == 5:\n        reshuffle",
    ),
    FAMILY,
)

# Dice

broken(
    "dice show 2 to 7", "DIC-1", change(dice.roll_dice, "6) + 1", "6) + 2"),
    game(dice_use="any_month"),
)
broken(
    "everybody takes a third die", "DIC-4",
    change(dice._apply_dice, "range(2)", "(0, 1, 0)"), MIXED,
)
broken(
    "dice are taken in full a month early", "DIC-5",
    change(
        dice._choose_placing,
        "table.month + table.dice[colour] - 1",
        "max(table.month, table.month + table.dice[colour] - 2)",
    ),
    MIXED,
)
broken(
    "half of a die is rounded up", "DIC-6",
    change(dice.die_worth, "value // 2", "(value + 1) // 2"), RANDOM,
)
broken(
    "half of a 1 is nothing", "DIC-6",
    change(dice.die_worth, "max(1, value // 2)", "value // 2"), RANDOM,
)
broken(
    "a die gives what it showed and 1 more", "DIC-5 DIC-6",
    change(dice.die_worth, "value = table.dice[colour]", "value = table.dice[colour] + 1"), MIXED,
)
lawless(
    "one die is taken twice", "DIC-4",
    change(dice._shared_dice, "first == second", "False"), illegal.SAME_DIE_TWICE,
)
lawless(
    "a half die goes six months later", "DIC-6",
    change(dice.placing_refusal, "table.month + 5", "table.month + 6"), illegal.SIX_MONTHS_LATER,
)
lawless(
    "a half die goes past February", "DIC-5",
    change(dice.placing_refusal, "min(table.month + 5, MONTHS)", "table.month + 5"),
    change(
        dice._apply_dice,
        "table.calendar[seat, month, colour] += envelopes",
        "table.calendar[seat, min(month, 12), colour] += envelopes",
    ),
    illegal.FIVE_MONTHS_LATER, refused="DIC-6",
)
lawless(
    "a full die goes past February", "DIC-5",
    change(dice.placing_refusal, "> MONTHS:", "> 99:"),
    change(
        dice._apply_dice,
        "table.calendar[seat, month, colour] += envelopes",
        "table.calendar[seat, min(month, 12), colour] += envelopes",
    ),
    illegal.ALWAYS_FULL,
)
lawless(
    "the Family takes dice at half", "FAM-3",
    change(dice.placing_refusal, "mode != FULL or not in_reach", "not in_reach"),
    illegal.HALF_NOW, preset="family", players=2,
)
broken(
    "income stays on the calendar too", "ACT-10",
    change(
        dice._income,
        "        table.calendar[seat, table.month, colour] = 0\n", "",
    ),
    MIXED,
)
broken(
    "income comes before the dice", "DIC-4",
    change(
        dice.dice_phase,
        "_apply_dice(table,", "later(table,", "_income(table,", "_apply_dice(table,",
        "later(table,", "_income(table,",
    ),
    MIXED,
)
broken(
    "income is next month's", f"{ENVELOPES} DIC-7",
    change(
        dice._income,
        "table.mat[seat, colour] += table.calendar[seat, table.month, colour]",
        "table.mat[seat, colour] += table.calendar[seat, min(12, table.month + 1), colour]",
    ),
    MIXED,
)

# Exclusive dice

broken(
    "three players may take one die twice", "CUT-2",
    change(dice.dice_limit, "table.players == 4", "True"), EXCLUSIVE,
)
broken(
    "four players may take one die three times", "CUT-2",
    change(dice.dice_limit, "return 2 if", "return 3 if"), game("cutthroat", 4, "random"),
)
lawless(
    "a die that is gone is taken", "CUT-2",
    change(dice._exclusive_dice, "taken >= dice_limit(table) or ", ""),
    {"dice": illegal.die_taken_by_others}, preset="cutthroat", players=2,
)
lawless(
    "a player drafts one die twice", "CUT-5",
    change(dice._exclusive_dice, " or table.die[seat, 0] == colour", ""),
    {"dice": illegal.same_die_again}, preset="cutthroat", players=4, refused="CUT-2",
)
broken(
    "the snake does not turn round", "CUT-2",
    change(dice._exclusive_dice, "table.rule_dice_order == SNAKE", "False"),
    game("cutthroat", 3, dice_order="snake"),
)
broken(
    "dice are drafted in rounds where it should be both at once", "CUT-2",
    change(dice._exclusive_dice, "table.rule_dice_order == TOGETHER", "False"),
    game("cutthroat", 2, dice_order="together"),
)
broken(
    "rounds of the dice draft begin with seat 0", "CUT-2",
    change(dice._exclusive_dice, "(table.starter + turn) % table.players", "turn"), EXCLUSIVE,
)
broken(
    "a drafted die is placed by the next player", "CUT-5",
    change(
        dice._exclusive_dice,
        "box.chosen[seat, 0] = table.die[seat, 0]",
        "box.chosen[seat, 0] = table.die[(seat + 1) % table.players, 0]",
    ),
    EXCLUSIVE,
)

# Vegas

BETTING = game(line_up="random", coach="always: 4 free_bets")
SHIFTING = game(line_up="random", coach="always: 4 free_bets; always: shift_die 1")

broken(
    "a bet pays 1 EC", ENVELOPES,
    change(dice._pay_bets, "mat[seat, colour] += 2 * tokens", "mat[seat, colour] += tokens"),
    BETTING,
)
broken(
    "a bet pays 2 BB", BUCKS,
    change(dice._pay_bets, "table.bucks[seat] += tokens", "table.bucks[seat] += 2 * tokens"),
    BETTING,
)
broken(
    "several tokens on one spot pay once", "DIC-2",
    change(
        dice._pay_bets,
        "tokens = table.bet[seat, colour, number]",
        "tokens = min(1, table.bet[seat, colour, number])",
    ),
    BETTING,
)
broken(
    "bets stay on the board after the roll", "DIC-2",
    change(dice._pay_bets, "table.bet[seat, colour, other] = 0", "pass"), BETTING,
)
broken(
    "who has not bet has Crapped Out", "DIC-3 DIC-2 DIC-4 CUT-2",
    change(
        dice.vegas_check,
        "if table.bets[seat] > 0:\n            _pay", "if table.month > 1:\n            _pay",
    ),
    MIXED,
)
broken(
    "a single win does not save from Crapping Out", "DIC-3",
    change(dice._pay_bets, "if won == 0:", "if won < 2:"), BETTING,
)
broken(
    "having Crapped Out lasts into the next month", "ACT-2",
    change(dice.vegas_check, "        table.crapped_out[seat] = 0\n", ""),
    game(line_up="random", coach="month: if crapped_out: 1 bucks"),
)
broken(
    "an upgrade on won bets takes effect once for all of them", "CAR-3",
    change(dice._pay_bets, "in range(won):", "in range(min(1, won)):"),
    game(line_up="random", coach="always: 4 free_bets; bet_won: 1 stars"),
)
broken(
    "upgrades on Crapping Out are forgotten", "CAR-3",
    change(dice._pay_bets, "_fire(table, box, trace, order, seat, WHEN_CRAP_OUT)", "pass"),
    game(line_up="random", coach="always: 1 free_bets; crap_out: 1 bucks"),
)
broken(
    "the Bookie's shift counts for everybody", "CAR-7 DIC-2 DIC-10",
    change(
        dice._bookie,
        "    note_standing_use(",
        "    table.dice[order.colour] = shifted(number, shift)\n    note_standing_use(",
    ),
    SHIFTING,
)
broken(
    "the Bookie shifts by two", "CAR-7",
    change(dice.shifted, "- 1 + shift)", "- 1 + 2 * shift)"), SHIFTING,
)
broken(
    "the Bookie cannot shift round the corner", "CAR-7",
    change(dice.shifted, "(number - 1 + shift) % 6 + 1", "min(6, max(1, number + shift))"),
    SHIFTING,
)
broken(
    "everybody has a Bookie", "DIC-2 DIC-4",
    change(dice.vegas_check, "standing(table, seat, GAIN_SHIFT_DIE, -1, -1, -1) > 0", "True"),
    BETTING,
)
broken(
    "the Bookie's shift is told and then forgotten", "DIC-2 DIC-3 CAR-7",
    change(dice._bookie, "box.chosen[seat, 0] = order.colour", "pass"), SHIFTING,
)
broken(
    "Bookies decide by seats", "DIC-2",
    change(
        dice.vegas_check,
        "(table.starter + turn) % table.players\n        table.crapped",
        "turn\n        table.crapped",
    ),
    SHIFTING,
)

# Actions

broken(
    "a card scores 1 star more than it shows", "ACT-10",
    change(
        actions.play_card,
        "score(table, seat, PART_CARDS, table.card_stars[card])",
        "score(table, seat, PART_CARDS, table.card_stars[card] + 1)",
    ),
    MIXED,
)
lawless(
    "a card is played from another's calendar", "ACT-1",
    change(actions.play_card, "or table.card_owner[card] != seat", ""),
    at_times(illegal.card_of_another),
)
NO_MAT_CHECK = change(
    payment.price, "box.from_mat[colour] > table.mat[seat, colour]", "False"
)
lawless(
    "a card is paid with EC that the mat lacks", "PAY-3", NO_MAT_CHECK,
    at_times(illegal.card_without_means),
)
lawless(
    "a recruit is paid with EC that the mat lacks", "PAY-3", NO_MAT_CHECK,
    at_times(illegal.sign_without_means),
)
broken(
    "a card reacts to its own coming into play", "ACT-2",
    change(
        actions.play_card,
        "    activate(table, seat, card)",
        "    activate(table, seat, card)\n    before = table.active_count[seat, WHEN_PLAY]",
    ),
    game(card="play: 1 bucks"),
)
broken(
    "a trade gives 2 EC", "ACT-3",
    change(
        actions.trade, "box.got_ec[wanted] = 1", "box.got_ec[wanted] = 2",
        "table.mat[seat, wanted] += 1", "table.mat[seat, wanted] += 2",
    ),
    FOUR_RANDOM,
)
broken(
    "a trade is 2 for 1", "ACT-3",
    change(payment.trade_price, "else 3", "else 2"), FOUR_RANDOM,
)
broken(
    "a trade costs 2 BB", "CUT-3",
    change(actions.trade, "bucks = 1 if", "bucks = 2 if"), game(line_up="random", start_bucks="20"),
)
broken(
    "the trade fee is told and not taken", BUCKS,
    change(actions.trade, "table.bucks[seat] -= bucks", "pass"), FOUR_RANDOM,
)
broken(
    "the Family pays for trades", "CUT-3",
    change(actions.trade, "1 if table.rule_trade_fee == 0 else 0", "1"), FAMILY,
)
broken(
    "a cut-throat trade costs 1 star", "CUT-3",
    change(actions.trade, "stars = 2 if", "stars = 1 if"), game(players=4, trade_fee="stars2"),
)
broken(
    "a trade for 2 EC more is 4 for 1", "ACT-3",
    change(payment.trade_price, "price = 5 if", "price = 4 if"), game(trade_fee="ec2"),
)
lawless(
    "a trade is made without the BB for it", "ACT-3",
    change(actions.trade, "table.bucks[seat] < bucks", "False"),
    at_times(illegal.trade_without_fee),
)
lawless(
    "a trade takes the score below 0", "CUT-3",
    change(actions.trade, "table.score[seat] < stars", "False"),
    at_times(illegal.trade_without_fee), trade_fee="stars2",
)
broken(
    "June has three free moves", "ACT-4",
    change(actions, "FREE_MOVES", (0, 3, 3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0)), FOUR,
)
broken(
    "the Family has the calendar's free moves", "ACT-4",
    change(actions.calendar_free_moves, "return 3 if table.rule_free_moves == 1 else 0",
           "return FREE_MOVES[month]"),
    FAMILY,
)
broken(
    "there is one free move more than there is", "ACT-4",
    change(actions.move, "table.free_moves[seat] > 0", "table.free_moves[seat] >= 0"), FOUR_RANDOM,
)
broken(
    "steps are paid while free moves are left", "ACT-4",
    change(actions.move, "free = table.free_moves[seat] > 0",
        "free = table.free_moves[seat] > 0 and table.mat[seat].sum() == 0"), FOUR_RANDOM,
)
broken(
    "free moves are kept for the next turn", "ACT-4",
    change(actions.start_turn, "table.free_moves[seat] = ", "table.free_moves[seat] += "),
    change(actions.end_turn, "    table.free_moves[seat] = 0\n", ""), FOUR,
)
broken(
    "a step costs 2 EC", "ACT-4",
    change(actions.move, "else 1\n", "else 2\n"), FOUR,
)
broken(
    "a step costs nothing", "ACT-4",
    change(actions.move, "number = 0 if free or order.bucks == 1 else 1",
        "number = 0"), FOUR_RANDOM,
)
broken(
    "the bus stays where it was", "ACT-4 ACT-10",
    change(actions.move, "    table.node[seat] = there\n", ""), FOUR,
)
lawless(
    "the bus goes to a place that is not connected", "ACT-4",
    change(actions.move, " or not connected(table, here, there)", ""),
    at_times(illegal.move_anywhere),
)
lawless(
    "the bus enters an HQ", "ACT-13",
    change(actions.move, "table.node_hq[there] >= 0", "False"), at_times(illegal.move_into_an_hq),
)
lawless(
    "a BB pays a step without a card for it", "PAY-3",
    change(actions.move, " or substitutes_allowed(table, seat, 2, -1, -1) < 1", ""),
    at_times(illegal.step_paid_in_bucks),
)
broken(
    "a runner costs nothing", "ACT-5",
    change(actions.runner, "fee = 0 if table.free_runners[seat] > 0 else 1", "fee = 0"),
    FOUR_RANDOM,
)
broken(
    "a runner's BB is told and not taken", BUCKS,
    change(actions.runner, "table.bucks[seat] -= fee", "pass"), FOUR_RANDOM,
)
lawless(
    "a package grows above the need", "ACT-5",
    change(
        actions.runner,
        "table.package[seat, spot, colour] + number > table.spot_cost[spot, colour]", "False",
    ),
    at_times(illegal.runner_beyond_the_need),
)
lawless(
    "a runner goes to a signed recruit", "ACT-5",
    change(actions.runner, " or table.spot_owner[spot] >= 0", ""),
    at_times(illegal.runner_to_a_signed_recruit), players=4,
)
lawless(
    "a runner goes without a BB", "ACT-5",
    change(actions.runner, "table.bucks[seat] < fee", "False"), at_times(illegal.runner_on_credit),
)
lawless(
    "a runner goes with nothing", "ACT-5",
    change(actions.runner, "sent == 0", "False"), at_times(illegal.runner_with_nothing),
)
lawless(
    "a runner carries EC that the mat lacks", "ACT-5",
    change(actions.runner, "number > table.mat[seat, colour]", "False"),
    at_times(illegal.runner_with_envelopes_from_nowhere), refused="PAY-4",
)
lawless(
    "a recruit is signed with the bus elsewhere", "ACT-6",
    change(actions.sign, "table.state_node[state] != table.node[seat]", "False"),
    at_times(illegal.sign_from_afar),
)
lawless(
    "a signed recruit is signed again", "ACT-6",
    change(actions.sign, " or table.spot_owner[spot] >= 0", ""), at_times(illegal.sign_again),
    free_moves="three",
)
broken(
    "the mat pays before the package", "PAY-3",
    change(
        payment.price,
        "box.from_package[colour] = min(box.due[colour], table.package[seat, spot, colour])",
        "box.from_package[colour] = max(0, box.due[colour] - table.mat[seat, colour])",
    ),
    FOUR,
)
broken(
    "what a package has too much goes back to the mat", ENVELOPES,
    change(
        payment.pay,
        "        if spot >= 0:\n            table.package",
        "        if spot >= 0:\n            table.mat[seat, colour] += box.lost[colour]\n"
        "            table.package",
    ),
    game(players=4, coach="always: discount recruits 2"),
)
broken(
    "the package of a signed recruit stays", "ACT-10",
    change(
        payment.pay,
        "            table.package[seat, spot, colour] = 0\n", "            pass\n",
        "        table.package_size[seat, spot] = 0\n", "        pass\n",
    ),
    FOUR,
)
broken(
    "rivals keep their packages", "ACT-6",
    change(actions.lose_packages, "in range(table.players)", "in range(0)"), FOUR,
)
broken(
    "a package is lost and nobody is told", "ACT-6",
    change(actions.lose_packages, "trace[0] > 0", "False"), FOUR,
)
broken(
    "the VMD has a 3", "ACT-7",
    change(actions, "VMD_FACES", (0, 0, 0, 0, 1, 1, 1, -1, -1, -1, 3, -2)), FOUR,
)
broken(
    "the VMD is rolled in the Family", "ACT-7",
    change(actions.sign, "table.rule_vmd == 0", "True"), FAMILY,
)
broken(
    "a value below 1 is possible", "CAR-9",
    change(actions.sign, "max(1, table.spot_base[spot] + vmd)", "table.spot_base[spot] + vmd"),
    FOUR,
)
broken(
    "a value is at least 2", "CAR-9",
    change(actions.sign, "max(1, table", "max(2, table"), FOUR,
)
broken(
    "the VMD is told and not counted", "CAR-9",
    change(actions.sign, "table.spot_base[spot] + vmd)", "table.spot_base[spot])"), FOUR,
)
lawless(
    "a second campaign in one month", "ACT-8",
    change(actions.market, "table.marketed[seat] == 1", "False"),
    at_times(illegal.second_campaign), start_bucks="20",
)
lawless(
    "a campaign on credit", "ACT-8",
    change(actions.market, "table.bucks[seat] < MARKETING_COST[stars]", "False"),
    at_times(illegal.campaign_on_credit),
)
broken(
    "a campaign of 3 stars costs 4 BB", "ACT-8",
    change(payment, "MARKETING_COST", (0, 1, 3, 4, 8, 12, 18, 24, 30)),
    game(line_up="random", start_bucks="30"),
)
lawless(
    "a bet lies on a 0", "ACT-9",
    change(actions.bet, "number < 1", "number < 0"),
    at_times(illegal.bet_on_a_zero),
)
lawless(
    "a bet without an EC", "ACT-9",
    change(actions.bet, "0 if free else 1", "0"), at_times(illegal.bet_on_credit), refused="PAY-4",
)
broken(
    "there is one free bet more than there is", "CAR-6",
    change(actions.bet, "table.free_bets[seat] > 0", "table.free_bets[seat] >= 0"), RANDOM,
)
broken(
    "free bets are kept for the next turn", "CAR-6",
    change(actions.start_turn, "    table.free_bets[seat] = 0\n", ""),
    change(actions.end_turn, "    table.free_bets[seat] = 0\n", ""),
    game(coach="always: 1 free_bets"),
)
broken(
    "free runners are kept for the next turn", "ACT-5",
    change(actions.start_turn, "    table.free_runners[seat] = 0\n", ""),
    change(actions.end_turn, "    table.free_runners[seat] = 0\n", ""),
    game(line_up="random", coach="always: 1 free_runners"),
)
broken(
    "EC stay on the mat overnight", ENVELOPES,
    change(actions.end_turn, "        table.mat[seat, colour] = 0\n", "        pass\n"), MIXED,
)

# Month end

broken(
    "cards expire a month late", "END-1",
    change(month, "MONTHS_ON_CALENDAR", 7), RANDOM,
)
broken(
    "cards expire a month early", "END-1 END-2 TIM-1",
    change(month, "MONTHS_ON_CALENDAR", 5), RANDOM,
)
broken(
    "expired cards go to the pool", "DRA-2 END-3 DRA-6",
    change(
        month.expire, "discard(table, card)",
        "table.pool[table.pool_size] = card; table.pool_size += 1; table.card_place[card] = 1",
    ),
    game(line_up="random"),
)
broken(
    "after February cards stay on the calendar", "END-1",
    change(
        month.move_whistles, "table.month == FEBRUARY", "False",
        "table.month >= AUGUST", "AUGUST <= table.month < FEBRUARY",
    ),
    RANDOM,
)
broken(
    "the pool changes after June", "END-2", change(month, "MAY", 4), MIXED,
)
broken(
    "the pool is cleared in words alone", "DRA-2 END-3",
    change(month.clear_pool, "table.pool_size = 0", "pass"), game(line_up="random"),
)
broken(
    "a cleared pool stays empty", "END-2",
    change(month.clear_pool, "table.month != FEBRUARY", "False"), MIXED,
)
broken(
    "a new pool starts after February", "SCO-1 SCO-6 TIM-1 SCO-2 TRACE",
    change(month.clear_pool, "table.month != FEBRUARY", "True"), MIXED,
)
broken(
    "solo has a pool change", "TIM-1 DRA-1",
    change(month.end_month, "table.rule_solo == 0 and (", "("), SOLO,
)
broken(
    "four players do not shuffle after November", "END-3",
    change(month.end_month, "table.players == 4", "False"), FOUR,
)
broken(
    "three players shuffle after November", "END-3 TIM-1",
    change(month.end_month, "table.players == 4", "table.players >= 3"), THREE,
)
broken(
    "four players shuffle after October", "END-3 TIM-1",
    change(month.end_month, "month == NOVEMBER and table.players", "month == 8 and table.players"),
    FOUR,
)
broken(
    "the shuffle after November comes before the pool change", "END-2",
    change(month.end_month, "    move_whistles(table, trace)", "    move_whistles(table, trace)\n"
           "    if table.month == NOVEMBER and table.players == 4:\n"
           "        reshuffle(table, box, trace, True)",
           "if month == NOVEMBER and table.players == 4", "if False"),
    FOUR,
)
broken(
    "the shuffle after November takes the new pool card too", "END-3",
    change(cards.reshuffle, "== DISCARDED", "in (DISCARDED, POOL)"), FOUR,
)
broken(
    "expired cards are not in the shuffle after November", "END-3",
    change(month.expire, "    discard(table, card)\n", ""), FOUR,
)
broken(
    "the shuffle after November goes on top of the deck", "DRA-7",
    change(
        cards.reshuffle, "    box.deck_top = 0",
        "    box.deck[: left + number] = [*box.sort_item[:number], *box.deck[:left]]\n"
        "    box.deck_top = 0",
    ),
    FOUR,
)
broken(
    "the Chain passes counter-clockwise", "END-4",
    change(play.play_month, "table.starter = (table.starter + 1)",
        "table.starter = (table.starter - 1)"),
    THREE,
)
broken(
    "the Chain does not pass", "END-4",
    change(play.play_month, "table.starter = (table.starter + 1)",
        "table.starter = (table.starter)"),
    MIXED,
)

# Scoring

broken(
    "the table of positions is one off", "SCO-8",
    change(scoring, "POSITION_STARS", (0, 0, 1, 2, 4, 8, 12, 18, 24)), ARCHETYPES,
)
broken(
    "six recruits of a region score 18", "SCO-8",
    change(scoring, "REGION_STARS", (0, 1, 2, 3, 5, 7, 18, 14, 19, 25, 32)), ARCHETYPES,
)
broken(
    "border recruits count in their first region only", "SCO-8 ACT-2 SCO-1",
    change(
        actions.credit_recruit,
        "        table.signed_region[seat, table.state_region[state, 1]] += 1\n", "",
    ),
    FOUR,
)
broken(
    "all regions score together", "SCO-8",
    change(scoring.best_region, "max(best, table.signed_region[seat, region])",
           "best + table.signed_region[seat, region]"),
    FOUR,
)
broken(
    "a position counts as often as it was signed", "SCO-8 SCO-1",
    change(actions.credit_recruit, "if table.signed_position[seat, position] == 0:",
           "if table.unique_positions[seat] < 8:"),
    FOUR,
)
broken(
    "any three positions of a board score", "SCO-8",
    change(scoring.board_stars, "elif place < 3:\n            return 0",
        "elif False:\n            return 0",
           "BOARD_ALL_5 if found == 5 else BOARD_TOP_3",
           "BOARD_ALL_5 if found == 5 else BOARD_TOP_3 if found > 2 else 0"),
    ARCHETYPES,
)
broken(
    "a full board scores its Top 3 too", "SCO-8",
    change(scoring.board_stars, "return BOARD_ALL_5", "return BOARD_ALL_5 + BOARD_TOP_3"), FOUR,
)
broken(
    "end cards score after the final campaign", "SCO-1",
    change(
        scoring.final_scoring,
        "    score_end_cards(table, box, trace)\n", "",
        "    score_sets(table, private)",
        "    score_end_cards(table, box, trace)\n    score_sets(table, private)",
    ),
    game(coach="end: 1 stars per 2 bucks"),
)
broken(
    "an end card scores what is above its limit", "SCO-1 ACT-2",
    change(conditions.clause_amount, "min(amount, table.clause_up_to[clause])", "amount"),
    game(coach="end: 1 stars per recruit up to 1"),
)
broken(
    "a coach's end stars count as cards'", "SCO-8",
    change(scoring.score_end_cards, "source >= COACH_SOURCE", "False"), game(coach="end: 2 stars"),
)
lawless(
    "a final campaign on credit", "ACT-8",
    change(scoring.final_campaigns, "stars > 8 or MARKETING_COST[stars] > table.bucks[seat]",
           "stars > 8"),
    {"final_campaign": illegal.eight_stars}, refused="SCO-2",
)
broken(
    "upgrades do not act on the final campaign", "CAR-3",
    change(actions.campaign, "before = table.active_count[seat, WHEN_MARKET]",
           "before = 0 if final else table.active_count[seat, WHEN_MARKET]"),
    game(coach="market: 1 stars"),
)
broken(
    "the final campaign counts as monthly marketing", "SCO-2 ACT-0 TRACE SCO-1 SCO-6",
    change(scoring.final_campaigns, "PART_FINAL_MARKETING)", "4)"), MIXED,
)
IDLE = game(players=4, seat=illegal.IDLE)
ONE_RUNNER = game(players=3, seat=illegal.ONE_RUNNER)
ONE_RECRUIT = {"players": 2, "vmd": "off", "boards": "off", "start_bucks": "8",
    "seat": illegal.ONE_RECRUIT}
broken(
    "BB left over do not break ties", "SCO-6 SCO-7",
    change(scoring.better, "difference = table.bucks[one] - table.bucks[other]", "difference = 0"),
    ONE_RUNNER,
)
broken(
    "positions break ties before BB do", "SCO-6 SCO-7",
    change(
        scoring.better,
        "table.bucks[one] - table.bucks[other]\n        if",
        "second_tie_break(table, one) - second_tie_break(table, other)\n        if",
    ),
    game(coach="market: 9 bucks", **ONE_RECRUIT),
)
broken(
    "there is no second tie-break", "SCO-6 SCO-7",
    change(scoring.second_tie_break, "return table.unique_positions[seat]", "return 0"),
    game(coach="market: 8 bucks", **ONE_RECRUIT),
)
broken(
    "the Family breaks ties with BB", "SCO-6 SCO-7",
    change(scoring.better, "table.rule_ties == 0", "True"),
    game("family", 3, seat=illegal.ONE_RUNNER),
)
broken(
    "the Family rolls off", "SCO-6",
    change(scoring.rank_players, "table.rule_ties == 0", "True"),
    game("family", 3, seat=illegal.IDLE),
)
broken(
    "the lowest number wins the roll-off", "SCO-6",
    change(scoring.roll_off, "high = 0", "high = 9", "max(high,", "min(high,", "< high", "> high"),
    IDLE,
)
broken(
    "nobody rolls off", "SCO-6",
    change(scoring.rank_players, "            roll_off(table, box, trace, seats)",
           "            box.winner = 0"),
    IDLE,
)
broken(
    "ranks count from 0", "SCO-7",
    change(scoring.rank_players, "box.rank[seat] = 1\n", "box.rank[seat] = 0\n",
           "box.rank[seat] == 1 else", "box.rank[seat] == 0 else",
           "if box.rank[seat] == 1:", "if box.rank[seat] == 0:"),
    MIXED,
)
broken(
    "those who tie share no rank", "SCO-6 SCO-7",
    change(scoring.rank_players, "better(table, other, seat) > 0",
           "better(table, other, seat) > 0 or (other < seat and better(table, other, seat) == 0)",
           "box.shares[seat] = 1 if box.rank[seat] == 1 else 0", "box.shares[seat] = 1"),
    IDLE,
)
broken(
    "the winner of the roll-off has the whole win", "SCO-6",
    change(scoring.emit_final, "box.sharers * box.shares[seat]", "1 if box.winner == seat else 0"),
    IDLE,
)

# Auction

FOUR_BIDDERS = game(players=4, line_up="random", auction="on", start_bucks="40")
AUCTION = game(players=3, line_up="random", auction="on", start_bucks="20")

broken(
    "the buyer pays the second-highest bid", "AUC-2",
    change(auction.sale_price, "second + 1", "second"), AUCTION,
)
broken(
    "the buyer pays its own bid", "AUC-2",
    change(auction.sale_price, "second + 1 if second > 0 else highest", "highest"), AUCTION,
)
broken(
    "an Auctioneer keeps the Chain though it lacks the BB", "AUC-5",
    change(auction.settle, "table.bucks[auctioneer] >= highest", "True"),
    game(players=3, auction="on", seat=illegal.BIDDING),
)
broken(
    "who has the Chain auctions it", "AUC-1",
    change(auction.hold_auction, "auctioneer = (table.starter + 1) % players",
           "auctioneer = table.starter"),
    AUCTION,
)
broken(
    "keeping costs what the buyer would have paid", "AUC-2",
    change(auction.settle, "table.bucks[auctioneer] -= highest",
           "paid = table.sale_price\n            table.bucks[auctioneer] -= paid"),
    AUCTION,
)
lawless(
    "a bid equals the last one", "AUC-1",
    change(auction.hold_auction, "bid != 0 and bid <= highest", "False"),
    {"bid": illegal.bid_the_same}, auction="on", players=3,
)
lawless(
    "a bid is more than the bidder has", "AUC-4",
    change(auction.hold_auction, "bid > table.bucks[seat]", "False"),
    {"bid": illegal.bid_a_hundred}, auction="on", players=3,
)
broken(
    "who has passed is asked again", "AUC-1",
    change(auction.hold_auction, "table.bid[seat] == PASSED or ", ""), FOUR_BIDDERS,
)
broken(
    "bidding goes counter-clockwise", "AUC-1",
    change(auction.hold_auction, "(auctioneer + turn)", "(auctioneer - turn)"), AUCTION,
)
broken(
    "the buyer pays to the bank", BUCKS,
    change(auction.settle, "table.bucks[auctioneer] += paid", "pass"), AUCTION,
)
broken(
    "the Auctioneer starts though it has sold", "END-4",
    change(auction.settle, "buyer if buyer >= 0 else auctioneer", "auctioneer"), AUCTION,
)
broken(
    "the Chain stays where it was if nobody bids", "END-4",
    change(auction.settle, "else auctioneer\n", "else table.starter\n"), AUCTION,
)
broken(
    "there is an auction after February", "SCO-1 SCO-6 SCO-2 TRACE",
    change(play.play_month, "refusal > 0 or table.month == MONTHS", "refusal > 0"), AUCTION,
)
broken(
    "the auction is held though it is off", "TIM-1",
    change(play.play_month, "table.rule_auction == 1", "True"), MIXED,
)

# Family

broken(
    "the Family loses packages", "FAM-5",
    change(actions.lose_packages, "table.rule_packages == 1 and ", "table.rule_packages == 0 and "),
    FAMILY,
)
broken(
    "packages are refunded where they are lost", "FAM-5",
    change(actions.lose_packages, "table.rule_packages == 1 and ", ""), FOUR,
)
broken(
    "a refund goes to the mat though the turn is over", "FAM-5",
    change(actions.lose_packages, "0 if still_to_come else table.month + 1", "0"), FAMILY,
)
broken(
    "a refund goes to the calendar though the turn is to come", "FAM-5",
    change(actions.lose_packages, "0 if still_to_come else table.month + 1", "table.month + 1"),
    FAMILY,
)
broken(
    "a refund is told and not made", f"{ENVELOPES} DIC-7",
    change(actions.lose_packages, "            if refunded and month == 0:",
        "            if False:",
           "elif refunded:", "elif False:"),
    FAMILY,
)

# Solo

broken(
    "Bubba takes the lowest value of the South", "SOLO-7",
    change(solo.bubba_pick, "table.spot_base[spot] > table.spot_base[best]",
           "table.spot_base[spot] < table.spot_base[best]"),
    SOLO,
)
broken(
    "Bubba does not mind what it lacks", "SOLO-7",
    change(solo._best_border, "lacked * 1000 + ", ""), SOLO,
)
broken(
    "Bubba does not mind what occurs once", "SOLO-7",
    change(solo._best_border, "once * 100 + ", ""), SOLO,
)
broken(
    "Bubba uses a border state twice", "SOLO-7",
    change(solo._is_candidate, "table.signed_state[BUBBA_SEAT, state] == 0", "True"), SOLO,
)
broken(
    "Bubba takes any border state at once", "SOLO-7",
    change(solo._is_candidate, "_touches_south(table, state) == south", "True"), SOLO,
)
broken(
    "Bubba scores the rejects of the set-up", "SOLO-2 SCO-8",
    change(setup.keep_four, "to_pool(table, me.hand[place])",
           "to_pool(table, me.hand[place])\n"
           "                box.bubba_scored += table.card_stars[me.hand[place]]"),
    SOLO,
)
broken(
    "Bubba scores the rejects of the set-up in silence", "SCO-8",
    change(setup.keep_four, "to_pool(table, me.hand[place])",
           "to_pool(table, me.hand[place])\n"
           "                table.score[1] += table.card_stars[me.hand[place]]\n"
           "                table.part[1, 0] += table.card_stars[me.hand[place]]"),
    SOLO,
)
broken(
    "Bubba scores the card that was drafted", "SOLO-2",
    change(draft.draft_card, "    table.drafted[seat] = 1",
           "    table.drafted[seat] = 1\n    bubba_scores_card(table, box, card)"),
    SOLO,
)
broken(
    "Bubba scores no discards", "SOLO-2",
    change(draft.draft_card, "if table.rule_solo == 1:", "if False:"), SOLO,
)
broken(
    "Bubba rolls the VMD", "SOLO-4",
    change(solo.bubba_recruits, "stars = table.spot_base[spot] if spot >= 0 else 0",
           "stars = table.spot_base[spot] + 1 if spot >= 0 else 0"),
    SOLO,
)
broken(
    "the player keeps a package on Bubba's recruit", "ACT-6",
    change(solo.bubba_recruits, "    lose_packages(table, box, trace, BUBBA_SEAT, spot)\n", ""),
    game("solo", 1, "random", seat={}),
)
broken(
    "Bubba recruits before the player's turn", "ACT-0 ACT-12",
    change(
        play.play_month,
        "    if table.rule_solo == 1:\n        bubba_recruits(table, box, trace)\n", "",
        "    for turn in range(table.players):",
        "    if table.rule_solo == 1:\n        bubba_recruits(table, box, trace)\n"
        "    for turn in range(table.players):",
    ),
    SOLO,
)
broken(
    "Bubba scores no positions and no region", "SCO-7 SCO-8",
    change(scoring.score_sets, "table.players + table.rule_solo", "table.players"), SOLO,
)
broken(
    "solo has the calendar's free moves", "ACT-4",
    change(actions.calendar_free_moves, "return 3 if table.rule_free_moves == 1 else 0",
           "return FREE_MOVES[month]"),
    SOLO,
)
broken(
    "solo has a pool to draft from", "SOLO-1",
    change(cards.to_pool, "table.rule_solo == 1", "False"), game("solo", 1, "random"),
)
broken(
    "the solo player gets an extra card", "DRA-1 DRA-2",
    change(draft.deal_phase, "table.rule_dealer_bonus\n", "1\n"), SOLO,
)

# Payment

DISCOUNTS = game(players=4, coach="always: discount recruits 1; always: discount cards 1")
NAMELESS = {"line_up": "nameless", "players": 2}

broken(
    "a discount is for each colour", "PAY-1",
    change(payment.price, "falls = min(total, standing(",
           "falls = min(total, sum(1 for one in box.due if one > 0) * standing("),
    DISCOUNTS,
)
broken(
    "a discount is taken twice", "PAY-1",
    change(payment.price, "falls = min(total, standing(", "falls = min(total, 2 * standing("),
    DISCOUNTS,
)
broken(
    "of several discounts one counts", "PAY-1",
    change(payment.standing, "total += table.clause_amount[clause]",
           "total = table.clause_amount[clause]"),
    game(players=4, coach="always: discount recruits 1; always: discount recruits 1"),
)
broken(
    "discounts for recruits are for cards", "PAY-1",
    change(payment.price, "ON_CARDS if card >= 0 else ON_RECRUITS", "ON_RECRUITS"),
    game(players=4, coach="always: discount recruits 1", line_up="mixed"),
)
broken(
    "a card makes itself cheaper", "PAY-1",
    change(actions.play_card, "    refusal = price(",
        "    activate(table, seat, card)\n    refusal = price("),
    game(line_up="random", card="always: discount cards 1"),
)
broken(
    "a discount's condition is forgotten", "PAY-1",
    change(payment.standing, "conditions_hold(table, seat, clause, card, spot, -1)", "True"),
    game(players=4, coach="always: if border: discount recruits 1"),
)
broken(
    "a discount on trades is forgotten", "ACT-3",
    change(payment.trade_price, " - standing(table, seat, GAIN_DISCOUNT, ON_TRADES, -1, -1)", ""),
    game(players=4, line_up="random", coach="always: discount trades 1"),
)
broken(
    "of equal colours the default discount falls on the last", "PAY-2",
    change(payment._falls_next, "lack > best_lack", "lack >= best_lack"),
    game(coach="always: discount recruits 1; always: discount cards 1", **NAMELESS),
)
broken(
    "of equal colours unnamed EC are given from the last", "PAY-4",
    change(payment.give_any, "> table.mat[seat, best] - ", ">= table.mat[seat, best] - "),
    game(**NAMELESS),
)
broken(
    "unnamed EC are taken in the colour with most", "PAY-4",
    change(payment.least_of, "< table", "> table"), game(**NAMELESS),
)
lawless(
    "BB stand in for EC without a card for it", "PAY-3",
    change(payment.price,
           "allowed > table.bucks[seat] or allowed > substitutes_allowed(\n"
           "            table, seat, detail, card, spot\n        )",
           "allowed > table.bucks[seat]"),
    at_times(illegal.too_many_substitutes), card="end: 1 stars",
)

# Cards and coaches

TRIGGERED = game(line_up="random", coach="month: 1 stars")

broken(
    "a once-a-month coach is used twice", "CAR-2",
    change(effects.trigger_refusal, "if table.used[source] > 0 and (",
        "if table.used[source] > 1 and ("),
    TRIGGERED,
)
broken(
    "a once-a-month card is used twice", "CAR-2",
    change(effects.trigger_refusal,
        "or table.used[source] > 1 or table.use_again_left[seat] < 1", ""),
    game(line_up="random", card="month: 1 bucks"),
)
broken(
    "a card that allows one second use allows any number", "CAR-2",
    change(effects.trigger, "table.use_again_left[seat] -= 1", "pass"),
    game(line_up="random", coach="always: use_again 1", card="month: 1 bucks"),
)
broken(
    "a second use may be a coach's", "CAR-2",
    change(effects.trigger_refusal, "source >= COACH_SOURCE or ", ""),
    game(line_up="random", coach="always: use_again 1; month: 1 bucks"),
)
broken(
    "a card is used in the wrong month", "ACT-2",
    change(effects._triggered_clause,
        "table.clause_when[clause] == WHEN_MONTH and conditions_hold(\n"
           "        table, seat, clause, -1, -1, -1\n    )",
           "table.clause_when[clause] == WHEN_MONTH"),
    game(line_up="random", coach="month: if month november: 4 stars"),
)
lawless(
    "a card in play before another is used", "ACT-2",
    change(effects.source_in_play, "        and table.card_owner[source] == seat\n", ""),
    at_times(illegal.trigger_of_another), card="month: 1 bucks",
)
broken(
    "a benefit is used without its cost", "ACT-2",
    change(effects.trigger_refusal, "bucks > table.bucks[seat] or ", ""),
    game(line_up="random", coach="month: pay 3 bucks: 1 stars", start_bucks="1"),
)
broken(
    "the cost of a benefit is told and not taken", BUCKS,
    change(effects.trigger, "    table.bucks[seat] -= bucks\n", ""),
    game(line_up="random", coach="month: pay 1 bucks: 1 stars"),
)
broken(
    "EC that are gained are told and not had", ENVELOPES,
    change(effects._take_any, "    table.mat[seat, colour] += 1\n", ""),
    game(line_up="random", coach="month: 1 ec any"),
)
broken(
    "upgrades do nothing", "CAR-3",
    change(effects.fire, "in range(before)", "in range(0)"), FOUR,
)
broken(
    "upgrades have no conditions", "CAR-8 ACT-2",
    change(effects.fire, "not conditions_hold(table, seat, clause, card, spot, node)", "False"),
    game(players=4, coach="sign: if border: 2 stars"),
)
broken(
    "the coach comes after the cards", "CAR-3 CAR-8",
    change(effects.fire, "in range(before)", "in range(before - 1, -1, -1)"),
    game(coach="market: 1 stars", card="market: 1 bucks"),
)
broken(
    "a doubling doubles a bonus too", "ACT-2",
    change(effects._gain, "        score(table, seat, part, amount)",
           "        score(table, seat, part, amount)\n        box.event_value += amount"),
    game(players=4, coach="sign: 1 stars; sign: value x2"),
)
broken(
    "a doubling trebles", "ACT-2",
    change(effects._gain, "box.event_value * (amount - 1)", "box.event_value * amount"),
    game(players=4, coach="sign: value x2"),
)
broken(
    "a doubling doubles the token", "ACT-2",
    change(actions.sign, "box.event_value = value", "box.event_value = table.spot_base[spot]"),
    game(players=4, coach="sign: value x2"),
)
broken(
    "the base is taken with the VMD", "CAR-3 CAR-8",
    change(conditions._condition_holds, "table.spot_base[spot] >= detail",
           "table.spot_base[spot] + table.spot_vmd[spot] >= detail"),
    game(players=4, coach="sign: if base >= 4: 1 stars"),
)
broken(
    "a border recruit is of its first region only", "CAR-3 CAR-8",
    change(conditions._state_holds, " or (second >= 0 and (detail >> second) & 1 == 1)", ""),
    game(players=4, coach="sign: if region texas|south: 1 stars"),
)
broken(
    "a recruit counts as an earlier one of its own state", "CAR-8",
    change(conditions._condition_holds, "> itself", ">= itself"),
    game(players=4, coach="sign: if same_state: 3 stars"),
)
broken(
    "a count is rounded up", "ACT-2",
    change(conditions.clause_amount, "counted(table, seat, clause) // table.clause_per[clause]",
           "-(-counted(table, seat, clause) // table.clause_per[clause])"),
    game(line_up="random", coach="month: 1 stars per 3 bucks"),
)
broken(
    "a limit is forgotten", "ACT-2",
    change(conditions.clause_amount, "min(amount, table.clause_up_to[clause])", "amount"),
    game(line_up="random", coach="month: 1 stars per bucks up to 2"),
)
broken(
    "one half of a benefit counts what the other gave", "ACT-2",
    change(effects.trigger, "_gain(table, box, seat, clause, box.amount[clause - first])",
           "_gain(table, box, seat, clause, clause_amount(table, seat, clause))"),
    game(line_up="random", coach="month: 2 bucks; month: 1 stars per bucks"),
)
broken(
    "putting a card into play is using it", "ACT-2",
    change(actions.play_card, "    box.card_played_month[card] = table.month",
           "    box.card_played_month[card] = table.month\n    table.used_fundraising[seat] = 1",
           "    table.used_fundraising[seat] = used_fundraising", "    used_fundraising = 0"),
    game(coach="month: if used_fundraising: 1 bucks"),
)
broken(
    "a Fundraising card that was used last month counts", "ACT-2",
    change(dice.vegas_check, "        table.used_fundraising[seat] = 0\n", ""),
    game(line_up="random", card="month: 1 bucks", coach="month: if used_fundraising: 1 bucks"),
)
broken(
    "no free moves at all, but for those of cards", "ACT-2",
    change(effects._gain, "table.rule_free_moves != 3", "True"),
    game(line_up="random", coach="month: 2 moves", free_moves="none_at_all"),
)
broken(
    "no free moves at all, but for those of the coach", "ACT-4",
    change(effects._gain, "table.rule_free_moves != 3", "True"),
    change(effects.grant_standing, "gain == GAIN_MOVES and table.rule_free_moves == 3", "False"),
    game(coach="always: 1 moves", free_moves="none_at_all"),
)
broken(
    "the coach's free moves go with the calendar's", "ACT-4",
    change(effects.start_turn_effects, "in range(table.active_count[seat, WHEN_ALWAYS])",
           "in range(0)"),
    game("cutthroat", 2, coach="always: 1 moves"),
)
broken(
    "a card does not count itself", "ACT-2",
    change(conditions.counted, "return table.in_play_count[seat]",
        "return table.in_play_count[seat] - 1"),
    game(card="month: 1 stars per card"),
)
broken(
    "BB that stand in for EC are told and not taken", BUCKS,
    change(payment.pay, "        table.bucks[seat] -= box.substituted[colour]\n", ""),
    game(line_up="wilful", coach="always: 2 bucks_as_ec cards", card="end: 1 stars"),
)
broken(
    "a bet pays in the next colour", ENVELOPES,
    change(dice._pay_bets, "table.mat[seat, colour] +=", "table.mat[seat, (colour + 1) % 6] +="),
    BETTING,
)
broken(
    "a die's EC are of the next colour", "DIC-7 ACT-10",
    change(dice._apply_dice, "table.calendar[seat, month, colour]",
           "table.calendar[seat, month, (colour + 1) % 6]"),
    MIXED,
)
broken(
    "a die's EC go on the month after", "DIC-7 ACT-10",
    change(dice._apply_dice, "table.calendar[seat, month, colour]",
           "table.calendar[seat, min(12, month + 1), colour]"),
    MIXED,
)
broken(
    "nobody drafts in February", "DRA-1",
    change(play.play_month,
        "refusal = draft_phase(table, box, trace, private, params, functions, order)",
           "refusal = 0 if table.month == 12 else draft_phase("
           "table, box, trace, private, params, functions, order)"),
    MIXED,
)
broken(
    "a card is left in the box", "RND-2",
    change(setup.shuffle_deck, "box.in_deck[card] == 1", "box.in_deck[card] == 1 and card > 0"),
    MIXED,
)
broken(
    "Bubba takes the later of two equal spots", "SOLO-7",
    change(solo._best_border, "rank > best_rank", "rank >= best_rank"), SOLO,
)
