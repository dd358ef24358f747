"""CAR: triggers and upgrades of coaches and cards, as traces state them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eoc_sim.referee.bundles import Bundle, is_bundle, minus, plus, total
from eoc_sim.referee.bundles import holds as covers
from eoc_sim.referee.eoc.bundles import default_payment, least_frequent, words
from eoc_sim.referee.eoc.effects import Clause, amount, holds
from eoc_sim.referee.eoc.state import Player, Source
from eoc_sim.referee.eoc.tables import COLOURS
from eoc_sim.referee.records import Event

if TYPE_CHECKING:
    from eoc_sim.referee.eoc.game import ReferenceGame

NUMBERS = ["stars", "bucks", "moves", "free_bets", "free_runners"]


def gains_of(
    game: ReferenceGame, player: Player, clauses: list[Clause], value: int
) -> tuple[dict[str, int], Bundle, int]:
    """Add up the gains: numbers, EC by colour, EC of any colour."""
    numbers = dict.fromkeys(NUMBERS, 0)
    by_colour: Bundle = {}
    any_colour = 0
    for clause in clauses:
        number = amount(player, clause)
        if clause.gain == "value":  # CAR-9: a doubling adds V
            numbers["stars"] += value * (number - 1)
        elif clause.gain == "ec" and clause.detail == "any":
            any_colour += number
        elif clause.gain == "ec":
            by_colour = plus(by_colour, {clause.detail: number})
        else:
            numbers[clause.gain] += number
    if game.rules["free_moves"] == "none_at_all":  # CUT-4
        numbers["moves"] = 0
    return numbers, by_colour, any_colour


def cost_of(clauses: list[Clause]) -> tuple[int, Bundle, int]:
    """Add up the costs: BB, EC by colour, EC of any colour."""
    bucks, any_colour = 0, 0
    by_colour: Bundle = {}
    for clause in clauses:
        bucks += clause.pay_bucks
        if clause.pay_ec and clause.pay_colour == "any":
            any_colour += clause.pay_ec
        elif clause.pay_ec:
            by_colour = plus(by_colour, {clause.pay_colour: clause.pay_ec})
    return bucks, by_colour, any_colour


def default_cost(mat: Bundle, clauses: list[Clause]) -> Bundle:
    """PAY-4: choose the EC paid if no colour is named.

    The EC of a fixed colour come first.
    """
    _, by_colour, any_colour = cost_of(clauses)
    return plus(by_colour, default_payment(minus(mat, by_colour), any_colour))


def default_gain(player: Player, clauses: list[Clause]) -> Bundle:
    """PAY-4: choose unnamed colours of EC gained, one EC at a time."""
    gains: Bundle = {}
    for clause in clauses:
        for _ in range(amount(player, clause) if clause.gain == "ec" else 0):
            colour = clause.detail
            if colour == "any":
                colour = least_frequent(plus(player.mat, gains))
            gains = plus(gains, {colour: 1})
    return gains


def fits(bundle: Bundle, by_colour: Bundle, any_colour: int) -> bool:
    """Check if a bundle is the named EC plus ``any_colour`` others."""
    return covers(bundle, by_colour) and total(bundle) == total(by_colour) + any_colour


def in_words(numbers: dict[str, int], by_colour: Bundle, any_colour: int) -> str:
    """Put a cost or a gain into words."""
    parts = [f"{number} {name}" for name, number in numbers.items() if number]
    if by_colour:
        parts.append(words(by_colour))
    if any_colour:
        parts.append(f"{any_colour} EC of any colour")
    return ", ".join(parts) or "nothing"


def read_firing(entry: Event) -> tuple[int, Bundle, dict[str, int], Bundle]:
    """Read the cost and gains of a trigger event or bonus entry."""
    payment = dict(entry.take("paid", {}))
    paid_bucks = payment.pop("bucks", 0)
    paid_ec = payment.pop("ec", {})
    is_ec_bundle = is_bundle(paid_ec, COLOURS)
    entry.require(
        "TRACE", not payment and is_ec_bundle, '"paid" must hold only BB and a bundle of EC'
    )
    return (
        paid_bucks,
        paid_ec,
        {name: entry.take(name, 0) for name in NUMBERS},
        entry.bundle("ec") if entry.has("ec") else {},
    )


def fire(
    game: ReferenceGame,
    player: Player,
    source: Source,
    clauses: list[Clause],
    entry: Event,
    value: int = 0,
) -> int:
    """Apply a source's clauses as the trace states; return the stars gained."""
    paid_bucks, paid_ec, gains, ec_gains = read_firing(entry)
    cost_bucks, cost_named, cost_any = cost_of(clauses)
    entry.require(
        "ACT-2",
        paid_bucks == cost_bucks and fits(paid_ec, cost_named, cost_any),
        f"{source.number} costs {in_words({'bucks': cost_bucks}, cost_named, cost_any)}",
    )
    entry.require("ACT-2", player.bucks >= paid_bucks, f"the player has {player.bucks} BB")
    entry.require("ACT-2", covers(player.mat, paid_ec), f"the mat holds {words(player.mat)}")
    if game.strict_defaults:
        default = default_cost(player.mat, clauses)
        entry.require(
            "PAY-4", paid_ec == default, f"if no colours are named, {words(default)} is paid"
        )
    # The cost is paid before the effect, and so before anything is counted.
    player.bucks -= paid_bucks
    player.mat = minus(player.mat, paid_ec)
    numbers, by_colour, any_colour = gains_of(game, player, clauses, value)
    entry.require(
        "ACT-2",
        gains == numbers and fits(ec_gains, by_colour, any_colour),
        f"{source.number} gives {in_words(numbers, by_colour, any_colour)}",
    )
    if game.strict_defaults:
        default = default_gain(player, clauses)
        entry.require(
            "PAY-4", ec_gains == default, f"if no colours are named, {words(default)} is gained"
        )
    # CAR-5.
    player.bucks += gains["bucks"]
    player.mat = plus(player.mat, ec_gains)
    player.score += gains["stars"]
    part = "coach_effects" if source.card is None else "card_effects"
    player.parts[part] += gains["stars"]
    for name in ("moves", "free_bets", "free_runners"):
        player.action_gains[name] += gains[name]
    if source.is_fundraising():  # CAR-4
        player.used_fundraising = True
    return gains["stars"]


def names_source(entry: Event, source: Source) -> bool:
    """Check if a trigger or bonus names this coach or card."""
    name = "coach" if source.card is None else "card"
    return entry.record.get(name) == source.number


def read_source(entry: Event) -> None:
    """Mark the name of the source as read."""
    entry.take("coach" if entry.has("coach") else "card")


def clauses_on(sources: list[Source], when: str) -> list[tuple[Source, Clause]]:
    """CAR-8: list the upgrades that an event triggers: coach, then cards by age.

    Cards come in the order in which they came into play.
    """
    return [
        (source, clause) for source in sources for clause in source.clauses if clause.when == when
    ]


def has_declined(
    game: ReferenceGame, player: Player, source: Source, clause: Clause, entry: Event, value: int
) -> bool:
    """CAR-3: check if the player declined this upgrade.

    If so, this entry belongs to another clause. An upgrade without a cost is never declined here.
    """
    if not clause.pays():
        return False
    paid_bucks, paid_ec, gains, ec_gains = read_firing(entry.part("upgrade", entry.record))
    bucks, named_cost, any_cost = cost_of([clause])
    if paid_bucks != bucks or not fits(paid_ec, named_cost, any_cost):
        return True
    # Two clauses may cost the same; then the gains distinguish them.
    player.bucks -= bucks
    numbers, by_colour, any_colour = gains_of(game, player, [clause], value)
    player.bucks += bucks
    return gains != numbers or not fits(ec_gains, by_colour, any_colour)


def fire_upgrades(
    game: ReferenceGame,
    player: Player,
    when: str,
    about: dict[str, Any],
    sources: list[Source],
) -> None:
    """CAR-3, CAR-8: read one `trigger` for each upgrade that an event triggers."""
    for source, clause in clauses_on(sources, when):
        if not holds(game, player, clause, about):
            continue
        if (
            game.reader.next_is("trigger", player.seat)
            and names_source(game.reader.peek(), source)
            and not has_declined(game, player, source, clause, game.reader.peek(), 0)
        ):
            event = game.reader.any()
            event.require("TRACE", event.has("paid"), "a trigger must state what was paid")
            read_source(event)
            fire(game, player, source, [clause], event)
            event.finish()
        elif not clause.has_cost_or_choice():
            # It takes effect even if it gives nothing (CAR-4), so the trace must list it.
            game.reader.peek().fail(
                "CAR-3",
                f"the upgrade {source.number} of player {player.seat} applies automatically at "
                f"{when!r}",
            )


def fire_bonuses(
    game: ReferenceGame,
    player: Player,
    when: str,
    about: dict[str, Any],
    event: Event,
    value: int = 0,
) -> int:
    """Apply the upgrades listed under `bonuses` and return their stars.

    Sign and market events have such a list.
    """
    stars = 0
    entries = [
        event.part("bonus", {"player": player.seat, **entry}) for entry in event.take("bonuses")
    ]
    for source, clause in clauses_on(player.sources(), when):
        if not holds(game, player, clause, about):
            continue
        if (
            entries
            and names_source(entries[0], source)
            and not has_declined(game, player, source, clause, entries[0], value)
        ):
            entry = entries.pop(0)
            read_source(entry)
            stars += fire(game, player, source, [clause], entry, value)
            entry.finish()
        elif not clause.has_cost_or_choice():
            event.fail("CAR-3", f"the upgrade {source.number} applies automatically")
    event.require("CAR-8", not entries, "no upgrade gives the listed bonus at this point")
    return stars
