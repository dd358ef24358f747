"""A loaded strategy, and the records that its functions see."""

from __future__ import annotations

import types as python_types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from eoc_sim.simulator.kernel.data_tables import MAX_TABLE_NUMBERS, LoadedTable, Lookup
from eoc_sim.simulator.kernel.memory import Memory
from eoc_sim.simulator.kernel.parameters import MAX_PARAMETERS, MAX_SKILL, SKILL, Parameter
from eoc_sim.simulator.kernel.strategy_folders import StrategyFolders

ARGUMENTS = ("table", "me", "params", "order")
params_dtype = np.dtype([("value", np.float64, MAX_PARAMETERS + MAX_TABLE_NUMBERS)])
"""A seat's parameters, tables and lookups, as the kernel sees them.

A strategy sees the same block under its own names.
"""
NO_PARAMETERS = "no_parameters"
"""The only field of ``params`` for a strategy that declares none."""
PREPARE = "prepare"
"""The function that prepares a strategy's numbers before the first game."""
PROPOSE = "propose"
"""The function that proposes a searching strategy's candidates (`search`)."""


@dataclass(frozen=True)
class Link:
    """A separately compiled decision function of the package, called by a strategy.

    ``symbols`` maps the types of the arguments to the symbol under which the code is found.
    """

    function: Any
    symbols: dict[tuple[Any, ...], str] = field(default_factory=dict)


def _between(parameter: Parameter, value: float, share: float) -> float:
    """Interpolate between unskilled (``share`` 0) and ``value`` (``share`` 1)."""
    if parameter.unskilled is None or share == 1:
        return value
    result = parameter.unskilled + share * (value - parameter.unskilled)
    return float(round(result)) if parameter.whole else result


@dataclass(frozen=True)
class Strategy:
    """A loaded strategy: functions, declarations and parameter values.

    ``spec`` is the user's text. ``hash`` covers the strategy's data tables, a preset's settings and
    the sources of the strategy's code, but not the engine's sources. ``code_hash`` is the hash of
    the code alone; ``sources`` maps each source file's name to its hash. Two seats with equal
    ``name``, ``hash`` and ``parameters`` play the same strategy. ``default_parameters`` include the
    settings of a preset, ``built_in`` is true for files of the package, and ``own_tables`` are a
    preset's data files that replace declared ones. ``lookups`` are the numbers that its function
    ``prepare`` computes. ``help`` is the file's own description, or the comment that a preset
    begins with; ``evidence`` documents how a preset was found. ``folders`` are the folders in which
    the strategy was looked for; ``links`` are the decisions of the package that its own functions
    call.
    """

    spec: str
    name: str
    file: Path
    hash: str
    declarations: tuple[Parameter, ...]
    parameters: Mapping[str, float]
    functions: Mapping[str, Any] = field(repr=False, compare=False)
    help: str = ""
    memory: tuple[Memory, ...] = ()
    tables: tuple[LoadedTable, ...] = field(default=(), repr=False, compare=False)
    lookups: tuple[Lookup, ...] = ()
    code_hash: str = ""
    default_parameters: Mapping[str, float] = field(default_factory=dict)
    built_in: bool = False
    own_tables: Mapping[str, Path] = field(default_factory=dict)
    evidence: Mapping[str, Any] = field(default_factory=dict, compare=False)
    sources: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    folders: StrategyFolders | None = field(default=None, repr=False, compare=False)
    links: tuple[Link, ...] = field(default=(), repr=False, compare=False)

    def played_parameters(self) -> dict[str, float]:
        """Return the parameters as played, weakened if ``skill`` is below 100."""
        share = self.parameters.get(SKILL, MAX_SKILL) / MAX_SKILL
        return {
            declaration.name: _between(declaration, self.parameters[declaration.name], share)
            for declaration in self.declarations
        }

    @property
    def looks_only_at_seen_cards(self) -> bool:
        """True if the strategy is known never to look at unseen cards."""
        return (
            self.built_in and self.folders is not None and self.file.stem in self.folders.seen_only
        )

    def is_preparation(self, function: str) -> bool:
        """Check if a function prepares numbers and is not a decision."""
        decisions = self.folders.functions if self.folders is not None else ()
        return function == PREPARE and function not in decisions

    def line_of(self, function: str) -> int:
        """Return the line on which ``function`` begins in its file."""
        return int(self.functions[function].__code__.co_firstlineno)

    def file_of(self, function: str) -> Path:
        """Return the file that defines ``function``, the strategy's or an imported one."""
        return Path(self.functions[function].__code__.co_filename)

    def parameter_record(self, printed_ids: Mapping[str, Sequence[str]]) -> np.ndarray:
        """Return the block ``params``: parameters in order, then table columns.

        Space for lookups comes last.

        Args:
            printed_ids: the printed numbers of all ids by table key, such as ``{"card": ...}``.

        Returns:
            float64 values, as many as in ``params_dtype``, 0 where nothing is declared.

        Raises:
            StrategyError: all rows of a table are unknown in the game.
        """
        values = np.zeros(MAX_PARAMETERS + MAX_TABLE_NUMBERS)
        for index, value in enumerate(self.played_parameters().values()):
            values[index] = value
        start = MAX_PARAMETERS
        for sheet in self.tables:
            sheet.check_against(printed_ids[sheet.key])
            for column in sheet.columns:
                values[start : start + sheet.length] = sheet.column(column, printed_ids[sheet.key])
                start += sheet.length
        return values

    def parameter_dtype(self) -> np.dtype:
        """Return the record type of ``params`` for the strategy's functions."""
        names = [declaration.name for declaration in self.declarations] or [NO_PARAMETERS]
        formats: list[Any] = [np.float64] * len(names)
        starts = list(range(len(names)))
        start = MAX_PARAMETERS
        for sheet in self.tables:
            for column in sheet.columns:
                names.append(column)
                formats.append((np.float64, (sheet.length,)))
                starts.append(start)
                start += sheet.length
        for lookup in self.lookups:
            names.append(lookup.name)
            formats.append((np.float64, lookup.shape))
            starts.append(start)
            start += lookup.size
        return np.dtype(
            {"names": names, "formats": formats, "offsets": [8 * start for start in starts]}
        )

    def named_parameters(self, record: np.ndarray) -> python_types.SimpleNamespace:
        """Turn a `parameter_record` into named attributes, for pure-Python mode."""
        values: dict[str, Any] = {}
        for name, (kind, offset, *_) in (self.parameter_dtype().fields or {}).items():
            start = offset // record.itemsize
            if kind.shape:
                numbers = record[start : start + kind.itemsize // record.itemsize]
                values[name] = numbers.reshape(kind.shape)
            else:
                values[name] = float(record[start])
        return python_types.SimpleNamespace(**values)
