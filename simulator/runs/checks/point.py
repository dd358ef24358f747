"""What a check of a strategy finds on one point."""

from __future__ import annotations

from dataclasses import dataclass

OK, WARNING, FAULT, SKIPPED = "ok", "warning", "FAULT", "skipped"
"""Verdicts: a fault breaks the contract of strategies, a warning is for its author to judge."""


@dataclass(frozen=True)
class Point:
    """One point of the contract: what it is about, the verdict, and what was found, in sentences.

    ``commands`` show what was found; they can be pasted.
    """

    about: str
    verdict: str
    found: str
    commands: tuple[str, ...] = ()
