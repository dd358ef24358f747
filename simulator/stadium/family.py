"""The data family: components with other plausible numbers (RND-3).

Member 0 is the unchanged data. Each cell of another member is drawn with its own key (family seed,
member, sheet, row, column), so a new card or column changes no other cell. Printed values stay as
they are, including the effects of partly printed rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from eoc_sim.simulator.kernel.drawn_cells import (
    MAX_STEP,
    DrawnCells,
    check_member,
    provenance_of_member,
    read_one_in,
    read_range,
    read_steps,
)
from eoc_sim.simulator.kernel.toml_values import check_table, whole_number
from eoc_sim.simulator.runs.components import family_file
from eoc_sim.simulator.stadium.board import Board
from eoc_sim.simulator.stadium.component_rows import SHEETS_BY_NAME, Component, Space, Square
from eoc_sim.simulator.stadium.components import SHEETS, Components
from eoc_sim.simulator.stadium.effect_language import Clause, phrase
from eoc_sim.simulator.stadium.names import (
    CATEGORIES,
    LEVELS,
    MAX_POINT_TOKENS,
    MAX_POINTS,
    MAX_PRICE,
    MAX_WINS,
    SPACES,
    TOKENS,
)

KEYS = (
    "members",
    "steps",
    "top_points_factor",
    "no_salary_moves_one_in",
    "category_steps",
    "category_factors",
    "amount_changes_one_in",
    "bonus_changes_one_in",
    "arrows",
    "point_tokens",
)
MAX_MEMBERS = 10_000


@dataclass(frozen=True)
class Spreads:
    """Spreads of a family's members around the data, from family.toml.

    A field ``..._one_in`` is the number of cases out of which one changes on average. For
    ``no_salary_moves_one_in``, a case is a salary of 0; if it changes, it is drawn again.
    """

    members: int
    steps: tuple[int, ...]
    top_points_factor: int
    no_salary_moves_one_in: int
    category_steps: tuple[int, ...]
    category_factors: tuple[int, ...]
    """The factors by category, in the order of CATEGORIES."""
    amount_changes_one_in: int
    bonus_changes_one_in: int
    arrows: tuple[int, int]
    point_tokens: tuple[int, int]


def read_spreads(data: str | Path | None = None) -> Spreads:
    """Read the spreads of the package or of a folder's own family.toml.

    Raises:
        InputError: the file cannot be read, or a value is invalid.
    """
    name, file = family_file("stadium", data)
    check_table(file, name, KEYS)
    factors = check_table(file["category_factors"], f"{name}, category_factors", CATEGORIES)

    def one_in(key: str) -> int:
        return read_one_in(file[key], f"{name}, {key}")

    return Spreads(
        members=whole_number(file["members"], f"{name}, members", 1, MAX_MEMBERS),
        steps=read_steps(file["steps"], f"{name}, steps"),
        top_points_factor=whole_number(
            file["top_points_factor"], f"{name}, top_points_factor", 0, MAX_STEP
        ),
        no_salary_moves_one_in=one_in("no_salary_moves_one_in"),
        category_steps=read_steps(file["category_steps"], f"{name}, category_steps"),
        category_factors=tuple(
            whole_number(factors[category], f"{name}, category_factors, {category}", 0, MAX_STEP)
            for category in CATEGORIES
        ),
        amount_changes_one_in=one_in("amount_changes_one_in"),
        bonus_changes_one_in=one_in("bonus_changes_one_in"),
        arrows=read_range(file["arrows"], f"{name}, arrows", SPACES),
        point_tokens=read_range(file["point_tokens"], f"{name}, point_tokens", MAX_POINT_TOKENS),
    )


def member(
    components: Components, number: int, family_seed: int = 1, spreads: Spreads | None = None
) -> Components:
    """Draw a member of the components' data family; member 0 is unchanged.

    ``spreads`` defaults to the package's own.

    Raises:
        InputError: there is no such member, or the seed is invalid.
    """
    cells = DrawnCells(family_seed, number)
    spreads = _package_spreads() if spreads is None else spreads
    check_member(number, spreads.members)
    if number == 0:
        return components
    draw = _MemberDraw(cells, spreads)
    parts: dict[str, Any] = {
        name: tuple(draw.row(name, component) for component in components.sheet(name))
        for name in SHEETS
    }
    parts["field"] = draw.thresholds(parts["field"])
    parts["spaces"] = draw.arrows(parts["spaces"])
    return replace(
        components,
        **parts,
        board=draw.board(components.board),
        provenance=provenance_of_member(dict(components.provenance), cells),
    )


@cache
def _package_spreads() -> Spreads:
    return read_spreads()


class _MemberDraw:
    """The draws of one member, and the rows that they make."""

    def __init__(self, cells: DrawnCells, spreads: Spreads) -> None:
        self.spreads = spreads
        self.draw = cells.draw
        self.cells = cells

    def step(self, sheet: str, row: object, column: str) -> int:
        """Draw the step by which a number moves."""
        return self.cells.step(sheet, row, column, self.spreads.steps)

    def row(self, sheet: str, component: Any) -> Any:
        """Redraw a row's prices, points, effect and bonus spaces.

        Thresholds and arrows stay as they are.
        """
        changes: dict[str, Any] = {}
        for column, cell in SHEETS_BY_NAME[sheet].drawn_columns():
            value = getattr(component, column)
            if column in component.printed_columns or (value == 0 and cell.zero_stays):
                continue
            if (
                column == "salary"
                and value == 0
                and self.draw(
                    sheet, component.number, column, self.spreads.no_salary_moves_one_in, 1
                )
            ):
                continue
            factor = self.spreads.top_points_factor if _is_top(component, column) else 1
            changes[column] = cell.move(value, factor * self.step(sheet, component.number, column))
        if component.source == "reconstructed":
            clauses = tuple(
                self._clause(sheet, component, index, clause)
                for index, clause in enumerate(component.clauses)
            )
            if clauses != component.clauses:
                changes |= {"clauses": clauses, "effect": phrase(clauses), "text": ""}
        if isinstance(component, Space):
            changes["bonuses"] = tuple(
                self._bonus(component, index, bonus)
                for index, bonus in enumerate(component.bonuses, start=1)
            )
        return replace(component, **changes)

    def _clause(self, sheet: str, component: Component, index: int, clause: Clause) -> Clause:
        def amount(value: int, part: str) -> int:
            return self.cells.nudge(
                sheet,
                component.number,
                f"effect {index + 1} {part}",
                value,
                self.spreads.amount_changes_one_in,
                MAX_PRICE,
            )

        cost = amount(clause.pay_amount, "pay") if clause.pay_kind >= 0 else 0
        return replace(clause, amount=amount(clause.amount, "gain"), pay_amount=cost)

    def _bonus(self, space: Space, index: int, bonus: int) -> int:
        column = f"bonus{index}"
        if (
            bonus >= len(TOKENS)
            or column in space.printed_columns
            or self.draw("spaces", space.number, column, self.spreads.bonus_changes_one_in)
        ):
            return bonus
        other_kinds = [kind for kind in range(len(TOKENS)) if kind != bonus]
        return other_kinds[self.draw("spaces", space.number, column, len(other_kinds), 1)]

    def thresholds(self, squares: Sequence[Square]) -> tuple[Square, ...]:
        """Draw the wins that squares need, ascending in the field's order."""
        wins: dict[str, int] = {}
        highest = -1
        for square in sorted(
            squares, key=lambda square: (square.category, square.wins, square.number)
        ):
            new_wins = square.wins
            if "wins" not in square.printed_columns:
                category = CATEGORIES[square.category]
                category_step = self.cells.step(
                    "field", category, "wins", self.spreads.category_steps
                )
                new_wins += self.step("field", square.number, "wins")
                new_wins += self.spreads.category_factors[square.category] * category_step
                new_wins = min(max(new_wins, highest + 1, 0), MAX_WINS)
            wins[square.number] = new_wins
            highest = max(highest, new_wins)
        return tuple(replace(square, wins=wins[square.number]) for square in squares)

    def arrows(self, spaces: Sequence[Space]) -> tuple[Space, ...]:
        """Draw the number of arrows and the spaces that have them."""
        arrows = self.cells.between("spaces", "all", "arrow", self.spreads.arrows)
        fixed_spaces = {space.number for space in spaces if "arrow" in space.printed_columns}
        order = self.cells.shuffle(
            "spaces",
            [space.number for space in spaces if space.number not in fixed_spaces],
            "arrow",
        )
        count = sum(space.arrow for space in spaces if space.number in fixed_spaces)
        spaces_with_arrow = set(order[: max(0, arrows - count)])
        return tuple(
            space
            if space.number in fixed_spaces
            else replace(space, arrow=space.number in spaces_with_arrow)
            for space in spaces
        )

    def board(self, board: Board) -> Board:
        """Draw the number of point tokens and the bonus tiles' value."""
        changes: dict[str, Any] = {}
        if board.sources["point_tokens"] != "printed":
            number = self.cells.between("board", "point_tokens", "value", self.spreads.point_tokens)
            values = board.point_tokens or (1,)
            changes["point_tokens"] = tuple(values[index % len(values)] for index in range(number))
        if board.sources["bonus_tile_points"] != "printed":
            points = board.bonus_tile_points + self.step("board", "bonus_tile_points", "value")
            changes["bonus_tile_points"] = min(max(points, 0), MAX_POINTS)
        return replace(board, **changes)


def _is_top(place: Any, column: str) -> bool:
    """Check if a cell holds a top place's points.

    Such a place is on the highest level or in the last category.
    """
    return column == "victory_points" and (
        getattr(place, "level", 0) == LEVELS
        or getattr(place, "category", -1) == len(CATEGORIES) - 1
    )
