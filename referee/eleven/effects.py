"""EFF: effects, in and outside matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from eoc_sim.referee.eleven.areas import draw, replace_oldest
from eoc_sim.referee.eleven.components import OFFICE_STEPS
from eoc_sim.referee.eleven.language import Clause
from eoc_sim.referee.eleven.pitch import FACING, SECTIONS
from eoc_sim.referee.eleven.state import League, Manager, Member, Option
from eoc_sim.referee.eleven.tables import (
    FITNESS,
    HIGHEST_LEVEL,
    JERSEYS,
    KEEPER,
    LOWEST_LEVEL,
    MONEY,
    OPERATION,
    RESOURCES,
    STATISTICS,
)
from eoc_sim.referee.eleven.unique_cards import BELOW, BEYOND, replacement
from eoc_sim.referee.records import Event

SECTION_WORDS = {
    "wing": ["left wing", "right wing"], "attack": ["attack"], "midfield": ["midfield"],
    "defence": ["defence"],
}  # fmt: skip


# --- Sources


def clauses_of(league: League, source: str) -> list[Clause]:
    """EFF-1: return the clauses of any source but a meeting."""
    if source in league.box.cards:
        return league.box.cards[source].clauses
    if source in league.box.tactics:
        return league.box.tactics[source]
    if source in league.unique_clauses:
        return league.unique_clauses[source]
    return league.item(source).clauses


def items_of(league: League, manager: Manager) -> list[str]:
    """EFF-2: list the unique cards, directors, staff, sponsors and tokens that act.

    Within each kind, they are in order of arrival. A sponsor acts only if it was signed for its
    bonus or for the shirt; in the Winter Break staff cards do nothing (EPI-6).
    """
    sponsors = [number for number, way in manager.sponsors.items() if way in ("bonus", "shirt")]
    staff = [] if league.is_in_break else manager.staff
    return [*manager.unique, *manager.directors, *staff, *sponsors, *manager.tokens]


def sources_of(league: League, manager: Manager, moment: str) -> list[str]:
    """EFF-2: list the sources whose clauses may act at a moment."""
    sources = items_of(league, manager)
    if moment in ("prepare", "reveal", "before", "match", "after"):
        if league.rules["abilities"] == "on":
            for member in sorted(
                fielded_cards(manager), key=lambda fielded_card: fielded_card.jersey
            ):
                if member.card.ability == "both" or member.trained:
                    if member.card.number not in manager.match.cards_without_abilities:
                        sources.append(member.card.number)
        if manager.tactic is not None:
            sources.append(manager.tactic.number)
        if manager.match.additional_tactic is not None:
            sources.append(manager.match.additional_tactic)
    return sources


def options(league: League, manager: Manager, moment: str) -> Iterator[Option]:
    """EFF-2: find a moment's clauses with their sources, in order."""
    for source in sources_of(league, manager, moment):
        for index, clause in enumerate(clauses_of(league, source)):
            if clause.when == moment:
                yield Option(source, index, clause)


def lasting_gain(league: League, manager: Manager, gain: str, target: str = "") -> int:
    """EFF-1: add up the amounts of a lasting gain."""
    clauses = [
        clause
        for source in items_of(league, manager)
        for clause in clauses_of(league, source)
        if clause.when == "always"
    ]
    return sum(
        clause.number(count(league, manager, clause.counter))
        for clause in [*clauses, *manager.week_clauses]
        if (clause.gain, clause.detail) == (gain, target)
        and all(holds(league, manager, condition, "") for condition in clause.conditions)
    )


# --- Counters and conditions


def count(league: League, manager: Manager, counter: str) -> int:
    """EFF-1: count the things that ``counter`` names."""
    youngsters = [member for member in manager.squad.values() if member.card.kind == "youngsters"]
    counts = {
        "": 1,
        "card": len(manager.squad),
        "youngster": sum(not member.trained for member in youngsters),
        "trained_youngster": sum(member.trained for member in youngsters),
        "staff": len(manager.staff),
        "sponsor": len(manager.sponsors),
        "token": len(manager.tokens),
        "stand_fan": manager.match.stand_fans,
        "money": manager.resources[MONEY],
        "win": manager.won,
    }
    return counts[counter]


def count_after_payment(league: League, manager: Manager, option: Option) -> int:
    """EFF-1: count what the option's counter names, after its cost."""
    number = count(league, manager, option.clause.counter)
    if option.clause.counter == "money" and option.source not in league.box.cards:
        number -= cost_of(manager, option)[MONEY]
    return number


def marker_of(manager: Manager, source: str) -> int:
    """MAT-2: return the marker that a card has taken over, or 0."""
    member = manager.squad.get(source)
    return member.marker if member else 0


def pressing_forwards(manager: Manager) -> list[int]:
    """EFF-1: list the forwards that have a card and show a shield."""
    match = manager.match
    jerseys = [marker_of(manager, number) for number in match.cards]
    return [
        jersey
        for jersey in jerseys
        if match.cells.get(jersey, " ")[0] == "f" and match.sides[jersey] == "shield"
    ]


def has_equal_central_cards(manager: Manager) -> bool:
    """EFF-1: check for cards of equal strength in central defence and attack."""
    jerseys = [marker_of(manager, number) for number in manager.match.cards]
    cells = manager.match.cells
    in_defence = {strength_of(manager, jersey) for jersey in jerseys if cells.get(jersey) == "dc"}
    in_attack = {strength_of(manager, jersey) for jersey in jerseys if cells.get(jersey) == "fc"}
    return bool(in_defence & in_attack)


def holds(league: League, manager: Manager, condition: str, source: str) -> bool:
    """EFF-1: check one condition."""
    match = manager.match
    name, _, number = condition.partition(" >= ")
    if condition in ("win", "draw", "loss"):
        return match.result == condition
    if condition == "used":
        return any(option_source == source for option_source, _ in match.effects_used)
    if condition == "scored":
        return marker_of(manager, source) in match.scorers
    if condition == "opponent above":
        return match.opponent_above
    if condition == "quiet centre":
        return match.quiet_centre
    if condition == "equal central":
        return has_equal_central_cards(manager)
    if name == "margin":
        return bool(match.result) and manager.goals - manager.against >= int(number)
    if name == "shields back":
        return shields_back(manager) >= int(number)
    if name == "pressing":
        return len(pressing_forwards(manager)) >= int(number)
    if name.startswith("section "):
        cell = match.cells.get(marker_of(manager, source), "")
        words = SECTION_WORDS[name.removeprefix("section ")]
        return any(cell in SECTIONS[word] for word in words)
    _, comparison, bound = condition.split()  # a die
    face = match.dice[source]
    return face <= int(bound) if comparison == "<=" else face >= int(bound)


def shields_back(manager: Manager) -> int:
    """EFF-1: count the manager's shields in the row of defenders."""
    match = manager.match
    return sum(
        cell[0] == "d" and match.sides[jersey] == "shield" for jersey, cell in match.cells.items()
    )


def strength_of(manager: Manager, jersey: int) -> int:
    """PLA-2: return the strength of a marker or the keeper, at least 0."""
    cards = {member.marker: member for member in fielded_cards(manager)}
    base = cards[jersey].worth - cards[jersey].weakness if jersey in cards else 1
    return max(0, base + manager.match.strength_changes[jersey])


def fielded_cards(manager: Manager) -> list[Member]:
    """List the assigned cards still in the squad, in the order assigned."""
    return [manager.squad[number] for number in manager.match.cards if number in manager.squad]


# --- Costs and targets


def purse(league: League, manager: Manager, source: str) -> list[int]:
    """MAT-5: return the resources that can pay a source's cost."""
    if source not in league.box.cards:
        return manager.resources
    resources = list(manager.match.card_resources.get(source, [0, 0, 0, 0]))
    resources[FITNESS] += manager.match.supply[source]
    return resources


def cost_of(manager: Manager, option: Option) -> list[int]:
    """REF-6, EPI-9: return the cost of an effect for this manager."""
    member = manager.squad.get(option.source)
    if option.source in manager.match.cards_free_of_cost:
        return [0] * len(RESOURCES)
    reduction = member is not None and member.token == "cheap"
    return [max(0, number - reduction) for number in option.clause.cost]


def can_pay(league: League, manager: Manager, option: Option) -> bool:
    """MAT-5, EPI-9: check if the cost can be paid.

    Operation may replace the fitness of a stand-in.
    """
    funds = purse(league, manager, option.source)
    balance = [
        available - price for available, price in zip(funds, cost_of(manager, option), strict=True)
    ]
    if is_stand_in(manager, option.source) and balance[FITNESS] < 0:
        balance[OPERATION] += balance[FITNESS]
        balance[FITNESS] = 0
    return min(balance) >= 0


def is_stand_in(manager: Manager, source: str) -> bool:
    """EPI-9: check if operation may replace fitness for a card."""
    member = manager.squad.get(source)
    return member is not None and member.token == "stand-in"


def read_cost(league: League, manager: Manager, option: Option, event: Event) -> None:
    """EFF-2, EPI-9: read and make the payment for an effect."""
    cost = cost_of(manager, option)
    if cost[FITNESS] and is_stand_in(manager, option.source):
        payment = event.take("paid")
        resources = purse(league, manager, option.source)
        operation = cost[FITNESS] - payment[FITNESS]
        cost = [
            price + operation * ((i == OPERATION) - (i == FITNESS)) for i, price in enumerate(cost)
        ]
        event.require(
            "EPI-9",
            operation >= 0
            and payment == cost
            and all(
                available >= number >= 0
                for available, number in zip(resources, payment, strict=True)
            ),
            f"operation may replace fitness; the card has {resources}",
        )
    else:
        event.check("EFF-2", "paid", cost)
    pay(league, manager, option.source, cost)


def pay(league: League, manager: Manager, source: str, cost: list[int]) -> None:
    """EFF-2, MAT-5: pay a cost; fitness from a tactic is used first."""
    funds = manager.resources
    price = list(cost)
    if source in league.box.cards:
        funds = manager.match.card_resources.setdefault(source, [0, 0, 0, 0])
        fitness = min(price[FITNESS], manager.match.supply[source])
        manager.match.supply[source] -= fitness
        price[FITNESS] -= fitness
    for index, amount in enumerate(price):
        funds[index] -= amount


def in_sheet_order(league: League, manager: Manager) -> list[Member]:
    """List a manager's cards in sheet order."""
    return [manager.squad[number] for number in league.box.cards if number in manager.squad]


def spaces_left(member: Member) -> int:
    """PLA-4: count a card's free experience spaces."""
    is_learning = member.card.kind == "youngsters" and not member.trained
    return member.card.spaces - member.experience if is_learning else 0


def cards_to_name(league: League, manager: Manager, option: Option) -> list[str]:
    """EFF-1: list the cards that may be named, each as often as allowed."""
    gain, target = option.clause.gain, option.clause.detail
    choices: list[Member]
    squad = in_sheet_order(league, manager)
    playing = fielded_cards(manager)
    if gain == "train":
        choices = [member for member in squad if not member.trained]
    elif gain == "experience":
        return [member.card.number for member in squad for _ in range(spaces_left(member))]
    elif gain == "heal":
        choices = [member for member in squad if member.is_out]
    elif gain == "injury":
        choices = playing if option.clause.when in ("before", "match", "after") else squad
    elif gain == "fitness":
        return [member.card.number for member in playing for _ in range(option.clause.amount)]
    elif gain == "shift":
        choices = playing
    elif target == "others":
        choices = [member for member in playing if member.card.number != option.source]
    elif target == "card":
        choices = playing
    else:
        return []
    return [member.card.number for member in choices]


def markers_to_name(league: League, manager: Manager, option: Option) -> list[int]:
    """EFF-1: list the markers that the owner may name."""
    gain, target = option.clause.gain, option.clause.detail
    cells = manager.match.cells
    own_marker = marker_of(manager, option.source)
    if gain == "flip_marker":
        with_card = [member.marker for member in fielded_cards(manager)]
        return [jersey for jersey in JERSEYS if jersey not in with_card]
    if gain == "swap":
        return [] if own_marker == KEEPER else list(JERSEYS)
    if target == "forward":
        return [jersey for jersey in JERSEYS if cells[jersey] == "fc"]
    if target not in ("section", "facing") or own_marker not in cells:
        return []
    section = next(name for name, parts in SECTIONS.items() if cells[own_marker] in parts)
    if target == "section":
        return [jersey for jersey in JERSEYS if cells[jersey] in SECTIONS[section]]
    opposite = SECTIONS[FACING[section]]
    return [marker.number for marker in manager.opponents.markers if marker.cell in opposite]


def max_targets(clause: Clause, number: int) -> int:
    """EFF-1: return a clause's maximum number of targets."""
    if clause.gain in ("strength", "weakness", "injury"):
        return clause.max_targets or number
    return 2 * number if clause.gain in ("swap", "shift") else number


def is_possible(league: League, manager: Manager, option: Option) -> bool:
    """EFF-2: check the cost, the targets, and the conditions that need no die."""
    clause = option.clause
    conditions = [
        condition for condition in clause.conditions if condition not in clause.die_conditions
    ]
    if clause.gain == "goal":
        conditions = []  # MAT-10: a goal's conditions are checked after the second phase
    if not all(holds(league, manager, condition, option.source) for condition in conditions):
        return False
    if not can_pay(league, manager, option):
        return False
    if clause.gain in ("swap", "shift"):
        return any(True for _ in pairs(league, manager, option))
    if clause.has_choice and clause.number(count_after_payment(league, manager, option)) < 1:
        return False
    return not clause.has_choice or bool(
        cards_to_name(league, manager, option) or markers_to_name(league, manager, option)
    )


def pairs(league: League, manager: Manager, option: Option) -> Iterator[tuple[int, int]]:
    """EFF-1: find pairs of jerseys for a swap or a shift."""
    if option.clause.gain == "shift":
        jerseys = [member.marker for member in fielded_cards(manager)]
        for first in jerseys:
            for second in jerseys:
                if first != second and strength_of(manager, first) > 0:
                    yield first, second
        return
    own_marker = marker_of(manager, option.source)
    for first in [own_marker] if own_marker else JERSEYS:
        for second in JERSEYS:
            if first != KEEPER and can_swap(manager, first, second):
                yield first, second


def can_swap(manager: Manager, first: int, second: int) -> bool:
    """EFF-1, MAT-4: check if two markers may trade their cells."""
    cells = manager.match.cells
    positions = {member.marker: member.positions for member in fielded_cards(manager)}
    return cells[first] != cells[second] and all(
        cells[to][0].upper() in positions.get(marker, "DMF")
        for marker, to in ((first, second), (second, first))
    )


# --- Effects


def trigger(league: League, manager: Manager, moment: str) -> None:
    """EFF-2: let the effects of a moment happen, in order."""
    last = None
    while True:
        sources = sources_of(league, manager, moment)  # staff may arrive, or a card be trained
        remaining = sources[sources.index(last) + 1 :] if last else sources
        if not remaining:
            return
        last = remaining[0]
        trigger_source(league, manager, last, moment)


def trigger_source(league: League, manager: Manager, source: str, moment: str) -> None:
    """EFF-2: let the effects of one source happen."""
    for index, clause in enumerate(clauses_of(league, source)):
        if clause.when == moment:
            run(league, manager, Option(source, index, clause))


def run(league: League, manager: Manager, option: Option) -> None:
    """EFF-2: let an effect happen, unless its owner declines it."""
    if not is_possible(league, manager, option):
        return
    if option.clause.may_be_declined and league.next_option(manager, [option]) is None:
        return
    perform(league, manager, option)


def perform(league: League, manager: Manager, option: Option) -> None:
    """EFF-1, EFF-2: read an effect: cost, targets, die and gain."""
    clause, match = option.clause, manager.match
    event = league.reader.take("EFF-2", clause.event, manager.seat)
    event.check("EFF-2", "source", option.source)
    event.check("EFF-2", "clause", option.clause_index)
    read_cost(league, manager, option, event)
    number = clause.number(count(league, manager, clause.counter))
    cards, markers = read_named(league, manager, option, event, number)
    die = None
    if clause.die_conditions:
        if option.source in match.dice:
            event.check("EFF-2", "die", match.dice[option.source])
        else:
            face = event.take("die")
            event.require("EFF-2", type(face) is int and face in range(1, 7), "a die shows 1 to 6")
            match.dice[option.source] = face
        die = match.dice[option.source]
    else:
        event.check("EFF-2", "die", die)
    old_resources, old_levels = [*manager.resources], [*manager.levels]
    old_vp = manager.effects_vp + manager.penalty_vp
    acts = all(
        holds(league, manager, condition, option.source) for condition in clause.die_conditions
    )
    if clause.cost != (0, 0, 0, 0) or clause.has_choice:
        match.effects_used.add((option.source, option.clause_index))
        match.abilities += option.source in league.box.cards
    if acts:
        cards = apply(league, manager, option, number, cards, markers)
    event.check("EFF-1", "gains", difference(manager.resources, old_resources))
    event.check("EFF-1", "levels", difference(manager.levels, old_levels))
    event.check("EFF-1", "vp", manager.effects_vp + manager.penalty_vp - old_vp)
    if not clause.has_choice:
        event.check("EFF-1", "cards", cards)
    event.finish()
    if acts and clause.gain == "refresh":
        replace_oldest(league, clause.detail, number)
    if acts and clause.gain == "staff":
        for card in cards:
            arrive(league, manager, card)


def arrive(league: League, manager: Manager, item: str) -> None:
    """EFF-1: let the `now` effects of a new card or token happen."""
    trigger_source(league, manager, item, "now")


def difference(now: list[int], before: list[int]) -> list[int]:
    """Return the change in each number."""
    return [new - old for new, old in zip(now, before, strict=True)]


def read_named(
    league: League, manager: Manager, option: Option, event: Event, number: int
) -> tuple[list[str], list[int]]:
    """EFF-2: read the cards and markers that the owner names, before any roll."""
    clause = option.clause
    if not clause.has_choice:
        event.check("EFF-1", "markers", [])
        return [], []
    nameable = cards_to_name(league, manager, option)
    cards = event.take("cards")
    markers = event.take("markers")
    maximum = max_targets(clause, number)
    unnameable = Counter(cards) - Counter(nameable)
    event.require("EFF-1", not unnameable, f"the cards that can be named are {nameable}")
    if clause.gain == "swap":
        check_swap(league, manager, option, event, markers)
    else:
        choices = markers_to_name(league, manager, option)
        event.require(
            "EFF-1",
            all(type(marker) is int and marker in choices for marker in markers)
            and len(set(markers)) == len(markers),
            f"the markers that can be named are {choices}",
        )
    total = len(cards) + len(markers)
    event.require(
        "EFF-1",
        1 <= total <= maximum,
        f"the number of cards or markers named must be from 1 to {maximum}, not {total}",
    )
    if clause.gain == "injury":
        event.require(
            "EFF-1",
            total == min(maximum, len(nameable)),
            f"as many cards as possible must be injured, up to {maximum}",
        )
    if clause.gain == "shift":
        half = len(cards) // 2
        givers = [marker_of(manager, card) for card in cards[:half]]
        event.require(
            "EFF-1",
            len(cards) == 2 * half and all(strength_of(manager, giver) > 0 for giver in givers),
            "the first half of the cards named give strength, and each giver must have some",
        )
    return list(cards), list(markers)


def check_swap(
    league: League, manager: Manager, option: Option, event: Event, markers: list[int]
) -> None:
    """EFF-1, MAT-4: check the two markers that trade places."""
    own_marker = marker_of(manager, option.source)
    event.require(
        "EFF-1",
        len(markers) == 2
        and all(type(marker) is int and marker in JERSEYS for marker in markers)
        and own_marker in (0, markers[0]),
        "two markers must trade places, the card's own marker first",
    )
    event.require("MAT-4", can_swap(manager, *markers), "the markers' rows do not allow the swap")


def apply(
    league: League,
    manager: Manager,
    option: Option,
    number: int,
    cards: list[str],
    markers: list[int],
) -> list[str]:
    """EFF-1: apply a gain; return the cards that it names or brings."""
    clause = option.clause
    gain = clause.gain
    if clause.when == "week":
        return cards  # it has been in force since the vote
    if gain in RESOURCES and not clause.detail:
        give(manager, RESOURCES.index(gain), number)
    elif gain == "vp":
        manager.effects_vp += number
    elif gain == "level":
        shift_level(league, manager, STATISTICS.index(clause.detail), number)
    elif gain == "train":
        for card in cards:
            train(manager, manager.squad[card])
    elif gain == "experience":
        for card in cards:
            gain_experience(manager, manager.squad[card])
    elif gain == "heal":
        for card in cards:
            manager.squad[card].injured_until = manager.squad[card].suspended_until = 0
    elif gain == "injury":
        return injure_named(league, manager, option, cards)
    elif gain == "suspension":
        if option.source in manager.squad:
            suspend(league, manager.squad[option.source])
    elif gain == "tactic":
        return draw_tactics(league, manager, number)
    elif gain == "staff":
        return bring_staff(league, manager, clause.detail, number)
    elif gain == "office":
        manager.office = min(OFFICE_STEPS, manager.office + number)
    elif gain == "reroll":
        manager.free_rerolls += number
    else:
        apply_in_match(league, manager, option, number, cards, markers)
    return cards


def give(manager: Manager, resource: int, number: int) -> None:
    """EFF-1: change a resource; a loss stops at 0."""
    manager.resources[resource] = max(0, manager.resources[resource] + number)


def shift_level(league: League, manager: Manager, statistic: int, number: int) -> None:
    """CLU-2: shift a level by steps; steps beyond an end have other effects."""
    for _ in range(abs(number)):
        new_level = manager.levels[statistic] + (1 if number > 0 else -1)
        if new_level > HIGHEST_LEVEL:
            manager.resources[statistic] += replacement(manager, BEYOND, league.number("beyond"))
        elif new_level < LOWEST_LEVEL:
            manager.penalty_vp -= replacement(manager, BELOW, league.number("below"))
        else:
            manager.levels[statistic] = new_level


def train(manager: Manager, member: Member) -> None:
    """ACT-7: turn a card to its trained side, or give a youngster experience."""
    if member.card.kind == "youngsters":
        gain_experience(manager, member)
    else:
        member.trained = True


def gain_experience(manager: Manager, member: Member) -> None:
    """PLA-4: fill one space; the last one trains the card."""
    member.experience += 1
    if member.experience >= member.card.spaces:
        member.trained = True
        manager.youngsters_trained += 1


def flip(manager: Manager, member: Member) -> None:
    """EFF-1: train a card; fill all of a youngster's spaces."""
    if not member.trained and member.card.kind == "youngsters":
        member.experience = member.card.spaces
        manager.youngsters_trained += 1
    member.trained = True


def ignores(league: League, member: Member, token: str) -> bool:
    """EPI-9: check if a card ignores tokens of this kind."""
    return member.token == "ignore" and league.rules["ignore_token"] == token


def weaken(league: League, manager: Manager, marker: int, amount: int) -> None:
    """PLA-2, EPI-9: put temporary weakness on a marker.

    A card with an ignore token may ignore one point of it.
    """
    is_ignoring = any(fielded_card.marker == marker and ignores(league, fielded_card, "weakness")
                  for fielded_card in fielded_cards(manager))  # fmt: skip
    manager.match.strength_changes[marker] -= max(0, amount - is_ignoring)


def injure(league: League, manager: Manager, member: Member) -> bool:
    """PLA-3: injure a card.

    Return False if the injury is ignored or lasts for no weeks.
    """
    weeks = league.number("injury_weeks")
    if ignores(league, member, "injury"):
        return False
    if member.injured_until or not weeks:
        return weeks > 0
    if manager.injuries_ignored < lasting_gain(league, manager, "immune", "injury"):
        manager.injuries_ignored += 1
        return False
    member.injured_until = league.week + weeks - 1 + league.added_weeks
    return True


def suspend(league: League, member: Member) -> bool:
    """PLA-3: suspend a card.

    Return False if the suspension is ignored or lasts for no weeks.
    """
    weeks = league.number("suspension_weeks")
    if ignores(league, member, "suspension"):
        return False
    if weeks and not member.suspended_until:
        member.suspended_until = league.week + weeks - 1 + league.added_weeks
    return weeks > 0


def injure_named(league: League, manager: Manager, option: Option, cards: list[str]) -> list[str]:
    """PLA-3: injure the cards named, or the ability's own card."""
    for card in cards if option.clause.detail else [option.source]:
        if card in manager.squad:
            injure(league, manager, manager.squad[card])
    return cards


def draw_tactics(league: League, manager: Manager, number: int) -> list[str]:
    """SET-7: draw tactic cards; an empty pile gives none."""
    cards: list[str] = []
    while len(cards) < number and (card := draw(league, "tactics")) is not None:
        cards.append(card)
    manager.tactics += cards
    return cards


def bring_staff(league: League, manager: Manager, name: str, number: int) -> list[str]:
    """SET-5: take the first staff cards with this name, if places are free."""
    cards: list[str] = []
    for card in list(league.piles["staff"]):
        if len(cards) < number and len(manager.staff) < staff_places(league, manager):
            if league.box.staff[card].name.lower() == name.lower():
                league.piles["staff"].remove(card)
                manager.staff.append(card)
                cards.append(card)
    return cards


def staff_places(league: League, manager: Manager) -> int:
    """CLU-6: count the places for staff."""
    return league.number("staff_places") + manager.office


def apply_in_match(
    league: League,
    manager: Manager,
    option: Option,
    number: int,
    cards: list[str],
    markers: list[int],
) -> None:
    """EFF-1: apply a gain that acts in a match."""
    clause, match = option.clause, manager.match
    own_marker = marker_of(manager, option.source)
    jerseys = [marker_of(manager, card) for card in cards] + markers
    if clause.gain in ("strength", "weakness"):
        if clause.detail == "facing":
            amount = number if clause.gain == "strength" else -number
            match.facing_changes.update(dict.fromkeys(markers, amount))
            return
        if clause.detail == "pressing":
            jerseys = pressing_forwards(manager)
        elif not clause.detail:
            jerseys = [own_marker] if own_marker else []
        for jersey in jerseys:
            if clause.gain == "strength":
                match.strength_changes[jersey] += number
            else:
                weaken(league, manager, jersey, number)
    elif clause.gain == "gloves":
        match.gloves += number
    elif clause.gain == "fitness":
        match.supply.update(cards)
    elif clause.gain == "flip_marker":
        for jersey in markers:
            match.sides[jersey] = "shield" if match.sides[jersey] == "ball" else "ball"
    elif clause.gain == "swap":
        first, second = markers
        match.cells[first], match.cells[second] = match.cells[second], match.cells[first]
    elif clause.gain == "shift":
        half = len(jerseys) // 2
        match.strength_changes.update(dict.fromkeys(jerseys[:half], -1))
        match.strength_changes.update(dict.fromkeys(jerseys[half:], 1))
    elif clause.gain == "ignore_keeper":
        match.ignoring.add(own_marker)
    elif clause.gain == "feint":
        match.feinting.add(own_marker)
    elif clause.gain == "flip" and option.source in manager.squad:
        flip(manager, manager.squad[option.source])
