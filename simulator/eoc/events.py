"""The events of Envelopes of Cash, each declared once (`kernel.events`)."""

from __future__ import annotations

from functools import partial

from eoc_sim.simulator.eoc import event_kinds
from eoc_sim.simulator.kernel.events import Events, added_kind

EVENTS = Events(
    "player",
    event_kinds,
    lambda setup: [
        *(f"{player['region']} ({player['strategy']})" for player in setup["players"]),
        "Bubba",
    ],
)
event = EVENTS.declare
seatless_event = partial(event, seatless=True)
records = EVENTS.records

TURN = "  {player}, on their turn:"
event_in_turn = partial(event, under=TURN)
AFTER = "\nAFTER FEBRUARY"

# --- Set-up.

SETUP = seatless_event(
    "setup",
    "SET, SWI",
    "{rules:given} (every switch), {seed:given}, {game:given}, {players}, {first:starter} "
    "(starting player), {spots:given} (each `spot`, `state`, `regions`, `base`, `cost`, "
    "`position`), {edges:given} (connections), {deck:cards} (top first, as shuffled; the cards "
    "of starter stashes in use, which are dealt separately, come last)",
    "Game {game}, seed {seed}\n\nThe players, clockwise:\n{players}\n  {first} starts.",
    kinds={
        "players": added_kind(
            records(
                "{seat:listed_seat}, {strategy:given}, {region:given}, {coach}, {board:given}, "
                "{bucks} and {stars} (at the start), {hq:given}, {seeded:given}",
                each="  {seat}: [{coach}~no Head Coach], {bucks}[, {stars}]",
            )
        )
    },
)
COACH = event(
    "coach",
    "SET-7",
    "{coach}: the choice, where coaches are chosen",
    "  {player} chooses {coach} as Head Coach.",
)
PICK = event(
    "pick", "SET-12", "{card}: taken in an open draft", "  {player} picks {card} for their stash."
)
STASHED = event(
    "stash",
    "SET-8, SET-11",
    "{dealt:cards}, {kept:cards}, {to_pool:cards}",
    "  {player} has {kept} in their stash[; gives up {to_pool}].",
)

# --- The month.

MONTH = seatless_event(
    "month",
    "TIM-1",
    "{month:month_heading}, {start:seat} (seat of the starting player)",
    "\n{month} ({start} starts)",
    closes=TURN,
)
DEAL = event("deal", "DRA-1, DRA-7", "{cards}", "  {player} is dealt {cards}.")
DRAFTED = event(
    "draft",
    "DRA-2",
    "{card}, {source:origin}, {dumped:cards} (the rest of the hand)",
    "  {player} drafts {card} from {source}[; discards {dumped}].",
)
DELAYED = event("delay", "DRA-2, DRA-3", "{card}", "  {player} discards {card} and delays.")
ROLL = seatless_event(
    "roll",
    "DIC-1",
    "{month:number}, {dice} (colour to number)",
    "  The dice: {dice}.",
)
BOOKIE = event(
    "bookie",
    "CAR-7",
    "{colour}, {from:number}, {to:number}",
    "  {player} shifts the {colour} die from {from} to {to} for their bets.",
)
VEGAS = event(
    "vegas",
    "DIC-2",
    "{colour}, {number}, {tokens:won_bets}, {bucks:won_bucks}, {ec:won_envelopes}: "
    "the payout of winning bets",
    "  {player} wins {tokens} on {colour} {number}: {bucks}, {ec}.",
)
CRAP_OUT = event("crap_out", "DIC-3", "", "  {player} has Crapped Out.")
PICK_DIE = event(
    "pick_die",
    "CUT-2",
    "{colour}, {value:number}: the die drafted, where dice are exclusive",
    "  {player} picks the {colour} {value}.",
)
DIE = event(
    "die",
    "DIC-4 to DIC-6",
    "{colour}, {value:number}, {mode}, {ec:number} (how many), {month} (where they go)",
    "  {player} takes {colour} {value} {mode}: {ec} EC in {month}.",
)
INCOME = event(
    "income", "DIC-7", "{ec:envelopes}: from the calendar to the mat", "  {player} receives {ec}."
)

# --- Actions of a turn.

PLAYED = event_in_turn(
    "play_card",
    "ACT-1, PAY",
    "{card}, {paid:envelopes}, {discount:envelopes} (the EC saved), {stars}; "
    "{substitute?<discount} (EC replaced by BB) if there are any",
    "    plays {card} for {paid}[ ([{discount} off|{substitute} in place of EC])]: {stars}",
)
TRIGGERED = event_in_turn(
    "trigger",
    "ACT-2, CAR",
    "{source}, {paid:cost}, then its gains: {gains}. Upgrades that react to an event "
    "follow it as triggers",
    "    uses {source}[ for {paid}]: [{gains}~nothing]",
)
TRADED = event_in_turn(
    "trade",
    "ACT-3, CUT-3",
    "{give:envelopes}, {take:envelopes}, and the fee: {bucks}, {stars:stars_lost}, {ec:number}",
    "    trades {give}[ and [{stars}|{bucks}]] for {take}",
)
MOVED = event_in_turn(
    "move",
    "ACT-4",
    "{from:node}, {to:node}, {free:flag}, {paid:envelopes}; {bucks?} if a buck replaced the EC",
    "    moves from {from} to {to} ([for {bucks}~[{free?}free~for {paid}]])",
)
RUNNER_SENT = event_in_turn(
    "runner",
    "ACT-5",
    "{spot}, {ec:envelopes}, {bucks} (the fee)",
    "    sends a runner to {spot}[ for {bucks}~ for free], with {ec}",
)
BONUS = event(
    "bonus",
    "",
    "{source}, {paid:cost?}, {gains}",
    "; {source}: [{gains}~nothing]",
    part_of="bonuses",
)
SIGNED = event_in_turn(
    "sign",
    "ACT-6, CAR-9",
    "{spot}, {position}, {package:envelopes} (the part used), {paid:envelopes}, "
    "{discount:envelopes}, {lost:envelopes} (from the player's package), {base:number}, {vmd}, "
    "{value:number}, {stars:total} (with bonuses), {bonuses} (the upgrades that applied, each "
    "with the fields of a trigger); {substitute?<discount} as above",
    "    signs the {position} of {spot} for {paid}[ and a package of {package}]"
    "[ ([{discount} off|{substitute} in place of EC|{lost} of the package not needed])]: {stars} "
    "(value {base}[{vmd}]{bonuses})",
)
LOST_PACKAGE = event(
    "lost_package",
    "ACT-6",
    "{spot}, {ec:envelopes}",
    "      {player} loses their package of {ec} on {spot}.",
)
REFUND = event(
    "refund",
    "FAM-5",
    "{spot}, {ec:envelopes}; a refund has the {month} to which it goes, 0 for the mat",
    "      {player}'s package of {ec} on {spot} is refunded to [{month}~their mat].",
    shares_row=True,
)
MARKETED = event_in_turn(
    "market",
    "ACT-8",
    "{bucks}, {stars} (from the marketing table), {bonuses} as above, {final:no} (true for the "
    "final campaign)",
    "    runs a marketing campaign for {bucks}: {stars}{bonuses}",
)
MARKETED_AT_END = event(
    "market",
    "SCO-2",
    "{bucks}, {stars} (from the marketing table), {bonuses} as above, {final:yes} (true for the "
    "final campaign)",
    "  {player} runs a final marketing campaign for {bucks}: {stars}{bonuses}.",
    shares_row=True,
    under=AFTER,
)
BET_PLACED = event_in_turn(
    "bet",
    "ACT-9, CAR-6",
    "{colour}, {number}, and {paid:envelopes!free} or {free:only_free?}",
    "    bets on {colour} {number} ([{free?}free~for {paid}])",
)
END_OF_TURN = event_in_turn(
    "end_turn",
    "ACT-10",
    "{wasted:envelopes} (EC lost) and the player's holdings after the turn: {bucks}, "
    "{score:stars}, {node}, {calendar} (EC by month), {cards:own_cards} (`calendar` by month, "
    "`in_play` in order), {packages}",
    "    ends the turn with {bucks} and {score}[; loses {wasted} left over]",
    closes=TURN,
)

# --- Other events.

EXPIRE = event("expire", "END-1", "{card}", "  {card} of {player} expires.")
POOL_CLEARED = seatless_event("pool_cleared", "END-2", "", "  The pool is cleared.")
POOL_CARD = seatless_event(
    "pool_card", "SET-13", "{card}", "  {card} is dealt to the pool.", shares_row=True
)
RESHUFFLED = seatless_event(
    "reshuffle",
    "DRA-6, END-3",
    "{cards:shuffled} in their new order, {under:flag} (true after November: under the draw deck)",
    "  The {cards} discarded cards are shuffled and "
    "[{under?}put under the draw deck~become the new draw deck].",
)
BID = event("bid", "AUC-1, AUC-4", "{bid}, null to pass", "  {player} [bids {bid}~passes].")
SALE = event(
    "sale",
    "AUC-2, AUC-3",
    "{buyer:seat} (null: kept), {bucks}",
    "  {player} [sells the Chain to {buyer}~keeps the Chain] for {bucks}.",
)
BUBBA = event(
    "bubba",
    "SOLO",
    "{cards_scored:stars} (stars of this month's discards), {spot} (null: none left), {stars}",
    "[  Bubba scores the discarded cards: {cards_scored}.]\n"
    "[  Bubba takes the recruit of {spot}: {stars}.]",
)

# --- The end.

END_CARD = event(
    "end_card", "SCO-1", "{source}, {stars}", "  {player} scores {source}: {stars}.", under=AFTER
)
ROLL_OFF = seatless_event(
    "roll_off", "SCO-6", "{dice:rolls} (seat to number)", "  The tied players roll: {dice}."
)
FINAL = seatless_event(
    "final",
    "SCO",
    "{players}, {winner:seat} (null where a win is shared); the event only reports results",
    "\nFINAL SCORES\n{players}\n  [{winner} wins~The win is shared].",
    kinds={
        "players": records(
            "{seat:listed_seat}, {parts:score_parts} of the score, {score:stars}, {bucks:number}, "
            "{rank:number}, {win_share}",
            each="  {rank}. {seat}: {score} ({parts})",
            order=lambda player: (player["rank"], -player["score"]),
        )
    },
)
