"""The first screen's picture, with the same findings as its sentences."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from eoc_sim.analysis.compare import version_order
from eoc_sim.analysis.contrasts import SIMPLE
from eoc_sim.analysis.headlines import DEALT_CARDS, VersionEffect
from eoc_sim.analysis.measures import ORDER, STRATEGY
from eoc_sim.analysis.pairs import METRICS
from eoc_sim.analysis.stats import CHANGES
from eoc_sim.analysis.strata import STRATA
from eoc_sim.analysis.tables import MissingResults
from eoc_sim.reports.charts.intervals import Point, point
from eoc_sim.reports.charts.standing import Strip, standing
from eoc_sim.reports.findings import Findings, state
from eoc_sim.reports.standing_questions import numbers_by_name, order_kind, places_compared
from eoc_sim.reports.variants import variant_words
from eoc_sim.reports.version_sentences import certain_distance
from eoc_sim.reports.version_words import short_name, subject_of, version_words
from eoc_sim.reports.words import sentence_start, typeset

if TYPE_CHECKING:
    from eoc_sim.analysis.notable_findings import Finding
    from eoc_sim.reports.pictures import Picture

RankedPoint: TypeAlias = "tuple[tuple[bool, float], Point]"
"""A point, preceded by its rank.

The rank is whether the effect is decided, and how far its interval stays from 0."""
MAX_ROWS = 8
"""The maximum number of versions in the picture.

The section about versions shows all of them.
"""


def picture(page: Findings) -> Picture | None:
    """Draw versions' effects, and the spread of cards, places and players.

    Return None if a table that the picture needs was not kept, or if there is too little to draw.
    """
    try:
        rows = _rows(page)
        strips = strips_of(page)
    except MissingResults:
        return None
    if not rows and len(strips) < 2:
        return None
    title = (
        "Effects of the versions, and a profile of the game" if rows else "A profile of the game"
    )
    return page.charts.draw(standing(title, rows, strips, "more or fewer wins in 100"))


def _rows(page: Findings) -> list[Point]:
    """Make the points for the versions' effects."""
    if page.command in POINTS_BY_COMMAND:
        points = POINTS_BY_COMMAND[page.command](page)
        ranking = sorted(range(len(points)), key=lambda index: points[index][0], reverse=True)
        return [points[index][1] for index in sorted(ranking[:MAX_ROWS])]
    return [_row(page, effect) for effect in _choose_effects(page)] if page.sweep else []


def _variant_points(page: Findings) -> list[RankedPoint]:
    """Make a point for each variant's most certain effect on wins."""
    effects = page.variants[SIMPLE]
    if not effects.width:
        return []
    points: dict[tuple[str, str], RankedPoint] = {}
    for row in effects.filter(effects["metric"].is_in([STRATEGY, ORDER])).iter_rows(named=True):
        key = (row["what"], row["given"])
        end = max(row["all_low"], -row["all_high"])
        rank = (row["verdict"] == CHANGES, -math.inf if math.isnan(end) else end)
        if key not in points or rank > points[key][0]:
            label = typeset(f"{variant_words(row)}, {row['label']}")
            ends = (row["all_low"], row["all_high"])
            effect = point(label, row["change"], *ends, state(row["verdict"]), sign=True)
            points[key] = rank, effect
    return list(points.values())


POINTS_BY_COMMAND = {"variants": _variant_points}
"""Functions that make ranked points for commands with their own pictures."""


def _choose_effects(page: Findings) -> list[VersionEffect]:
    """Choose one effect on wins per version.

    Only the `MAX_ROWS` versions whose effects are most certain are kept. A version's effect is the
    one that the version's sentence would state.
    """
    strongest: dict[int, VersionEffect] = {}
    for effect in page.headlines.effects:
        if effect.metric == METRICS[0] and effect.finding.games:
            previous = strongest.get(effect.arm.id)
            if previous is None or _priority(effect) > _priority(previous):
                strongest[effect.arm.id] = effect
    ranking = sorted(
        strongest.values(),
        reverse=True,
        key=lambda version_effect: (
            version_effect.finding.verdict == CHANGES,
            certain_distance(version_effect.finding),
        ),
    )[:MAX_ROWS]
    order = version_order(page.run)
    return sorted(ranking, key=lambda row: order[row.arm.id])


def _priority(effect: VersionEffect) -> tuple[bool, bool, bool, int, float]:
    is_decided = effect.finding.verdict == CHANGES
    return (
        effect.finding.notable,
        effect.priority >= 0,
        is_decided,
        effect.priority,
        certain_distance(effect.finding),
    )


def shown_versions_sentence(page: Findings) -> str:
    """State how many versions the picture shows; "" if it shows all."""
    if page.command in POINTS_BY_COMMAND:
        versions = len(POINTS_BY_COMMAND[page.command](page))
    else:
        versions = len(page.run.arms) - 1 if page.sweep else 0
    if versions <= MAX_ROWS:
        return ""
    return (
        f" The picture shows the {MAX_ROWS} of {versions} versions whose effects are most certain."
    )


def _row(page: Findings, effect: VersionEffect) -> Point:
    subject = effect.label
    if effect.stratum:
        subject = _HOLDERS[effect.stratum]
        if subject_of(effect.arm) != effect.label:
            subject += f" of {short_name(effect.label, effect.arm)}"
    name = version_words(effect.arm, page.run, with_current=False, brief=True)
    return _point(f"{name}, {subject}", effect.finding)


_HOLDERS = dict(zip(STRATA, ("keepers", "losers", "gainers"), strict=False))
"""The strata, in one word each."""


def _point(label: str, finding: Finding, fair: float = 0.0) -> Point:
    result = point(
        typeset(label),
        finding.size,
        finding.low,
        finding.high,
        state(finding.verdict),
        sign=finding.signed,
    )
    return replace(
        result, value=finding.size - fair, low=finding.low - fair, high=finding.high - fair
    )


def strips_of(page: Findings) -> list[Strip]:
    """Make strips for the standing questions: cards, turn order and players."""
    run, headlines = page.run, page.headlines
    strips = []
    cards = [finding for finding in headlines.findings if finding.kind == DEALT_CARDS]
    if cards:
        numbers = numbers_by_name(run.dim(run.card_column.dim))
        points = tuple(_point(numbers.get(card.name, card.name), card) for card in cards)
        strips.append(Strip("Cards, when dealt", points))
    kind = order_kind(run)
    for finding in headlines.findings:
        if kind and finding.kind == kind and finding.further and run.fair is not None:
            fair = 100 * run.fair
            apart_places = places_compared(finding) if finding.verdict == CHANGES else ()
            strips.append(
                Strip(
                    f"{sentence_start(run.column('order').head)} (fair: 0)",
                    tuple(
                        against_fair(
                            name := number.key[-1],
                            number.size,
                            number.low,
                            number.high,
                            fair,
                            is_apart=name in apart_places,
                        )
                        for number in finding.further
                    ),
                )
            )
    if headlines.players:
        strips.append(
            Strip(
                f"{sentence_start(run.words.player[1])} (fair: 0)",
                tuple(
                    _point(player.name, player, player.ordinary[0]) for player in headlines.players
                ),
            )
        )
    return strips


def against_fair(
    label: str, value: float, low: float, high: float, fair: float, *, is_apart: bool = False
) -> Point:
    """Make a place's dot, at its distance from the fair share.

    The place is decided if its interval excludes the share, or if it ``is_apart`` from another
    place.
    """
    is_open = low <= fair <= high and not is_apart
    dot = point(label, value, low, high, "open" if is_open else "changed")
    # Only the dot is drawn, so the ends of its interval are not shifted.
    return replace(dot, value=value - fair)
