"""Versions of Eleven: components, a rule set and a line-up of managers.

Their keys are those of ``--vary``: the cells of the components (`component_cells`:
``opponent.O12.keeper`` and so on), ``rules.SWITCH``, ``seat.K`` and ``strategy.NAME.PARAMETER``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from eoc_sim.simulator.eleven.component_cells import CELLS, gains_in_game, idle_cell
from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.rules import DEALS, RULES, refuse_division, refuse_weeks
from eoc_sim.simulator.eleven.scenarios import idle_in_scenario, played_rules
from eoc_sim.simulator.eleven.switches import is_epic, weeks_of
from eoc_sim.simulator.kernel.rule_sets import RuleSet
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.versions import GameVersion

if TYPE_CHECKING:
    from eoc_sim.simulator.eleven.engine import Engine
    from eoc_sim.simulator.kernel.switches import Value
    from eoc_sim.simulator.runs.version_options import VersionOptions

DEFAULT_SEATS = ("balanced", "squad", "youth_trader", "staff_set")
LEAGUE_SEATS = ("balanced", "balanced", "quick", "hasty")
"""The default line-ups of managers in a season and in a league."""
EPIC_TABLE = "epic"
"""The value of ``position_vp`` for Epic's own table (EPI-10)."""


@dataclass(frozen=True)
class Version(GameVersion):
    """One version of the game."""

    game_rules = RULES
    component_type = Components
    cells = CELLS
    default_seats = DEFAULT_SEATS
    named_sheets = (
        *("opponents", "tactics", "players", "youngsters", "veterans"),
        *("staff", "sponsors", "infrastructure", "objectives", "unique_cards"),
    )

    @classmethod
    def usual_seats(cls, rules: RuleSet) -> tuple[str, ...]:
        """Return the default line-up of the rules' layer (LAY-1)."""
        if rules["solo"] == "on":
            return cls.default_seats[:1]
        return LEAGUE_SEATS if rules["layer"] == "league" else cls.default_seats

    @property
    def rules_played(self) -> RuleSet:
        """The rules with the scenario's changes (SOLO-1)."""
        return played_rules(self.rules, self.components)

    @property
    def components_in_game(self) -> Components:
        """The components; rows outside the game are absent (EXT-2, SET-8)."""
        components = self.components.in_game(self.rules_played)
        staff = tuple(
            replace(card, absent=True) if card.managers > self.players() else card
            for card in components.staff
        )
        return replace(components, staff=staff)

    @classmethod
    def baseline(cls, options: VersionOptions) -> Self:
        """Make the requested version; one manager means solo (SOLO)."""
        names = {name.strip() for name, _ in options.settings}
        names |= {key.strip().removeprefix("rules.") for key, _ in options.changes}
        if options.seats is not None and len(options.seats) == 1 and "solo" not in names:
            options = replace(options, settings=(*options.settings, ("solo", "on")))
        return super().baseline(options)

    def engine(self, seed: int, seating: str, strategy_ids: Sequence[int], next_id: int) -> Engine:
        """Make the engine of this version.

        ``next_id`` is the first id that no strategy has. The board gets this id.
        """
        from eoc_sim.simulator.eleven.engine import Engine

        return Engine(
            self.components, self.rules, self.strategies(), seed, seating, strategy_ids, next_id
        )

    def family_member(self, number: int) -> Self:
        """Draw a member of the data family around this version.

        Its start money is drawn too, unless the user set it or there is none (SET-4, LAY-1).
        """
        from eoc_sim.simulator.eleven.family import draw_start_money, member

        version = replace(self, components=member(self.components, number))
        if number == 0 or "rules.start_money" in self.set_keys or self.rules["layer"] == "league":
            return version
        money = draw_start_money(int(self.rules["start_money"]), number)
        return replace(version, rules=self.rules.with_settings({"start_money": money}))

    def check_players(self) -> None:
        """Refuse a line-up, week count or division that the rules exclude."""
        super().check_players()
        if "rules.weeks" in self.set_keys and is_epic(self.rules):
            refuse_weeks(self.rules)
        division = self.rules["division"]
        if "rules.division" in self.set_keys and division != self.rules_played["division"]:
            refuse_division(self.rules, self.components)

    def idle_switches(self) -> list[str]:
        """List the switches that change nothing in this version (SWI-1)."""
        idle = {*self.rules_played.idle(), *self._idle_in_data()}
        return [name for name in self.rules if name in idle]

    def _idle_in_data(self) -> dict[str, str]:
        """Return the switches that are idle in this version, with reasons.

        The reason may be the scenario, the components, the strategies or the lack of deals. The
        switches that are idle because of other switches are in `Rules.idle`.
        """
        idle = idle_in_scenario(self.rules, self.components)
        new = self.components.new_rows("new_objectives")
        if is_epic(self.rules) and not any(row.epic for row in new):
            idle["new_objectives"] = "with epic = on, which has none of these objectives (EPI-3)"
        if is_epic(self.rules) and not self._has_deals():
            idle |= dict.fromkeys(DEALS, "with winter_rounds = 0 and transfers = off (EPI-5)")
        return {**idle, **self._without_cause(), **self._unused_switches()}

    def _has_deals(self) -> bool:
        """Check if managers may buy cards from each other (TRA-1, EPI-6)."""
        return self.rules["transfers"] == "on" or (
            is_epic(self.rules) and self.rules["winter_rounds"] != 0
        )

    def _without_cause(self) -> dict[str, str]:
        """Return the switches for events that no effect or die can cause."""
        rules = self.rules_played
        gains = gains_in_game(self.components_in_game, rules)
        idle = {}
        if ("level", False) not in gains:
            idle["beyond"] = "because no effect in the game raises a level (CLU-2)"
        if ("level", True) not in gains:
            idle["below"] = "because no effect in the game lowers a level (CLU-2)"
        if "on" in (rules["consequences"], rules["referees"]):
            return idle
        for token, word in (("injury", "injures"), ("suspension", "suspends")):
            if (token, False) not in gains:
                idle[f"{token}_weeks"] = f"because no effect in the game {word} a card (PLA-3)"
        meetings = rules["directors"] == rules["board_meetings"] == "on"
        if not meetings and (rules["league_matches"] == "off" or len(self.seats) == 1):
            idle["reroll_pays"] = "because there are no dice that managers may roll again (CLU-1)"
        return idle

    def _unused_switches(self) -> dict[str, str]:
        """Return the switches that only the user's own strategies can use."""
        strategies = self.strategies()
        if not all(map(self.folders().is_built_in, (strategy.file for strategy in strategies))):
            return {}
        opening = "for the package's strategies, none of which"
        reasons = {"basic_side": f"{opening} chooses the side of a marker without a card (MAT-2)"}
        if not self._has_deals() or len(strategies) == 1:
            reasons["trained_side"] = (
                f"{opening} looks at the trained side of others' cards if managers cannot buy "
                "cards from each other (PLA-6)"
            )
        return reasons

    def _why_equal(self, name: str, first: Value, second: Value) -> str:
        """Return why two values of a switch make no difference, or ""."""
        weeks = weeks_of(self.rules_played)
        if name == "position_vp":
            tables = {RULES.standard[name], EPIC_TABLE}
            is_own_table = is_epic(self.rules) and {first, second} <= tables
            return "with epic = on, which uses this table (EPI-10)" if is_own_table else ""
        if name in ("injury_weeks", "suspension_weeks"):
            # A token placed on the first Monday never leaves if it lasts all weeks.
            lasts_all_weeks = min(int(first), int(second)) >= weeks
            return f"in {weeks} {_weeks(weeks)} (PLA-3)" if lasts_all_weeks else ""
        if name == "veteran_matches":
            never_leaves = all(int(value) == 0 or int(value) > weeks for value in (first, second))
            return f"in {weeks} {_weeks(weeks)} (PLA-5)" if never_leaves else ""
        return ""

    def remarks(self, options: VersionOptions) -> list[str]:
        """List sentences about switches that were set and are idle."""
        idle = self._idle_in_data()
        for name, standard in RULES.standard.items():
            if self.rules[name] != standard:
                reason = self._why_equal(name, self.rules[name], standard)
                idle |= {name: reason} if reason else {}
        by_rules = self.rules_played.idle(len(self.seats))
        named_switches = [name for name in self.rules if f"rules.{name}" in self.set_keys]
        if self.rules["directors"] == "off":
            named_switches.append("board_meetings")  # SWI-1 names this consequence
        return [
            *self.rules_played.idle_sentences(len(self.seats), named_switches),
            *(
                f"{name} = {self.rules[name]} has no effect {reason}."
                for name, reason in idle.items()
                if name not in by_rules
                and (self.rules[name] != RULES.standard[name] or name in named_switches)
            ),
        ]

    def idle_sentences(self, change: Change) -> list[str]:
        """List reasons why a change leading to this version has no effect."""
        kind, _, name = change.key.partition(".")
        reason = self._why_equal(name, change.old, change.new) if kind == "rules" else ""
        if reason and name not in self.idle_switches():
            return [f"{change.sentence} has no effect {reason}."]
        return super().idle_sentences(change)

    def idle_reason(self, change: Change) -> str:
        """Explain why a changed cell has no effect in this version."""
        reason = super().idle_reason(change)
        return reason or idle_cell(self.components, self.rules_played, change)


def _weeks(number: int) -> str:
    return "week" if number == 1 else "weeks"
