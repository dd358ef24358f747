"""Members of the data family: the season's cards and the club."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from eoc_sim.simulator.eleven import names
from eoc_sim.simulator.eleven.amounts import AMOUNTS, RESULT_WORDS, TRACKS, Amounts
from eoc_sim.simulator.eleven.component_rows import SHEETS
from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.effect_language import FORMS, Clause, phrase
from eoc_sim.simulator.eleven.leaflet_facts import usual_numbers
from eoc_sim.simulator.eleven.leaflet_rows import RANGES, SIDES_OF_UNIQUE, UNIQUE_CARDS, UniqueCard
from eoc_sim.simulator.eleven.season_rows import (
    PLAYERS,
    SALE,
    SEASON,
    VETERANS,
    Director,
    Meeting,
    Objective,
    PlayerCard,
    Sponsor,
    effect_column,
)
from eoc_sim.simulator.eleven.sizes import MAX_TRACK
from eoc_sim.simulator.eleven.switches import SWITCHES
from eoc_sim.simulator.kernel.drawn_cells import DrawnCells

SIDES = ("strength", "trained")
LIMITS = ("fulfilled", "perfect")
TOKENS = tuple(map(names.CONSEQUENCES.index, ("injury", "suspension")))
REPORTED_SET = 4
"""The size of the staff set whose VP are reported (SCO-4)."""


@dataclass(frozen=True, kw_only=True)
class SeasonSpreads:
    """Spreads of the season's cards and of the club, from family.toml."""

    steps: tuple[int, ...]
    price_shift: tuple[int, ...]
    strength_changes_one_in: int
    ability_changes_one_in: int
    weekly_changes_one_in: int
    amount_changes_one_in: int
    shift_changes_one_in: int
    upkeep_shift: tuple[int, ...]
    stands: tuple[int, int]
    office_vp_factor: tuple[Fraction, ...]
    set_vp_shift: tuple[int, ...]
    consequence_changes_one_in: int
    objective_steps: tuple[int, ...]


def season_parts(
    components: Components, cells: DrawnCells, spreads: SeasonSpreads
) -> dict[str, Any]:
    """Redraw the guessed numbers in the season's sheets and tactic cards."""
    draw = _MemberDraw(cells, spreads)
    return {
        name: tuple(draw.row(name, component) for component in components.sheet(name))
        for name in (*SEASON, "tactics")
    }


def draw_unique_cards(
    components: Components, club: Amounts, cells: DrawnCells, spreads: SeasonSpreads
) -> tuple[UniqueCard, ...]:
    """Draw the sides of unique cards, which change the boards of ``club`` (EXT-1)."""
    old, new = (
        usual_numbers(each_club, *(int(SWITCHES[name].default) for name in ("beyond", "below")))
        for each_club in (components.club, club)
    )
    draw = _MemberDraw(cells, spreads)
    return tuple(
        draw.unique_card(
            unique_card, old.get(unique_card.subject, 0), new.get(unique_card.subject, 0)
        )
        for unique_card in components.unique_cards
    )


def draw_club(club: Amounts, cells: DrawnCells, spreads: SeasonSpreads) -> Amounts:
    """Draw the reconstructed values of the club's boards (CLU-3 to CLU-7)."""

    def step(key: str, steps: Sequence[int], index: int = 0) -> int:
        return steps[cells.draw("club", key, "value", len(steps), index)]

    low, high = spreads.stands
    factors = spreads.office_vp_factor
    factor = factors[cells.draw("club", "office_vp", "value", len(factors))]
    values: dict[str, Any] = {
        "stands": tuple(
            low + cells.draw("club", "stands", "value", high - low + 1, index)
            for index in range(len(club.stands))
        ),
        "office_cost": tuple(
            max(cost + step("office_cost", spreads.steps, index), 1)
            for index, cost in enumerate(club.office_cost)
        ),
        "office_vp": tuple(int(factor * vp) for vp in club.office_vp),
        "staff_set_vp": tuple(
            vp
            if vp == 0 or number == REPORTED_SET
            else max(vp + step("staff_set_vp", spreads.set_vp_shift, number), 0)
            for number, vp in enumerate(club.staff_set_vp)
        ),
    }
    for track in TRACKS:
        key = f"upkeep_{track}"
        values[key] = shift_track(getattr(club, key), step(key, spreads.upkeep_shift))
    for result in RESULT_WORDS:
        key = f"consequences_{result}"
        lines = getattr(club, key)
        values[key] = tuple(
            lines[_draw_line(cells, key, index, len(lines), spreads.consequence_changes_one_in)]
            for index in range(len(lines))
        )
    guesses: dict[str, Any] = {
        key: _cap(key, numbers)
        for key, numbers in values.items()
        if club.sources[key] == "reconstructed"
    }
    return replace(club, **guesses)


def _cap(key: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Cap the numbers in a value at its allowed maximum."""
    maximum = AMOUNTS.values[key].high
    return tuple(min(value, maximum) if isinstance(value, int) else value for value in values)


def _draw_line(cells: DrawnCells, key: str, own_line: int, lines: int, one_in: int) -> int:
    """Draw the table line that replaces a line, usually that line itself."""
    column = f"line {own_line + 1}"
    if cells.draw("club", key, column, one_in):
        return own_line
    other_lines = [line for line in range(lines) if line != own_line]
    return other_lines[cells.draw("club", key, column, len(other_lines), 1)]


def shift_track(track: tuple[int, ...], steps: int) -> tuple[int, ...]:
    """Make an upkeep track begin to rise later, or earlier.

    >>> shift_track((0, 0, 1, 2), 1), shift_track((0, 0, 1, 2), -1)
    ((0, 0, 0, 1, 2), (0, 1, 2))
    """
    later = (track[0],) * max(steps, 0)
    return (*later, track[0], *track[1 + max(-steps, 0) :])[:MAX_TRACK]


class _MemberDraw:
    """Draws one member's numbers, and makes its rows."""

    def __init__(self, cells: DrawnCells, spreads: SeasonSpreads) -> None:
        self.cells = cells
        self.spreads = spreads

    def row(self, sheet: str, component: Any) -> Any:
        """Redraw the numbers of a row and the amounts of its effect."""
        fixed_columns = {*component.printed_columns, *getattr(component, "reported_columns", ())}
        changes: dict[str, Any] = {
            column: cell.move(getattr(component, column), self._step(sheet, component, column))
            for column, cell in SHEETS[sheet].drawn_columns()
            if column not in fixed_columns
        }
        if isinstance(component, PlayerCard):
            self._card(sheet, component, fixed_columns, changes)
        elif isinstance(component, Sponsor):
            self._sponsor(component, fixed_columns, changes)
        elif isinstance(component, Director):
            self._shifts(component, fixed_columns, changes)
        elif isinstance(component, Objective):
            _keep_in_order(component, fixed_columns, changes)
        elif isinstance(component, Meeting):
            changes["outcomes"] = tuple(
                clauses
                if colour in fixed_columns
                else self._effect(sheet, component, colour, clauses)
                for colour, clauses in zip(names.VOTES, component.outcomes, strict=True)
            )
        column = effect_column(SHEETS[sheet])
        if column and column not in fixed_columns:
            clauses = self._effect(sheet, component, column, component.clauses)
            changes |= {"clauses": clauses, column: phrase(clauses)}
        return replace(component, **changes)

    def _step(self, sheet: str, component: Any, column: str) -> int:
        """Draw the step by which a number moves."""
        spreads, cells = self.spreads, self.cells
        if column in SIDES:
            # Veterans keep their strengths.
            one_in = spreads.strength_changes_one_in
            return 0 if sheet == VETERANS.name else self._nudge(sheet, component, column, one_in)
        if column == "weekly":
            return self._nudge(sheet, component, column, spreads.weekly_changes_one_in)
        if column in LIMITS:
            return cells.step(sheet, component.number, column, spreads.objective_steps)
        step = cells.step(sheet, component.number, column, spreads.steps)
        if column in ("price", "cost"):
            group = PLAYERS.name if isinstance(component, PlayerCard) else sheet
            step += cells.step(group, "all", "price", spreads.price_shift)
        return step

    def _nudge(self, sheet: str, component: Any, column: str, one_in: int) -> int:
        """Draw 1 or -1 with chance 1 in ``one_in``, otherwise 0."""
        if self.cells.draw(sheet, component.number, column, one_in):
            return 0
        return 1 if self.cells.draw(sheet, component.number, column, 2, 1) else -1

    def _card(
        self, sheet: str, card: PlayerCard, fixed_columns: set[str], changes: dict[str, Any]
    ) -> None:
        """Keep the sides and the price consistent; redraw the ability."""
        strength, trained_strength = (changes.get(side, getattr(card, side)) for side in SIDES)
        if trained_strength < strength and card.trained >= card.strength:
            side = SIDES[0] if SIDES[1] in fixed_columns else SIDES[1]
            changes[side] = trained_strength if side == SIDES[0] else strength
        minimum = changes.get(SIDES[0], card.strength) + SALE
        if "price" in changes and getattr(card, "price", 0) >= card.strength + SALE:
            changes["price"] = max(changes["price"], minimum)
        if "ability" not in fixed_columns and not self.cells.draw(
            sheet, card.number, "ability", self.spreads.ability_changes_one_in
        ):
            changes["ability"] = len(names.ABILITY_SIDES) - 1 - card.ability

    def _sponsor(self, sponsor: Sponsor, fixed_columns: set[str], changes: dict[str, Any]) -> None:
        """Change the cash in the opposite direction to the weekly money."""
        if "cash" not in fixed_columns:
            cash = changes["cash"] + sponsor.weekly - changes.get("weekly", sponsor.weekly)
            changes["cash"] = min(max(cash, 0), names.MAX_NUMBER)

    def _shifts(self, director: Director, fixed_columns: set[str], changes: dict[str, Any]) -> None:
        """Sometimes move a point between two of a director's shifts (SET-5)."""
        free = [name for name in names.STATISTICS if name not in fixed_columns]
        one_in = self.spreads.shift_changes_one_in
        if len(free) < 2 or self.cells.draw("directors", director.number, "shift", one_in):
            return
        source = free.pop(self.cells.draw("directors", director.number, "shift", len(free), 1))
        target = free[self.cells.draw("directors", director.number, "shift", len(free), 2)]
        lowered, raised = getattr(director, source) - 1, getattr(director, target) + 1
        if lowered >= -names.MAX_SHIFT and raised <= names.MAX_SHIFT:
            changes |= {source: lowered, target: raised}

    def _effect(
        self, sheet: str, component: Any, column: str, clauses: tuple[Clause, ...]
    ) -> tuple[Clause, ...]:
        return tuple(
            replace(
                clause,
                amount=self._amount(sheet, component, f"{column} {index} gain", clause.amount)
                if not FORMS[names.GAINS[clause.gain]].no_amount
                else clause.amount,
                pay_amount=self._amount(
                    sheet, component, f"{column} {index} pay", clause.pay_amount
                )
                if clause.pay_amount
                else 0,
            )
            for index, clause in enumerate(clauses, start=1)
        )

    def unique_card(self, card: UniqueCard, old: int, new: int) -> UniqueCard:
        """Redraw a unique card, which changes a number on a manager's boards.

        That number was ``old`` and has been redrawn as ``new``.
        """
        sides = zip(SIDES_OF_UNIQUE, card.sides, strict=True)
        return replace(
            card,
            sides=tuple(
                value
                if column in card.printed_columns
                else self._side(card, column, value, old, new)
                for column, value in sides
            ),
        )

    def _side(self, card: UniqueCard, column: str, value: Any, old: int, new: int) -> Any:
        """Redraw a side.

        A good side stays good, and a bad one stays bad.
        """
        sheet, subject = UNIQUE_CARDS.name, names.UNIQUE_SUBJECTS[card.subject]
        if subject == names.AFTER_MATCH:
            return self._effect(sheet, card, column, value)
        if subject == names.CHANGED_LINES:
            return tuple(
                self._token(sheet, card, f"{column} {face}", line)
                for face, line in enumerate(value, start=1)
            )
        addition = value - old
        if addition:
            addition = self._amount(sheet, card, column, addition)
        low, high = RANGES[subject]
        return min(max(new + addition, low), high)

    def _token(
        self, sheet: str, component: Any, column: str, line: tuple[int, int]
    ) -> tuple[int, int]:
        """Occasionally turn a consequence's injury into a suspension, or vice versa."""
        one_in = self.spreads.consequence_changes_one_in
        if line[0] not in TOKENS or self.cells.draw(sheet, component.number, column, one_in):
            return line
        return sum(TOKENS) - line[0], line[1]

    def _amount(self, sheet: str, component: Any, column: str, amount: int) -> int:
        """Occasionally change an amount's size by 1, never to below 1."""
        one_in = self.spreads.amount_changes_one_in
        size = self.cells.nudge(
            sheet, component.number, column, abs(amount), one_in, names.MAX_NUMBER
        )
        return size if amount > 0 else -size


def _keep_in_order(objective: Objective, fixed_columns: set[str], changes: dict[str, Any]) -> None:
    """Keep ``perfect`` at least 1 harder to reach than ``fulfilled`` (SET-6)."""
    fulfilled, perfect = (changes.get(name, getattr(objective, name)) for name in LIMITS)
    in_order = objective.harder_direction * (objective.perfect - objective.fulfilled) > 0
    if in_order and objective.harder_direction * (perfect - fulfilled) < 1:
        if "perfect" in fixed_columns:
            changes["fulfilled"] = perfect - objective.harder_direction
        else:
            changes["perfect"] = min(fulfilled + objective.harder_direction, names.MAX_NUMBER)
