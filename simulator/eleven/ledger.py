"""Rows of result tables, recorded as a game is played."""

from __future__ import annotations

from eoc_sim.simulator.eleven import sizes, sources
from eoc_sim.simulator.eleven.club import gain
from eoc_sim.simulator.eleven.columns import TABLES
from eoc_sim.simulator.eleven.deal_steps import OFFER_DEAL, SALE_BONUS
from eoc_sim.simulator.eleven.names import COLOURS, DECKS, MONEY
from eoc_sim.simulator.eleven.outcomes import EARNED_BETS, EARNED_EFFECTS, EARNED_VOTES
from eoc_sim.simulator.eleven.pairing import rival_of
from eoc_sim.simulator.eleven.pitch import MARKERS, OTHER, OWN, SECTIONS
from eoc_sim.simulator.eleven.switches import LAYER, TRANSFERS
from eoc_sim.simulator.kernel.branching import Block
from eoc_sim.simulator.kernel.compiled import compiled, outlined

clear_seat_row = Block(TABLES["seats"].ledger_dtype).clearer()
clear_week_row = Block(TABLES["weeks"].ledger_dtype).clearer()


@compiled
def clear_ledger(state):
    """Clear the rows in which a game's totals accumulate."""
    for seat in range(state.table.managers):
        clear_seat_row(state.ledger.seats[seat])
        for week in range(sizes.MAX_WEEKS):
            clear_week_row(state.ledger.weeks[seat, week])
    for card in range(sizes.CARDS):
        state.box.card_row[card] = -1


@compiled
def earn(state, seat, money, source):
    """Give a manager money, and record its source (EARNED_...)."""
    state.ledger.seats[seat].earned[source] += gain(state.table, seat, MONEY, money)


@compiled
def note_gain(state, seat, source, resource, amount):
    """Record an effect's gain, if it is money."""
    if resource == MONEY:
        category = EARNED_VOTES if sources.OUTCOMES <= source < sources.OFFICE else EARNED_EFFECTS
        state.ledger.seats[seat].earned[category] += amount


@compiled
def spend(state, seat, money, use):
    """Take money from a manager, and record its use (SPENT_...)."""
    state.ledger.seats[seat].spent[use] -= gain(state.table, seat, MONEY, -money)


@compiled
def note_action(state, seat, outcome, extra, source, price, passes):
    """Record an action or a free action."""
    table = state.table
    box = state.box
    counts = state.ledger.seats[seat]
    counts.done[outcome] += 1
    counts.extra_actions += extra
    row = state.ledger.actions[box.action_row_count]
    box.action_row_count += 1
    row.seat = seat
    row.week = table.week
    row.day = table.day
    row.kind = outcome
    row.extra = extra
    row.thing = source
    row.price = price
    row.passed = passes


@compiled
def fill_taken(row, seat, week, card, price):
    """Fill the row for one of a manager's acquisitions."""
    row.seat = seat
    row.card = card
    row.taken_week = week
    row.price = price
    row.vp = 0


@outlined
def note_taken(state, seat, kind, card, price):
    """Record that a manager gets a director, staff card, sponsor or token."""
    numbers = state.box.holding_row_count
    index = numbers[kind] + 0
    week = state.table.week
    if index == sizes.MAX_TAKEN:
        state.box.ledger_overflow = 1
        return
    numbers[kind] += 1
    if kind == sources.OF_STAFF:
        fill_taken(state.ledger.staff[index], seat, week, card, price)
    elif kind == sources.OF_SPONSORS:
        fill_taken(state.ledger.sponsors[index], seat, week, card, price)
    elif kind == sources.OF_TOKENS:
        fill_taken(state.ledger.tokens[index], seat, week, card, price)
        state.ledger.tokens[index].vp = state.table.token_vp[card]
    else:
        fill_taken(state.ledger.directors[index], seat, week, card, price)
        state.ledger.directors[index].round = state.table.draft_round


@compiled
def note_sponsor(state, seat, card, way):
    """Record a sponsor's contract."""
    index = state.box.holding_row_count[sources.OF_SPONSORS] + 0
    note_taken(state, seat, sources.OF_SPONSORS, card, 0)
    if index < sizes.MAX_TAKEN:
        state.ledger.sponsors[index].way = way


@compiled
def note_card(state, seat, card, how, price):
    """Record a card that comes to a manager."""
    box = state.box
    index = box.card_row_count + 0
    box.card_row[card] = -1
    if index == (
        sizes.MAX_TRADED if state.table.rule_transfers == TRANSFERS.ON else sizes.MAX_TAKEN
    ):
        box.ledger_overflow = 1
        return
    box.card_row_count += 1
    box.card_row[card] = index
    row = state.ledger.players[index]
    fill_taken(row, seat, state.table.week, card, price)
    row.how = how
    row.kind = (1 if card >= sources.YOUNGSTERS else 0) + (1 if card >= sources.VETERANS else 0)
    row.played_week = 0
    row.trained_week = 0
    row.matches = 0
    row.goals = 0
    row.left_week = 0
    row.left = 0
    row.sale = 0


@compiled
def note_trained(state, card):
    """Record the training of a card that a manager holds."""
    if state.box.card_row[card] >= 0:
        state.ledger.players[state.box.card_row[card]].trained_week = state.table.week


@compiled
def note_left(state, card, outcome, sale, vp):
    """Record that a card leaves its manager, and how (LEFT_...)."""
    if state.box.card_row[card] < 0:
        return
    row = state.ledger.players[state.box.card_row[card]]
    row.left_week = state.table.week
    row.left = outcome
    row.sale = sale
    row.vp += vp
    state.box.card_row[card] = -1


@compiled
def add_vp(rows, row_count, seat, card, vp):
    """Add VP to the latest row of a manager's card or token."""
    for index in range(row_count - 1, -1, -1):
        if rows[index].seat == seat and rows[index].card == card:
            rows[index].vp += vp
            return


@outlined
def note_vp(state, seat, source, vp):
    """Record an effect's VP."""
    ledger = state.ledger
    numbers = state.box.holding_row_count
    if source < sizes.CARDS:
        if state.box.card_row[source] >= 0:
            ledger.players[state.box.card_row[source]].vp += vp
    elif source < sources.STAFF:
        add_vp(
            ledger.directors, numbers[sources.OF_DIRECTORS], seat, source - sources.DIRECTORS, vp
        )
    elif source < sources.SPONSORS:
        add_vp(ledger.staff, numbers[sources.OF_STAFF], seat, source - sources.STAFF, vp)
    elif source < sources.TOKENS:
        add_vp(ledger.sponsors, numbers[sources.OF_SPONSORS], seat, source - sources.SPONSORS, vp)
    elif source < sources.TACTICS:
        add_vp(ledger.tokens, numbers[sources.OF_TOKENS], seat, source - sources.TOKENS, vp)


@compiled
def note_fielded(state, seat, card):
    """Record that a card was assigned to a match."""
    week = state.table.week
    state.ledger.seats[seat].fielded += 1
    index = state.box.card_row[card]
    if index < 0:
        return
    row = state.ledger.players[index]
    row.matches += 1
    if row.matches == 1:
        row.played_week = week


@compiled
def note_goals(state, card, goals):
    """Record a card's goals in a match."""
    if state.box.card_row[card] >= 0:
        state.ledger.players[state.box.card_row[card]].goals += goals


@compiled
def note_vote(state, seat, meeting, colour):
    """Record a board meeting, its dice and colour; -1 is no colour."""
    table = state.table
    box = state.box
    week = state.ledger.weeks[seat, table.week - 1]
    week.vote = colour + 1
    week.rerolls = table.rerolled
    row = state.ledger.votes[box.vote_row_count]
    box.vote_row_count += 1
    row.seat = seat
    row.week = table.week
    row.meeting = meeting
    for index in range(sizes.MAX_DIRECTORS_HELD):
        row.faces[index] = table.dice[index]
    row.rerolls = table.rerolled
    row.vote = colour + 1


@compiled
def note_draft(state, seat, director, rounds_offered, is_kept):
    """Record a director that a manager keeps, or that is left over (SET-5).

    If nobody keeps the director, its row names the manager who saw it last.
    """
    row = state.ledger.drafts[state.box.draft_row_count]
    state.box.draft_row_count += 1
    row.seat = seat
    row.director = director
    row.offered = rounds_offered
    row.kept = is_kept


@compiled
def note_bet(state, seat, space, space_count, hit, payment):
    """Record a bet; the stake reduces the money from bets.

    ``space_count`` is the number of spaces under the token: 1, 2 or 4.
    """
    table = state.table
    stake = table.bet_stake[seat] + 0
    state.ledger.seats[seat].earned[EARNED_BETS] += payment - stake
    row = state.ledger.bets[state.box.bet_row_count]
    state.box.bet_row_count += 1
    row.seat = seat
    row.week = table.week
    row.line = table.bet_line[seat]
    row.file = table.bet_file[seat]
    row.shape = space_count // 2  # 0 a space, 1 a border, 2 a point
    row.stake = stake
    row.hit = 1 if hit else 0
    row.paid = payment
    row.space = space


@compiled
def note_pick(state, seat, token, winter_round, pick):
    """Record a winter token that a manager takes."""
    box = state.box
    row = state.ledger.winter[box.winter_row_count]
    box.winter_row_count += 1
    row.seat = seat
    row.token = token
    row.round = winter_round
    row.pick = pick
    row.card = -1


@compiled
def note_placed(state, seat, winter_round, card):
    """Record the card on which a manager places a winter token."""
    for index in range(state.box.winter_row_count):
        row = state.ledger.winter[index]
        if row.seat == seat and row.round == winter_round:
            row.card = card


@compiled
def note_referee(state, seat, matching):
    """Record the referee of a match."""
    table = state.table
    row = state.ledger.referees[state.box.referee_row_count]
    state.box.referee_row_count += 1
    row.seat = seat
    row.week = table.week
    row.row = table.referee_row[seat]
    row.referee = table.referee[seat] - 1
    row.matching = matching
    row.rerolls = table.rerolled


@compiled
def note_referee_goals(state, seat, goals, against):
    """Record a referee's goals, and the points without and with them."""
    table = state.table
    rows = state.ledger.referees
    index = state.box.referee_row_count - 1
    while rows[index].seat != seat:
        index -= 1
    difference = table.match_goals[seat] - table.match_against[seat]
    difference_before = difference - goals + against
    rows[index].goals = goals
    rows[index].against = against
    rows[index].points_before = points_of(table, difference_before)
    rows[index].points = points_of(table, difference)


@compiled
def points_of(table, difference):
    """MAT-11: return the points for a goal difference."""
    if difference > 0:
        return table.rule_win_points + 0
    return 1 if difference == 0 else 0


@compiled
def note_produced(state, seat):
    """Record a manager's resources after production."""
    table = state.table
    row = state.ledger.weeks[seat, table.week - 1]
    for resource in range(sizes.RESOURCES):
        row.produced[resource] = table.resources[seat, resource]


@compiled
def note_upkeep(state, seat, due, payment):
    """Record a week's upkeep."""
    row = state.ledger.weeks[seat, state.table.week - 1]
    row.upkeep = due
    row.unpaid = due - payment


@compiled
def note_prepared(state, seat, points):
    """Record the points expected from a manager's layout."""
    state.ledger.matches[seat, state.table.week - 1].expected = points


@compiled
def note_match(state, seat, goals, against, tactic_goals, points):
    """Record a match."""
    table = state.table
    box = state.box
    club = table.club_at[table.schedule[seat, table.week - 1]]
    row = begin_match_row(state, seat)
    row.club = club
    row.colour = table.club_colour[club]
    row.deck = table.club_deck[club]
    row.tactic_goals = tactic_goals
    row.points = points
    row.goals = goals
    row.against = against
    row.saves = box.saves[OWN]
    row.saves_against = box.saves[OTHER]
    for section in range(SECTIONS):
        row.shots[section] = box.shots_of[OWN, section]
        row.goals_of[section] = box.goals_of[OWN, section]
        row.shots_against[section] = box.shots_of[OTHER, section]
        row.goals_against_of[section] = box.goals_of[OTHER, section]


@compiled
def begin_match_row(state, seat):
    """Start a match's row with the manager's team, and return the row."""
    table = state.table
    row = state.ledger.matches[seat, table.week - 1]
    row.seat = seat
    row.week = table.week
    row.line_up = table.line_up[seat]
    row.formation = table.formation[seat]
    row.tactic = table.tactic[seat]
    row.rival = -1
    row.host = -1
    row.shootout = 0
    row.gloves = table.team_gloves[seat]
    row.strength = 0
    for marker in range(MARKERS):
        row.strength += table.team_strength[seat, marker]
    row.fielded = 0
    row.abilities = 0
    if table.rule_layer == LAYER.SEASON:
        row.abilities = table.abilities_used[seat]
        for place in range(sizes.FIELD_PLACES):
            row.fielded += 1 if table.fielded[seat, place] >= 0 else 0
    return row


@compiled
def note_league_match(state, seat, team, points, gloves):
    """Record a manager's match against another manager; team 0 is the Host."""
    table = state.table
    box = state.box
    row = begin_match_row(state, seat)
    row.club = -1
    row.colour = len(COLOURS)
    row.deck = len(DECKS)
    row.tactic_goals = 0
    row.expected = 0.0
    row.rival = rival_of(table, seat)
    row.host = 1 - team
    row.shootout = table.shoot_round
    row.gloves = gloves
    row.points = points
    row.goals = box.sum_goals[team]
    row.against = box.sum_goals[1 - team]
    row.saves = box.sum_saves[team]
    row.saves_against = box.sum_saves[1 - team]
    for section in range(SECTIONS):
        row.shots[section] = box.sum_shots[team, section]
        row.goals_of[section] = box.sum_section_goals[team, section]
        row.shots_against[section] = box.sum_shots[1 - team, section]
        row.goals_against_of[section] = box.sum_section_goals[1 - team, section]


@compiled
def note_week(state, seat):
    """Record a manager's standing at the end of a week."""
    table = state.table
    row = state.ledger.weeks[seat, table.week - 1]
    row.seat = seat
    row.week = table.week
    row.order = (seat - table.first_manager) % table.managers
    row.points = table.points[seat]
    row.position = table.position[seat]
    row.score = table.score[seat]
    for resource in range(sizes.RESOURCES):
        row.left[resource] = table.resources[seat, resource]
        row.levels[resource] = table.level[seat, resource]
    row.cards = table.squad_size[seat]
    if table.position[seat] == 1:
        state.ledger.seats[seat].weeks_first += 1
    row.fielded = state.ledger.matches[seat, table.week - 1].fielded


@outlined
def note_deal(state, market_row, bonus, market, refused):
    """Record a deal while the seller still has the card.

    ``market_row`` is the position whose market amount counts, or NO_ROW.
    """
    table = state.table
    box = state.box
    if box.deal_row_count == sizes.MAX_DEALS:
        box.ledger_overflow = 1
        return
    deal_row = state.ledger.deals[box.deal_row_count]
    box.deal_row_count += 1
    card = table.deal_card + 0
    deal_row.seat = table.deal_buyer if table.deal == OFFER_DEAL else table.deal_seller
    deal_row.week = table.week
    deal_row.deal = table.deal
    deal_row.seller = table.deal_seller
    deal_row.buyer = table.deal_buyer
    deal_row.card = card
    deal_row.strength = table.side_strength[card] + table.strength_tokens[card]
    deal_row.usual = deal_row.strength + SALE_BONUS
    deal_row.asking = table.deal_asking
    deal_row.bids = table.deal_offers
    deal_row.price = table.deal_price
    deal_row.bonus = bonus
    deal_row.position = market_row + 1
    deal_row.market = market
    deal_row.refused = refused
    deal_row.winter = 0 if table.day > 0 else 1
