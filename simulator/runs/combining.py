"""Values that can be crossed, and values that need or exclude others.

The game itself decides: a version that it refuses, or in which it reports a change as idle, cannot
be part of a crossing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.change import RULES
from eoc_sim.simulator.runs.game import Game, V

Setting = tuple[str, str]
"""A key and its value."""


@dataclass(frozen=True)
class SeparateValue:
    """A value played separately, with the settings that it needs."""

    setting: Setting
    conditions: tuple[Setting, ...] = ()
    """The settings that the value needs."""


@dataclass(frozen=True)
class Combination:
    """Crossed values, values played separately, and notes that explain why."""

    crossed_settings: tuple[Setting, ...]
    separate_values: tuple[SeparateValue, ...]
    notes: tuple[str, ...]


def combine(
    game: Game[V],
    version: V,
    axes: Sequence[tuple[str, Sequence[str]]],
    *,
    skip_impossible: bool = False,
) -> Combination:
    """Sort values into those to cross and those to play separately.

    The keys are in normal form. A key with one value is crossed, unless this value needs another or
    conflicts with a crossed one. If a key has more than one value, its values are played
    separately, as are rule sets.

    Raises:
        InputError: a value is impossible or changes nothing, both on its own and with each of the
            others. With ``skip_impossible``, such a value is left out with a note instead.
    """
    values = [(key, value) for key, key_values in axes for value in key_values]
    single_value_keys = {key for key, key_values in axes if len(key_values) == 1 and key != RULES}
    crossed_settings: list[Setting] = []
    separate_values: list[SeparateValue] = []
    notes: list[str] = []
    for setting in values:
        reason = explain_rejection(game, version, (), setting)
        if not reason and setting[0] in single_value_keys:
            crossed_settings.append(setting)
        elif not reason:
            separate_values.append(SeparateValue(setting))
        else:
            condition = _find_needed(game, version, values, setting)
            if condition is not None:
                separate_values.append(SeparateValue(setting, (condition,)))
                notes.append(
                    f"{_format_setting(setting)} is played only with {_format_setting(condition)}: "
                    f"{reason}"
                )
            elif skip_impossible:
                notes.append(f"{_format_setting(setting)} is left out: {reason}")
            else:
                raise InputError(f"{_format_setting(setting)} cannot be played: {reason}")
    for setting, other, reason in _conflicts(game, version, crossed_settings):
        if setting in crossed_settings and other in crossed_settings:
            crossed_settings.remove(setting)
            separate_values.append(SeparateValue(setting))
            notes.append(
                f"{_format_setting(setting)} is not crossed with {_format_setting(other)}: {reason}"
            )
    return Combination(tuple(crossed_settings), tuple(separate_values), tuple(notes))


def explain_rejection(
    game: Game[V], version: V, settings_before: Sequence[Setting], setting: Setting
) -> str:
    """Return why a value is impossible or idle after ``settings_before``, or ""."""
    try:
        before = game.change(version, list(settings_before)) if settings_before else version
        after = game.change(version, [*settings_before, setting])
    except InputError as error:
        return str(error)
    changes = [
        difference
        for difference in game.differences(before, after)
        if setting[0] in (difference.key, RULES)
    ]
    if not changes:
        return f"{_format_setting(setting)} is already in the current rules."
    idle = [
        next(
            (
                sentence
                for sentence in game.idle(before, after)
                if sentence.startswith(change.sentence)
            ),
            "",
        )
        for change in changes
    ]
    return idle[0] if all(idle) else ""


def _find_needed(
    game: Game[V], version: V, values: Sequence[Setting], setting: Setting
) -> Setting | None:
    """Find the first of ``values`` that makes ``setting`` possible, or None."""
    for other in values:
        if (
            other[0] not in (setting[0], RULES)
            and not explain_rejection(game, version, (), other)
            and not explain_rejection(game, version, (other,), setting)
        ):
            return other
    return None


def _conflicts(
    game: Game[V], version: V, crossed_settings: Sequence[Setting]
) -> list[tuple[Setting, Setting, str]]:
    """List conflicting pairs: the setting to drop, the other, the reason."""
    conflicts = []
    for index, later in enumerate(crossed_settings):
        for earlier in crossed_settings[:index]:
            for setting, other in ((later, earlier), (earlier, later)):
                reason = explain_rejection(game, version, (other,), setting)
                if reason:
                    conflicts.append((setting, other, reason))
                    break
    return conflicts


def _format_setting(setting: Setting) -> str:
    """Write a key with its value as a user would type it."""
    return "=".join(setting)
