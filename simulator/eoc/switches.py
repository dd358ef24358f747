"""The rule switches (SWI): each declared once, with its values, default and a player's sentence.

The rules read a switch as a number in the table's field ``rule_NAME``; the constants at the end
name these numbers: ``table.rule_boards == BOARDS.OFF``.
"""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from typing import Any

from eoc_sim.errors import InputError, nearest

Value = str | int

ORDER_WORDS = ("first", "second", "third", "fourth")
MOST_BY_ORDER = 20
"""The most BB or stars that a place in March's turn order can start with (SET-19)."""


@dataclass(frozen=True)
class Switch:
    """One rule that can vary: words, whole numbers from a range, or both.

    ``codes`` are what the engine sees for the words, in their order; a number is its own code.
    """

    name: str
    words: tuple[str, ...]
    numbers: range | None
    default: Value
    sentence: str
    rule: str
    codes: tuple[int, ...] = ()

    def allowed(self) -> str:
        """The values that this switch may take, as a text: ``auto, 2xplayers or 0 to 12``."""
        parts = list(self.words)
        if self.numbers is not None:
            first, last = self.numbers[0], self.numbers[-1]
            parts.extend([f"{first} to {last}"] if last - first > 1 else [str(first), str(last)])
        return " or ".join([*([", ".join(parts[:-1])] if parts[1:] else []), parts[-1]])

    def parse(self, given: object, where: str = "") -> Value:
        """The value that ``given`` (a text, or a number or truth value of a TOML file) names.

        ``where`` opens the error's sentence, for instance ``house.toml: ``.
        """
        text = str(given).strip().lower()
        if isinstance(given, bool):
            text = "on" if given else "off"
        if text in self.words:
            return text
        if self.numbers is not None:
            try:
                number = float(text)
            except ValueError:
                number = float("nan")
            if number.is_integer() and int(number) in self.numbers:
                return int(number)
        raise InputError(
            f"{where}The switch {self.name} ({self.rule}) cannot be {str(given)!r}; "
            f"it is {self.allowed()}.{nearest(text, self.words)}"
        )

    def encode(self, value: Value) -> int:
        """The number by which the engine knows ``value``."""
        if isinstance(value, int):
            return value
        return self.codes[self.words.index(value)]


def _number(name: str, last: int, default: int, sentence: str, rule: str, first: int = 0) -> Switch:
    return Switch(name, (), range(first, last + 1), default, sentence, rule)


def _word(name: str, words: str, sentence: str, rule: str) -> Switch:
    values = tuple(words.split())
    return Switch(name, values, None, values[0], sentence, rule, tuple(range(len(values))))


SWITCHES: dict[str, Switch] = {
    switch.name: switch
    for switch in (
        _number("start_bucks", 60, 7, "How many Booster Bucks every player starts with.", "SET-6"),
        _number(
            "seeded_months", 12, 12,
            "How many of the first months hold one envelope of the home colour from the start.",
            "CUT-1",
        ),
        _number("hand", 5, 2, "How many cards each player is dealt every month.", "DRA-1", first=1),
        _number(
            "dealer_bonus", 2, 1,
            "How many extra cards the starting player deals to itself.", "DRA-1",
        ),
        Switch(
            "pool_start", ("auto", "2xplayers"), range(13), "auto",
            "How many cards are dealt to the first Discard Pool: as the stash rule says (auto), "
            "two a player, or a fixed number.",
            "SET-13", (-1, -2),
        ),
        _word(
            "stash", "choose4of6 deal5 open_draft starter",
            "How the Secret Stash comes about: keep 4 of 6 cards, get 5, draft 4 openly, or take "
            "the region's printed four.",
            "SET-8",
        ),
        _word(
            "coach_choice", "random reverse_turn_order",
            "Whether Head Coaches are dealt or chosen, the last in turn order first.", "SET-7",
        ),
        _word("coaches", "on off", "Whether there are Head Coaches.", "SET-15"),
        _word("boards", "on off", "Whether there are secret Recruiting Boards.", "SET-15"),
        _word(
            "regions", "random clockwise",
            "Whether regions sit anywhere, or round the table as on the map.", "SET-17",
        ),
        _word(
            "state_values", "fixed shuffled",
            "Whether single states have their printed values, or 2 to 5 shuffled in each region.",
            "SET-5",
        ),
        _word(
            "vmd", "on off",
            "Whether the Value Modifier Die changes a recruit's value when it signs.", "ACT-7",
        ),
        _word(
            "dice_use", "standard any_month",
            "Whether a die gives its full value only as many months ahead as it shows (and half "
            "elsewhere), or its full value in any of six months.",
            "FAM-3",
        ),
        _word(
            "dice_draft", "shared exclusive",
            "Whether players may take the same dice, or draft them from one another.", "CUT-2",
        ),
        _word(
            "dice_order", "rounds snake together",
            "How an exclusive dice draft goes round: two rounds from the same player, there and "
            "back, or both dice at once.",
            "CUT-2",
        ),
        Switch(
            "dice_repeats", ("auto",), range(1, 3), "auto",
            "How often a die may be taken in an exclusive draft: once, twice with 4 players "
            "(auto), or a fixed number.",
            "CUT-2", (0,),
        ),
        _word(
            "trade_fee", "bb1 stars2 ec2 none",
            "What a trade costs besides its 3 envelopes: 1 Booster Buck, 2 stars, 2 more "
            "envelopes or nothing.",
            "CUT-3",
        ),
        _word(
            "free_moves", "printed three none none_at_all",
            "Free moves a month: as printed on the calendar, always three, none, or not even "
            "those of cards and coach.",
            "CUT-4",
        ),
        _word(
            "packages", "lost refunded",
            "What becomes of envelopes sent to a recruit that somebody else signs.", "FAM-5",
        ),
        _word(
            "auction", "off on",
            "Whether the right to start is auctioned every month.", "AUC",
        ),
        _word(
            "chain", "on off back_in_february",
            "Who starts each month: the next player clockwise, always March's starting player, or "
            "the next player and in February once more March's.",
            "END-6",
        ),
        _word(
            "pick_order", "printed reversed",
            "Who drafts first every month, cards and exclusive dice: the starting player, or the "
            "last in turn order.",
            "DRA-9",
        ),
        *(
            _number(
                f"order_bucks_{place}", MOST_BY_ORDER, 0,
                f"How many more Booster Bucks the {word} in March's turn order starts with.",
                "SET-19",
            )
            for place, word in enumerate(ORDER_WORDS, 1)
        ),
        *(
            _number(
                f"order_stars_{place}", MOST_BY_ORDER, 0,
                f"How many stars the {word} in March's turn order starts with.", "SET-19",
            )
            for place, word in enumerate(ORDER_WORDS, 1)
        ),
        _word(
            "tiebreak2", "positions recruits",
            "What breaks a tie in stars and Booster Bucks: unique positions or recruits.", "SCO-6",
        ),
        _word(
            "ties", "broken shared",
            "Whether ties are broken or the win is shared.", "FAM-6",
        ),
        _word(
            "solo", "off on",
            "Whether one player plays against the Bubba Bot.", "SOLO",
        ),
    )
}
"""Every switch, in the order of the rules' table."""


def _codes(name: str) -> Any:
    """The codes of a switch's words, by the words in capitals: ``BOARDS.OFF``."""
    switch = SWITCHES[name]
    words = [word.replace("2x", "two_x_").upper() for word in switch.words]
    kind: Any = namedtuple("Codes", words)  # type: ignore[misc]
    return kind(*switch.codes)


POOL_START = _codes("pool_start")
STASH = _codes("stash")
COACH_CHOICE = _codes("coach_choice")
COACHES = _codes("coaches")
BOARDS = _codes("boards")
REGIONS = _codes("regions")
STATE_VALUES = _codes("state_values")
VMD = _codes("vmd")
DICE_USE = _codes("dice_use")
DICE_DRAFT = _codes("dice_draft")
DICE_ORDER = _codes("dice_order")
DICE_REPEATS = _codes("dice_repeats")
TRADE_FEE = _codes("trade_fee")
FREE_MOVES = _codes("free_moves")
PACKAGES = _codes("packages")
AUCTION = _codes("auction")
CHAIN = _codes("chain")
PICK_ORDER = _codes("pick_order")
TIEBREAK2 = _codes("tiebreak2")
TIES = _codes("ties")
SOLO = _codes("solo")
