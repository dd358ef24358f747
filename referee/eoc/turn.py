"""ACT: one player's entire turn, action by action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.bundles import Bundle, is_bundle, minus, plus, smaller, total
from eoc_sim.referee.bundles import holds as covers
from eoc_sim.referee.eoc.bundles import default_payment, least_frequent, words
from eoc_sim.referee.eoc.effects import holds, standing_gain, standing_gains
from eoc_sim.referee.eoc.purchases import check_purchase
from eoc_sim.referee.eoc.state import Player, Source, Spot
from eoc_sim.referee.eoc.tables import COLOURS, FREE_MOVES, LAST_MONTH, MARKETING, VMD_FACES
from eoc_sim.referee.eoc.upgrades import fire, fire_bonuses, fire_upgrades, read_source
from eoc_sim.referee.records import Event

if TYPE_CHECKING:
    from eoc_sim.referee.eoc.game import ReferenceGame


def play_turn(game: ReferenceGame, player: Player) -> None:
    """ACT-0: take actions in any order and number until the turn ends."""
    player.marketed = False
    player.action_uses = {"moves": 0, "free_bets": 0, "free_runners": 0}
    player.action_gains = {"moves": 0, "free_bets": 0, "free_runners": 0}
    for source in player.sources():
        source.uses = 0
    for action in player.action_uses:
        note_standing_use(game, player, action)
    actions = {
        "play_card": play_card,
        "trigger": trigger,
        "trade": trade,
        "move": move,
        "runner": runner,
        "sign": sign,
        "market": market,
        "bet": bet,
    }
    while not game.reader.next_is("end_turn"):
        event = game.reader.any()
        event.require("ACT-0", event.kind in actions, "this is not an action that a turn allows")
        event.require("ACT-12", event.seat == player.seat, f"it is player {player.seat}'s turn")
        actions[event.kind](game, player, event)
    end_turn(game, player)


def play_card(game: ReferenceGame, player: Player, event: Event) -> None:
    """ACT-1: play a calendar card at its discounted cost and score it."""
    number = event.take("card")
    months = [m for m, c in sorted(player.calendar_cards.items()) if c == number]
    event.require("ACT-1", bool(months), f"the calendar holds {player.calendar_cards}")
    card = game.data.cards[number]
    about = {"card": card}
    check_purchase(game, player, "cards", about, card.cost, {}, event)
    event.check("ACT-1", "stars", card.stars)
    event.finish()
    player.score += card.stars
    player.parts["cards"] += card.stars
    other_sources = player.sources()  # CAR-1: a card does not react to its own entry
    del player.calendar_cards[months[0]]
    player.in_play.append(Source(number, card.clauses, card))
    fire_upgrades(game, player, "play", about, other_sources)


def trigger(game: ReferenceGame, player: Player, event: Event) -> None:
    """ACT-2, CAR-2: use a once-a-month benefit of the coach or a card."""
    event.require("TRACE", event.has("paid"), "a trigger must state what was paid")
    read_source(event)
    sources = [
        source
        for source in player.sources()
        if source.number == (event.record.get("card") or event.record.get("coach"))
        and (source.card is None) == event.has("coach")
    ]
    event.require("ACT-2", bool(sources), "this card or coach is not in play")
    source = min(sources, key=lambda card: card.uses)
    clauses = [c for c in source.clauses if c.when == "month"]
    event.require("ACT-2", bool(clauses), "this card or coach has no once-a-month benefit")
    clauses = [c for c in clauses if holds(game, player, c)]
    event.require("ACT-2", bool(clauses), "the condition of the benefit does not hold")
    if source.uses > 0:  # CAR-3: a card's text may raise a once-a-month limit
        second_uses = sum(max(0, card.uses - 1) for card in player.in_play)
        event.require(
            "CAR-2",
            source.card is not None
            and source.uses == 1
            and second_uses < standing_gain(game, player, "use_again"),
            "the benefit was already used this month",
        )
    source.uses += 1
    fire(game, player, source, clauses, event)
    event.finish()


def trade(game: ReferenceGame, player: Player, event: Event) -> None:
    """ACT-3, CUT-3: trade 3 EC and the fee for 1 EC."""
    fee = game.rules["trade_fee"]
    price = 5 if fee == "ec2" else 3
    price -= min(price, standing_gain(game, player, "discount", "trades"))  # PAY-1
    give, take = event.bundle("give"), event.take("take")
    event.require("ACT-3", total(give) == price, f"{price} EC must be given")
    event.require("ACT-3", covers(player.mat, give), f"the mat holds {words(player.mat)}")
    event.require("ACT-3", is_bundle(take, COLOURS) and total(take) == 1, "1 EC must be taken")
    require_default(game, player, give, event)
    bucks = 1 if fee == "bb1" else 0
    stars = 2 if fee == "stars2" else 0
    event.check("CUT-3", "bucks", bucks)
    event.check("CUT-3", "stars", stars)
    event.check("CUT-3", "ec", 2 if fee == "ec2" else 0)
    event.require("ACT-3", player.bucks >= bucks, f"the player has {player.bucks} BB")
    event.require("CUT-3", player.score >= stars, "the score would fall below 0")
    event.finish()
    player.bucks -= bucks
    player.score -= stars
    player.parts["trade_fees"] -= stars
    player.mat = minus(player.mat, give)
    if game.strict_defaults:
        event.require(
            "PAY-4",
            least_frequent(player.mat) in take,
            f"if no colour is named, {least_frequent(player.mat)} is taken",
        )
    player.mat = plus(player.mat, take)
    for source, _ in standing_gains(game, player, "discount", "trades"):
        if source.is_fundraising():  # CAR-4
            player.used_fundraising = True
    fire_upgrades(game, player, "trade", {}, player.sources())


def require_default(game: ReferenceGame, player: Player, payment: Bundle, event: Event) -> None:
    """PAY-4: check the default EC where the payer is assumed to name none."""
    if game.strict_defaults:
        default = default_payment(player.mat, total(payment))
        event.require(
            "PAY-4", payment == default, f"if no colours are named, {words(default)} is paid"
        )


def free_moves_left(game: ReferenceGame, player: Player) -> int:
    """ACT-4, CUT-4, FAM-4, SOLO-3: count the free moves still left.

    The count includes free moves from cards and the coach.
    """
    rule = game.rules["free_moves"]
    if rule == "none_at_all":
        return 0
    if rule == "none":  # also the value of the solo preset (SOLO-3)
        allowance = 0
    elif rule == "three":
        allowance = 3
    else:
        allowance = FREE_MOVES[game.month - 1]
    allowance += standing_gain(game, player, "moves") + player.action_gains["moves"]
    return allowance - player.action_uses["moves"]


def free_left(game: ReferenceGame, player: Player, action: str) -> int:
    """CAR-6: count the free bets or runners left this turn."""
    return (
        standing_gain(game, player, action)
        + player.action_gains[action]
        - player.action_uses[action]
    )


def note_standing_use(game: ReferenceGame, player: Player, kind: str) -> None:
    """CAR-4: note the use of Fundraising cards with this standing gain.

    The use is noted as a turn starts. If a card with the gain comes into play later in the turn,
    that alone does not count as a use of the card.
    """
    if kind == "moves" and game.rules["free_moves"] == "none_at_all":  # CUT-4
        return
    for source, _ in standing_gains(game, player, kind):
        if source.is_fundraising():
            player.used_fundraising = True


def move(game: ReferenceGame, player: Player, event: Event) -> None:
    """ACT-4, ACT-13: move one step along a connection, free moves first."""
    event.check("ACT-4", "from", player.node)
    to = event.take("to")
    event.require("ACT-4", to in game.data.neighbours[player.node], "there is no such connection")
    event.require("ACT-13", to not in game.data.hq_nodes, "an HQ may never be entered")
    free = free_moves_left(game, player) > 0
    event.check("ACT-4", "free", free)
    payment, bucks = event.bundle("paid"), event.take("bucks", 0)
    regions = game.data.regions_of_state.get(to, [])
    if free:
        event.require("ACT-4", not payment and bucks == 0, "a free move costs nothing")
        player.action_uses["moves"] += 1
    else:
        event.require("ACT-4", total(payment) + bucks == 1, "a step costs 1 EC")
        substitutes = standing_gain(game, player, "bucks_as_ec", "moves", {"regions": regions})
        event.require(
            "PAY-3", bucks <= substitutes, f"at most {substitutes} BB may stand in for EC here"
        )
        event.require("PAY-3", covers(player.mat, payment), f"the mat holds {words(player.mat)}")
        event.require("PAY-3", player.bucks >= bucks, f"the player has {player.bucks} BB")
        require_default(game, player, payment, event)
        player.mat = minus(player.mat, payment)
        player.bucks -= bucks
        if bucks:
            for source, _ in standing_gains(
                game, player, "bucks_as_ec", "moves", {"regions": regions}
            ):
                if source.is_fundraising():  # CAR-4
                    player.used_fundraising = True
    event.finish()
    player.node = to
    fire_upgrades(game, player, "move", {"regions": regions}, player.sources())


def runner(game: ReferenceGame, player: Player, event: Event) -> None:
    """ACT-5: add EC to an unsigned recruit's package, for 1 BB or free."""
    name, ec, bucks = event.take("spot"), event.bundle("ec"), event.take("bucks")
    event.require("ACT-5", name in game.spots, "there is no such spot")
    spot = game.spots[name]
    event.require("ACT-5", spot.signed_by is None, "this recruit is already signed")
    event.require("ACT-5", total(ec) >= 1, "a runner must carry at least one EC")
    event.require("ACT-5", covers(player.mat, ec), f"the mat holds {words(player.mat)}")
    package = plus(player.packages.get(name, {}), ec)
    event.require("ACT-5", covers(spot.cost, package), f"the recruit costs {words(spot.cost)}")
    event.require("ACT-5", bucks in (0, 1), "the fee must be 1 BB, or nothing")
    if bucks == 0:
        event.require(
            "ACT-5", free_left(game, player, "free_runners") > 0, "no free runner is left"
        )
        player.action_uses["free_runners"] += 1
    event.require("ACT-5", player.bucks >= bucks, f"the player has {player.bucks} BB")
    event.finish()
    player.bucks -= bucks
    player.mat = minus(player.mat, ec)
    player.packages[name] = package


def sign(game: ReferenceGame, player: Player, event: Event) -> None:
    """ACT-6, ACT-7, CAR-9: pay, roll the VMD, score and remove rivals' packages."""
    name = event.take("spot")
    event.require("ACT-6", name in game.spots, "there is no such spot")
    spot = game.spots[name]
    event.require("ACT-6", spot.state == player.node, f"the bus is on {player.node}")
    event.require("ACT-6", spot.signed_by is None, "this recruit is already signed")
    event.check("ACT-6", "position", spot.position)
    event.check("ACT-6", "base", spot.base)
    package = player.packages.get(name, {})
    payment = check_purchase(game, player, "recruits", {"spot": spot}, spot.cost, package, event)
    event.check("ACT-6", "package", payment)
    event.check("ACT-6", "lost", minus(package, smaller(package, payment)))
    player.packages.pop(name, None)
    vmd = event.take("vmd")
    if game.rules["vmd"] == "on":
        event.require("ACT-7", vmd in VMD_FACES, "the die has no such face")
    else:
        event.require("ACT-7", vmd == 0, "no VMD may be rolled")
    value = max(1, spot.base + vmd)
    event.check("CAR-9", "value", value)
    spot.signed_by, spot.value = player.seat, value
    player.recruits.append(spot)
    player.score += value
    player.parts["recruits"] += value
    bonus = fire_bonuses(game, player, "sign", {"spot": spot}, event, value)
    event.check("CAR-9", "stars", value + bonus)
    event.finish()
    remove_packages(game, spot)


def remove_packages(game: ReferenceGame, spot: Spot) -> None:
    """ACT-6, FAM-5, SOLO-8: remove all packages on a signed recruit."""
    owners = {p.seat for p in game.players if spot.name in p.packages}
    while owners:
        event = game.reader.any()
        event.require(
            "ACT-6",
            event.kind in ("lost_package", "refund") and event.seat in owners,
            f"the packages of players {sorted(owners)} on {spot.name} are still to be removed",
        )
        owners.remove(event.seat)
        owner = game.player_of(event)
        package = owner.packages.pop(spot.name)
        turn_to_come = not owner.turn_over
        too_late = owner.turn_over and game.month == LAST_MONTH
        refunded = game.rules["packages"] == "refunded" and not too_late
        event.require(
            "FAM-5",
            (event.kind == "refund") == refunded,
            'packages must be lost or refunded as the switch "packages" says',
        )
        event.check("ACT-6", "spot", spot.name)
        event.check("ACT-6", "ec", package)
        if refunded:
            month = 0 if turn_to_come else game.month + 1
            event.check("FAM-5", "month", month)
            if turn_to_come:
                owner.mat = plus(owner.mat, package)
            else:
                old_ec = owner.calendar_ec.get(month, {})
                owner.calendar_ec[month] = plus(old_ec, package)
        event.finish()


def market(game: ReferenceGame, player: Player, event: Event) -> None:
    """ACT-8: run the month's only campaign, one column of the marketing table."""
    event.check("ACT-8", "final", False)
    event.require("ACT-8", not player.marketed, "there has already been a campaign this month")
    player.marketed = True
    stars = campaign(game, player, event)
    player.parts["marketing"] += stars


def campaign(game: ReferenceGame, player: Player, event: Event) -> int:
    """ACT-8, SCO-2: pay BB for stars and fire upgrades on marketing."""
    bucks = event.take("bucks")
    event.require("ACT-8", bucks in MARKETING, f"a campaign must cost one of {list(MARKETING)} BB")
    event.require("ACT-8", player.bucks >= bucks, f"the player has {player.bucks} BB")
    event.check("ACT-8", "stars", MARKETING[bucks])
    player.bucks -= bucks
    player.score += MARKETING[bucks]
    fire_bonuses(game, player, "market", {}, event)
    event.finish()
    return MARKETING[bucks]


def bet(game: ReferenceGame, player: Player, event: Event) -> None:
    """ACT-9, CAR-6: put one token on a spot for 1 EC or for free."""
    colour, number = event.take("colour"), event.take("number")
    event.require("ACT-9", colour in COLOURS and number in range(1, 7), "there is no such spot")
    if event.has("free"):
        event.check("CAR-6", "free", True)
        event.require("CAR-6", free_left(game, player, "free_bets") > 0, "no free bet is left")
        player.action_uses["free_bets"] += 1
    else:
        payment = event.bundle("paid")
        event.require("ACT-9", total(payment) == 1, "a bet costs 1 EC")
        event.require("ACT-9", covers(player.mat, payment), f"the mat holds {words(player.mat)}")
        require_default(game, player, payment, event)
        player.mat = minus(player.mat, payment)
    event.finish()
    player.bets[(colour, number)] = player.bets.get((colour, number), 0) + 1


def end_turn(game: ReferenceGame, player: Player) -> None:
    """ACT-10: empty the mat, and compare the player's state with the trace."""
    event = game.reader.take("ACT-12", "end_turn", player.seat)
    event.check("ACT-10", "wasted", player.mat)
    player.mat = {}
    event.check("ACT-10", "bucks", player.bucks)
    event.check("ACT-10", "score", player.score)
    event.check("ACT-10", "node", player.node)
    event.check("ACT-10", "calendar", {str(m): ec for m, ec in player.calendar_ec.items() if ec})
    event.check(
        "ACT-10",
        "cards",
        {
            "calendar": {str(m): c for m, c in player.calendar_cards.items()},
            "in_play": [source.number for source in player.in_play],
        },
    )
    event.check("ACT-10", "packages", player.packages)
    event.finish()
    player.turn_over = True
