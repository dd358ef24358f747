"""run.json: what was asked of a run, enough to repeat it exactly, under a checksum."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.whole_file import unreadable, write_json

FORMAT = "eoc-sim run"
SCHEMA = 3
RUN_FILE = "run.json"
PLANNED_GAMES = "planned_games"
"""The part of run.json that says how many games the run was first begun with."""
SOURCE_CODE = "source_code"
"""The part of run.json that has a hash of the source code that plays its games."""
GAME_SOURCE = "game_source"
"""The part of run.json that says which file, module or package a game of one's own is from."""
DIMS_CHECKSUMS = "dims_checksums"
"""The part of run.json that has a checksum of each table that says what ids are."""
SEQUENTIAL = "sequential"
"""The part of run.json that says whether the run is played until its question is answered."""
LOOKS = "looks"
"""The part of run.json that says by which rule its intervals spend their error over looks: one of
`planned_looks.SPENDINGS`, the first where it is not said."""
QUESTION = "question"
"""The part of run.json that says what a sequential run is played until; else it is empty."""
BASELINE = "baseline"
"""The part of run.json that says by which rules, and with what, the first arm is played."""
ARMS = "arms"
"""The part of run.json that has the versions, the baseline first, and what of each is another."""
CARRIED = "carried"
"""Any part of run.json that no game looks at; a run goes on though it has changed."""
SUMS = "sums"
"""The folder of the sums of a run that keeps no tables, and the part of run.json that says of which
tables they tell."""

_FIELDS: Mapping[str, type] = {
    "game": str,
    "games": int,
    PLANNED_GAMES: int,
    "players": int,
    "seed": int,
    "seating": str,
    "tables": list,
    "dims": list,
    BASELINE: dict,
    ARMS: list,
    "rows": list,
    "varied": list,
    "declaration": dict,
}
"""What every run.json has."""
_FIELDS_OF_ROWS: Mapping[str, Mapping[str, type]] = {
    ARMS: {"label": str, "changes": list},
    "rows": {"label": str, "arm": int},
}
"""What each entry of a list of run.json has."""
_WORDS = {str: "a text", int: "a whole number", list: "a list", dict: "a table"}


def _check_fields(record: Mapping[str, Any], path: Path) -> None:
    """Refuse a run.json that lacks a part, or has one of another kind.

    Raises:
        InputError: it does; the sentence names file and field.
    """
    _check(record, _FIELDS, path, "")
    for name, fields in _FIELDS_OF_ROWS.items():
        if not record[name] and name == ARMS:
            raise InputError(f"{path} is damaged: its field {name} is empty.")
        for place, entry in enumerate(record[name]):
            where = f"{name}[{place}]"
            if not isinstance(entry, dict):
                raise InputError(f"{path} is damaged: its field {where} is not a table.")
            _check(entry, fields, path, f"{where}.")


def _check(record: Mapping[str, Any], fields: Mapping[str, type], path: Path, where: str) -> None:
    for name, kind in fields.items():
        if name not in record:
            raise InputError(f"{path} is damaged: it lacks the field {where}{name}.")
        value = record[name]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise InputError(f"{path} is damaged: its field {where}{name} is not {_WORDS[kind]}.")


def all_tables(record: Mapping[str, Any]) -> list[str]:
    """The tables of a run.json, those kept of the current rules alone last; or its sums."""
    sums = [SUMS] if SUMS in record else []
    return [*record["tables"], *record.get("current_tables", ()), *sums]


def read_run_file(directory: Path) -> dict[str, Any]:
    """The run.json of a directory.

    Raises:
        InputError: there is none, or it was not written by this program, or by a newer one; or it
            lacks a part.
    """
    path = directory / RUN_FILE
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"The directory {directory} holds no run (no {RUN_FILE}).") from None
    except OSError as error:
        raise unreadable(path, error) from None
    except (ValueError, RecursionError):
        raise InputError(f"{path} is damaged: it is not a JSON file.") from None
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise InputError(f"{path} was not written by eoc-sim; nothing was changed.")
    if record.get("schema") != SCHEMA:
        raise InputError(
            f"{path} has schema {record.get('schema')}; this version of eoc-sim reads schema "
            f"{SCHEMA}."
        )
    checksum = record.pop("checksum", None)
    if checksum != checksum_of(record):
        raise InputError(f"{path} is damaged: it was changed after it was written.")
    _check_fields(record, path)
    return record


def write_run_file(directory: Path, record: Mapping[str, Any]) -> None:
    """Write run.json, with a checksum of its content."""
    write_json(directory / RUN_FILE, {**record, "checksum": checksum_of(record)})


def checksum_of(record: Mapping[str, Any]) -> str:
    """The SHA-256 of a record as JSON with sorted keys, in hexadecimal."""
    text = json.dumps(record, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def frame_checksum(table: Any) -> str:
    """A checksum of the columns and rows of a polars frame, whatever writes it to disk."""
    content = json.dumps([table.columns, table.rows()], ensure_ascii=False, default=str)
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()
