"""run.json: the request of a run, with a checksum."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.seating import SEATINGS
from eoc_sim.simulator.runs.change import RECORDED
from eoc_sim.simulator.runs.whole_file import read_json, unreadable, write_json
from eoc_sim.version import __version__

FORMAT = "eoc-sim run"
SCHEMA = 3
RUN_FILE = "run.json"
PACKAGE = "package"
"""The key in run.json for the release that began the run."""
FIRST_RELEASE = "0.1.0"
"""The release that does not record itself."""
PLANNED_GAMES = "planned_games"
"""The key in run.json for the number of games first requested."""
SOURCE_CODE = "source_code"
"""The key in run.json for the source code's hash."""
GAME_SOURCE = "game_source"
"""The key in run.json for the origin of an external game."""
DIMS_CHECKSUMS = "dims_checksums"
"""The key in run.json of the dims tables' checksums."""
SEQUENTIAL = "sequential"
"""The key in run.json that marks a sequential run.

Such a run is played until its question is answered.
"""
SPEED_WITHOUT_TWINS = "games_per_second_without_twins"
"""The key in log.json for the speed of games without twins."""
GAME_FAILED = "game failed"
"""The outcome in log.json of a run with a broken game."""
LOOKS = "looks"
"""The key in run.json for the rule of `planned_looks.SPENDINGS`, by default 1."""
QUESTION = "question"
"""The key in run.json for a sequential run's question; otherwise empty."""
BASELINE = "baseline"
"""The key in run.json of the first arm's rules and components."""
RULES_PLAYED = "rules_played"
"""The key in a baseline of switches that the game itself sets."""
ARMS = "arms"
"""The key in run.json for the versions and their changes, baseline first."""
CARRIED = "carried"
"""The key of parts of run.json that do not affect play.

A run can be resumed even if they have changed.
"""
SUMS = "sums"
"""The folder of sums, and the key in run.json for summed tables.

Only runs without tables have the key.
"""

_FIELDS: Mapping[str, type] = {
    "game": str,
    "command": str,
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
"""The fields of every run.json."""
_OPTIONAL: Mapping[str, type] = {
    GAME_SOURCE: dict,
    PACKAGE: str,
    SOURCE_CODE: str,
    LOOKS: int,
    QUESTION: str,
    "twins": dict,
    "current_tables": list,
    SUMS: list,
    DIMS_CHECKSUMS: dict,
    "shard_games": int,
    "relearn": dict,
    "data_family": dict,
    "line_ups": list,
    "crossing": dict,
    "restriction": dict,
}
"""The fields that some run.json have; null is as good as none."""
_FIELDS_OF_PARTS: Mapping[str, Mapping[str, type]] = {
    "relearn": {"games": int, "seed": int},
    "data_family": {"noun": list, "guesses": str, "members": int},
}
"""The fields of optional fields."""
_FIELDS_OF_ROWS: Mapping[str, Mapping[str, type]] = {
    ARMS: {"label": str, "changes": list},
    "rows": {"label": str, "arm": int},
    "varied": {"key": str, "name": str, "values": list, "rows": list},
}
"""The fields of each entry of a list of run.json."""
_FIELDS_OF_CHANGE = dict.fromkeys(RECORDED, str)
_FIELDS_OF_BASELINE: Mapping[str, type] = {
    "rules": dict,
    RULES_PLAYED: dict,
    "seats": list,
    "overrides": list,
    "hashes": dict,
    "data": dict,
    CARRIED: dict,
}
"""The fields that `BASELINE` may have, by the game."""
_SEATINGS = ", ".join(SEATINGS)
_NAMES = ("tables", "current_tables", "dims")
"""Fields that list names, which are parts of paths."""
_NAME = re.compile(r"[\w-]+")
_MINIMA = {"players": 1}
"""The least values of whole numbers, otherwise 0."""
_MAXIMA = {"players": 100}
"""The largest values of whole numbers, otherwise `_LARGEST`."""
_LARGEST = 2**63 - 1
_WORDS = {str: "a text", int: "a whole number", list: "a list", dict: "a table"}


def _check_fields(record: Mapping[str, Any], path: Path) -> None:
    """Refuse a run.json with a missing field or a wrong type.

    Raises:
        InputError: it has one; the message names file and field.
    """
    _check(record, _FIELDS, path, "")
    for part, types, where in (
        ({key: value for key, value in record.items() if value is not None}, _OPTIONAL, ""),
        (record[BASELINE], _FIELDS_OF_BASELINE, f"{BASELINE}."),
    ):
        present = {name: kind for name, kind in types.items() if name in part}
        _check(part, present, path, where)
    for name, fields in _FIELDS_OF_PARTS.items():
        if record.get(name) is not None:
            _check(record[name], fields, path, f"{name}.")
    if record["seating"] not in SEATINGS:
        raise InputError(f"{path} is damaged: its field seating is not one of {_SEATINGS}.")
    for name in _NAMES:
        for index, entry in enumerate(record.get(name) or ()):
            if not isinstance(entry, str) or not _NAME.fullmatch(entry):
                raise InputError(f"{path} is damaged: its field {name}[{index}] is not a name.")
    for name, fields in _FIELDS_OF_ROWS.items():
        if not record[name] and name == ARMS:
            raise InputError(f"{path} is damaged: its field {name} is empty.")
        for index, entry in enumerate(record[name]):
            where = f"{name}[{index}]"
            if not isinstance(entry, dict):
                raise InputError(f"{path} is damaged: its field {where} is not a table.")
            _check(entry, fields, path, f"{where}.")
    for index, arm in enumerate(record[ARMS]):
        _check_changes(arm, path, f"{ARMS}[{index}].changes")
    for index, row in enumerate(record["rows"]):
        if row["arm"] >= len(record[ARMS]):
            raise InputError(f"{path} is damaged: its field rows[{index}].arm is not an arm.")


def _check_changes(arm: Mapping[str, Any], path: Path, place: str) -> None:
    for index, change in enumerate(arm["changes"]):
        if not isinstance(change, dict):
            raise InputError(f"{path} is damaged: its field {place}[{index}] is not a table.")
        _check(change, _FIELDS_OF_CHANGE, path, f"{place}[{index}].")


def _check(record: Mapping[str, Any], fields: Mapping[str, type], path: Path, where: str) -> None:
    for name, kind in fields.items():
        if name not in record:
            raise InputError(f"{path} is damaged: it lacks the field {where}{name}.")
        value = record[name]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise InputError(f"{path} is damaged: its field {where}{name} is not {_WORDS[kind]}.")
        minimum, maximum = _MINIMA.get(name, 0), _MAXIMA.get(name, _LARGEST)
        if isinstance(value, int) and value < minimum:
            raise InputError(f"{path} is damaged: its field {where}{name} is less than {minimum}.")
        if isinstance(value, int) and value > maximum:
            raise InputError(f"{path} is damaged: its field {where}{name} is more than {maximum}.")


def all_tables(record: Mapping[str, Any]) -> list[str]:
    """List a run.json's tables, current rules' last; or its sums."""
    sums = [SUMS] if SUMS in record else []
    return [*record["tables"], *record.get("current_tables", ()), *sums]


def read_run_file(directory: Path) -> dict[str, Any]:
    """Read the run.json of a directory.

    Raises:
        InputError: there is none, it was not written by this program, its schema differs, or it is
            damaged.
    """
    path = directory / RUN_FILE
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for
            raise InputError(f"{path} is not a file.")
        record = read_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"The directory {directory} holds no run (no {RUN_FILE}).") from None
    except OSError as error:
        raise unreadable(path, error) from None
    except ValueError:
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


def release_of(record: Mapping[str, Any]) -> str:
    """Return the release that began a run."""
    return str(record.get(PACKAGE, FIRST_RELEASE))


def another_release(record: Mapping[str, Any], action: str) -> str:
    """Name the release that wrote a record in a sentence, if different."""
    release = release_of(record)
    if release == __version__:
        return ""
    return f" This is eoc-sim {__version__}; eoc-sim {release}, which began it, can {action} it."


def write_run_file(directory: Path, record: Mapping[str, Any]) -> None:
    """Write run.json, with a checksum of its content."""
    write_json(directory / RUN_FILE, {**record, "checksum": checksum_of(record)})


def checksum_of(record: Mapping[str, Any]) -> str:
    """Return the hexadecimal SHA-256 of a record's sorted JSON."""
    text = json.dumps(record, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def frame_checksum(table: Any) -> str:
    """Return a polars frame's checksum, independent of the file format."""
    content = json.dumps([table.columns, table.rows()], ensure_ascii=False, default=str)
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()
