"""Versions of Envelopes of Cash, with bans and learnt factors.

The keys of a version's settings are those of `GameVersion`, those of the components' cells
(`component_cells`: ``card.NO.COLUMN`` and so on), and ``ban.K`` for the bans on the strategy of the
K-th seat named, counting from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from eoc_sim.simulator.eoc import bans
from eoc_sim.simulator.eoc.component_cells import CELLS
from eoc_sim.simulator.eoc.components import Components
from eoc_sim.simulator.eoc.effect_language import words
from eoc_sim.simulator.eoc.facts import card_copies
from eoc_sim.simulator.eoc.family import warn_unchecked
from eoc_sim.simulator.eoc.learnt_factors import with_factors
from eoc_sim.simulator.eoc.rules import RULES, RuleSet, check_players
from eoc_sim.simulator.eoc.unlearnt_remarks import remarks
from eoc_sim.simulator.kernel.engine import load_defaults
from eoc_sim.simulator.runs import sheet_writing
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.component_keys import split
from eoc_sim.simulator.runs.game import LEARNT, LearntFactors
from eoc_sim.simulator.runs.sheet_writing import CardSheet
from eoc_sim.simulator.runs.versions import (
    GameVersion,
    Identity,
    identity,
    strategy_label,
)

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.engine import Engine
    from eoc_sim.simulator.kernel.strategy import Strategy
    from eoc_sim.simulator.runs.version_options import VersionOptions

DEFAULT_SEATS = ("hoarder", "quick_start", "vegas", "marketing_drip")
"""The line-up of a run that names none.

Against Bubba only the first of these strategies plays.
"""

RESTRICTED = "restricted"
"""The tables' word for a restricted strategy that also plays unrestricted."""


@dataclass(frozen=True)
class Version(GameVersion):
    """One version of the game.

    ``banned`` are the bans of each seat's strategy, () if there are none. ``learnt`` are the
    factors of clauses that each seat uses instead of those in its table, None for a seat that uses
    its table, () if all seats do. Players are identified by their strategies, not by their learnt
    factors.
    """

    components: Components
    banned: tuple[frozenset[str], ...] = ()
    learnt: LearntFactors = ()

    game_rules = RULES
    component_type = Components
    cells = CELLS
    default_seats = DEFAULT_SEATS
    named_sheets = ("cards", "coaches")
    own_kinds = ("ban",)
    change_refusal = (
        GameVersion.change_refusal + '; the commands "restrict" and "sweep" can set bans'
    )

    def engine(self, seed: int, seating: str, strategy_ids: Sequence[int], next_id: int) -> Engine:
        """Make the engine of this version.

        ``next_id`` is the first id that no strategy has. Bubba gets this id.
        """
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
        """Refuse an illegal line-up or a deck that could run out."""
        self.rules.check_game(self.components, len(self.seats))

    @classmethod
    def usual_seats(cls, rules: RuleSet) -> tuple[str, ...]:
        """Return the line-up of a run that names none."""
        return cls.default_seats[: 1 if rules["solo"] == "on" else None]

    def strategies(self) -> list[Strategy]:
        """Load the seats' strategies with overrides and learnt factors."""
        strategies = super().strategies()
        return [
            strategy if factors is None else with_factors(strategy, factors)
            for strategy, factors in zip(
                strategies, self.learnt or [None] * len(strategies), strict=True
            )
        ]

    def list_extra_strategies(self) -> list[Strategy]:
        """List the default functions, which answer when an order is banned."""
        return [load_defaults(self.folders())] if self.banned else []

    def remarks(self, options: VersionOptions) -> list[str]:
        """List sentences about strategies that have not learnt the entire deck."""
        return remarks(options, self)

    # --- Bans.

    def bans_of(self, entry: int) -> frozenset[str]:
        """Return the bans on an entry's strategy; entries are numbered from 0."""
        return self.banned[entry] if self.banned else frozenset()

    def with_own_settings(self, settings: Sequence[tuple[str, str]]) -> Self:
        """Return the version with these bans set."""
        seat_bans = [self.bans_of(index) for index in range(len(self.seats))]
        for key, value in settings:
            entry = int(key.partition(".")[2]) - 1
            seat_bans[entry] = bans.read_bans(self.components, value)
        return replace(self, banned=tuple(seat_bans) if any(seat_bans) else ())

    def own_differences(self, new: Self) -> list[Change]:
        """List the bans in which two versions differ."""
        changes = []
        for index in range(len(self.seats)):
            before, after = (bans.format_bans(version.bans_of(index)) for version in (self, new))
            if before != after:
                changes.append(_ban_change(new, index, before, after))
        return changes

    def idle_sentences(self, change: Change) -> list[str]:
        """List reasons why a change leading to this version has no effect."""
        if change.key.startswith("ban."):
            return _idle_bans(self, change)
        return super().idle_sentences(change)

    def idle_reason(self, change: Change) -> str:
        """Explain why a changed cell has no effect in this version."""
        kind, number, column = split(change.key)
        absent_cards = {card.number for card in self.components.cards if not card.copies}
        not_dealt = number in absent_cards and column != "copies"
        return super().idle_reason(change) or {
            "card": "the card is not in the deck" if not_dealt else "",
            "coach": "" if self.rules["coaches"] == "on" else "there are no Head Coaches",
            "board": "" if self.rules["boards"] == "on" else "there are no Recruiting Boards",
            "stash": "" if self.rules["stash"] == "starter" else "no starter stashes are dealt",
        }.get(kind, "")

    @classmethod
    def identities(cls, versions: Sequence[Self]) -> list[list[Identity]]:
        """Name each seat's strategy in each version for the tables."""
        restricted_seats = _restricted_seats(versions)
        return [
            [
                (f"{label} ({RESTRICTED})" if index in restricted_seats else label, digest)
                for index, (label, digest) in enumerate(seats)
            ]
            for seats in super().identities(versions)
        ]

    # --- Recording versions.

    def own_record(self) -> dict[str, Any]:
        """Record the stand-ins that play in rollouts, and the bans."""
        record = super().own_record()
        if self.banned:
            record["bans"] = [bans.format_bans(ban) for ban in self.banned]
        return record

    def record(self) -> dict[str, Any]:
        """Record the entire version, including learnt factors."""
        record = super().record()
        if self.learnt:
            record[LEARNT] = [
                None if parameters is None else dict(parameters) for parameters in self.learnt
            ]
        return record

    @classmethod
    def own_fields(cls, record: Mapping[str, Any], components: Any) -> dict[str, Any]:
        """Return the recorded bans and learnt factors."""
        return {
            "banned": tuple(bans.read_bans(components, ban) for ban in record.get("bans", ())),
            "learnt": tuple(record.get(LEARNT, ())),
        }


baseline = Version.baseline
make_version = Version.make
change = Version.change
differences = Version.differences
align = Version.align
engines = Version.engines
record = Version.record
restore = Version.restore


def with_learnt(version: Version, learnt: LearntFactors) -> Version:
    """Return the version with these learnt factors, as in `Version`."""
    return replace(version, learnt=learnt)


def altered_cards(baseline: Version, version: Version) -> tuple[int, ...]:
    """Return the cards that differ from the baseline's, if only cards differ.

    The result is () if the version's games cannot be forked. Until one of the cards has been seen,
    the version's games are the same as the baseline's, so they can be forked from the baseline's.
    Everything else must be the same, including ids and the numbers of clauses, and no strategy may
    look at unseen cards.
    """
    old_components, new_components = baseline.components, version.components
    if (
        replace(version, components=old_components) != baseline
        or version.banned
        or version.rules["auction"] != "off"
        or len(old_components.cards) != len(new_components.cards)
        or replace(new_components, cards=old_components.cards) != old_components
    ):
        return ()
    rows = set()
    for row, (first, second) in enumerate(
        zip(old_components.cards, new_components.cards, strict=True)
    ):
        if first != second:
            if (first.number, first.copies, len(first.clauses)) != (
                second.number,
                second.copies,
                len(second.clauses),
            ):
                return ()
            rows.add(row)
    if not rows or not all(strategy.looks_only_at_seen_cards for strategy in version.strategies()):
        return ()
    return tuple(
        card for card, (row, _copy) in enumerate(card_copies(old_components)) if row in rows
    )


def unchecked_family_warning(version: Version) -> str:
    """Return a warning if the components' data family was not checked."""
    return warn_unchecked(version.components)


def _ban_change(version: Version, entry: int, before: str, after: str) -> Change:
    """Describe the bans of an entry as a change."""
    name = strategy_label(version.strategies()[entry])
    bans_in_words = [
        bans.ban_words(version.components, ban) for ban in after.split(bans.PLUS) if ban
    ]
    key = f"ban.{entry + 1}"
    if not bans_in_words:
        return Change(key, before, after, name, sentence=f"{name} has no bans")
    without = f"{name} without {after}"
    return Change(key, before, after, without, sentence=f"{without}: {', '.join(bans_in_words)}")


def _idle_bans(version: Version, change: Change) -> list[str]:
    """List sentences about a change's bans that have no effect."""
    return [
        f'The ban "{ban}" changes nothing: {reason}.'
        for ban in change.new.split(bans.PLUS)
        if ban and (reason := bans.idle_reason(version.components, version.rules, ban))
    ]


def ban_names(version: Version) -> dict[str, tuple[str, ...]]:
    """Return the groups of bans that have an effect, by name."""
    return bans.all_bans(version.components, version.rules)


def canonical_ban(version: Version, name: str) -> str:
    """Return a ban in its canonical spelling.

    Raises an InputError if there is no such ban.
    """
    return bans.canonical_ban(version.components, name)


def ban_words(version: Version, name: str) -> str:
    """Describe a ban, given in its written form."""
    return bans.ban_words(version.components, name)


def ban_setting(entry: int, names: Sequence[str]) -> tuple[str, str]:
    """Return the key and value that impose these bans on a strategy.

    ``entry`` is its position in the line-up, from 0.
    """
    return f"ban.{entry + 1}", bans.format_bans(names)


def card_sheet(record: Mapping[str, Any]) -> CardSheet:
    """Return the cards of a recorded version as a sheet to edit.

    Raises:
        InputError: the package's components have changed since the version was recorded.
    """
    components = Version.recorded_components(record)
    return sheet_writing.join_sheets(
        components.lay_out("cards"), "effect words", words().splitlines()
    )


def _restricted_seats(versions: Sequence[Version]) -> frozenset[int]:
    """Find the restricted entries whose strategy another entry also plays.

    In all versions, the tables list such an entry as a separate strategy, so that the effect of a
    ban shows.
    """
    return frozenset(
        index
        for index in range(len(versions[0].seats))
        if any(version.bans_of(index) for version in versions)
        and any(
            identity(strategy) == identity(version.strategies()[index])
            for version in versions
            for other, strategy in enumerate(version.strategies())
            if other != index
        )
    )


PLANNER = "balanced"
_BY_PLAYERS = {2: "two_player_planner", 3: "three_player_planner"}


def stand_ins(version: Version) -> dict[str, str]:
    """Map the default planner to this version's own, if it has one.

    The default planner is tuned to the standard game for four players.
    """
    rules, players = version.rules, len(version.seats)
    if rules["dice_draft"] == "exclusive":
        return {PLANNER: "cutthroat_planner"}
    if rules["dice_use"] == "any_month":
        return {PLANNER: "family_planner"}
    return {PLANNER: _BY_PLAYERS[players]} if players in _BY_PLAYERS else {}
