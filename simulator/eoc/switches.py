"""The rule switches (SWI), each with its values, default and description.

Each is declared once. The rules read a switch as a number in the table's field ``rule_NAME``. The
constants at the end name these numbers: ``table.rule_boards == BOARDS.OFF``.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.switches import Switch, codes, number, word

ORDER_WORDS = ("first", "second", "third", "fourth")
MAX_BY_ORDER = 20
"""The maximum bonus of BB or stars for turn order (SET-19)."""


SWITCHES: dict[str, Switch] = {
    switch.name: switch
    for switch in (
        number("start_bucks", 60, 7, "Booster Bucks that every player starts with.", "SET-6"),
        number(
            "seeded_months",
            12,
            12,
            "Months, starting with March, that hold one envelope of the home colour at the start.",
            "CUT-1",
        ),
        number("hand", 5, 2, "Cards dealt to each player every month.", "DRA-1", first=1),
        number(
            "dealer_bonus",
            2,
            1,
            "Extra cards dealt to the starting player.",
            "DRA-1",
        ),
        Switch(
            "pool_start",
            ("auto", "2xplayers"),
            range(13),
            "auto",
            "Cards dealt to the first Discard Pool: as the stash rule says (auto), two per player, "
            "or a fixed number.",
            "SET-13",
            (-1, -2),
        ),
        word(
            "stash",
            "choose4of6 deal5 open_draft starter",
            "How a Secret Stash is formed: keep 4 of 6 cards, receive 5, draft 4 openly, or take "
            "the region's printed four.",
            "SET-8",
        ),
        word(
            "coach_choice",
            "random reverse_turn_order",
            "Head Coaches are dealt, or chosen in reverse turn order.",
            "SET-7",
        ),
        word("coaches", "on off", "The game has Head Coaches.", "SET-15"),
        word("boards", "on off", "The game has secret Recruiting Boards.", "SET-15"),
        word(
            "regions",
            "random clockwise",
            "Regions are assigned at random, or round the table in their order on the map.",
            "SET-17",
        ),
        word(
            "state_values",
            "fixed shuffled",
            "States that belong to only one region have their printed values, or the values 2 to "
            "5 are shuffled within each region.",
            "SET-5",
        ),
        word(
            "vmd",
            "on off",
            "The Value Modifier Die changes a recruit's value when it is signed.",
            "ACT-7",
        ),
        word(
            "dice_use",
            "standard any_month",
            "A die gives its full value only in the month that its number sets (and half its "
            "value in other months), or its full value in any of six months.",
            "FAM-3",
        ),
        word(
            "dice_draft",
            "shared exclusive",
            "Players may take the same dice, or draft them one by one.",
            "CUT-2",
        ),
        word(
            "dice_order",
            "rounds snake together",
            "The order of an exclusive dice draft: two rounds in the same order, a "
            "second round in reverse order, or both dice at once.",
            "CUT-2",
        ),
        Switch(
            "dice_repeats",
            ("auto",),
            range(1, 3),
            "auto",
            "How many times a die may be taken in an exclusive draft: once, but twice with 4 "
            "players (auto), or a fixed number.",
            "CUT-2",
            (0,),
        ),
        word(
            "trade_fee",
            "bb1 stars2 ec2 none",
            "The cost of a trade in addition to its 3 envelopes: 1 Booster Buck, 2 stars, 2 more "
            "envelopes or nothing.",
            "CUT-3",
        ),
        word(
            "free_moves",
            "printed three none none_at_all",
            "Free moves per month: as printed on the calendar, always three, none from the "
            "calendar, or none at all, not even from cards or the coach.",
            "CUT-4",
        ),
        word(
            "packages",
            "lost refunded",
            "The fate of envelopes sent to a recruit that another player signs.",
            "FAM-5",
        ),
        word(
            "auction",
            "off on",
            "The right to start is auctioned every month.",
            "AUC",
        ),
        word(
            "chain",
            "on off back_in_february",
            "Who starts each month: the next player clockwise, always March's starting player, or "
            "the next player clockwise except in February, when March's starting player goes first "
            "again.",
            "END-6",
        ),
        word(
            "pick_order",
            "printed reversed",
            "Who drafts cards and exclusive dice first every month: the starting player, or the "
            "last in turn order.",
            "DRA-9",
        ),
        *(
            number(
                f"order_bucks_{index}",
                MAX_BY_ORDER,
                0,
                f"Extra Booster Bucks that the {ordinal} player in March's turn order starts with.",
                "SET-19",
            )
            for index, ordinal in enumerate(ORDER_WORDS, 1)
        ),
        *(
            number(
                f"order_stars_{index}",
                MAX_BY_ORDER,
                0,
                f"Stars that the {ordinal} player in March's turn order starts with.",
                "SET-19",
            )
            for index, ordinal in enumerate(ORDER_WORDS, 1)
        ),
        word(
            "tiebreak2",
            "positions recruits",
            "The tie-break after stars and Booster Bucks: unique positions or recruits.",
            "SCO-6",
        ),
        word(
            "ties",
            "broken shared",
            "Ties are broken, or the win is shared.",
            "FAM-6",
        ),
        word(
            "solo",
            "off on",
            "One player plays against the Bubba Bot.",
            "SOLO",
        ),
    )
}
"""Every switch, in the order of the rules' table."""

POOL_START = codes(SWITCHES["pool_start"])
STASH = codes(SWITCHES["stash"])
COACH_CHOICE = codes(SWITCHES["coach_choice"])
COACHES = codes(SWITCHES["coaches"])
BOARDS = codes(SWITCHES["boards"])
REGIONS = codes(SWITCHES["regions"])
STATE_VALUES = codes(SWITCHES["state_values"])
VMD = codes(SWITCHES["vmd"])
DICE_USE = codes(SWITCHES["dice_use"])
DICE_DRAFT = codes(SWITCHES["dice_draft"])
DICE_ORDER = codes(SWITCHES["dice_order"])
DICE_REPEATS = codes(SWITCHES["dice_repeats"])
TRADE_FEE = codes(SWITCHES["trade_fee"])
FREE_MOVES = codes(SWITCHES["free_moves"])
PACKAGES = codes(SWITCHES["packages"])
AUCTION = codes(SWITCHES["auction"])
CHAIN = codes(SWITCHES["chain"])
PICK_ORDER = codes(SWITCHES["pick_order"])
TIEBREAK2 = codes(SWITCHES["tiebreak2"])
TIES = codes(SWITCHES["ties"])
SOLO = codes(SWITCHES["solo"])
