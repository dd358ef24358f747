"""The events of a trace of Stadium (TRC), each declared once (`kernel.events`)."""

from __future__ import annotations

from eoc_sim.simulator.kernel.events import (
    Events,
    added,
    given,
    listed_seat,
    number,
    numbers,
    ordinal,
    parts,
    records,
    seat,
    worked_out,
)
from eoc_sim.simulator.stadium.columns import PART_WORDS
from eoc_sim.simulator.stadium.event_kinds import (
    blocks,
    deck,
    decks,
    earned,
    employee,
    employees,
    ended_by,
    face_down,
    football,
    held,
    location,
    locations,
    loss,
    money,
    player,
    players,
    points,
    reshuffled,
    source,
    space,
    spaces,
    state,
    states,
    tokens,
    vps,
    win_share,
    wins,
)

EVENTS = Events(
    "owner",
    lambda setup: [f"owner {one['seat'] + 1} ({one['strategy']})" for one in setup["owners"]],
)
_event = EVENTS.declare

# --- Set-up and placing.

SETUP = _event(
    "setup",
    given("rules", about="(every switch, its value as text)"),
    given("seed"),
    given("game"),
    added(
        records(
            listed_seat("seat"),
            given("strategy"),
            money("money"),
            number("blocks"),
            number("vps"),
            each="  {seat}: {money}, {blocks} blocks, {vps} VPs",
        )
    )("owners"),
    given("first", about="(seat of the first commissioner)"),
    spaces("arrows", about="(spaces that get a bonus token)"),
    decks(
        "decks",
        about="(`players` and `employees`, top first, as shuffled, before anything is dealt)",
    ),
    players("draft_area", about="(players turned up at the start)"),
    face_down("face_down", about="(employees dealt, seat by seat)"),
    given("point_tokens", about="(the points of each)"),
    given("five_million_tokens", about="(how many)"),
    of_all=True,
    rules="SET, SWI",
    story="Game {game}, seed {seed}\n\nThe owners, clockwise:\n{owners}\n"
    "  Bonus tokens on [{arrows}~no space].\n[  In the draft area: {draft_area}.]\n{face_down}",
)
ROUND = _event(
    "round",
    number("round"),
    seat("commissioner"),
    states("tokens", about="(the state of each space)"),
    numbers("vps", about="(active VPs, seat by seat)"),
    of_all=True,
    rules="TIM-1",
    story="\nROUND {round} ({commissioner} is commissioner)\n[  Bonus tokens: {tokens}.]",
)
PLACED = _event(
    "place",
    space("space"),
    ordinal("bonus", about="(which of its bonus spaces, from 1)"),
    state("state", about="(of the space)"),
    rules="PLA-1, PLA-2",
    story="  {owner} places a VP on {space}, bonus space {bonus}[, which holds a {state}].",
)
STOPPED = _event(
    "stop",
    about=": the owner places no more this round",
    rules="PLA-1",
    story="  {owner} places no more VPs in this round.",
)
BONUS = _event(
    "bonus",
    earned("tokens", about="(bundle)"),
    about=": a money or token bonus earned. A first choice has no event",
    rules="BON-1 to BON-3",
    story="  {owner} earns a bonus: {tokens}.",
)
CARD = _event(
    "card",
    employee("employee", about="(drawn face down)"),
    player("player", about="(turned up)"),
    about="; null where none was left. One event a unit; renewals that its draws needed, or those "
    "of both units, come before it",
    rules="BON-4",
    story="  {owner} draws [{employee}~no employee]; [{player}~no player] is turned up in the "
    "draft area.",
)
STAR_USED = _event(
    "star",
    employee("employee"),
    tokens("paid"),
    tokens("gains", about="(bundles)"),
    about="; card bonuses that it gives follow. A declined star has no event",
    rules="BON-5",
    story="  {owner} uses {employee}[ for {paid}]: {gains}.",
)
TOKENS_SET = _event(
    "tokens",
    states("tokens"),
    of_all=True,
    about=": the state of each space after step 2",
    rules="BON-8",
    story="  The bonus tokens are now: [{tokens}~none].",
)

# --- Actions.

_GAINED = (
    tokens("gains", about="(bundle: the space's own clauses without a cost)"),
    tokens("extra", about="(bundle: those of places and cards)"),
)
EQUIPMENT_GAINED = _event(
    "equipment",
    *_GAINED,
    rules="ACT-2",
    story="  {owner} gains {gains} on Equipment[, and {extra} by what it owns].",
)
SPONSORED = _event(
    "sponsorship",
    *_GAINED,
    beside=True,
    rules="ACT-21",
    story="  {owner} gains {gains} on Sponsorship[, and {extra} by what it owns].",
)
MERCHANDISED = _event(
    "merchandising",
    *_GAINED,
    beside=True,
    rules="ACT-22",
    story="  {owner} gains {gains} on Merchandising[, and {extra} by what it owns].",
)
TRAINED = _event(
    "train",
    number("times"),
    tokens("paid", about="(bundle)"),
    wins("wins", about="(by the exchange)"),
    wins("extra", about="(wins by clauses of places and cards)"),
    about="; if nothing is exchanged and nothing extra comes there is `nothing` instead",
    rules="ACT-3, ACT-4",
    story="  {owner} [{times?}trains: {paid} for {wins}~trains without an exchange]"
    "[, and {extra} more].",
)
HIRED = _event(
    "hire",
    employee("employee"),
    money("paid", about="(money)"),
    about="; one event an employee",
    rules="ACT-5",
    story="  {owner} hires {employee} for {paid}.",
)
VP_BOUGHT = _event(
    "vice_president",
    money("paid", about="(money)"),
    rules="ACT-6",
    story="  {owner} takes one more VP for {paid}.",
)
WIN_TAKEN = _event(
    "win",
    tokens("gains", about="(bundle)"),
    about=": the Playbook's own clauses without a cost",
    rules="ACT-7",
    story="  {owner} gains {gains} on Playbook.",
)
FIELD_BLOCK = _event(
    "field",
    location("square"),
    tokens("paid", about="(bundle)"),
    points("points"),
    rules="ACT-8, ACT-9",
    story="  {owner} places a block on {square}[, paying {paid}]: {points}.",
)
CHANGED = _event(
    "change",
    number("amount", about="(how often)"),
    tokens("paid"),
    tokens("gains", about="(bundles)"),
    rules="ACT-11",
    story="  {owner} changes {paid} into {gains}.",
)
BUILDING_BLOCK = _event(
    "build",
    location("building"),
    tokens("paid", about="(bundle)"),
    points("points"),
    rules="ACT-12",
    story="  {owner} builds {building} for {paid}: {points}.",
)
BONUS_TILE = _event(
    "bonus_tile",
    location("place"),
    points("points"),
    about=": won by the block just placed",
    rules="SCO-5",
    story="  {owner} takes a bonus tile: {points}.",
)
TICKETS_SOLD = _event(
    "tickets",
    money("table", about="(money by the ticket table)"),
    number("extra", about="(money by clauses of places and cards)"),
    rules="ACT-15, ACT-16",
    story="  {owner} sells tickets: {table}[ and {extra} by what it owns].",
)
DRAFTED = _event(
    "draft",
    player("card"),
    money("paid", about="(money)"),
    rules="ACT-17",
    story="  {owner} drafts {card} for {paid}.",
)
SWAPPED = _event(
    "swap",
    player("card", about="(that comes)"),
    player("give", about="(that goes)"),
    rules="ACT-18",
    story="  {owner} swaps {give} for {card}.",
)
CASHED = _event(
    "cash_in",
    player("give"),
    points("points", before=", and ", about="(of the token taken)", unless="money"),
    money("money", before=" or ", optional=True),
    rules="ACT-19",
    story="  {owner} cashes {give} in for [{money}~{points}].",
)
IDLE_ACTION = _event(
    "nothing", space("space"), rules="ACT-1", story="  {owner} does nothing on {space}."
)
EFFECT = _event(
    "effect",
    source("source", about="(number of a card, place or space)"),
    tokens("paid"),
    tokens("gains", about="(bundles)"),
    about=": a clause of an action that no other event tells; it comes after the action's own "
    "event, and card bonuses that it gives follow",
    rules="EFF-1, EFF-2",
    story="  {owner} gains by {source}[ for {paid}]: {gains}.",
)

# --- Game time and the end.

FOOTBALL_GAINS = _event(
    "football",
    football("football", about="(bundles by source)"),
    about="; owners clockwise from the commissioner, nothing for who gains and pays nothing; card "
    "bonuses follow",
    rules="GAM-1",
    story="  {owner} gains {football}.",
)
SALARIES_PAID = _event(
    "salaries",
    money("due"),
    number("paid", about="(money)"),
    players("players"),
    employees("employees", about="(those unpaid)"),
    vps("vps", about="(how many unpaid)"),
    about="; nothing where nothing is due",
    rules="GAM-2 to GAM-5",
    story="  {owner} pays {paid} of {due} of salaries[; unpaid: [{players}|{employees}|{vps}]].",
)
LOSS = _event(
    "loss",
    space("space"),
    loss("what", about="(a kind of token, or the number of the card)"),
    about=": one event a loss",
    rules="LOS",
    story="  {owner} loses {what} to the stack on {space}.",
)
RESHUFFLED = _event(
    "reshuffle",
    deck("deck"),
    reshuffled("cards", about="(top first)"),
    of_all=True,
    rules="GAM-6",
    story="  The discarded {deck} are shuffled into their deck.",
)
ROUND_ENDED = _event(
    "end_round",
    number("round"),
    records(
        listed_seat("seat"),
        held("held"),
        blocks("blocks", about="(left)"),
        number("vps", about="(owned)"),
        number("away", about="(on vacation in the next round)"),
        locations("places", about="(in the order of placing)"),
        players("players"),
        employees("employees"),
        employees("face_down"),
        number("point_tokens", about="(points in them)"),
        points("points", about="(if the game ended now)"),
        each="  {seat} now has {points}, {blocks} left, {held}.",
    )("owners"),
    about=": it states what there is and changes nothing",
    of_all=True,
    rules="SCO-1",
    story="{owners}",
)
COMMISSIONER = _event(
    "commissioner",
    seat("commissioner", about="(seat)"),
    about=", if the game goes on",
    of_all=True,
    rules="END-1",
)
FINAL = _event(
    "final",
    ended_by("end"),
    records(
        listed_seat("seat"),
        parts(PART_WORDS)("parts"),
        worked_out(lambda told: sum(told["parts"].values()), points)("score"),
        number("entertainment"),
        number("wins"),
        number("money"),
        number("rank"),
        win_share("win_share"),
        each="  {rank}. {seat}: {score}[ and {win_share}] ({parts})",
        order=lambda one: one["rank"],
    )("owners"),
    about="; it states results and changes nothing",
    of_all=True,
    rules="END, SCO",
    story="\nTHE END, by {end}\n{owners}",
)
