"""Recipes sent to other processes contain all that an engine is made from."""

from __future__ import annotations

import pickle
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from runs.counter_game import BASELINE, Hooks, counter_game

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel import code_cache
from eoc_sim.simulator.runs import recipe
from eoc_sim.simulator.runs.game import OwnFiles
from eoc_sim.simulator.runs.recipe import Recipe, play_packed, prepare_packed
from eoc_sim.simulator.runs.tasks import KeptRowCollector, Task


@pytest.fixture(autouse=True)
def new_worker(tmp_path, monkeypatch):
    """Make this process act as a newly started worker on another computer."""
    monkeypatch.setattr(code_cache, "cache_root", lambda: tmp_path / "cache")
    monkeypatch.setattr(recipe, "_RUNNERS", {})
    monkeypatch.setattr(recipe, "_recipe_folders", [])
    monkeypatch.setattr(sys, "path", list(sys.path))


def counter_recipe(hooks: Hooks | None = None, **parts: object) -> Recipe:
    game = replace(counter_game(hooks), **parts)
    collector = KeptRowCollector(game.tables, game.standings, ("games", "seats"))
    return Recipe(game, (BASELINE,), 1, "fixed", None, collector)


def test_a_packed_task_is_played_like_a_local_one():
    packed = counter_recipe().pack()
    task = Task((0,), 40, 10)
    returned_task, remote = play_packed(packed, task)
    local = counter_recipe().runner().play(task)
    assert returned_task == task and list(remote.seconds) == [0]
    assert list(remote.collected[0].tables) == ["games", "seats"]
    for table, columns in local.collected[0].tables.items():
        for name, values in columns.items():
            assert (remote.collected[0].tables[table][name] == values).all()
    with packed.file() as file:
        assert pickle.loads(file.read_bytes()) == packed
    assert not file.exists()


def test_equal_recipes_have_equal_hashes_and_others_differ():
    first, same = (counter_recipe().pack() for _ in range(2))
    assert first == same
    assert replace(counter_recipe(), seed=2).pack().hash != first.hash


def test_a_process_keeps_the_engines_of_two_recipes():
    for seed in (1, 2, 3):
        play_packed(replace(counter_recipe(), seed=seed).pack(), Task((0,), 0, 1))
    runners = list(recipe._RUNNERS)
    assert len(runners) == 2
    play_packed(replace(counter_recipe(), seed=2).pack(), Task((0,), 0, 1))
    assert list(recipe._RUNNERS) == runners


def test_own_files_are_written_and_can_be_imported(tmp_path):
    """Two recipes may have modules of the same name."""
    imported = []
    for content in ("one", "two"):
        folder = tmp_path / content
        folder.mkdir()
        file = folder / "own_words.py"
        file.write_text(f"WORD = {content!r}\n")
        sys.path.insert(0, str(folder))

        def move(version, new_path, file=file):
            return replace(version, settings={**version.settings, "file": str(new_path(file))})

        own_files = OwnFiles(lambda version, file=file: {file: file.read_bytes()}, move)
        packed = counter_recipe(own_files=own_files).pack()
        sys.path.remove(str(folder))
        file.unlink()
        prepare_packed(packed)
        import own_words  # type: ignore[import-not-found]

        imported.append((own_words.WORD, Path(own_words.__file__).read_text()))
        assert Path(own_words.__file__) == tmp_path / "cache" / f"sent-{packed.hash}" / str(
            file.relative_to(file.anchor)
        )
    assert imported == [("one", "WORD = 'one'\n"), ("two", "WORD = 'two'\n")]


def test_errors_name_files_by_the_senders_paths(tmp_path):
    def fail(first_game, games):
        folder = next((tmp_path / "cache").glob("sent-*[0-9a-f]"))
        raise InputError(f"{folder}/home/me/my.py, line 3: no; ../..{folder}/home/me/my.py: no")

    with pytest.raises(InputError) as error:
        play_packed(counter_recipe(Hooks(fail)).pack(), Task((0,), 0, 1))
    assert str(error.value) == "/home/me/my.py, line 3: no; /home/me/my.py: no"


def test_one_process_at_a_time_compiles(tmp_path):
    """Other processes wait until they can load the code; then no process needs the lock."""
    fcntl = pytest.importorskip("fcntl")
    packed = counter_recipe().pack()
    (tmp_path / "cache").mkdir()
    with open(tmp_path / "cache" / "sent-lock", "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        waiting = threading.Thread(target=prepare_packed, args=(packed,))
        waiting.start()
        waiting.join(0.3)
        assert waiting.is_alive()
        fcntl.flock(lock, fcntl.LOCK_UN)
        waiting.join(10)
        assert not waiting.is_alive()
        fcntl.flock(lock, fcntl.LOCK_EX)
        recipe._RUNNERS.clear()
        started = time.perf_counter()
        prepare_packed(packed)
        assert time.perf_counter() - started < 5


def test_different_software_is_refused(monkeypatch):
    packed = counter_recipe().pack()
    remote_software = {**recipe.software_here(), "eoc-sim": "0.0.1"}
    monkeypatch.setattr(recipe, "software_here", lambda: remote_software)
    with pytest.raises(
        InputError,
        match="different software from this computer .eoc-sim: .* here, 0.0.1 there.; install the",
    ):
        prepare_packed(packed)
