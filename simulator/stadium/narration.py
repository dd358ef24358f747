"""The narration of a game's trace, round by round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.stadium.columns import PART_WORDS, SPACE_WORDS

if TYPE_CHECKING:
    from eoc_sim.simulator.stadium.versions import Version

Event = Mapping[str, Any]
SINGULARS = {"wins": "win", "points": "point", "blocks": "block", "VPs": "VP"}


def narrate(events: Iterable[Event], version: Version) -> Iterator[str]:
    """Narrate a game that this version played, line by line."""
    components = version.components
    names = {
        one.number: one.name
        for sheet in ("buildings", "field", "players", "employees")
        for one in components.sheet(sheet)
    }
    yield from story(events, names)


def story(events: Iterable[Event], names: Mapping[str, str]) -> Iterator[str]:
    """Narrate a game; ``names`` are those of places and cards by number."""
    narrator = Narrator(names)
    for event in events:
        yield from narrator.tell(event)


def counted(number: int, kind: str) -> str:
    """Put a number of things into words.

    >>> counted(1, "points"), counted(2, "money")
    ('1 point', '2 money')
    """
    return f"{number} {SINGULARS.get(kind, kind) if number == 1 else kind}"


def tokens(bundle: Mapping[str, int]) -> str:
    """Put a bundle into words.

    >>> tokens({"money": 2, "wins": 1})
    '2 money and 1 win'
    """
    parts = [counted(number, kind) for kind, number in bundle.items()]
    return " and ".join([*([", ".join(parts[:-1])] if parts[1:] else []), *parts[-1:]]) or "nothing"


class Narrator:
    """Narrates one event after another and remembers the seating."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self._owners: list[str] = []

    def tell(self, event: Event) -> Iterator[str]:
        """Narrate one event."""
        told = getattr(self, f"_tell_{event['e']}", None)
        if told is not None:
            yield from told(event)
            return
        done = getattr(self, f"_done_{event['e']}")(event)
        yield f"  {self._owner(event)} {done}."

    def _card(self, number: Any) -> str:
        name = self._names.get(str(number))
        return f"{number} {name}" if name else str(number)

    def _cards(self, numbers: Iterable[str]) -> str:
        return ", ".join(self._card(number) for number in numbers) or "none"

    def _owner(self, event: Event) -> str:
        return self._owners[event["owner"]]

    # --- Set-up and rounds.

    def _tell_setup(self, event: Event) -> Iterator[str]:
        self._owners = [f"owner {one['seat'] + 1} ({one['strategy']})" for one in event["owners"]]
        yield f"Game {event['game']}, seed {event['seed']}"
        yield ""
        yield "The owners, clockwise:"
        for name, one in zip(self._owners, event["owners"], strict=True):
            yield f"  {name}: {one['money']} money, {one['blocks']} blocks, {one['vps']} VPs"
        arrows = ", ".join(SPACE_WORDS[number - 1] for number in event["arrows"])
        yield f"  Bonus tokens on {arrows or 'no space'}."
        if event["draft_area"]:
            yield f"  In the draft area: {self._cards(event['draft_area'])}."
        for name, cards in zip(self._owners, event["face_down"], strict=True):
            if cards:
                yield f"  {name} has face down: {self._cards(cards)}."

    def _tell_round(self, event: Event) -> Iterator[str]:
        yield ""
        yield f"ROUND {event['round']} ({self._owners[event['commissioner']]} is commissioner)"
        if said := self._states(event["tokens"]):
            yield f"  Bonus tokens: {said}."

    def _states(self, states: Iterable[str]) -> str:
        return ", ".join(
            f"{SPACE_WORDS[space]} {state}" for space, state in enumerate(states) if state != "bare"
        )

    def _tell_tokens(self, event: Event) -> Iterator[str]:
        yield f"  The bonus tokens are now: {self._states(event['tokens']) or 'none'}."

    def _tell_reshuffle(self, event: Event) -> Iterator[str]:
        yield f"  The discarded {event['deck']} are shuffled into their deck."

    def _tell_end_round(self, event: Event) -> Iterator[str]:
        for one in event["owners"]:
            held = {
                kind: one[kind]
                for kind in ("money", "equipment", "wins", "entertainment", "construction")
                if one[kind]
            }
            yield (
                f"  {self._owners[one['seat']]} now has {counted(one['points'], 'points')}, "
                f"{counted(one['blocks'], 'blocks')} left, {tokens(held)}."
            )

    def _tell_commissioner(self, event: Event) -> Iterator[str]:
        return iter(())

    def _tell_final(self, event: Event) -> Iterator[str]:
        yield ""
        ended = "a last block" if event["end"] == "blocks" else "the most rounds that are played"
        yield f"THE END, by {ended}"
        for one in sorted(event["owners"], key=lambda one: one["rank"]):
            parts = ", ".join(
                f"{PART_WORDS[part]} {points}" for part, points in one["parts"].items() if points
            )
            won = (
                ""
                if one["win_share"] == 0
                else (" and wins" if one["win_share"] == 1 else " and shares the win")
            )
            points = counted(one["score"], "points")
            yield f"  {one['rank']}. {self._owners[one['seat']]}: {points}{won} ({parts})"

    # --- What owners do.

    def _done_place(self, event: Event) -> str:
        space = SPACE_WORDS[event["space"] - 1]
        token = "" if event["state"] == "bare" else f", which holds a {event['state']}"
        return f"places a VP on {space}, bonus space {event['bonus']}{token}"

    def _done_stop(self, event: Event) -> str:
        return "places no more VPs in this round"

    def _done_bonus(self, event: Event) -> str:
        return f"earns a bonus: {tokens(event['tokens'])}"

    def _done_card(self, event: Event) -> str:
        drawn = self._card(event["employee"]) if event["employee"] else "no employee"
        turned = self._card(event["player"]) if event["player"] else "no player"
        return f"draws {drawn}; {turned} is turned up in the draft area"

    def _done_star(self, event: Event) -> str:
        paid = f" for {tokens(event['paid'])}" if event["paid"] else ""
        return f"uses {self._card(event['employee'])}{paid}: {tokens(event['gains'])}"

    def _gained(self, event: Event) -> str:
        extra = f", and {tokens(event['extra'])} by what it owns" if event["extra"] else ""
        return f"gains {tokens(event['gains'])} on {event['e'].capitalize()}{extra}"

    _done_equipment = _done_sponsorship = _done_merchandising = _gained

    def _done_train(self, event: Event) -> str:
        extra = f", and {tokens({'wins': event['extra']})} more" if event["extra"] else ""
        if event["times"] == 0:
            return f"trains without an exchange{extra}"
        return f"trains: {tokens(event['paid'])} for {tokens({'wins': event['wins']})}{extra}"

    def _done_hire(self, event: Event) -> str:
        return f"hires {self._card(event['employee'])} for {event['paid']} money"

    def _done_vice_president(self, event: Event) -> str:
        return f"takes one more VP for {event['paid']} money"

    def _done_win(self, event: Event) -> str:
        return f"gains {tokens(event['gains'])} on Playbook"

    def _done_field(self, event: Event) -> str:
        paid = f", paying {tokens(event['paid'])}" if event["paid"] else ""
        points = counted(event["points"], "points")
        return f"places a block on {self._card(event['square'])}{paid}: {points}"

    def _done_change(self, event: Event) -> str:
        return f"changes {tokens(event['paid'])} into {tokens(event['gains'])}"

    def _done_build(self, event: Event) -> str:
        return (
            f"builds {self._card(event['building'])} for {tokens(event['paid'])}: "
            f"{counted(event['points'], 'points')}"
        )

    def _done_bonus_tile(self, event: Event) -> str:
        return f"takes a bonus tile: {counted(event['points'], 'points')}"

    def _done_tickets(self, event: Event) -> str:
        extra = f" and {event['extra']} by what it owns" if event["extra"] else ""
        return f"sells tickets: {event['table']} money{extra}"

    def _done_draft(self, event: Event) -> str:
        return f"drafts {self._card(event['card'])} for {event['paid']} money"

    def _done_swap(self, event: Event) -> str:
        return f"swaps {self._card(event['give'])} for {self._card(event['card'])}"

    def _done_cash_in(self, event: Event) -> str:
        money = "money" in event
        got = tokens({"money": event["money"]}) if money else counted(event["points"], "points")
        return f"cashes {self._card(event['give'])} in for {got}"

    def _done_nothing(self, event: Event) -> str:
        return f"does nothing on {SPACE_WORDS[event['space'] - 1]}"

    def _done_effect(self, event: Event) -> str:
        paid = f" for {tokens(event['paid'])}" if event["paid"] else ""
        return f"gains by {self._card(event['source'])}{paid}: {tokens(event['gains'])}"

    def _done_football(self, event: Event) -> str:
        total: dict[str, int] = {}
        for bundle in event["gains"].values():
            for kind, number in bundle.items():
                total[kind] = total.get(kind, 0) + number
        sources = self._cards(event["gains"])
        return f"gains {tokens(total)} at game time ({sources})"

    def _done_salaries(self, event: Event) -> str:
        unpaid = [self._card(one) for one in (*event["players"], *event["employees"])]
        if event["vps"]:
            unpaid.append(counted(event["vps"], "VPs"))
        left = f"; unpaid: {', '.join(unpaid)}" if unpaid else ""
        return f"pays {event['paid']} of {event['due']} money of salaries{left}"

    def _done_loss(self, event: Event) -> str:
        what = str(event["what"])
        lost = self._card(what) if what in self._names else tokens({what: 1})
        return f"loses {lost} to the stack on {SPACE_WORDS[event['space'] - 1]}"
