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
SCHEMA = 4
EARLIER_SCHEMA = 3
"""The schema of the previous release, which is translated into this one."""
RUN_FILE = "run.json"
PACKAGE = "package"
"""The key in run.json for the release that began the run."""
FIRST_RELEASE = "0.1.0"
"""The only release that does not record itself in run.json."""
PLANNED_GAMES = "planned_games"
"""The key in run.json for the number of games first requested."""
SOURCE_CODE = "source_code"
"""The key in run.json for the source code's hash."""
GAME_SOURCE = "game_source"
"""The key in run.json for the origin of an external game."""
DIMS_CHECKSUMS = "dims_checksums"
"""The key in run.json for the dims tables' checksums."""
SEQUENTIAL = "sequential"
"""The key in run.json that marks a sequential run.

Such a run is played until its question is answered.
"""
SPEED_WITHOUT_TWINS = "games_per_second_without_twins"
"""The key in log.json for the speed of games without twins."""
GAME_FAILED = "game failed"
"""The outcome in log.json if a game failed."""
LOOKS = "looks"
"""The key in run.json for the rule in `planned_looks.SPENDINGS`; 1 by default."""
QUESTION = "question"
"""The key in run.json for a sequential run's question, "" otherwise."""
BASELINE = "baseline"
"""The key in run.json for the first arm's rules and components."""
RULES_PLAYED = "rules_played"
"""The key in a baseline for switches that the game itself sets."""
ARMS = "arms"
"""The key in run.json for the versions and their changes, baseline first."""
CARRIED = "carried"
"""The key for parts of run.json that do not affect play.

A run can be resumed even if they have changed.
"""
METRICS = "metrics"
"""The folder for the metric tables of one or more runs."""
SUMS = "sums"
"""The folder for sums, and the key in run.json for summed tables.

Only runs that keep no tables have the key.
"""

_NAME = re.compile(r"[\w-]+")
"""The pattern for names that become parts of paths."""
_FIELDS: dict[str, Any] = {
    "game": str,
    "command": str,
    "games": int,
    PLANNED_GAMES: int,
    "players": int,
    "seed": int,
    "seating": str,
    "tables": [_NAME],
    "dims": [_NAME],
    BASELINE: {
        "rules?": dict,
        f"{RULES_PLAYED}?": dict,
        "seats?": list,
        "overrides?": list,
        "hashes?": dict,
        "data?": dict,
        f"{CARRIED}?": dict,
    },
    ARMS: [{"label": str, "changes": [dict.fromkeys(RECORDED, str)]}],
    "rows": [{"label": str, "arm": int}],
    "varied": [{"key": str, "name": str, "values": list, "rows": list}],
    "declaration": dict,
}
"""The fields of every run.json, with the types of their parts.

Fields with a question mark are missing in some games.
"""
_EARLIER_FIELDS: dict[str, Any] = {
    **_FIELDS,
    ARMS: [{"label": str, "changes": [dict.fromkeys(("key", "old", "new", "sentence"), str)]}],
}
"""The fields of every run.json written by the previous release."""
_OPTIONAL: dict[str, Any] = {
    GAME_SOURCE: dict,
    PACKAGE: str,
    SOURCE_CODE: str,
    LOOKS: int,
    QUESTION: str,
    "twins": dict,
    "current_tables": [_NAME],
    SUMS: list,
    DIMS_CHECKSUMS: dict,
    "shard_games": int,
    "relearn": {"games": int, "seed": int},
    "data_family": {"noun": list, "guesses": str, "members": int},
    "line_ups": list,
    "crossing": dict,
    "restriction": dict,
}
"""The fields that not every run.json has; null counts as missing."""
_SEATINGS = ", ".join(SEATINGS)
_MAX_PLAYERS = 100
_MAX_NUMBER = 2**63 - 1
"""The largest whole number allowed, except for the number of players."""
_WORDS = {str: "a string", int: "a whole number", list: "a list", dict: "an object"}


def _check_fields(record: Mapping[str, Any], path: Path) -> None:
    """Refuse a run.json with a missing field or a wrong type."""
    optional = {name: kind for name, kind in _OPTIONAL.items() if record.get(name) is not None}
    fields = _FIELDS if record["schema"] == SCHEMA else _EARLIER_FIELDS
    _check(record, {**fields, **optional}, path, "")
    if record["seating"] not in SEATINGS:
        raise InputError(f'{path} is damaged: its field "seating" is not one of {_SEATINGS}.')
    if not record[ARMS]:
        raise InputError(f'{path} is damaged: its field "{ARMS}" is empty.')
    for index, row in enumerate(record["rows"]):
        if row["arm"] >= len(record[ARMS]):
            raise InputError(f'{path} is damaged: its field "rows[{index}].arm" is not an arm.')


def _check(value: Any, kind: Any, path: Path, location: str) -> None:
    """Check a field and its parts against the declaration in `_FIELDS`."""
    damage = f'{path} is damaged: its field "{location}" is'
    if isinstance(kind, re.Pattern):
        if not isinstance(value, str) or not kind.fullmatch(value):
            raise InputError(f"{damage} not a name.")
        return
    field_type: Any = kind if isinstance(kind, type) else type(kind)
    if not isinstance(value, field_type) or isinstance(value, bool):
        raise InputError(f"{damage} not {_WORDS[field_type]}.")
    if isinstance(kind, dict):
        for key, inner in kind.items():
            name = key.removesuffix("?")
            inner_location = f"{location}.{name}" if location else name
            if name in value:
                _check(value[name], inner, path, inner_location)
            elif name == key:
                raise InputError(f'{path} is damaged: it lacks the field "{inner_location}".')
    elif isinstance(kind, list):
        for index, entry in enumerate(value):
            _check(entry, kind[0], path, f"{location}[{index}]")
    elif kind is int:
        low, high = (1, _MAX_PLAYERS) if location == "players" else (0, _MAX_NUMBER)
        if value < low:
            raise InputError(f"{damage} less than {low}.")
        if value > high:
            raise InputError(f"{damage} more than {high}.")


def all_tables(record: Mapping[str, Any]) -> list[str]:
    """List a run's tables, those kept only for the current rules last.

    A run that keeps no tables has `SUMS` instead.
    """
    sums = [SUMS] if SUMS in record else []
    return [*record["tables"], *record.get("current_tables", ()), *sums]


def read_run_file(directory: Path) -> dict[str, Any]:
    """Read the run.json of a directory, translated into the current schema.

    Raises:
        InputError: as in `read_written_record`.
    """
    record = read_written_record(directory)
    if record["schema"] == SCHEMA:
        return record
    from eoc_sim.simulator.runs.earlier_run_file import translate

    try:
        return translate(record, SCHEMA)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(
            f'{directory / RUN_FILE} is damaged: its field "declaration" does not describe a game '
            f"({type(error).__name__}: {error})."
        ) from None


def read_written_record(directory: Path) -> dict[str, Any]:
    """Read the run.json of a directory, as it was written.

    Raises:
        InputError: there is none, it was not written by this program, its schema is not supported,
            or it is damaged.
    """
    path = directory / RUN_FILE
    try:
        if path.exists() and not path.is_file():  # reading a pipe would block
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
    if record.get("schema") not in (EARLIER_SCHEMA, SCHEMA):
        raise InputError(
            f"{path} has schema {record.get('schema')}; this version of eoc-sim reads schemas "
            f"{EARLIER_SCHEMA} and {SCHEMA}."
        )
    checksum = record.pop("checksum", None)
    if checksum != checksum_of(record):
        raise InputError(f"{path} is damaged: it was changed after it was written.")
    _check_fields(record, path)
    return record


def find_source(record: Mapping[str, Any]) -> str:
    """Return the name under which a run.json's game was requested.

    The result is "" if run.json does not record it. In runs of earlier releases, the game's name
    may be a module.
    """
    source = record.get(GAME_SOURCE)
    name = source.get("named") if isinstance(source, Mapping) else None
    game = str(record["game"])
    return name if isinstance(name, str) else game if "." in game else ""


def release_of(record: Mapping[str, Any]) -> str:
    """Return the release that began a run."""
    return str(record.get(PACKAGE, FIRST_RELEASE))


def other_release_hint(record: Mapping[str, Any], action: str) -> str:
    """Return a sentence naming the release that began a run, if different."""
    release = release_of(record)
    if release == __version__:
        return ""
    return f" This is eoc-sim {__version__}; to {action}, use eoc-sim {release}, which began it."


def write_run_file(directory: Path, record: Mapping[str, Any]) -> None:
    """Write run.json, with a checksum of its content."""
    write_json(directory / RUN_FILE, {**record, "checksum": checksum_of(record)})


def checksum_of(record: Mapping[str, Any]) -> str:
    """Return the hexadecimal SHA-256 of a record as JSON with sorted keys."""
    text = json.dumps(record, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def frame_checksum(table: Any) -> str:
    """Return a polars frame's checksum, independent of the file format."""
    content = json.dumps([table.columns, table.rows()], ensure_ascii=False, default=str)
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()
