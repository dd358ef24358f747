"""Hashes of the source code that games depend on."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import eoc_sim.simulator
import eoc_sim.strategies
from eoc_sim.simulator.kernel.own_modules import (
    imported_names,
    own_sources,
    parse_module,
    source_as_run,
)
from eoc_sim.simulator.runs.game import Game

ENDINGS = (".py", ".toml", ".csv")
"""The suffixes of the package's files that games depend on."""
DIGITS = 8


@cache
def package_hash() -> str:
    """Return a short hash of the package's sources that games depend on."""
    digest = hashlib.sha256()
    for package in (eoc_sim.simulator, eoc_sim.strategies):
        (root,) = map(Path, package.__path__)
        for file in sorted(path for path in root.rglob("*") if path.suffix in ENDINGS):
            digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:DIGITS]


def source_hash(game: Game) -> str:
    """Return a short hash of the package's and a game's sources.

    A game that is installed as a package is identified by its ``rules_version`` instead.
    """
    names = {part.__module__ for part in vars(game).values() if hasattr(part, "__module__")}
    files = own_sources(sorted(names))
    if game.source is not None and game.source.sha256 and not game.source.is_file:
        files |= own_sources([game.source.name])
    elif game.source is not None and game.source.is_file:
        file = Path(game.source.name)
        source = source_as_run(file)
        files |= {file: source, **own_sources(imported_names(parse_module(source)))}
    if not files:
        return package_hash()
    digest = hashlib.sha256(package_hash().encode())
    for file, content in files.items():
        digest.update(file.name.encode() + b"\0" + content)
    return digest.hexdigest()[:DIGITS]
