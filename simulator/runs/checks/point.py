"""The result of a strategy check on one point."""

from __future__ import annotations

from dataclasses import dataclass

OK, WARNING, FAULT, SKIPPED = "ok", "warning", "FAULT", "skipped"
"""Verdicts: a fault breaks the contract; the author judges a warning."""


@dataclass(frozen=True)
class ContractPoint:
    """One point of the contract: subject, verdict and findings in sentences.

    ``commands`` show the findings, for the user to paste.
    """

    about: str
    verdict: str
    finding: str
    commands: tuple[str, ...] = ()
