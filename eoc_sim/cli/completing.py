"""Complete strategies, switches, keys and files in the shell.

click completes commands, options and choices. Here a parameter that takes any text is completed
according to its metavar. Completion runs no files, so it cannot list names from games in files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import rich_click as click
from click.shell_completion import CompletionItem

import eoc_sim
from eoc_sim.built_in_games import BUILT_IN, DEFAULT_GAME
from eoc_sim.errors import InputError
from eoc_sim.game_parts import entry_points

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.switches import Switch

Names = Iterable[tuple[str, str]]
"""Names, each with a sentence about it or ""."""
Completer = Callable[[Any, str], Names]
"""Returns the names in a version that may continue the typed text."""


def add_completions(command: click.Command) -> None:
    """Let the parameters of a command complete their values."""
    for subcommand in getattr(command, "commands", {}).values():
        add_completions(subcommand)
    for parameter in command.params:
        key = "--game" if parameter.name == "name" else (parameter.metavar or "").strip("[].")
        if key in _NAMES:
            parameter.shell_complete = partial(_names, _NAMES[key])  # type: ignore[method-assign]
        elif key in _PATHS:
            parameter.shell_complete = partial(_paths, _PATHS[key])  # type: ignore[method-assign]


def _paths(kind: str, context: click.Context, incomplete: str) -> list[CompletionItem]:
    """Leave files and folders to the shell."""
    return [CompletionItem(incomplete, type=kind)]


def _names(complete: Completer, context: click.Context, incomplete: str) -> list[CompletionItem]:
    """Complete a name from the chosen game, or else a file."""
    names = []
    game = context.params.get("name") or DEFAULT_GAME
    if "." not in game:
        with suppress(InputError):
            version = eoc_sim.games.find(game).version
            names = (
                []
                if version is None
                else [
                    CompletionItem(name, help=words or None)
                    for name, words in complete(version, incomplete)
                    if name.startswith(incomplete)
                ]
            )
    return names or _paths("file", context, incomplete)


def _strategies(version: Any, incomplete: str) -> Names:
    prefix = incomplete[: incomplete.rfind(",") + 1]
    return [(prefix + name, "") for name in version.folders().names()]


def _games(version: Any, incomplete: str) -> Names:
    return [(name, "") for name in (*BUILT_IN, *entry_points())]


def _switches(version: Any, incomplete: str) -> Names:
    return [(switch.name, switch.sentence) for switch in _switches_of(version)]


def _presets(version: Any, incomplete: str) -> Names:
    return [(name, "") for name in version.game_rules.preset_names()]


def _switches_and_presets(version: Any, incomplete: str) -> Names:
    return [*_switches(version, incomplete), *_presets(version, incomplete)]


def _settings(version: Any, incomplete: str) -> Names:
    return [
        (f"{switch.name}={value}", switch.sentence)
        for switch in _switches_of(version)
        for value in (*switch.words, *(switch.numbers or ()))
    ]


def _keys(version: Any, incomplete: str) -> Iterator[tuple[str, str]]:
    """Yield the keys that extend the text by one part.

    A finished key ends with its current value; a rule's key, with each possible value.
    """
    yield from ((f"rules.{setting}", words) for setting, words in _settings(version, ""))
    yield from ((f"rules={name}", "") for name, _ in _presets(version, ""))
    kind, dot, remainder = incomplete.partition(".")
    for name, sheet in version.cells.sheets.items():
        if not dot or name != kind:
            yield f"{name}.", sheet.form
            continue
        for identity, title, row in sheet.rows(version.package_components()):
            if not remainder.startswith(f"{identity}."):
                yield f"{name}.{identity}.", title
                continue
            texts = sheet.cells(row)
            yield from (
                (f"{name}.{identity}.{column}={texts.get(column, '')}", title)
                for column in sheet.columns
            )


def _cells_of_cards(version: Any, incomplete: str) -> Names:
    """List keys in the first sheet, the cards, without the sheet's name."""
    prefix = f"{next(iter(version.cells.sheets))}."
    return [
        (key.removeprefix(prefix), words)
        for key, words in _keys(version, prefix + incomplete)
        if key.startswith(prefix)
    ]


def _switches_of(version: Any) -> Iterable[Switch]:
    switches: dict[str, Switch] = version.game_rules.switches
    return switches.values()


_PATHS = {
    "DIR": "dir",
    **dict.fromkeys(
        ("FILE", "FILE|-", "FILE.csv", "PLAN.toml", "SHEET", "DIR|SHEET", "FILE.py|FOLDER/"), "file"
    ),
}
_NAMES: dict[str, Completer] = {
    "--game": _games,
    "NAME|FILE|FOLDER|MODULE": _games,
    **dict.fromkeys(("STRATEGY", "A,B,C,D", "A,B,C", "A,B,"), _strategies),
    **dict.fromkeys(("KEY=VALUE", "KEY=V1,V2", '"KEY=value ..."|PRESET'), _keys),
    "NO.COLUMN=VALUE": _cells_of_cards,
    "SWITCH=VALUE": _settings,
    "SWITCH": _switches,
    "SWITCH|PRESET": _switches_and_presets,
    "PRESET|FILE": _presets,
}
"""Each completion, by metavar, or by option if the metavar is ambiguous."""
