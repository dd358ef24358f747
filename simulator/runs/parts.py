"""A game's parts above the simulator, by import path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any


@dataclass(frozen=True)
class Examples:
    """Give help and messages a game's own keys and values to show.

    Attributes:
        key: a key of ``--change`` with a value, KEY=VALUE.
        switch: a switch of ``--set`` with a value.
        varied: a key of ``--vary`` with two values.
        cell: a cell of ``--card`` with a value; "" where the game has no sheet of cards.
        row: a row that ``balance --for`` takes.
        twins: what ``replay --twin`` takes.
        timing: what ``timing`` does otherwise in a game that it plays again.
    """

    key: str = ""
    switch: str = ""
    varied: str = ""
    cell: str = ""
    row: str = ""
    twins: str = ""
    timing: str = ""


@dataclass(frozen=True)
class Parts:
    """Name what a game has for analyses, reports and commands.

    Each part is ``package.module:name`` or ``package.module``. It is imported when it is first
    needed, so that a game costs no more to find. A part that a game lacks is "".

    Attributes:
        statistics: ``f(run)`` gives the `Statistic` of the game's own tables.
        findings: ``f(run)`` gives frames of what twins find, for the data family.
        holdings: the `Holding` of all that seats can have.
        twin_rows: ``f(run, batch)`` gives the rows of twins as quantities.
        report: a module or object with ``SECTIONS``, and ``ANSWERS``, ``VERDICTS`` and
            ``QUESTIONS`` where the game has its own.
        referee: a package whose ``game`` judges traces and whose ``data`` reads components.
        cards: a module on what twins of cards found: ``write_metrics(page, folder)`` writes its
            tables, ``lines(page)`` gives sentences and a `TextTable` each to print; ``NEEDED`` has
            the roles of the tables that it reads.
        timing: ``f(run)`` measures what twins of timing show; its ``tables()`` are the metric
            tables by name.
        timing_summary: ``f(run, timing)`` gives the sentences and the `TextTable` each that
            ``timing`` prints.
        average: a module whose ``measure(number)`` measures by twins how far a row is from
            ``AVERAGE``, in the unit ``METRIC``.
        average_twins: ``f(version, number)`` gives the schedule of these twins.
        prices: ``f(version, cards)`` gives other prices of cards as `Vary`, and sentences on
            impossible ones, for ``cards --price``.
        closing: ``f(run_dir)`` gives sentences for the end of a run.
        entrants: ``f()`` gives who plays a tournament unless strategies are named.
        card_figures: the `CardFigures` of the game.
        learning: a module whose players learn what cards are worth.
        demo: what the demo varies, as ``--vary`` takes it.
        compensation: the gifts that ``first-player --repair`` tries, with their units, the usual
            one first; empty where the rules offer none.
        player: one who plays, and several; ``--NOUN`` of several says how many play.
        examples: what help and messages show of the game.
    """

    statistics: str = ""
    findings: str = ""
    holdings: str = ""
    twin_rows: str = ""
    report: str = ""
    referee: str = ""
    cards: str = ""
    timing: str = ""
    timing_summary: str = ""
    average: str = ""
    average_twins: str = ""
    prices: str = ""
    closing: str = ""
    entrants: str = ""
    card_figures: str = ""
    learning: str = ""
    demo: tuple[str, ...] = ()
    compensation: Mapping[str, str] = field(default_factory=dict)
    player: tuple[str, str] = ("player", "players")
    examples: Examples = Examples()

    def load(self, part: str) -> Any:
        """Import a part by its field's name; None where it is missing."""
        module, _, name = str(getattr(self, part)).partition(":")
        if not module:
            return None
        imported = import_module(module)
        return getattr(imported, name) if name else imported
