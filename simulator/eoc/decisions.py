"""The decisions of a strategy of Envelopes of Cash."""

from __future__ import annotations

from eoc_sim.simulator.kernel.decisions import Action, Decision

DECISIONS = (
    Decision(
        "keep",
        asked="at set-up, six cards in `me.hand` (SET-8)",
        fills="`keep[place]` 1 for four of the six",
        returns="anything",
    ),
    Decision(
        "pick",
        asked="at set-up with an open draft, four times (SET-12)",
        fills="nothing",
        returns="one of the cards in `me.hand`",
    ),
    Decision(
        "coach",
        asked="at set-up where coaches are chosen (SET-7)",
        fills="nothing",
        returns="a coach from 0 to `table.coaches` - 1 whose sheet nobody has",
    ),
    Decision(
        "draft",
        asked="in the draft until a card is placed (DRA-2)",
        fills="`card`: to draft one of hand, stash or pool, to delay one of the hand",
        returns="DRAFT, or DELAY with two or more cards in hand, never alone against Bubba",
    ),
    Decision(
        "bookie",
        asked="before bets pay, with a Bookie in play (CAR-7)",
        fills="`colour` of the die",
        returns="-1 or 1 to shift it, 0 not to",
    ),
    Decision(
        "dice",
        asked=(
            "when the dice are rolled (DIC-4); in an exclusive draft twice, for one die each "
            "(CUT-2)"
        ),
        fills="`die`, `mode` and `month` of two different dice; in an exclusive draft nothing",
        returns="anything; in an exclusive draft the colour of the die taken",
    ),
    Decision(
        "place",
        asked="after an exclusive draft of dice (CUT-5)",
        fills="`mode` and `month` of the dice `table.die[me.seat]`",
        returns="anything",
    ),
    Decision(
        "act",
        asked="in the own turn until it is ended, at most 400 times (ACT-0)",
        fills="what the action needs, below",
        returns="the kind of the action",
    ),
    Decision(
        "bid",
        asked="in the auction, until only one bidder is left (AUC-1)",
        fills="nothing",
        returns="0 to pass, or more BB than the highest bid, at most the own",
    ),
    Decision(
        "sell",
        asked="in the auction, of the Auctioneer, when there is a bid it could match (AUC-2)",
        fills="nothing",
        returns="1 to sell the Chain at `table.sale_price`, 0 to keep it for the highest bid",
    ),
    Decision(
        "final_campaign",
        asked="after the last month (SCO-2)",
        fills="`accept` for upgrades that fire on it",
        returns="its stars: 0 to 8 that the BB can pay",
    ),
    Decision(
        "propose",
        asked=(
            "before a draft decision, a choice of dice and the first action of a turn, which "
            "`table.phase` tells apart; by those who search"
        ),
        fills=(
            "candidate number `candidate`: in `me.memory`, so that the decision carries it out if "
            "it is chosen; `rollouts`, `caution`, `horizon`"
        ),
        returns="1, or 0 when there are no more candidates",
    ),
    Decision(
        "judge",
        asked="in a search with a `horizon`, of a position after an own turn",
        fills="nothing",
        returns="what the position is worth to the seat, in hundredths of a star",
    ),
)
"""The functions of a strategy, in the order of the function table."""

ACTIONS = (
    Action(
        "PLAY_CARD",
        fills="`card` from the own calendar; may name `discount`, `substitute`, `accept`, `take`",
    ),
    Action(
        "TRIGGER",
        fills=(
            "`card`: a source in play with a once-a-month benefit; may name `give` for its cost "
            "and `take` for what it gives"
        ),
    ),
    Action("TRADE", fills="`take[colour]` 1; may name `give`, `accept`"),
    Action(
        "MOVE",
        fills=(
            "`node` next to the bus, never an HQ; may name `give` where no free move is left, or "
            "`bucks` 1, `accept`, `take`"
        ),
    ),
    Action(
        "RUNNER",
        fills="`spot` of an unsigned recruit and `give`: the EC, never more than it costs",
    ),
    Action(
        "SIGN",
        fills="`spot` where the bus is; may name `discount`, `substitute`, `accept`, `take`",
    ),
    Action("MARKET", fills="`number`: stars, 1 to 8; may name `accept`, `take`"),
    Action(
        "BET",
        fills="`colour` and `number`; may name `tokens`, and `give` for those that are not free",
    ),
    Action("END_TURN", fills="nothing"),
)
"""The return values of `act`, with the fields that each needs."""
