"""Bets on the week's results, with the rulebook's examples (BET)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from eleven import accounts, season_accounts
from eleven.exact_bets import exact_returns
from eleven.games import DEFAULT_STRATEGY, engine

from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.eleven import betting, hidden
from eoc_sim.simulator.eleven.betting_state import BET_FILES, BET_LINES
from eoc_sim.simulator.eleven.components import load
from eoc_sim.simulator.eleven.events import EVENTS
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.state import DRAWN, LOST, PHASE_NAMES, WON
from eoc_sim.simulator.kernel.records import make_records, set_field
from eoc_sim.simulator.kernel.tracing import trace_dtype

DATA = load()
SPACES = [bet.number for bet in DATA.bets]
BETTING = {"betting": "on"}


@cache
def worker_of(managers: int, **settings: object):
    return engine(*["random"] * managers, **BETTING, **settings).worker()


class Board:
    """A betting board at the end of a week, with prepared results."""

    def __init__(self, managers: int = 4, **settings: object) -> None:
        self.worker = worker_of(managers, **settings)
        self.worker.set_up(0)
        self.state = self.worker.state
        self.table = self.state.table
        self.trace = make_records(trace_dtype, 1)
        set_field(self.trace[0], "position", 1)

    def set_results(self, *results: int) -> None:
        """Give managers their results."""
        for seat, result in enumerate(results):
            self.state.box.result[seat] = result

    def position_of(self, *spaces: str) -> tuple[int, int]:
        """Return the line (row) and file (column) of a token that covers these spaces."""
        for line in range(BET_LINES):
            for file in range(BET_FILES):
                number = betting.count_spaces(line, file)
                covered = {
                    SPACES[betting.space_at(self.table, line, file, index)]
                    for index in range(number)
                }
                if covered == set(spaces):
                    return line, file
        raise ValueError(f"no token position covers exactly {spaces}")

    def lay_token(self, seat: int, stake: int, *spaces: str) -> None:
        """Lay a token with a stake."""
        line, file = self.position_of(*spaces)
        self.table.bet_line[seat] = line
        betting.place_token(self.state, self.trace[0], seat, file, stake)

    def pay(self) -> list[dict]:
        """Pay the bets; return the events."""
        betting.pay_bets(self.state, self.trace[0])
        return EVENTS.read(self.trace[0], self.worker.engine.names)

    def money(self, seat: int = 0) -> int:
        return int(self.table.resources[seat, 0])


def test_a_club_with_the_fourth_token():
    """EX-16 (printed), BET-2, BET-4, BET-5, LEA-4: the club with the fourth token lost its
    match, so its result is 0."""
    board = Board(3)
    board.set_results(WON, DRAWN, LOST)
    board.table.club_result[board.table.bet_club[0]] = 0
    board.lay_token(0, 0, "b3100")
    bet, payout = board.pay()
    assert bet == {"e": "bet", "manager": 0, "spaces": ["b3100"], "stake": 0, "free": 1}
    assert payout["results"] == [3, 1, 0, 0] and payout["space"] == "b3100"
    assert payout["money"] == 4


def test_borders_and_points():
    """EX-17 (printed), BET-3, BET-5: all money on a token pays out, including the 1 that comes from
    the supply."""
    board = Board()
    board.set_results(WON, WON, WON, LOST)
    corner = {"b3311", "b3330", "b1110", "b3110"}
    board.lay_token(0, 2, "b3330", "b3311")
    board.lay_token(1, 1, *corner)
    board.lay_token(2, 3, "b3333")
    events = {payment["manager"]: payment for payment in board.pay() if payment["e"] == "payout"}
    assert [events[seat]["money"] for seat in range(3)] == [9, 4, 0]
    assert [board.money(seat) - 20 for seat in range(4)] == [7, 3, -3, 0]


@pytest.mark.parametrize(("last", "paid"), [(DRAWN, 20), (LOST, 0)])
def test_a_single_space(last, paid):
    """EX-18, BET-5: a single space pays four times the money on it, or nothing."""
    board = Board()
    board.set_results(WON, WON, DRAWN, last)
    board.lay_token(0, 4, "b3311")
    assert board.pay()[-1]["money"] == paid


def test_two_clubs_with_tokens():
    """EX-19, BET-2, BET-5, LEA-4: one club lost to a manager, and one rolled a win."""
    board = Board(2)
    board.set_results(WON, DRAWN)
    red, blue = board.table.bet_club[0], board.table.bet_club[1]
    board.table.club_result[red], board.table.club_result[blue] = 0, 3
    board.lay_token(1, 0, "b3310")
    payout = board.pay()[-1]
    assert payout["results"] == [3, 1, 0, 3] and payout["money"] == 4


def test_wins_count_three_on_the_board():
    """BET-5: a win counts three on the board even where it brings two points."""
    board = Board(2, win_points=2)
    board.set_results(WON, LOST)
    board.table.club_result[board.table.bet_club[0]] = 2
    board.table.club_result[board.table.bet_club[1]] = 1
    board.lay_token(0, 0, "b3310")
    assert board.pay()[-1]["results"] == [3, 0, 3, 1]


@pytest.mark.parametrize("name", ["spread", "sorted"])
def test_the_board(name):
    """BET-4: the board has 15 spaces, 22 borders and 8 points; none covers a space twice."""
    board = Board(bet_board=name)
    shapes: Counter[int] = Counter()
    for line in range(BET_LINES):
        for file in range(BET_FILES):
            number = betting.count_spaces(line, file)
            covered = [betting.space_at(board.table, line, file, index) for index in range(number)]
            assert len(set(covered)) == number
            assert [
                index for index in range(15) if betting.is_under(board.table, line, file, index)
            ] == (sorted(covered))
            shapes[number] += 1
    assert shapes == {1: 15, 2: 22, 4: 8}
    for bet in DATA.bets:
        row, column = bet.place(name)
        assert SPACES[board.table.bet_space[row - 1, column - 1]] == bet.number


@pytest.mark.parametrize("managers", [2, 3, 4])
def test_spare_tokens(managers):
    """BET-1, BET-2, LAY-3: clubs from the decks in play replace the missing managers."""
    choices = set()
    for game in range(6):
        worker = worker_of(managers, weeks=1)
        worker.play_traced(game)
        events = worker.events()
        spare = [event["clubs"] for event in events if event["e"] == "bet_clubs"]
        assert len(spare) == (managers < 4)
        for clubs in spare:
            assert len(set(clubs)) == 4 - managers
            assert set(clubs) <= {club for deck in events[0]["clubs"].values() for club in deck}
            choices.update(clubs)
    assert len(choices) >= 3 * (4 - managers)


PLACED = '''"""Places the same bet every week."""

from eoc_sim.simulator.eleven.strategy_api import BET


def bet(table, me, params, order):
    """Place the bet."""
    order.line, order.file, order.stake = {bet}
    return BET
'''


@pytest.mark.parametrize(
    ("bet", "settings", "words"),
    [
        ("-1, 0, 0", {}, "BET-3: the token is not on the betting board"),
        ("5, 0, 0", {}, "BET-3: the token is not on the betting board"),
        ("0, 9, 0", {}, "BET-3: the token is not on the betting board"),
        ("0, 0, -1", {}, "BET-3: the stake is below 0"),
        ("0, 0, 21", {}, "BET-3: the manager does not have this stake"),
        ("0, 0, 4", {"stake_limit": 3}, "BET-3: the stake is above the limit"),
    ],
)
def test_illegal_bets_are_refused(bet, settings, words, tmp_path):
    """BET-3, LAY-1: bets off the board or with a wrong stake are refused and change nothing."""
    file = tmp_path / "wrong.py"
    file.write_text(PLACED.replace("{bet}", bet), encoding="utf-8")
    worker = engine("random", str(file), **BETTING, **settings).worker()
    with pytest.raises(StrategyError, match=words):
        worker.play(0, 1, ())
    assert list(worker.state.table.bet_line[:2]) == [-1, -1]
    assert list(worker.state.table.resources[:2, 0]) == [20, 20]


def test_bets_are_placed_simultaneously(tmp_path):
    """INF-4, BET-3: every manager bets before any token lies on the board."""
    file = tmp_path / "watching.py"
    text = PLACED.replace("{bet}", "0, 0, table.bet_line[0] + 1")
    file.write_text(text, encoding="utf-8")
    worker = engine(str(file), str(file), weeks=1, **BETTING).worker()
    worker.play_traced(0)
    assert [event["stake"] for event in worker.events() if event["e"] == "bet"] == [0, 0]


def test_a_league_pays_from_its_purses():
    """LAY-1, WEE-3, WEE-4: bets come before layouts, payouts after the table; accounts balance."""
    game_engine = engine("random", "hasty:bet=3", DEFAULT_STRATEGY, weeks=3, **BETTING)
    for game in range(3):
        trace = game_engine.replay(game)
        accounts.check(trace)
        kinds = [event["e"] for event in trace]
        for index, kind in enumerate(kinds):
            if kind == "bet":
                assert kinds[index - 1] in ("bet", "week")
            if kind == "payout":
                assert kinds[index - 1] in ("payout", "table")


def test_the_purse_and_the_lead_in_tables():
    """LAY-1: the tables show a purse's money after bets, and the weeks in position 1."""
    game_engine = engine(*["random"] * 3, **BETTING)
    for game in range(3):
        rows = game_engine.worker().play(game, 1, ["seats", "weeks"])
        seats, weeks = rows["seats"], rows["weeks"].reshape(3, -1)
        assert seats["money_left"].tolist() == weeks["money"][:, -1].tolist()
        assert (seats["money_left"] == betting.PURSE + seats["money_from_bets"]).all()
        assert seats["weeks_first"].tolist() == (weeks["position"] == 1).sum(axis=1).tolist()


def test_bets_do_not_affect_luck():
    """RND-2: matches, line-ups and clubs are the same as in the game without bets."""
    seats = ("hasty:bet=3", "hasty", DEFAULT_STRATEGY)
    with_bets = engine(*seats, weeks=3, **BETTING).replay(2)
    without_bets = engine(*seats, weeks=3).replay(2)
    for kind in ("match", "reveal", "clubs"):
        assert [event for event in with_bets if event["e"] == kind] == [
            event for event in without_bets if event["e"] == kind
        ]


def test_a_season_pays_from_its_money():
    """BET-3, BET-5: bets change a season's money, and its accounts still balance."""
    game_engine = engine(
        "random", DEFAULT_STRATEGY, layer="season", weeks=2, stake_limit=5, **BETTING
    )
    trace = game_engine.replay(1)
    season_accounts.check(trace, game_engine.components)
    assert sum(event["e"] == "payout" for event in trace) > 1
    worker = game_engine.worker()
    worker.play_traced(1)
    rows = worker.rows(("bets", "seats"))
    for seat, row in enumerate(rows["seats"]):
        own = rows["bets"][rows["bets"]["seat"] == seat]
        assert row["money_from_bets"] == sum(own["paid"]) - sum(own["stake"])
        assert list(own["hit"]) == [int(paid > 0) for paid in own["paid"]]


def test_a_redeal_keeps_the_clubs_that_can_be_bet_on():
    """INF-1, INF-2: a redeal before the bets keeps the clubs that can be bet on."""
    worker = worker_of(2, scouting="deck")
    worker.set_up(3)
    while PHASE_NAMES[worker.state.table.phase] != "bets":
        worker.step()
    before = list(worker.state.table.bet_club)
    hidden.redeal(worker.state, 0, 5)
    assert list(worker.state.table.bet_club) == before


# --- Returns of bets.

EVEN = [(Fraction(4, 10), Fraction(2, 10))] * 4
RED, BLUE, GREEN = (
    (Fraction(faces.count(3), 6), Fraction(faces.count(1), 6)) for faces in DATA.club.dice
)
STRONG, GOOD = (Fraction(8, 10), Fraction(1, 10)), (Fraction(7, 10), Fraction(15, 100))


@pytest.mark.parametrize(
    ("teams", "spread", "in_order"),
    [
        (EVEN, (0.61, 0.61, 0.74), (0.61, 0.77, 0.90)),
        ([STRONG, RED, BLUE, GREEN], (0.83, 0.68, 0.74), (0.83, 1.04, 0.94)),
        ([GOOD, GOOD, RED, BLUE], (0.78, 0.78, 0.69), (0.78, 0.94, 0.84)),
    ],
)
def test_expected_returns(teams, spread, in_order):
    """BET-4, BET-5: the best space, border and point return these amounts per unit of money."""
    for board, expected in (("spread", spread), ("sorted", in_order)):
        returns = exact_returns(DATA.bets, board, teams, (4, 3, 2))
        assert [max(returns[shape].values()) for shape in (1, 2, 4)] == pytest.approx(
            expected, abs=0.01
        )


def test_strategies_compute_exact_chances():
    """BET-5: a strategy's chances equal the exact ones; it finds the best place."""
    board = Board()
    me, order, table = board.state.seats[0], board.state.order, board.table
    betting.start_chances(me)
    for team, (won, drawn) in enumerate([(410, 205)] * 4):
        betting.add_team(me, won, drawn, team)
    assert sum(sum(row) for row in me.chance) == pytest.approx(1 << 20, rel=1e-4)
    returns = exact_returns(DATA.bets, "spread", EVEN, (4, 3, 2))
    assert me.chance[2, 1] / (1 << 20) * 4 == pytest.approx(float(returns[1]["b3310",]), abs=0.01)
    table.week = 5
    table.results[:] = 0
    table.results[:, 0] = 4
    assert betting.best_bet(table, me, order, 1) == pytest.approx(4 * (5.8 / 6) ** 4, rel=0.01)
    assert (order.line, order.file) == board.position_of("b3333")
    for shape in (2, 4, 0):
        assert betting.best_bet(table, me, order, shape) > 0
        assert shape in (0, betting.count_spaces(order.line, order.file))


def test_strategies_know_that_one_of_two_managers_wins():
    """BET-5, PVP-7: 3/3/0/0 is certain in week 4, when the four managers meet in pairs, but not in
    week 3, when they meet clubs."""
    board = Board(league_matches="on")
    me, order, table = board.state.seats[0], board.state.order, board.table
    table.results[:] = 0
    for week, space in ((3, "b3333"), (4, "b3300")):
        table.week = week
        table.results[:, 0] = week - 1
        payback = betting.best_bet(table, me, order, 1)
        assert (order.line, order.file) == board.position_of(space)
    assert payback == table.rule_bet_one


def test_betting_switches_are_idle_without_bets():
    """SWI-1, BET-1: betting switches are idle without bets, and illegal values are refused."""
    rules = RULES.resolve("standard", {"bet_board": "sorted", "stake_limit": "3"})
    assert {"bet_board", "stake_limit", "bet_one"} <= set(rules.idle(4))
    assert "bet_board" not in RULES.resolve("standard", {"betting": "on"}).idle(4)
    with pytest.raises(InputError, match="it may be none or 0 to 50"):
        RULES.resolve("standard", {"betting": "on", "stake_limit": "51"})


# --- Edge cases


def test_a_space_holds_any_number_of_tokens():
    """BET-3, BET-5: two managers on one space are both paid in full."""
    board = Board()
    board.table.first_manager = 0
    board.set_results(WON, WON, DRAWN, LOST)
    board.lay_token(0, 1, "b3310")
    board.lay_token(3, 2, "b3310")
    assert [payment["money"] for payment in board.pay() if payment["e"] == "payout"] == [8, 12]


def test_the_last_euro_may_be_lost():
    """BET-3, BET-5: managers may stake all their money; if they lose it, they have none left."""
    board = Board()
    board.set_results(LOST, LOST, LOST, LOST)
    board.lay_token(0, 20, "b3333")
    assert board.pay()[-1]["money"] == 0 and board.money() == 0


def test_a_token_without_money():
    """BET-3: with `free_euro = 0` a token without a stake wins nothing."""
    board = Board(free_euro=0)
    board.set_results(WON, WON, DRAWN, LOST)
    board.lay_token(0, 0, "b3310")
    assert board.pay()[-1]["money"] == 0


def test_no_payout_without_a_bet():
    """BET-3: a manager who has not bet has no payout."""
    board = Board()
    board.set_results(WON, WON, DRAWN, LOST)
    board.lay_token(1, 0, "b3310")
    assert [payment["manager"] for payment in board.pay() if payment["e"] == "payout"] == [1]
