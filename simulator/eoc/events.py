"""The events of a trace of Envelopes of Cash, each declared once (`kernel.events`)."""

from __future__ import annotations

from eoc_sim.simulator.eoc.columns import COLOUR_NAMES, PART_WORDS, POSITION_NAMES
from eoc_sim.simulator.eoc.event_kinds import (
    bid,
    bucks,
    calendar,
    card,
    cards,
    coach,
    colour,
    cost,
    envelopes,
    gains,
    mode,
    month,
    month_heading,
    node,
    only_free,
    origin,
    own_cards,
    packages,
    rolls,
    shuffled,
    source,
    spot,
    stars,
    stars_lost,
    substitute,
    vmd,
)
from eoc_sim.simulator.kernel.events import (
    Events,
    added,
    always,
    amount,
    entries,
    flag,
    given,
    listed_seat,
    number,
    parts,
    records,
    seat,
    share,
    word,
    worked_out,
)

EVENTS = Events(
    "player",
    lambda setup: [*(f"{one['region']} ({one['strategy']})" for one in setup["players"]), "Bubba"],
)
_event = EVENTS.declare

_TURN = "  {player}, on its turn:"
_AFTER = "\nAFTER FEBRUARY"

# --- Set-up.

SETUP = _event(
    "setup",
    given("rules", about="(every switch)"),
    given("seed"),
    given("game"),
    added(
        records(
            listed_seat("seat"),
            given("strategy"),
            given("region"),
            coach("coach"),
            given("board"),
            bucks("bucks"),
            stars("stars", before=" and ", about="(what it starts with)"),
            given("hq"),
            given("seeded"),
            each="  {seat}: [{coach}~no Head Coach], {bucks}[, {stars}]",
        )
    )("players"),
    added(seat)("first", about="(starting player)"),
    added(
        records(*map(given, ("spot", "state", "regions", "base", "cost", "position"))),
    )("spots"),
    given("edges", about="(connections)"),
    cards(
        "deck",
        about="(top first, as shuffled; the cards of starter stashes in use, which are not in it, "
        "after it)",
    ),
    of_all=True,
    rules="SET, SWI",
    story="Game {game}, seed {seed}\n\nThe players, clockwise:\n{players}\n  {first} starts.",
)
COACH = _event(
    "coach",
    coach("coach"),
    about=": chosen, where coaches are chosen",
    rules="SET-7",
    story="  {player} chooses {coach} as Head Coach.",
)
PICK = _event(
    "pick",
    card("card"),
    about=": taken in an open draft",
    rules="SET-12",
    story="  {player} picks {card} for its stash.",
)
STASHED = _event(
    "stash",
    cards("dealt"),
    cards("kept"),
    cards("to_pool"),
    rules="SET-8, SET-11",
    story="  {player} has in its stash {kept}[; gives up {to_pool}].",
)

# --- The month.

MONTH = _event(
    "month",
    month_heading("month"),
    seat("start", about="(seat of the starting player)"),
    of_all=True,
    rules="TIM-1",
    story="\n{month} ({start} starts)",
    closes=_TURN,
)
DEAL = _event("deal", cards("cards"), rules="DRA-1, DRA-7", story="  {player} is dealt {cards}.")
DRAFTED = _event(
    "draft",
    card("card"),
    origin("source"),
    cards("dumped", about="(the rest of the hand)"),
    rules="DRA-2",
    story="  {player} drafts {card} from {source}[; discards {dumped}].",
)
DELAYED = _event(
    "delay", card("card"), rules="DRA-2, DRA-3", story="  {player} discards {card} and delays."
)
ROLL = _event(
    "roll",
    number("month"),
    parts({name: name for name in COLOUR_NAMES})("dice", about="(colour to number)"),
    of_all=True,
    rules="DIC-1",
    story="  The dice: {dice}.",
)
BOOKIE = _event(
    "bookie",
    colour("colour"),
    number("from"),
    number("to"),
    rules="CAR-7",
    story="  {player} shifts the {colour} die from {from} to {to} for its bets.",
)
VEGAS = _event(
    "vegas",
    colour("colour"),
    number("number"),
    amount("bet")("tokens"),
    worked_out(lambda told: told["tokens"], bucks)("bucks"),
    worked_out(lambda told: {told["colour"]: 2 * told["tokens"]}, envelopes)("ec"),
    about=": what winning bets paid",
    rules="DIC-2",
    story="  {player} wins {tokens} on {colour} {number}: {bucks}, {ec}.",
)
CRAP_OUT = _event("crap_out", rules="DIC-3", story="  {player} has Crapped Out.")
PICK_DIE = _event(
    "pick_die",
    colour("colour"),
    number("value"),
    about=": drafted, where dice are exclusive",
    rules="CUT-2",
    story="  {player} picks the {colour} {value}.",
)
DIE = _event(
    "die",
    colour("colour"),
    number("value"),
    mode("mode"),
    number("ec", about="(how many)"),
    month("month", about="(where they go)"),
    rules="DIC-4 to DIC-6",
    story="  {player} takes {colour} {value} {mode}: {ec} EC in {month}.",
)
INCOME = _event(
    "income",
    envelopes("ec"),
    about=": from the calendar to the mat",
    rules="DIC-7",
    story="  {player} receives {ec}.",
)

# --- Actions of a turn.

PLAYED = _event(
    "play_card",
    card("card"),
    envelopes("paid"),
    substitute("substitute", optional=True, about="(EC that BB stood in for) where there are any"),
    envelopes("discount", about="(the EC that fell away)"),
    stars("stars"),
    rules="ACT-1, PAY",
    under=_TURN,
    story="    plays {card} for {paid}[ ([{discount} off|{substitute} in place of EC])]: {stars}",
)
TRIGGERED = _event(
    "trigger",
    source("source"),
    cost("paid"),
    gains("gains", before=", then what it gave: "),
    about=". Upgrades that react to an event follow it as triggers",
    rules="ACT-2, CAR",
    under=_TURN,
    story="    uses {source}[ for {paid}]: [{gains}~nothing]",
)
TRADED = _event(
    "trade",
    envelopes("give"),
    envelopes("take"),
    bucks("bucks", before=", and the fee: "),
    stars_lost("stars"),
    number("ec"),
    rules="ACT-3, CUT-3",
    under=_TURN,
    story="    trades {give}[ and [{stars}|{bucks}]] for {take}",
)
MOVED = _event(
    "move",
    node("from"),
    node("to"),
    flag("free"),
    envelopes("paid"),
    bucks("bucks", optional=True, about="where one stood in for the EC"),
    rules="ACT-4",
    under=_TURN,
    story="    moves from {from} to {to} ([for {bucks}~[{free?}free~for {paid}]])",
)
RUNNER_SENT = _event(
    "runner",
    spot("spot"),
    envelopes("ec"),
    bucks("bucks", about="(the fee)"),
    rules="ACT-5",
    under=_TURN,
    story="    sends a runner to {spot}[ for {bucks}~ free], with {ec}",
)
BONUS = _event(
    "bonus",
    source("source"),
    cost("paid", optional=True),
    gains("gains"),
    part_of="bonuses",
    story="; {source}: [{gains}~nothing]",
)
SIGNED = _event(
    "sign",
    spot("spot"),
    word(POSITION_NAMES)("position"),
    envelopes("package", about="(what of it was used)"),
    envelopes("paid"),
    substitute("substitute", optional=True, about="as above"),
    envelopes("discount"),
    envelopes("lost", about="(of the own package)"),
    number("base"),
    vmd("vmd"),
    number("value"),
    worked_out(
        lambda told: told["value"] + sum(one.get("stars", 0) for one in told["bonuses"]), stars
    )("stars", about="(with bonuses)"),
    entries(BONUS)(
        "bonuses", about="(the upgrades that applied, each with the fields of a trigger)"
    ),
    rules="ACT-6, CAR-9",
    under=_TURN,
    story="    signs the {position} of {spot} for {paid}[ and a package of {package}]"
    "[ ([{discount} off|{substitute} in place of EC|{lost} of the package not needed])]: {stars} "
    "(value {base}[{vmd}]{bonuses})",
)
LOST_PACKAGE = _event(
    "lost_package",
    spot("spot"),
    envelopes("ec"),
    rules="ACT-6",
    story="      {player} loses its package of {ec} on {spot}.",
)
REFUND = _event(
    "refund",
    spot("spot"),
    envelopes("ec"),
    month("month", before="a refund has the ", about="that it goes to, 0 for the mat"),
    beside=True,
    rules="FAM-5",
    story="      {player} gets its package of {ec} on {spot} back, to [{month}~its mat].",
)
_CAMPAIGN = (bucks("bucks"), stars("stars", about="(the table's)"))
_BONUSES = entries(BONUS)("bonuses", about="as above")
MARKETED = _event(
    "market",
    *_CAMPAIGN,
    _BONUSES,
    always(False)("final", about="(true for the final campaign)"),
    rules="ACT-8",
    under=_TURN,
    story="    runs a marketing campaign for {bucks}: {stars}{bonuses}",
)
MARKETED_AT_END = _event(
    "market",
    *_CAMPAIGN,
    _BONUSES,
    always(True)("final"),
    beside=True,
    rules="SCO-2",
    under=_AFTER,
    story="  {player} runs a final marketing campaign for {bucks}: {stars}{bonuses}.",
)
BET_PLACED = _event(
    "bet",
    colour("colour"),
    number("number"),
    envelopes("paid", before=", and ", unless="free"),
    only_free("free", before=" or ", optional=True),
    rules="ACT-9, CAR-6",
    under=_TURN,
    story="    bets on {colour} {number} ([{free?}free~for {paid}])",
)
END_OF_TURN = _event(
    "end_turn",
    envelopes("wasted", about="(EC lost)"),
    bucks("bucks", before=" and what the player then has: "),
    stars("score"),
    node("node"),
    calendar("calendar", about="(EC by month)"),
    own_cards("cards", about="(`calendar` by month, `in_play` in order)"),
    packages("packages"),
    rules="ACT-10",
    under=_TURN,
    story="    ends the turn with {bucks} and {score}[; loses {wasted} left over]",
    closes=_TURN,
)

# --- Other events.

EXPIRE = _event("expire", card("card"), rules="END-1", story="  {card} of {player} expires.")
POOL_CLEARED = _event("pool_cleared", of_all=True, rules="END-2", story="  The pool is cleared.")
POOL_CARD = _event(
    "pool_card",
    card("card"),
    of_all=True,
    beside=True,
    rules="SET-13",
    story="  {card} is dealt to the pool.",
)
RESHUFFLED = _event(
    "reshuffle",
    shuffled("cards", about="in their new order"),
    flag("under", about="(true after November: under the draw deck)"),
    of_all=True,
    rules="DRA-6, END-3",
    story="  The {cards} discarded cards are shuffled: "
    "[{under?}put under the draw deck~the new draw deck].",
)
BID = _event(
    "bid",
    bid("bid"),
    about=", null to pass",
    rules="AUC-1, AUC-4",
    story="  {player} [bids {bid}~passes].",
)
SALE = _event(
    "sale",
    seat("buyer", about="(null: kept)"),
    bucks("bucks"),
    rules="AUC-2, AUC-3",
    story="  {player} [sells the Chain to {buyer}~keeps the Chain] for {bucks}.",
)
BUBBA = _event(
    "bubba",
    stars("cards_scored", about="(stars of this month's discards)"),
    spot("spot", about="(null: none left)"),
    stars("stars"),
    rules="SOLO",
    story="[  Bubba scores the discarded cards: {cards_scored}.]\n"
    "[  Bubba takes the recruit of {spot}: {stars}.]",
)

# --- The end.

END_CARD = _event(
    "end_card",
    source("source"),
    stars("stars"),
    rules="SCO-1",
    under=_AFTER,
    story="  {player} scores {source}: {stars}.",
)
ROLL_OFF = _event(
    "roll_off",
    rolls("dice", about="(seat to number)"),
    of_all=True,
    rules="SCO-6",
    story="  The tied players roll: {dice}.",
)
FINAL = _event(
    "final",
    records(
        listed_seat("seat"),
        parts(PART_WORDS)("parts", about="of the score"),
        stars("score"),
        number("bucks"),
        number("rank"),
        share(0)("win_share"),
        each="  {rank}. {seat}: {score} ({parts})",
        order=lambda one: (one["rank"], -one["score"]),
    )("players"),
    seat("winner", about="(null where a win is shared)"),
    about="; it states results and changes nothing",
    of_all=True,
    rules="SCO",
    story="\nFINAL SCORES\n{players}\n  [{winner} wins~The win is shared].",
)
