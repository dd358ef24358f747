"""Presets: TOML files that make a new strategy without code."""

from __future__ import annotations

import json
import os
import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import StrategyError, UnknownStrategy, nearest, nearest_file
from eoc_sim.simulator.kernel.strategy_folders import StrategyFolders
from eoc_sim.simulator.kernel.vouching import FileInSameResults, in_same_results_folder, is_reading

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.strategy import Strategy

PRESET_KEYS = ("strategy", "parameters", "tables", "evidence")
"""The keys of a preset; its evidence does not affect play."""


@dataclass(frozen=True)
class Preset:
    """A preset's settings: parameters as strings, and data files.

    ``tables`` maps a declared file's name without its suffix to the file that replaces it.
    ``comment`` is the comment in the preset's first lines; ``evidence`` documents how the preset
    was found.
    """

    parameters: Mapping[str, str] = field(default_factory=dict)
    tables: Mapping[str, Path] = field(default_factory=dict)
    comment: str = ""
    evidence: Mapping[str, Any] = field(default_factory=dict)


def preset_content(file: Path) -> dict[str, Any]:
    """Read a preset's keys, with its first comment as ``comment``.

    Raises:
        StrategyError: it cannot be read, or a key is unknown or of the wrong type.
    """
    try:
        if not file.is_file():  # a pipe, for example, would block
            raise FileNotFoundError
        text = file.read_text(encoding="utf-8-sig")
        content = tomllib.loads(text)
    except FileNotFoundError:
        raise StrategyError(f'There is no preset file "{file}"{nearest_file(file)}') from None
    except OSError as error:
        raise StrategyError(f"{file} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StrategyError(f"{file}: not a TOML file: {error}") from None
    for key in content:
        if key not in PRESET_KEYS:
            raise StrategyError(
                f'{file}: unknown key "{key}"; a preset has {", ".join(PRESET_KEYS)}.'
                f"{nearest(key, PRESET_KEYS)}"
            )
    content = {"parameters": {}, "tables": {}, "evidence": {}, **content}
    tables = content["tables"]
    if not isinstance(content.get("strategy"), str) or not isinstance(content["parameters"], dict):
        raise StrategyError(f'{file}: expected strategy = "name" and a table [parameters]')
    if not isinstance(tables, dict) or not all(isinstance(table, str) for table in tables.values()):
        raise StrategyError(f'{file}: tables should look like tables = {{ NAME = "file.csv" }}')
    if not isinstance(content["evidence"], dict):
        raise StrategyError(f"{file}: evidence should be a table [evidence]")
    return {**content, "comment": _first_comment(text)}


def read_preset(file: Path, folders: StrategyFolders) -> tuple[Path, Preset]:
    """Read a preset; return its strategy's file and its settings."""
    content = preset_content(file)
    base, parameters = content["strategy"], content["parameters"]
    path = Path(base) if base.endswith(".py") else folders.strategies / f"{base}.py"
    if base.endswith(".py") and not path.is_absolute():
        path = file.parent / path
    preset = folders.presets / f"{base}.toml"
    if not path.is_file() and preset.is_file():
        start = tomllib.loads(preset.read_text(encoding="utf-8"))["strategy"]
        raise StrategyError(
            f'{file}: "{base}" is itself a preset; give its strategy, "{start}", and its '
            "parameters."
        )
    if not path.is_file() or path.stem in folders.helpers:
        bases = (*folders.names(), *folders.yardsticks)
        raise UnknownStrategy(base, f'{file}: there is no strategy "{base}".{nearest(base, bases)}')
    path = path.resolve()
    if (
        not is_reading()
        and not folders.is_built_in(path)
        and in_same_results_folder(path, file.parent.resolve() / file.name)
    ):
        preset_spec = ":".join(
            [str(path), *(f"{key}={value}" for key, value in parameters.items())]
        )
        advice = f"name it instead of the preset: {shlex.quote(preset_spec)}"
        raise FileInSameResults("preset", file, path, advice)
    return path, Preset(
        {key: str(value) for key, value in parameters.items()},
        {key: (file.parent / relative).resolve() for key, relative in content["tables"].items()},
        content["comment"],
        content["evidence"],
    )


def _first_comment(text: str) -> str:
    """Return a TOML file's first comment, on one line."""
    lines = takewhile(lambda line: line.startswith("#"), text.splitlines())
    return " ".join(line.lstrip("# ").rstrip() for line in lines).strip()


def preset_text(
    strategy: Strategy,
    folder: Path,
    *,
    parameters: Mapping[str, float] | None = None,
    tables: Mapping[str, Path] | None = None,
    evidence: Mapping[str, Any] | None = None,
    comment: str = "",
) -> str:
    """Format a strategy's preset as TOML, for a file in ``folder``.

    Args:
        strategy: the base; the settings of its own preset are kept.
        folder: the preset's folder, for paths relative to it.
        parameters: the values to set; the others are as in ``strategy``.
        tables: data files, by the declared file's name without its suffix.
        evidence: how the preset was found, as strings, numbers and lists of these.
        comment: a sentence for the file's first line.
    """
    base = strategy.file.stem if strategy.built_in else _path(strategy.file, folder)
    values = {**strategy.parameters, **(parameters or {})}
    changes = {
        parameter.name: values[parameter.name]
        for parameter in strategy.declarations
        if values[parameter.name] != parameter.default
    }
    lines = [f"# {comment}"] if comment else []
    lines.append(f"strategy = {_value(base)}")
    files = {**strategy.own_tables, **(tables or {})}
    if files:
        text = (f"{name} = {_value(_path(file, folder))}" for name, file in files.items())
        lines.append(f"tables = {{ {', '.join(text)} }}")
    if changes:
        lines += [
            "",
            "[parameters]",
            *(f"{name} = {value:.12g}" for name, value in changes.items()),
        ]
    if evidence:
        lines += ["", "[evidence]", *table_lines(evidence)]
    return "\n".join(lines) + "\n"


def table_lines(values: Mapping[str, Any]) -> list[str]:
    """Format strings, numbers and lists as the lines of a TOML table."""
    return [f"{key} = {_value(value)}" for key, value in values.items()]


def _path(file: Path, folder: Path) -> str:
    """Return a file's path relative to a folder, with forward slashes.

    A path on another drive is unchanged.
    """
    try:
        return Path(os.path.relpath(file, folder)).as_posix()
    except ValueError:
        return file.as_posix()


def _value(value: Any) -> str:
    """Format a string, number or list as TOML, in JSON's notation."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
