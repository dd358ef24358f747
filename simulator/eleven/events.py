"""The events in a trace of Eleven (TRC), each declared once (`kernel.events`)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from eoc_sim.simulator.eleven import event_kinds
from eoc_sim.simulator.kernel.events import Event, Events, added_kind

EVENTS = Events(
    "manager",
    event_kinds,
    lambda setup: [
        *(
            f"manager {manager['seat'] + 1} ({manager['strategy']})"
            for manager in setup["managers"]
        ),
        "the board",
    ],
)
event = EVENTS.declare
seatless_event = partial(event, seatless=True)
records = EVENTS.records

_SETUP = (
    "{rules:given} (every switch, with its value as text), {seed:given}, {game:given}, {managers}, "
    "{first:given} (seat of the first manager), {clubs:deck_clubs} (each deck's clubs, as "
    "shuffled), {schedule:club_lists} (the clubs that each manager meets, week by week), "
    "{tactics:tactic_lists} (each manager's cards, the basic one first)"
)
_SETUP_STORY = (
    "Game {game}, seed {seed}\n\nThe managers, clockwise:\n{managers}\n"
    "  The clubs are {clubs}.\n{schedule}\n{tactics}"
)
_MANAGERS = {
    "managers": added_kind(
        records("{seat:listed_seat}, {strategy:given}", each="  {seat}"),
    )
}
SETUP = seatless_event("setup", "SET, SWI", _SETUP, _SETUP_STORY, kinds=_MANAGERS)
SEASON_SETUP = seatless_event(
    "setup",
    "SET",
    f"{_SETUP}; in the season layer also {{money:number}} (at the start), {{veterans}}, "
    "{youngsters} and {trainers} (one per manager; no trainers without staff), "
    "{directors:director_lists} and {objectives:objective_lists} (dealt to each manager), {decks} "
    "(`players`, `youngsters`, `staff`, `sponsors`, `meetings`, `tactics`: the cards of each, top "
    "first, before the rows are filled)",
    f"{_SETUP_STORY}\n{{veterans}}\n{{youngsters}}\n{{trainers}}\n{{directors}}\n{{objectives}}",
    kinds=_MANAGERS,
    shares_row=True,
)
ROW = seatless_event(
    "row",
    "SET-8, WEE-4",
    "{row} (`players`, `youngsters`, `staff` or `sponsors`), {card}, {place:number} (from 0, "
    "the oldest)",
    "  {card} joins the {row} of the Transfer Area.",
)
RESHUFFLE = seatless_event(
    "reshuffle",
    "SET-8, RND-1",
    "{deck}, {cards:things} (top first), just before the draw that needs it",
    "  The discarded {deck} are shuffled.",
)
DRAFT = event(
    "draft",
    "SET-5",
    "{round:number} (1 to 3), {card}",
    "  {manager} takes the director {card}.",
)
LEVELS = seatless_event(
    "levels",
    "SET-5, CLU-2, EPI-4",
    "{levels:level_lists} (every manager's: budget, fan base, operation, fitness; at the "
    "start, and after the levels fall in the Winter Break)",
    "{levels}",
)
OBJECTIVE = event(
    "objective", "SET-6", "{card:objective}", "  {manager} keeps the objective {card}."
)
WINTER_OBJECTIVE = event(
    "objective",
    "EPI-4",
    "{card:objective}; in the Winter Break also {vp:number} (0 for one that is discarded)",
    "  {manager} [scores {vp} VP for~discards] the objective {card}.",
    shares_row=True,
)
UNIQUE = event(
    "unique",
    "EXT-1",
    "{positive:unique}, {negative:unique} (the two cards dealt to the manager, after the "
    "objectives; effects after a match are `effect` events with the card as `source`, before all "
    "other effects)",
    "  {manager} plays {positive} on its good side and {negative} on its bad side.",
)
WEEK = seatless_event(
    "week",
    "WEE, WEE-4",
    "{week:number}, {first:seat} (this week's first manager)",
    "\nWEEK {week} ({first} is first manager)",
)
PRODUCTION = event(
    "production",
    "WEE-1, EPI-5",
    "{gains:resources} (by level; in the Winter Break only money, unless `winter_income = all`), "
    "{weekly:number} "
    "(money from sponsors, none in the Break)",
    "  {manager} gains {gains}[, and {weekly} money from sponsors].",
)
VOTE = event(
    "vote",
    "BOA",
    "{card}, {faces} (the first rolls of the directors, in draft order), {rerolled:pairs} "
    "(each the index of a director, from 0, and the new face), {colour} (`yellow`, `blue`, "
    "`red`, or null)",
    "  {manager} holds the meeting {card}[, rolls {rerolled} again]: [{colour}~no colour].",
)
ACT = event(
    "act",
    "WEE-2, ACT, EPI-5",
    "{day:number} (1 to 3; 0 in the Winter Break), {done}, {extra:flag} (an extra action, which "
    "costs operation), {card} (a player card, a staff card, a sponsor or a token; `office` for "
    "a step; null for a pass), "
    "{price:number} (money paid; 0 for a card bought from another manager: its `sale` has the "
    "price), "
    "{gains:resources} (the cash of a small sponsor)",
    "  {manager} {done}[ {card}][ for {price} money].",
)
SALE = event(
    "sale",
    "ACT-2",
    "{card}, {money:number}, {vp:number}",
    "  {manager} gains {money} money[ and {vp} VP] for {card}.",
)
DEAL_SALE = event(
    "sale",
    "TRA, MKT-2, MKT-3",
    "{card}, {money:number}, {vp:number}; with `transfers = on` or `market = on`, and for a sale "
    "by auction or offer in the Winter Break, also {buyer:seat} (who gets the card, with its "
    "tokens; null: the bank), {price:number} (paid by the buyer or the bank), "
    "{bonus:last_number} (from an auction), {market_of:market}. The seller (`manager`) gains "
    "`money`: the sum of price, bonus and market, but at least 0",
    "  {manager} gains {money} money[ and {vp} VP] for {card}[ from {buyer}][ ({market_of})].",
    shares_row=True,
)
AUCTION = event(
    "auction",
    "TRA-2",
    "{card}, {asking:number} (the asking price)",
    "  {manager} asks {asking} money for {card}.",
)
SHOW = event(
    "show",
    "TRA-6, TRA-8",
    "{card} (untrained, held by the manager), {to:seat} (who asked to see its other side; null: "
    "all, before an auction), {shown:flag}, {strength:number} and {gloves:number} (trained; 0 if "
    "the manager does not show them)",
    "  {manager} [{shown?}shows~does not show] the other side of {card}[ to {to}]"
    "[: strength {strength}].",
)
BID = event(
    "bid",
    "TRA-2",
    "{card}, {money:number} (0: the manager passes and is out; one with too little money is not "
    "asked)",
    "  {manager} [bids {money} money~passes].",
)
OFFER = event(
    "offer",
    "TRA-7",
    "{card}, {owner:seat}, {money:number}",
    "  {manager} offers {owner} {money} money for {card}.",
)
ANSWER = event(
    "answer",
    "TRA-3, TRA-5, TRA-7",
    "{card}, {accepted:flag} (an offer, or with `seller_may_refuse = on` the highest bid), "
    "{bonus:number} (gained after an auction whose highest bid is refused)",
    "  {manager} [{accepted?}accepts~refuses][ and gains {bonus} money].",
)
MARKET = seatless_event(
    "market",
    "MKT-1",
    "{transfer} (the card on top after the cut, which is active; each sale moves it under the "
    "pile)",
    "  The active transfer card is {transfer}.",
)
FREE_ACTION = event(
    "free_action",
    "ACT-9",
    "{day:number}, {source:thing}, {clause:number} (its index in the effect, from 0)",
    "  {manager} takes the free action of {source}.",
)
DISMISS = event("dismiss", "ACT-4", "{day:number}, {card}", "  {manager} dismisses {card}.")
BET_CLUBS = seatless_event(
    "bet_clubs",
    "BET-2",
    "{clubs:club_names} (those with the spare bet tokens; there is no such event with four "
    "managers)",
    "  The spare bet tokens lie on {clubs}.",
)
BET = event(
    "bet",
    "BET-3, BET-4",
    "{spaces:bet_spaces} (one; two neighbours, for their border; or four, for the point where they "
    "meet), {stake:number} (the manager's money on it), {free:number} (money from the supply on "
    "it); a manager who does not bet has no such event",
    "  {manager} bets {stake} money[ and {free} from the supply] on {spaces}.",
)
STANDS = event(
    "stands", "CLU-3", "{fans:stand_places}", "  {manager} fills {fans} in their stands."
)
_PREPARED = (
    "{tactic} (the card played, or null), {formation}, {layout:cells} (the cell of each jersey "
    "from 2 to 11: d, m or f for its row, then l, c or r)"
)
PREPARED = event(
    "prepare",
    "MAT-3 to MAT-5",
    _PREPARED,
    "  {manager} plays [{tactic}~no tactic card] and {formation}.",
)
SEASON_PREPARED = event(
    "prepare",
    "PLA-3",
    f"{_PREPARED}; in the season layer also {{fielded:cards}} (by jersey, the keeper first), "
    "{fitness:number} (paid for them), {put:lists} (resources on each of them), "
    "{sides:marker_sides?} (of the markers, only with `basic_side = free`), {operation:number?} "
    "(paid instead of fitness for cards with a stand-in token), {taken:jerseys?} (the markers that "
    "the cards with jerseys 12 and 13 take over, in this order)",
    "  {manager} plays [{tactic}~no tactic card] and {formation}[, with {fielded}].",
    shares_row=True,
)
LEAGUE_MATCH_PREPARED = event(
    "prepare",
    "PVP-3",
    "for a league match in a season, only these fields: {rival:seat}, {fielded:cards}, "
    "{fitness:number}, {put:lists}, {operation:number?} and {taken:jerseys?}, which apply to "
    "both halves",
    "  {manager} prepares for {rival}[, with {fielded}].",
    shares_row=True,
)
REVEALED = event(
    "reveal",
    "MAT-6",
    "{club}, {line_up} (the line-up drawn)",
    "  {manager} meets {club} with the line-up {line_up}.",
)
REFEREE = event(
    "referee",
    "REF-2",
    "{dice:faces} (the first rolls of the d12 and the d6), {rerolled:pairs} (each 0 for the d12 or "
    "1 for the d6, and its new face), {row:referee_row} (1 to 12, from the d12), {referee} (1 to "
    "6, from the d6), {cards} (assigned, with a tag from the row)",
    "  The referee of {manager} is {referee}, row {row}[: {cards}].",
)
REFEREE_TACTIC = event(
    "referee_tactic",
    "REF-7, REF-8",
    "{tactic} (the additional card, of which only the effect applies)",
    "  {manager} also plays {tactic}.",
)
REFEREE_EFFECT = event(
    "referee_effect",
    "REF-3 to REF-8",
    "{cards} (on which it acts), {dice:faces} (one for each of them, or none), {strength:number} "
    "(added to each for this match; negative: weakness), {goals} (of the manager), "
    "{against:goals} (of the opponent; an event with goals comes before its `match`, which counts "
    "them too), "
    "{token:referee_token} (placed on the card: `injury`, `suspension`, `weakness`, or null), "
    "{gains:resources}, {vp:number}; an effect after the match comes between "
    "`match` and all `after` effects",
    "  The referee of {manager}[ acts on {cards}][: {strength} strength][: {goals}]"
    "[: {against} against][: {token}][: {gains}][: {vp} VP].",
)
EFFECT = event(
    "effect",
    "MAT-6",
    "{tactic}, {jersey} (of the marker turned), {side} (`shield` or `ball`, as it lies now)",
    "  {manager} turns marker {jersey} to its {side}.",
)
_EFFECT = (
    "{source:thing}, {clause:number} (its index in the effect, from 0), "
    "{paid:resources}, {cards:things} (chosen by the owner, or gained), {markers:jerseys}, "
    "{die:face} (or null), {gains:change}, {levels}, {vp:number}"
)
_EFFECT_STORY = (
    "  {source} of {manager} takes effect[: pays {paid}][; {cards}][; {gains}]"
    "[; changes levels by {levels}][; {vp} VP]."
)
SEASON_EFFECT = event(
    "effect", "EFF", f"in the season layer {_EFFECT}", _EFFECT_STORY, shares_row=True
)
END_EFFECT = event("end_effect", "SCO-6", _EFFECT, _EFFECT_STORY)
_MATCH = (
    "{club}, {goals:number}, {against:number}, {tactic_goals:number} (how many of `goals` were "
    "added by tactic cards), {points}, {saves}, {shots:numbers}, {goals_of:numbers}, "
    "{shots_against:numbers}, {goals_against_of:numbers} (by section: left wing, right wing, "
    "central attack, midfield, defence; the opponent's by its own sections), {scorers:jerseys}"
)
_MATCH_STORY = "  The match of {manager} against {club} ends {goals}-{against}: {points}."
MATCH = event("match", "MAT-7 to MAT-11", _MATCH, _MATCH_STORY)
SEASON_MATCH = event(
    "match",
    "MAT-7 to MAT-11",
    f"{_MATCH}; in the season layer also {{cards}} (those that scored, by jersey), "
    "{abilities:last_number} (how many abilities with a cost or a choice the manager's cards "
    "used)",
    _MATCH_STORY,
    shares_row=True,
)
FIRST_GOAL = event(
    "first_goal",
    "EPI-9",
    "{card} (which gains permanent strength from its winter token)",
    "  {card} of {manager} has scored its first goal, and gains strength.",
)
LAYOUT = event(
    "layout",
    "PVP-4, PVP-6",
    "{half:number} (1 or 2), {rival:seat}, {shown:flag} (the manager showed their formation before "
    "the rival laid out their team), {formation}, {layout:cells}, {sides:marker_sides?} (as in "
    "`prepare`); both layouts are shown together, first that of the manager who showed their "
    "formation",
    "  {manager} lays out {formation} against {rival}.",
)
_BOTH_TEAMS = (
    "{goals:number}, {against:number}, {saves}, {shots:numbers}, {goals_of:numbers}, "
    "{shots_against:numbers}, {goals_against_of:numbers}, {scorers:jerseys}"
)
HALF = event(
    "half",
    "PVP-5, PVP-6",
    "{half:number} (1 or 2), {rival:seat} (the Visitor; `manager` is the Host), "
    f"{_BOTH_TEAMS}, {{scorers_against:jerseys}}",
    "  Half {half}: {manager} {goals}-{against} {rival}.",
)
SHOOT_OUT = event(
    "shoot_out",
    "PVP-7",
    "{round:number} (from 1), {rival:seat} (the Visitor; `manager` is the Host), {faces} (the "
    "first rolls of Host and Visitor), {rerolled:pairs} (each 0 for the Host or 1 for the Visitor, "
    "and its new face, in the order rolled), {rolls:numbers} (the final results of Host and "
    "Visitor), {winner:seat} (null: they roll again)",
    "  Shoot-out of {manager} and {rival}: {rolls}[, {winner} wins].",
)
_LEAGUE_MATCH = (
    "in a league match, {rival:seat} and {host:flag} instead of `club` and `tactic_goals`, and the "
    f"sums over both halves: {_BOTH_TEAMS}, {{points}}"
)
_LEAGUE_MATCH_STORY = "  The match of {manager} against {rival} ends {goals}-{against}: {points}."
LEAGUE_MATCH = event("match", "PVP-7", _LEAGUE_MATCH, _LEAGUE_MATCH_STORY)
SEASON_LEAGUE_MATCH = event(
    "match",
    "PVP-8",
    f"{_LEAGUE_MATCH}; in the season layer also {{cards}} and {{abilities:last_number}}",
    _LEAGUE_MATCH_STORY,
    shares_row=True,
)
UNUSED = event("unused", "MAT-5", "{back:resources}", "  {manager} takes {back} back.")
EXPERIENCE = event(
    "experience",
    "PLA-4",
    "{card}, {filled:number}, {trained}",
    "  {card} of {manager} has {filled} experience[ and is {trained}].",
)
LEAVE = event("leave", "PLA-5", "{card} (a veteran)", "  {card} of {manager} leaves the game.")
CONSEQUENCE = event(
    "consequence",
    "MAT-12",
    "{dice:faces} (kind and number), {rerolled:pairs} (each 0 for the kind or 1 for the "
    "number, and its new face), {kind:consequence} (as in the table), {card} (on which a "
    "token lies, or null), {gains:resources}",
    "  The match of {manager} brings {kind}[ on {card}].",
)
CLUBS = seatless_event(
    "clubs",
    "LEA-4",
    "{clubs}",
    "  The clubs gain points: {clubs}.",
    kinds={
        "clubs": replace(
            records(
                "{club}, {met:seat} (seat whose result counts for it, or null), {die:face} (the "
                "face rolled, or null), {points:number}",
                each="",
            ),
            say=lambda value, story: ", ".join(
                f"{record['points']} ({record['club']})" for record in value
            ),
        )
    },
)
TABLE = seatless_event(
    "table",
    "LEA-1, LEA-5",
    "{week:number}, {managers}, {clubs}; the event only reports the state of the game",
    "{managers}",
    kinds={
        "managers": records(
            "{seat:listed_seat}, {points}, {won:number}, {drawn:number}, {lost:number}, "
            "{goals_for:number}, {goals_against:number}, {position:number}, {score:vp} (if the "
            "game ended now)",
            each="  {position}. {seat} with {points}, goals {goals_for}-{goals_against}",
            order=lambda record: record["position"],
        ),
        "clubs": records("{club}, {points:number}", each=""),
    },
)
PAYOUT = event(
    "payout",
    "BET-5",
    "{results:numbers} (3, 1 or 0: of the managers by seat, then of the clubs with spare tokens), "
    "{space:bet_space} (the winning one), {money:number} (gained; 0 for a token on other spaces); "
    "then all money on the token goes to the supply",
    "  {space} wins: {manager} gains {money} money.",
)
RECOVER = event(
    "recover",
    "PLA-3",
    "{card}, {token} (`injury` or `suspension`)",
    "  {card} of {manager} is free of its {token}.",
)
UPKEEP = event(
    "upkeep",
    "CLU-7",
    "{due:tracks} (for players, staff and stadium), {paid:number}, {vp:number} (negative), "
    "{left:card} (the staff card that leaves, or null)",
    "  {manager} pays {paid} money in upkeep[ and loses {vp} VP][; {left} leaves].",
)
LOSS = event(
    "loss",
    "CLU-1",
    "{lost:resources} (with `keep = money`, all but money; no such event if nothing is lost)",
    "  {manager} cannot keep {lost}.",
)
WEEK_END = event(
    "week_end",
    "WEE-4",
    "{resources}, {levels}, {cards} (in the order of the sheets), {staff:things}, "
    "{sponsors:things}, {tokens:things} (each in order of arrival), {vp:number} (from effects, "
    "penalties and youngsters sold), {score:number} (all parts, if the game ended now); the "
    "event only reports the state of the game",
    "  {manager} has {resources}; levels {levels}.",
)
WINTER_BREAK = seatless_event(
    "winter_break",
    "EPI-1",
    "{first:seat} (of the Break and of week 6); objectives and levels follow, then the "
    "rows of players and youngsters are discarded and filled again",
    "\nWINTER BREAK ({first} is first manager)",
)
WINTER_TOKEN = seatless_event(
    "winter_token",
    "EPI-7",
    "{round:number} (1 to 3), {tokens:winter_tokens} (the kinds revealed, one more than there are "
    "managers, or all that are left)",
    "  The winter tokens {tokens} are revealed.",
)
WINTER_PICK = event(
    "winter_pick",
    "EPI-7",
    "{round:number}, {token:winter_token} (one of those revealed; the one that nobody takes is "
    "discarded)",
    "  {manager} takes the winter token {token}.",
)
WINTER_PLACE = event(
    "winter_place",
    "EPI-8",
    "{token:winter_token} (a manager's tokens come in the order in which they were taken), {card} "
    "(null: the token is lost)",
    "  The winter token {token} of {manager} [is put on {card}~is lost].",
)
GOAL = event(
    "goal",
    "SOLO-1, SOLO-2",
    "{goal:scenario_goal} (one condition of the scenario, as written in its sheet), {value:number} "
    "(what it measures; for an objective 0 missed, 1 fulfilled, 2 perfect), {met} (true or false); "
    "a goal 'after week 5' is checked before week 6 begins, all others at the end; the event only "
    "reports the state of the game",
    "  The goal {goal} of {manager} is [{met}~missed] ({value}).",
)
ROLL_OFF = seatless_event(
    "roll_off",
    "SCO-7",
    "{managers:rolls} (those still tied)",
    "  The tied managers roll: {managers}.",
)
_RANKED = (
    "{score}, {position:number}, {points}, {rank:number}, {win_share}",
    "  {rank}. {seat}[ {win_share}][: {score} (position {position}, {points})]",
)


def _final(kind: str, shares_row: bool) -> Event:
    """Declare a layer's last event, with its parts of the score."""
    ranking, ranked_part = _RANKED
    return seatless_event(
        "final",
        "SCO",
        "{managers}; the event only reports results. In solo the last entry is the board, "
        "whose score, position and points are 0 (SOLO-2)",
        "\nTHE END\n{managers}",
        kinds={
            "managers": records(
                f"{{seat:listed_seat}}, {{parts:{kind}}}, {ranking}",
                each=ranked_part,
                order=lambda record: record["rank"],
            )
        },
        shares_row=shares_row,
    )


FINAL = _final("league_part", shares_row=False)
SEASON_FINAL = _final("score_parts", shares_row=True)
