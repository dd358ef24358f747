"""Write both games' pages on result tables and traces from their declarations.

With ``--check`` nothing is written: it exits with 1 if a page is out of date.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from eoc_sim.games import find
from eoc_sim.simulator.eoc.events import EVENTS as EOC_EVENTS
from eoc_sim.simulator.kernel.columns import ROLES
from eoc_sim.simulator.kernel.events import Events
from eoc_sim.simulator.runs.game import Column, Game, Table
from eoc_sim.simulator.runs.run_file import SCHEMA
from eoc_sim.simulator.runs.tables import SHARD_GAMES
from eoc_sim.simulator.stadium.events import EVENTS as STADIUM_EVENTS

REFERENCE = Path(__file__).resolve().parents[1] / "docs" / "reference"

RUN_PARTS = {
    "format": "says that this is a run of eoc-sim",
    "schema": f"version of this file and of the tables; now {SCHEMA}",
    "package": "version of eoc-sim that played",
    "source_code": "hash of the package's files that play the games, and of the modules that a "
    "game of your own is from: the run is resumed by the same ones",
    "game": "name of the game",
    "game_source": "of a game that is not built in: what it was asked for by (`named`: an entry "
    "point, a module or a file), the `sha256` of its file, and whether it has `parts` of its own "
    "above the simulator; none of it is run unless `--game` names it",
    "rules_version": "version of the written rules",
    "command": "the command that played: `run`, `sweep`, `demo` ...",
    "games": "games of every arm that were asked for",
    "planned_games": "those asked for when the run was first begun; `games` grows when it is "
    "resumed with more, this does not; of a sequential run the games that its confidence sequence "
    "is tuned to",
    "sequential": "whether the run is played until its question is answered (`compare`, "
    "`--precision`): `games` then grows from look to look",
    "looks": "by which rule the intervals of the run spend their error over looks "
    "(`simulator/runs/planned_looks.py`); not in runs of earlier releases, which keep theirs",
    "question": "until what a sequential run is played, in words; empty of others",
    "seed": "seed of all draws",
    "players": "seats of the line-up",
    "seating": "how the line-up sits: `balanced`, game g by permutation number g mod P! of the P "
    "seats in lexicographic order; `rotate`, shifted by g; `fixed`, as typed",
    "twins": "which twins are played of which game (`simulator/runs/schedule.py`), null if none",
    "tables": "result tables that were kept of every version",
    "current_tables": "those that were kept of the current rules alone",
    "dims": "tables of `dims/`",
    "dims_checksums": "checksum of what each of them says; one that says something else is refused",
    "shard_games": "games a file of a table",
    "relearn": "only with `--relearn`: from how many games of each version its players learn, and "
    "the seed of these; the run in the folder `relearned` says it too",
    "baseline": "the current rules: all that makes this version, enough to play it again; of each "
    "strategy in `seats` a `hash` of all that it comes from but the engine (its file, the modules "
    "that it imports, its tables and preset), `sources` names these files with a hash of each, and "
    "`model` who plays the others where a strategy plays out what it could do; "
    "`carried` in it are columns of the designer's own, which nothing in play hangs on, and "
    "`learnt` the factors that the player of each seat named has learnt anew, null of one that "
    "does not learn",
    "arms": "the versions played; each has its `label`, its `changes` (key, old, new, sentence) "
    "and in `differs` the parts of its record that are not the baseline's",
    "rows": "the versions that were asked for, and the arm that plays each",
    "varied": "the keys that were varied: their values, and which row shows which",
    "crossing": "only where keys change together: the factors, which version has which level of "
    "each (0 the current value), the defining words of a fraction, and each value by itself",
    "declaration": "what the game says of itself: `words`, `tables`, `dims`, `switches` and "
    "`tie_breaks`",
    "checksum": "of all else in the file",
}
"""Every part of run.json, in its order."""
OPTIONAL_PARTS = ("game_source", "relearn", "crossing")

LOAD = """\
import eoc_sim

run = eoc_sim.load("results/run-1")
print(run.tables)
print(run.versions)

# A table by its name: a polars frame. What its ids are is in the frames of dims.
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
columns = {one["name"]: one for one in record["declaration"]["tables"]["seats"]["columns"]}

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
columns = {one["name"]: one for one in record["declaration"]["tables"]["seats"]["columns"]}
parts = [name for name, column in columns.items() if column["role"] == "part"]
print(seats[parts].mean().rename(lambda name: columns[name].get("words", name)))
"""

DUCKDB = """\
CREATE TABLE said AS
SELECT unnest(declaration.tables.seats.columns, recursive := true)
FROM read_json('results/run-1/run.json');

SELECT name, role, unit, words, description FROM said;

SELECT strategies.name, avg(score)
FROM 'results/run-1/seats/*.parquet' seats
JOIN 'results/run-1/dims/strategies.parquet' strategies ON strategies.id = seats.strategy
GROUP BY strategies.name;
"""


def pages() -> dict[Path, str]:
    """Write every page, by its file.

    The first also has the parts common to all games, to which the others point.
    """
    eoc, stadium = find("eoc"), find("stadium")
    return {
        REFERENCE / "tables.md": "\n".join([*_page(eoc), ""]),
        REFERENCE / "stadium" / "tables.md": "\n".join([*_page_of_another(stadium), ""]),
        REFERENCE / "trace.md": _page_of_events(REFERENCE / "trace.md", EOC_EVENTS),
        REFERENCE / "stadium" / "trace.md": _page_of_events(
            REFERENCE / "stadium" / "trace.md", STADIUM_EVENTS
        ),
    }


def _page_of_events(file: Path, events: Events) -> str:
    """Write a page on traces, whose table of events alone is declared."""
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
        "What a run's folder holds. Made from the game's declaration by "
        "`python scripts/reference_tables.py`; do not edit it."
    )
    yield ""
    yield from _list(
        [
            "`run.json`: what was asked, enough to repeat it exactly, and what its tables mean.",
            "`log.json`: when, where and how long, one entry a session.",
            "`shards.jsonl`: every file of the tables with its games, size and checksum, one a "
            "line, and in `check` what ties it to this run. A file without a line is not counted.",
            "`sums/`: what the report adds up, a file for every 50000 games: the sums over these "
            "games by version, strategy, seat, card and so on (how many games, the sum, the "
            "squares, the least and the most, products), as exact integers. They are made as the "
            "games are played in threads here, so that a report need not go through the tables. A "
            "file that is not there, is damaged or was made by other code of this package is not "
            "used: `eoc-sim report` then goes through the tables and gets the same numbers. The "
            "folder may be deleted.",
            "With `--keep none` no result tables but one file in `sums/`, whose size does not grow "
            "with the games: such sums over all games, for every number of the report that can be "
            "told from them. `eoc-sim report`, `compare`, `sweep`, `--precision` and the Python "
            "interface answer from it as they do from tables. What needs rows is left out, and the "
            "page says which tables it would need: what being dealt a card is worth, numbers with "
            "other luck taken off (regressions), the map, envelopes and dice by month.",
            f"One folder a result table, {_kept(game)}. Its files are "
            f"parquet and hold {SHARD_GAMES} games of one arm each: the same bytes for the same "
            "options, however they were played.",
            "`dims/`: what the ids in the tables are, a file a table.",
        ]
    )
    yield ""
    yield (
        "Games, seats and ids count from 0, months from 1 "
        f"({declaration.words.months[1]}). Every result table begins with the column `arm` "
        "(Int16): the version that was played, 0 the current rules, `dims/arms`. Rows are sorted "
        "by arm, then by the table's key. A column of several words is an Enum; an id column "
        "names the table of `dims/` that its ids belong to. Keys such as `seat.1` in "
        "`--vary`, labels and sentences count from 1: `seat.1` is the seat with id 0 here."
    )
    yield from _tables(game)
    yield ""
    yield "## Roles"
    yield ""
    yield (
        "A role says what a column is for, in any game: analyses and reports look for roles, not "
        "for names."
    )
    yield ""
    yield from _table(("role", "meaning"), ROLES.items())
    yield ""
    yield "## run.json"
    yield ""
    yield from _table(("part", "what it says"), ((f"`{k}`", v) for k, v in RUN_PARTS.items()))
    yield ""
    yield (
        "`declaration.tables` has of each table its `row`, its `key` (the columns that its rows "
        "are sorted by) and its `columns`, each with "
        "`name`, `kind` (the type, or the list of words), `description`, `role`, and where there "
        "are such `unit`, `words` (how people call it), `dim` and `values` (the words of 0, 1, 2 "
        "...). `declaration.dims` says the same of `dims/`. Left out are the column "
        "`arm`, the first of every table, and `dims/arms`, which every game has. "
        "`declaration.switches` has the "
        "sentence, the rule, the allowed values and the default of every rule switch, "
        "`declaration.words` the game's title, unit of score, names of months and what counts as "
        "the smallest change that matters, `declaration.tie_breaks` the columns that rank equal "
        "scores and the values of switches with which each does. So an old run is explained in "
        "its own words, whatever has been renamed since."
    )
    yield ""
    yield "## Reading them in a notebook"
    yield ""
    yield (
        "`eoc_sim.load` reads the folder of a run. Every table and every number of the report is a "
        "polars frame; with `pip install pandas pyarrow`, `.to_pandas()` makes a pandas frame of "
        "it. Of a folder with several runs of one command (`balance`, `first-player`, "
        "`tournament`), `.runs` names them, `.run(name)` reads one, and `.metrics` has what was "
        "made of all of them."
    )
    yield ""
    yield "```python"
    yield from LOAD.splitlines()
    yield "```"
    yield ""
    yield (
        '`run.seats` is short for `run.table("seats")`; `run.scan("seats")` is a lazy frame, '
        "for runs that do not fit in memory; `run.record` is run.json. Wrong names are answered "
        "with the nearest right one. What each metric is, with its formula, is in metrics.md."
    )
    yield ""
    yield "## Reading them without this package"
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


def _page_of_another(game: Game) -> Iterator[str]:
    """Yield the lines of another game's page: its tables."""
    title = game.declaration.words.title
    yield f"# Result tables of {title}"
    yield ""
    yield (
        f"What the tables of a run of {title} hold. Made from the game's declaration by "
        "`python scripts/reference_tables.py`; do not edit it. The files of a run, "
        "[run.json](../tables.md#runjson), what [roles](../tables.md#roles) are and how to read "
        "the tables [with](../tables.md#reading-them-in-a-notebook) and "
        "[without](../tables.md#reading-them-without-this-package) this package are the same in "
        "every game. The rules that it cites are those of [rules.md](rules.md)."
    )
    yield ""
    yield (
        f"A run keeps {_kept(game)}. Games, seats and ids count from 0, rounds from 1. Every "
        "result table begins with the column `arm` (Int16): the version that was played, 0 the "
        "current rules, `dims/arms`. Rows are sorted by arm, then by the table's key. Keys such "
        "as `seat.1` in `--vary`, labels and sentences count from 1: `seat.1` is the seat with id "
        "0 here."
    )
    yield from _tables(game)


def _kept(game: Game) -> str:
    """Describe the tables that a run keeps by default."""
    usual = ", ".join(f"`{name}`" for name in game.default_tables)
    current = ", ".join(f"`{name}`" for name in game.default_current_tables)
    return (
        f"{usual}, and {current} of the current rules (arm 0) alone, unless `--keep` says otherwise"
    )


def _tables(game: Game) -> Iterator[str]:
    """Yield the sections of all tables, those of dims/ last."""
    for table in game.declaration.tables.values():
        yield ""
        yield f"## {table.name}"
        yield ""
        key = ", ".join(f"`{name}`" for name in table.key)
        yield f"One row per {table.row}. Sorted by {key}."
        yield ""
        yield from _columns(table)
    yield ""
    yield "## dims"
    yield ""
    yield (
        "`id` and `name` come first. Every version of a run shares these ids; what versions have "
        "differently is shown as the first version, the current rules, has it."
    )
    yield ""
    yield "### arms"
    yield ""
    yield (
        "One row per version. `id` (Int16), `name` (its label, `baseline` for the current rules, "
        "`A (...)` where `compare` was given others), "
        "`changes`: a list of its changes, each with `key`, `old`, `new` and `sentence`."
    )
    for table in game.declaration.dims.values():
        yield ""
        yield f"### {table.name}"
        yield ""
        yield f"One row per {table.row}."
        yield ""
        yield from _columns(table)


def _columns(table: Table) -> Iterator[str]:
    """Yield the table of a table's columns."""
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
    values = ", ".join(f"{place} {words}" for place, words in enumerate(column.values))
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
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if one differs")
    check = parser.parse_args().check
    differ = False
    for file, text in pages().items():
        if not check:
            file.write_text(text, encoding="utf-8", newline="\n")
            print(f"Wrote {file}.")
        elif not file.is_file() or file.read_text(encoding="utf-8") != text:
            differ = True
            name = file.relative_to(REFERENCE.parent)
            print(f"{name} is not what the code declares: python scripts/reference_tables.py")
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())
