"""Makes docs/reference/strategies.md from the words, docstrings and switches of the package.

With ``--check`` nothing is written; it exits with 1 if the page is not what it should be.
"""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from eoc_sim.simulator.eoc import strategy_api, strategy_words
from eoc_sim.simulator.eoc.rules import SWITCHES
from eoc_sim.simulator.eoc.state import MEMORY
from eoc_sim.simulator.kernel.data_tables import MOST_TABLE_NUMBERS
from eoc_sim.simulator.kernel.strategy_files import MOST_PARAMETERS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "strategies.md"
HEAD = f"""\
# Strategies

A strategy is a Python file with a function for each kind of decision,
`def NAME(table, me, params, order)`; what it leaves out, the package's defaults decide.
`eoc-sim strategies new my_strategy.py` writes a commented one that plays,
`eoc-sim strategies check my_strategy.py` checks it point by point, as `check_strategy` of
`eoc_sim.simulator.eoc.strategy_check` does in a test of one's own; `eoc-sim strategies show
my_strategy.py` makes its card. All that it may use is imported from
`eoc_sim.simulator.eoc.strategy_api`.

This page is made by `scripts/reference_strategies.py`. The rules that it cites are those of
[rules.md](rules.md).

Contents: [The file](#the-file) · [Decisions](#decisions) · [Actions](#actions) ·
[order](#order) · [me](#me) · [table](#table) · [params](#params) · [Functions](#functions) ·
[Constants](#constants)

Everything is a whole number but `params`, whose numbers are floats. Seats, cards, coaches, spots,
states and places count from 0, months from 1 (March); -1 means none. Colours and regions share one
numbering. A *source* of effects is a card, or `COACH_SOURCE` + a coach; its effect is one to three
*clauses*. Only `order` and the own memory may be written, the latter for instance as
`me.counted += 1`; `prepare` alone writes `params`.

## The file

```python
PARAMETERS = [parameter("boldness", default=5, low=0, high=9, help="BB risked in a month")]
MEMORY = [
    memory("aim", help="the spot to sign next, counted from 1; 0 none"),
    memory("candidate", 7, help="spots worth signing"),
]
TABLES = [table("my_numbers.csv", key="card")]


def act(table, me, params, order):
    me.candidate[0] = me.aim - 1
    ...
```

- `PARAMETERS`: at most {MOST_PARAMETERS}, read as `params.boldness`, set as
  `my_strategy.py:boldness=7` or varied by `--vary strategy.my_strategy.boldness=3,5,7`.
- `MEMORY`: what the strategy remembers through a game, 0 at its start; names for the numbers of
  `me.memory`, in this order. {MEMORY} whole numbers of 32 bits fit.
- `TABLES`: numbers from CSV files, their paths relative to the strategy's file; what is not there
  is looked for among the package's, for a strategy that imports the planner's functions needs its
  `TABLES` too. The column `key` holds printed numbers (1, 01 and 001 are the same) of cards,
  coaches (`coach`) or spots (`spot`, such as Alabama/1); every other column is read as
  `params.COLUMN[card]`, for each copy of a card. Where the file has no number it is 0, or what
  `neutral=` says; numbers that the game does not have are left out. {MOST_TABLE_NUMBERS} numbers
  fit, 21 columns of cards. A run notes the file's hash.
  With `key="clause"` a row is about one clause of an effect, such as `063 end: 9 stars`, read as
  `params.COLUMN[clause]`: a clause that is edited has another name, so no row. `columns=` says
  which columns are read, if not all.
- `prepared("bargain", key="card")` in `TABLES` makes room for numbers that the strategy works out
  itself, once, before its first game: its function `prepare(table, me, params, order)` fills in
  `params.bargain[card]`, with `numbers=5` `params.bargain[card, 0]` to `[card, 4]`, from a table
  on which nothing has been dealt. They count towards the {MOST_TABLE_NUMBERS} numbers.
- Modules of one's own may be imported, and those of the package's strategies. An edit of any of
  them makes another player: a run is not resumed or replayed with it.
- The functions are compiled, so no lists, dicts or texts in them. `NUMBA_DISABLE_JIT=1 eoc-sim ...`
  plays the same games slowly in plain Python, in which print and a debugger work.
"""


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = [head, tuple("---" for _ in head), *rows]
    return [f"| {' | '.join(cells)} |" for cells in lines] + [""]


def _fields(record: str, fields: Mapping[str, str]) -> list[str]:
    rows = []
    for name, words in fields.items():
        index, bracket, rest = words.partition("] ")
        if bracket:
            rows.append((f"`{record}.{name}{index}]`", rest))
        else:
            rows.append((f"`{record}.{name}`", words))
    return _table(("field", "meaning"), rows)


def _switches() -> Iterator[tuple[str, str, str]]:
    for name, switch in SWITCHES.items():
        values = [f"{switch.encode(word)} `{word}`" for word in switch.words]
        if switch.numbers is not None:
            values.append(f"{switch.numbers[0]} to {switch.numbers[-1]}")
        yield f"`table.rule_{name}`", ", ".join(values), f"{switch.sentence} ({switch.rule})"


def _arguments(function: Callable[..., object]) -> str:
    """The names of a function's arguments; those behind * are given by their names."""
    parameters = list(inspect.signature(function).parameters.values())
    names = [one.name for one in parameters]
    named = [place for place, one in enumerate(parameters) if one.kind is one.KEYWORD_ONLY]
    if named:
        names.insert(named[0], "*")
    return ", ".join(names)


def _functions() -> list[str]:
    lines = []
    for group, names in strategy_words.FUNCTIONS.items():
        lines += [f"### {group}", ""]
        if "compiled" in names:
            lines += [strategy_words.MODULES, ""]
            continue
        rows = []
        for name in names:
            function = getattr(strategy_api, name)
            function = getattr(function, "py_func", function)
            arguments = _arguments(function)
            first = (inspect.getdoc(function) or "").split("\n\n")[0]
            words = " ".join(first.replace("``", "`").split())
            rows.append((f"`{name}({arguments})`", words))
        lines += _table(("function", "meaning"), rows)
    return lines


def _constants() -> list[str]:
    lines = []
    for group, names in strategy_words.CONSTANTS.items():
        lines += [f"### {group}", ""]
        lines += _table(
            ("constant", "value", "meaning"),
            (
                (f"`{name}`", str(getattr(strategy_api, name)), words)
                for name, words in names.items()
            ),
        )
    return lines


def page() -> str:
    """The whole page."""
    lines = [HEAD, "## Decisions", ""]
    lines += _table(
        ("function", "asked", "fills in `order`", "returns"),
        ((f"`{name}`", *told) for name, told in strategy_words.DECISIONS.items()),
    )
    lines += ["## Actions", "", "What `act` returns, and what each action needs in `order`.", ""]
    lines += _table(
        ("action", "`order`"),
        ((f"`{name}`", words) for name, words in strategy_words.ACTIONS.items()),
    )
    lines += [
        "## order", "",
        "Every field is 0 when a function is called, but `candidate` in `propose`.", "",
    ]
    lines += _fields("order", strategy_words.ORDER)
    lines += ["## me", "", "What only the own seat sees (INF-2).", ""]
    lines += _fields("me", strategy_words.ME)
    lines += ["## table", "", "What everybody sees (INF-1).", ""]
    for group, fields in strategy_words.TABLE.items():
        lines += [f"### {group}", "", *_fields("table", fields)]
    lines += ["### The switches of the rules", ""]
    lines += _table(("field", "values", "meaning"), _switches())
    lines += [
        "## params", "",
        "A number for each of `PARAMETERS`, a column by card, coach, spot or clause for each "
        "of `TABLES`, and what `prepare` has worked out.", "",
        "## Functions", "",
        "They ask about the public record and change nothing, except that `draw` draws. `seat` may "
        "be any seat; `card`, `spot` and `node` are -1 where there is none.", "",
    ]
    lines += _functions()
    lines += ["## Constants", "", *_constants()]
    return "\n".join(lines).rstrip("\n") + "\n"


def main() -> int:
    """Write or check the page; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if it differs")
    made = page()
    if not parser.parse_args().check:
        PAGE.write_text(made, encoding="utf-8", newline="\n")
        return 0
    if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == made:
        return 0
    print(f"{PAGE.name} is not what scripts/reference_strategies.py writes; run it.")
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
