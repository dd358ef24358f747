"""Check that a resumed run matches the original and report differences."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from eoc_sim.counts import count
from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.vouching import escape
from eoc_sim.simulator.runs.changed_strategies import SOURCES, changed_strategies
from eoc_sim.simulator.runs.game import Declaration
from eoc_sim.simulator.runs.relearning import RELEARN
from eoc_sim.simulator.runs.run_file import (
    ARMS,
    BASELINE,
    CARRIED,
    DIMS_CHECKSUMS,
    GAME_SOURCE,
    LOOKS,
    PLANNED_GAMES,
    QUESTION,
    RUN_FILE,
    SOURCE_CODE,
    SUMS,
    checksum_of,
    find_source,
    other_release_hint,
)
from eoc_sim.simulator.runs.who_plays import LINE_UPS

MAX_NAMED = 3
"""The maximum number of changes named if a run differs."""
_COMPARED_SEPARATELY = (
    "games",
    PLANNED_GAMES,
    LOOKS,
    QUESTION,
    SOURCE_CODE,
    GAME_SOURCE,
    DIMS_CHECKSUMS,
    LINE_UPS,
)
"""Parts of run.json that are compared separately or not at all."""


def check_same_run(
    directory: Path,
    earlier: Mapping[str, Any],
    later: Mapping[str, Any],
    changes: Callable[[], Sequence[str]] = tuple,
) -> None:
    """Check that a resumed run matches the original; only ``games`` may grow.

    ``changes`` returns sentences about changes to the baseline, or none if the original baseline
    can no longer be made.

    Raises:
        InputError: the resumed run differs or has fewer games; the message names the difference.
    """
    difference = next(_sentences(directory, earlier, later, changes), None)
    if difference is not None:
        raise InputError(f"{difference}{other_release_hint(earlier, 'resume the run')}")


def _sentences(
    directory: Path,
    earlier: Mapping[str, Any],
    later: Mapping[str, Any],
    changes: Callable[[], Sequence[str]],
) -> Iterator[str]:
    """Yield sentences about a run's differences, most explanatory first."""
    run = f"The run in {directory}"
    advice = "repeat the original request to resume it, or give another --out."
    how_to_resume = (
        "repeat the original request to resume it (only --games may grow), or give another --out."
    )
    if sentence := describe_other_game(directory, earlier, later["game"]):
        yield sentence
    elif declared_tables(earlier) != declared_tables(later):
        yield describe_other_tables(directory, later["game"])
    if earlier["command"] != later["command"]:
        yield f"{run} was started by {earlier['command']}, not by {later['command']}; {advice}"
    # A run that does not record its question is assumed to have the same one.
    earlier_question, later_question = (
        record.get(QUESTION, later.get(QUESTION, "")) for record in (earlier, later)
    )
    if earlier_question != later_question:
        purposes = f"{_purpose(earlier_question)}, not {_purpose(later_question)}"
        yield f"{run} was started {purposes}; {advice}"
    strategies = changed_strategies(earlier, later)
    if strategies is not None:
        players = Declaration.from_record(later["declaration"]).words.player[1]
        yield (
            f"{strategies} since the run in {directory} was started; all games of a run must have "
            f"the same {players}: undo the change to resume the run, or give another --out."
        )
    old, new = (_comparable(record, outermost=True) for record in (earlier, later))
    differences = list(_differences(old, new, ""))
    parts = {re.split(r"[.\[]", key)[0] for key, _, _ in differences}
    if BASELINE in parts and (sentences := changes()):
        yield (
            f"The baseline of the run in {directory} has changed: {_join_first(sentences)}. "
            "Undo that to resume the run (only --games may grow), or give another --out."
        )
    if ARMS in parts and (versions := _other_versions(earlier, later)):
        yield f"{run} {versions}; {how_to_resume}"
    if parts & {"tables", "current_tables", SUMS}:
        yield (
            f"{run} keeps {_kept_tables(earlier)}, but this request keeps {_kept_tables(later)}; "
            "request the same tables with --keep to resume the run, or give another --out."
        )
    earlier_learning, learning = _learning(earlier), _learning(later)
    if earlier_learning != learning:
        yield f"{run} was started {earlier_learning}, not {learning}; {how_to_resume}"
    programs = earlier.get(SOURCE_CODE), later.get(SOURCE_CODE)
    other_code = (
        f"The source code that plays the games has changed since the run in {directory} was "
        f"started ({programs[0]} then, {programs[1]} now); all games of a run must come from the "
        "same program: resume the run with the earlier code, or give another --out."
        if None not in programs and programs[0] != programs[1]
        else ""
    )
    if other_code and "declaration" in parts:
        yield other_code
    for key, old, new in sorted(differences, key=lambda difference: difference[0].count(".")):
        values = f"{key} = {_shorten(old)}, not {_shorten(new)}"
        yield f"{run} was started with {values}; {how_to_resume}"
    if other_code:
        yield other_code
    if later["games"] < earlier["games"]:
        yield (
            f"{run} was started for {count(earlier['games'])} games per version, more than the "
            f"{count(later['games'])} requested now; a resumed run can only grow."
        )


def describe_other_game(directory: Path, record: Mapping[str, Any], game: str) -> str:
    """Return a sentence if a run played another game, else ""."""
    if record["game"] == game:
        return ""
    named = shlex.join(["--game", find_source(record) or str(record["game"])])
    return escape(
        f"The run in {directory} was played with the game {record['game']}, not with {game}; "
        f"add {named} to resume it, or give another --out."
    )


def declared_tables(record: Mapping[str, Any]) -> list[set[str]]:
    """Return the names of the tables and dims that a run.json declares."""
    parts = (record["declaration"].get(kind) for kind in ("tables", "dims"))
    return [set(part) if isinstance(part, dict) else set() for part in parts]


def describe_other_tables(directory: Path, game: str) -> str:
    """Return a sentence about a run whose tables are not its game's."""
    return (
        f"{directory / RUN_FILE} names the game {game}, but declares other tables: the run was "
        "played with another game or another release. Play the run again."
    )


def _join_first(sentences: Sequence[str]) -> str:
    """Join the first few sentences, and count the others."""
    unnamed = len(sentences) - MAX_NAMED
    return "; ".join(sentences[:MAX_NAMED]) + (f"; and {unnamed} more" if unnamed > 0 else "")


def _other_versions(earlier: Mapping[str, Any], later: Mapping[str, Any]) -> str:
    """Describe differing versions other than the baseline, or return ""."""
    earlier_versions, later_versions = (
        [", ".join(change["sentence"] for change in arm["changes"]) for arm in record[ARMS][1:]]
        for record in (earlier, later)
    )
    old_names = [f'"{name}"' for name in earlier_versions if name not in later_versions]
    new_names = [f'"{name}"' for name in later_versions if name not in earlier_versions]
    old, new = _join_first(old_names), _join_first(new_names)
    noun = "version" if len(old_names or new_names) == 1 else "versions"
    if old and new:
        return f"plays the {noun} {old}, not {new}"
    if new:
        return f"does not play the {noun} {new}"
    if old:
        return f"also plays the {noun} {old}"
    return "plays the same versions in another order" if earlier_versions != later_versions else ""


def _kept_tables(record: Mapping[str, Any]) -> str:
    """Describe the tables that a run keeps."""
    if SUMS in record:
        return "sums without tables"
    current = record.get("current_tables", ())
    current_tables = [f"{','.join(current)} of the current rules"] if current else []
    return (
        " and ".join([*filter(None, [",".join(record["tables"])]), *current_tables]) or "no tables"
    )


def _learning(record: Mapping[str, Any]) -> str:
    """Describe a run's learning as part of a sentence."""
    if RELEARN not in record:
        return "without --relearn"
    return f"with --relearn from {count(record[RELEARN]['games'])} games per version"


def _purpose(question: str) -> str:
    """Describe a run's purpose as part of a sentence."""
    return f"to play until {question}" if question else "to play a fixed number of games"


def identity(record: Mapping[str, Any]) -> str:
    """Hash the parts of run.json that `_comparable` keeps."""
    return checksum_of(_comparable(record, outermost=True))


def _comparable(value: Any, *, outermost: bool = False) -> Any:
    """Drop the parts that are not compared, or are compared separately."""
    if isinstance(value, Mapping):
        return {
            key: _comparable(inner)
            for key, inner in value.items()
            if key not in (CARRIED, SOURCES) and not (outermost and key in _COMPARED_SEPARATELY)
        }
    return [_comparable(item) for item in value] if isinstance(value, list) else value


def _differences(old: Any, new: Any, location: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            inner = f"{location}.{key}" if location else key
            if key not in old or key not in new:
                yield inner, old.get(key, "nothing"), new.get(key, "nothing")
            else:
                yield from _differences(old[key], new[key], inner)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for position, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from _differences(before, after, f"{location}[{position}]")
    elif old != new or type(old) is not type(new):
        yield location, old, new


def _shorten(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
