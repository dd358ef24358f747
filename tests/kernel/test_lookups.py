"""Numbers that strategies prepare once, before their first game."""

from __future__ import annotations

import pytest
from eoc.tabletop import engine

from eoc_sim.errors import StrategyError

SOURCE = """from eoc_sim.simulator.eoc.strategy_api import memory, parameter, lookup, table

PARAMETERS = [parameter("boldness", default=1, low=0, high=9, help="a number")]
TABLES = [{tables}]


def prepare(table, me, params, order):
    {prepare}
    return 0


def act(table, me, params, order):
    return 0


def final_campaign(table, me, params, order):
    return int({answer})
"""
PLAIN = 'lookup("bargain", key="card")'


def write_strategy(folder, prepare, answer, tables=PLAIN):
    """Write a strategy that runs ``prepare`` and buys ``answer`` final stars."""
    (folder / "mine.csv").write_text("card,stars\n1,2\n", encoding="utf-8")
    path = folder / "mine.py"
    path.write_text(SOURCE.format(tables=tables, prepare=prepare, answer=answer), encoding="utf-8")
    return str(path)


def stars_bought(spec, games=1):
    rows = engine(spec, "random", start_bucks=20).worker().play(0, games, ("seats",))["seats"]
    return rows["final_marketing"].reshape(games, -1)[:, 0].tolist()


def test_prepared_numbers_are_there_in_every_game(tmp_path):
    """The numbers depend on the strategy's parameters; each entry of the line-up has its own."""
    spec = write_strategy(
        tmp_path,
        "params.bargain[2] = params.bargain[2] + params.boldness + 1",
        "params.bargain[2] + 100 * params.bargain[1]",
    )
    assert stars_bought(spec, games=3) == [2, 2, 2]
    pair = engine(spec, f"{spec}:boldness=3", start_bucks=20, seating="fixed")
    rows = pair.worker().play(0, 2, ("seats",))["seats"]
    assert rows["final_marketing"].tolist() == [2, 4, 2, 4]


def test_preparation_sees_components_and_data_tables_but_no_game(tmp_path):
    spec = write_strategy(
        tmp_path,
        "params.pair[0, 1] = params.stars[0] + table.card_price[0] * 0 + table.pool_size",
        "params.pair[0, 1] + 100 * params.pair[0, 0] + 100 * params.pair[1, 1]",
        'table("mine.csv", key="card"), lookup("pair", key="card", numbers=2)',
    )
    assert stars_bought(spec) == [2]


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        ('lookup("bargain", key="crad")', 'lookup "bargain" has the key "crad".*"card"'),
        ('lookup("boldness", key="card")', 'lookup "boldness" has the same name as a parameter'),
        (
            'table("mine.csv", key="card"), lookup("stars", key="card")',
            'lookup "stars" has the same name as a column of mine.csv',
        ),
        (f"{PLAIN}, {PLAIN}", 'lookup "bargain" has the same name as another lookup'),
        (
            'lookup("bargain", key="card", numbers=30)',
            r"TABLES declares 5 760 numbers \(bargain 192 x 30\); at most 4 096 fit",
        ),
        ('lookup("my bargain", key="card")', "should be a Python name"),
        ('lookup("bargain", key="card", numbers=0)', "0 numbers; expected 1 or more"),
        ("memory('x', help='')", r"TABLES should be a list; each entry is a table"),
    ],
)
def test_invalid_lookups_are_refused(tmp_path, tables, words):
    with pytest.raises(StrategyError, match=words):
        engine(write_strategy(tmp_path, "pass", "0", tables), "random")


def test_an_error_in_preparation_names_the_strategy(tmp_path):
    spec = write_strategy(tmp_path, "params.bargain[0] = params.bargain[4000]", "0")
    with pytest.raises(StrategyError, match=r"strategy mine \(.*mine.py, line 7, prepare\): Index"):
        engine(spec, "random")
