"""Write every game's pages on tables and traces, from its declarations.

With ``--check`` the script writes no file and exits with 1 if a page is out of date.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

from eoc_sim.built_in_games import BUILT_IN
from eoc_sim.games import find
from eoc_sim.simulator.kernel.columns import ROLES
from eoc_sim.simulator.kernel.events import Events
from eoc_sim.simulator.kernel.phrases import join_words
from eoc_sim.simulator.runs.game import Column, Game, Table
from eoc_sim.simulator.runs.run_file import SCHEMA

REFERENCE = Path(__file__).resolve().parents[1] / "docs" / "reference"

RUN_PARTS = {
    "format": "marks the file as a run of eoc-sim",
    "schema": f"version of this file and of the tables; now {SCHEMA}",
    "package": "version of eoc-sim that played the run",
    "source_code": "hash of the package's files that play the games, and of the modules of your "
    "own game; the run can only be resumed with the same files",
    "game": "name of the game",
    "game_source": "for a game that is not built in: the name under which it was requested "
    "(`named`: an entry point, a module or a file), the `sha256` of its file, and whether it has "
    "`parts` of its own outside the simulator, such as analyses and reports; a report "
    "executes the code of a game in a module or file only if `--game` names the game",
    "rules_version": "version of the written rules",
    "command": "the command that played the run: `run`, `sweep`, `demo` ...",
    "games": "games requested for every arm",
    "planned_games": "games requested when the run began; unlike `games`, the number does not "
    "grow when the run is resumed with more games; for a sequential run, the number of games for "
    "which its confidence sequence is tuned",
    "sequential": "true if the run stops once its question is answered (`compare`, "
    "`--precision`): `games` then grows from look to look",
    "looks": "the rule by which the run's intervals spend their error over looks "
    "(`simulator/runs/planned_looks.py`); missing in runs of earlier releases, which keep their "
    "own rule",
    "question": "the goal of a sequential run, in words; empty for other runs",
    "seed": "seed of all draws",
    "players": "seats of the line-up",
    "seating": "how the line-up is seated: with `balanced`, game g uses permutation number "
    "g mod P! of the P seats, in lexicographic order; with `rotate`, the line-up shifts by g "
    "seats; with `fixed`, it stays as typed",
    "twins": "the twins played with each game (`simulator/runs/schedule.py`), null if none",
    "tables": "result tables kept for every version",
    "current_tables": "result tables kept only for the current rules",
    "dims": "tables of `dims/`",
    "dims_checksums": "checksum of each of these tables of `dims/`; a table with different "
    "content is refused",
    "shard_games": "games per file of a table",
    "relearn": "only with `--relearn`: the number of games from which strategies learn for "
    "each version, and the seed of these games; the run in the folder `relearned` has this part "
    "too",
    "baseline": "the current rules: everything needed to play this version again; each strategy in "
    "`seats` has a `hash` of its sources without the engine (its file, the modules that it "
    "imports, its tables and preset), `sources` with the name and hash of each of these files, and "
    "`model`, the strategy that plays for the others when a strategy plays out its options; "
    "`carried` has the designer's own columns, which have no effect on play, and `learnt` the "
    "factors that the strategy of each seat has learnt, null for one that does not learn",
    "arms": "the versions played; each has its `label`, its `changes` (key, old, new, name, column "
    "and sentence) and in `differs` the parts of its record that differ from the baseline's",
    "rows": "the versions requested, and the arm that plays each",
    "varied": "the varied keys: their values, and the row that shows each",
    "crossing": "only where keys change together: the factors, the level of each factor in each "
    "version (0 is the current value), the defining words of a fractional design, and the "
    "pairs of versions that differ in one value",
    "declaration": "the game's description of itself: `words`, `tables`, `dims`, `switches` and "
    "`tie_breaks`",
    "checksum": "checksum of everything else in the file",
}
"""Every part of run.json, in order."""
OPTIONAL_PARTS = ("game_source", "relearn", "crossing")

LOAD = """\
import eoc_sim

run = eoc_sim.load("results/run-1")
print(run.tables)
print(run.versions)

# A table by its name: a polars frame. The frames of dims explain its ids.
seats = run.table("seats")
strategies = run.dim("strategies").select(strategy="id", label="name")
named = seats.join(strategies, on="strategy")
print(named.group_by("label").mean().select("label", "score"))

# What the report shows, by name; the numbers come with their intervals.
print(list(run.metrics))
print(run.metrics["wins"].select("label", "games", "wins", "low", "high"))
"""

POLARS = """\
import json
from pathlib import Path

import polars as pl

record = json.loads(Path("results/run-1/run.json").read_text())
seats = pl.read_parquet("results/run-1/seats/*.parquet")
columns = {column["name"]: column for column in record["declaration"]["tables"]["seats"]["columns"]}

# Mean of every part of the score, in the words of the game.
for name, column in columns.items():
    if column["role"] == "part":
        print(column.get("words", name), seats[name].mean(), column.get("unit", ""))

# Ids become names: a column with a dim holds the ids of that table.
dim = columns["strategy"]["dim"]
strategies = pl.read_parquet(f"results/run-1/dims/{dim}.parquet")
named = seats.join(strategies.select(strategy="id", label="name"), on="strategy")
print(named.group_by("label").agg(pl.col("score").mean()))
"""

PANDAS = """\
import json
from pathlib import Path

import pandas as pd

record = json.loads(Path("results/run-1/run.json").read_text())
seats = pd.read_parquet("results/run-1/seats")
columns = {column["name"]: column for column in record["declaration"]["tables"]["seats"]["columns"]}
parts = [name for name, column in columns.items() if column["role"] == "part"]
print(seats[parts].mean().rename(lambda name: columns[name].get("words", name)))
"""

DUCKDB = """\
CREATE TABLE described AS
SELECT unnest(declaration.tables.seats.columns, recursive := true)
FROM read_json('results/run-1/run.json');

SELECT name, role, unit, words, description FROM described;

SELECT strategies.name, avg(score)
FROM 'results/run-1/seats/*.parquet' seats
JOIN 'results/run-1/dims/strategies.parquet' strategies ON strategies.id = seats.strategy
GROUP BY strategies.name;
"""


def pages() -> dict[Path, str]:
    """Return every page, by file.

    The first game's page also has the parts common to all games; all other pages link to it.
    """
    texts = {}
    for number, name in enumerate(BUILT_IN):
        folder = REFERENCE / name if number else REFERENCE
        lines = (_page_of_another_game if number else _page)(find(name))
        texts[folder / "tables.md"] = "\n".join([*lines, ""])
        events = import_module(f"eoc_sim.simulator.{name}.events").EVENTS
        texts[folder / "trace.md"] = _page_of_events(folder / "trace.md", events)
    return texts


def _page_of_events(file: Path, events: Events) -> str:
    """Return a page on traces with an updated table of events."""
    table = "\n".join(_table(("event", "fields", "rules"), events.page()))
    text = file.read_text(encoding="utf-8")
    return re.sub(
        r"^\| event \|.*\n(?:\|.*\n?)*", lambda _: f"{table}\n", text, count=1, flags=re.M
    )


def _page(game: Game) -> Iterator[str]:
    """Yield the lines of the complete page."""
    declaration = game.declaration
    yield "# Result tables"
    yield ""
    yield (
        "The content of a run's folder. This page is made from the game's declaration by "
        "`python scripts/reference_tables.py`; do not edit it."
    )
    yield ""
    yield from _list(
        [
            "`run.json`: the request, complete enough to repeat it exactly, and the meaning of the "
            "tables.",
            "`log.json`: when, for how long and on which system the games were played, one entry "
            "per session.",
            "`shards.jsonl`: one line per file of the tables, with its games, size and checksum, "
            "and in `check` a value that ties it to this run. A file without a line is not read, "
            "and the run is not continued until you move that file away.",
            f"`sums/`: the sums behind the report, one file for every {game.shard_games} games. "
            "They are exact integers, computed from these games by version, strategy, seat, card "
            "and so on: number of games, sum, squares, minimum, maximum, products. If the games "
            "are played in threads on this machine, the sums are computed at the same time, so "
            "that a report need not read the tables. If a file is missing, damaged or written by "
            "a different version of this package's code, `eoc-sim report` reads the tables instead "
            "and gets the same numbers. The folder may be deleted.",
            "With `--keep none` there are no result tables, only one file in `sums/`, whose size "
            "does not depend on the number of games. It has the sums over all games for every "
            "number of the report that can be computed from sums. `eoc-sim report`, `compare`, "
            "`sweep`, `--precision` and the Python interface use this file just as they would use "
            "the tables. Results that need rows are left out (the worth of being dealt a card, the "
            "map, envelopes, and dice by month), and the report names the tables that they need.",
            f"One folder per result table: {_kept_sentence(game)}. Each parquet file in such a "
            f"folder holds {game.shard_games} games of one arm; the file's bytes are the same for "
            "the same options, wherever the games were played.",
            "`dims/`: the meaning of the ids in the tables, one file per table.",
        ]
    )
    yield ""
    yield (
        "Games, seats and ids are numbered from 0, months from 1 "
        f"({declaration.words.round_names[1]}). Every result table begins with the column `arm` "
        "(Int16): the version played, as in `dims/arms`; 0 is the current rules. Rows are sorted "
        "by arm, then by the table's key. A column of words is an Enum; the description of an id "
        "column names the table of `dims/` that explains its ids. In keys "
        "(such as `seat.1` in `--vary`), labels and sentences, numbering starts at 1: `seat.1` is "
        "the seat with id 0 here."
    )
    yield from _tables(game)
    yield ""
    yield "## Roles"
    yield ""
    yield (
        "A role states the purpose of a column in any game. Analyses and reports find columns by "
        "role, not by name."
    )
    yield ""
    yield from _table(("role", "meaning"), ROLES.items())
    yield ""
    yield "## run.json"
    yield ""
    yield from _table(("part", "content"), ((f"`{k}`", v) for k, v in RUN_PARTS.items()))
    yield ""
    yield (
        "`declaration.tables` has each table's `row`, its `key` (the columns by which rows are "
        "sorted) and its `columns`, each with `name`, `kind` (the type, or the list of words), "
        "`description`, `role` and, where they apply, `unit`, `words` (its everyday name), `dim` "
        "and `values` (words for 0, 1, 2 ...). `declaration.dims` has the same for `dims/`. The "
        "column `arm`, the first of every table, and `dims/arms`, which every game has, are not "
        "declared. `declaration.switches` has the sentence, the rule, the allowed values and the "
        "default of every rule switch. `declaration.words` has the game's title, its unit of "
        "score, the names of months and the smallest change that matters. "
        "`declaration.tie_breaks` has the columns that rank equal scores, and the switch values "
        "under which each applies. So an old run is described in its own words, even if names "
        "have changed since."
    )
    yield ""
    yield "## Reading the tables in a notebook"
    yield ""
    yield (
        "`eoc_sim.load` reads the folder of a run. Every table and every number of the report is "
        "in a polars frame; `.to_pandas()` converts it to a pandas frame. For a folder with "
        "several runs of one command (`balance`, `first-player`, `tournament`), `.runs` names "
        "them, `.run(name)` reads one, and `.metrics` has their shared metrics."
    )
    yield ""
    yield "```python"
    yield from LOAD.splitlines()
    yield "```"
    yield ""
    yield (
        '`run.seats` is short for `run.table("seats")`; `run.scan("seats")` is a lazy frame, '
        "for runs that do not fit in memory; `run.record` is run.json. An unknown name raises an "
        "error that suggests the nearest valid name. metrics.md explains every metric with its "
        "formula."
    )
    yield ""
    yield "## Reading the tables without this package"
    for language, heading, code in (
        ("python", "polars", POLARS),
        ("python", "pandas", PANDAS),
        ("sql", "DuckDB", DUCKDB),
    ):
        yield ""
        yield f"### {heading}"
        yield ""
        yield f"```{language}"
        yield from code.splitlines()
        yield "```"


def _page_of_another_game(game: Game) -> Iterator[str]:
    """Yield the lines of a page with only a game's own tables."""
    words = game.declaration.words
    title = words.title
    yield f"# Result tables of {title}"
    yield ""
    yield (
        f"The tables of a run of {title}. This page is made from the game's declaration by "
        "`python scripts/reference_tables.py`; do not edit it. Every game has the same files in a "
        "run, the same [run.json](../tables.md#runjson) and [roles](../tables.md#roles), and the "
        "same ways to read the tables [with](../tables.md#reading-the-tables-in-a-notebook) and "
        "[without](../tables.md#reading-the-tables-without-this-package) this package. The page "
        "cites the rules of [rules.md](rules.md)."
    )
    yield ""
    yield (
        f"A run keeps {_kept_sentence(game)}. Games, seats and ids are numbered from 0, "
        f"{words.round[1]} from 1. Every result table begins with the column `arm` (Int16): the "
        "version played, as in `dims/arms`; 0 is the current rules. Rows are sorted by arm, then "
        "by the table's key. In keys (such as `seat.1` in `--vary`), labels and sentences, "
        "numbering starts at 1: `seat.1` is the seat with id 0 here."
    )
    yield from _tables(game)


def _kept_sentence(game: Game) -> str:
    """Describe the tables that a run keeps by default."""
    default = ", ".join(f"`{name}`" for name in game.default_tables)
    current = join_words([f"`{name}`" for name in game.default_current_tables])
    return (
        f"{default} and, for the current rules (arm 0) only, {current}, unless `--keep` changes "
        "this"
    )


def _tables(game: Game) -> Iterator[str]:
    """Yield the sections of all tables, those of dims/ last."""
    for table in game.declaration.tables.values():
        yield ""
        yield f"## {table.name}"
        yield ""
        key = ", ".join(f"`{name}`" for name in table.key)
        conditions = [f"`{name}={value}`" for name, value in table.under.items()]
        under = f", under {' and '.join(conditions)}" if conditions else ""
        if table.one_of:
            *first, last = (f"`{name}=on`" for name in table.one_of)
            under += f" with {', '.join(first)} or {last}" if first else f" with {last}"
        yield f"One row per {table.row}{under}. Sorted by {key}."
        yield ""
        yield from _columns(table)
    yield ""
    yield "## dims"
    yield ""
    yield (
        "`id` and `name` come first. All versions of a run share these ids; where versions differ, "
        "the values are those of the first version, the current rules."
    )
    yield ""
    yield "### arms"
    yield ""
    yield (
        "One row per version. `id` (Int16), `name` (its label, `baseline` for the current rules, "
        "or `A (...)` if the first version of `compare` is not the current rules), `changes`: a "
        "list of its changes, each with `key`, `old`, `new`, `name`, `column` and `sentence`."
    )
    for table in game.declaration.dims.values():
        yield ""
        yield f"### {table.name}"
        yield ""
        yield f"One row per {table.row}."
        yield ""
        yield from _columns(table)


def _columns(table: Table) -> Iterator[str]:
    """Yield the lines on a table's columns."""
    yield from _table(
        ("column", "type", "role", "unit", "words", "description"),
        (
            (
                f"`{column.name}`",
                _type(column),
                column.role,
                column.unit,
                column.words,
                _description(column),
            )
            for column in table
        ),
    )


def _type(column: Column) -> str:
    return column.kind if isinstance(column.kind, str) else f"Enum: {', '.join(column.kind)}"


def _description(column: Column) -> str:
    if not column.values:
        return column.description
    values = ", ".join(f"{index} {words}" for index, words in enumerate(column.values))
    return f"{column.description} ({values})"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '/') for cell in row)} |"


def _list(items: Iterable[str]) -> Iterator[str]:
    yield from (f"- {item}" for item in items)


def main() -> int:
    """Write or check the pages and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 if a page is out of date"
    )
    check = parser.parse_args().check
    is_stale = False
    for file, text in pages().items():
        if not check:
            file.write_text(text, encoding="utf-8", newline="\n")
            print(f"Wrote {file}.")
        elif not file.is_file() or file.read_text(encoding="utf-8") != text:
            is_stale = True
            name = file.relative_to(REFERENCE.parent)
            print(f"{name} is out of date; run python scripts/reference_tables.py.")
    return int(is_stale)


if __name__ == "__main__":
    sys.exit(main())
