"""Write every game's page on strategies.

The pages are made from declarations, docstrings and switches. With ``--check`` the script writes no
file and exits with 1 if a page is out of date.
"""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any

from eoc_sim.games import find
from eoc_sim.simulator.eleven.sizes import MAX_LINE_UPS
from eoc_sim.simulator.kernel.data_tables import MAX_TABLE_NUMBERS
from eoc_sim.simulator.kernel.decisions import Answer, Decision, Decisions, page_text
from eoc_sim.simulator.kernel.fields import Field
from eoc_sim.simulator.kernel.parameters import MAX_PARAMETERS
from eoc_sim.simulator.kernel.strategy import PREPARE
from eoc_sim.simulator.kernel.switches import Switch
from eoc_sim.simulator.runs.strategy_names import USER_MODULE_FUNCTIONS, USER_MODULES_NOTE
from eoc_sim.simulator.stadium.sizes import MAX_PLACES

REFERENCE = Path(__file__).resolve().parents[1] / "docs" / "reference"


@dataclass(frozen=True)
class PageParts:
    """The parts of a game's page that the game does not declare."""

    name: str
    counting: str
    """The text about counting and the sources of effects."""
    example: str
    about_tables: str
    key: str
    """The key in the example of ``lookup``."""
    functions: str
    """The text about the arguments of the functions."""
    tables: str
    """The text about ``TABLES`` in ``params``."""
    page: Path
    heading: str = "Strategies"
    option: str = ""
    """The option that names this game in commands on strategies."""
    argument: str = ""
    """The argument that names this game in Python."""

    def module(self, name: str) -> Any:
        """Import a module of the game's simulator."""
        return import_module(f"eoc_sim.simulator.{self.name}.{name}")

    @property
    def prepares(self) -> bool:
        """True if strategies prepare numbers, and ``prepare`` is not a decision."""
        return PREPARE not in self.module("decisions").DECISIONS.names

    @property
    def switches(self) -> Mapping[str, Switch]:
        """The switches of the game's rules."""
        switches: Mapping[str, Switch] = self.module("switches").SWITCHES
        return switches


def _further_game(name: str, **parts: str) -> PageParts:
    """Make the parts for any game but the first."""
    return PageParts(
        name=name,
        page=REFERENCE / name / "strategies.md",
        heading=f"Strategies of {find(name).declaration.words.title}",
        option=f" --game {name}",
        argument=f', game="{name}"',
        **parts,
    )


EOC = PageParts(
    name="eoc",
    page=REFERENCE / "strategies.md",
    counting="""\
Everything is a whole number except `params`, whose numbers are floats. Seats, cards, coaches,
spots, states and places are numbered from 0, months from 1 (March); -1 means none. Colours and
regions share one numbering. A *source* of effects is a card, or `COACH_SOURCE` + a coach; its
effect is one to three *clauses*.""",
    example="""\
PARAMETERS = [parameter("boldness", default=5, low=0, high=9, help="BB risked in a month")]
MEMORY = [
    memory("aim", help="the spot to sign next, counted from 1; 0 none"),
    memory("candidate", 7, help="spots worth signing"),
]
TABLES = [table("my_numbers.csv", key="card")]


def act(table, me, params, order):
    me.candidate[0] = me.aim - 1
    ...""",
    about_tables=f"""\
  The column that `key=` names holds printed numbers (1, 01 and 001 are the same) of cards,
  coaches (`coach`) or spots (`spot`, such as Alabama/1); every other column is read as
  `params.COLUMN[card]`, with the same value for every copy of a card. A missing row or cell counts
  as 0, or as the value of `neutral=`; rows whose number the game does not have are left out. Up to
  {MAX_TABLE_NUMBERS} values fit, which is enough for 21 columns of cards. A run records the file's
  hash.
  With `key="clause"` a row is about one clause of an effect, such as `063 end: 9 stars`, and a
  column is read as `params.COLUMN[clause]`. An edited clause has a new name, so it has no row.
  `columns=` names the columns to read; by default all are read.""",
    key="card",
    functions="`seat` may be any seat; `card`, `spot` and `node` are -1 where there is none.",
    tables="arrays indexed by card, coach, spot or clause",
)
STADIUM = _further_game(
    "stadium",
    counting="""\
Everything is a whole number except `params`, whose numbers are floats. Seats, action spaces, bonus
spaces, places, players and employees are numbered from 0, rounds from 1; -1 means none. A *place*
is a building or a square, buildings first. A player or an employee is the index of a row in the
sheet; fields indexed by them count the copies of that row. A *source* of effects is an action
space, or `PLACE_SOURCE` + a place, `PLAYER_SOURCE` + a player, `EMPLOYEE_SOURCE` + an employee; its
effect is made of *clauses*.""",
    example="""\
PARAMETERS = [parameter("boldness", default=5, low=0, high=9, help="money risked in a round")]
MEMORY = [
    memory("aim", help="the place of the next block, counted from 1; 0 none"),
    memory("candidate", 7, help="places worth a block"),
]
TABLES = [table("my_numbers.csv", key="place")]


def build(table, me, params, order):
    me.candidate[0] = me.aim - 1
    ...""",
    about_tables=f"""\
  The column that `key=` names holds printed numbers of places (`place`, such as B07 or F03),
  players (`player`), employees (`employee`) or action spaces (`space`, 1 to 9); every other column
  is read as `params.COLUMN[place]`. A missing row or cell counts as 0, or as the value of
  `neutral=`; rows whose number the game does not have are left out. Up to
  {MAX_TABLE_NUMBERS} values fit, which is enough for {MAX_TABLE_NUMBERS // MAX_PLACES} columns of
  places. A run records the file's hash.
  `columns=` names the columns to read; by default all are read.""",
    key="place",
    functions="`seat` may be any seat. A `..._refusal` function returns 0 if the rules allow the "
    "order, else the number of the refusal.",
    tables="arrays indexed by place, player, employee or space",
)
ELEVEN = _further_game(
    "eleven",
    counting="""\
Everything is a whole number except `params`, whose numbers are floats. Seats, markers, cells, clubs
and cards are numbered from 0, weeks from 1; -1 means none. Marker 0 has jersey 2. A *place* is a
club's index in the league table: the lower deck's clubs come first, and each deck's clubs are in
the order of the sheet.
The record `table` also has all line-ups of all clubs, the squads and the tactic cards.""",
    example="""\
PARAMETERS = [parameter("effort", default=12, low=1, high=99, help="layouts that are tried")]
MEMORY = [
    memory("aim", help="the formation to try next, counted from 1; 0 none"),
    memory("candidate", 8, help="formations to try, counted from 0"),
]
TABLES = [table("my_numbers.csv", key="club")]


def prepare(table, me, params, order):
    me.candidate[0] = me.aim - 1
    ...""",
    about_tables=f"""\
  The column that `key=` names holds printed numbers of tactic cards (`tactic`, such as T06), clubs
  (`club`, such as 3a) or line-ups (`opponent`, such as O12); every other column is read as
  `params.COLUMN[club]`. A missing row or cell counts as 0, or as the value of `neutral=`; rows
  whose number the game does not have are left out. Up to
  {MAX_TABLE_NUMBERS} values fit, which is enough for {MAX_TABLE_NUMBERS // MAX_LINE_UPS} columns
  of line-ups. A run records the file's hash.
  `columns=` names the columns to read; by default all are read.""",
    key="club",
    functions="`seat` may be any seat. A `..._refusal` function returns 0 if the rules allow the "
    "order, else the number of the refusal. `best_layout` and `best_turn` also use the fields of "
    "`me` in which layouts are tried.",
    tables="arrays indexed by tactic card, club or line-up",
)
GAMES = (EOC, STADIUM, ELEVEN)


def _actions(game: PageParts) -> dict[str, Answer]:
    """Find the answers that need fields of ``order``, by name."""
    declarations = vars(game.module("decisions")).items()
    return {
        name: answer for name, answer in declarations if isinstance(answer, Answer) and answer.fills
    }


def _head(game: PageParts) -> str:
    """Return the page up to the decisions."""
    package, key = f"eoc_sim.simulator.{game.name}", game.key
    writes = preparation = own = ""
    if game.prepares:
        writes, own = (
            "; only `prepare` writes `params`",
            ", and that strategy's `prepare` if it has one",
        )
        preparation = f"""
- `lookup("bargain", key="{key}")` in `TABLES` makes room for numbers that the strategy computes
  once, before its first game: its function `prepare(table, me, params, order)` fills in
  `params.bargain[{key}]` or, with `numbers=5`, `params.bargain[{key}, 0]` to `[{key}, 4]`.
  `prepare` sees the table as it is before the deal. Its results count towards the
  {MAX_TABLE_NUMBERS} values."""
    decision = game.example.partition("def ")[2].partition("(")[0]
    parameter = game.example.partition('parameter("')[2].partition('"')[0]
    contents = [
        "The file",
        "Decisions",
        *(["Actions"] if _actions(game) else []),
        "Refusals",
        "order",
        "me",
        "table",
        "params",
        "Functions",
        "Constants",
    ]
    links = [f"[{content}](#{content.lower().replace(' ', '-')})" for content in contents]
    return f"""\
# {game.heading}

A strategy is a Python file with a function for each kind of decision,
`def NAME(table, me, params, order)`; the package's defaults make the decisions that it leaves out.
`eoc-sim strategies new my_strategy.py{game.option}` writes a working one with comments.
`eoc-sim strategies check my_strategy.py{game.option}` checks it point by point, as
`eoc_sim.check_strategy("my_strategy.py"{game.argument})` does in a test of your own.
`eoc-sim strategies show my_strategy.py{game.option}` prints its card. A strategy imports
the engine's functions and constants only from `{package}.strategy_api`.

This page is made by `scripts/reference_strategies.py` and cites the rules of
[rules.md](rules.md).

Contents: {" · ".join(links[:4])} ·
{" · ".join(links[4:])}

{game.counting}
A strategy may write only to `order` and to its own memory, as in `me.counted += 1`{writes}.

## The file

```python
{game.example}
```

- `PARAMETERS`: at most {MAX_PARAMETERS}, read as `params.{parameter}`, set as
  `my_strategy.py:{parameter}=7` or varied by `--vary strategy.my_strategy.{parameter}=3,5,7`. If
  default, low and high are all written as whole numbers, the parameter takes only whole numbers;
  `whole=True` makes this explicit, and `default=5.0` or `whole=False` allows fractions.
- `MEMORY`: the numbers that the strategy remembers during a game, 0 at its start. Its entries name
  the numbers of `me.memory`, one after another.
  There is room for {game.module("state").MEMORY} whole numbers of 32 bits.
- `TABLES`: numbers from CSV files, with paths relative to the strategy's file. A file that does not
  exist there is looked up in the package, because a strategy that imports the planner's functions
  also needs the planner's `TABLES`.
{game.about_tables}{preparation}
- A strategy may import your own modules and those of the package's strategies. After an edit to any
  of them it is a different strategy: earlier runs cannot be resumed or replayed with it.
- To use a decision of the package, import it under another name,
  `from eoc_sim.strategies.{game.name}.balanced import {decision} as theirs`, and call it:
  `return theirs(table, me, params, order)`. The file also needs that strategy's `PARAMETERS`,
  `MEMORY` and `TABLES`, followed by your own{own}.
  An imported decision is compiled once, not after every edit of the file.
- The functions are compiled, so they may not use lists, dicts or strings.
  `NUMBA_DISABLE_JIT=1 eoc-sim ...` plays the same games slowly in plain Python, where print and a
  debugger work.
"""


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = [head, tuple("---" for _ in head), *rows]
    return [f"| {' | '.join(cells)} |" for cells in lines] + [""]


def _fields(
    record: str,
    fields: Mapping[str, Field],
    more_columns: Mapping[str, Callable[[str], str]] | None = None,
) -> list[str]:
    """Return the table of a record's fields.

    ``more_columns`` has a function for each further heading, which makes a field's cell from the
    field's name.
    """
    more_columns = more_columns or {}
    return _table(
        ("field", "meaning", *more_columns),
        (
            (
                f"`{record}.{name}{f'[{field.by}]' if field.by else ''}`",
                field.words,
                *(make_cell(name) for make_cell in more_columns.values()),
            )
            for name, field in fields.items()
        ),
    )


def _decision_names(decisions: Iterable[Decision]) -> str:
    return ", ".join(f"`{decision.name}`" for decision in decisions)


def _switches(switches: Mapping[str, Switch]) -> Iterator[tuple[str, str, str]]:
    for name, switch in switches.items():
        values = [f"{switch.encode(word)} `{word}`" for word in switch.words]
        if switch.numbers is not None:
            values.append(f"{switch.numbers[0]} to {switch.numbers[-1]}")
        yield f"`table.rule_{name}`", ", ".join(values), f"{switch.sentence} ({switch.rule})"


def _arguments(function: Callable[..., object]) -> str:
    """Return a function's arguments by name; those after * are keyword-only."""
    parameters = list(inspect.signature(function).parameters.values())
    names = [parameter.name for parameter in parameters]
    keyword_only = [
        index
        for index, parameter in enumerate(parameters)
        if parameter.kind is parameter.KEYWORD_ONLY
    ]
    if keyword_only:
        names.insert(keyword_only[0], "*")
    return ", ".join(names)


def _functions(game: PageParts) -> list[str]:
    lines = []
    api = game.module("strategy_api")
    for group, names in game.module("strategy_names").FUNCTIONS.items():
        lines += [f"### {group}", ""]
        if group in USER_MODULE_FUNCTIONS:
            lines += [USER_MODULES_NOTE, ""]
            continue
        rows = []
        for name in names:
            function = getattr(api, name)
            function = getattr(function, "py_func", function)
            arguments = _arguments(function)
            first = (inspect.getdoc(function) or "").split("\n\n")[0]
            words = " ".join(first.replace("``", "`").split())
            rows.append((f"`{name}({arguments})`", words))
        lines += _table(("function", "meaning"), rows)
    return lines


def _constants(game: PageParts) -> list[str]:
    lines = []
    api = game.module("strategy_api")
    for group, names in game.module("strategy_names").CONSTANTS.items():
        lines += [f"### {group}", ""]
        lines += _table(
            ("constant", "value", "meaning"),
            ((f"`{name}`", str(getattr(api, name)), words) for name, words in names.items()),
        )
    return lines


def page(game: PageParts) -> str:
    """Return the whole page of a game."""
    decisions: Decisions = game.module("decisions").DECISIONS
    lines = [_head(game), "## Decisions", ""]
    lines += _table(
        ("function", "when", "fills in `order`", "returns"),
        (
            (
                f"`{decision.name}`",
                decision.moment,
                page_text(decision.fills),
                decision.returns,
            )
            for decision in decisions.declarations
        ),
    )
    if _actions(game):
        lines += [
            "## Actions",
            "",
            "Some functions return an action. Each action needs these fields of `order`.",
            "",
        ]
        lines += _table(
            ("action", "`order`"),
            ((f"`{name}`", page_text(answer.fills)) for name, answer in _actions(game).items()),
        )
    lines += [
        "## Refusals",
        "",
        "An order that breaks the rules stops the run with one of these reasons.",
        "",
    ]
    lines += _table(
        ("number", "decisions", "rule", "reason"),
        (
            (
                str(int(refusal)),
                _decision_names(refusal.decisions),
                refusal.rule,
                refusal.sentence,
            )
            for refusal in decisions.refusals[1:]
        ),
    )
    lines += [
        "## order",
        "",
        "Every field is 0 when a function is called, except for `candidate` in `propose`.",
        "",
    ]
    state = game.module("state")
    lines += _fields(
        "order",
        state.Order.fields,
        {
            "read by": lambda name: _decision_names(
                decision for decision in decisions.declarations if name in decision.fields
            )
        },
    )
    lines += ["## me", "", f"{state.Private.__doc__} Hidden from {state.Private.hidden_from}.", ""]
    lines += _fields("me", state.Private.fields)
    players = find(game.name).declaration.words.player[1]
    lines += ["## table", "", f"Everything that all {players} see (INF-1).", ""]
    described_fields = {name: field for name, field in state.Table.fields.items() if field.words}
    for about, names in groupby(described_fields, lambda name: described_fields[name].about):
        fields = {name: described_fields[name] for name in names}
        lines += [f"### {about}", "", *_fields("table", fields)]
    lines += ["### The switches of the rules", ""]
    lines += _table(("field", "values", "meaning"), _switches(game.switches))
    lines += [
        "## params",
        "",
        f"A number for each of `PARAMETERS`, {'' if game.prepares else 'and '}{game.tables} for "
        f"each of `TABLES`{', and the results of `prepare`' if game.prepares else ''}.",
        "",
        "## Functions",
        "",
        "These functions read the public record. They change nothing except `order` and your own "
        "`me`; each call of `draw` moves on to your seat's next random number. "
        f"{game.functions}",
        "",
    ]
    lines += _functions(game)
    lines += ["## Constants", "", *_constants(game)]
    return "\n".join(lines).rstrip("\n") + "\n"


def main() -> int:
    """Write or check the pages and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 if a page is out of date"
    )
    check = parser.parse_args().check
    is_stale = False
    for game in GAMES:
        text = page(game)
        if not check:
            game.page.write_text(text, encoding="utf-8", newline="\n")
        elif not game.page.is_file() or game.page.read_text(encoding="utf-8") != text:
            is_stale = True
            name = game.page.relative_to(REFERENCE.parent)
            print(f"{name} is out of date; run python scripts/reference_strategies.py.")
    return int(is_stale)


if __name__ == "__main__":
    raise SystemExit(main())
