"""PAY: the costs of cards and recruits, and the means to pay them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eoc_sim.referee.bundles import Bundle, minus, plus, smaller, total
from eoc_sim.referee.bundles import holds as covers
from eoc_sim.referee.eoc.bundles import words
from eoc_sim.referee.eoc.effects import standing_gain, standing_gains
from eoc_sim.referee.eoc.state import Player
from eoc_sim.referee.eoc.tables import COLOURS
from eoc_sim.referee.records import Event

if TYPE_CHECKING:
    from eoc_sim.referee.eoc.game import ReferenceGame


def check_purchase(
    game: ReferenceGame,
    player: Player,
    item: str,
    item_facts: dict[str, Any],
    cost: Bundle,
    own_package: Bundle,
    event: Event,
) -> Bundle:
    """Check and apply a payment; return the EC paid from the package.

    ``item`` is "cards" or "recruits"; ``item_facts`` has the card or the recruit's spot.
    """
    # PAY-1: all discounts add up, and the price falls by their total, but not below 0.
    discount = event.bundle("discount")
    all_discounts = standing_gain(game, player, "discount", item, item_facts)
    reduction = min(all_discounts, total(cost))
    event.require(
        "PAY-1",
        total(discount) == reduction,
        f"the price of {total(cost)} EC falls by {reduction}, not by {total(discount)}",
    )
    # PAY-2: the payer chooses the EC that the discount removes.
    event.require(
        "PAY-2", covers(cost, discount), f"{words(discount)} is not part of the cost, {words(cost)}"
    )
    if game.strict_defaults:
        default = discount_by_default(cost, own_package, player.mat, reduction)
        event.require(
            "PAY-2",
            discount == default,
            f"if no colours are named, the discount removes {words(default)}",
        )
    due = minus(cost, discount)
    # PAY-3: substitutes first, then own package, then mat.
    substitute = event.bundle("substitute") if event.has("substitute") else {}
    limit = standing_gain(game, player, "bucks_as_ec", item, item_facts)
    event.require(
        "PAY-3", total(substitute) <= limit, f"at most {limit} BB may stand in for EC here"
    )
    event.require(
        "PAY-3",
        covers(due, substitute),
        f"{words(substitute)} cannot be replaced where {words(due)} is due",
    )
    event.require("PAY-3", player.bucks >= total(substitute), f"the player has {player.bucks} BB")
    due = minus(due, substitute)
    from_package = smaller(own_package, due)
    from_mat = minus(due, from_package)
    event.check("PAY-3", "paid", from_mat)
    event.require("PAY-3", covers(player.mat, from_mat), f"the mat holds {words(player.mat)}")
    player.mat = minus(player.mat, from_mat)
    player.bucks -= total(substitute)
    # CAR-4: a discount or substitute that took effect counts as a use of its Fundraising card.
    for gain, took_effect in (("discount", reduction > 0), ("bucks_as_ec", total(substitute) > 0)):
        for source, _ in standing_gains(game, player, gain, item, item_facts):
            if took_effect and source.is_fundraising():
                player.used_fundraising = True
    return from_package


def discount_by_default(cost: Bundle, own_package: Bundle, mat: Bundle, reduction: int) -> Bundle:
    """PAY-2: choose the EC that a discount removes, where the payer names none."""
    due: Bundle = dict(cost)
    removed: Bundle = {}
    for _ in range(reduction):
        missing_by_colour = {
            colour: due[colour] - own_package.get(colour, 0) - mat.get(colour, 0)
            for colour in COLOURS
            if due.get(colour, 0) > 0
        }
        beyond_package = [
            colour for colour in missing_by_colour if due[colour] > own_package.get(colour, 0)
        ]
        colour = max(
            beyond_package or missing_by_colour, key=missing_by_colour.__getitem__
        )  # the first if tied
        removed = plus(removed, {colour: 1})
        due = minus(due, {colour: 1})
    return removed
