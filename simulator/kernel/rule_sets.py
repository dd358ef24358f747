"""Rule sets: a value per switch, from presets, files and settings.

A game has one `Rules`. A rule set starts from a preset (declared, or ``presets/NAME.toml`` in the
game's data folder) or a rule file (TOML: ``switch = value``, and ``preset = "name"`` to start from
another preset). Single settings then change it: ``RULES.resolve("family", {"hand": "2"})``.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from eoc_sim.errors import InputError, UnknownName, nearest
from eoc_sim.simulator.kernel.phrases import join_or
from eoc_sim.simulator.kernel.switches import Switch, Value
from eoc_sim.simulator.kernel.typed_paths import names_folder

STANDARD = "standard"
"""The preset of default values, which every game has."""
RULES_KEY = "rules"
"""The name of the option and key for a whole rule set.

No switch has this name.
"""

Idle = Mapping[str, Mapping[str, tuple[Value, ...]]]
"""Switches that are idle while another switch has one of these values."""

IdleCondition = tuple[str, Mapping[str, tuple[Value, ...]], int]
"""A condition in words, with switch values and a number of players.

Every switch must have one of the values given for it, and the game must have fewer players than the
number, unless that is 0.
"""


@dataclass(frozen=True)
class RuleSet(Mapping[str, Value]):
    """A value for every switch, in the game's order; hashable."""

    rules: Rules = field(repr=False)
    values_in_order: tuple[Value, ...]

    def __getitem__(self, name: str) -> Value:
        return self.values_in_order[self.rules.indices[name]]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rules.switches)

    def __len__(self) -> int:
        return len(self.values_in_order)

    def with_settings(self, settings: Mapping[str, object], where: str = "") -> RuleSet:
        """Change some switches and check the entire rule set again.

        Raises:
            InputError: a switch or value does not exist, or values conflict; the message begins
                with ``where``.
        """
        values = dict(self)
        for name, value in settings.items():
            switch = self.rules.switch(name, where)
            values[switch.name] = switch.parse(value, where)
        variant = RuleSet(self.rules, tuple(values.values()))
        self.rules.check(variant, where)
        return variant

    def encode(self) -> dict[str, int]:
        """Return every switch's value as the engine's number, by name."""
        return {name: self.rules.switches[name].encode(value) for name, value in self.items()}

    def differences(self) -> list[tuple[str, Value, Value]]:
        """List the differences from the standard rules: (switch, value, standard value)."""
        return [
            (name, value, self.rules.switches[name].default)
            for name, value in self.items()
            if value != self.rules.switches[name].default
        ]

    def idle(self, players: int | None = None) -> list[str]:
        """List the switches that are idle under the values of the others.

        With ``players``, this includes switches for seats that a game of this size lacks.
        """
        return [name for name in self if self._reasons(name, players)]

    def idle_sentences(self, players: int, explicit_switches: Collection[str] = ()) -> list[str]:
        """SWI-1: list sentences about the switches that were set and are idle.

        ``explicit_switches`` are switches that were set explicitly, even to the standard value.
        """
        standard = self.rules.resolve(STANDARD)
        return [
            f"{name} = {self[name]} has no effect {' and '.join(self._reasons(name, players))} "
            "(SWI-1)."
            for name in self.idle(players)
            if self[name] != standard[name] or name in explicit_switches
        ]

    def _reasons(self, name: str, players: int | None) -> list[str]:
        """List, in words, the conditions that make a switch idle."""
        return [
            words
            for words, settings, minimum in self.rules.idle_conditions(name)
            if all(self[other] in values for other, values in settings.items())
            and (not minimum or (players is not None and players < minimum))
        ]

    def check_game(self, components: Any, players: int) -> None:
        """Refuse components or players that the rules do not allow."""
        self.rules.check_game(self, components, players)


def _no_check(*_: Any) -> None:
    """Accept any combination of values, components and players."""


class Rules:
    """The rules of one game: switches, presets and allowed combinations.

    Args:
        module: the name of the module that has these rules as ``RULES``, for rule sets that are
            sent to another process; "" to send the rules themselves.
        switches: the switches by name, in the order in which they are listed.
        folder: the game's folder in the package's data, which has the folder ``presets``; "" for
            none.
        presets: the switches of each declared preset.
        titles: the rulebook's names for presets, if not the preset's name followed by " game".
        idle: the switches that change nothing while one of several others has certain values.
        idle_together: those that change nothing while all of several others have certain values.
        players_needed: the fewest players with which a switch changes anything.
        check: raises InputError for a rule set whose values conflict; the message begins with the
            second argument.
        check_game: raises InputError for components or a number of players that do not fit a rule
            set.
    """

    def __init__(
        self,
        module: str,
        switches: Mapping[str, Switch],
        folder: str = "",
        *,
        presets: Mapping[str, Mapping[str, Value]] | None = None,
        titles: Mapping[str, str] | None = None,
        idle: Idle | None = None,
        idle_together: Idle | None = None,
        players_needed: Mapping[str, int] | None = None,
        check: Callable[[RuleSet, str], None] = _no_check,
        check_game: Callable[[RuleSet, Any, int], None] = _no_check,
    ) -> None:
        self.module = module
        self.switches = switches
        self.indices = {name: index for index, name in enumerate(switches)}
        self.idle = idle or {}
        self.idle_together = idle_together or {}
        self.players_needed = players_needed or {}
        self.check = check
        self.check_game = check_game
        self.standard = RuleSet(self, tuple(switch.default for switch in switches.values()))
        self._titles = titles or {}
        self._presets = presets or {}
        self._folder = None
        if folder:
            self._folder = resources.files("eoc_sim.data").joinpath(folder, "presets")

    def __reduce__(self) -> tuple[Any, ...]:
        if not self.module:
            return Rules, ("", self.switches), vars(self)
        return _rules_of, (self.module,)

    def switch(self, name: str, where: str = "") -> Switch:
        """Return the switch of this name.

        Raises:
            UnknownName: there is none; the message begins with ``where``.
        """
        switch = self.switches.get(name.strip())
        if switch is None:
            suggestion = nearest(name, self.switches)
            if name.strip() == RULES_KEY:
                suggestion = " Give a whole rule set with --rules NAME."
            raise UnknownName(
                "switch",
                name.strip(),
                f'{where}There is no switch "{name}".{suggestion} '
                f"The switches are {', '.join(self.switches)}.",
            )
        return switch

    def preset_names(self, data: str | Path | None = None) -> list[str]:
        """List the game's presets and those in the folder of ``--data``."""
        folder = data_folder(data)
        names = {STANDARD, *self._presets}
        if self._folder is not None:
            files = (entry.name for entry in self._folder.iterdir())
            names |= {name.removesuffix(".toml") for name in files if name.endswith(".toml")}
        if folder is not None and (folder / "presets").is_dir():
            names |= {path.stem for path in (folder / "presets").glob("*.toml")}
        return sorted(names, key=lambda name: (name != STANDARD, name))

    def resolve(
        self,
        preset_or_file: str = STANDARD,
        settings: Mapping[str, object] | None = None,
        data: Path | None = None,
    ) -> RuleSet:
        """Resolve a preset or a rule file, with ``settings`` on top.

        ``data`` is a folder like the game's in the package; its ``presets`` take precedence.

        Raises:
            InputError: a preset, file, switch or value does not exist, or values conflict.
        """
        return self._read(preset_or_file, data, ()).with_settings(settings or {})

    def resolve_holding(
        self, preset_or_file: str, held_values: Mapping[str, Value], data: Path | None = None
    ) -> RuleSet:
        """Resolve a preset or a rule file, with ``held_values`` for some switches.

        Raises:
            InputError: it cannot be resolved, or it sets a held switch to another value.
        """
        rules = self.resolve(preset_or_file, {}, data)
        for name, value, _ in rules.differences():
            if name in held_values and value != held_values[name]:
                raise InputError(
                    f"{RULES_KEY}={preset_or_file} sets {name} to {value}, but --set "
                    f"{name}={held_values[name]} applies to all versions; leave one of the two out."
                )
        return rules.with_settings(held_values, f"With {RULES_KEY}={preset_or_file}: ")

    def values_as_texts(self, preset_or_file: str, data: str | None = None) -> dict[str, str]:
        """Return a preset's or rule file's values as strings."""
        rule_set = self.resolve(preset_or_file, {}, data_folder(data))
        return {name: str(value) for name, value in rule_set.items()}

    def title(self, preset_or_file: str) -> str:
        """Return a preset's title, or a rule file's name."""
        if _is_file(preset_or_file):
            return Path(preset_or_file).name
        return self._titles.get(preset_or_file, f"{preset_or_file.capitalize()} game")

    def titled_presets(self) -> dict[str, dict[str, str]]:
        """Return the settings of the package's presets by title, standard first."""
        return {
            self.title(name): {
                switch: str(value) for switch, value, _ in self.resolve(name).differences()
            }
            for name in self.preset_names()
        }

    def idle_conditions(self, name: str) -> Iterator[IdleCondition]:
        """Yield the conditions, each of which makes a switch idle."""
        for other, values in self.idle.get(name, {}).items():
            yield f"with {_setting(other, values)}", {other: values}, 0
        if together := self.idle_together.get(name):
            words = " and ".join(_setting(*item) for item in together.items())
            yield f"with {words}", together, 0
        if minimum := self.players_needed.get(name):
            yield f"with fewer than {minimum} players", {}, minimum

    def idle_when(self, name: str) -> list[str]:
        """List, in words, the conditions under which a switch is idle."""
        return [words for words, _, _ in self.idle_conditions(name)]

    def _read(self, preset_or_file: str, data: Path | None, chain: tuple[str, ...]) -> RuleSet:
        if _is_file(preset_or_file):
            where = f"{preset_or_file}: "
            if not Path(preset_or_file).is_file():
                raise InputError(f"There is no rule file {preset_or_file}.")
            values = _read_toml(Path(preset_or_file), f"The rule file {preset_or_file}")
        else:
            where = f"Preset {preset_or_file}: "
            values = self._preset(preset_or_file, data)
        rules = self.standard
        if "preset" in values:
            start = values.pop("preset")
            if not isinstance(start, str):
                raise InputError(f"{where}preset must be the name of a preset, not {start!r}.")
            if start in (*chain, preset_or_file):
                raise InputError(f'{where}preset = "{start}" leads back to itself.')
            rules = self._read(start, data, (*chain, preset_or_file))
        for name, value in values.items():
            if isinstance(value, dict | list):
                suggestion = "" if name in self.switches else nearest(name, self.switches)
                raise InputError(
                    f"{where}{name} must be a switch with a single value, at the file's top level, "
                    f"not a table or a list.{suggestion}"
                )
        return rules.with_settings(values, where)

    def _preset(self, name: str, data: Path | None) -> dict[str, Any]:
        names = self.preset_names(data)
        if name not in names:
            known = "preset is" if len(names) == 1 else "presets are"
            raise UnknownName(
                "preset",
                name,
                f'There is no preset "{name}".{nearest(name, names)} '
                f"The {known} {', '.join(names)}; a rule file's name ends in .toml.",
            )
        file = f"{name}.toml"
        if data is not None and (data / "presets" / file).is_file():
            return _read_toml(data / "presets" / file, f"The preset {name}")
        if self._folder is None:
            return dict(self._presets.get(name, {}))
        return _read_toml(self._folder.joinpath(file), f"The preset {name}")


def _rules_of(module: str) -> Rules:
    """Return the rules of a game in this process."""
    rules: Rules = importlib.import_module(module).RULES
    return rules


def _is_file(preset_or_file: str) -> bool:
    """Check if a rule set's name refers to a file."""
    return preset_or_file.lower().endswith(".toml") or names_folder(preset_or_file)


def _read_toml(file: Any, name: str) -> dict[str, Any]:
    # Imported only here, so that the program starts faster.
    from eoc_sim.simulator.kernel.toml_values import read_toml

    return read_toml(file, name)


def _setting(name: str, values: tuple[Value, ...]) -> str:
    """Format a switch with the values that it may have."""
    return f"{name} = {join_or(map(str, values))}"


def data_folder(data: str | Path | None) -> Path | None:
    """Return the folder of ``--data``; None for a sheet or no data."""
    if data is not None and not Path(data).exists():
        raise InputError(f"There is no folder or sheet {data}.")
    return None if data is None or not Path(data).is_dir() else Path(data)
