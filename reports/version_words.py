"""Names of versions by their settings: "038 A Card at 9 points"."""

from __future__ import annotations

from collections.abc import Iterable

from eoc_sim.analysis.headlines import VersionEffect
from eoc_sim.analysis.tables import RecordedArm, Run
from eoc_sim.reports import words
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.version_labels import is_automatic

MAX_SUBJECTS = 3
"""The maximum number of things that a title names one by one."""


def version_words(
    arm: RecordedArm, run: Run, with_current: bool = True, brief: bool = False
) -> str:
    """Name a version by the number it sets, or by its label.

    With ``with_current``, the current value of the number follows in brackets. With ``brief``, a
    thing is named by its id.
    """
    subject = subject_of(arm)
    if not subject:
        return arm.short
    text = f"{short_name(subject, arm) if brief else subject} at {value_words(arm, run)}"
    return f"{text} (now {arm.changes[0].old})" if with_current else text


def holders_words(effect: VersionEffect) -> str:
    """Name the seats that a version affects.

    These are the holders of what it changes or, if its label is "A -> B", a seat whose strategy
    changes from A to B.
    """
    old, arrow, new = effect.label.partition(" -> ")
    if arrow and not effect.stratum:
        return f"a seat that changes from {old} to {new}"
    return effect.holders


def short_name(thing: str, arm: RecordedArm) -> str:
    """Name a thing by its id if a version changes its row."""
    return next((change.brief_name for change in arm.changes if change.name == thing), thing)


def subject_of(arm: RecordedArm) -> str:
    """Name the thing in which a version changes a single number.

    Return "" if the version changes anything else, or has a label of its own.
    """
    if len(arm.changes) != 1 or not is_automatic(arm.label, arm.changes):
        return ""
    change = arm.changes[0]
    return _thing(change) if _is_number(change.new) else ""


def value_words(arm: RecordedArm, run: Run) -> str:
    """Format the value that a version sets: "9 points", "cost 3".

    For a rule, return only the number.
    """
    change = arm.changes[0]
    column = change.column.replace("_", " ")
    singular, plural = run.words.score
    if column.endswith(plural):
        return (
            f"{change.new} {column.removesuffix(plural)}{singular if change.new == '1' else plural}"
        )
    if column == "copies":
        return f"{change.new} {'copy' if change.new == '1' else column}"
    return f"{column} {change.new}".strip()


def _thing(change: Change) -> str:
    """Name the thing that changes, such as a card or a switch."""
    return change.switch or change.name


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _is_rule_set(arm: RecordedArm) -> bool:
    """Return True if a version sets several rules under one name."""
    rules = all(change.switch for change in arm.changes)
    return len(arm.changes) > 1 and rules and not is_automatic(arm.label, arm.changes)


def subjects(arms: Iterable[RecordedArm]) -> str:
    """Name what versions change: "038 A Card and a_switch".

    If there are many, only the first are named.
    """
    names: dict[str, None] = {}
    covered_keys: set[str] = set()
    for arm in arms:
        if _is_rule_set(arm):
            names[arm.short] = None
            covered_keys |= {change.key for change in arm.changes}
        for change in arm.changes:
            if change.key not in covered_keys:
                names[_thing(change)] = None
    return words.name_few(list(names), MAX_SUBJECTS - 1)
