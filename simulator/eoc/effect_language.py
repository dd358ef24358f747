"""The effect language of cards and head coaches.

An effect consists of up to three clauses, separated by semicolons::

    WHEN: [if CONDITION [and CONDITION]:] [pay COST:] GAIN [per [N] COUNTER [up to N]]

``parse`` turns the text into clauses, which are plain numbers that the engine reads; ``phrase``
turns clauses back into the normal form of the text. effect_codes.py has the codes for moments,
conditions, gains and counters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from eoc_sim.errors import nearest
from eoc_sim.simulator.eoc import effect_codes as codes
from eoc_sim.simulator.eoc.columns import COLOUR_NAMES, POSITION_NAMES, REGION_NAMES
from eoc_sim.simulator.kernel.phrases import (
    EffectError,
    Word,
    choice,
    clauses_of,
    conditions_and_cost,
    conditions_of,
    join_or,
    number,
    segments_of,
    split_gain,
    word_lines,
)

TYPE_NAMES = ("culture", "personnel", "fundraising")
MONTH_NAMES = (
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "january",
    "february",
)

DISCOUNT_TARGETS = ("cards", "recruits", "trades")
SUBSTITUTE_TARGETS = ("cards", "recruits", "moves")

CLAUSE_GRAMMAR = (
    "WHEN: [if CONDITION [and CONDITION]:] [pay COST:] GAIN [per [N] COUNTER [up to N]]"
)
MAX_CLAUSES = 3
MAX_CONDITIONS = 2
MAX_NUMBER = 99
NO_LIMIT = 10**6

_REGION_WORDS = tuple(name.lower() for name in REGION_NAMES)
_POSITION_WORDS = tuple(name.lower() for name in POSITION_NAMES)

_OWN_TURN = (
    codes.WHEN_MONTH,
    codes.WHEN_PLAY,
    codes.WHEN_SIGN,
    codes.WHEN_MARKET,
    codes.WHEN_TRADE,
    codes.WHEN_MOVE,
)
_EVENTS = (*_OWN_TURN, codes.WHEN_BET_WON, codes.WHEN_CRAP_OUT)
# Free moves, bets and runners are used in a turn, so the Vegas check cannot give them.
_TURN_GAIN_MOMENTS = (
    codes.WHEN_MONTH,
    codes.WHEN_PLAY,
    codes.WHEN_SIGN,
    codes.WHEN_MARKET,
    codes.WHEN_TRADE,
    codes.WHEN_ALWAYS,
)
_GAIN_MOMENTS: dict[int, tuple[int, ...]] = {
    codes.GAIN_STARS: (*_EVENTS, codes.WHEN_END),
    codes.GAIN_BUCKS: _EVENTS,
    codes.GAIN_EC: _EVENTS,
    codes.GAIN_MOVES: _TURN_GAIN_MOMENTS,
    codes.GAIN_FREE_BETS: _TURN_GAIN_MOMENTS,
    codes.GAIN_FREE_RUNNERS: _TURN_GAIN_MOMENTS,
    codes.GAIN_VALUE: (codes.WHEN_SIGN,),
    codes.GAIN_DISCOUNT: (codes.WHEN_ALWAYS,),
    codes.GAIN_BUCKS_AS_EC: (codes.WHEN_ALWAYS,),
    codes.GAIN_USE_AGAIN: (codes.WHEN_ALWAYS,),
    codes.GAIN_SHIFT_DIE: (codes.WHEN_ALWAYS,),
}
# Moments at which an effect may have a cost.
_PAY_MOMENTS = (codes.WHEN_MONTH, codes.WHEN_PLAY, codes.WHEN_SIGN)
_COUNTED_GAINS = (
    codes.GAIN_STARS,
    codes.GAIN_BUCKS,
    codes.GAIN_EC,
    codes.GAIN_MOVES,
    codes.GAIN_FREE_BETS,
    codes.GAIN_FREE_RUNNERS,
)
_CARD_CONDITIONS = (codes.CONDITION_TYPE, codes.CONDITION_FUNDRAISING_REGION)
_PLACE_CONDITIONS = (codes.CONDITION_REGION, codes.CONDITION_BORDER, codes.CONDITION_SINGLE)
_RECRUIT_CONDITIONS = (
    *_PLACE_CONDITIONS,
    codes.CONDITION_POSITION,
    codes.CONDITION_BASE_AT_LEAST,
    codes.CONDITION_BASE_AT_MOST,
    codes.CONDITION_SAME_STATE,
)
_CONDITION_WORDS = (
    *TYPE_NAMES,
    "region",
    "position",
    "base",
    "border",
    "single",
    "same_state",
    "month",
    "used_fundraising",
    "crapped_out",
)
_COUNTER_WORDS = (
    *TYPE_NAMES,
    "card",
    "recruit",
    "border recruit",
    *(f"{r} recruit" for r in _REGION_WORDS),
    *(f"{p} recruit" for p in _POSITION_WORDS),
    "position",
    "bucks",
    "region",
)
# Alternative spellings: singular and plural are interchangeable.
_SPELLINGS = {
    "star": "stars",
    "buck": "bucks",
    "move": "moves",
    "free_bet": "free_bets",
    "free_runner": "free_runners",
    "recruits": "recruit",
    "positions": "position",
    "regions": "region",
    "ecs": "ec",
}


@dataclass(frozen=True)
class Clause:
    """One clause of an effect, in codes.

    ``detail`` is the colour of EC (-1 for any) or the target of a discount or substitute, else -1;
    ``conditions`` are pairs of a condition and its detail, all of which must hold.
    """

    when: int
    conditions: tuple[tuple[int, int], ...]
    pay_bucks: int
    pay_ec: int
    pay_colour: int
    gain: int
    amount: int
    detail: int
    counter: int
    counter_detail: int
    per: int = 1
    up_to: int = NO_LIMIT


@lru_cache(4096)
def parse(effect: str) -> tuple[Clause, ...]:
    """Parse the clauses of an effect; an empty string has none.

    >>> parse("end: 9 stars")[0].amount
    9
    >>> phrase(parse("Month: if  used_fundraising: 1 star"))
    'month: if used_fundraising: 1 stars'
    """
    return tuple(_clause(part) for part in clauses_of(effect, MAX_CLAUSES))


def _clause(text: str) -> Clause:
    when, middle, gain_text = segments_of(text, codes.WHEN_NAMES, "month: 1 stars")
    conditions, cost = conditions_and_cost(middle, text)
    gain, amount, detail, counter, counter_detail, per, up_to = _gain(gain_text, text)
    clause = Clause(
        when,
        tuple(
            _condition(condition, text)
            for condition in conditions_of(conditions, text, MAX_CONDITIONS)
        ),
        *((0, 0, -1) if cost is None else _cost(cost, text)),
        gain,
        amount,
        detail,
        counter,
        counter_detail,
        per,
        up_to,
    )
    _check_fit(clause, text)
    return clause


def _bitmask(words: str, names: Sequence[str], text: str, noun: str) -> int:
    """Return the bitmask of names joined by ``|``."""
    mask = 0
    for word in words.replace(" ", "").split("|"):
        mask |= 1 << choice(word, names, text, noun)
    return mask


def _months(words: str, text: str) -> int:
    mask = 0
    for piece in words.replace(" ", "").split("|"):
        first_word, dash, last_word = piece.partition("-")
        first = choice(first_word, MONTH_NAMES, text, "month") + 1
        last = choice(last_word, MONTH_NAMES, text, "month") + 1 if dash else first
        if last < first:
            raise EffectError(
                f'in "{text}", the months "{piece}" run backwards: a season goes from March to '
                "February."
            )
        for month in range(first, last + 1):
            mask |= 1 << month
    return mask


def _condition(words: str, text: str) -> tuple[int, int]:
    first, _, remainder = words.partition(" ")
    first = _SPELLINGS.get(first, first)
    if first == "fundraising" and remainder:
        return codes.CONDITION_FUNDRAISING_REGION, choice(remainder, _REGION_WORDS, text, "region")
    if first == "region":
        return codes.CONDITION_REGION, _bitmask(remainder, _REGION_WORDS, text, "region")
    if first == "position":
        return codes.CONDITION_POSITION, _bitmask(remainder, _POSITION_WORDS, text, "position")
    if first == "month":
        return codes.CONDITION_MONTH, _months(remainder, text)
    if re.match(r"base\b", words):
        sign, value = _comparison(words[4:], (">=", "<="), text)
        return (
            codes.CONDITION_BASE_AT_LEAST if sign == ">=" else codes.CONDITION_BASE_AT_MOST
        ), value
    if not remainder:
        if first in TYPE_NAMES:
            return codes.CONDITION_TYPE, TYPE_NAMES.index(first)
        for word, code in (
            ("border", codes.CONDITION_BORDER),
            ("single", codes.CONDITION_SINGLE),
            ("same_state", codes.CONDITION_SAME_STATE),
            ("used_fundraising", codes.CONDITION_USED_FUNDRAISING),
            ("crapped_out", codes.CONDITION_CRAPPED_OUT),
        ):
            if first == word:
                return code, 0
    raise EffectError(
        f'in "{text}", "{words}" is not a condition: use culture, personnel, fundraising, '
        "fundraising REGION, region REGION|..., position POSITION|..., base >= N, base <= N, "
        "border, single, same_state, month MONTH-MONTH, used_fundraising or crapped_out."
        f"{nearest(first, _CONDITION_WORDS)}"
    )


def _comparison(words: str, signs: tuple[str, ...], text: str) -> tuple[str, int]:
    match = re.fullmatch(r"\s*(>=|<=)\s*(\S+)", words)
    if match is None or match[1] not in signs:
        raise EffectError(
            f'in "{text}", after "base" there must be a number preceded by {join_or(signs)}, not '
            f'"{words.strip()}".'
        )
    value = number(match[2], text, "a base value", MAX_NUMBER)
    if value > 5:
        raise EffectError(f'in "{text}", base values go from 2 to 5, so {value} has no effect.')
    return match[1], value


def _cost(words: str, text: str) -> tuple[int, int, int]:
    tokens = words.split()
    unit = _SPELLINGS.get(tokens[1], tokens[1]) if len(tokens) > 1 else ""
    if unit == "bucks" and len(tokens) == 2:
        return number(tokens[0], text, "a cost", MAX_NUMBER), 0, -1
    if unit == "ec" and len(tokens) in (2, 3):
        colour = _ec_colour(tokens[2:], text)
        return 0, number(tokens[0], text, "a cost", MAX_NUMBER), colour
    raise EffectError(
        f'in "{text}", "{words}" is not a cost: write "N bucks", "N ec any" or "N ec COLOUR".'
        f"{nearest(unit, ('bucks', 'ec'))}"
    )


def _ec_colour(tokens: Sequence[str], text: str) -> int:
    """Return the colour that follows "ec", or -1 for any."""
    if not tokens or tokens[0] == "any":
        return -1
    return choice(tokens[0], (*COLOUR_NAMES, "any"), text, "colour")


def _gain(words: str, text: str) -> tuple[int, int, int, int, int, int, int]:
    main, count, cap = split_gain(words, text)
    gain, amount, detail = _plain_gain(main, text)
    counter, counter_detail, per, up_to = codes.COUNTER_NONE, -1, 1, NO_LIMIT
    if count is not None:
        if gain not in _COUNTED_GAINS:
            raise EffectError(
                f'in "{text}", {codes.GAIN_NAMES[gain]} cannot depend on a count: "per" only '
                f"goes with {join_or(codes.GAIN_NAMES[code] for code in _COUNTED_GAINS)}."
            )
        counter, counter_detail, per = _counter(count, text)
    if cap is not None:
        up_to = number(cap, text, 'the number after "up to"', MAX_NUMBER)
        if up_to < amount:
            raise EffectError(
                f'in "{text}", "up to {up_to}" is less than the gain of {amount} itself.'
            )
    return gain, amount, detail, counter, counter_detail, per, up_to


def _plain_gain(words: str, text: str) -> tuple[int, int, int]:
    tokens = [_SPELLINGS.get(token, token) for token in words.split()]
    if tokens and re.fullmatch(r"-?[0-9.,]+", tokens[0]):
        amount = number(tokens[0], text, "an amount", MAX_NUMBER)
        unit = tokens[1] if len(tokens) > 1 else ""
        if unit == "ec" and len(tokens) in (2, 3):
            return codes.GAIN_EC, amount, _ec_colour(tokens[2:], text)
        if unit == "bucks_as_ec" and len(tokens) == 3:
            return codes.GAIN_BUCKS_AS_EC, amount, _target(tokens[2], SUBSTITUTE_TARGETS, text)
        if len(tokens) == 2 and unit in codes.GAIN_NAMES[:6] and unit != "ec":
            return codes.GAIN_NAMES.index(unit), amount, -1
        gain_word = unit
    elif tokens == ["value", "x2"]:
        return codes.GAIN_VALUE, 2, -1
    elif len(tokens) == 3 and tokens[0] == "discount":
        target = _target(tokens[1], DISCOUNT_TARGETS, text)
        return codes.GAIN_DISCOUNT, number(tokens[2], text, "a discount", MAX_NUMBER), target
    elif len(tokens) == 2 and tokens[0] == "use_again":
        return codes.GAIN_USE_AGAIN, number(tokens[1], text, "use_again", MAX_NUMBER), -1
    elif len(tokens) == 2 and tokens[0] == "shift_die":
        if tokens[1] != "1":
            raise EffectError(f'in "{text}", a die shifts by 1, not by "{tokens[1]}".')
        return codes.GAIN_SHIFT_DIE, 1, -1
    else:
        gain_word = tokens[0] if tokens else ""
    raise EffectError(
        f'in "{text}", "{words}" is not a gain: use N stars, N bucks, N ec any, N ec COLOUR, N '
        "moves, N free_bets, N free_runners, value x2, discount cards|recruits|trades N, "
        "N bucks_as_ec cards|recruits|moves, use_again N or shift_die 1."
        f"{nearest(gain_word, codes.GAIN_NAMES)}"
    )


def _target(word: str, names: Sequence[str], text: str) -> int:
    plural = {"card": "cards", "recruit": "recruits", "trade": "trades"}
    return choice(plural.get(word, word), names, text, "target")


def _counter(words: str, text: str) -> tuple[int, int, int]:
    tokens = words.split()
    per = 1
    if tokens and re.fullmatch(r"-?[0-9.,]+", tokens[0]):
        per = number(tokens[0], text, 'the number after "per"', MAX_NUMBER)
        tokens = tokens[1:]
    tokens = [{**_SPELLINGS, "cards": "card"}.get(token, token) for token in tokens]
    match tokens:
        case ["fundraising", region]:
            code = choice(region, _REGION_WORDS, text, "region")
            return codes.COUNTER_FUNDRAISING_REGION, code, per
        case [word] if word in TYPE_NAMES:
            return codes.COUNTER_TYPE, TYPE_NAMES.index(word), per
        case ["card"]:
            return codes.COUNTER_CARD, -1, per
        case ["recruit"]:
            return codes.COUNTER_RECRUIT, -1, per
        case ["border", "recruit"]:
            return codes.COUNTER_BORDER_RECRUIT, -1, per
        case ["position"]:
            return codes.COUNTER_UNIQUE_POSITION, -1, per
        case ["bucks"]:
            return codes.COUNTER_BUCKS, -1, per
        case ["region"]:
            return codes.COUNTER_REGION, -1, per
        case ["recruit", word, *rest] if word.startswith("base"):
            _, value = _comparison(" ".join([word[4:], *rest]), (">=",), text)
            return codes.COUNTER_BASE_RECRUIT, value, per
        case [word, "recruit"] if word in _REGION_WORDS:
            return codes.COUNTER_REGION_RECRUIT, _REGION_WORDS.index(word), per
        case [*positions, "recruit"] if positions:
            position_words = "".join(positions)
            if set(position_words.split("|")) <= set(_POSITION_WORDS):
                mask = _bitmask(position_words, _POSITION_WORDS, text, "position")
                return codes.COUNTER_POSITION_RECRUIT, mask, per
    raise EffectError(
        f'in "{text}", "{words}" cannot be counted: use culture, personnel, '
        "fundraising, fundraising REGION, card, recruit, border recruit, REGION recruit, "
        "POSITION|... recruit, recruit base >= N, position, region or bucks."
        f"{nearest(' '.join(tokens), _COUNTER_WORDS)}"
    )


def _check_fit(clause: Clause, text: str) -> None:
    """Refuse known words that make no sense together."""
    when = codes.WHEN_NAMES[clause.when]
    gain = codes.GAIN_NAMES[clause.gain]
    allowed_moments = _GAIN_MOMENTS[clause.gain]
    if clause.when not in allowed_moments:
        raise EffectError(
            f'in "{text}", {gain} cannot be gained at "{when}": {gain} only goes with '
            f"{join_or(codes.WHEN_NAMES[code] for code in allowed_moments)}."
        )
    if (clause.pay_bucks or clause.pay_ec) and clause.when not in _PAY_MOMENTS:
        raise EffectError(
            f'in "{text}", no cost can be paid at "{when}": "pay" only goes with '
            f"{join_or(codes.WHEN_NAMES[code] for code in _PAY_MOMENTS)}."
        )
    if clause.counter != codes.COUNTER_NONE and clause.when == codes.WHEN_ALWAYS:
        raise EffectError(f'in "{text}", "always" gives a fixed number: it takes no "per".')
    kinds = [code for code, _ in clause.conditions]
    for code, detail in clause.conditions:
        need = _condition_needs(clause, code)
        if need:
            word = _condition_phrase(code, detail)
            raise EffectError(f'in "{text}", the condition "{word}" needs {need}.')
    if len(set(kinds)) < len(kinds):
        raise EffectError(f'"{text}" has two conditions of the same kind; join names with "|".')
    if codes.CONDITION_BORDER in kinds and codes.CONDITION_SINGLE in kinds:
        raise EffectError(f'in "{text}", no state is both a border state and a single state.')
    if codes.CONDITION_TYPE in kinds and codes.CONDITION_FUNDRAISING_REGION in kinds:
        raise EffectError(f'in "{text}", one condition on the type of card is enough.')
    bounds = dict(clause.conditions)
    if bounds.get(codes.CONDITION_BASE_AT_LEAST, 0) > bounds.get(codes.CONDITION_BASE_AT_MOST, 5):
        raise EffectError(f'in "{text}", no base value meets both conditions.')


def _condition_needs(clause: Clause, condition: int) -> str:
    """Describe what a condition needs that this clause lacks, or return ''."""
    modifier = clause.gain in (codes.GAIN_DISCOUNT, codes.GAIN_BUCKS_AS_EC)
    if condition in _CARD_CONDITIONS:
        if clause.when == codes.WHEN_PLAY or (modifier and clause.detail == codes.ON_CARDS):
            return ""
        return 'a card: it goes with "play", "discount cards" and "bucks_as_ec cards"'
    if condition in _RECRUIT_CONDITIONS:
        if clause.when == codes.WHEN_SIGN or (modifier and clause.detail == codes.ON_RECRUITS):
            return ""
        if condition in _PLACE_CONDITIONS:
            if clause.when == codes.WHEN_MOVE:
                return ""
            return (
                'a recruit or a step: it goes with "sign", "move", "discount recruits" and '
                '"bucks_as_ec recruits"'
            )
        return 'a recruit: it goes with "sign", "discount recruits" and "bucks_as_ec recruits"'
    if clause.when == codes.WHEN_END:
        return "a month, but the end of the game comes after the last month"
    if clause.gain in (codes.GAIN_USE_AGAIN, codes.GAIN_SHIFT_DIE):
        return f"another gain: {codes.GAIN_NAMES[clause.gain]} always applies"
    if condition == codes.CONDITION_MONTH:
        return ""
    if clause.when in (codes.WHEN_BET_WON, codes.WHEN_CRAP_OUT):
        return "the owner's turn, but the Vegas check comes before it"
    if (
        condition == codes.CONDITION_USED_FUNDRAISING
        and clause.when == codes.WHEN_ALWAYS
        and not modifier
    ):
        return "a moment later in the turn: a turn begins before any card is used"
    return ""


def phrase(clauses: Iterable[Clause]) -> str:
    """Return the effect in its normal form: ``parse(phrase(clauses)) == clauses``."""
    return "; ".join(_clause_phrase(clause) for clause in clauses)


def _clause_phrase(clause: Clause) -> str:
    parts = [codes.WHEN_NAMES[clause.when]]
    if clause.conditions:
        conditions = (_condition_phrase(*condition) for condition in clause.conditions)
        parts.append("if " + " and ".join(conditions))
    if clause.pay_bucks:
        parts.append(f"pay {clause.pay_bucks} bucks")
    if clause.pay_ec:
        parts.append(f"pay {clause.pay_ec} ec {_colour_word(clause.pay_colour)}")
    gain = _gain_phrase(clause)
    if clause.counter != codes.COUNTER_NONE:
        number = f"{clause.per} " if clause.per > 1 else ""
        gain += f" per {number}{_counter_phrase(clause.counter, clause.counter_detail)}"
    if clause.up_to != NO_LIMIT:
        gain += f" up to {clause.up_to}"
    return ": ".join([*parts, gain])


def _colour_word(colour: int) -> str:
    return "any" if colour < 0 else COLOUR_NAMES[colour]


def _names(mask: int, names: Sequence[str]) -> str:
    return "|".join(name for index, name in enumerate(names) if mask >> index & 1)


def _month_words(mask: int) -> str:
    runs: list[list[int]] = []
    for month in range(1, 13):
        if mask >> month & 1:
            if runs and runs[-1][1] == month - 1:
                runs[-1][1] = month
            else:
                runs.append([month, month])
    return "|".join(
        MONTH_NAMES[first - 1]
        if first == last
        else f"{MONTH_NAMES[first - 1]}-{MONTH_NAMES[last - 1]}"
        for first, last in runs
    )


def _condition_phrase(condition: int, detail: int) -> str:
    match condition:
        case codes.CONDITION_TYPE:
            return TYPE_NAMES[detail]
        case codes.CONDITION_FUNDRAISING_REGION:
            return f"fundraising {_REGION_WORDS[detail]}"
        case codes.CONDITION_REGION:
            return f"region {_names(detail, _REGION_WORDS)}"
        case codes.CONDITION_POSITION:
            return f"position {_names(detail, _POSITION_WORDS)}"
        case codes.CONDITION_BASE_AT_LEAST:
            return f"base >= {detail}"
        case codes.CONDITION_BASE_AT_MOST:
            return f"base <= {detail}"
        case codes.CONDITION_MONTH:
            return f"month {_month_words(detail)}"
    return {
        codes.CONDITION_BORDER: "border",
        codes.CONDITION_SINGLE: "single",
        codes.CONDITION_SAME_STATE: "same_state",
        codes.CONDITION_USED_FUNDRAISING: "used_fundraising",
        codes.CONDITION_CRAPPED_OUT: "crapped_out",
    }[condition]


def _gain_phrase(clause: Clause) -> str:
    if clause.gain == codes.GAIN_EC:
        return f"{clause.amount} ec {_colour_word(clause.detail)}"
    if clause.gain == codes.GAIN_VALUE:
        return "value x2"
    if clause.gain == codes.GAIN_DISCOUNT:
        return f"discount {DISCOUNT_TARGETS[clause.detail]} {clause.amount}"
    if clause.gain == codes.GAIN_BUCKS_AS_EC:
        return f"{clause.amount} bucks_as_ec {SUBSTITUTE_TARGETS[clause.detail]}"
    if clause.gain in (codes.GAIN_USE_AGAIN, codes.GAIN_SHIFT_DIE):
        return f"{codes.GAIN_NAMES[clause.gain]} {clause.amount}"
    return f"{clause.amount} {codes.GAIN_NAMES[clause.gain]}"


def _counter_phrase(counter: int, detail: int) -> str:
    match counter:
        case codes.COUNTER_TYPE:
            return TYPE_NAMES[detail]
        case codes.COUNTER_FUNDRAISING_REGION:
            return f"fundraising {_REGION_WORDS[detail]}"
        case codes.COUNTER_REGION_RECRUIT:
            return f"{_REGION_WORDS[detail]} recruit"
        case codes.COUNTER_POSITION_RECRUIT:
            return f"{_names(detail, _POSITION_WORDS)} recruit"
        case codes.COUNTER_BASE_RECRUIT:
            return f"recruit base >= {detail}"
    return {
        codes.COUNTER_CARD: "card",
        codes.COUNTER_RECRUIT: "recruit",
        codes.COUNTER_BORDER_RECRUIT: "border recruit",
        codes.COUNTER_UNIQUE_POSITION: "position",
        codes.COUNTER_BUCKS: "bucks",
        codes.COUNTER_REGION: "region",
    }[counter]


def word_table() -> tuple[Word, ...]:
    """List all words of the language, for people who write cards."""

    def moment_names(gain: int) -> str:
        return ", ".join(codes.WHEN_NAMES[code] for code in _GAIN_MOMENTS[gain])

    card_scope = "play, discount cards, bucks_as_ec cards"
    recruit_scope = "sign, discount recruits, bucks_as_ec recruits"
    moments = (
        ("month", "once in each of the owner's turns, by triggering the card"),
        ("play", "each time the owner puts another card into play"),
        ("sign", "each time the owner signs a recruit"),
        ("market", "each marketing campaign of at least one star, including the final one"),
        ("trade", "each trade of EC"),
        ("move", "each step of the bus, free or paid"),
        ("bet_won", "each bet token that pays at the Vegas check"),
        ("crap_out", "at a Vegas check in which none of the owner's bets pays"),
        (
            "always",
            "as long as the card is in play; moves, bets and runners are gained in each of "
            "the owner's turns",
        ),
        ("end", "at the end of the game"),
    )
    gains = (
        ("N stars", "stars, at once", codes.GAIN_STARS),
        ("N bucks", "Booster Bucks", codes.GAIN_BUCKS),
        (
            "N ec any, N ec COLOUR",
            "Envelopes of Cash in colours of the owner's choice, or in one colour",
            codes.GAIN_EC,
        ),
        ("N moves", "free steps this turn", codes.GAIN_MOVES),
        ("N free_bets", "bets that cost no EC this turn", codes.GAIN_FREE_BETS),
        ("N free_runners", "runners that cost no BB this turn", codes.GAIN_FREE_RUNNERS),
        ("value x2", "the recruit's value again", codes.GAIN_VALUE),
        (
            "discount cards N, discount recruits N, discount trades N",
            "each purchase costs N EC less",
            codes.GAIN_DISCOUNT,
        ),
        (
            "N bucks_as_ec cards, ... recruits, ... moves",
            "up to N BB stand in for EC, in one purchase or step",
            codes.GAIN_BUCKS_AS_EC,
        ),
        (
            "use_again N",
            "N once-a-month cards may be triggered twice a month",
            codes.GAIN_USE_AGAIN,
        ),
        (
            "shift_die 1",
            "one die a month may count as one more or one less for the owner's bets",
            codes.GAIN_SHIFT_DIE,
        ),
    )
    conditions = (
        ("culture, personnel, fundraising", "the card is of this type", card_scope),
        ("fundraising REGION", "it is a Fundraising card of the region", card_scope),
        ("region REGION|...", "the state lies in one of the regions", f"{recruit_scope}, move"),
        ("position POSITION|...", "the recruit plays one of the positions", recruit_scope),
        ("base >= N, base <= N", "the state token's value, before the modifier die", recruit_scope),
        (
            "border, single",
            "the state lies between two regions (border), or in only one (single)",
            f"{recruit_scope}, move",
        ),
        ("same_state", "the owner has already signed another recruit in the state", recruit_scope),
        (
            "month MONTH, MONTH-MONTH, ...|...",
            "in these months",
            "everything but end, use_again and shift_die",
        ),
        (
            "used_fundraising",
            "a Fundraising card has been used since this month's Vegas check",
            "events in the owner's turn, discount, bucks_as_ec",
        ),
        (
            "crapped_out",
            "the owner Crapped Out this month",
            "events in the owner's turn; always, except with use_again and shift_die",
        ),
    )
    counter_scope = 'every gain with a number, except at "always"'
    counters = (
        ("culture, personnel, fundraising", "the owner's cards of this type in play"),
        ("fundraising REGION", "the owner's Fundraising cards of the region in play"),
        ("card", "the owner's cards in play"),
        ("recruit, border recruit, REGION recruit, POSITION|... recruit", "the owner's recruits"),
        ("recruit base >= N", "the owner's recruits with a state token of N or more"),
        ("position", "different positions signed"),
        ("region", "regions with at least one of the owner's recruits"),
        ("bucks", 'the owner\'s Booster Bucks, as in "per 3 bucks"'),
    )
    return (
        *(Word("WHEN", word, meaning, "") for word, meaning in moments),
        *(Word("if CONDITION", *row) for row in conditions),
        Word(
            "pay COST",
            "N bucks, N ec any, N ec COLOUR",
            "paid each time; the owner may decline",
            ", ".join(codes.WHEN_NAMES[code] for code in _PAY_MOMENTS),
        ),
        *(Word("GAIN", word, meaning, moment_names(gain)) for word, meaning, gain in gains),
        *(Word("per COUNTER", word, meaning, counter_scope) for word, meaning in counters),
        Word(
            "per N COUNTER",
            "a number before the counter",
            "once for each full N counted",
            counter_scope,
        ),
        Word("up to N", "after a counter", "limits what the clause gives each time", counter_scope),
    )


def words() -> str:
    """Format the table of words as plain text."""
    return "\n".join(word_lines(CLAUSE_GRAMMAR, word_table()))
