"""Versions of Envelopes of Cash: made, changed, compared, played, recorded and restored.

A version is components, a rule set and a line-up. Its keys are those of ``--vary``: the cells of
the components (`component_cells`: ``card.NO.COLUMN`` and so on), ``rules.SWITCH``, ``seat.K``,
``ban.K`` (what the strategy of the K-th seat named may not do; both count from 1) and
``strategy.NAME.PARAMETER``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import InputError, StrategyError, nearest
from eoc_sim.simulator.eoc import bans, component_cells
from eoc_sim.simulator.eoc import components as component_data
from eoc_sim.simulator.eoc.columns import (
    BUBBA,
    COLOUR_NAMES,
    DIMS,
    POSITION_NAMES,
    REGION_NAMES,
)
from eoc_sim.simulator.eoc.component_rows import COST_COLUMNS, column_choices
from eoc_sim.simulator.eoc.components import Components, card_row
from eoc_sim.simulator.eoc.effect_language import words
from eoc_sim.simulator.eoc.learnt import with_factors
from eoc_sim.simulator.eoc.own_columns import OwnColumns
from eoc_sim.simulator.eoc.places import place_rows, trail_rows
from eoc_sim.simulator.eoc.rules import (
    STANDARD,
    SWITCHES,
    RuleSet,
    check_deck,
    check_players,
    resolve,
)
from eoc_sim.simulator.runs.card_sheet import CardSheet
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.changed_strategies import SOURCES, changed_strategies
from eoc_sim.simulator.runs.relearning import LEARNT, Learnt
from eoc_sim.simulator.runs.run_directory import CARRIED

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.simulator.eoc.engine import Engine
    from eoc_sim.simulator.kernel.strategy_files import Parameter, Strategy
    from eoc_sim.simulator.runs.asked import Asked

KINDS = (*component_cells.SHEETS, "rules", "seat", "strategy", "ban")
FORMS = (*component_cells.FORMS, "rules.SWITCH", "seat.K", "strategy.NAME.PARAMETER", "ban.K")
DEFAULT_SEATS = ("hoarder", "quick_start", "vegas", "marketing_drip")
"""The line-up of whoever names none; alone against Bubba the first of them."""

RESTRICTED = "restricted"
"""What the tables call a strategy that is banned something where others play the same unbanned."""

MOST_TOLD = 4
"""Changes that are listed where a version cannot be; more are counted."""

Override = tuple[str, str, float]
"""A parameter that all seats of a strategy play with: (strategy name, parameter, value)."""


@dataclass(frozen=True)
class Version:
    """One version of the game.

    ``seats`` are the strategies as they were asked for, ``overrides`` the parameters set by
    ``strategy.NAME.PARAMETER``; ``fixed`` are the keys that the baseline's own options have set;
    ``banned`` is what the strategy of each seat may not do, () where nobody is forbidden anything.
    ``learnt`` are the factors of clauses that each seat plays with in place of its table's, None of
    one that has its own, () where all have; players are told apart by their strategies, not by what
    they have learnt.
    """

    components: Components
    rules: RuleSet
    seats: tuple[str, ...]
    overrides: tuple[Override, ...] = ()
    fixed: frozenset[str] = field(default=frozenset(), compare=False)
    banned: tuple[frozenset[str], ...] = ()
    learnt: Learnt = ()

    def bans_of(self, place: int) -> frozenset[str]:
        """What the strategy named at this place of the line-up, from 0, may not do."""
        return self.banned[place] if self.banned else frozenset()

    def strategies(self) -> list[Strategy]:
        """The loaded strategies of the seats, with overrides and what they have learnt."""
        loaded = [self._overridden(_load(spec)) for spec in self.seats]
        return [
            strategy if factors is None else with_factors(strategy, factors)
            for strategy, factors in zip(loaded, self.learnt or [None] * len(loaded), strict=True)
        ]

    def _overridden(self, strategy: Strategy) -> Strategy:
        own = {key: value for name, key, value in self.overrides if name == strategy.name}
        return replace(strategy, parameters={**strategy.parameters, **own}) if own else strategy


@lru_cache(maxsize=256)
def _load(spec: str) -> Strategy:
    from eoc_sim.simulator.eoc.engine import load_strategy

    return load_strategy(spec)


def forget_files() -> None:
    """Read strategy files again when they are next asked for: one may have been saved since."""
    _load.cache_clear()


def strategy_label(strategy: Strategy) -> str:
    """A strategy's name, with the parameters that differ from those of whoever sets none."""
    changed = "".join(
        f":{one.name}={strategy.parameters[one.name]:.12g}"
        for one in strategy.declared
        if strategy.parameters[one.name] != strategy.usual[one.name]
    )
    return strategy.name + changed


# --- Making and changing versions.


def baseline(asked: Asked) -> Version:
    """The version that the options ask for.

    Raises:
        InputError: a preset, switch, component, card or strategy that cannot be.
    """
    folder = Path(asked.data) if asked.data is not None and Path(asked.data).is_dir() else None
    own_data = asked.data is not None
    components = component_data.load(asked.data) if own_data else _package_components()
    settings = {name.strip(): value for name, value in asked.settings}
    cells: dict[str, str] = {}
    for key, value in asked.changes:
        normal = _baseline_key(components, key)
        kind, _, switch = normal.partition(".")
        name, given = (switch, settings) if kind == "rules" else (normal, cells)
        if name in given:
            raise InputError(f"{normal} is set twice: --card and --set are short for --change.")
        given[name] = value
    rules = resolve(asked.rules if asked.rules is not None else STANDARD, settings, folder)
    seats = asked.seats or DEFAULT_SEATS[: 1 if rules["solo"] == "on" else None]
    return make_version(
        components, rules, seats, changes=list(cells.items()), settings=list(settings)
    )


def make_version(
    components: Components,
    rules: RuleSet,
    seats: Sequence[str],
    *,
    changes: Sequence[tuple[str, str]] = (),
    settings: Sequence[str] = (),
) -> Version:
    """The version of these components, rules and seats, with cells of the components changed.

    ``settings`` are the switches that have been changed in ``rules`` already; they and the keys
    of ``changes`` are fixed for all versions that are made of this one.
    """
    fixed = {f"rules.{name.strip()}" for name in settings}
    fixed |= {component_cells.normal_key(components, key) for key, _ in changes}
    changed = component_cells.changed(components, changes)
    version = Version(changed, rules, tuple(seats), (), frozenset(fixed))
    version.strategies()
    check_players(rules, len(version.seats))
    return version


def _baseline_key(components: Components, key: str) -> str:
    """A key that the baseline's options can set, in its one written form."""
    kind, _, rest = key.strip().partition(".")
    kind = kind.lower()
    if kind == "rules" and rest:
        if rest not in SWITCHES:
            raise InputError(
                f'The key {key}: there is no switch "{rest}".{nearest(rest, SWITCHES)}'
            )
        return f"rules.{rest}"
    if kind in component_cells.SHEETS:
        return component_cells.normal_key(components, key)
    if kind in ("seat", "strategy", "ban"):
        raise InputError(
            f"The key {key} cannot be set with --change: --seats says who plays, and with which "
            "parameters; the commands restrict and sweep ban what one may not do."
        )
    raise _no_key(key)


def _no_key(key: str) -> InputError:
    kind = key.strip().partition(".")[0].lower()
    return InputError(f'"{key}" is no key; keys are {", ".join(FORMS)}.{nearest(kind, KINDS)}')


def normal_key(version: Version, key: str) -> str:
    """``key`` in its one written form.

    Raises:
        InputError: there is no such key; the sentence names the nearest.
    """
    kind, _, rest = key.strip().partition(".")
    kind = kind.lower()
    if kind in ("seat", "ban") and rest.isdecimal():
        if not 1 <= int(rest) <= len(version.seats):
            last = f" to {kind}.{len(version.seats)}" if len(version.seats) > 1 else ""
            raise InputError(f"The key {key}: seats count from 1, here {kind}.1{last}.")
        return f"{kind}.{int(rest)}"
    if kind == "strategy" and rest.count(".") >= 1:
        name, parameter = rest.rsplit(".", 1)
        _strategy(version, name, key)
        _declared(version, name, parameter, key)
        return f"strategy.{name}.{parameter}"
    if kind in ("seat", "strategy", "ban"):
        raise _no_key(key)
    return _baseline_key(version.components, key)


def _strategy(version: Version, name: str, key: str) -> Strategy:
    by_name = {strategy.name: strategy for strategy in version.strategies()}
    if name not in by_name:
        raise InputError(
            f'The key {key}: no seat plays "{name}"; the seats play {", ".join(by_name)}.'
            f"{nearest(name, by_name)}"
        )
    return by_name[name]


def _declared(version: Version, name: str, parameter: str, key: str) -> Parameter:
    declared = {one.name: one for one in _strategy(version, name, key).declared}
    if parameter not in declared:
        raise InputError(
            f'The key {key}: {name} has no parameter "{parameter}"; it has '
            f"{', '.join(declared) or 'none'}.{nearest(parameter, declared)}"
        )
    return declared[parameter]


def fixed_keys(version: Version) -> frozenset[str]:
    """The keys that ``--set``, ``--card`` and ``--change`` have set."""
    return version.fixed


def change(version: Version, settings: Sequence[tuple[str, str]]) -> Version:
    """``version`` with each key set to its value.

    Raises:
        InputError: a key or a value that cannot be.
    """
    cells: list[tuple[str, str]] = []
    rules: dict[str, object] = {}
    seats = list(version.seats)
    banned = [version.bans_of(place) for place in range(len(seats))]
    parameters: list[tuple[str, str, str]] = []
    for key, value in settings:
        normal = normal_key(version, key)
        kind, rest = normal.split(".", 1)
        if kind in component_cells.SHEETS:
            cells.append((normal, value))
        elif kind == "rules":
            rules[rest] = value
        elif kind == "seat":
            seats[int(rest) - 1] = value
        elif kind == "ban":
            banned[int(rest) - 1] = bans.read_bans(version.components, value)
        else:
            name, parameter = rest.rsplit(".", 1)
            parameters.append((name, parameter, value))
    changed = replace(
        version,
        components=component_cells.changed(version.components, cells),
        rules=version.rules.with_settings(rules),
        seats=tuple(seats),
        banned=tuple(banned) if any(banned) else (),
    )
    try:
        check_players(changed.rules, len(changed.seats))
        check_deck(changed.rules, len(changed.seats), changed.components.deck_size)
    except InputError as error:
        asked = " ".join(f"{key}={value}" for key, value in settings[:MOST_TOLD])
        if len(settings) > MOST_TOLD:
            asked += f" and {len(settings) - MOST_TOLD} more changes"
        raise InputError(f"With {asked}: {error}") from None
    for name, parameter, value in parameters:
        changed = _with_parameter(changed, name, parameter, value)
    changed.strategies()
    return changed


def with_learnt(version: Version, learnt: Learnt) -> Version:
    """The version whose seats play with these factors of clauses, as in `Version`."""
    return replace(version, learnt=learnt)


def with_sheet(version: Version, sheet: str) -> Version:
    """The version with a whole cards sheet, a file, in place of its own."""
    own = version.components.as_dict()
    edited = component_data.load(sheet)
    components = Components.from_dict({**own, "cards": edited.as_dict()["cards"]}, sheet)
    carried = {**version.components.own, **edited.own}
    return replace(version, components=replace(components, own=carried))


def _with_parameter(version: Version, name: str, parameter: str, value: str) -> Version:
    key = f"strategy.{name}.{parameter}"
    declared = _declared(version, name, parameter, key)
    try:
        number = declared.number(value)
    except ValueError as error:
        raise InputError(f"{key}: {value} {error}.") from None
    others = tuple(one for one in version.overrides if one[:2] != (name, parameter))
    return replace(version, overrides=tuple(sorted((*others, (name, parameter, number)))))

# --- Comparing versions.


def differences(old: Version, new: Version) -> tuple[Change, ...]:
    """Every key in which the two versions differ: components, rules, seats, parameters."""
    found = component_cells.differences(old.components, new.components)
    found += [
        _change(f"rules.{name}", str(value), str(new.rules[name]), f"rule {name}")
        for name, value in old.rules.items()
        if value != new.rules[name]
    ]
    pairs = zip(old.seats, new.seats, strict=True)
    found += [
        _change(f"seat.{seat}", before, after, f"seat {seat}")
        for seat, (before, after) in enumerate(pairs, 1)
        if _identity(_load(before)) != _identity(_load(after))
    ]
    for place in range(len(old.seats)):
        before, after = (bans.written(one.bans_of(place)) for one in (old, new))
        if before != after:
            found.append(_ban_change(new, place, before, after))
    keys = {one[:2] for one in (*old.overrides, *new.overrides)}
    for name, parameter in sorted(keys):
        before = _values(old, name, parameter)
        after = _values(new, name, parameter)
        if before != after:
            found.append(
                _change(
                    f"strategy.{name}.{parameter}", before, after, f"{name}'s {parameter}"
                )
            )
    return tuple(found)


def shared(versions: Sequence[Version]) -> list[Version]:
    """The same versions with one common list of card rows."""
    by_identity = {id(version.components): version.components for version in versions}
    distinct = list(by_identity.values())
    aligned = dict(
        zip(by_identity, component_data.align(distinct), strict=True)
    )
    return [
        replace(version, components=aligned[id(version.components)]) for version in versions
    ]


def idle(old: Version, new: Version) -> list[str]:
    """Sentences on the changes from ``old`` to ``new`` that cannot move anything."""
    sentences = []
    idle = new.rules.idle(len(new.seats))
    in_deck = {card.number: card.copies > 0 for card in new.components.cards}
    unused = {
        "coach": "" if new.rules["coaches"] == "on" else "there are no Head Coaches",
        "board": "" if new.rules["boards"] == "on" else "there are no Recruiting Boards",
        "stash": "" if new.rules["stash"] == "starter" else "no starter stashes are dealt",
    }
    for change in differences(old, new):
        kind, number, column = component_cells.split(change.key)
        if kind == "ban":
            sentences += _idle_bans(new, change)
        if kind == "rules" and column in idle:
            sentences.append(f"{change.sentence} changes nothing under the other rules.")
        elif kind in component_cells.SHEETS:
            reason = unused.get(kind)
            if column in component_cells.TELLING_COLUMNS:
                reason = f"no rule looks at a {kind}'s {column}"
            elif kind == "card" and column != "copies" and not in_deck[number]:
                reason = "the card is not in the deck"
            if reason:
                sentences.append(f"{change.sentence} changes nothing: {reason}.")
    return sentences


def _ban_change(version: Version, place: int, before: str, after: str) -> Change:
    """What the strategy named at a place of the line-up may not do, as a change."""
    name = strategy_label(version.strategies()[place])
    said = [
        bans.ban_words(version.components, one) for one in after.split(bans.PLUS) if one
    ]
    sentence = f"{name} without {after}: {', '.join(said)}" if said else f"{name} may do all"
    key = f"ban.{place + 1}"
    return Change(key, before, after, key, name, sentence)


def _idle_bans(version: Version, change: Change) -> list[str]:
    """Sentences on the bans of a change that cannot move anything."""
    return [
        f"The ban {one} changes nothing: {reason}."
        for one in change.new.split(bans.PLUS)
        if one and (reason := bans.idle_ban(version.components, version.rules, one))
    ]


def strategies(version: Version) -> list[Strategy]:
    """The loaded strategies of the seats."""
    return version.strategies()


def players_of(version: Version) -> int:
    """How many seats the line-up has."""
    return len(version.seats)

# --- Playing versions.


def engines(versions: Sequence[Version], seed: int, seating: str) -> list[Engine]:
    """An engine a version, compiled and checked; they share the ids of `dims`."""
    from eoc_sim.simulator.eoc.engine import Engine

    labels = list(_strategies(versions))
    apart = _apart(versions)
    return [
        Engine(
            version.components, version.rules, version.strategies(), seed, seating,
            [labels.index(one) for one in _identities(version, apart)],
            bubba_id=len(labels), bans=version.banned,
        )
        for version in versions
    ]


def strategy_id(versions: Sequence[Version], place: int) -> int:
    """The id in `dims` of the strategy named at a place of the line-up, from 0."""
    identity = _identities(versions[0], _apart(versions))[place]
    return list(_strategies(versions)).index(identity)


def ban_names(version: Version) -> dict[str, tuple[str, ...]]:
    """The groups of bans that change something under the version's rules, by name."""
    return bans.all_bans(version.components, version.rules)


def normal_ban(version: Version, name: str) -> str:
    """A ban in its one written form; an InputError if there is none such."""
    return bans.normal_ban(version.components, name)


def ban_words(version: Version, name: str) -> str:
    """What a ban in its written form forbids."""
    return bans.ban_words(version.components, name)


def ban_setting(place: int, names: Sequence[str]) -> tuple[str, str]:
    """The key and value that ban these to the strategy at a place of the line-up, from 0."""
    return f"ban.{place + 1}", bans.written(names)


def dims(versions: Sequence[Version]) -> dict[str, pl.DataFrame]:
    """What the ids in the result tables are; ``id`` and ``name`` first."""
    import polars as pl

    components = versions[0].components
    tables: dict[str, list[dict[str, Any]]] = {
        "strategies": _strategy_rows(versions),
        "cards": _card_rows(versions),
        "coaches": [
            {"name": coach.name, "number": coach.number, "text": coach.text,
             "source": coach.source}
            for coach in components.coaches
        ],
        "boards": [
            {"name": f"Board {board.number}",
             "positions": " ".join(POSITION_NAMES[one] for one in board.positions),
             "source": board.source}
            for board in components.boards
        ],
        "regions": [
            {"name": name, "colour": colour}
            for name, colour in zip(REGION_NAMES, COLOUR_NAMES, strict=True)
        ],
        "spots": [
            {"name": spot.name, "state": spot.state,
             "regions": " ".join(REGION_NAMES[one] for one in spot.regions),
             "cost": sum(spot.cost)}
            for spot in component_data.spots(components)
        ],
        "places": place_rows(components.map),
        "trails": trail_rows(components.map),
    }
    frames = {
        name: pl.DataFrame([{"id": place, **row} for place, row in enumerate(rows)])
        for name, rows in tables.items()
    }
    return {
        name: frame.select(
            pl.col(column.name).cast(getattr(pl, str(column.kind))) for column in DIMS[name]
        )
        for name, frame in frames.items()
    }


def replay(
    version: Version, seed: int, seating: str, game: int, twin: str | None = None
) -> list[dict[str, Any]]:
    """The trace of one game: a list of events, the first is ``setup``, the last ``final``.

    ``twin`` says in words what a twin of it has otherwise (`twins.read`).
    """
    from eoc_sim.simulator.eoc.twins import read

    intervention = None if twin is None else read(twin)
    return engines([version], seed, seating)[0].replay(game, intervention)


# --- Recording versions.


def record(version: Version) -> dict[str, Any]:
    """All that makes the version, in plain values; the components only if they are changed."""
    content = version.components.as_dict()
    strategies = version.strategies()
    model = _model(strategies)
    record: dict[str, Any] = {
        "rules": dict(version.rules),
        "seats": [
            {
                "name": strategy_label(strategy), "spec": spec, "file": strategy.file.name,
                "hash": strategy.hash, "parameters": dict(strategy.parameters),
                "tables": {sheet.name: sheet.hash for sheet in strategy.tables},
            }
            for spec, strategy in zip(version.seats, strategies, strict=True)
        ],
        SOURCES: dict(
            sorted(item for one in [*strategies, *model] for item in one.sources.items())
        ),
        "overrides": [list(one) for one in version.overrides],
        "hashes": {name: _digest(part) for name, part in content.items()},
    }
    if model:
        record["model"] = {"spec": model[0].spec, "hash": model[0].hash}
    if version.banned:
        record["bans"] = [bans.written(one) for one in version.banned]
    if version.components.hash != _package_components().hash:
        record["data"] = content
    if version.learnt:
        record[LEARNT] = [None if one is None else dict(one) for one in version.learnt]
    carried = {name: own.record() for name, own in version.components.own.items() if own.heads}
    if carried:
        record[CARRIED] = carried
    return record


def carried_along(version: Version) -> list[str]:
    """Sentences on the columns of its sheets that are carried along, or left out."""
    return [line for own in version.components.own.values() for line in own.sentences()]


def card_sheet(record: Mapping[str, Any]) -> CardSheet:
    """The cards of a recorded version as a sheet to edit.

    Raises:
        InputError: the package's components are no longer what they were.
    """
    columns, rows = _recorded_components(record).laid_out("cards")
    return CardSheet(
        columns, tuple(rows), "number", column_choices(), "effect words",
        tuple(words().splitlines()),
    )


def restore(recorded: Mapping[str, Any]) -> Version:
    """The version that `record` wrote.

    Raises:
        InputError: a strategy or the package's components are no longer what they were.
    """
    components = _recorded_components(recorded)
    version = Version(
        components,
        resolve("standard", recorded["rules"]),
        tuple(str(seat["spec"]) for seat in recorded["seats"]),
        tuple((str(name), str(key), float(value)) for name, key, value in recorded["overrides"]),
        banned=tuple(bans.read_bans(components, one) for one in recorded.get("bans", ())),
        learnt=tuple(recorded.get(LEARNT, ())),
    )
    changed = changed_strategies(recorded, record(version))
    if changed is not None:
        raise StrategyError(f"{changed} since the run was played; play it again.")
    return version


def _model(strategies: Sequence[Strategy]) -> list[Strategy]:
    """Who stands for all others in what a strategy plays out before its turns; [] if none does."""
    from eoc_sim.simulator.eoc.engine import MODEL

    return [_load(MODEL)] if any("propose" in one.functions for one in strategies) else []


def _recorded_components(record: Mapping[str, Any]) -> Components:
    """The components that `record` wrote, with the designer's own columns."""
    if "data" in record:
        components = Components.from_dict(record["data"], "run.json")
    else:
        components = _package_components()
    for name, part in components.as_dict().items():
        if record.get("hashes", {}).get(name) != _digest(part):
            raise InputError(
                f"The package's {name} have changed since the run was played; play it again."
            )
    carried = record.get(CARRIED, {})
    own = {name: OwnColumns.of_record(one) for name, one in carried.items()}
    return replace(components, own=own)


def _change(key: str, old: str, new: str, name: str) -> Change:
    return Change(key, old, new, key, name, f"{name}: {old} -> {new}")


def _values(version: Version, name: str, parameter: str) -> str:
    """What the seats of a strategy have for a parameter; several values if they differ."""
    values = {
        f"{strategy.parameters[parameter]:.12g}"
        for strategy in version.strategies()
        if strategy.name == name
    }
    return " and ".join(sorted(values)) or "not played"


@lru_cache(maxsize=1)
def _package_components() -> Components:
    return component_data.load(None)


def _digest(part: Any) -> str:
    text = json.dumps(part, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _identity(strategy: Strategy) -> tuple[str, str]:
    """What makes two seats the same strategy in the tables."""
    return strategy_label(strategy), strategy.hash


def _apart(versions: Sequence[Version]) -> frozenset[int]:
    """The places of the line-up that some version bans something, where others play the same.

    In the tables they are strategies of their own in all versions, so that a ban is told of them.
    """
    return frozenset(
        place for place in range(len(versions[0].seats))
        if any(version.bans_of(place) for version in versions)
        and any(
            _identity(strategy) == _identity(version.strategies()[place])
            for version in versions
            for other, strategy in enumerate(version.strategies()) if other != place
        )
    )


def _identities(version: Version, apart: frozenset[int]) -> list[tuple[str, str]]:
    """What the strategy of each seat is in the tables."""
    return [
        (f"{label} ({RESTRICTED})" if place in apart else label, digest)
        for place, (label, digest) in enumerate(map(_identity, version.strategies()))
    ]


def _strategies(versions: Sequence[Version]) -> dict[tuple[str, str], Strategy]:
    """Every strategy that plays, in the order of first appearance; its place is its id."""
    found: dict[tuple[str, str], Strategy] = {}
    apart = _apart(versions)
    for version in versions:
        pairs = zip(_identities(version, apart), version.strategies(), strict=True)
        for identity, strategy in pairs:
            found.setdefault(identity, strategy)
    return found


def _strategy_rows(versions: Sequence[Version]) -> list[dict[str, Any]]:
    found = _strategies(versions)
    labels = [label for label, _ in found]
    rows = [
        {
            # Two files of one name are told apart by their hashes.
            "name": label if labels.count(label) == 1 else f"{label} [{digest[:4]}]",
            "file": strategy.file.name,
            "parameters": json.dumps(dict(strategy.parameters)),
        }
        for (label, digest), strategy in found.items()
    ]
    if any(version.rules["solo"] == "on" for version in versions):
        rows.append({"name": BUBBA, "file": "", "parameters": "{}"})
    return rows


def _card_rows(versions: Sequence[Version]) -> list[dict[str, Any]]:
    """The cards as the first version has them; a card that any version plays counts as in play."""
    rows = []
    for place, card in enumerate(versions[0].components.cards):
        row: dict[str, Any] = dict(card_row(card))
        number = row.pop("number")
        copies = max(version.components.cards[place].copies for version in versions)
        rows.append(
            {"name": row.pop("name"), "number": number, **row, "copies": copies,
             "price": sum(card.cost), "stars": card.stars,
             "source": card.source, "printed_columns": " ".join(card.printed_columns),
             **dict(zip(COST_COLUMNS, card.cost, strict=True))}
        )
    return rows
