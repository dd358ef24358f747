"""A finding in plain sentences, with commands to run next."""

from __future__ import annotations

from dataclasses import dataclass

from eoc_sim.reports.commands import HelpfulCommand


@dataclass(frozen=True)
class Verdict:
    """A finding: lines under the heading ``about``, which may be empty."""

    about: str
    lines: tuple[str, ...]
    details: tuple[str, ...] = ()
    """Further lines, which a page folds and a terminal omits."""
    is_background: bool = False
    """True if the lines only give background to the answers.

    A page folds them.
    """
    steps: tuple[HelpfulCommand, ...] = ()
    """The commands to run next."""
    section: str = ""
    """The id of the section with details; empty if there is none."""

    def terminal_lines(self) -> list[str]:
        """Return the verdict as lines for a terminal."""
        lines = [f"{self.about}: {line}" if self.about else line for line in self.lines]
        return [*lines, *self.step_lines()]

    def step_lines(self) -> list[str]:
        """Return the verdict's commands as lines for a terminal."""
        # A command gets its own line, so that it is never wrapped and can be copied.
        return [line for step in self.steps for line in (f"  {step.about}:", f"    {step.command}")]
