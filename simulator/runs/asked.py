"""The version that somebody asks for with the options of a command."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Asked:
    """What the options say of a version; None and empty where they say nothing.

    ``seats`` are the strategies of ``--seats``, one a seat; ``settings`` the switches and values
    of ``--set``; ``changes`` the keys and values of ``--card`` and ``--change``.
    """

    seats: tuple[str, ...] | None = None
    rules: str | None = None
    settings: tuple[tuple[str, str], ...] = ()
    data: str | None = None
    changes: tuple[tuple[str, str], ...] = ()
