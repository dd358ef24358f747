"""Arms: the versions that one run plays with the same luck.

The first arm is always the baseline. Every other arm is the baseline with some keys changed. The
changes are the real differences, not the user's text, so a value that equals the baseline's adds no
arm: its row refers to the baseline.
"""

from __future__ import annotations

import csv
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from eoc_sim.counts import count
from eoc_sim.errors import InputError, StrategyError, UnknownName, VersionChanged, nearest, no_such
from eoc_sim.simulator.kernel.vouching import Announce, reading_result
from eoc_sim.simulator.runs.change import RULES, Change
from eoc_sim.simulator.runs.changed_strategies import SOURCES, changed_strategies
from eoc_sim.simulator.runs.combining import Combination, SeparateValue, Setting, combine
from eoc_sim.simulator.runs.crossing import CrossedRow, Crossing, Factor, SimpleEffect
from eoc_sim.simulator.runs.game import LEARNT, Game, V
from eoc_sim.simulator.runs.restriction import Ban, Restriction
from eoc_sim.simulator.runs.rule_words import rules_title
from eoc_sim.simulator.runs.run_file import other_release_hint
from eoc_sim.simulator.runs.two_level import two_level
from eoc_sim.simulator.runs.version_labels import short_labels

BASELINE = "baseline"
"""The label of arm 0 if it plays the current rules."""
CURRENT = "current rules"
"""The displayed name of `BASELINE`."""
DESIGNS = ("one-at-a-time", "factorial")
MAX_ARMS = 5000


class NothingToPlay(InputError):
    """The requested changes have no effect in play."""


@dataclass(frozen=True)
class Vary:
    """A key and its values, from ``--vary KEY=v1,v2`` or a plan."""

    key: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Arm:
    """A version that is played. ``changes`` are its differences from the baseline."""

    label: str
    changes: tuple[Change, ...]
    version: Any

    def sentences(self) -> list[str]:
        """List the changes, one sentence each."""
        return [change.sentence for change in self.changes]


@dataclass(frozen=True)
class Row:
    """A requested version, and the number of the arm that plays it."""

    label: str
    arm: int


@dataclass(frozen=True)
class VariedKey:
    """A key varied on its own: baseline value, requested values and rows."""

    key: str
    name: str
    old: str
    values: tuple[str, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True)
class Arms:
    """All versions of a run: played arms, requested rows, notes for users.

    If keys change together, ``crossing`` lists the arms to contrast. If bans were requested,
    ``restriction`` names the strategy and its bans.
    """

    arms: tuple[Arm, ...]
    rows: tuple[Row, ...]
    varied_keys: tuple[VariedKey, ...] = ()
    notes: tuple[str, ...] = ()
    crossing: Crossing | None = None
    restriction: Restriction | None = None

    @property
    def baseline(self) -> Arm:
        """The arm that all others are compared with."""
        return self.arms[0]

    def versions(self) -> list[Any]:
        """List the versions played, by arm."""
        return [arm.version for arm in self.arms]

    def with_versions(self, versions: Sequence[Any]) -> Arms:
        """Replace the versions played, by arm."""
        pairs = zip(self.arms, versions, strict=True)
        return replace(self, arms=tuple(replace(arm, version=version) for arm, version in pairs))

    def with_baseline(self, game: Game, baseline: Any) -> Arms:
        """Make the same changes to another baseline.

        Raises:
            InputError: a changed version is invalid.
        """
        versions = [baseline] + [
            game.change(baseline, [(change.key, change.new) for change in arm.changes])
            for arm in self.arms[1:]
        ]
        return self.with_versions(game.align(versions))


def parse_setting(text: str, option: str = "--vary") -> tuple[str, str]:
    """Split ``KEY=value`` at its first equals sign.

    >>> parse_setting("seat.1=vegas:stake=2")
    ('seat.1', 'vegas:stake=2')

    An empty value clears a cell.
    """
    key, separator, value = text.partition("=")
    if not separator or not key.strip():
        raise InputError(f'{option} "{text}" should be KEY=value, such as rules.SWITCH=VALUE.')
    return key.strip(), value.strip()


def parse_vary(text: str) -> Vary:
    """Read ``KEY=v1,v2``; a value with a comma needs double quotes.

    >>> parse_vary("card.038.stars=3,4")
    Vary(key='card.038.stars', values=('3', '4'))
    """
    key, entries = parse_setting(text)
    try:
        rows = list(csv.reader([entries], skipinitialspace=True))
    except csv.Error as error:
        raise InputError(f'--vary "{text}" cannot be read ({error}); write KEY=v1,v2.') from None
    values = tuple(value.strip() for value in rows[0]) if rows and rows[0] else ("",)
    if len(values) > 1 and not all(values):
        raise InputError(f'--vary "{text}" has an empty value; write KEY=v1,v2.')
    return Vary(key, values)


def baseline_arms(game: Game[V], version: V) -> Arms:
    """Make the baseline alone, as ``run`` plays it."""
    return _Builder(game, version).arms()


def vary_arms(
    game: Game[V], version: V, vary: Sequence[Vary], design: str = "one-at-a-time"
) -> Arms:
    """Make the baseline and the arms for ``--vary``.

    Raises:
        InputError: a key or value is unknown, or a key is given twice or already set for all arms.
    """
    return planned_arms(game, version, vary, (), design)


def crossed_arms(
    game: Game[V],
    version: V,
    keys: Sequence[Vary],
    resolution: int | None,
    *,
    skip_impossible: bool = False,
) -> Arms:
    """Make arms for the baseline, single values and crossed keys.

    Keys with one value are crossed with one another: in all combinations if ``resolution`` is None,
    otherwise in a fraction of them with at least that resolution. A value that cannot be crossed is
    played on its own or together with the value that it needs (`combine`). With
    ``skip_impossible``, values that cannot be played and keys that are set for all versions are
    left out with a note.

    Raises:
        InputError: a key or value is invalid.
    """
    builder = _Builder(game, version)
    builder.add_crossed(keys, resolution, skip_impossible)
    return builder.arms()


def sheet_arms(game: Game[V], version: V, variant: V) -> Arms:
    """Make the baseline, an arm per changed component, and one combining them.

    ``variant`` is the baseline with the new sheet. A component that cannot be changed alone has no
    arm: for example, if two components swap a value that only one may have, neither has an arm.

    Raises:
        NothingToPlay: the new sheet changes nothing in play.
    """
    version, variant = game.align([version, variant])
    differences = game.differences(version, variant)
    if not differences:
        raise NothingToPlay(
            "The sheet says the same as the current rules: there is nothing to play."
        )
    cosmetic = [cell.name for cell in differences if not cell.in_play]
    differences = tuple(cell for cell in differences if cell.in_play)
    if not differences:
        raise NothingToPlay(
            f"The sheet changes only descriptive text ({list_names(cosmetic)}), which has no "
            "effect in play: there is nothing to play."
        )
    builder = _Builder(game, version)
    if cosmetic:
        builder.note(
            f"Descriptive text has no effect in play and is left out: {list_names(cosmetic)}."
        )
    subjects: dict[str, list[Change]] = {}
    for difference in differences:
        subjects.setdefault(difference.subject, []).append(difference)
    for changes in subjects.values():
        settings = [(change.key, change.new) for change in changes]
        try:
            game.change(version, settings)
        except InputError as error:
            builder.note(f"{changes[0].name} is changed only together with the others. {error}")
        else:
            builder.add(changes[0].name, settings)
    if len(subjects) > 1:
        builder.add("all changes", [(change.key, change.new) for change in differences])
    return builder.arms()


def planned_arms(
    game: Game[V],
    version: V,
    vary: Sequence[Vary],
    plan: Sequence[tuple[str, Sequence[tuple[str, str]]]],
    design: str = "one-at-a-time",
) -> Arms:
    """Make the baseline, the arms for ``vary``, and a plan's labelled arms."""
    builder = _Builder(game, version)
    builder.add_varied(vary, design)
    for label, settings in plan:
        builder.add(label, settings)
    return builder.arms()


def restricted_arms(game: Game[V], version: V, entry: int, bans: Sequence[Sequence[str]]) -> Arms:
    """Make the baseline, and a version for each set of ``bans``.

    The bans apply to the strategy with index ``entry`` in the line-up.

    Raises:
        InputError: the game has no bans, or a ban does not exist.
    """
    part = game.restrictions
    if part is None:
        raise InputError(f"The game {game.name} has no options that can be banned.")
    builder = _Builder(game, version)
    rows = []
    for names in bans:
        normal_names = [part.normal(version, name) for name in names]
        row = builder.add(
            f"without {' + '.join(normal_names)}", [part.setting(entry, normal_names)]
        )
        rows.append((row, normal_names))
    arms = builder.arms()
    strategy = part.strategy(arms.versions(), entry)
    strategies = game.dims(arms.versions())[game.standings.role("strategy").dim]
    restriction = Restriction(
        strategy,
        str(strategies["name"][strategy]),
        tuple(
            Ban(
                arms.rows[row].arm,
                " + ".join(normal_names),
                ", ".join(part.words(version, ban) for ban in normal_names),
            )
            for row, normal_names in rows
        ),
    )
    return replace(arms, restriction=restriction)


def compared_arms(
    game: Game[V],
    version: V,
    first: Sequence[tuple[str, str]],
    second: Sequence[tuple[str, str]],
) -> Arms:
    """Make the two versions that two sets of settings produce from ``version``.

    The first is the run's baseline. If it differs from ``version``, its label is "A", followed by
    its settings. Rule sets are shown by name.

    Raises:
        InputError: a key or value is unknown, a key is given twice, or both versions are the same.
    """
    builder = _Builder(game, version)
    base, variant = game.align(
        [game.change(version, builder.normal_settings(settings)) for settings in (first, second)]
    )
    differences = game.differences(base, variant)
    if not any(change.in_play for change in differences):
        raise InputError(
            f"The two versions are the same{' in play' if differences else ''}: there is nothing "
            "to compare."
        )
    sides = [builder.normal_settings(settings) for settings in (first, second)]
    first_words, second_words = (builder.words(settings) for settings in sides)
    changed = bool(game.differences(*game.align([version, base])))
    pair = _Builder(game, base, f"A ({first_words})" if changed else BASELINE)
    changes_rules = any(key == RULES for settings in sides for key, _ in settings)
    pair.add(
        second_words if changes_rules else None,
        [(change.key, change.new) for change in differences],
    )
    return pair.arms()


def _format_settings(settings: Sequence[Setting]) -> str:
    """Write keys with their values as a user would type them."""
    return " ".join(f"{key}={value}" for key, value in settings)


def list_names(names: Sequence[str], max_shown: int = 3) -> str:
    """List names in a sentence, each once, shortening a long list."""
    distinct = list(dict.fromkeys(names))
    hidden = len(distinct) - max_shown
    remainder = f" and {hidden} more" if hidden > 0 else ""
    return ", ".join(distinct[:max_shown]) + remainder


def _check_distinct(keys: Sequence[str], fault: str) -> None:
    """Refuse a key that occurs twice."""
    for key in keys:
        if keys.count(key) > 1:
            raise InputError(f"The key {key} {fault}")


def _check_label(label: str, versions: Sequence[Arm | Row]) -> None:
    """Refuse a label that a version already has."""
    if any(version.label == label for version in versions):
        raise InputError(f'Two versions are called "{label}"; each needs a label of its own.')


class _Builder:
    """Collects arms, merging versions with equal differences from the baseline."""

    def __init__(self, game: Game, version: Any, label: str = BASELINE) -> None:
        self._game = game
        self._version = version
        self._arms = [Arm(label, (), version)]
        self._rows = [Row(label, 0)]
        self._varied_keys: list[VariedKey] = []
        self._notes: list[str] = []
        self._by_changes: dict[tuple[tuple[str, str], ...], int] = {(): 0}
        self._crossing: Crossing | None = None

    def note(self, text: str) -> None:
        """Add a note for the user, once."""
        if text not in self._notes:
            self._notes.append(text)

    def add(self, label: str | None, settings: Sequence[tuple[str, str]]) -> int:
        """Add a version and return the number of its row.

        A version without a label is named after its settings.
        """
        settings = self.normal_settings(settings, label)
        if not settings:
            raise InputError(f'The version "{label}" changes nothing; give it at least one change.')
        if label is not None and label.strip().lower() in (BASELINE, CURRENT):
            raise InputError(
                f'A version cannot be called "{label}", because that is the version that others '
                "are compared with; give it another label."
            )
        row_label = label or _format_settings(settings)
        _check_label(row_label, self._rows)
        version = self._game.change(self._version, settings)
        changes = self._game.differences(self._version, version)
        identity = tuple((change.key, change.new) for change in changes if change.in_play)
        if changes and not identity:
            # With changes only to descriptive text, the games would be the same.
            for note in self._game.idle(self._version, version):
                self.note(f"{note.removesuffix('.')}; no version is played for it.")
        if identity not in self._by_changes:
            if len(self._arms) >= MAX_ARMS:
                raise InputError(
                    f"That makes more than {count(MAX_ARMS)} versions, the maximum for one run."
                )
            self._by_changes[identity] = len(self._arms)
            changes_rules = any(key == RULES for key, _ in settings)
            arm_label = label or (
                self.words(settings) if changes_rules else _format_settings(identity)
            )
            _check_label(arm_label, self._arms)
            self._arms.append(Arm(arm_label, changes, version))
            for note in self._game.idle(self._version, version):
                self.note(note)
        self._rows.append(Row(row_label, self._by_changes[identity]))
        return len(self._rows) - 1

    def words(self, settings: Sequence[Setting]) -> str:
        """Write settings as a label: rule sets by name, keys as typed."""
        if not settings:
            return self._current_rules() or CURRENT
        key_settings = [(key, value) for key, value in settings if key != RULES]
        sets = [self._title(value) for key, value in settings if key == RULES]
        return ", ".join([*sets, *([_format_settings(key_settings)] if key_settings else [])])

    def _title(self, rules: str) -> str:
        """Return the displayed name of a preset or a rule file."""
        part = self._game.rule_sets
        return rules if part is None else part.title(rules)

    def _current_rules(self) -> str:
        """Return the name of the baseline's rules.

        It is "" if the game has no presets.
        """
        record = self._game.record(self._version)
        return rules_title(self._game.declaration, record.get(RULES, {}))

    def normal_settings(
        self, settings: Sequence[tuple[str, str]], label: str | None = None
    ) -> list[tuple[str, str]]:
        """Check and normalise a version's keys."""
        keys = [self._checked_key(key) for key, _ in settings]
        where = f'in the version "{label}"' if label else "in one version"
        _check_distinct(keys, f"is set twice {where}.")
        return [(key, value) for key, (_, value) in zip(keys, settings, strict=True)]

    def add_varied(self, vary: Sequence[Vary], design: str) -> None:
        """Add the versions in which the keys of ``vary`` take their values."""
        if design not in DESIGNS:
            raise InputError(no_such("design", design, DESIGNS))
        keys = [self._checked_key(axis.key) for axis in vary]
        _check_distinct(keys, "is varied twice; list all its values together.")
        if design == "one-at-a-time" or len(vary) == 1:
            for key, axis in zip(keys, vary, strict=True):
                self._add_one_key(key, axis.values)
            return
        for key, axis in zip(keys, vary, strict=True):
            for text in axis.values:
                if not self._in_play(key, text):
                    raise InputError(
                        f"{key}={text} changes nothing in play; leave it out of the design."
                    )
        levels: list[list[str | None]] = []
        for key, axis in zip(keys, vary, strict=True):
            has_current = any(self._change(key, value) is None for value in axis.values)
            levels.append([*([] if has_current else [None]), *axis.values])
        number = math.prod(len(level) for level in levels)
        if number > MAX_ARMS:
            raise InputError(
                f"The factorial design makes {count(number)} versions; the maximum is "
                f"{count(MAX_ARMS)}."
            )
        arm_of: dict[tuple[int, ...], int] = {}
        for choice in itertools.product(*(range(len(level)) for level in levels)):
            settings = [
                (key, value)
                for key, level, index in zip(keys, levels, choice, strict=True)
                if (value := level[index]) is not None
            ]
            row = self.add(None, settings) if settings else 0
            arm_of[choice] = self._rows[row].arm
        self._crossing = self._full_crossing(keys, levels, arm_of)

    def _change(self, key: str, value: str) -> Change | None:
        """Return the change that a key's value makes, or None."""
        variant = self._game.change(self._version, [(key, value)])
        return self._pick_change(key, value, self._game.differences(self._version, variant))

    def _pick_change(self, key: str, value: str, changes: Sequence[Change]) -> Change | None:
        """Pick a key's change; a rule set's switches count as one change."""
        if key != RULES or not changes:
            return next((change for change in changes if change.key == key), None)
        old, new = self._current_rules(), self._title(value)
        return Change(key, old, new, RULES)

    def _full_crossing(
        self,
        keys: Sequence[str],
        levels: Sequence[Sequence[str | None]],
        arm_of: Mapping[tuple[int, ...], int],
    ) -> Crossing | None:
        """Describe the design in which all levels are crossed.

        Return None if a level is listed twice or a key does not change.
        """
        changes = [
            [None if value is None else self._change(key, value) for value in key_levels]
            for key, key_levels in zip(keys, levels, strict=True)
        ]
        factors, orders = [], []
        for key_changes in changes:
            new = [change for change in key_changes if change is not None]
            if not new or len({change.new for change in new}) < len(key_changes) - 1:
                return None
            factors.append(
                Factor(new[0].key, new[0].name, new[0].old, tuple(change.new for change in new))
            )
            current = key_changes.index(None)
            orders.append(
                [
                    0 if index == current else index + (index < current)
                    for index in range(len(key_changes))
                ]
            )
        rows = [
            CrossedRow(
                arm, tuple(order[index] for order, index in zip(orders, choice, strict=True))
            )
            for choice, arm in arm_of.items()
        ]
        arms = {row.levels: row.arm for row in rows}
        simple = [
            SimpleEffect(factor.key, factor.name, factor.old, value, arms[levels], 0)
            for number, factor in enumerate(factors)
            for level, value in enumerate(factor.values, 1)
            for levels in [tuple(level if other == number else 0 for other in range(len(factors)))]
        ]
        return Crossing(tuple(factors), tuple(rows), (), tuple(simple))

    def add_crossed(
        self, vary: Sequence[Vary], resolution: int | None, skip_impossible: bool
    ) -> None:
        """Add the versions for `crossed_arms`."""
        axes = []
        for axis in vary:
            key = self._game.normal_key(self._version, axis.key)
            if skip_impossible and key in self._game.fixed_keys(self._version):
                self._notes.append(f"{key} is left out: it is set for all versions.")
                continue
            axes.append((self._checked_key(axis.key), axis.values))
        _check_distinct([key for key, _ in axes], "is given twice; list all its values together.")
        combination = combine(self._game, self._version, axes, skip_impossible=skip_impossible)
        self._notes += combination.notes
        design = two_level(len(combination.crossed_settings), resolution)
        if len(design.rows) > MAX_ARMS:
            raise InputError(
                f"The design makes {count(len(design.rows))} versions; the maximum is "
                f"{count(MAX_ARMS)}. --design fraction makes fewer."
            )
        simple = self._simple_effects(combination)
        rows = []
        for levels in design.rows:
            settings = [
                setting
                for setting, level in zip(combination.crossed_settings, levels, strict=True)
                if level
            ]
            rows.append(CrossedRow(self._arm_of(settings), levels))
        factors = []
        for key, value in combination.crossed_settings:
            change = self._change(key, value)
            assert change is not None  # changes without effect are not crossed
            factors.append(Factor(key, change.name, change.old, (change.new,)))
        self._crossing = Crossing(tuple(factors), tuple(rows), design.words, simple)

    def _simple_effects(self, combination: Combination) -> tuple[SimpleEffect, ...]:
        """Pair each value's version with the one lacking only that value."""
        simple: list[SimpleEffect] = []
        values = [
            *map(SeparateValue, combination.crossed_settings),
            *combination.separate_values,
        ]
        for separate in sorted(values, key=lambda separate: separate.setting[0] != RULES):
            (key, value), condition = separate.setting, separate.conditions
            against = self._arm_of(condition)
            arm = self._arm_of([*condition, (key, value)])
            variant = self._game.change(self._version, [*condition, (key, value)])
            differences = self._game.differences(self._arms[against].version, variant)
            change = self._pick_change(key, value, differences)
            assert change is not None  # changes without effect are not requested
            if any(
                (other.key, other.value, other.arm) == (key, change.new, arm) for other in simple
            ):
                raise InputError(f"{key} lists the value {value} twice.")
            given = _format_settings(condition)
            simple.append(
                SimpleEffect(key, change.name, change.old, change.new, arm, against, given)
            )
        return tuple(simple)

    def _arm_of(self, settings: Sequence[Setting]) -> int:
        """Return the number of these settings' arm, adding it if necessary."""
        if not settings:
            return 0
        label = _format_settings(settings)
        for row in self._rows:
            if row.label == label:
                return row.arm
        changes_rules = any(key == RULES for key, _ in settings)
        try:
            return self._rows[self.add(None if changes_rules else label, settings)].arm
        except InputError as error:
            raise InputError(
                f"The design needs an impossible version: {error} Leave one of its switches out."
            ) from None

    def _add_one_key(self, key: str, values: tuple[str, ...]) -> None:
        rows = [self.add(None, [(key, value)]) for value in values]
        arm_ids = [self._rows[row].arm for row in rows]
        if len(set(arm_ids)) < len(arm_ids):
            duplicate = next(
                value for index, value in enumerate(values) if arm_ids[index] in arm_ids[:index]
            )
            if self._in_play(key, duplicate):
                raise InputError(f"--vary {key} lists the value {duplicate} twice.")
        changes = [
            self._pick_change(key, value, self._arms[arm].changes)
            for arm, value in zip(arm_ids, values, strict=True)
        ]
        first = next((change for change in changes if change is not None), None)
        name, old = (first.name, first.old) if first else (key, values[0])
        if first and key != RULES:
            values = tuple(change.new if change else old for change in changes)
        self._varied_keys.append(VariedKey(key, name, old, values, tuple(rows)))

    def _in_play(self, key: str, value: str) -> bool:
        """Check that a key's value does not merely change display text."""
        change = self._change(key, value)
        return change is None or change.in_play

    def _checked_key(self, key: str) -> str:
        normal = self._game.normal_key(self._version, key)
        if normal in self._game.fixed_keys(self._version):
            raise InputError(
                f"{normal} is set for all versions and varied as well; leave one of the two out."
            )
        return normal

    def arms(self) -> Arms:
        """Return the collected arms, with one common list of components."""
        versions = self._game.align([arm.version for arm in self._arms])
        players = {self._game.players_of(version) for version in versions}
        if len(players) > 1:
            people = self._game.declaration.words.player[1]
            raise InputError(
                f"All versions of one run need the same number of {people}, but these have "
                f"{' and '.join(str(number) for number in sorted(players))}."
            )
        return Arms(
            tuple(self._arms),
            tuple(self._rows),
            tuple(self._varied_keys),
            tuple(self._notes),
            self._crossing,
        ).with_versions(versions)


def arms_record(game: Game, arms: Arms) -> dict[str, Any]:
    """Record the arms as plain values for run.json.

    The keys are ``baseline``, ``arms``, ``rows``, ``varied``, ``crossing`` if keys change together,
    and ``restriction`` if a strategy has bans.

    An arm lists its changes, and in ``differs`` the parts of its record that differ from the
    baseline's, except ``data``, which the changes reproduce.
    """
    baseline = game.record(arms.baseline.version)
    return {
        "baseline": baseline,
        "arms": [
            {
                "label": arm.label,
                "changes": [change.record() for change in arm.changes],
                "differs": _differing(baseline, game.record(arm.version)),
            }
            for arm in arms.arms
        ],
        "rows": [asdict(row) for row in arms.rows],
        "varied": [
            {**asdict(varied), "values": list(varied.values), "rows": list(varied.rows)}
            for varied in arms.varied_keys
        ],
        **({} if arms.crossing is None else {"crossing": arms.crossing.record()}),
        **({} if arms.restriction is None else {"restriction": arms.restriction.record()}),
    }


def _differing(baseline: Mapping[str, Any], record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of ``record`` that differ from ``baseline``.

    A nested mapping contributes only its differing entries.
    """
    differing: dict[str, Any] = {}
    for key, value in record.items():
        before = baseline.get(key)
        if key == "data" or value == before:
            continue
        if isinstance(value, dict) and isinstance(before, dict):
            value = {name: item for name, item in value.items() if before.get(name) != item}
            if not value:
                continue  # it only lacks some of the baseline's strategy files
        differing[key] = value
    return differing


def arm_number(record: Mapping[str, Any], label: str) -> int:
    """Find an arm in run.json by its label or its short name.

    Raises:
        InputError: no version of the run has this label.
    """
    for row in record["rows"]:
        if row["label"] == label:
            return int(row["arm"])
    labels = [str(arm["label"]) for arm in record["arms"]]
    if label in labels:
        return labels.index(label)
    if label.strip().lower() in (BASELINE, CURRENT):
        return 0
    short = short_labels(
        [
            (str(arm["label"]), [Change.from_record(change) for change in arm["changes"]])
            for arm in record["arms"]
        ]
    )
    if label.replace("→", "->") in short:
        return short.index(label.replace("→", "->"))
    names = [BASELINE if not arm else name for arm, name in enumerate(short)]
    raise InputError(
        f'The run has no version "{label}"; it has {", ".join(names)}.'
        f"{nearest(label, [*names, *labels])}"
    )


def restored_version(
    game: Game, record: Mapping[str, Any], arm: int = 0, announce: Announce | None = None
) -> Any:
    """Restore the version that arm ``arm`` of a run.json played.

    Without ``announce``, the strategy files that run.json names are refused, except for those whose
    bytes this process has run before. With ``announce``, they run after ``announce`` has been
    called with their hashes.

    Raises:
        InputError: the version can no longer be restored, for example because a strategy file has
            changed.
        UntrustedCode: the version names a strategy file that nobody vouches for.
    """
    if record["game"] != game.name:
        raise InputError(
            f"The run was played with the game {record['game']}, not with {game.name}."
        )
    with reading_result(announce):
        try:
            return _restore(game, record, arm)
        except (VersionChanged, UnknownName) as error:
            raise StrategyError(f"{error}{other_release_hint(record, 'replay the run')}") from None
        except (KeyError, TypeError, AttributeError) as error:
            raise InputError(
                f"Version {arm} in run.json cannot be restored: an entry is missing or has the "
                f"wrong type ({type(error).__name__}: {error})."
            ) from error


def _restore(game: Game, record: Mapping[str, Any], arm: int) -> Any:
    version = game.restore(record["baseline"])
    if arm == 0:
        return version
    changes = record["arms"][arm]["changes"]
    variant = game.change(version, [(change["key"], change["new"]) for change in changes])
    lessons = record["arms"][arm]["differs"].get(LEARNT)
    if lessons is not None and game.with_learnt is not None:
        variant = game.with_learnt(variant, tuple(lessons))
    current_differences = _differing(record["baseline"], game.record(variant))
    differences = record["arms"][arm]["differs"]
    strategy_changes = changed_strategies(differences, current_differences)
    if strategy_changes is not None:
        raise VersionChanged(strategy_changes)
    for key, value in differences.items():
        if key != SOURCES and current_differences.get(key) != value:
            raise InputError(
                f'The version "{record["arms"][arm]["label"]}" cannot be restored: its "{key}" no '
                f"longer matches run.json.{other_release_hint(record, 'replay the run')}"
            )
    return variant
