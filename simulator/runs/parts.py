"""The import paths of a game's analyses, reports and other parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from eoc_sim.errors import InputError

GAME_FILE_SUFFIX = ".py"
"""The suffix of a game file."""


@dataclass(frozen=True)
class Examples:
    """A game's own keys and values, as examples in help and messages.

    Attributes:
        key: a key of ``--change`` with a value, KEY=VALUE.
        switch: a switch of ``--set`` with a value.
        vary: a key of ``--vary`` with two values.
        cell: a cell of ``--card`` with a value; "" if the game has no sheet of cards.
        row: a row for ``balance --for``.
        twins: a change for ``replay --twin``.
        timing: the change that ``timing`` makes in a game that it plays again.
    """

    key: str = ""
    switch: str = ""
    vary: str = ""
    cell: str = ""
    row: str = ""
    twins: str = ""
    timing: str = ""


@dataclass(frozen=True)
class Parts:
    """A game's parts for analyses, reports and commands.

    The fields up to ``learning`` are import paths: ``package.module:name`` or ``package.module``. A
    part is imported when it is first needed, so that finding a game stays cheap. The path of a part
    that a game lacks is "".

    Attributes:
        statistics: ``f(run)`` returns the `Statistic` objects of the game's own tables.
        findings: ``f(run)`` returns frames of twins' results, for the data family.
        holdings: the `Holding` of everything that seats can have.
        twin_rows: ``f(run, batch)`` returns the gains from a batch's twins, with the columns
            `analysis.twin_quantities.COLUMNS`.
        report: the `GameReport` of the game, or a module with its attributes in capitals
            (`eoc_sim.reports.game_report`).
        referee: a package whose ``game`` judges traces and whose ``data`` reads components. In
            a plain Python game it is the `Judge`, which receives the rows of the sheets.
        cards: a module for the results of cards' twins: ``write_metrics(page, folder)`` writes its
            tables; ``lines(page)`` yields the sentences and `TextTable` objects to print;
            the module reads the tables that have a column with a role in ``ROLES``.
        timing: ``f(run)`` returns the measured results of timing twins; their method ``tables()``
            returns the metric tables by name.
        timing_summary: ``f(run, timing)`` yields the sentences and `TextTable` objects that
            ``timing`` prints.
        average: the `PricedTwins` that measure how far a row is from the average at its price.
        prices: ``f(version, cards)`` returns other prices for cards as `Vary`, and sentences about
            impossible ones, for ``cards --price``.
        closing: ``f(run_dir)`` returns sentences for the end of a run.
        entrants: ``f()`` returns the default entrants of a tournament.
        card_figures: the `CardFigures` of the game.
        learning: the module with which strategies learn what cards are worth.
        demo: what the demo varies, as ``--vary`` takes it.
        compensation: the gifts that ``first-player --repair`` tries, with their units, the default
            one first; empty if the rules offer none.
        mechanisms: the versions for ``first-player``, each without one effect of the turn order
            (see `TurnOrder`).
        experts: the name of the line-up that searches, which plays only if it is named.
        player: the noun for players, singular and plural; ``--PLURAL`` sets their number.
        examples: the game's examples in help and messages.
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
    prices: str = ""
    closing: str = ""
    entrants: str = ""
    card_figures: str = ""
    learning: str = ""
    demo: tuple[str, ...] = ()
    compensation: Mapping[str, str] = field(default_factory=dict)
    mechanisms: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    experts: str = ""
    player: tuple[str, str] = ("player", "players")
    examples: Examples = Examples()

    def load(self, part: str) -> Any:
        """Import a part by its field's name; return None if missing.

        Raises:
            InputError: the part cannot be imported from its path.
        """
        path = str(getattr(self, part))
        module, _, name = path.partition(":")
        if not module:
            return None
        try:
            imported_module = import_module(module)
            return getattr(imported_module, name) if name else imported_module
        except (ImportError, AttributeError) as error:
            raise InputError(
                f'The part {part}="{path}" of the game cannot be imported ({error}).'
            ) from error
