"""Games whose class of versions derives from `versions.GameVersion`."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from eoc_sim.simulator.kernel.rule_sets import STANDARD
from eoc_sim.simulator.runs.game import (
    Compiling,
    Declaration,
    Editing,
    Game,
    OwnFiles,
    Pace,
    Sheets,
)
from eoc_sim.simulator.runs.loaded_strategies import forget_files
from eoc_sim.simulator.runs.numbers import Number
from eoc_sim.simulator.runs.rule_words import presets, switch_words
from eoc_sim.simulator.runs.sheet_writing import export_sheets, join_sheets
from eoc_sim.simulator.runs.version_options import VersionOptions
from eoc_sim.simulator.runs.versions import GameVersion
from eoc_sim.simulator.runs.whole_file import unwritable, write_whole

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.component_output import Lines
    from eoc_sim.simulator.runs.components import Components
    from eoc_sim.simulator.runs.sheet_writing import CardSheet

V = TypeVar("V", bound=GameVersion)
RULES = "rules.toml"
COMPONENTS = "components"
"""The names of the file and the folder for an edited version."""


def game_of(
    kind: type[V],
    declaration: Declaration,
    *,
    numbers: Callable[[V], Sequence[Number]],
    **parts: Any,
) -> Game[V]:
    """Make the game for a class of versions, with further parts.

    Switches and presets are added to the declaration, from the rules of the versions. ``numbers``
    returns the editable numbers of a version.
    """
    rules = kind.game_rules
    return Game(
        version=kind,
        declaration=replace(declaration, switches=switch_words(rules), presets=presets(rules)),
        default_seats=kind.default_seats,
        baseline=kind.baseline,
        normal_key=kind.normal_key,
        fixed_keys=kind.fixed_keys,
        change=kind.change,
        differences=kind.differences,
        align=kind.align,
        idle=kind.idle,
        players_of=kind.players,
        engines=kind.engines,
        record=kind.record,
        restore=kind.restore,
        options=("--rules", "--set", "--data", "--card", "--change"),
        replay=kind.replay,
        narrate=kind.narrate,
        rule_sets=rules,
        compiling=Compiling(kind.compile, kind.is_compiled),
        own_files=OwnFiles(kind.own_files, kind.with_moved_files),
        strategies=kind.strategies,
        forget_files=forget_files,
        with_sheet=lambda version, file: replace(
            version, components=version.components.replace_files(file)
        ),
        editing=Editing(numbers, write_edits),
        pace=Pace(),
        remarks=lambda options, version: version.remarks(options),
        **parts,
    )


def with_components(path: str) -> Callable[[V, Any], V]:
    """Make a function that replaces a version's components.

    ``path`` is the ``package.module:name`` of a function that takes components, and a number or a
    file. The function is imported when it is first needed.
    """
    module, _, name = path.partition(":")

    def change(version: V, number_or_file: Any) -> V:
        make = getattr(import_module(module), name)
        return replace(version, components=make(version.components, number_or_file))

    return change


def sheets_of(
    version: type[V],
    title: str,
    check: Callable[[str | None], Lines],
    words: Callable[[str | None], Lines],
    help_lines: Sequence[str],
    first: str,
) -> Sheets[V]:
    """Return the functions of the command ``data`` for versions of a game.

    ``help_lines`` are the words of the effect language; the sheet ``first`` comes first.
    """

    def export(data: str | None, file: Path, fresh: bool) -> tuple[int, list[str]]:
        """Write the sheets; return the number of rows, and notes."""
        components = version.component_type.load_data(data)
        sheets = components.lay_out(*components.sheets)
        rows = export_sheets(
            sheets, components.folder_files(), file, title, help_lines, fresh=fresh
        )
        sentences = components.describe_own_columns()
        if file.suffix.lower() == ".xlsx":
            package = version.package_components()
            sentences += [
                f"a workbook has no sheet for the values in {table}.toml, so the package's values "
                "would be used: export a folder to keep them"
                for table in components.tables
                if getattr(components, table) != getattr(package, table)
            ]
        return rows, sentences

    def recorded_sheets(record: Mapping[str, Any]) -> CardSheet:
        """Lay out a recorded version's sheets, beginning with ``first``."""
        components: Components = version.recorded_components(record)
        names = sorted(components.sheets, key=lambda name: name != first)
        return join_sheets(components.lay_out(*names), "effect words", help_lines)

    return Sheets(check, words, export, recorded_sheets, row_noun="rows")


def write_edits(
    version: GameVersion,
    rules: str | None,
    data: str | None,
    folder: Path,
) -> list[tuple[str, str]]:
    """Write an edited version's changes and return the options to play it.

    The changes are the differences from ``rules`` and ``data``. Changed component files are written
    into a folder for ``--data``, together with the other files of the folder ``data``; changed
    rules are written to a file for ``--rules``. Any other change, except to seats and strategies,
    becomes a ``--change`` option.

    Raises:
        InputError: the files cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        own_data = _write_data(_changed_files(version, data), data, folder / COMPONENTS)
        own_rules = _write_rules(version, rules, data, folder)
    except OSError as error:
        raise unwritable(folder, error) from None
    written_version = version.baseline(
        VersionOptions(seats=version.seats, rules=own_rules, data=own_data)
    )
    options = [("--rules", own_rules), ("--data", own_data)]
    return [(option, value) for option, value in options if value is not None] + [
        ("--change", f"{difference.key}={difference.new}")
        for difference in written_version.differences(version)
        if difference.key.partition(".")[0] not in ("seat", "strategy")
    ]


def _changed_files(version: GameVersion, data: str | None) -> Mapping[str, bytes]:
    """Return the files that differ from ``data``.

    If any file differs and ``data`` is a single file, return all files.
    """
    old, new = version.component_type.load_data(data).as_dict(), version.components.as_dict()
    files = version.components.folder_files()
    edits = {name for name in files if new[Path(name).stem] != old[Path(name).stem]}
    if edits and data is not None and Path(data).is_file():
        return files
    return {name: content for name, content in files.items() if name in edits}


def _write_data(edits: Mapping[str, bytes], data: str | None, folder: Path) -> str | None:
    """Write the changed files into ``folder``; return the value for ``--data``.

    The other files of ``data``, if it is a folder, are copied. If nothing is changed, nothing is
    written and ``data`` is returned.
    """
    if not edits:
        return data
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    stems = {Path(name).stem for name in edits}
    if data is not None and Path(data).is_dir():
        for path in sorted(Path(data).iterdir()):
            if path.stem.lower() not in stems and not path.name.startswith((".", "~$")):
                copy = shutil.copytree if path.is_dir() else shutil.copy2
                copy(path, folder / path.name)
    for name, content in edits.items():
        write_whole(folder / name, content)
    return str(folder)


def _write_rules(
    version: GameVersion, rules: str | None, data: str | None, folder: Path
) -> str | None:
    presets_folder = Path(data) if data is not None and Path(data).is_dir() else None
    if dict(version.game_rules.resolve(rules or STANDARD, {}, presets_folder)) == dict(
        version.rules
    ):
        return rules
    lines = [
        f"{name} = {value}" if isinstance(value, int) else f'{name} = "{value}"'
        for name, value in version.rules.items()
    ]
    file = folder / RULES
    file.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    return str(file)
