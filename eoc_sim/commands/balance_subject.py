"""The row of a sheet that ``balance --for`` makes average."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.average import measure_card, measure_deal
from eoc_sim.analysis.priced_twins import METRIC
from eoc_sim.built_in_games import BUILT_IN
from eoc_sim.errors import InputError, nearest
from eoc_sim.games import describe_owners, find
from eoc_sim.simulator.runs.version_options import VersionOptions

if TYPE_CHECKING:
    from eoc_sim.analysis.average import Measure
    from eoc_sim.simulator.runs.game import Column, ComparedTwins, Game, V
    from eoc_sim.simulator.runs.numbers import Number


@dataclass(frozen=True)
class BalanceSubject:
    """The thing to make average, its measure and its numbers.

    ``average`` describes the average; ``schedule`` has the twins that measure the thing, if any.
    ``numbers`` are indices into the numbers of the search. If there are none, the ordinary search
    looks for other edits.
    """

    name: str
    average: str
    measure: Measure
    schedule: Mapping[str, Any] | None
    numbers: tuple[int, ...]
    metric: str = "wins"
    dealt_component: tuple[str, str] | None = None
    """The column that deals the thing, and the thing's label there."""


def subject_of(game: Game[V], version: V, key: str, numbers: Sequence[Number]) -> BalanceSubject:
    """Find the thing that a key KIND.ROW names.

    Raises:
        InputError: There is no such thing, or its strength cannot be measured.
    """
    kind, _, row = _as_printed(game, version, key, numbers).partition(".")
    indexes = tuple(
        index
        for index, number in enumerate(numbers)
        if number.key.rpartition(".")[0] == f"{kind}.{row}"
        and (number.original or number.worth == 1.0)
    )
    seats = game.standings
    column = next((role for role in seats.roles("dealt") if role.name == kind), None)
    if column is not None:
        match = _row(game, version, column, row)
        if match is not None:
            component_id, label = match
            return BalanceSubject(
                label,
                f"an average {column.head}",
                measure_deal(column, component_id),
                None,
                indexes,
                dealt_component=(kind, label),
            )
    if indexes:
        own_number = numbers[indexes[0]]
        deals = next((table for table in game.tables.values() if table.roles("passed")), None)
        if deals is not None and own_number.dim == deals.role("thing").dim:
            ids = game.dims([version])[own_number.dim]
            component_id = int(ids.filter(ids["number"] == own_number.row)["id"][0])
            return BalanceSubject(
                own_number.name, f"an average {kind}", measure_card(component_id), None, indexes
            )
        twins = _find_compared_twins(game)
        if twins is not None and kind in twins.kinds:
            return BalanceSubject(
                own_number.name,
                twins.average(kind),
                game.parts.load("average").measure(own_number),
                twins.schedule(version, own_number),
                indexes,
                METRIC,
            )
    if not _knows(game, version, key, numbers):
        owners = [
            built_in
            for built_in in map(find, BUILT_IN)
            if built_in.name != game.name and _has(built_in, key)
        ]
        if owners:
            raise InputError(describe_owners(key, "row", owners, game))
    raise InputError(_refusal(game, version, key, numbers))


def _find_compared_twins(game: Game[V]) -> ComparedTwins | None:
    """Return the game's twins that compare things of one kind, if any."""
    return None if game.twins is None else game.twins.price


def _has(game: Game[V], key: str) -> bool:
    """Check if a built-in game has the thing that a key names."""
    version = game.baseline(VersionOptions())
    return _knows(game, version, key, game.editing.numbers(version) if game.editing else ())


def _knows(game: Game[V], version: V, key: str, numbers: Sequence[Number]) -> bool:
    """Check if a key names a dealt row, or one with numbers."""
    printed_key = _as_printed(game, version, key, numbers)
    kind, _, row = printed_key.partition(".")
    columns = (role for role in game.standings.roles("dealt") if role.name == kind)
    return any(number.key.rpartition(".")[0] == printed_key for number in numbers) or any(
        _row(game, version, column, row) for column in columns
    )


def _as_printed(game: Game[V], version: V, key: str, numbers: Sequence[Number]) -> str:
    """Return a thing's key as printed: card.038 for Card.38."""
    kind, dot, row = key.strip().partition(".")
    kind = kind.lower()
    kind_columns = (
        number.key.rpartition(".")[2] for number in numbers if number.key.startswith(f"{kind}.")
    )
    column = next(kind_columns, None)
    if column is not None and row:
        with suppress(InputError):
            return game.normal_key(version, f"{kind}.{row}.{column}").rpartition(".")[0]
    return f"{kind}{dot}{row}"


def _row(game: Game[V], version: V, column: Column, row: str) -> tuple[int, str] | None:
    """Look up the id and name of a dealt row."""
    dim = game.dims([version])[column.dim]
    names = (row.lower(), f"{column.name} {row}".lower())
    for index, entry in enumerate(dim.iter_rows(named=True)):
        number, name = (str(entry.get(field, "")) for field in ("number", "name"))
        if row and (number.lower() == row.lower() or name.lower() in names):
            return int(entry.get("id", index)), name
    return None


def _refusal(game: Game[V], version: V, key: str, numbers: Sequence[Number]) -> str:
    deals = any(table.roles("passed") for table in game.tables.values())
    twins = _find_compared_twins(game)
    if not (deals or game.standings.roles("dealt") or twins):
        return (
            f"--for {key} is not possible: {game.declaration.words.title} does not measure "
            "the strength of individual things. A game written in plain Python can do so if it "
            "declares what a row loses when it is switched off, as in Sheet(..., off=(COLUMN,)). "
            "Leave --for out to balance turn order and strategies."
        )
    names = dict.fromkeys(
        number.key.rpartition(".")[0]
        for number in numbers
        if number.dim and (twins is None or number.key.partition(".")[0] in twins.kinds)
    )
    dims = game.dims([version])
    for column in game.standings.roles("dealt"):
        names |= dict.fromkeys(f"{column.name}.{name}" for name in dims[column.dim]["name"])
    kinds = dict.fromkeys(f"{name.partition('.')[0]}.…" for name in names)
    return (
        f"--for {key}: nothing of that name has a measured strength; use one of "
        f"{', '.join(kinds)}.{nearest(key, list(names))}"
    )
