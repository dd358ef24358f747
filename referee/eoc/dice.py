"""DIC and CUT-2: the roll, Vegas, and the dice on the calendars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.bundles import plus
from eoc_sim.referee.eoc.effects import standing_gains
from eoc_sim.referee.eoc.state import Player
from eoc_sim.referee.eoc.tables import COLOURS, LAST_MONTH, full_value_month, half_value
from eoc_sim.referee.eoc.upgrades import fire_upgrades
from eoc_sim.referee.records import Event

if TYPE_CHECKING:
    from eoc_sim.referee.eoc.game import ReferenceGame


def dice_phase(game: ReferenceGame) -> None:
    """TIM-2, TIM-3: roll the dice, check the bets and place the dice."""
    roll(game)
    if game.month > 1:  # DIC-2: not in March
        vegas(game)
    exclusive = game.rules["dice_draft"] == "exclusive"
    place_dice(game, exclusive_picks(game) if exclusive else None)
    income(game)


def roll(game: ReferenceGame) -> None:
    """DIC-1: roll six dice, one per colour, each showing 1 to 6."""
    event = game.reader.take("DIC-1", "roll")
    event.check("TIM-2", "month", game.month)
    dice = event.take("dice")
    event.require("DIC-1", sorted(dice) == sorted(COLOURS), "there must be one die per colour")
    event.require("DIC-1", all(v in range(1, 7) for v in dice.values()), "a die shows 1 to 6")
    event.finish()
    game.dice = dice


def vegas(game: ReferenceGame) -> None:
    """DIC-2, DIC-3, CAR-7: use Bookies in turn order, pay bets and settle who Crapped Out."""
    seen_by = {player.seat: dict(game.dice) for player in game.players}
    for player in game.players:
        player.used_fundraising = False  # CAR-4: counted from this month's Vegas check onwards
    for player in game.in_turn_order():
        bookie(game, player, seen_by[player.seat])

    winning_bets: dict[tuple[int, str], int] = {}  # (seat, colour) -> tokens
    crapped_out: list[int] = []
    for player in game.players:
        wins = {
            colour: player.bets[(colour, number)]
            for colour, number in seen_by[player.seat].items()
            if (colour, number) in player.bets
        }
        for colour, tokens in wins.items():
            winning_bets[(player.seat, colour)] = tokens
        if player.bets and not wins:
            crapped_out.append(player.seat)
        player.bets = {}

    # One player's winnings affect no other player, so the trace may list players in any order.
    paying = 0  # tokens of one player that have paid but not yet had their effects
    while winning_bets or crapped_out:
        event = game.reader.any()
        event.require(
            "DIC-2",
            event.kind in ("vegas", "crap_out"),
            f"bets still to be paid: {winning_bets}; players still to crap out: {crapped_out}",
        )
        player = game.player_of(event)
        if event.kind == "vegas":
            colour = event.take("colour")
            event.require("DIC-2", (player.seat, colour) in winning_bets, "this bet does not win")
            tokens = winning_bets.pop((player.seat, colour))
            event.check("CAR-7", "number", seen_by[player.seat][colour])
            event.check("DIC-2", "tokens", tokens)
            event.check("DIC-2", "bucks", tokens)
            event.check("DIC-2", "ec", {colour: 2 * tokens})
            event.finish()
            player.bucks += tokens
            player.mat = plus(player.mat, {colour: 2 * tokens})
            paying += tokens
            if not game.reader.next_is("vegas", player.seat):
                # TIM-2: all bets pay, then each paying token has its effects (CAR-8).
                for _ in range(paying):
                    fire_upgrades(game, player, "bet_won", {}, player.sources())
                paying = 0
        else:
            event.require("DIC-3", player.seat in crapped_out, "this player has not crapped out")
            crapped_out.remove(player.seat)
            event.finish()
            player.crapped_out = True
            fire_upgrades(game, player, "crap_out", {}, player.sources())


def bookie(game: ReferenceGame, player: Player, dice: dict[str, int]) -> None:
    """CAR-7: shift one die by 1 for the player's own bets only.

    The shift wraps: a 6 may become a 1, and a 1 a 6. A player with several such cards may still
    make only one shift, which counts as a use of all of them.
    """
    bookies = standing_gains(game, player, "shift_die")
    if not bookies or not game.reader.next_is("bookie", player.seat):
        return
    event = game.reader.any()
    colour = event.take("colour")
    event.require("CAR-7", colour in COLOURS, "there is no such die")
    face = dice[colour]
    event.check("CAR-7", "from", face)
    to = event.take("to")
    up, down = face % 6 + 1, (face - 2) % 6 + 1
    event.require("CAR-7", to in (up, down), f"a {face} must become {up} or {down}")
    event.finish()
    dice[colour] = to
    if any(source.is_fundraising() for source, _ in bookies):
        player.used_fundraising = True


def exclusive_picks(game: ReferenceGame) -> dict[int, list[str]]:
    """CUT-2: draft dice one at a time and return each seat's colours."""
    order = game.in_pick_order()
    kind = game.rules["dice_order"]
    if kind == "rounds":
        sequence = order + order
    elif kind == "snake":
        sequence = order + order[::-1]
    else:
        sequence = [player for player in order for _ in range(2)]
    repeats = game.rules["dice_repeats"]
    if repeats == "auto":
        repeats = 2 if len(game.players) == 4 else 1
    counts = dict.fromkeys(COLOURS, 0)
    picks: dict[int, list[str]] = {player.seat: [] for player in order}
    for player in sequence:
        event = game.reader.take("CUT-2", "pick_die", player.seat)
        colour = event.take("colour")
        event.require("CUT-2", colour in COLOURS, "there is no such die")
        event.check("DIC-10", "value", game.dice[colour])
        event.require(
            "CUT-2",
            counts[colour] < repeats,
            f"this die was already taken {repeats} {'time' if repeats == 1 else 'times'}",
        )
        event.require("CUT-5", colour not in picks[player.seat], "a player's dice must differ")
        event.finish()
        counts[colour] += 1
        picks[player.seat].append(colour)
    return picks


def place_dice(game: ReferenceGame, picks: dict[int, list[str]] | None) -> None:
    """DIC-4 to DIC-6: read each player's two different dice, with modes and months."""
    colours: dict[int, list[str]] = {player.seat: [] for player in game.players}
    for _ in range(2 * len(game.players)):  # DIC-8: simultaneous, so in any order
        event = game.reader.take("DIC-4", "die")
        player = game.player_of(event)
        colour = event.take("colour")
        event.require("DIC-4", colour in COLOURS, "there is no such die")
        event.require("DIC-4", len(colours[player.seat]) < 2, "a player takes only two dice")
        event.require("DIC-4", colour not in colours[player.seat], "a player's dice must differ")
        if picks is not None:
            event.require("CUT-5", colour in picks[player.seat], "this die was not drafted")
        colours[player.seat].append(colour)
        place_die(game, player, colour, event)


def place_die(game: ReferenceGame, player: Player, colour: str, event: Event) -> None:
    """DIC-5, DIC-6, DIC-9, FAM-3: put all of a die's EC on one month."""
    value = game.dice[colour]  # DIC-10: as rolled
    event.check("DIC-10", "value", value)
    mode, month = event.take("mode"), event.take("month")
    event.require("DIC-5", mode in ("full", "half"), "the modes are full and half")
    event.require("DIC-5", month <= LAST_MONTH, "nothing may go past February")
    six_months = range(game.month, game.month + 6)
    if game.rules["dice_use"] == "any_month":
        event.require("FAM-3", mode == "full", "there is no half value")
        event.require(
            "FAM-3", month in six_months, "the month must be this one or one of the next five"
        )
        number = value
    elif mode == "full":
        event.require(
            "DIC-5",
            month == full_value_month(game.month, value),
            f"a full {value} must go on month {full_value_month(game.month, value)}",
        )
        number = value
    else:
        event.require(
            "DIC-6", month in six_months, "the month must be this one or one of the next five"
        )
        number = half_value(value)
    event.check("DIC-6" if mode == "half" else "DIC-5", "ec", number)
    event.finish()
    old_ec = player.calendar_ec.get(month, {})
    player.calendar_ec[month] = plus(old_ec, {colour: number})


def income(game: ReferenceGame) -> None:
    """DIC-7: move each player's EC for the current month to their mat."""
    seats_with_ec = {p.seat for p in game.players if p.calendar_ec.get(game.month)}
    while seats_with_ec:
        event = game.reader.take("DIC-7", "income")
        event.require("DIC-7", event.seat in seats_with_ec, "nothing more comes in for this player")
        seats_with_ec.remove(event.seat)
        player = game.player_of(event)
        ec = player.calendar_ec.pop(game.month)
        event.check("DIC-7", "ec", ec)
        event.finish()
        player.mat = plus(player.mat, ec)
