"""The rule switches (SWI), each with its values, default and description.

Each is declared once. The rules read a switch as a number in the table's field ``rule_NAME``. The
constants at the end name these numbers: ``table.rule_places == PLACES.SHARED``.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.switches import Switch, codes, number, word

SWITCHES: dict[str, Switch] = {
    switch.name: switch
    for switch in (
        number("start_money", 20, 3, "Money that each owner starts with.", "SET-2"),
        number(
            "blocks",
            9,
            7,
            "Blocks that each owner has; the game ends when an owner has none left.",
            "SET-2",
            first=3,
        ),
        Switch(
            "vps_start",
            ("auto",),
            range(1, 5),
            "auto",
            "VPs that each owner starts with: three with two owners, otherwise two (auto), or a "
            "fixed number.",
            "SET-2",
            (0,),
        ),
        word(
            "arrows",
            "on off",
            "Spaces with an arrow hold a bonus token from the start.",
            "SET-3",
        ),
        number("five_million_tokens", 5, 2, "Number of 5-money tokens in the draft area.", "SET-6"),
        number("draft_area_start", 10, 0, "Players in the draft area from the start.", "SET-7"),
        number("employees_start", 3, 0, "Employees dealt face down to each owner.", "SET-7"),
        word(
            "placing",
            "must may_stop",
            "All VPs must be placed, or an owner may stop earlier.",
            "PLA-1",
        ),
        word(
            "bonus_tokens",
            "losses double single off",
            "How far the tokens on an idle space grow: to a stack (which costs every owner "
            "something), to a double, to a single, or not at all.",
            "BON-8",
        ),
        word(
            "bonus_for",
            "everyone first",
            "Every VP on a space with a token earns a bonus, or only the first.",
            "BON-1",
        ),
        word(
            "draft_first",
            "with_token always",
            "First choice on Draft needs a bonus token there, or is always available.",
            "BON-6",
        ),
        word(
            "order_in_space",
            "placed printed",
            "Who acts first on an action space: the VP placed first, or the one on the first bonus "
            "space.",
            "ACT-0",
        ),
        word(
            "training_bonus",
            "choosing converting",
            "Bonuses on Train also apply without an exchange, or only with one.",
            "ACT-4",
        ),
        number("vp_price", 20, 6, "Money that one more VP costs.", "ACT-6"),
        number("vp_max", 6, 4, "Maximum number of VPs that an owner may have.", "ACT-6", first=1),
        word(
            "hire_option",
            "one both",
            "A VP on Hire takes either employees or one more VP, or may take both.",
            "ACT-6",
        ),
        word(
            "places",
            "shared field_exclusive exclusive",
            "Owners may share squares and buildings, only buildings, or neither.",
            "ACT-10",
        ),
        word(
            "cashed_player",
            "draft_area discard",
            "Where a cashed-in player goes.",
            "ACT-19",
        ),
        number("vp_salary", 3, 1, "Money due for each VP at game time.", "GAM-2"),
        word(
            "vp_salary_due",
            "active all",
            "Only active VPs are paid, or also new ones and those on vacation.",
            "GAM-2",
        ),
        word(
            "salaries",
            "must may",
            "An owner who has the money must pay salaries, or may leave them unpaid.",
            "GAM-3",
        ),
        word(
            "unpaid_vp",
            "vacation stays leaves",
            "The fate of an unpaid VP: it misses the next round, stays, or leaves for good.",
            "GAM-5",
        ),
        word(
            "loss_count",
            "space token",
            "Each round, a stack costs every owner one token or card, or one for each double "
            "beyond the first.",
            "LOS-4",
        ),
        word(
            "end_round",
            "finish at_once",
            "After an owner's last block the round is completed, or the game ends at once.",
            "END-2",
        ),
        number("round_cap", 100, 40, "Rounds after which a game is stopped.", "END-3", first=10),
        number(
            "entertainment_per_point",
            6,
            3,
            "Entertainment tokens needed for one point.",
            "SCO-1",
            first=1,
        ),
        word(
            "bonus_tiles",
            "off firsts",
            "The first block in the bowl and the first on level 3 each earn a bonus tile.",
            "SCO-5",
        ),
    )
}
"""Every switch, in the order of the rules' table."""

ARROWS = codes(SWITCHES["arrows"])
PLACING = codes(SWITCHES["placing"])
BONUS_TOKENS = codes(SWITCHES["bonus_tokens"])
BONUS_FOR = codes(SWITCHES["bonus_for"])
DRAFT_FIRST = codes(SWITCHES["draft_first"])
ORDER_IN_SPACE = codes(SWITCHES["order_in_space"])
TRAINING_BONUS = codes(SWITCHES["training_bonus"])
HIRE_OPTION = codes(SWITCHES["hire_option"])
PLACES = codes(SWITCHES["places"])
CASHED_PLAYER = codes(SWITCHES["cashed_player"])
VP_SALARY_DUE = codes(SWITCHES["vp_salary_due"])
SALARIES = codes(SWITCHES["salaries"])
UNPAID_VP = codes(SWITCHES["unpaid_vp"])
LOSS_COUNT = codes(SWITCHES["loss_count"])
END_ROUND = codes(SWITCHES["end_round"])
BONUS_TILES = codes(SWITCHES["bonus_tiles"])
