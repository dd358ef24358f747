"""The decisions of a Stadium strategy."""

from __future__ import annotations

from eoc_sim.simulator.kernel.decisions import Decision

DECISIONS = (
    Decision(
        "place",
        asked="for each VP of step 1 (PLA-1)",
        fills="`space` and `bonus`: a free bonus space",
        returns="PLACE; under `placing = may_stop` also STOP, to place no more this round",
    ),
    Decision(
        "star",
        asked=(
            "at once after a VP was placed on a star with a token, once a unit, while a hired "
            "employee can work (BON-5)"
        ),
        fills="`employee`, `accept`",
        returns="1, or NOTHING to decline",
    ),
    Decision(
        "train",
        asked="each VP on Train, if an exchange can be paid (ACT-3)",
        fills="`amount`: exchanges, up to `most_times` of `table.train_clause`",
        returns="1, or NOTHING",
    ),
    Decision(
        "hire",
        asked="each VP on Hire (ACT-5, ACT-6)",
        fills="`employees`: how many of those in `me.face_down`",
        returns="HIRE_EMPLOYEES, HIRE_VP, under `hire_option = both` also HIRE_BOTH, or NOTHING",
    ),
    Decision(
        "playbook",
        asked="each VP on Playbook (ACT-7 to ACT-9)",
        fills="`place`: the square of a block",
        returns="TAKE_WIN, PLAY_BLOCK or NOTHING",
    ),
    Decision(
        "build",
        asked="each VP on Build (ACT-11 to ACT-14)",
        fills="`place`: the building of a block; or `amount`: how often tokens are changed",
        returns="BUILD_BLOCK, CHANGE or NOTHING",
    ),
    Decision(
        "draft",
        asked="each VP on Draft (ACT-17 to ACT-19)",
        fills=(
            "`card` of the draft area to draft it or swap for it; `give`, what is swapped or "
            "cashed in"
        ),
        returns="DRAFT_PLAYER, SWAP_PLAYER, CASH_POINTS, CASH_MONEY or NOTHING",
    ),
    Decision(
        "exchange",
        asked="whenever an effect of the owner's asks for tokens that it has (EFF-2)",
        fills="`amount`: how often `table.effect_clause` is paid for, 0 to decline",
        returns="anything",
    ),
    Decision(
        "pay",
        asked=(
            "at game time if the salaries due are more than the money, under `salaries = may` "
            "always; of all owners before any pays (GAM-3, INF-3)"
        ),
        fills=(
            "`vps`, `players`, `employees`: how many of each are paid, in the ways that GAM-3 "
            "allows; `pay_refusal` is 0 then"
        ),
        returns="anything",
    ),
    Decision(
        "lose",
        asked=(
            "when a stack costs a card and there are two or more (LOS-3); of all owners before "
            "any loses"
        ),
        fills="`card`: the hired employee, or the player",
        returns="anything",
    ),
    Decision(
        "propose",
        asked="before each placement; by those who search",
        fills=(
            "candidate number `candidate`: in `me.memory`, so that `place` carries it out if it "
            "is chosen; `rollouts`, `caution`, `horizon`"
        ),
        returns="1, or 0 when there are no more candidates",
    ),
    Decision(
        "judge",
        asked="in a search with a `horizon`, of a position between two rounds",
        fills="nothing",
        returns="what the position is worth to the owner, in hundredths of a point",
    ),
)
"""The functions of a strategy, in the order of the function table."""
