"""Versions of a game with components, rule switches and strategies.

A version is components, a rule set and a line-up. Its keys are those of ``--vary``: the cells of
the components, ``rules`` (a preset or a rule file), ``rules.SWITCH``, ``seat.K`` (the strategy of
the K-th seat, from 1) and ``strategy.NAME.PARAMETER``. A game derives its own class of version from
`GameVersion`, overriding some methods to add its own parts, such as further keys. From that class,
`game_of_versions` makes the `Game`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from eoc_sim.counts import plural
from eoc_sim.errors import (
    InputError,
    StrategyError,
    UnknownName,
    VersionChanged,
    nearest,
    nearest_name,
)
from eoc_sim.simulator.kernel.compiled import COMPILED, is_cached
from eoc_sim.simulator.kernel.engine import compile_ahead
from eoc_sim.simulator.kernel.own_columns import OwnColumns
from eoc_sim.simulator.kernel.record_writes import check_writes
from eoc_sim.simulator.kernel.rule_sets import STANDARD, Rules, RuleSet
from eoc_sim.simulator.kernel.strategy import PROPOSE
from eoc_sim.simulator.kernel.strategy_files import load, move_spec, own_files
from eoc_sim.simulator.kernel.typed_paths import changed_settings, in_words
from eoc_sim.simulator.kernel.vouching import is_reading, reading_result
from eoc_sim.simulator.runs.change import RULES, Change
from eoc_sim.simulator.runs.changed_strategies import SOURCES, changed_strategies
from eoc_sim.simulator.runs.component_cells import ComponentCells
from eoc_sim.simulator.runs.component_keys import DESCRIPTIVE_COLUMNS, split
from eoc_sim.simulator.runs.components import align
from eoc_sim.simulator.runs.loaded_strategies import load_once
from eoc_sim.simulator.runs.run_file import CARRIED, RULES_PLAYED
from eoc_sim.simulator.runs.sheets import with_article

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.engine import GameEngine
    from eoc_sim.simulator.kernel.parameters import Parameter
    from eoc_sim.simulator.kernel.serving import Kernel
    from eoc_sim.simulator.kernel.strategy import Strategy
    from eoc_sim.simulator.kernel.strategy_folders import StrategyFolders
    from eoc_sim.simulator.runs.components import Components
    from eoc_sim.simulator.runs.version_options import VersionOptions

NOBODY = "nobody"
"""The stand-in shown for a seat that a version does not have."""
MAX_LISTED = 4
"""The maximum number of changes listed for an impossible version.

Further changes are only counted.
"""
MAX_WORDS = 8
"""The maximum number of words in the result of `brief`.

If the text is longer, the result is "".
"""

Override = tuple[str, str, float]
"""A parameter in all of a strategy's seats: (name, parameter, value)."""

Identity = tuple[str, str]
"""A strategy's identity in the tables: label and hash."""


@dataclass(frozen=True)
class GameVersion:
    """One version of a game.

    ``seats`` are the strategies as the user named them, and ``overrides`` the parameters set by
    ``strategy.NAME.PARAMETER``. ``set_keys`` are the keys that the baseline's own options have set;
    ``data_folder`` is the folder given by ``--data``, which may have its own presets.

    A game's own class sets the class attributes. Its module is ``versions``, in a package with the
    modules ``engine``, which has `Engine`, and ``game``, which has `GAME`. ``own_kinds`` are the
    first words of further keys, all written ``KIND.K`` for seat K.
    """

    components: Any
    rules: RuleSet
    seats: tuple[str, ...]
    overrides: tuple[Override, ...] = ()
    set_keys: frozenset[str] = field(default=frozenset(), compare=False)
    data_folder: Path | None = field(default=None, compare=False)

    game_rules: ClassVar[Rules]
    component_type: ClassVar[type[Components]]
    cells: ClassVar[ComponentCells]
    default_seats: ClassVar[tuple[str, ...]]
    named_sheets: ClassVar[tuple[str, ...]] = ()
    """The sheets whose rows are named in narrations."""
    own_kinds: ClassVar[tuple[str, ...]] = ()
    change_refusal: ClassVar[str] = "--seats says who plays, and with which parameters"
    """The reason why ``--change`` cannot set keys of seats and strategies."""

    @classmethod
    def engine_type(cls) -> type[GameEngine[Any]]:
        """Return the game's engine, imported on first use, as importing is slow."""
        engine: type[GameEngine[Any]] = import_module(cls.module("engine")).Engine
        return engine

    @classmethod
    def module(cls, name: str) -> str:
        """Return the full name of a module of the game's package."""
        return f"{cls.__module__.rpartition('.')[0]}.{name}"

    @classmethod
    def folders(cls) -> StrategyFolders:
        """Locate the game's strategies and declare their possible functions."""
        return cls.engine_type().folders()

    @classmethod
    def kernel(cls) -> Kernel:
        """Return the game's compiled kernel."""
        return cls.engine_type().kernel

    # --- Methods that a game's own version may override.

    def engine(
        self, seed: int, seating: str, strategy_ids: Sequence[int], next_id: int
    ) -> GameEngine[Any]:
        """Make the engine of this version.

        ``next_id`` is the first id that no strategy has.
        """
        return self.engine_type()(
            self.components, self.rules, self.strategies(), seed, seating, strategy_ids
        )

    def check_players(self) -> None:
        """Refuse a line-up that the rules do not allow."""
        self.rules.check_game(self.components, len(self.seats))

    def check(self) -> None:
        """Refuse a changed version whose line-up or other parts do not fit."""
        self.check_players()

    @classmethod
    def usual_seats(cls, rules: RuleSet) -> tuple[str, ...]:
        """Return the default line-up under these rules."""
        return cls.default_seats

    def remarks(self, options: VersionOptions) -> list[str]:
        """List sentences to show before the requested version is played."""
        return self.rules.idle_sentences(len(self.seats))

    def with_own_settings(self, settings: Sequence[tuple[str, str]]) -> Self:
        """Set the game's further keys, given in normal form."""
        return self

    def own_differences(self, new: Self) -> list[Change]:
        """List the game's further keys in which two versions differ."""
        return []

    @property
    def rules_played(self) -> RuleSet:
        """The rules, including changes that the game itself makes."""
        return self.rules

    def idle_switches(self) -> list[str]:
        """List the switches that change nothing in this version."""
        return self.rules.idle(len(self.seats))

    def idle_sentences(self, change: Change) -> list[str]:
        """List reasons why a change leading to this version has no effect."""
        kind, _, switch = change.key.partition(".")
        if kind == "rules" and switch in self.idle_switches():
            return [f"{change.sentence} has no effect, given the other rules."]
        reason = self.idle_reason(change) if kind in self.cells.sheets else ""
        return [f"{change.sentence} changes nothing: {reason}."] if reason else []

    def idle_reason(self, change: Change) -> str:
        """Explain why a changed cell is idle, or return ""."""
        kind, _, column = split(change.key)
        is_descriptive = column in DESCRIPTIVE_COLUMNS
        return f"no rule looks at {with_article(kind)}'s {column}" if is_descriptive else ""

    @classmethod
    def identities(cls, versions: Sequence[Self]) -> list[list[Identity]]:
        """Identify each seat's strategy in each version, for the tables."""
        return [[identity(strategy) for strategy in version.strategies()] for version in versions]

    def models(self) -> list[Strategy]:
        """List the rollouts' model, the strategy that stands in for other players.

        The list is empty if no strategy searches, and otherwise has one strategy.
        """
        searching = any(PROPOSE in strategy.functions for strategy in self.strategies())
        return [load_cached(type(self), self.folders().model)] if searching else []

    def list_extra_strategies(self) -> list[Strategy]:
        """List strategies to compile in addition to those in the seats."""
        return []

    def own_record(self) -> dict[str, Any]:
        """Record the rollouts' model; a game may add further fields."""
        record = {}
        for model in self.models():  # there is at most one
            record["model"] = {"spec": model.spec, "hash": model.hash}
        return record

    @classmethod
    def own_fields(cls, record: Mapping[str, Any], components: Any) -> dict[str, Any]:
        """Restore the game's further fields that `own_record` wrote."""
        return {}

    # --- The players.

    def strategies(self) -> list[Strategy]:
        """Load the seats' strategies, with overrides."""
        return [self._override(load_cached(type(self), spec)) for spec in self.seats]

    def _override(self, strategy: Strategy) -> Strategy:
        values = {key: value for name, key, value in self.overrides if name == strategy.name}
        return (
            replace(strategy, parameters={**strategy.parameters, **values}) if values else strategy
        )

    def players(self) -> int:
        """Return the number of seats in the line-up."""
        return len(self.seats)

    # --- Making and changing versions.

    @classmethod
    def baseline(cls, options: VersionOptions) -> Self:
        """Make the version that the options request.

        Raises:
            InputError: a preset, switch, component, card or strategy is invalid.
        """
        folder = (
            Path(options.data) if options.data is not None and Path(options.data).is_dir() else None
        )
        own_data = options.data is not None
        components = (
            cls.component_type.load_data(options.data) if own_data else cls.package_components()
        )
        settings = {name.strip(): value for name, value in options.settings}
        cells: dict[str, str] = {}
        preset = {} if options.rules is None else {RULES: options.rules}
        for key, value in options.changes:
            normal = cls._option_key(components, key)
            kind, _, switch = normal.partition(".")
            name, target = (switch, settings) if kind == RULES and switch else (normal, cells)
            target = preset if normal == RULES else target
            if name in target:
                raise InputError(
                    f"{normal} is set twice: --rules, --card and --set are short for --change."
                )
            target[name] = value
        rules = cls.game_rules.resolve(preset.get(RULES, STANDARD), settings, folder)
        seats = options.seats or cls.usual_seats(rules)
        version = cls.make(
            components, rules, seats, changes=list(cells.items()), settings=list(settings)
        )
        return replace(version, data_folder=folder)

    @classmethod
    def make(
        cls,
        components: Any,
        rules: RuleSet,
        seats: Sequence[str],
        *,
        changes: Sequence[tuple[str, str]] = (),
        settings: Sequence[str] = (),
    ) -> Self:
        """Make a version from components, rules and seats, with changed cells.

        ``settings`` are the switches already changed in ``rules``. They and the keys of ``changes``
        are fixed for all versions made from this one.
        """
        set_keys = {f"rules.{name.strip()}" for name in settings}
        set_keys |= {cls.cells.normal_key(components, key) for key, _ in changes}
        variant = cls.cells.change(components, changes)
        version = cls(variant, rules, tuple(seats), (), frozenset(set_keys))
        version.strategies()
        version.check_players()
        return version

    @classmethod
    def package_components(cls) -> Any:
        """Return the package's components."""
        kind: Any = cls
        return _package_components(kind)

    @classmethod
    def _option_key(cls, components: Any, key: str) -> str:
        """Normalise a key that options can set."""
        kind, _, subkey = key.strip().partition(".")
        kind = kind.lower()
        if kind == RULES and not subkey:
            return RULES
        if kind == RULES:
            if subkey not in cls.game_rules.switches:
                raise UnknownName("key", f"rules.{subkey}", cls._unknown_switch(key, subkey))
            return f"rules.{subkey}"
        if kind in cls.cells.sheets:
            return cls.cells.normal_key(components, key)
        if kind in ("seat", "strategy", *cls.own_kinds):
            raise InputError(f"The key {key} cannot be set with --change: {cls.change_refusal}.")
        raise cls._unknown_key(key)

    @classmethod
    def _unknown_switch(cls, key: str, name: str) -> str:
        """Write the error for an unknown switch, suggesting a switch or preset."""
        sentence = f'The key {key}: there is no switch "{name}".'
        suggestion = nearest(name, cls.game_rules.switches)
        presets = cls.game_rules.preset_names()
        preset = nearest_name(name, presets)
        if name.lower() in ("preset", "presets", "rules"):
            entries = " or ".join(f"{RULES}={preset_name}" for preset_name in presets)
            return f'{sentence} A preset is a value of the key "{RULES}": {entries}.'
        return sentence + (
            f' Did you mean "{RULES}={preset}"?' if preset and not suggestion else suggestion
        )

    @classmethod
    def _unknown_key(cls, key: str) -> InputError:
        kind = key.strip().partition(".")[0].lower()
        forms = (
            *cls.cells.forms,
            RULES,
            "rules.SWITCH",
            "seat.K",
            "strategy.NAME.PARAMETER",
            *(f"{own_kind}.K" for own_kind in cls.own_kinds),
        )
        kinds = (*cls.cells.sheets, "rules", "seat", "strategy", *cls.own_kinds)
        suggestion = cls._suggest_key(key)
        words = f' Did you mean "{suggestion}"?' if suggestion else ""
        if not suggestion and kind not in kinds:
            words = nearest(kind, kinds)
        return UnknownName(
            "key", key, f'"{key}" is not a key; the keys are {", ".join(forms)}.{words}'
        )

    @classmethod
    def _suggest_key(cls, key: str) -> str:
        """Suggest a key of another kind, or return ""."""
        kind, _, subkey = key.strip().partition(".")
        if kind.lower() in cls.game_rules.switches and not subkey:
            return f"rules.{kind.lower()}"
        similar_sheet = nearest_name(kind, cls.cells.sheets)
        for sheet in sorted(cls.cells.sheets, key=lambda name: name != similar_sheet):
            try:
                return cls.cells.normal_key(cls.package_components(), f"{sheet}.{subkey}")
            except InputError:
                continue
        return ""

    def normal_key(self, key: str) -> str:
        """Normalise a key of the version.

        Raises:
            InputError: there is no such key; the message names the nearest.
        """
        kind, _, subkey = key.strip().partition(".")
        kind = kind.lower()
        if kind in ("seat", *self.own_kinds) and subkey.isdecimal():
            if not 1 <= int(subkey) <= len(self.seats):
                last = f" to {kind}.{len(self.seats)}" if len(self.seats) > 1 else ""
                raise InputError(f"The key {key}: seats are numbered from 1, here {kind}.1{last}.")
            return f"{kind}.{int(subkey)}"
        if kind == "strategy" and subkey.count(".") >= 1:
            name, parameter = subkey.rsplit(".", 1)
            self._find_parameter(name, parameter, key)
            return f"strategy.{name}.{parameter}"
        if kind in ("seat", "strategy", *self.own_kinds):
            raise self._unknown_key(key)
        return self._option_key(self.components, key)

    def _strategy(self, name: str, key: str) -> Strategy:
        by_name = {strategy.name: strategy for strategy in self.strategies()}
        if name not in by_name:
            raise InputError(
                f'The key {key}: no seat plays "{name}"; the seats play {", ".join(by_name)}.'
                f"{nearest(name, by_name)}"
            )
        return by_name[name]

    def _find_parameter(self, name: str, parameter: str, key: str) -> Parameter:
        declarations = {
            declaration.name: declaration for declaration in self._strategy(name, key).declarations
        }
        if parameter not in declarations:
            raise InputError(
                f'The key {key}: {name} has no parameter "{parameter}"; it has '
                f"{', '.join(declarations) or 'none'}.{nearest(parameter, declarations)}"
            )
        return declarations[parameter]

    def fixed_keys(self) -> frozenset[str]:
        """Return the keys that ``--set``, ``--card`` and ``--change`` have set."""
        return self.set_keys

    def change(self, settings: Sequence[tuple[str, str]]) -> Self:
        """Set each key of the version to its value.

        Raises:
            InputError: a key or value is invalid.
        """
        cells: list[tuple[str, str]] = []
        preset: str | None = None
        rules: dict[str, object] = {}
        seats = list(self.seats)
        own: list[tuple[str, str]] = []
        parameters: list[tuple[str, str, str]] = []
        for key, value in settings:
            normal = self.normal_key(key)
            kind, _, subkey = normal.partition(".")
            if kind in self.cells.sheets:
                cells.append((normal, value))
            elif normal == RULES:
                preset = value
            elif kind == RULES:
                rules[subkey] = value
            elif kind == "seat":
                seats[int(subkey) - 1] = value
            elif kind in self.own_kinds:
                own.append((normal, value))
            else:
                name, parameter = subkey.rsplit(".", 1)
                parameters.append((name, parameter, value))
        variant = replace(
            self.with_own_settings(own),
            components=self.cells.change(self.components, cells),
            rules=self._rules_of(preset).with_settings(rules),
            seats=tuple(seats),
        )
        try:
            variant.check()
        except InputError as error:
            entries = " ".join(f"{key}={value}" for key, value in settings[:MAX_LISTED])
            if len(settings) > MAX_LISTED:
                entries += f" and {plural(len(settings) - MAX_LISTED, 'more change')}"
            raise InputError(f"With {entries}: {error}") from None
        for name, parameter, value in parameters:
            variant = variant._with_parameter(name, parameter, value)
        variant.strategies()
        return variant

    def _rules_of(self, preset: str | None) -> RuleSet:
        """Return a preset's rules, keeping the switches that were set.

        Without a preset, return the version's own rules.
        """
        if preset is None:
            return self.rules
        held_values = {
            name: value for name, value in self.rules.items() if f"{RULES}.{name}" in self.set_keys
        }
        return self.game_rules.resolve_holding(preset, held_values, self.data_folder)

    def _with_parameter(self, name: str, parameter: str, value: str) -> Self:
        key = f"strategy.{name}.{parameter}"
        declaration = self._find_parameter(name, parameter, key)
        try:
            number = declaration.number(value)
        except ValueError as error:
            raise InputError(f"{key}: {value} {error}.") from None
        other_overrides = tuple(
            override for override in self.overrides if override[:2] != (name, parameter)
        )
        return replace(self, overrides=tuple(sorted((*other_overrides, (name, parameter, number)))))

    # --- Comparing versions.

    def differences(self, new: Self) -> tuple[Change, ...]:
        """List every key of components, rules, seats and parameters that differs."""
        changes = [*self.cells.differences(self.components, new.components)]
        changes += [
            Change(f"rules.{name}", str(value), str(new.rules[name]), f"rule {name}")
            for name, value in self.rules.items()
            if value != new.rules[name]
        ]
        seats = zip_longest(self.seats, new.seats, fillvalue=NOBODY)
        for seat, (before, after) in enumerate(seats, 1):
            if NOBODY in (before, after) or self._differ(before, after):
                changes.append(Change(f"seat.{seat}", before, after, f"seat {seat}"))
        changes += self.own_differences(new)
        keys = {override[:2] for override in (*self.overrides, *new.overrides)}
        for name, parameter in sorted(keys):
            before = self._values(name, parameter)
            after = new._values(name, parameter)
            if before != after:
                key = f"strategy.{name}.{parameter}"
                changes.append(Change(key, before, after, f"{name}'s {parameter}"))
        return tuple(changes)

    def _differ(self, before: str, after: str) -> bool:
        return identity(load_cached(type(self), before)) != identity(load_cached(type(self), after))

    def _values(self, name: str, parameter: str) -> str:
        """List the values of a parameter in a strategy's seats, in words."""
        return in_words(
            strategy.parameters[parameter]
            for strategy in self.strategies()
            if strategy.name == name
        )

    @classmethod
    def align(cls, versions: Sequence[Self]) -> list[Self]:
        """Give the versions one common list of component rows."""
        by_identity = {id(version.components): version.components for version in versions}
        distinct = list(by_identity.values())
        aligned_components = dict(zip(by_identity, align(distinct), strict=True))
        return [
            replace(version, components=aligned_components[id(version.components)])
            for version in versions
        ]

    def idle(self, new: Self) -> list[str]:
        """List sentences about ineffective differences between this version and ``new``."""
        return [
            sentence for change in self.differences(new) for sentence in new.idle_sentences(change)
        ]

    # --- Playing versions.

    @classmethod
    def engines(cls, versions: Sequence[Self], seed: int, seating: str) -> list[Any]:
        """Make an engine per version, with the common ids of `strategy_rows`."""
        identities = cls.identities(versions)
        order = list(cls._by_identity(versions, identities))
        return [
            version.engine(seed, seating, [order.index(seat) for seat in seats], len(order))
            for version, seats in zip(versions, identities, strict=True)
        ]

    @classmethod
    def strategy_id(cls, versions: Sequence[Self], entry: int) -> int:
        """Return a strategy's id, by its index in the first line-up."""
        identities = cls.identities(versions)
        return list(cls._by_identity(versions, identities)).index(identities[0][entry])

    @classmethod
    def strategy_rows(cls, versions: Sequence[Self]) -> list[dict[str, Any]]:
        """List all strategies that play: name, file, parameters, description."""
        strategies = cls._by_identity(versions, cls.identities(versions))
        labels = [label for label, _ in strategies]
        return [
            {
                # Two files with the same name are distinguished by their hashes.
                "name": label if labels.count(label) == 1 else f"{label} [{digest[:4]}]",
                "file": strategy.file.name,
                "parameters": json.dumps(dict(strategy.parameters)),
                "brief": brief(label, strategy.help),
            }
            for (label, digest), strategy in strategies.items()
        ]

    @classmethod
    def _by_identity(
        cls, versions: Sequence[Self], identities: Sequence[Sequence[Identity]]
    ) -> dict[Identity, Strategy]:
        """Return every strategy by identity, ordered by id."""
        strategies: dict[Identity, Strategy] = {}
        for version, seats in zip(versions, identities, strict=True):
            for seat, strategy in zip(seats, version.strategies(), strict=True):
                strategies.setdefault(seat, strategy)
        return strategies

    def replay(
        self, seed: int, seating: str, game: int, twin: str | None = None
    ) -> list[dict[str, Any]]:
        """Trace one game: a list of events from ``setup`` to ``final``.

        If ``twin`` names a change, as in "card.063", trace the twin of the game with that change.

        Raises:
            InputError: a twin is requested, but the game has none.
        """
        interventions = [] if twin is None else [self.engine_type().read_twin(twin)]
        events: list[dict[str, Any]] = self.engines([self], seed, seating)[0].replay(
            game, *interventions
        )
        return events

    @staticmethod
    def narrate(events: Iterable[Mapping[str, Any]], version: GameVersion) -> Iterator[str]:
        """Narrate a game that this version played, line by line."""
        sheets = map(version.components.sheet, version.named_sheets)
        names = {component.number: component.name for sheet in sheets for component in sheet}
        story: Iterator[str] = version.engine_type().worker_type.event_declarations.story(
            events, names
        )
        return story

    @classmethod
    def compile(
        cls,
        report: Callable[[str, int, int], None],
        versions: Sequence[Self],
        meanwhile: Callable[[], None] | None = None,
    ) -> None:
        """Compile versions' kernels and strategies; without versions, compile all.

        ``meanwhile`` is called while another process is still compiling the kernel.
        """
        line_ups = {(version.seats, version.overrides): version for version in versions}
        selection = [strategy for version in line_ups.values() for strategy in version.strategies()]
        selection += [
            extra_strategy
            for version in versions
            for extra_strategy in version.list_extra_strategies()
        ]
        strategies = {(strategy.name, strategy.hash): strategy for strategy in selection}
        kernels = cls._kernels(versions)
        compile_ahead(kernels, cls.folders(), report, list(strategies.values()) or None, meanwhile)

    @classmethod
    def is_compiled(cls, versions: Sequence[Self]) -> bool:
        """Check if versions' kernels are compiled here; without versions, check all."""
        return not COMPILED or all(is_cached(kernel.serve) for kernel in cls._kernels(versions))

    @classmethod
    def _kernels(cls, versions: Sequence[Self]) -> Sequence[Kernel]:
        """List the kernels of versions; without versions, list all."""
        engine = cls.engine_type()
        return (
            list(dict.fromkeys(engine.kernel_of(version.rules) for version in versions))
            or engine.kernels()
        )

    # --- The user's files that a version depends on.

    def own_files(self) -> dict[Path, bytes]:
        """Read the user's strategy files that the version depends on.

        Raises:
            StrategyError: one of them has changed since it was loaded.
        """
        folders = self.folders()
        files: dict[Path, bytes] = {}
        for strategy, spec in zip(self.strategies(), self.seats, strict=True):
            own = own_files(strategy, folders.strategies)
            if own and load(spec, folders).hash != strategy.hash:
                raise StrategyError(
                    f"The strategy {spec} has just been changed; repeat the command."
                )
            files |= own
        return files

    def with_moved_files(self, new_path: Callable[[Path], Path]) -> Self:
        """Map the paths of the user's strategy files with a function."""
        return replace(self, seats=tuple(move_spec(seat, new_path) for seat in self.seats))

    # --- Recording versions.

    def record(self) -> dict[str, Any]:
        """Record the entire version as plain values.

        Components are left out if they are the package's own.
        """
        content = self.components.as_dict()
        strategies = self.strategies()
        set_by_game = {
            name: value for name, value in self.rules_played.items() if value != self.rules[name]
        }
        record: dict[str, Any] = {
            "rules": dict(self.rules),
            **({RULES_PLAYED: set_by_game} if set_by_game else {}),
            "seats": [
                {
                    "name": strategy_label(strategy),
                    "spec": spec,
                    "file": strategy.file.name,
                    "hash": strategy.hash,
                    "parameters": dict(strategy.parameters),
                    "tables": {sheet.name: sheet.hash for sheet in strategy.tables},
                }
                for spec, strategy in zip(self.seats, strategies, strict=True)
            ],
            SOURCES: dict(
                sorted(
                    item
                    for strategy in [*strategies, *self.models()]
                    for item in strategy.sources.items()
                )
            ),
            "overrides": [list(override) for override in self.overrides],
            "hashes": {name: _digest(part) for name, part in content.items()},
            **self.own_record(),
        }
        if self.components.hash != self.package_components().hash:
            record["data"] = content
        carried_columns = {
            name: own.record() for name, own in self.components.own.items() if own.heads
        }
        return {**record, CARRIED: carried_columns} if carried_columns else record

    @classmethod
    def recorded_components(cls, record: Mapping[str, Any]) -> Any:
        """Restore the components that `record` wrote, with the designer's own columns.

        Raises:
            InputError: the package's components have changed since.
        """
        if "data" in record:
            components = cls.component_type.from_dict(record["data"], "run.json")
        else:
            components = cls.package_components()
        for name, part in components.as_dict().items():
            if record.get("hashes", {}).get(name) != _digest(part):
                raise VersionChanged(f"The package's components have changed ({name})")
        carried = record.get(CARRIED, {})
        return replace(
            components, own={name: OwnColumns.restore(columns) for name, columns in carried.items()}
        )

    @classmethod
    def restore(cls, record: Mapping[str, Any]) -> Self:
        """Restore the version that `record` wrote.

        Its strategies are loaded within `reading_result`.

        Raises:
            InputError: a strategy or the package's components have changed since.
            UntrustedCode: the record names a strategy file that nobody vouches for.
        """
        with nullcontext() if is_reading() else reading_result():
            components = cls.recorded_components(record)
            overrides = [
                (str(name), str(key), float(value)) for name, key, value in record["overrides"]
            ]
            version = cls(
                components,
                cls.game_rules.resolve(STANDARD, record["rules"]),
                tuple(str(seat["spec"]) for seat in record["seats"]),
                tuple(overrides),
                **cls.own_fields(record, components),
            )
            differences = changed_strategies(record, version.record())
        if differences is not None:
            raise VersionChanged(differences)
        return version


def load_cached(kind: type[GameVersion], spec: str) -> Strategy:
    """Load a game's strategy, or return it from the cache.

    ``kind`` is the game's subclass of `GameVersion`.
    """
    game: Any = kind  # a class, which mypy considers unhashable
    return load_once(_load, game, spec)


def _load(kind: Any, spec: str) -> Strategy:
    strategy = load(spec, kind.folders())
    if not strategy.built_in:
        check_writes(strategy, kind.kernel().strategy_records)
    return strategy


@lru_cache(maxsize=8)
def _package_components(kind: Any) -> Any:
    return kind.component_type.load_data()


def strategy_label(strategy: Strategy) -> str:
    """Name a strategy, with the parameters that differ from their defaults."""
    return strategy.name + changed_settings(strategy.parameters, strategy.default_parameters)


def identity(strategy: Strategy) -> Identity:
    """Return a strategy's identity in the tables."""
    return strategy_label(strategy), strategy.hash


def _digest(part: Any) -> str:
    text = json.dumps(part, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def brief(name: str, description: str) -> str:
    """Return a description's first phrase, without the strategy's name.

    If the phrase has more than `MAX_WORDS` words, return "".

    >>> brief("marketing_drip", "Marketing drip: a campaign every month, before BB go elsewhere.")
    'a campaign every month'
    >>> brief("quick_start", "The quick start: EC this month, so big dice early.")
    'EC this month'
    >>> brief("balanced", "A sound all-round planner: cards, recruits, positions.")
    'a sound all-round planner'
    """
    start, colon, body = description.strip().partition(": ")
    if colon and start.lower().removeprefix("the ") == name.replace("_", " ").lower():
        description = body
    first = re.split(r"[,;:.](?:\s|$)|\n", description.strip(), maxsplit=1)[0]
    if not first or len(first.split()) > MAX_WORDS:
        return ""
    # An abbreviation at the start keeps its capitals.
    word = first.split()[0]
    return first if len(word) > 1 and word.isupper() else first[0].lower() + first[1:]
