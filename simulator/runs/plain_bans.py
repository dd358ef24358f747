"""Answers that are banned for a strategy in a plain Python game.

A ban names a decision and either one answer, as in ``wick=1``, or a range of answers, as in
``bid=4..9``. An answer may be a word that the `Decision` declares. The banned answers are not
offered. If the strategy gives one anyway, the nearest offered answer counts. A ban gives way if it
would leave no answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.runs.game import Restrictions
from eoc_sim.simulator.runs.plain_version import BAN, EACH, PLUS, RANGE, PlainVersion

if TYPE_CHECKING:
    from types import SimpleNamespace

    from eoc_sim.simulator.runs.plain_play import PlainPlay
    from eoc_sim.simulator.runs.plain_table import AnswerFunction, Draw

GAMES = 12
"""The number of games in which the offered answers are collected."""


@dataclass(frozen=True)
class PlainBans:
    """The bans of a game, for the command ``restrict``."""

    plain: PlainPlay

    @property
    def restrictions(self) -> Restrictions:
        """The game's functions for the command ``restrict``."""
        versions = self.plain.versions

        def strategy(arms: Any, entry: int) -> int:
            label = versions.line_ups(arms)[0][entry].label
            return list(versions.labels(arms)).index(label)

        return Restrictions(
            lambda version: {EACH: self.available_bans(version)},
            lambda version, ban: versions.format_ban(version, *versions.read_ban(version, ban)),
            self.words,
            lambda entry, names: (f"{BAN}.{entry + 1}", PLUS.join(names)),
            strategy,
        )

    def available_bans(self, version: PlainVersion) -> tuple[str, ...]:
        """List a ban for each answer that trial games offer."""
        bans: set[tuple[str, int]] = set()
        (engine,) = self.plain.engines([version], 1, "rotate")
        engine.line_up = [
            replace(seat, strategy=replace(seat.strategy, answers=_record(seat.strategy, bans)))
            for seat in engine.line_up
        ]
        engine.play(0, GAMES, [])
        versions = self.plain.versions
        names = list(versions.decisions)
        bans = bans or {(name, 0) for name in names}
        sorted_bans = sorted(bans, key=lambda ban: (names.index(ban[0]), ban[1]))
        return tuple(
            versions.format_ban(version, name, range(answer, answer + 1))
            for name, answer in sorted_bans
        )

    def words(self, version: PlainVersion, ban: str) -> str:
        """Describe a ban, given in its written form."""
        decision, _, answers = ban.partition("=")
        low, _, high = answers.partition(RANGE)
        answer = f"{low} to {high}" if high else low
        words = self.plain.versions.decisions[decision].words
        return f"may not answer {decision} with {answer} ({words})"


def _record(strategy: Any, bans: set[tuple[str, int]]) -> dict[str, AnswerFunction]:
    """Wrap a strategy's functions to record the answers among which it chooses."""

    def record_answers(decision: str, answer: AnswerFunction) -> AnswerFunction:
        def answer_and_record(seen: SimpleNamespace, params: SimpleNamespace, draw: Draw) -> int:
            if len(seen.answers) > 1:
                bans.update((decision, int(option)) for option in seen.answers)
            return answer(seen, params, draw)

        return answer_and_record

    return {name: record_answers(name, answer) for name, answer in strategy.answers.items()}
