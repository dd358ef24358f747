"""Games declare roles and words, which run.json records."""

from __future__ import annotations

import json
import re
from dataclasses import FrozenInstanceError, replace

import pytest
from runs.counter_game import BASELINE, DECLARATION, counter_game
from synthetic_runs import write_run

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.game import GAME as EOC
from eoc_sim.simulator.runs.arms import Vary, vary_arms
from eoc_sim.simulator.runs.game import Column, Declaration
from eoc_sim.simulator.runs.result_tables import load_run
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.run_file import read_written_record, write_run_file
from eoc_sim.simulator.runs.runner import Request, play
from eoc_sim.simulator.runs.same_run import identity
from eoc_sim.simulator.runs.shards import SHARD_FILE, read_shard_file, shard_lines

GAMES = (EOC, counter_game())


def play_run(path, game, **options):
    arms = vary_arms(game, BASELINE, [Vary("rules.bonus", ("5",))])
    request = Request("sweep", arms, 20, keep=("games", "seats"))
    return play(game, request, RunDirectory.claim(path, "sweep", **options))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_declaration_is_restored_from_its_record(game):
    record = json.loads(json.dumps(game.declaration.record()))
    assert Declaration.from_record(record) == game.declaration


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_is_declared_consistently(game):
    for role in ("game", "seat", "strategy", "win_share", "score"):
        assert game.standings.role(role)
    for name, table in game.tables.items():
        assert table.name == name
        assert table.columns[0].name == "game" and table.columns[0].role == "game"
        assert set(table.key) <= {column.name for column in table}
        assert {column.dim for column in table} - {""} <= set(game.declaration.dims)
    assert set(game.default_tables + game.default_current_tables) <= set(game.tables)
    assert not set(game.default_tables) & set(game.default_current_tables)
    assert len(game.default_seats) in game.players


def test_a_game_is_frozen():
    with pytest.raises(FrozenInstanceError):
        counter_game().name = "another"  # type: ignore[misc]


def test_an_unknown_role_is_an_error():
    with pytest.raises(ValueError, match="column x: there is no role 'wasted'. Did you mean"):
        Column("x", "Int8", "", "wasted")


@pytest.mark.parametrize(
    ("old_role", "role"),
    [("card", "thing"), ("month", "round"), ("played_month", "played_round")],
)
def test_a_role_of_an_earlier_release_is_refused_with_its_new_name(old_role, role):
    with pytest.raises(ValueError, match=f"no role .{old_role}.. Did you mean .{role}."):
        Column("x", "Int8", "", old_role)


def test_switch_sentences_come_from_the_rules():
    from eoc_sim.simulator.eoc.switches import SWITCHES

    output = {switch.name: switch.sentence for switch in EOC.declaration.switches}
    assert output == {name: switch.sentence for name, switch in SWITCHES.items()}


def test_a_run_keeps_the_declaration_of_its_game(tmp_path):
    play_run(tmp_path / "run", counter_game())
    assert load_run(tmp_path / "run").declaration == DECLARATION


def test_a_run_of_an_earlier_release_is_translated(tmp_path):
    path = write_run(tmp_path / "run", {}, declaration=EOC.declaration)
    record = json.loads((path / "run.json").read_text())
    del record["checksum"]
    words, tables = record["declaration"]["words"], record["declaration"]["tables"]
    words["months"] = words.pop("round_names")
    assert words.pop("round") == ["month", "months"]
    columns = [column for table in tables.values() for column in table["columns"]]
    for column in columns:
        column["role"] = re.sub(r"(\b|_)round$", r"\1month", column["role"])
        column["role"] = re.sub("^thing$", "card", column["role"])
    earlier_roles = {"card", "month", "taken_month", "played_month", "target_month"}
    assert {column["role"] for column in columns} >= earlier_roles
    write_run_file(path, {**record, "schema": 3})
    assert load_run(path).declaration == EOC.declaration


def test_games_of_a_run_of_an_earlier_release_are_read(tmp_path):
    path = tmp_path / "run"
    play_run(path, counter_game())
    record, shards = json.loads((path / "run.json").read_text()), read_shard_file(path)
    del record["checksum"]
    words = record["declaration"]["words"]
    words["months"] = words.pop("round_names")
    write_run_file(path, {**record, "schema": 3})
    (path / SHARD_FILE).write_text(shard_lines(identity(read_written_record(path)), shards))
    run = load_run(path)
    assert run.games == 20 and run.declaration.words.round == ("month", "months")


def test_a_run_of_another_game_is_not_resumed(tmp_path):
    play_run(tmp_path / "run", counter_game())
    with pytest.raises(InputError, match=r"was played with the game counter, not with abacus;"):
        play_run(tmp_path / "run", counter_game(name="abacus"), resume=True)


def test_a_run_whose_words_have_changed_is_not_resumed(tmp_path):
    play_run(tmp_path / "run", counter_game())
    words = replace(DECLARATION.words, title="Abacus")
    other = replace(counter_game(), declaration=replace(DECLARATION, words=words))
    with pytest.raises(InputError, match="declaration.words.title = Counter, not Abacus"):
        play_run(tmp_path / "run", other, resume=True)
