"""Corruptions of traces, and excuses for those that a referee may miss."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from referee.corruptions import Corruption, Trace, corruptions, kind

Case = TypeVar("Case")


@dataclass(frozen=True)
class Harmless:
    """A kind of corruption that leaves the meaning of a game unchanged."""

    what: str
    why: str
    holds: Callable[[Trace, Trace, Corruption], bool]


def first_excuse(
    excuses: Sequence[Harmless], trace: Trace, corruption: Corruption
) -> Harmless | None:
    """Return the first excuse for an uncaught corruption."""
    corrupted = corruption.applied_to(trace)
    return next((excuse for excuse in excuses if excuse.holds(trace, corrupted, corruption)), None)


def judge_corruptions(
    games: Iterable[tuple[Case, Trace, str]],
    kinds_of_tokens: Sequence[str],
    is_caught: Callable[[Case, Trace], bool],
    excuses: Sequence[Harmless],
    number: int,
    part: int = 0,
    parts: int = 1,
    exhaustive: Sequence[str] = (),
) -> set[str]:
    """Judge some corruptions of every kind in all games; return the excuses needed.

    Each game is given as its case, its trace and the name of an event, or "". In a game given with
    an event's name, only that event is corrupted, and all its corruptions are taken. From all other
    games together, up to ``number`` corruptions of each kind are drawn, or all of them if their
    change ("swapped", say) is in ``exhaustive``. With several ``parts``, a call judges only every
    ``parts``-th of a field's corruptions, starting with number ``part`` (from 0).
    """
    kinds: dict[Any, list[tuple[Case, Trace, Corruption]]] = defaultdict(list)
    samples: dict[Any, list[tuple[Case, Trace, Corruption]]] = defaultdict(list)
    for index, (case, trace, event) in enumerate(games):
        for corruption in corruptions(trace, Random(index), kinds_of_tokens):
            corruption_kind = kind(trace, corruption)
            if not event:
                kinds[corruption_kind].append((case, trace, corruption))
            elif event == corruption_kind[0]:
                samples[corruption_kind[:2]].append((case, trace, corruption))
    luck = Random(1)
    missed = []
    excused = set()
    for (event, field, what), candidates in kinds.items():
        sample = (
            candidates
            if what in exhaustive
            else luck.sample(candidates, min(number, len(candidates)))
        )
        samples[event, field] += sorted(sample, key=lambda entry: entry[2].line)
    for case, trace, corruption in (
        entry for entries in samples.values() for entry in entries[part::parts]
    ):
        if is_caught(case, corruption.applied_to(trace)):
            continue
        excuse = first_excuse(excuses, trace, corruption)
        if excuse is None:
            corrupted = corruption.applied_to(trace)[corruption.line] if corruption.path else "-"
            missed.append(
                f"{case}: {kind(trace, corruption)}: {trace[corruption.line]} is now {corrupted}"
            )
        else:
            excused.add(excuse.what)
    assert not missed, "\n".join(missed)
    return excused
