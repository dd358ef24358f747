"""The version that a command's options request."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class VersionOptions:
    """The options for a version, None or empty where not given.

    ``seats`` are the strategies from ``--seats``, one per seat; ``settings`` the switches and
    values from ``--set``; ``changes`` the keys and values from ``--card`` and ``--change``.
    """

    seats: tuple[str, ...] | None = None
    rules: str | None = None
    settings: tuple[tuple[str, str], ...] = ()
    data: str | None = None
    changes: tuple[tuple[str, str], ...] = ()
