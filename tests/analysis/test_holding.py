"""Test the results of those who hold a changed thing in Stadium."""

from __future__ import annotations

import openpyxl
import polars as pl
import pytest
from cli.process import call

from eoc_sim.analysis import compare
from eoc_sim.analysis.holdings import changed_components, changes_only_holdings, holdings
from eoc_sim.analysis.strata import STRATA
from eoc_sim.analysis.tables import Run
from eoc_sim.games import find
from eoc_sim.reports import verdict_lines
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.runs.version_options import VersionOptions

pytestmark = pytest.mark.skipif(
    not COMPILED, reason="needs more games than pure Python can play in reasonable time"
)
CHANGES = (
    "building.B07.construction=9",
    "player.P09.victory_points=10",
    "employee.E03.cost=0",
    "rules.vp_price=5",
)
TAKEN = {
    "B07": ("blocks", "place", ""),
    "P09": ("players", "card", ""),
    "E03": ("employees", "card", "hired_round"),
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    path = tmp_path_factory.mktemp("held") / "run"
    vary = [word for change in CHANGES for word in ("--vary", change)]
    output = call(
        path.parent,
        "sweep",
        "--game",
        "stadium",
        "--seats",
        "balanced,builder",
        *vary,
        "--games",
        "240",
        "--out",
        path.name,
        "--quiet",
        "--yes",
    )
    assert output.returncode == 0, output.stderr
    return Run(path)


def takers(run: Run, arm: int, number: str) -> set[tuple[int, int]]:
    """Read from the files which seats take a thing, and in which games."""
    table, column, hired_column = TAKEN[number]
    dim = {"blocks": "places"}.get(table, table)
    names = pl.read_parquet(run.path / "dims" / f"{dim}.parquet")
    (identifier,) = names.filter(pl.col("number") == number)["id"]
    rows = pl.read_parquet(run.path / table / "*.parquet").filter(
        pl.col("arm") == arm, pl.col(column) == identifier
    )
    if hired_column:
        rows = rows.filter(pl.col(hired_column) > 0)
    return set(rows.select("game", "seat").iter_rows())


def test_keys_tell_which_things_seats_can_have(run: Run):
    assert [holding.kinds for holding in holdings(run)] == [
        ("building", "field"),
        ("player",),
        ("employee",),
    ]
    things = [
        [(thing.kinds[0], len(ids)) for thing, ids in changed_components(run, arm)]
        for arm in run.arms
    ]
    assert things == [[], [("building", 1)], [("player", 1)], [("employee", 1)], []]
    assert [changes_only_holdings(run, arm) for arm in run.arms] == [False, True, True, True, False]


def test_rates_agree_with_the_tables(run: Run):
    rates = compare.card_rates(run)
    assert rates["label"].to_list() == [
        "B07 Skyboxes",
        "P09 Trick-play Holder",
        "E03 Finance Director",
    ]
    assert rates["verb_of"].to_list() == ["taken", "drafted", "hired"]
    for row in rates.iter_rows(named=True):
        number = row["label"].split()[0]
        games = [len({game for game, _ in takers(run, arm, number)}) for arm in (0, row["arm"])]
        assert [row["drafted_current"], row["drafted_version"]] == pytest.approx(
            [100 * count / run.games for count in games]
        )
        assert row["drafted_change_low"] < row["drafted_change"] < row["drafted_change_high"]
    assert rates["drafted_version"][0] < 5 < 50 < rates["drafted_current"][0]


def test_strata_have_the_same_seats_in_both_versions(run: Run):
    holders = compare.effects(run)["holders"].filter(pl.col("metric") == "wins")
    seats = pl.read_parquet(run.path / "seats" / "*.parquet")
    for (arm, label), rows in holders.group_by("arm", "label", maintain_order=True):
        before, after = (takers(run, one_arm, label.split()[0]) for one_arm in (0, arm))
        games_with_takers = {game for game, _ in before | after}
        shares = dict(rows.select("stratum", "share").iter_rows())
        counted = {
            STRATA[0]: len(before & after),
            STRATA[1]: len(before - after),
            STRATA[2]: len(after - before),
            STRATA[3]: len(games_with_takers) * run.players - len(before | after),
        }
        for stratum, count in counted.items():
            assert shares[stratum] == pytest.approx(100 * count / (run.games * run.players))
        assert sum(shares.values()) == pytest.approx(100)
        # One owner wins what the other loses, so the strata's changes, weighted by their shares,
        # add up to zero.
        with_change = rows.drop_nulls("change")
        assert (with_change["share"] * with_change["change"]).sum() == pytest.approx(0, abs=1e-6)
        lost = before - after
        if lost:
            wins = [
                sum(
                    row["win_share"]
                    for row in seats.filter(pl.col("arm") == one_arm).iter_rows(named=True)
                    if (row["game"], row["seat"]) in lost
                )
                for one_arm in (0, arm)
            ]
            (change,) = rows.filter(pl.col("stratum") == STRATA[1])["change"]
            assert change == pytest.approx(100 * (wins[1] - wins[0]) / len(lost))


@pytest.mark.slow
def test_the_page_shows_the_changed_thing(run: Run):
    lines = verdict_lines(run.path)
    assert any("B07 Skyboxes is taken in" in line for line in lines)
    page = run.path / "report.html"
    assert call(run.path.parent, "report", run.path.name).returncode == 0
    text = page.read_text(encoding="utf-8")
    assert "How often the changed thing is taken" in text
    assert "For those who have what was changed" in text


@pytest.mark.slow
def test_the_workbook_gives_a_result_for_each_row_except_spaces(run: Run):
    target = run.path.parent / "results.xlsx"
    output = call(run.path.parent, "report", run.path.name, "--xlsx", target.name)
    assert output.returncode == 0, output.stderr
    book = openpyxl.load_workbook(target)
    for title, heading in (
        ("buildings", "result: taken in 100 games"),
        ("field", "result: taken in 100 games"),
        ("players", "result: held in 100 games"),
        ("employees", "result: hired of 100 drawn"),
    ):
        headings, *rows = book[title].iter_rows(values_only=True)
        place = headings.index(heading)
        assert all(row[place] is not None for row in rows if row[0]), title
    assert not any(str(heading).startswith("result") for heading in next(book["spaces"].values))


@pytest.mark.parametrize("name", ["stadium", "eleven"])
def test_declared_things_have_keys_tables_and_numbers(name: str) -> None:
    """Each kind of thing is the first word of one sheet's keys.

    The tables of these things are kept by default, and their `dims` have numbers.
    """
    game = find(name)
    declared = game.parts.load("holdings")
    words = {sheet.word for sheet in game.baseline(VersionOptions()).components.sheets.values()}
    kinds = [kind for thing in declared for kind in thing.kinds]
    assert set(kinds) <= words and len(set(kinds)) == len(kinds)
    dims = game.declaration.record()["dims"]
    for thing in declared:
        table = game.declaration.tables[thing.table]
        (column,) = [each for each in table.columns if each.name == thing.column]
        assert "number" in {each["name"] for each in dims[column.dim]["columns"]}
        assert thing.table in game.default_tables
