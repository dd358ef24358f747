"""Versions of Envelopes of Cash: what they have besides components, rules and seats.

Their keys are those of `GameVersion`, with the cells of the components (`component_cells`:
``card.NO.COLUMN`` and so on), and ``ban.K``: what the strategy of the K-th seat named may not do,
from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from eoc_sim.simulator.eoc import bans, component_cells
from eoc_sim.simulator.eoc import components as component_data
from eoc_sim.simulator.eoc.columns import COLOUR_NAMES, POSITION_NAMES, REGION_NAMES
from eoc_sim.simulator.eoc.component_rows import COST_COLUMNS, column_choices
from eoc_sim.simulator.eoc.components import Components, card_row
from eoc_sim.simulator.eoc.dims import DIMS
from eoc_sim.simulator.eoc.effect_language import words
from eoc_sim.simulator.eoc.learnt import with_factors
from eoc_sim.simulator.eoc.places import place_rows, trail_rows
from eoc_sim.simulator.eoc.rules import RULES, RuleSet, check_deck, check_players
from eoc_sim.simulator.eoc.words import BUBBA
from eoc_sim.simulator.kernel.checked_rows import OWN
from eoc_sim.simulator.kernel.own_columns import OwnColumns
from eoc_sim.simulator.runs.card_sheet import CardSheet
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.relearning import LEARNT, Learnt
from eoc_sim.simulator.runs.run_file import CARRIED
from eoc_sim.simulator.runs.versions import (
    ComponentData,
    GameVersion,
    Identity,
    dims_frames,
    identity,
    strategy_label,
)

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.simulator.eoc.engine import Engine
    from eoc_sim.simulator.kernel.serving import Kernel
    from eoc_sim.simulator.kernel.strategy_files import Strategy, StrategyFolders
    from eoc_sim.simulator.runs.checks.match import Contract

DEFAULT_SEATS = ("hoarder", "quick_start", "vegas", "marketing_drip")
"""The line-up of whoever names none; alone against Bubba the first of them."""

RESTRICTED = "restricted"
"""What the tables call a strategy that is banned something where others play the same unbanned."""


@dataclass(frozen=True)
class Version(GameVersion):
    """One version of the game.

    ``banned`` is what the strategy of each seat may not do, () where nobody is forbidden anything.
    ``learnt`` are the factors of clauses that each seat plays with in place of its table's, None of
    one that has its own, () where all have; players are told apart by their strategies, not by what
    they have learnt.
    """

    components: Components
    banned: tuple[frozenset[str], ...] = ()
    learnt: Learnt = ()

    game_rules = RULES
    parts = ComponentData(
        kinds=tuple(component_cells.SHEETS),
        forms=component_cells.FORMS,
        normal_key=component_cells.normal_key,
        changed=component_cells.changed,
        differences=component_cells.differences,
        load=component_data.load,
        from_dict=Components.from_dict,
        align=component_data.align,
    )
    default_seats = DEFAULT_SEATS
    own_kinds = ("ban",)
    no_options = (
        GameVersion.no_options + "; the commands restrict and sweep ban what one may not do"
    )

    @staticmethod
    def folders() -> StrategyFolders:
        """Where the strategies are."""
        from eoc_sim.simulator.eoc.engine import strategy_folders

        return strategy_folders()

    @staticmethod
    def kernel() -> Kernel:
        """The compiled kernel."""
        from eoc_sim.simulator.eoc.serving import KERNEL

        return KERNEL

    def engine(self, seed: int, seating: str, strategy_ids: Sequence[int], next_id: int) -> Engine:
        """The engine of this version; ``next_id`` is Bubba's."""
        from eoc_sim.simulator.eoc.engine import Engine

        return Engine(
            self.components,
            self.rules,
            self.strategies(),
            seed,
            seating,
            strategy_ids,
            bubba_id=next_id,
            bans=self.banned,
        )

    def check_players(self) -> None:
        """Refuse a line-up that the rules do not allow."""
        check_players(self.rules, len(self.seats))

    def check(self) -> None:
        """Refuse a line-up that the rules do not allow, and a deck that could run out."""
        self.check_players()
        check_deck(self.rules, len(self.seats), self.components.deck_size)

    @classmethod
    def usual_seats(cls, rules: RuleSet) -> tuple[str, ...]:
        """The line-up of whoever names none."""
        return cls.default_seats[: 1 if rules["solo"] == "on" else None]

    def strategies(self) -> list[Strategy]:
        """The loaded strategies of the seats, with overrides and what they have learnt."""
        loaded = super().strategies()
        return [
            strategy if factors is None else with_factors(strategy, factors)
            for strategy, factors in zip(loaded, self.learnt or [None] * len(loaded), strict=True)
        ]

    def also_compiled(self) -> list[Strategy]:
        """The defaults, which answer for who is banned something."""
        from eoc_sim.simulator.eoc.engine import load_strategy_defaults

        return [load_strategy_defaults()] if self.banned else []

    # --- Bans.

    def bans_of(self, place: int) -> frozenset[str]:
        """What the strategy named at this place of the line-up, from 0, may not do."""
        return self.banned[place] if self.banned else frozenset()

    def with_own(self, settings: Sequence[tuple[str, str]]) -> Self:
        """The version with bans set."""
        banned = [self.bans_of(place) for place in range(len(self.seats))]
        for key, value in settings:
            place = int(key.partition(".")[2]) - 1
            banned[place] = bans.read_bans(self.components, value)
        return replace(self, banned=tuple(banned) if any(banned) else ())

    def own_differences(self, new: Self) -> list[Change]:
        """The bans in which two versions differ."""
        found = []
        for place in range(len(self.seats)):
            before, after = (bans.written(one.bans_of(place)) for one in (self, new))
            if before != after:
                found.append(_ban_change(new, place, before, after))
        return found

    def idle_sentences(self, change: Change) -> list[str]:
        """Why a change that led to this version cannot move anything; none if it can."""
        kind, number, column = component_cells.split(change.key)
        if kind == "ban":
            return _idle_bans(self, change)
        if kind not in component_cells.SHEETS:
            return super().idle_sentences(change)
        reason = {
            "coach": "" if self.rules["coaches"] == "on" else "there are no Head Coaches",
            "board": "" if self.rules["boards"] == "on" else "there are no Recruiting Boards",
            "stash": "" if self.rules["stash"] == "starter" else "no starter stashes are dealt",
        }.get(kind)
        in_deck = {card.number: card.copies > 0 for card in self.components.cards}
        if column in component_cells.TELLING_COLUMNS:
            reason = f"no rule looks at a {kind}'s {column}"
        elif kind == "card" and column != "copies" and not in_deck[number]:
            reason = "the card is not in the deck"
        return [f"{change.sentence} changes nothing: {reason}."] if reason else []

    @classmethod
    def identities(cls, versions: Sequence[Self]) -> list[list[Identity]]:
        """What the strategy of each seat of each version is in the tables."""
        apart = _apart(versions)
        return [
            [
                (f"{label} ({RESTRICTED})" if place in apart else label, digest)
                for place, (label, digest) in enumerate(seats)
            ]
            for seats in super().identities(versions)
        ]

    # --- Recording versions.

    def own_record(self) -> dict[str, Any]:
        """Who stands for the others in what is played out, and what is banned."""
        record = super().own_record()
        if self.banned:
            record["bans"] = [bans.written(one) for one in self.banned]
        return record

    def record(self) -> dict[str, Any]:
        """All that makes the version, with what is learnt and the designer's own columns."""
        record = super().record()
        if self.learnt:
            record[LEARNT] = [None if one is None else dict(one) for one in self.learnt]
        carried = {name: own.record() for name, own in self.components.own.items() if own.heads}
        if carried:
            record[CARRIED] = carried
        return record

    @classmethod
    def own_fields(cls, recorded: Mapping[str, Any], components: Any) -> dict[str, Any]:
        """Bans, and what is learnt."""
        return {
            "banned": tuple(bans.read_bans(components, one) for one in recorded.get("bans", ())),
            "learnt": tuple(recorded.get(LEARNT, ())),
        }

    @classmethod
    def recorded_components(cls, record: Mapping[str, Any]) -> Components:
        """The components that `record` wrote, with the designer's own columns."""
        components: Components = super().recorded_components(record)
        carried = record.get(CARRIED, {})
        own = {name: OwnColumns.of_record(one) for name, one in carried.items()}
        return replace(components, own=own)

    def replay(
        self, seed: int, seating: str, game: int, twin: str | None = None
    ) -> list[dict[str, Any]]:
        """The trace of one game: a list of events, the first is ``setup``, the last ``final``.

        ``twin`` says in words what a twin of it has otherwise (`twins.read`).
        """
        from eoc_sim.simulator.eoc.twins import read

        (engine,) = self.engines([self], seed, seating)
        events: list[dict[str, Any]] = engine.replay(game, None if twin is None else read(twin))
        return events


baseline = Version.baseline
make_version = Version.made
change = Version.change
differences = Version.differences
shared = Version.shared
engines = Version.engines
record = Version.record
restore = Version.restore


def with_learnt(version: Version, learnt: Learnt) -> Version:
    """The version whose seats play with these factors of clauses, as in `Version`."""
    return replace(version, learnt=learnt)


def family_member(version: Version, number: int) -> Version:
    """The version with the components of a member of its data family, from 1.

    Raises:
        InputError: there is no such member.
    """
    from eoc_sim.simulator.eoc.family import member

    return replace(version, components=member(version.components, number))


def unchecked_family(version: Version) -> str:
    """What to know of a data family that was not checked around these components; "" else."""
    from eoc_sim.simulator.eoc.family import unchecked

    return unchecked(version.components)


def with_sheet(version: Version, sheet: str) -> Version:
    """The version with a whole cards sheet, a file, in place of its own."""
    own = version.components.as_dict()
    edited = component_data.load(sheet)
    components = Components.from_dict({**own, "cards": edited.as_dict()["cards"]}, sheet)
    carried = {**version.components.own, **edited.own}
    return replace(version, components=replace(components, own=carried))


def _ban_change(version: Version, place: int, before: str, after: str) -> Change:
    """What the strategy named at a place of the line-up may not do, as a change."""
    name = strategy_label(version.strategies()[place])
    said = [bans.ban_words(version.components, one) for one in after.split(bans.PLUS) if one]
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
    components = versions[0].components
    tables: dict[str, list[dict[str, Any]]] = {
        "strategies": _strategy_rows(versions),
        "cards": _card_rows(versions),
        "coaches": [
            {"name": coach.name, "number": coach.number, "text": coach.text, "source": coach.source}
            for coach in components.coaches
        ],
        "boards": [
            {
                "name": f"Board {board.number}",
                "positions": " ".join(POSITION_NAMES[one] for one in board.positions),
                "source": board.source,
            }
            for board in components.boards
        ],
        "regions": [
            {"name": name, "colour": colour}
            for name, colour in zip(REGION_NAMES, COLOUR_NAMES, strict=True)
        ],
        "spots": [
            {
                "name": spot.name,
                "state": spot.state,
                "regions": " ".join(REGION_NAMES[one] for one in spot.regions),
                "cost": sum(spot.cost),
            }
            for spot in component_data.spots(components)
        ],
        "places": place_rows(components.map),
        "trails": trail_rows(components.map),
    }
    return dims_frames(DIMS, tables)


def carried_along(version: Version) -> list[str]:
    """Sentences on the columns of its sheets that are carried along, or left out."""
    return [line for own in version.components.own.values() for line in own.sentences()]


def card_sheet(record: Mapping[str, Any]) -> CardSheet:
    """The cards of a recorded version as a sheet to edit.

    Raises:
        InputError: the package's components are no longer what they were.
    """
    columns, rows = Version.recorded_components(record).laid_out("cards")
    return CardSheet(
        columns,
        tuple(rows),
        "number",
        column_choices(),
        "effect words",
        tuple(words().splitlines()),
    )


def _apart(versions: Sequence[Version]) -> frozenset[int]:
    """The places of the line-up that some version bans something, where others play the same.

    In the tables they are strategies of their own in all versions, so that a ban is told of them.
    """
    return frozenset(
        place
        for place in range(len(versions[0].seats))
        if any(version.bans_of(place) for version in versions)
        and any(
            identity(strategy) == identity(version.strategies()[place])
            for version in versions
            for other, strategy in enumerate(version.strategies())
            if other != place
        )
    )


def _strategy_rows(versions: Sequence[Version]) -> list[dict[str, Any]]:
    rows = Version.strategy_rows(versions)
    if any(version.rules["solo"] == "on" for version in versions):
        rows.append({"name": BUBBA, "file": "", "parameters": "{}", "brief": ""})
    return rows


def _card_rows(versions: Sequence[Version]) -> list[dict[str, Any]]:
    """The cards as the first version has them; a card that any version plays counts as in play."""
    rows = []
    for place, card in enumerate(versions[0].components.cards):
        row: dict[str, Any] = dict(card_row(card))
        number = row.pop("number")
        copies = max(version.components.cards[place].copies for version in versions)
        rows.append(
            {
                "name": row.pop("name"),
                "number": number,
                **row,
                "copies": copies,
                "price": sum(card.cost),
                "stars": card.stars,
                "source": card.source,
                "printed_columns": " ".join(card.printed_columns if card.source != OWN else ()),
                **dict(zip(COST_COLUMNS, card.cost, strict=True)),
            }
        )
    return rows


def contract() -> Contract:
    """What the game's strategies are checked with."""
    from eoc_sim.simulator.eoc.strategy_check import CONTRACT

    return CONTRACT


PLANNER = "balanced"
_BY_PLAYERS = {2: "two_player_planner", 3: "three_player_planner"}


def stand_ins(version: Version) -> dict[str, str]:
    """The planner tuned to the rules and the number of players, for the one tuned to four."""
    rules, players = version.rules, len(version.seats)
    if rules["dice_draft"] == "exclusive":
        return {PLANNER: "cutthroat_planner"}
    if rules["dice_use"] == "any_month":
        return {PLANNER: "family_planner"}
    return {PLANNER: _BY_PLAYERS[players]} if players in _BY_PLAYERS else {}
