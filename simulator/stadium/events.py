"""The events of a trace of Stadium (TRC), each declared once (`kernel.events`)."""

from __future__ import annotations

from functools import partial

from eoc_sim.simulator.kernel.events import Events, added_kind
from eoc_sim.simulator.stadium import event_kinds

EVENTS = Events(
    "owner",
    event_kinds,
    lambda setup: [f"owner {owner['seat'] + 1} ({owner['strategy']})" for owner in setup["owners"]],
)
event = EVENTS.declare
seatless_event = partial(event, seatless=True)
records = EVENTS.records

# --- Set-up and placing.

SETUP = seatless_event(
    "setup",
    "SET, SWI",
    "{rules:given} (every switch, with its value as text), {seed:given}, {game:given}, "
    "{owners}, {first:given} (seat of the first commissioner), {arrows:spaces} (spaces "
    "that get a bonus token), {decks} (`players` and `employees`, top first, as "
    "shuffled, before anything is dealt), {draft_area:players} (players turned up at the "
    "start), {face_down} (employees dealt, seat by seat), {point_tokens:given} (the "
    "points of each), {five_million_tokens:given} (how many)",
    "Game {game}, seed {seed}\n\nThe owners, clockwise:\n{owners}\n"
    "  Bonus tokens on [{arrows}~no space].\n[  In the draft area: {draft_area}.]\n{face_down}",
    kinds={
        "owners": added_kind(
            records(
                "{seat:listed_seat}, {strategy:given}, {money}, {blocks:number}, {vps:number}",
                each="  {seat}: {money}, {blocks} blocks, {vps} VPs",
            )
        )
    },
)
ROUND = seatless_event(
    "round",
    "TIM-1",
    "{round:number}, {commissioner:seat}, {tokens:states} (the state of each space), "
    "{vps:numbers} (active VPs, seat by seat)",
    "\nROUND {round} ({commissioner} is commissioner)\n[  Bonus tokens: {tokens}.]",
)
PLACED = event(
    "place",
    "PLA-1, PLA-2",
    "{space}, {bonus:ordinal} (which of its bonus spaces, from 1), {state} (of the space)",
    "  {owner} places a VP on bonus space {bonus} of {space}[, which holds a {state}].",
)
STOPPED = event(
    "stop",
    "PLA-1",
    ": the owner places no more VPs this round",
    "  {owner} places no more VPs in this round.",
)
BONUS = event(
    "bonus",
    "BON-1 to BON-3",
    "{tokens:earned} (bundle): a money or token bonus earned. The first choice (BON-6) has no "
    "event",
    "  {owner} earns a bonus: {tokens}.",
)
CARD = event(
    "card",
    "BON-4",
    "{employee} (drawn face down), {player} (turned up); null if none was left. "
    "A doubled bonus has two events; reshuffles for any of its draws come before them",
    "  {owner} draws [{employee}~no employee]; [{player}~no player] is turned up in the "
    "draft area.",
)
STAR_USED = event(
    "star",
    "BON-5",
    "{employee}, {paid:tokens}, {gains:tokens} (bundles); the events of any card bonuses "
    "that the star gives come after this event. A declined star has no event",
    "  {owner} uses {employee}[ for {paid}]: {gains}.",
)
TOKENS_SET = seatless_event(
    "tokens",
    "BON-8",
    "{tokens:states}: the state of each space after step 2",
    "  The bonus tokens are now: [{tokens}~none].",
)

# --- Actions.

EQUIPMENT_GAINED, SPONSORED, MERCHANDISED = (
    event(
        name,
        rule,
        "{gains:tokens} (bundle: the space's own clauses without a cost), {extra:tokens} (bundle: "
        "those of places and cards)",
        f"  {{owner}} gains {{gains}} on {name.capitalize()}[, and {{extra}} from what they own].",
        shares_row=name != "equipment",
    )
    for name, rule in (
        ("equipment", "ACT-2"),
        ("sponsorship", "ACT-21"),
        ("merchandising", "ACT-22"),
    )
)
TRAINED = event(
    "train",
    "ACT-3, ACT-4",
    "{times:number}, {paid:tokens} (bundle), {wins} (from the exchange), {extra:wins} "
    "(wins from the clauses of places and cards); "
    "an action without an exchange or extra wins is a `nothing` event instead",
    "  {owner} [{times?}trains: {paid} for {wins}~trains without an exchange][, and {extra} more].",
)
HIRED = event(
    "hire",
    "ACT-5",
    "{employee}, {paid:money} (money); one event per employee",
    "  {owner} hires {employee} for {paid}.",
)
VP_BOUGHT = event(
    "vice_president", "ACT-6", "{paid:money} (money)", "  {owner} takes one more VP for {paid}."
)
WIN_TAKEN = event(
    "win",
    "ACT-7",
    "{gains:tokens} (bundle): the Playbook's own clauses without a cost",
    "  {owner} gains {gains} on Playbook.",
)
FIELD_BLOCK = event(
    "field",
    "ACT-8, ACT-9",
    "{square:location}, {paid:tokens} (bundle), {points}",
    "  {owner} places a block on {square}[, paying {paid}]: {points}.",
)
CHANGED = event(
    "change",
    "ACT-11",
    "{amount:number} (how many times), {paid:tokens}, {gains:tokens} (bundles)",
    "  {owner} changes {paid} into {gains}.",
)
BUILDING_BLOCK = event(
    "build",
    "ACT-12",
    "{building:location}, {paid:tokens} (bundle), {points}",
    "  {owner} builds {building} for {paid}: {points}.",
)
BONUS_TILE = event(
    "bonus_tile",
    "SCO-5",
    "{place:location}, {points}: won by the block just placed",
    "  {owner} takes a bonus tile: {points}.",
)
TICKETS_SOLD = event(
    "tickets",
    "ACT-15, ACT-16",
    "{table:money} (money from the ticket table), {extra:number} (money from the "
    "clauses of places and cards)",
    "  {owner} sells tickets: {table}[ and {extra} from what they own].",
)
DRAFTED = event(
    "draft", "ACT-17", "{card:player}, {paid:money} (money)", "  {owner} drafts {card} for {paid}."
)
SWAPPED = event(
    "swap",
    "ACT-18",
    "{card:player} (received), {give:player} (given up)",
    "  {owner} swaps {give} for {card}.",
)
CASHED = event(
    "cash_in",
    "ACT-19",
    "{give:player}, and {points!money} (of the token taken) or {money?}",
    "  {owner} cashes {give} in for [{money}~{points}].",
)
IDLE_ACTION = event("nothing", "ACT-1", "{space}", "  {owner} does nothing on {space}.")
EFFECT = event(
    "effect",
    "EFF-1, EFF-2",
    "{source} (number of a card, place or space), {paid:tokens}, {gains:tokens} "
    "(bundles): a clause of an action that no other event covers; it comes after the "
    "action's own event and before the events of any card bonuses that the clause gives",
    "  {owner} gains from {source}[ for {paid}]: {gains}.",
)

# --- Game time and the end.

FOOTBALL_GAINS = event(
    "football",
    "GAM-1",
    "{football} (bundles by source): one event for each owner who gains or pays anything, "
    "clockwise from the commissioner; card bonuses follow",
    "  {owner} gains {football}.",
)
SALARIES_PAID = event(
    "salaries",
    "GAM-2 to GAM-5",
    "{due:money}, {paid:number} (money), {players}, {employees} (those unpaid), {vps} "
    "(how many unpaid); there is no event if nothing is due",
    "  {owner} pays {paid} of {due} in salaries[; unpaid: [{players}|{employees}|{vps}]].",
)
LOSS = event(
    "loss",
    "LOS",
    "{space}, {what:loss} (a kind of token, or the number of the card): one event per loss",
    "  {owner} loses {what} to the stack on {space}.",
)
RESHUFFLED = seatless_event(
    "reshuffle",
    "GAM-6",
    "{deck}, {cards:reshuffled} (top first)",
    "  The discarded {deck} are shuffled into their deck.",
)
ROUND_ENDED = seatless_event(
    "end_round",
    "SCO-1",
    "{round:number}, {owners}; the event only reports the state of the game",
    "{owners}",
    kinds={
        "owners": records(
            "{seat:listed_seat}, {held}, {blocks} (left), {vps:number} (owned), {away:number} "
            "(on vacation in the next round), {places:locations} (in the order of placing), "
            "{players}, {employees}, {face_down:employees}, {point_tokens:number} (the "
            "points on them), {points} (if the game ended now)",
            each="  {seat} now has {points}, has {blocks} left, and holds {held}.",
        )
    },
)
COMMISSIONER = seatless_event(
    "commissioner", "END-1", "{commissioner:seat} (seat), if the game goes on"
)
FINAL = seatless_event(
    "final",
    "END, SCO",
    "{end:ended_by}, {owners}; the event only reports results",
    "\nTHE END, brought about by {end}\n{owners}",
    kinds={
        "owners": records(
            "{seat:listed_seat}, {parts:score_parts}, {score}, {entertainment:number}, "
            "{wins:number}, {money:number}, {rank:number}, {win_share}",
            each="  {rank}. {seat}: {score} ({parts})[; {win_share}]",
            order=lambda owner: owner["rank"],
        )
    },
)
