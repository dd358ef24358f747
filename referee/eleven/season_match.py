"""MAT-4 to MAT-12, PLA-3 to PLA-5: a match day of the season."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eoc_sim.referee.eleven.effects import (
    fielded_cards,
    gain_experience,
    give,
    holds,
    injure,
    is_possible,
    lasting_gain,
    options,
    perform,
    spaces_left,
    strength_of,
    suspend,
    trigger,
)
from eoc_sim.referee.eleven.layout import read_layout
from eoc_sim.referee.eleven.pitch import Marker, Team
from eoc_sim.referee.eleven.referees import act_after_match, before_match, call_referee, has_referee
from eoc_sim.referee.eleven.rerolls import read_rolls
from eoc_sim.referee.eleven.state import League, Manager, Option
from eoc_sim.referee.eleven.tables import (
    BALLS,
    DRAW,
    FITNESS,
    JERSEYS,
    KEEPER,
    LOSS,
    MONEY,
    OPERATION,
    RESOURCES,
    WIN,
)
from eoc_sim.referee.eleven.unique_cards import STAND_2, line_of_consequences, replacement
from eoc_sim.referee.records import Event

RESULTS = {WIN: "win", DRAW: "draw", LOSS: "loss"}
CONSEQUENCE_DICE = (6, 12)  # MAT-12: sizes of the dice for the kind and the jersey


# --- Before the match


def stands(league: League, manager: Manager) -> int:
    """CLU-3: count the places in the stands."""
    first, second = league.box.stands
    return first + replacement(manager, STAND_2, second) + lasting_gain(league, manager, "stands")


def fill_stands(league: League, manager: Manager) -> None:
    """CLU-3: read the paying fans in the stands."""
    event = league.reader.take("CLU-3", "stands", manager.seat)
    fans = event.take("fans")
    maximum = min(stands(league, manager), manager.resources[RESOURCES.index("fans")])
    event.require(
        "CLU-3",
        type(fans) is int and 0 <= fans <= maximum,
        f"the number of fans in the stands must be from 0 to {maximum}",
    )
    event.finish()
    give(manager, RESOURCES.index("fans"), -fans)
    manager.resources[MONEY] += fans
    manager.match.stand_fans = fans
    manager.fullest_stands = max(manager.fullest_stands, fans)
    manager.half.fullest_stands = max(manager.half.fullest_stands, fans)


def prepare_season_match(league: League, manager: Manager) -> None:
    """MAT-5: read the cards assigned, the resources on them and the layout."""
    event = league.reader.take("MAT-5", "prepare", manager.seat)
    assign(league, manager, event)
    cells, formation = read_layout(league, manager, event)
    manager.match.cells = dict(zip(JERSEYS, cells, strict=True))
    read_sides(league, manager, event)
    check_layout(manager, event, formation)
    club = league.club_of(manager)
    manager.match.opponent_above = league.club_points[club] > manager.points
    event.finish()
    trigger(league, manager, "prepare")


def assign(league: League, manager: Manager, event: Event) -> None:
    """MAT-4, MAT-5, PLA-3: read the cards assigned and the resources put on them."""
    cards = event.take("fielded")
    for number in cards:
        event.require("MAT-5", number in manager.squad, f"the squad is {list(manager.squad)}")
        event.require("PLA-3", not manager.squad[number].is_out, f"{number} cannot be assigned")
    take_over(league, manager, event, cards)
    markers = [manager.squad[number].marker for number in cards]
    event.require(
        "MAT-4",
        markers == sorted(set(markers)),
        "there must be at most one card per jersey, in order of jersey",
    )
    operation = operation_for_fitness(league, manager, event, cards)
    event.check("MAT-5", "fitness", len(cards) - operation)
    event.require(
        "MAT-5",
        manager.resources[FITNESS] >= len(cards) - operation
        and manager.resources[OPERATION] >= operation,
        "each card assigned costs 1 fitness",
    )
    manager.resources[FITNESS] -= len(cards) - operation
    manager.resources[OPERATION] -= operation
    put = event.take("put")
    event.require("MAT-5", len(put) == len(cards), '"put" must have one entry per card')
    for amounts in put:
        event.require(
            "MAT-5",
            len(amounts) == len(RESOURCES)
            and all(
                type(amount) is int and 0 <= amount <= stock
                for amount, stock in zip(amounts, manager.resources, strict=True)
            ),
            f"the manager has {manager.resources}",
        )
        manager.resources = [
            stock - amount for stock, amount in zip(manager.resources, amounts, strict=True)
        ]
    manager.match.cards = list(cards)
    manager.match.card_resources = {
        number: list(amounts) for number, amounts in zip(cards, put, strict=True)
    }


def operation_for_fitness(
    league: League, manager: Manager, event: Event, cards: Sequence[str]
) -> int:
    """EPI-9: read the operation paid for cards with a stand-in token."""
    if not league.has("epic"):
        return 0
    operation = event.take("operation") if event.has("operation") else 0
    maximum = sum(manager.squad[number].token == "stand-in" for number in cards)
    event.require(
        "EPI-9",
        type(operation) is int and 0 <= operation <= maximum,
        f"the number of cards with stand-in tokens is {maximum}",
    )
    return int(operation)


def take_over(league: League, manager: Manager, event: Event, cards: Sequence[str]) -> None:
    """MAT-2, EPI-9: let cards take over the markers with their jerseys.

    In Epic, a card with jersey 12 or 13 takes over any marker without a card; a keeper stays the
    keeper.
    """
    members = [manager.squad[number] for number in cards]
    spare = [
        player for player in members if player.jersey > JERSEYS[-1] and player.card.jersey != KEEPER
    ]
    for player in members:
        player.marker = player.card.jersey
    if not league.has("epic"):
        return
    jerseys = event.take("taken") if event.has("taken") else []
    other_markers = [player.marker for player in members if player not in spare]
    free = [jersey for jersey in JERSEYS if jersey not in other_markers]
    event.require(
        "EPI-9",
        len(jerseys) == len(spare) == len(set(jerseys)) and set(jerseys) <= set(free),
        f"jerseys 12 and 13 must each take over one of {free}",
    )
    spare.sort(key=lambda player: player.jersey)
    for player, jersey in zip(spare, jerseys, strict=True):
        player.marker = jersey


def read_sides(league: League, manager: Manager, event: Event) -> None:
    """MAT-2: find the side that each marker shows.

    A marker with a card shows the card's side. Under `basic_side = free` the trace has the sides.
    """
    sides = {jersey: "ball" if jersey in BALLS else "shield" for jersey in JERSEYS}
    if league.rules["basic_side"] == "free":
        side_words = event.take("sides")
        event.require(
            "MAT-2",
            len(side_words) == len(JERSEYS) and set(side_words) <= {"ball", "shield"},
            "each marker must show a ball or a shield",
        )
        sides = dict(zip(JERSEYS, side_words, strict=True))
    for member in fielded_cards(manager):
        if member.marker != KEEPER:
            if league.rules["basic_side"] == "free":
                event.require(
                    "MAT-2",
                    sides[member.marker] == member.side,
                    f"{member.card.number} has a {member.side}",
                )
            sides[member.marker] = member.side
    manager.match.sides = sides


def check_layout(manager: Manager, event: Event, formation: str) -> None:
    """MAT-1, MAT-3, MAT-4: check the room in cells, the rows, and the cards' positions."""
    team = team_of(manager)
    crowded_cells, rows = team.list_crowded_cells(), team.formation()
    event.require("MAT-1", not crowded_cells, f"too many markers stand in {crowded_cells}")
    event.require("MAT-3", rows == formation, f"the rows are {rows}")
    check_positions(manager, event)


def check_positions(manager: Manager, event: Event) -> None:
    """MAT-4: check that each card stands in a row of its position."""
    for member in fielded_cards(manager):
        if member.marker != KEEPER:
            row = manager.match.cells[member.marker][0].upper()
            event.require(
                "MAT-4",
                row in member.positions,
                f"{member.card.number} plays in {member.positions}, not in {row}",
            )


def team_of(manager: Manager) -> Team:
    """MAT-2, PLA-2: return the team as it stands now."""
    match = manager.match
    markers = [
        Marker(
            jersey, match.cells[jersey], match.sides[jersey], strength_of(manager, jersey),
            jersey in match.ignoring, jersey in match.feinting,
        )
        for jersey in JERSEYS
    ]  # fmt: skip
    keepers = [member for member in fielded_cards(manager) if member.marker == KEEPER]
    gloves = keepers[0].gloves if keepers else 1
    return Team(markers, strength_of(manager, KEEPER), max(0, gloves + match.gloves))


def use_effects(league: League, manager: Manager) -> None:
    """MAT-6, MAT-10, EFF-2: apply forced effects, then read the manager's choices."""
    for moment in ("reveal", "before", "match"):
        if moment == "before" and has_referee(league):
            call_referee(league, manager)
            before_match(league, manager)
        automatic_effects(league, manager, moment)
        while options := usable(league, manager, moment):
            option = league.next_option(manager, options)
            if option is None:
                break
            perform(league, manager, option)
    changed_markers = [
        replace(
            marker, strength=max(0, marker.strength + manager.match.facing_changes[marker.number])
        )
        for marker in manager.opponents.markers
    ]
    manager.opponents = replace(manager.opponents, markers=changed_markers)
    manager.team = team_of(manager)


def automatic_effects(league: League, manager: Manager, moment: str) -> None:
    """EFF-2: apply a moment's effects that have neither cost nor choice."""
    candidates = [entry for entry in options(league, manager, moment) if has_event(entry)]
    for option in candidates:
        effect = option.source, option.clause_index
        if option.clause.may_be_declined or effect in manager.match.automatic_effects:
            continue
        if is_possible(league, manager, option):
            manager.match.automatic_effects.add(effect)  # PVP-5: it cannot act in the other half
            perform(league, manager, option)


def usable(league: League, manager: Manager, moment: str) -> list[Option]:
    """MAT-6, EFF-2: list a moment's effects that the manager may use."""
    return [
        option
        for option in options(league, manager, moment)
        if has_event(option)
        and option.clause.may_be_declined
        and (option.source, option.clause_index) not in manager.match.effects_used
        and is_possible(league, manager, option)
    ]


def has_event(option: Option) -> bool:
    """MAT-10: check if an effect has an event; free goals have none."""
    return option.clause.gain != "goal" or any(option.clause.cost)


def goals_of_effects(league: League, manager: Manager, quiet_centre: bool) -> int:
    """MAT-10: count the goals from effects, after the second phase."""
    manager.match.quiet_centre = quiet_centre
    return sum(
        option.clause.number(1)
        for option in options(league, manager, "match")
        if option.clause.gain == "goal"
        and (
            not any(option.clause.cost)
            or (option.source, option.clause_index) in manager.match.effects_used
        )
        and all(
            holds(league, manager, condition, option.source)
            for condition in option.clause.conditions
        )
    )


def check_cards(manager: Manager, event: Event) -> None:
    """Check the trace's scoring cards and used abilities."""
    scorers = manager.match.scorers
    cards = [
        fielded_card.card.number
        for fielded_card in fielded_cards(manager)
        if fielded_card.marker in scorers
    ]
    event.check("MAT-9", "cards", cards)
    event.check("MAT-6", "abilities", manager.match.abilities)


def count_goals(manager: Manager, scorers: Sequence[int]) -> None:
    """SCO-5: credit the cards with their goals."""
    for member in fielded_cards(manager):
        member.goals += list(scorers).count(member.marker)
        manager.card_goals = max(manager.card_goals, member.goals)
        manager.half.card_goals = max(manager.half.card_goals, member.goals - member.goals_before)


# --- After the match


def after_match(league: League, manager: Manager) -> None:
    """MAT-11, MAT-12: apply after-match effects, experience, veterans and consequences."""
    league.added_weeks = 1
    first_goals(league, manager)
    margin = manager.goals - manager.against
    manager.match.result = RESULTS[manager.outcome]
    club = manager.schedule[league.week - 1]
    if club is not None and manager.outcome == WIN:
        manager.wins_by_colour[league.data.clubs[club].colour] += 1
    manager.largest_margin = max(manager.largest_margin, margin)
    manager.half.largest_margin = max(manager.half.largest_margin, margin)
    manager.clean_wins += manager.outcome == WIN and manager.against == 0
    if has_referee(league):
        act_after_match(league, manager)
    trigger(league, manager, "after")
    take_back(league, manager)
    grow(league, manager)
    if league.rules["consequences"] == "on":
        read_consequences(league, manager)


def first_goals(league: League, manager: Manager) -> None:
    """EPI-9: let cards with a first-goal token gain strength when they score."""
    for member in fielded_cards(manager):
        if member.token == "first goal" and member.marker in manager.match.scorers:
            event = league.reader.take("EPI-9", "first_goal", manager.seat)
            event.check("EPI-9", "card", member.card.number)
            event.finish()
            member.extra_strength += 1
            member.token = "first goal used"


def take_back(league: League, manager: Manager) -> None:
    """MAT-5: take back the resources that no ability used."""
    unused = [sum(amounts) for amounts in zip(*manager.match.card_resources.values(), strict=True)]
    manager.match.card_resources = {}
    if not any(unused) or league.rules["unused"] == "lost":
        return
    event = league.reader.take("MAT-5", "unused", manager.seat)
    event.check("MAT-5", "back", unused)
    event.finish()
    for resource, number in enumerate(unused):
        manager.resources[resource] += number


def grow(league: League, manager: Manager) -> None:
    """PLA-4, PLA-5: give youngsters experience; let veterans leave."""
    playing = fielded_cards(manager)
    for member in playing:
        member.matches += 1
        if spaces_left(member) and member.card.number not in manager.match.cards_not_learning:
            gain_experience(manager, member)
            event = league.reader.take("PLA-4", "experience", manager.seat)
            event.check("PLA-4", "card", member.card.number)
            event.check("PLA-4", "filled", member.experience)
            event.check("PLA-4", "trained", member.trained)
            event.finish()
    last = league.number("veteran_matches")
    for member in playing:
        if member.card.kind == "veterans" and last and member.matches >= last:
            event = league.reader.take("PLA-5", "leave", manager.seat)
            event.check("PLA-5", "card", member.card.number)
            event.finish()
            del manager.squad[member.card.number]


def read_consequences(league: League, manager: Manager) -> None:
    """MAT-12: read the consequence dice; check their results."""
    event = league.reader.take("MAT-12", "consequence", manager.seat)
    kind_die, jersey = read_rolls(league, manager, event, "MAT-12", "dice", CONSEQUENCE_DICE)
    printed_line = league.box.consequences[manager.match.result][kind_die - 1]
    kind = line_of_consequences(manager, kind_die, printed_line)
    token = kind
    if kind in ("injury", "suspension") and manager.match.replacement_token:
        token = manager.match.replacement_token  # REF-5
    old_resources = [*manager.resources]
    card = None
    # At most one fielded card has the jersey.
    cards_hit = [member for member in fielded_cards(manager) if member.jersey == jersey]
    if kind in ("injury", "suspension"):
        for member in cards_hit:
            gets_token = (
                injure(league, manager, member) if token == "injury" else suspend(league, member)
            )
            card = member.card.number if gets_token else None
    elif kind != "-":
        number, resource = kind.split()
        give(manager, RESOURCES.index(resource), int(number))
    event.check("MAT-12", "kind", kind)
    event.check("PLA-3", "card", card)
    gains = [now - old for now, old in zip(manager.resources, old_resources, strict=True)]
    event.check("MAT-12", "gains", gains)
    event.finish()
