"""Short names of versions: "cost 5 -> 1", "all changes (20)"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from eoc_sim.simulator.runs.change import Change

MAX_LETTERS = 24
"""The maximum number of characters in a label's value.

With a longer value, such as an effect, the label only says "changed".
"""
MAX_CHANGES = 3
"""The maximum number of changes that a label lists.

A label for more changes only gives their number.
"""


def short_labels(versions: Sequence[tuple[str, Sequence[Change]]]) -> list[str]:
    """Return a short, distinct name for each version, from labels and changes.

    A user's label is kept. It is followed by the number of changes if there are many, unless all
    are changes to rules. An automatic label is shortened. If all versions change the same card, its
    number is left out, unless the number is its only name.
    """
    keys = [change.key for _, changes in versions for change in changes]
    subjects = {key.rpartition(".")[0] or key for key in keys}
    labels = [_label(label, changes, len(subjects) == 1) for label, changes in versions]
    counts = Counter(labels)
    return [
        short if counts[short] == 1 else label
        for short, (label, _) in zip(labels, versions, strict=True)
    ]


def _label(label: str, changes: Sequence[Change], short: bool) -> str:
    if not changes:
        return label
    suffix = f" ({len(changes)})" if len(changes) > MAX_CHANGES else ""
    if not is_automatic(label, changes):
        return label if all(change.switch for change in changes) else label + suffix
    if suffix:
        return f"{len(changes)} changes"
    return ", ".join(change_label(change, short=short) for change in changes)


def is_automatic(label: str, changes: Sequence[Change]) -> bool:
    """Check if a label is automatic.

    Such a label lists keys and values, or is the name of the changed thing.
    """
    return all(f"{change.key}=" in label or label == change.name for change in changes)


def change_label(change: Change, *, short: bool = False, value: bool = True) -> str:
    """Describe a change in a few words.

    With ``short``, the row's id is left out, unless it is the row's only name. Without ``value``,
    the old and new values are left out.

    >>> change_label(Change("card.038.cost", "5", "1", "038 A Card", "cost"))
    '038 cost 5 -> 1'
    >>> change_label(Change("seat.4", "random", "balanced", "seat 4"))
    'seat 4 random -> balanced'
    >>> change_label(Change("card.038.text", "", "Draw two cards, discard one.", "A", "text"))
    '038 text changed'
    >>> change_label(Change("ware.salt.worth", "3", "4", "salt", "worth"), short=True)
    'salt worth 3 -> 4'
    >>> change_label(Change("space.8.loss", "money", "wins", "8", "loss"))
    'space 8 loss money -> wins'
    """
    kind, *names = change.key.split(".")
    if kind == "seat" or not names:
        names = [kind, *names]
    elif short and len(names) > 1 and change.name != names[0]:
        names = names[1:]  # the card has another name; an id that is a row's only name is kept
    elif kind != "card" and names[0].isdecimal():
        names = [kind, *names]  # a number alone would be meaningless
    words = " ".join(names)
    if not value:
        return words
    if max(len(change.old), len(change.new)) > MAX_LETTERS:
        return f"{words} changed"
    return f"{words} {change.old or 'nothing'} -> {change.new or 'nothing'}"


def keys_of(changes: Iterable[Change]) -> tuple[str, ...]:
    """Return a version's changed keys."""
    return tuple(change.key for change in changes)
