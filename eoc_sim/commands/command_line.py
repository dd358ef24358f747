"""Turn options back into a command line."""

from __future__ import annotations

import shlex
from typing import Any

from eoc_sim.built_in_games import DEFAULT_GAME
from eoc_sim.commands.options import GameOptions, players_option
from eoc_sim.games import find


def command_line(command: str, options: GameOptions) -> str:
    """Return a command line with these options, except seed and seating."""
    return shlex.join(["eoc-sim", command, *game_words(options)])


def game_words(options: GameOptions) -> list[str]:
    """List the words of these options, except seed and seating."""
    players_flag = players_option(find(options.name).declaration.words)
    flags: list[tuple[str, tuple[Any, ...]]] = [
        ("--game", () if options.name == DEFAULT_GAME else (options.name,)),
        ("--seats", (options.seats,)),
        (players_flag, (options.players,)),
        ("--rules", (options.rules,)),
        ("--data", (options.data,)),
        ("--card", options.card),
        ("--change", options.change),
        ("--set", options.settings),
    ]
    words: list[str] = []
    for option, values in flags:
        for value in values:
            words += [] if value is None else [option, str(value)]
    return words
