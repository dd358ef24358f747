"""The effects that each kind of card may have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from eoc_sim.simulator.eleven import names
from eoc_sim.simulator.eleven.effect_language import (
    NONE,
    Clause,
    condition_phrase,
    phrase,
    word_table,
)
from eoc_sim.simulator.kernel.phrases import EffectError, join_or

RESULT = ("win", "draw", "loss", "margin >=")
DICE = ("die <=", "die >=")
ABOUT_THE_MATCH = ("opponent above", "equal central", "shields back >=", "pressing >=")
KNOWN_AFTER = (*RESULT, "used", "scored")
"""Conditions that a match decides."""
STAND_FANS = names.COUNTERS.index("stand_fan")
"""The counter for the fans at a match."""


@dataclass(frozen=True)
class Fit:
    """The moments, targets and conditions allowed for a gain on a card.

    If ``targets`` is None, the gain may have any target that the language allows.
    """

    moments: tuple[str, ...]
    targets: tuple[str, ...] | None = ("",)
    conditions: tuple[str, ...] = ()

    def forms(self, gain: str) -> list[str]:
        """Return the gain with each target that it may have."""
        return (
            [gain]
            if self.targets is None
            else [f"{gain} {target}".strip() for target in self.targets]
        )


@dataclass(frozen=True)
class EffectsOn:
    """The effects that one kind of ``card`` may have.

    A cost is allowed at the moments ``paid_at``, a counter at the moments ``counted_at``.
    """

    card: str
    gains: Mapping[str, Fit]
    paid_at: tuple[str, ...] = ()
    counted_at: tuple[str, ...] = ()

    def check_on_sheet(self, sheet: Any, number: str, clause: Clause) -> None:
        """Check a clause with `check`; its sheet and row do not matter."""
        self.check(clause)

    def check(self, clause: Clause) -> None:
        """Refuse a clause that does not suit this kind of card."""
        moment, name = names.MOMENTS[clause.when], names.GAINS[clause.gain]
        where = f'in "{phrase([clause])}",'
        target = names.TARGETS[clause.target] if clause.target != NONE else ""
        fit = self.gains.get(name)
        if fit is None or (fit.targets is not None and target not in fit.targets):
            gains = [
                form for subject, gain_fit in self.gains.items() for form in gain_fit.forms(subject)
            ]
            raise EffectError(
                f'{where} "{f"{name} {target}".strip()}" has no meaning on {self.card}: use '
                f"{join_or(gains)}."
            )
        if moment not in fit.moments:
            moments = join_or(f'"{entry}"' for entry in fit.moments)
            raise EffectError(f'{where} {self.card} gives {name} at {moments}, not at "{moment}".')
        for kind, value in clause.conditions:
            if names.CONDITIONS[kind] not in fit.conditions:
                raise EffectError(
                    f"{where} {name} on {self.card} cannot depend on "
                    f'"{condition_phrase(kind, value)}": '
                    + (
                        f"use {join_or(fit.conditions)}."
                        if fit.conditions
                        else "it cannot have a condition."
                    )
                )
            if names.CONDITIONS[kind] in KNOWN_AFTER and moment != "after":
                raise EffectError(
                    f'{where} "{condition_phrase(kind, value)}" is known only after a match: use '
                    f'"after", not "{moment}".'
                )
        if clause.pay_kind != NONE and moment not in self.paid_at:
            raise EffectError(f'{where} {self.card} cannot have a cost at "{moment}".')
        if clause.counter != NONE and moment not in self.counted_at:
            raise EffectError(f'{where} {self.card} cannot count anything at "{moment}".')
        if clause.counter == STAND_FANS and moment != "after":
            raise EffectError(
                f'{where} "{names.COUNTERS[STAND_FANS]}" counts the fans at a match: use "after", '
                f'not "{moment}".'
            )


ON_TACTICS = EffectsOn(
    "a tactic",
    {
        "goal": Fit(("match",), conditions=(*ABOUT_THE_MATCH, "quiet centre")),
        **dict.fromkeys(("gloves", "flip_marker", "shift"), Fit(("before",))),
        **dict.fromkeys(
            ("strength", "weakness"),
            Fit(("before",), ("pressing", "card"), (*ABOUT_THE_MATCH, *DICE)),
        ),
        "injury": Fit(("after",), ("card",), (*RESULT, *DICE)),
        "fitness": Fit(("prepare",), ("cards",)),
    },
)

EVENTS = ("now", "monday", "action", "hire", "sell", "sponsor", "build", "after", "week_end")
"""Moments at which something happens to a club."""
_EVENT_GAINS = {
    **dict.fromkeys((*names.RESOURCES, "vp"), Fit(EVENTS, conditions=RESULT)),
    **dict.fromkeys(
        (
            *("level", "train", "experience", "heal", "tactic", "staff", "office", "scout"),
            "refresh",
        ),
        Fit(EVENTS, None, RESULT),
    ),
    "injury": Fit(EVENTS, ("card",), RESULT),
}
_LASTING_GAINS = ("reroll", "stands", "discount", "upkeep", "immune")


def _club_card(card: str) -> EffectsOn:
    """Return the effects allowed on a card that a manager keeps."""
    return EffectsOn(
        card,
        {
            **_EVENT_GAINS,
            "vp": Fit((*EVENTS, "end"), conditions=RESULT),
            **dict.fromkeys((*_LASTING_GAINS, "board", "shootout"), Fit(("always",), None)),
            "swap": Fit(("reveal",)),
            "strength": Fit(("before",), ("others",)),
            "gloves": Fit(("before",)),
        },
        paid_at=(*EVENTS, "reveal", "before"),
        counted_at=(*EVENTS, "end"),
    )


ON_STAFF, ON_SPONSORS, ON_DIRECTORS, ON_INFRASTRUCTURE = map(
    _club_card, ("a staff card", "a sponsor", "a director", "a token")
)
ON_MEETINGS = EffectsOn(
    "a board meeting",
    {
        **{
            name: replace(fit, moments=("now",), conditions=())
            for name, fit in _EVENT_GAINS.items()
        },
        **dict.fromkeys(_LASTING_GAINS, Fit(("week",), None)),
    },
    counted_at=("now",),
)

ON_UNIQUE_CARDS = EffectsOn(
    "a unique card",
    dict.fromkeys((*names.RESOURCES, "vp"), Fit(("after",), conditions=RESULT)),
    counted_at=("after",),
)

_IN_MATCH = ("opponent above", *DICE)
_AFTER = (*RESULT, "used", *DICE)


def _tag(card: str, card_conditions: tuple[str, ...], fits: Mapping[str, Fit]) -> EffectsOn:
    """Return the effects allowed on a kind of tag.

    Effects after the match may also depend on ``card_conditions``.
    """
    gains = ("injury", "suspension", "flip", *names.RESOURCES, "vp")
    return EffectsOn(
        card,
        {
            **fits,
            **dict.fromkeys(gains, Fit(("after",), conditions=(*_AFTER, *card_conditions))),
            "shootout": Fit(("always",)),
        },
        paid_at=("reveal", "before", "match"),
    )


_OUTFIELD_CONDITIONS = (*_IN_MATCH, "section")
ON_TAGS = dict(
    zip(
        names.TAG_KINDS,
        (
            _tag(
                "an outfield tag",
                ("section", "scored"),
                {
                    "strength": Fit(
                        ("before",), ("", "others", "section", "forward"), _OUTFIELD_CONDITIONS
                    ),
                    "weakness": Fit(("before",), ("", "facing"), _OUTFIELD_CONDITIONS),
                    "swap": Fit(("reveal",), conditions=_OUTFIELD_CONDITIONS),
                    **dict.fromkeys(
                        ("ignore_keeper", "feint"), Fit(("match",), conditions=_OUTFIELD_CONDITIONS)
                    ),
                },
            ),
            _tag(
                "a keeper's tag",
                (),
                {
                    "strength": Fit(("before",), ("", "others"), _IN_MATCH),
                    "gloves": Fit(("before",), conditions=_IN_MATCH),
                },
            ),
        ),
        strict=True,
    )
)
"""The effects that tags may have, by kind of tag (PLA-1)."""

_EACH = ("each ball", "each shield")
ON_REFEREES = EffectsOn(
    "a referee",
    {
        **dict.fromkeys(("suspension", "injury"), Fit(("after",), ("one",))),
        **dict.fromkeys(("strength", "weakness"), Fit(("before",), _EACH)),
        **dict.fromkeys(("ignore_effects", "free_effects"), Fit(("before",), ("each",))),
        "opponent_goal": Fit(("after",), ("each",), DICE),
        **dict.fromkeys(("goal", "fans"), Fit(("after",), ("each",), ("scored",))),
        "no_experience": Fit(("after",), ("each",)),
        "harsher": Fit(("after",)),
        "extra_tactic": Fit(("prepare",)),
        "ignore_keeper": Fit(("match",), ("each",)),
    },
)

KINDS = (
    *(ON_TACTICS, *ON_TAGS.values(), ON_STAFF, ON_SPONSORS, ON_DIRECTORS),
    *(ON_INFRASTRUCTURE, ON_MEETINGS, ON_REFEREES, ON_UNIQUE_CARDS),
)
"""Every kind of card that has effects."""


def _used_words(parts: Iterable[Iterable[str]]) -> set[str]:
    return {word for part in parts for word in part}


WORDS = word_table(
    _used_words(fit.moments for kind in KINDS for fit in kind.gains.values()),
    _used_words(fit.conditions for kind in KINDS for fit in kind.gains.values()),
    _used_words(kind.gains for kind in KINDS),
)
"""The part of the effect language that cards use."""
