"""Presets: TOML files that make a new strategy without code."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.strategy_files import Strategy


def preset_text(
    strategy: Strategy,
    folder: Path,
    *,
    parameters: Mapping[str, float] | None = None,
    tables: Mapping[str, Path] | None = None,
    evidence: Mapping[str, Any] | None = None,
    comment: str = "",
) -> str:
    """Write a preset of a strategy, for a file in ``folder``.

    Args:
        strategy: the base; the settings of its own preset are kept.
        folder: the preset's folder, for paths relative to it.
        parameters: the values to set; the others are as in ``strategy``.
        tables: data files by the declared file's name without its suffix.
        evidence: how the preset was found: texts, numbers and lists of these.
        comment: a sentence for the file's first line.
    """
    base = strategy.file.stem if strategy.built_in else _path(strategy.file, folder)
    values = {**strategy.parameters, **(parameters or {})}
    changed = {
        one.name: values[one.name] for one in strategy.declared if values[one.name] != one.default
    }
    lines = [f"# {comment}"] if comment else []
    lines.append(f"strategy = {_value(base)}")
    files = {**strategy.own_tables, **(tables or {})}
    if files:
        named = (f"{name} = {_value(_path(file, folder))}" for name, file in files.items())
        lines.append(f"tables = {{ {', '.join(named)} }}")
    if changed:
        lines += ["", "[parameters]", *(f"{name} = {one:.12g}" for name, one in changed.items())]
    if evidence:
        lines += ["", "[evidence]", *table_lines(evidence)]
    return "\n".join(lines) + "\n"


def table_lines(values: Mapping[str, Any]) -> list[str]:
    """Write a TOML table of texts, numbers and lists."""
    return [f"{key} = {_value(one)}" for key, one in values.items()]


def _path(file: Path, folder: Path) -> str:
    """Write a file's path relative to a folder, with forward slashes.

    A path on another drive is unchanged.
    """
    try:
        return Path(os.path.relpath(file, folder)).as_posix()
    except ValueError:
        return file.as_posix()


def _value(value: Any) -> str:
    """Write a text, number or list in TOML, as JSON does."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
