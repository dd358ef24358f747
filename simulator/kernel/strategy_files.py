"""Find and load strategy files, which are plain Python.

A strategy is a Python file that does not use numba. Its functions are ``NAME(table, me, params,
order) -> int``. It may declare ``PARAMETERS``, data ``TABLES`` and names for its ``MEMORY``, and
define helper functions. A preset is a TOML file (``strategy``, ``parameters``, ``tables``) that
makes a new strategy without code.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from eoc_sim.counts import count
from eoc_sim.errors import StrategyError, UnknownStrategy, nearest, nearest_file
from eoc_sim.simulator.kernel.data_tables import (
    MAX_TABLE_NUMBERS,
    LoadedTable,
    Lookup,
    read_tables,
    with_length,
)
from eoc_sim.simulator.kernel.file_definitions import EXECUTED_FILES, execute
from eoc_sim.simulator.kernel.memory import check_memory
from eoc_sim.simulator.kernel.own_modules import imported_names, imported_strategy_apis, own_sources
from eoc_sim.simulator.kernel.parameters import Parameter, declared_parameters, set_parameters
from eoc_sim.simulator.kernel.presets import Preset, read_preset
from eoc_sim.simulator.kernel.strategy import Strategy
from eoc_sim.simulator.kernel.strategy_folders import StrategyFolders
from eoc_sim.simulator.kernel.strategy_sources import code_hash, hash_by_name, strategy_sources
from eoc_sim.simulator.kernel.typed_paths import read_settings, split_spec
from eoc_sim.simulator.kernel.vouching import check_vouched

ENDINGS = (".py", ".toml")
"""The suffixes of strategies that are given as files."""


def load(spec: str, folders: StrategyFolders) -> Strategy:
    """Load a strategy: ``name``, ``file.py`` or a preset, with optional ``:key=value``.

    Raises:
        StrategyError: a name or parameter is unknown, a value is out of range, or a file has an
            error.
    """
    name, texts = read_settings(spec)
    file, preset = _find(name, folders)
    built_in = folders.is_built_in(file)
    if not built_in and file not in EXECUTED_FILES:
        check_vouched(file)
    for table in preset.tables.values():
        if not table.is_relative_to(folders.strategies.resolve()):
            check_vouched(table)
    _check_game(file, folders)
    source_name = Path(name).stem if name.endswith((".py", ".toml")) else name
    names = (*folders.functions, *folders.tools)
    namespace, _, contents, functions, links = execute(file, names, built_in=built_in)
    fallbacks = [folders.strategies / f"{helper}.py" for helper in folders.helpers]
    sources = strategy_sources(contents, fallbacks)
    code = code_hash(sources)
    declarations = declared_parameters(namespace, file)
    default_parameters = {parameter.name: parameter.default for parameter in declarations}
    set_parameters(default_parameters, declarations, preset.parameters, source_name)
    values = dict(default_parameters)
    set_parameters(values, declarations, texts, source_name)
    tables, lookups = _declared_tables(namespace, file, folders, preset.tables)
    _check_columns(tables, lookups, declarations, file)
    parts = [sheet.hash for sheet in tables]
    parts += [
        f"{key}={value!r}" for key, value in default_parameters.items() if key in preset.parameters
    ]
    digest = hashlib.sha256(" ".join([code, *parts]).encode()).hexdigest()[:16] if parts else code
    return Strategy(
        spec,
        source_name,
        file,
        digest,
        declarations,
        values,
        functions,
        preset.comment or (namespace.get("__doc__") or "").strip(),
        check_memory(namespace.get("MEMORY", []), file, folders.me),
        tables,
        lookups,
        code,
        default_parameters,
        built_in,
        preset.tables,
        preset.evidence,
        hash_by_name(sources, file, name, folders.strategies),
        folders,
        links,
    )


def _declared_tables(
    namespace: Mapping[str, Any], file: Path, folders: StrategyFolders, own: Mapping[str, Path]
) -> tuple[tuple[LoadedTable, ...], tuple[Lookup, ...]]:
    """Read the list ``TABLES``: data tables and lookups."""
    declarations = namespace.get("TABLES", [])
    lookups: tuple[Lookup, ...] = ()
    if isinstance(declarations, (list, tuple)):
        lookups = tuple(
            with_length(declaration, file, folders.max_ids)
            for declaration in declarations
            if isinstance(declaration, Lookup)
        )
        declarations = [
            declaration for declaration in declarations if not isinstance(declaration, Lookup)
        ]
    tables = read_tables(declarations, file, folders.max_ids, own, folders.strategies)
    sizes = {
        f"{table.name} {len(table.columns)} x {table.length}": len(table.columns) * table.length
        for table in tables
    }
    sizes |= {
        f"{lookup.name} {' x '.join(map(str, lookup.shape))}": lookup.size for lookup in lookups
    }
    if sum(sizes.values()) > MAX_TABLE_NUMBERS:
        raise StrategyError(
            f"{file}: TABLES declares {count(sum(sizes.values()))} numbers ({', '.join(sizes)}); "
            f"at most {count(MAX_TABLE_NUMBERS)} fit"
        )
    return tables, lookups


def _check_columns(
    tables: Sequence[LoadedTable],
    lookups: Sequence[Lookup],
    declarations: Sequence[Parameter],
    file: Path,
) -> None:
    """Refuse a column or lookup name that is already taken."""
    owners = {parameter.name: "a parameter" for parameter in declarations}
    for sheet in tables:
        for column in sheet.columns:
            if column in owners:
                raise StrategyError(
                    f'{file}: the column "{column}" of {sheet.name} has the same '
                    f"name as {owners[column]}; both would be params.{column}"
                )
            owners[column] = f"a column of {sheet.name}"
    for lookup in lookups:
        if lookup.name in owners:
            raise StrategyError(
                f'{file}: lookup "{lookup.name}" has the same name as '
                f"{owners[lookup.name]}; both would be params.{lookup.name}"
            )
        owners[lookup.name] = "another lookup"


def _find(name: str, folders: StrategyFolders) -> tuple[Path, Preset]:
    if name not in folders.names() and name and Path(name).is_dir():
        python_files = sorted(Path(name).glob("*.py"))
        hint = f' Did you mean "{python_files[0]}"?' if python_files else ""
        raise StrategyError(
            f'"{name}" is a folder; a strategy is one file, whose name ends in .py.{hint}'
        )
    if name.endswith(".py"):
        file = Path(name)
        if not file.is_file():
            raise StrategyError(f'There is no strategy file "{name}"{nearest_file(file)}')
        return file.resolve(), Preset()
    preset_file = Path(name) if name.endswith(".toml") else folders.presets / f"{name}.toml"
    built_in = folders.strategies / f"{name}.py"
    names = folders.names()
    if name not in (*names, *folders.yardsticks) and not name.endswith(".toml"):
        files = [f"{name}{kind}" for kind in (".py", ".toml") if Path(f"{name}{kind}").is_file()]
        hint = (
            f' Did you mean "{files[0]}"?'
            if files
            else nearest(name, (*names, *folders.yardsticks))
        )
        raise UnknownStrategy(
            name,
            f'There is no strategy "{name}"; choose one of {", ".join(names)}, or give a file '
            f"ending in .py or .toml.{hint}",
        )
    if not name.endswith(".toml") and built_in.is_file():
        return built_in, Preset()
    return read_preset(preset_file, folders)


def _check_game(file: Path, folders: StrategyFolders) -> None:
    """Refuse a file written for another game."""
    other_games = imported_strategy_apis(file) - {folders.api}
    if folders.api and other_games:
        raise UnknownStrategy(
            str(file),
            f"{file} imports from {', '.join(sorted(other_games))}; strategies of this "
            f"game import from {folders.api}.",
        )


def own_files(strategy: Strategy, package: Path) -> dict[Path, bytes]:
    """Read a strategy's file and its preset, data tables and modules.

    Files in the folder ``package`` are left out, because every machine has them.

    Raises:
        StrategyError: a file can no longer be read.
    """
    name = split_spec(strategy.spec)[0]
    files = [strategy.file, *(sheet.path for sheet in strategy.tables)]
    if name.endswith(ENDINGS):
        files.append(absolute(name))
    try:
        contents = {file: file.read_bytes() for file in files if not file.is_relative_to(package)}
    except OSError as error:
        raise StrategyError(f"{error.filename} cannot be read: {error.strerror}") from None
    if strategy.file in contents:
        contents |= own_sources(imported_names(ast.parse(contents[strategy.file])))
    return contents


def move_spec(spec: str, where: Callable[[Path], Path]) -> str:
    """Replace the file path in a strategy's spec with its new path.

    A strategy given by name is unchanged.
    """
    name, *settings = split_spec(spec)
    if name.endswith(ENDINGS):
        name = str(where(absolute(name)))
    return ":".join([name, *settings])


def absolute(name: str) -> Path:
    """Make a strategy file's path absolute, without following a preset's link."""
    path = Path(name)
    return path.resolve() if name.endswith(".py") else path.parent.resolve() / path.name
