"""The narration of a game's trace, month by month."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.eoc.columns import PART_WORDS
from eoc_sim.simulator.eoc.words import MONTH_NAMES

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.versions import Version

Event = Mapping[str, Any]


def narrate(events: Iterable[Event], version: Version) -> Iterator[str]:
    """Narrate a game that this version played, line by line."""
    names = {card.number: card.name for card in version.components.cards}
    names |= {coach.number: coach.name for coach in version.components.coaches}
    return story(events, names)


def story(events: Iterable[Event], names: Mapping[str, str]) -> Iterator[str]:
    """Narrate a game; ``names`` are those of cards and coaches by number."""
    narrator = Narrator(names)
    for event in events:
        yield from narrator.tell(event)


class Narrator:
    """Narrates one event after another; remembers seating and turn."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self._players: list[str] = []
        self._turn: int | None = None
        self._ended = False

    def tell(self, event: Event) -> Iterator[str]:
        """Narrate one event."""
        kind = str(event["e"])
        if kind == "end_card" or (kind == "market" and event["final"]):
            if not self._ended:
                self._ended = True
                yield ""
                yield "AFTER FEBRUARY"
            if kind == "market":
                yield f"  {self._player(event)} {self._market(event)}."
                return
        if kind in _ACTIONS:
            if self._turn != event["player"]:
                self._turn = int(event["player"])
                yield f"  {self._player(event)}, on its turn:"
            yield f"    {_ACTIONS[kind](self, event)}"
            if kind == "end_turn":
                self._turn = None
            return
        tell: Callable[[Event], Iterator[str]] = getattr(self, f"_tell_{kind}")
        yield from tell(event)

    def _card(self, number: str) -> str:
        name = self._names.get(number)
        return f"{number} {name}" if name else number

    def _cards(self, numbers: Iterable[str]) -> str:
        return ", ".join(self._card(number) for number in numbers) or "none"

    def _player(self, event: Event) -> str:
        return self._players[event["player"]]

    def _source(self, event: Event) -> str:
        return self._card(event["card"] if "card" in event else event["coach"])

    # --- Set-up.

    def _tell_setup(self, event: Event) -> Iterator[str]:
        players = event["players"]
        self._players = [f"{one['region']} ({one['strategy']})" for one in players]
        yield f"Game {event['game']}, seed {event['seed']}"
        yield ""
        yield "The players, clockwise:"
        for name, one in zip(self._players, players, strict=True):
            coach = self._card(one["coach"]) if one.get("coach") else "no Head Coach"
            stars = f", {one['stars']} stars" if one.get("stars") else ""
            yield f"  {name}: {coach}, {one['bucks']} BB{stars}"
        yield f"  {self._players[event['first']]} starts."

    def _tell_coach(self, event: Event) -> Iterator[str]:
        yield f"  {self._player(event)} chooses {self._card(event['coach'])} as Head Coach."

    def _tell_pick(self, event: Event) -> Iterator[str]:
        yield f"  {self._player(event)} picks {self._card(event['card'])} for its stash."

    def _tell_stash(self, event: Event) -> Iterator[str]:
        text = f"  {self._player(event)} has in its stash {self._cards(event['kept'])}"
        if event["to_pool"]:
            text += f"; gives up {self._cards(event['to_pool'])}"
        yield text + "."

    # --- The month.

    def _tell_month(self, event: Event) -> Iterator[str]:
        self._turn = None
        yield ""
        yield f"{MONTH_NAMES[event['month']].upper()} ({self._players[event['start']]} starts)"

    def _tell_deal(self, event: Event) -> Iterator[str]:
        yield f"  {self._player(event)} is dealt {self._cards(event['cards'])}."

    def _tell_draft(self, event: Event) -> Iterator[str]:
        source = {"hand": "its hand", "pool": "the pool", "stash": "its stash"}[event["source"]]
        text = f"  {self._player(event)} drafts {self._card(event['card'])} from {source}"
        if event["dumped"]:
            text += f"; discards {self._cards(event['dumped'])}"
        yield text + "."

    def _tell_delay(self, event: Event) -> Iterator[str]:
        yield f"  {self._player(event)} discards {self._card(event['card'])} and delays."

    def _tell_roll(self, event: Event) -> Iterator[str]:
        dice = ", ".join(f"{colour} {value}" for colour, value in event["dice"].items())
        yield f"  The dice: {dice}."

    def _tell_bookie(self, event: Event) -> Iterator[str]:
        yield (
            f"  {self._player(event)} shifts the {event['colour']} die from {event['from']} to "
            f"{event['to']} for its bets."
        )

    def _tell_vegas(self, event: Event) -> Iterator[str]:
        yield (
            f"  {self._player(event)} wins {event['tokens']} {_noun(event['tokens'], 'bet')} on "
            f"{event['colour']} {event['number']}: {_gains(event)}."
        )

    def _tell_crap_out(self, event: Event) -> Iterator[str]:
        yield f"  {self._player(event)} has Crapped Out."

    def _tell_pick_die(self, event: Event) -> Iterator[str]:
        yield f"  {self._player(event)} picks the {event['colour']} {event['value']}."

    def _tell_die(self, event: Event) -> Iterator[str]:
        mode = "in full" if event["mode"] == "full" else "at half"
        yield (
            f"  {self._player(event)} takes {event['colour']} {event['value']} {mode}: "
            f"{event['ec']} EC in {MONTH_NAMES[event['month']]}."
        )

    def _tell_income(self, event: Event) -> Iterator[str]:
        yield f"  {self._player(event)} receives {_envelopes(event['ec'])}."

    # --- Actions of a turn; every one is a phrase of "NAME, on its turn".

    def _play_card(self, event: Event) -> str:
        text = f"plays {self._card(event['card'])} for {_envelopes(event['paid'])}"
        return text + _aside(event) + f": {_stars(event['stars'])}"

    def _trigger(self, event: Event) -> str:
        text = f"uses {self._source(event)}"
        paid = _gains(event["paid"]) if event.get("paid") else ""
        return text + (f" for {paid}" if paid else "") + f": {_gains(event) or 'nothing'}"

    def _trade(self, event: Event) -> str:
        fee = _gains({"bucks": event["bucks"], "stars": -event["stars"] if event["stars"] else 0})
        give = _envelopes(event["give"]) + (f" and {fee}" if fee else "")
        return f"trades {give} for {_envelopes(event['take'])}"

    def _move(self, event: Event) -> str:
        how = "free" if event["free"] else f"for {_envelopes(event['paid'])}"
        if event.get("bucks"):
            how = f"for {event['bucks']} BB"
        return f"moves from {event['from']} to {event['to']} ({how})"

    def _runner(self, event: Event) -> str:
        fee = f" for {event['bucks']} BB" if event["bucks"] else " free"
        return f"sends a runner to {event['spot']}{fee}, with {_envelopes(event['ec'])}"

    def _sign(self, event: Event) -> str:
        text = f"signs the {event['position']} of {event['spot']} for {_envelopes(event['paid'])}"
        if event["package"]:
            text += f" and a package of {_envelopes(event['package'])}"
        text += _aside(event)
        value = f"value {event['base']}"
        if event["vmd"]:
            value += f"{event['vmd']:+d}"
        text += f": {_stars(event['stars'])} ({value}"
        return text + "".join(f"; {self._bonus(one)}" for one in event["bonuses"]) + ")"

    def _bonus(self, bonus: Event) -> str:
        return f"{self._source(bonus)}: {_gains(bonus) or 'nothing'}"

    def _market(self, event: Event) -> str:
        kind = "a final marketing campaign" if event["final"] else "a marketing campaign"
        text = f"runs {kind} for {event['bucks']} BB: {_stars(event['stars'])}"
        bonuses = event["bonuses"] if isinstance(event.get("bonuses"), list) else []
        return text + "".join(f"; {self._bonus(one)}" for one in bonuses)

    def _bet(self, event: Event) -> str:
        cost = "free" if event.get("free") else f"for {_envelopes(event['paid'])}"
        return f"bets on {event['colour']} {event['number']} ({cost})"

    def _end_turn(self, event: Event) -> str:
        text = f"ends the turn with {event['bucks']} BB and {_stars(event['score'])}"
        if event["wasted"]:
            text += f"; loses {_envelopes(event['wasted'])} left over"
        return text

    # --- Other events.

    def _tell_lost_package(self, event: Event) -> Iterator[str]:
        yield (
            f"      {self._player(event)} loses its package of {_envelopes(event['ec'])} on "
            f"{event['spot']}."
        )

    def _tell_refund(self, event: Event) -> Iterator[str]:
        where = "its mat" if not event["month"] else MONTH_NAMES[event["month"]]
        yield (
            f"      {self._player(event)} gets its package of {_envelopes(event['ec'])} on "
            f"{event['spot']} back, to {where}."
        )

    def _tell_expire(self, event: Event) -> Iterator[str]:
        yield f"  {self._card(event['card'])} of {self._player(event)} expires."

    def _tell_pool_cleared(self, event: Event) -> Iterator[str]:
        yield "  The pool is cleared."

    def _tell_pool_card(self, event: Event) -> Iterator[str]:
        yield f"  {self._card(event['card'])} is dealt to the pool."

    def _tell_reshuffle(self, event: Event) -> Iterator[str]:
        where = "put under the draw deck" if event["under"] else "the new draw deck"
        yield f"  The {len(event['cards'])} discarded cards are shuffled: {where}."

    def _tell_bid(self, event: Event) -> Iterator[str]:
        yield (
            f"  {self._player(event)} bids {event['bid']} BB."
            if event["bid"]
            else f"  {self._player(event)} passes."
        )

    def _tell_sale(self, event: Event) -> Iterator[str]:
        if event["buyer"] is None:
            yield f"  {self._player(event)} keeps the Chain for {event['bucks']} BB."
        else:
            buyer = self._players[event["buyer"]]
            yield f"  {self._player(event)} sells the Chain to {buyer} for {event['bucks']} BB."

    def _tell_bubba(self, event: Event) -> Iterator[str]:
        if event["cards_scored"]:
            yield f"  Bubba scores the discarded cards: {_stars(event['cards_scored'])}."
        if event["spot"]:
            yield f"  Bubba takes the recruit of {event['spot']}: {_stars(event['stars'])}."

    # --- The end.

    def _tell_end_card(self, event: Event) -> Iterator[str]:
        yield f"  {self._player(event)} scores {self._source(event)}: {_stars(event['stars'])}."

    def _tell_roll_off(self, event: Event) -> Iterator[str]:
        rolls = ", ".join(
            f"{self._players[int(seat)]} {value}" for seat, value in event["dice"].items()
        )
        yield f"  The tied players roll: {rolls}."

    def _tell_final(self, event: Event) -> Iterator[str]:
        yield ""
        yield "FINAL SCORES"
        results = list(enumerate(event["players"]))
        while len(self._players) < len(results):
            self._players.append("Bubba")
        for seat, result in sorted(results, key=lambda one: (one[1]["rank"], -one[1]["score"])):
            parts = ", ".join(
                f"{words} {result['parts'][part]}"
                for part, words in PART_WORDS.items()
                if result["parts"].get(part)
            )
            yield f"  {result['rank']}. {self._players[seat]}: {_stars(result['score'])} ({parts})"
        winner = event.get("winner")
        if winner is not None:
            yield f"  {self._players[winner]} wins."
        else:
            yield "  The win is shared."


_ACTIONS: dict[str, Callable[[Narrator, Event], str]] = {
    "play_card": Narrator._play_card,
    "trigger": Narrator._trigger,
    "trade": Narrator._trade,
    "move": Narrator._move,
    "runner": Narrator._runner,
    "sign": Narrator._sign,
    "market": Narrator._market,
    "bet": Narrator._bet,
    "end_turn": Narrator._end_turn,
}


def _noun(number: int, one: str) -> str:
    return one if number == 1 else one + "s"


def _stars(number: int) -> str:
    return f"{number} {_noun(number, 'star')}"


def _envelopes(bundle: Mapping[str, int]) -> str:
    """Write EC by colour: ``2 green and 1 blue EC``."""
    parts = [f"{number} {colour}" for colour, number in bundle.items() if number]
    if not parts:
        return "no EC"
    joined = parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]
    return f"{joined} EC"


def _aside(event: Event) -> str:
    """Describe a purchase's savings: discount, substitutes, package EC not needed."""
    parts = []
    if event.get("discount"):
        parts.append(f"{_envelopes(event['discount'])} off")
    if event.get("substitute"):
        parts.append(f"{sum(event['substitute'].values())} BB in place of EC")
    if event.get("lost"):
        parts.append(f"{_envelopes(event['lost'])} of the package not needed")
    return f" ({', '.join(parts)})" if parts else ""


def _gains(event: Event) -> str:
    """Describe an event's gains: ``2 stars, 1 BB, 1 green EC``."""
    parts = []
    if event.get("stars"):
        parts.append(_stars(event["stars"]))
    if event.get("bucks"):
        parts.append(f"{event['bucks']} BB")
    if event.get("ec"):
        parts.append(_envelopes(event["ec"]))
    for key, one in (
        ("moves", "free move"),
        ("free_bets", "free bet"),
        ("bets", "free bet"),
        ("free_runners", "free runner"),
        ("runners", "free runner"),
    ):
        if event.get(key):
            parts.append(f"{event[key]} {_noun(event[key], one)}")
    return ", ".join(parts)
