"""The effects of cards as sentences for players, made from the clauses."""

from __future__ import annotations

from collections.abc import Sequence

from eoc_sim.simulator.eleven import names
from eoc_sim.simulator.eleven.effect_language import NONE, Clause

_MOMENTS = {
    "now": "At once",
    "monday": "On Mondays",
    "action": "As a free action",
    "hire": "When hiring",
    "sell": "When selling",
    "sponsor": "When signing a sponsor",
    "build": "When building",
    "prepare": "While preparing",
    "reveal": "When the line-up is revealed",
    "before": "Before the match",
    "match": "In the match",
    "after": "After the match",
    "week_end": "When the week ends",
    "always": "Always",
    "week": "This week",
    "end": "At the end of the season",
}
_CONDITIONS = {
    "win": "it was won",
    "draw": "it was drawn",
    "loss": "it was lost",
    "margin >=": "it was won by {0} or more",
    "die <=": "the die shows {0} or less",
    "die >=": "the die shows {0} or more",
    "used": "the ability was used",
    "scored": "the card scored",
    "section": "the card stands {0}",
    "opponent above": "the opponent has more points",
    "equal central": "a card in central defence is as strong as one in central attack",
    "shields back >=": "{0} or more shields stand in the row of defenders",
    "quiet centre": "the opponent's central attack has not scored",
    "pressing >=": "{0} or more cards press",
}
_GAINS = {
    **{name: f"{{gain}} {{n}} {name}" for name in names.RESOURCES},
    "fans": "{gain} {n} {fans}",
    "vp": "{gain} {n} VP",
    "level": "{gain} {n} {levels} of {target}",
    "train": "train {n} {cards}",
    "experience": "give {n} experience",
    "heal": "heal {n} {cards}",
    "tactic": "draw {n} tactic {cards}",
    "staff": "take {n} {target} from the staff deck",
    "injury": "put {n} {injuries} on {target}",
    "office": "take {n} {steps} on the office track",
    "scout": "scout {n} {cards}",
    "reroll": "re-roll {n} {dice} free of charge",
    "board": "have {n} more ad {boards}",
    "stands": "have {n} more {places} in the stands",
    "refresh": "replace the oldest {n} of the {target}",
    "discount": "pay {n} less for {target}",
    "upkeep": "pay {n} {less} upkeep for {target}",
    "immune": "ignore {n} {injuries} a week",
    "strength": "give {target} {n} strength",
    "weakness": "give {target} {n} weakness",
    "gloves": "have {n} more {gloves}",
    "swap": "make {n} {swaps} of two markers",
    "flip_marker": "turn {n} {markers}",
    "shift": "move strength from {n} {cards} to {n} other {cards}",
    "goal": "score {n} more {goals}",
    "shootout": "add {n} to your roll in a shoot-out",
    "suspension": "put {n} {suspensions} on {target}",
    "flip": "train the card",
    "ignore_keeper": "let {target} shoot past the keeper",
    "feint": "let only stronger shields stop {target}",
    "opponent_goal": "give the opponent {n} more {goals}",
    "harsher": "place injuries instead of suspensions",
    "no_experience": "give no experience to {target}",
    "ignore_effects": "ignore the abilities of {target}",
    "free_effects": "pay nothing for the abilities of {target}",
    "extra_tactic": "play {n} more tactic {cards}",
}
_TARGETS = {
    "others": "{k} other {cards}",
    "section": "{k} {markers} of the card's section",
    "forward": "{k} {markers} in central attack",
    "facing": "{k} {markers} of the section that the card faces",
    "card": "{k} of your cards",
    "pressing": "the cards that press",
    "cards": "the assigned cards",
    "fan_base": "fan base",
    "build": "building",
    "stadium": "the stadium",
    "one": "one matching card",
    "each": "every matching card",
    "each ball": "every matching card with a ball",
    "each shield": "every matching card with a shield",
}
_COUNTERS = {"staff": "staff card", "money": "unit of money"}
_PLURALS = {
    "dice": ("die", "dice"),
    "gloves": ("glove", "gloves"),
    "injuries": ("injury", "injuries"),
}


class _Words(dict[str, object]):
    """The words of a sentence; nouns agree with the number before them."""

    def __init__(self, number: int, **words: object) -> None:
        super().__init__(words)
        self.number = number

    def __missing__(self, noun: str) -> str:
        singular, plural = _PLURALS.get(noun, (noun.removesuffix("s"), noun))
        return singular if self.number == 1 else plural


def sentences(clauses: Sequence[Clause]) -> str:
    """Describe an effect, one sentence per clause.

    >>> from eoc_sim.simulator.eleven.effect_language import parse
    >>> sentences(parse("match: if shields back >= 4 and quiet centre: 1 goal"))[:69]
    'In the match, if 4 or more shields stand in the row of defenders and '
    >>> sentences(parse("before: pay 1 fans: 1 strength others 2"))
    'Before the match, you may pay 1 fan to give 2 other cards 1 strength.'
    """
    return " ".join(f"{', '.join(_parts(clause))}." for clause in clauses)


def _parts(clause: Clause) -> list[str]:
    parts = [_MOMENTS[names.MOMENTS[clause.when]]]
    if clause.conditions:
        parts.append(
            "if " + " and ".join(_condition(*condition) for condition in clause.conditions)
        )
    has_cost = clause.pay_kind != NONE
    gain = _gain(clause)
    parts.append(f"you may pay {_cost(clause)} to {gain}" if has_cost else gain)
    if clause.up_to:
        parts.append(f"at most {clause.up_to}")
    return parts


def _cost(clause: Clause) -> str:
    name = names.RESOURCES[clause.pay_kind]
    return f"{clause.pay_amount} {name if name != 'fans' or clause.pay_amount > 1 else 'fan'}"


def _condition(kind: int, value: int) -> str:
    name = names.CONDITIONS[kind]
    phrase = (
        f"{'on a' if value == 0 else 'in'} {names.SECTION_WORDS[value]}"
        if name == "section"
        else ""
    )
    return _CONDITIONS[name].format(phrase or value)


def _gain(clause: Clause) -> str:
    name = names.GAINS[clause.gain]
    number = abs(clause.amount)
    words = _Words(
        number,
        n=number,
        gain="gain" if clause.amount > 0 else "lose",
        less="less" if clause.amount < 0 else "more",
        target=_target(clause),
    )
    text = _GAINS[name].format_map(words)
    # "ignore 1 injury" already says its target.
    if clause.target != NONE and "{target}" not in _GAINS[name] and name != "immune":
        text += f" for {words['target']}"
    if clause.counter == NONE:
        return text
    name = names.COUNTERS[clause.counter]
    counter = _COUNTERS.get(name, name.replace("_", " "))
    if clause.per == 1:
        return f"{text} for each {counter}"
    counters = "money" if name == "money" else f"{counter}s"
    return f"{text} for every {clause.per} {counters}"


def _target(clause: Clause) -> str:
    if clause.target == NONE:
        return "the card"
    name = names.TARGETS[clause.target]
    words = _Words(clause.target_number, k=clause.target_number)
    return _TARGETS.get(name, name).format_map(words)
