"""A check that a strategy ignores what its seat cannot see (INF-2)."""

from __future__ import annotations

from collections.abc import Sequence

from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.kernel.strategy import Strategy
from eoc_sim.simulator.kernel.worker import GameWorker
from eoc_sim.simulator.runs.checks.match import OK, CheckedMatch, ContractPoint
from eoc_sim.simulator.runs.checks.situations import Answer, Situation, situations

HIDDEN_CARDS = "hidden cards"
OWN_FIELDS = ("memory", "draws", "key")
"""The seat's fields that a redeal clears but the decision needs."""


def hidden_cards(strategy: Strategy, matches: Sequence[CheckedMatch]) -> ContractPoint:
    """Repeat each decision in the same situation and after a redeal.

    The decisions are those of one game per seat.
    """
    decisions = 0
    for match in matches:
        engine = match.engine(strategy, "rotate")
        worker, saved_game, twin = (engine.worker() for _ in range(3))
        for game in range(match.players):
            for situation in situations(engine, game, worker, saved_game):
                fault = _difference(situation, twin, key=decisions)
                if fault:
                    finding = f": {situation.words}: {fault}"
                    return match.fault(
                        HIDDEN_CARDS, finding, strategy.spec, game, " --seating rotate"
                    )
                decisions += 1
    summary = f"{decisions} decisions, the same when hidden cards are dealt again"
    return ContractPoint(HIDDEN_CARDS, OK, summary)


def _difference(situation: Situation, twin: GameWorker, key: int) -> str:
    """Describe the difference between repeated decisions, or return ""."""
    twin.copy_from(situation.saved_game)
    first = situation.ask(twin)
    twin.copy_from(situation.saved_game)
    if situation.ask(twin) != first:
        return (
            "it gives two answers to the same question; it must draw random numbers only with "
            "draw(me, n)."
        )
    if redeal(situation, twin, key) != first:
        return "it answers differently when hidden cards are dealt again."
    return ""


def redeal(situation: Situation, twin: GameWorker, key: int) -> Answer:
    """Redeal what the seat cannot see, seeded by ``key``, and ask again."""
    twin.copy_from(situation.saved_game)
    me = twin.part("seats")[situation.seat]
    copies = {name: field_of(me, name).copy() for name in OWN_FIELDS}
    twin.redeal(situation.seat, key)
    for name, value in copies.items():
        me[name] = value
    return situation.ask(twin)
