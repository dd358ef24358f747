"""The text of a new strategy for a game in plain Python."""

from __future__ import annotations

from collections.abc import Sequence

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.plain_table import Decision

HEAD = '''"""{name}, a strategy for {title}.

To play it, save this file next to the game's file, import it in that file, and add it to the
strategies:

    from {module} import {constant}
"""

from eoc_sim.simulator.runs.plain_game import PlainStrategy, parameter

'''
ANSWER = '''
def {decision}(seen, params, draw):
    """Answer: {words} ({rule}).

    `seen` holds everything that the rules let this seat see, and also the allowed `answers`.
    `draw(6)` returns 0 to 5.
    """
    answers = sorted(seen.answers)
    if draw(100) < params.highest:
        return answers[-1]
    return answers[draw(len(answers))]

'''
STRATEGY = """
{constant} = PlainStrategy(
    "{name}",
    {{{answers}}},
    (
        parameter(
            "highest",
            default=20,
            low=0,
            high=100,
            help="how often to give the highest answer, in percent",
        ),
    ),
    help="Answers at random, and now and then as high as possible.",
)
"""


def strategy_text(
    name: str,
    title: str,
    decisions: Sequence[Decision],
    strategies: Sequence[str],
    neighbour_module: str,
) -> str:
    """Write a strategy that answers every decision at random.

    The strategy's file is meant for the folder of ``neighbour_module``, in the same package.

    Raises:
        InputError: the game has a strategy with this name.
    """
    if name in strategies:
        raise InputError(f"{title} already has a strategy {name}; choose another name.")
    module = ".".join([*neighbour_module.split(".")[:-1], name])
    words = {"name": name, "title": title, "constant": name.upper(), "module": module}
    functions = "".join(
        ANSWER.format(decision=decision.name, words=decision.words, rule=decision.rule)
        for decision in decisions
    )
    answers = ", ".join(f'"{decision.name}": {decision.name}' for decision in decisions)
    return HEAD.format(**words) + functions + STRATEGY.format(**words, answers=answers)
