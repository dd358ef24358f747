"""Records of the state: types, shapes and descriptions, each declared once.

A subclass of `Record` lists its fields in their order in memory::

    class Owners(Record):
        tokens: Array = field("the owner's tokens", MAX_OWNERS, TOKENS, by="seat, kind")
        score: Array = field("points, as if the game ended now", MAX_OWNERS, by="seat")

Compiled code works on ``Owners.dtype``, plain Python on a `records.PlainRecord`, and the reference
page for strategy authors prints ``Owners.fields``. A subclass of several records begins with their
fields, one record after another. The description of a field is not part of compiled code:
`kernel.meaning` leaves it out, so rewording it causes no recompilation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

Array = Any
"""A field of several numbers or records.

It is an array, or in pure Python sometimes a list.
"""


@dataclass(frozen=True)
class Field:
    """One field of a record.

    Attributes:
        words: its meaning, in the rulebook's words; "" if only the engine reads it.
        shape: the lengths of its dimensions, () for a single number.
        by: the names of the dimensions' indices, such as "seat, kind".
        kind: the type of its numbers, or the dtype of a record that is nested in it.
        about: the summary line of the record that declares it, used as a heading on the page.
    """

    words: str
    shape: tuple[int, ...]
    by: str
    kind: Any
    about: str = ""


def field(words: str = "", *shape: int, by: str = "", kind: Any = np.int32) -> Any:
    """Declare a field of a `Record`; see `Field` for the arguments."""
    return Field(words, shape, by, kind)


def make_fields(declarations: Iterable[tuple[Any, ...]]) -> dict[str, Field]:
    """Make fields without words from (name, kind) or (name, kind, length)."""
    return {name: Field("", tuple(length), "", kind) for name, kind, *length in declarations}


class Record:
    """A record of the state; its subclasses list their fields.

    Generated fields come ``before`` the class's own or ``after`` them. ``hidden_from`` names the
    players who never see the record.
    """

    fields: ClassVar[Mapping[str, Field]] = {}
    dtype: ClassVar[np.dtype[Any]] = np.dtype([])
    hidden_from: ClassVar[str] = "nobody"

    def __init_subclass__(
        cls,
        before: Mapping[str, Field] | None = None,
        after: Mapping[str, Field] | None = None,
        hidden_from: str = "nobody",
    ) -> None:
        all_fields: dict[str, Field] = {}
        about = (cls.__doc__ or "").partition("\n")[0].removesuffix(".")
        declarations = {
            name: declaration
            for name, declaration in vars(cls).items()
            if isinstance(declaration, Field)
        }
        new_fields = {
            name: replace(declaration, about=about)
            for fields in (before or {}, declarations, after or {})
            for name, declaration in fields.items()
        }
        for fields in (*(getattr(base, "fields", {}) for base in cls.__bases__), new_fields):
            duplicates = all_fields.keys() & fields
            if duplicates:
                raise TypeError(f"{cls.__name__} has two fields named {min(duplicates)}")
            all_fields |= fields
        cls.fields = all_fields
        cls.hidden_from = hidden_from
        cls.dtype = np.dtype(
            [
                (
                    name,
                    declaration.kind,
                    declaration.shape[0] if len(declaration.shape) == 1 else declaration.shape,
                )
                if declaration.shape
                else (name, declaration.kind)
                for name, declaration in all_fields.items()
            ]
        )
