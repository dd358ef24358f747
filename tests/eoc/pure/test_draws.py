"""The game's random draws (RND): streams, shuffles, and their independence."""

from __future__ import annotations

import csv
import random
import re
from collections import Counter
from importlib import resources

import pytest
from eoc.tabletop import Tabletop, engine

from eoc_sim.simulator.eoc import setup
from eoc_sim.simulator.eoc.cards import reshuffle
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.dice import roll_dice, vegas_check
from eoc_sim.simulator.eoc.setup import (
    choose_coaches,
    choose_regions,
    deal_boards,
    key_strategy_streams,
    place_recruits,
)
from eoc_sim.simulator.eoc.state import DISCARDED
from eoc_sim.simulator.kernel.random_streams import draw, draw_once, game_key_0, game_key_1
from eoc_sim.simulator.kernel.shuffling import shuffle_add, shuffle_finish

# Critical values of chi-square at the level of 1 in 1000, by degrees of freedom.
CRITICAL = {
    1: 10.83,
    2: 13.82,
    3: 16.27,
    4: 18.47,
    5: 20.52,
    6: 22.46,
    7: 24.32,
    8: 26.12,
    11: 31.26,
    23: 49.73,
    35: 66.62,
}


def chi_square(counts, cells):
    number = sum(counts.values())
    expected = number / cells
    return sum((counts.get(cell, 0) - expected) ** 2 / expected for cell in range(cells))


def assert_uniform(values, cells):
    counts = Counter(int(value) for value in values)
    assert set(counts) == set(range(cells))
    assert chi_square(counts, cells) < CRITICAL[cells - 1], counts


def key_game(t, game, seed=1):
    t.box.key[0], t.box.key[1] = game_key_0(seed, game), game_key_1(seed, game)


def luck(t):
    """Return a game's draws by name: those of the set-up, and all dice and VMDs."""
    draws = {
        "regions": tuple(int(r) for r in t.table.region),
        "coaches": tuple(int(c) for c in t.table.coach),
        "boards": tuple(int(own.board) for own in t.private),
        "bases": tuple(int(b) for b in t.table.spot_base),
        "positions": tuple(int(p) for p in t.table.spot_position),
        "deck": tuple(t.setup_events[0]["deck"]),
    }
    rolls = []
    for month in range(1, 13):
        t.table.month = month
        roll_dice(t.state, t.trace)
        rolls.append(tuple(int(d) for d in t.table.dice))
    draws["dice"] = tuple(rolls)
    draws["vmd"] = tuple(draw_once(t.box, 64 + spot, 0, 12) for spot in range(40))
    return draws


def same_luck(one, other, *names):
    return all(one[name] == other[name] for name in names or one)


# --- Uniform


def test_dice_are_uniform():
    """DIC-1, RND-1: each colour's die, and a pair of dice, are uniform over 400 games."""
    t = Tabletop(2)
    rolls = []
    for game in range(400):
        key_game(t, game)
        t.table.month = 1 + game % 12
        roll_dice(t.state, t.trace)
        rolls.append([int(d) - 1 for d in t.table.dice])
    t.trace.position = 1
    for colour in range(6):
        assert_uniform([roll[colour] for roll in rolls], 6)
    pairs = [roll[0] * 2 // 6 * 2 + roll[1] * 2 // 6 for roll in rolls]
    assert_uniform(pairs, 4)


def test_vmd_faces_are_uniform():
    """ACT-7, RND-2: the twelve faces are uniform over spots and games."""
    t = Tabletop(2)
    faces = []
    for game in range(60):
        key_game(t, game)
        faces += [draw_once(t.box, 64 + spot, 0, 12) for spot in range(40)]
    assert_uniform(faces, 12)


@pytest.mark.slow
def test_modifiers_of_signed_recruits_are_as_printed():
    """ACT-7, RND-2: 0, +1, -1, +2 and -2 come up as often as the die's faces say."""
    t = Tabletop(2)
    t.no_coaches()
    spot = t.spot("Ohio/1")
    t.at(0, "Ohio/1")
    counts = Counter()
    for game in range(1200):
        key_game(t, game)
        t.table.spot_owner[spot] = -1
        t.table.mat[0, :] = 4
        t.trace.position = 1
        assert t.act("sign", spot="Ohio/1") == ""
        counts[int(t.table.spot_vmd[spot])] += 1
        assert t.events()[0]["vmd"] == t.table.spot_vmd[spot]
    expected = {0: 400, 1: 300, -1: 300, 2: 100, -2: 100}
    assert set(counts) == set(expected)
    assert sum((counts[v] - n) ** 2 / n for v, n in expected.items()) < CRITICAL[4], counts


@pytest.mark.slow
def test_a_bet_pays_a_third_of_an_ec_and_a_sixth_of_a_bb():
    """DIC-2, ACT-9, RND-1: a token wins a third of an EC and a sixth of a BB on average over all
    36 spots."""
    t = Tabletop(2)
    t.no_coaches()
    games = 1500
    won = Counter()
    for game in range(games):
        key_game(t, game)
        t.table.month = 2 + game % 11
        t.table.mat[0, :] = 0
        t.table.bucks[0] = 0
        # Two tokens on one number of each colour; the number rotates over the games.
        spots = [(colour, 1 + (colour + game) % 6) for colour in range(6)]
        for colour, number in spots:
            t.table.bet[0, colour, number] = 2
        t.table.bets[0] = 12
        roll_dice(t.state, t.trace)
        assert vegas_check(*t.everything) == 0
        t.trace.position = 1
        won["bucks"] += int(t.table.bucks[0])
        won["ec"] += int(t.table.mat[0].sum())
        for colour in range(6):
            won["colour", colour] += int(t.table.mat[0, colour]) // 4
        assert not t.table.bet.any() and t.table.crapped_out[0] == (t.table.bucks[0] == 0)
    tokens = 12 * games
    assert won["ec"] == 2 * won["bucks"]
    # The number of winning pairs is binomial: 1 time in 1000 it deviates by more than 3.29
    # standard errors.
    error = 2 * (tokens / 2 * 1 / 6 * 5 / 6) ** 0.5
    assert abs(won["bucks"] - tokens / 6) < 3.29 * error
    assert abs(won["ec"] - tokens / 3) < 3.29 * 2 * error
    assert (
        sum((won["colour", c] - games / 6) ** 2 / (games * 5 / 36) for c in range(6))
        < (CRITICAL[6])
    )


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_starting_players_and_regions_are_uniform(players):
    """SET-7, RND-2: every seat starts, and has every region, equally often."""
    t = Tabletop(players)
    homes = [0, 2, 3, 4]
    starts, regions, seatings = [], [], []
    for game in range(1500):
        key_game(t, game)
        choose_regions(t.state)
        starts.append(t.table.first)
        seats = [homes.index(t.table.region[seat]) for seat in range(players)]
        regions.append(seats)
        assert len(set(seats)) == players
        if players == 4:
            rest = [0, 1, 2, 3]
            rank = 0
            for weight, entry in zip((6, 2, 1), seats, strict=False):
                rank += weight * rest.index(entry)
                rest.remove(entry)
            seatings.append(rank)
    assert_uniform(starts, players)
    for seat in range(players):
        assert_uniform([region[seat] for region in regions], 4)
    if players == 4:
        assert_uniform(seatings, 24)


@pytest.mark.slow
def test_coaches_and_boards_are_uniform():
    """SET-7, SET-15, RND-2: each coach and each board reaches each seat equally often."""
    t = Tabletop(3)
    coaches, boards = [], []
    for game in range(1200):
        key_game(t, game)
        t.no_coaches()
        assert choose_coaches(*t.everything) == 0
        deal_boards(t.state)
        coaches.append([int(c) for c in t.table.coach[:3]])
        boards.append([int(own.board) for own in t.private[:3]])
    for seat in range(3):
        assert_uniform([coach[seat] for coach in coaches], 12)
        assert_uniform([board[seat] for board in boards], 8)


@pytest.mark.slow
def test_recruits_and_tokens_are_uniform():
    """SET-4, SET-5, RND-2: each position is equally likely on each spot, and each border token on
    each border spot."""
    t = Tabletop(2)
    positions, tokens = [], []
    border = [s for s in range(40) if t.table.state_region[t.table.spot_state[s], 1] >= 0]
    for game in range(400):
        key_game(t, game)
        place_recruits(t.state)
        positions.append([int(p) for p in t.table.spot_position])
        tokens.append([int(t.table.spot_base[s]) for s in border])
    for spot in (0, 17, 39):
        assert_uniform([position[spot] for position in positions], 8)
    for place in (0, 7, 15):
        counts = Counter(token[place] for token in tokens)  # 4 show 2, 8 show 3, 4 show 4
        expected = {2: 100, 3: 200, 4: 100}
        assert sum((counts[v] - n) ** 2 / n for v, n in expected.items()) < CRITICAL[2]


def test_shuffles_are_uniform():
    """RND-1: all orders of four items occur equally often."""
    t = Tabletop(2)
    orders = []
    for game in range(2400):
        key_game(t, game)
        for item in range(4):
            shuffle_add(t.box, 8, item, item, item)
        shuffle_finish(t.box, 4)
        rest, rank = [0, 1, 2, 3], 0
        for weight, place in ((6, 0), (2, 1), (1, 2)):
            rank += weight * rest.index(int(t.box.sort_item[place]))
            rest.remove(int(t.box.sort_item[place]))
        orders.append(rank)
    assert_uniform(orders, 24)


@pytest.mark.slow
def test_the_top_cards_come_from_all_over_the_sheet():
    """RND-2: the deck's top six cards come equally often from each eighth of the sheet."""
    t = Tabletop(2)
    tops = []
    for game in range(160):
        key_game(t, game)
        t.trace.position = 1
        setup.shuffle_deck(t.state, t.trace)
        tops += [int(t.box.deck[index]) // 15 for index in range(6)]
    assert_uniform(tops, 8)


# --- Shuffles by item


def test_a_shuffle_orders_by_each_items_key():
    """RND-1: neither a missing item nor the input order changes the order of the others."""
    t = Tabletop(2)

    def shuffled(items):
        for index, item in enumerate(items):
            shuffle_add(t.box, 8, index, item, item)
        shuffle_finish(t.box, len(items))
        return [int(n) for n in t.box.sort_item[: len(items)]]

    whole = shuffled(list(range(100, 220)))
    assert sorted(whole) == list(range(100, 220)) != whole
    fewer = [n for n in range(100, 220) if n % 7]
    assert shuffled(fewer) == [n for n in whole if n % 7]
    assert shuffled(fewer[::-1]) == shuffled(fewer)


def test_adding_or_removing_a_card_shifts_no_other_luck():
    """RND-1: the number of copies of a card changes only the deck."""
    plain = luck(Tabletop(3))
    for changes in ([("038", "copies", "0")], [("038", "copies", "3")]):
        other = luck(Tabletop(3, changes=changes))
        assert other["deck"] != plain["deck"]
        assert same_luck(plain, other, *(name for name in plain if name != "deck"))


def test_a_changed_card_stays_where_it_is():
    """RND-1: changing a card's cost, stars or effect moves no card."""
    changed = Tabletop(3, changes=[("038", "stars", "1"), ("001", "cost_blue", "2")])
    assert luck(changed) == luck(Tabletop(3))


# --- Streams


@pytest.mark.slow
def test_months_have_independent_dice():
    """RND-1, RND-2: rolls of successive months are independent, as are dice of two colours."""
    t = Tabletop(2)
    months, colours = [], []
    for game in range(700):
        key_game(t, game)
        rolls = []
        for month in (1 + game % 11, 2 + game % 11):
            t.table.month = month
            roll_dice(t.state, t.trace)
            rolls.append([int(d) - 1 for d in t.table.dice])
        t.trace.position = 1
        months += [6 * one + two for one, two in zip(*rolls, strict=True)]
        colours += [6 * roll[c] + roll[c + 1] for roll in rolls for c in (0, 2, 4)]
    assert_uniform(months, 36)
    assert_uniform(colours, 36)


@pytest.mark.slow
def test_spots_have_independent_modifiers():
    """RND-1, RND-2: one player signs two recruits in one state and turn; all nine combinations of a
    positive, zero or negative modifier for each are equally frequent."""
    t = Tabletop(2)
    t.no_coaches()
    t.at(0, "Missouri/1")
    spots = [t.spot("Missouri/1"), t.spot("Missouri/2")]
    pairs = Counter()
    games = 500
    for game in range(games):
        key_game(t, game)
        for spot in spots:
            t.table.spot_owner[spot] = -1
            t.table.mat[0, :] = 4
            assert t.act("sign", spot=spot) == ""
        t.trace.position = 1
        # Below, at, or above the token's value: 4 faces each.
        pairs[
            tuple(
                (int(t.table.spot_vmd[spot]) > 0) - (int(t.table.spot_vmd[spot]) < 0)
                for spot in spots
            )
        ] += 1
    expected = games / 9
    assert (
        sum(
            (pairs[one, two] - expected) ** 2 / expected for one in (-1, 0, 1) for two in (-1, 0, 1)
        )
        < CRITICAL[8]
    ), pairs


def test_two_seeds_and_two_games_share_nothing():
    """RND-1: all luck differs between the games of a seed and between seeds."""
    draws_of_games = [
        luck(Tabletop(4, seed=seed, game=game))
        for seed, game in ((1, 0), (1, 1), (2, 0), (0, 1), (2, 1))
    ]
    for name in ("deck", "dice", "vmd", "bases", "positions"):
        assert len({draws[name] for draws in draws_of_games}) == len(draws_of_games)


def test_all_games_have_their_own_keys():
    """RND-1: keys of many seeds and games differ, even where seed + game is equal."""
    keys = {
        (int(game_key_0(seed, game)), int(game_key_1(seed, game)))
        for seed in range(60)
        for game in range(60)
    }
    assert len(keys) == 3600
    assert len({one for one, _ in keys}) == len({two for _, two in keys}) == 3600


def test_switches_do_not_shift_other_luck():
    """RND-1: other stash modes, no coaches, no boards or no VMD leave all other luck alone."""
    plain = luck(Tabletop(4))
    for settings, affected in (
        ({"stash": "deal5"}, ()),
        ({"stash": "open_draft"}, ()),
        ({"stash": "starter"}, ("deck",)),
        ({"coaches": "off"}, ("coaches",)),
        ({"boards": "off"}, ("boards",)),
        ({"coach_choice": "reverse_turn_order"}, ("coaches",)),
        ({"regions": "clockwise"}, ("regions",)),
        ({"state_values": "shuffled"}, ("bases",)),
        ({"vmd": "off"}, ()),
        ({"dice_draft": "exclusive"}, ()),
        ({"hand": 3}, ()),
    ):
        other = luck(Tabletop(4, **settings))
        assert same_luck(plain, other, *(name for name in plain if name not in affected)), settings


def test_the_number_of_players_shifts_nothing():
    """RND-1, RND-2: seat s gets item s for any number of players."""
    four, two = luck(Tabletop(4)), luck(Tabletop(2))
    assert same_luck(four, two, "deck", "dice", "vmd", "bases", "positions")
    for name in ("regions", "coaches", "boards"):
        assert four[name][:2] == two[name][:2]


def test_strategies_choices_and_draws_shift_nothing():
    """RND-1, RND-2: strategies and their draws move no dice and no deck; a spot's VMD is fixed."""

    def greedy_draws(table, me, params, order):
        for _ in range(50):
            draw(me, 6)
        order.card = me.hand[draw(me, table.hand_size[me.seat])]
        return 1

    traces = [
        engine("random", "random", "random").replay(4),
        engine("vegas", "balanced", "random").replay(4),
        engine({"draft": greedy_draws}, "random", "balanced").replay(4),
    ]
    for trace in traces[1:]:
        for kind, key in (("setup", "deck"), ("setup", "spots"), ("roll", "dice")):
            assert [e[key] for e in trace if e["e"] == kind] == [
                e[key] for e in traces[0] if e["e"] == kind
            ]
    vmds = [{e["spot"]: e["vmd"] for e in trace if e["e"] == "sign"} for trace in traces]
    for other in vmds[1:]:
        both = [spot for spot in vmds[0] if spot in other]
        assert both
        assert all(vmds[0][spot] == other[spot] for spot in both)


def test_the_vmd_belongs_to_the_spot():
    """RND-2: a spot's roll does not depend on the signer or the time."""
    numbers = set()
    for seat, month, earlier in ((0, 1, ()), (1, 9, ("Ohio/2", "Missouri/1"))):
        t = Tabletop(2)
        t.no_coaches()
        t.table.month = month
        for spot in (*earlier, "Ohio/1"):
            t.at(seat, spot)
            t.table.mat[seat, :] = 9
            assert t.act("sign", seat, spot=spot) == ""
        numbers.add(next(e["vmd"] for e in t.events() if e.get("spot") == "Ohio/1"))
    assert len(numbers) == 1


def test_strategies_have_a_stream_per_seat_and_month():
    """RND-2: no two seats or months share draws, and all are uniform."""
    t = Tabletop(4)
    streams = {}
    for month in range(13):
        t.table.month = month
        key_strategy_streams(t.state)
        for seat in range(4):
            streams[seat, month] = tuple(draw(t.private[seat], 6) for _ in range(40))
    assert len(set(streams.values())) == 52
    assert_uniform([n for stream in streams.values() for n in stream], 6)


def test_draw_is_uniform_and_in_bounds():
    """RND-1: draws are uniform in 0 .. n - 1; for n below 1 they are 0."""
    t = Tabletop(2)
    me = t.private[0]
    for n in (2, 3, 6, 8, 12):
        assert_uniform([draw(me, n) for _ in range(1500)], n)
    assert {draw(me, 1) for _ in range(20)} == {0}
    assert draw(me, 0) == draw(me, -3) == 0
    for n in (1000, 2**31 - 1):
        values = [draw(me, n) for _ in range(200)]
        assert 0 <= min(values) < n // 10 and n - n // 10 < max(values) < n


def test_each_reshuffle_has_its_own_stream():
    """RND-2: reshuffles 1 and 2 of the same cards differ; items keep their own keys."""
    t = Tabletop(2)
    orders = []
    for left_out in (0, 0, 1):
        for card in range(120):
            t.table.card_place[card] = DISCARDED if card >= left_out else 0
        t.box.deck_top = t.box.deck_end = 0
        if left_out:
            t.box.reshuffles = 0
        reshuffle(t.state, t.trace, False)
        orders.append(t.deck())
    assert orders[0] != orders[1]
    first = t.names.card[0]
    assert orders[2] == [n for n in orders[0] if n != first]


def test_sides_of_coach_sheets(monkeypatch):
    """RND-2: draw 0 takes the odd-numbered side of a sheet, draw 1 the even-numbered side."""
    for side in (0, 1):
        t = Tabletop(4)
        t.no_coaches()
        monkeypatch.setattr(setup, "draw_once", lambda *_, side=side: side)
        assert choose_coaches(*t.everything) == 0
        numbers = [int(t.names.coach[c][2:]) for c in t.table.coach[:4]]
        assert all(n % 2 == 1 - side for n in numbers)
        monkeypatch.undo()


# --- File order


def test_file_order_never_matters(tmp_path):
    """RND-2: reordered rows of cards, coaches, boards, states and trails give the same games."""
    source = resources.files("eoc_sim.data").joinpath("eoc")
    usual = load(None)
    shuffler = random.Random(4)
    for name in ("cards.csv", "coaches.csv", "boards.csv"):
        rows = list(csv.reader(source.joinpath(name).read_text(encoding="utf-8").splitlines()))
        body = rows[1:]
        shuffler.shuffle(body)
        with (tmp_path / name).open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([rows[0], *body])
    text = source.joinpath("map.toml").read_text(encoding="utf-8")
    (tmp_path / "map.toml").write_text(_reordered_map(text, shuffler), encoding="utf-8")
    other = load(tmp_path)
    assert other.map.edges == usual.map.edges
    assert [c.number for c in other.cards] == [c.number for c in usual.cards]
    for changes in ([], [("038", "copies", "0"), ("012", "copies", "3"), ("F07", "copies", "2")]):
        assert luck(Tabletop(3, changes=changes, components=other)) == luck(
            Tabletop(3, changes=changes, components=usual)
        )
    assert engine("random", "random", components=other).replay(0) == engine(
        "random", "random", components=usual
    ).replay(0)


def _reordered_map(text, shuffler):
    """Return the map with its states, circles, trails and border tokens in another order."""
    for table in ("states", "circles"):
        head, *blocks = text.split(f"[[{table}]]")
        last, separator, rest = blocks[-1].partition("\n[")
        blocks[-1] = f"{last}\n"
        shuffler.shuffle(blocks)
        text = head + "".join(f"[[{table}]]{block}" for block in blocks) + separator + rest
    trails = re.findall(r'    \["(.+)", "(.+)"\],\n', text)
    start = text.index('    ["')
    shuffler.shuffle(trails)
    lines = "".join(f'    ["{two}", "{one}"],\n' for one, two in trails)
    text = f"{text[:start]}{lines}]\n"
    return text.replace("border_values = [2, 2, 2, 2,", "border_values = [4, 2, 2, 2,").replace(
        "4, 4, 4, 4]", "4, 4, 4, 2]"
    )
