"""A game's parts above the simulator, by import path."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Parts:
    """Names a game's parts for analyses, reports and commands.

    Each part is ``package.module:name`` or ``package.module``. It is imported when it is first
    needed, so that finding a game stays cheap. A part that a game lacks is "".

    Attributes:
        statistics: ``f(run)`` gives the `Statistic` of the game's own tables.
        findings: ``f(run)`` gives frames of twins' findings, for the data family.
        holdings: the `Holding` of all that seats can have.
        twin_rows: ``f(run, batch)`` gives the rows of twins as quantities.
        report: a module or object with ``SECTIONS``, and ``ANSWERS``, ``VERDICTS`` and
            ``QUESTIONS`` where the game has its own.
        referee: a package whose ``game`` judges traces and whose ``data`` reads components.
        cards: a module whose ``tell(run, folder)`` reports the findings of twins of cards, and
            whose ``NEEDED`` has the roles of the tables that it reads.
        timing: a module whose ``tell(run, folder)`` reports the findings of twins of timing.
        average: a module that measures by twins how far a row is from an average one.
        prices: a module that plays other prices of a card, for ``cards --price``.
        closing: ``f(run_dir)`` gives sentences for the end of a run.
        entrants: ``f()`` gives a tournament's strategies unless others are named.
        card_figures: the `CardFigures` of the game.
        learning: a module whose players learn the worths of cards.
        template: the text of a first strategy, as ``package:file``.
        demo: the keys and values that the demo varies, as ``--vary`` takes them.
    """

    statistics: str = ""
    findings: str = ""
    holdings: str = ""
    twin_rows: str = ""
    report: str = ""
    referee: str = ""
    cards: str = ""
    timing: str = ""
    average: str = ""
    prices: str = ""
    closing: str = ""
    entrants: str = ""
    card_figures: str = ""
    learning: str = ""
    template: str = ""
    demo: tuple[str, ...] = ()

    def load(self, part: str) -> Any:
        """Import a part by its field's name; None where it is missing."""
        module, _, name = str(getattr(self, part)).partition(":")
        if not module:
            return None
        found = import_module(module)
        return getattr(found, name) if name else found

    def template_text(self) -> str:
        """Read the text of a first strategy."""
        package, _, file = self.template.partition(":")
        folder = Path(str(import_module(package).__file__)).parent
        return (folder / file).read_text(encoding="utf-8")
