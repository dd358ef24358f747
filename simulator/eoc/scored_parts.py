"""Parts of cards whose effect is found by scoring again.

A player who ignores scores plays the same without a card's stars, and without end-of-game stars
that no decision depends on. A pilot that plays every twin shows whether the line-up plays the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.simulator.eoc.columns import TWIN_NAMES
from eoc_sim.simulator.eoc.effect_codes import (
    COUNTER_BUCKS,
    COUNTER_CARD,
    COUNTER_FUNDRAISING_REGION,
    COUNTER_NONE,
    COUNTER_TYPE,
    GAIN_STARS,
    WHEN_END,
)

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.component_rows import Card
    from eoc_sim.simulator.eoc.components import Components
    from eoc_sim.simulator.eoc.schedule import Entry

STARS, EFFECT, BOTH = TWIN_NAMES[:3]
MIN_TWINS = 500
"""The minimum number of pilot twins needed to exempt a group.

An exempt group gets no twins in the run. If scoring again reproduces the results of all 500
twins, it is wrong in at most 6 games in 1000, with 95 % confidence.
"""
STAR_GROUP, END_GROUP, RECRUIT_GROUP = range(3)
"""Groups of entries that are judged together.

They are printed stars, end-of-game scores that neither count recruits nor have conditions, and the
other end-of-game scores.
"""
COUNTERS_WITHOUT_RECRUITS = (
    COUNTER_NONE,
    COUNTER_TYPE,
    COUNTER_FUNDRAISING_REGION,
    COUNTER_CARD,
    COUNTER_BUCKS,
)


def entries_without_twins(
    entries: Sequence[Entry], components: Components, twins: np.ndarray, cards: np.ndarray
) -> np.ndarray:
    """Find the entries that need no twins, from a full pilot's rows.

    Entries are judged in groups: if scoring again gives a wrong result for any twin, the twin's
    entire group needs twins.
    """
    rows = {card.number: row for row, card in enumerate(components.cards)}
    group = np.array([_group(entry.kind, components.card(entry.card)) for entry in entries])
    group_of_part = {
        (rows[entry.card], TWIN_NAMES.index(entry.kind)): number
        for entry, number in zip(entries, group, strict=True)
    }
    twin_groups = np.array(
        [
            group_of_part.get(key, -1)
            for key in zip(twins["card"].tolist(), twins["twin"].tolist(), strict=True)
        ]
    )
    matches = _matches_rescoring(components, twins, cards)
    groups_without_twins = [
        number
        for number in (STAR_GROUP, END_GROUP, RECRUIT_GROUP)
        if (twin_groups == number).sum() >= MIN_TWINS and matches[twin_groups == number].all()
    ]
    return np.isin(group, groups_without_twins)


def _group(kind: str, card: Card) -> int:
    """Return the group of a part of a card, or -1.

    It is -1 if the part affects more than scores, or if the card has more than one copy: the
    tables do not show who owns which copy.
    """
    if card.copies != 1:
        return -1
    if kind == STARS:
        return STAR_GROUP
    if any(clause.when != WHEN_END or clause.gain != GAIN_STARS for clause in card.clauses):
        return -1
    plain = all(
        clause.counter in COUNTERS_WITHOUT_RECRUITS and not clause.conditions
        for clause in card.clauses
    )
    return END_GROUP if plain else RECRUIT_GROUP


def _matches_rescoring(components: Components, twins: np.ndarray, cards: np.ndarray) -> np.ndarray:
    """Check for each twin if it only lacks the part's stars.

    If so, scoring the game again without the part gives the twin's result.
    """
    stars = np.array([card.stars for card in components.cards])
    plays = cards[cards["played_month"] > 0]
    effect_stars = dict(
        zip(
            zip(plays["game"].tolist(), plays["card"].tolist(), strict=True),
            plays["effect_stars"].tolist(),
            strict=True,
        )
    )
    keys = zip(twins["game"].tolist(), twins["card"].tolist(), strict=True)
    effect = np.array([effect_stars[key] for key in keys], int)
    stars_off = np.where(twins["twin"] == TWIN_NAMES.index(EFFECT), 0, stars[twins["card"]])
    stars_off = stars_off + np.where(twins["twin"] == TWIN_NAMES.index(STARS), 0, effect)
    names = [name for name in twins.dtype.names or () if name.startswith("score_")]
    losses = np.stack([twins[name] for name in names], axis=1).astype(int)
    losses[np.arange(len(twins)), twins["seat"]] -= stars_off
    matches: np.ndarray = (losses == 0).all(axis=1) & (twins["wasted"] == 0)
    return matches
