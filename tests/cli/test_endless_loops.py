"""A strategy that never returns is reported by name, and again when it is stopped."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.kernel import engine, running
from eoc_sim.simulator.kernel.running import Running, name_stopped_calls
from eoc_sim.simulator.kernel.serving import Kernel

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

PROGRAM = """from eoc_sim.simulator.kernel import running

running.NOTED_SECONDS = 2.0
from eoc_sim.__main__ import main

main()
"""
ENDLESS_ACT = """

def {act}(table, me, params, order):
    number = 0
    while table.turn >= 0:
        number += 1
        if number < 0:
            return 1
    return 0
"""
ENDLESS_PREPARATION = """from eoc_sim.simulator.eoc.strategy_api import lookup

TABLES = [lookup("worth", key="card")]


def act(table, me, params, order):
    return 0
""" + ENDLESS_ACT.format(act="prepare")
ENDLESS_IMPORT = """def work():
    number = 0
    while True:
        number += 1


work()


def act(table, me, params, order):
    return 0
"""
RUN = "run --games 40 --seats mine.py,random --quiet --out run"
ACT_PLACE = r"strategy mine \({file}, line 3, act\): game \d+ of seed 1, seat \d, March"
IMPORT_PLACE = r"{file}, line [34], while it is being imported"
PURE, COMPILED = "1", "0"
LOOPS = {
    "act": (ENDLESS_ACT.format(act="act"), RUN, PURE, ACT_PLACE),
    "act in processes": (
        ENDLESS_ACT.format(act="act"),
        f"{RUN} --jobs 2 --backend loky",
        PURE,
        ACT_PLACE,
    ),
    "act, checked": (ENDLESS_ACT.format(act="act"), "strategies check mine.py", PURE, ACT_PLACE),
    "place of Stadium": (
        ENDLESS_ACT.format(act="place"),
        f"{RUN} --game stadium",
        PURE,
        r"strategy mine \({file}, line 3, place\): game \d+ of seed 1, seat \d, round 1",
    ),
    "import": (ENDLESS_IMPORT, RUN, PURE, IMPORT_PLACE),
    "import, checked": (ENDLESS_IMPORT, "strategies check mine.py", PURE, IMPORT_PLACE),
    "prepare": (ENDLESS_PREPARATION, RUN, PURE, r"strategy mine \({file}, line 10, prepare\)"),
    "act, compiled": (ENDLESS_ACT.format(act="act"), f"{RUN} --jobs 2", COMPILED, ACT_PLACE),
    "prepare, compiled": (
        ENDLESS_PREPARATION,
        RUN,
        COMPILED,
        r"strategy mine \({file}, line 10, prepare\)",
    ),
    "replay, compiled": (
        ENDLESS_ACT.format(act="act"),
        "replay --game 0 --seats mine.py,random",
        COMPILED,
        ACT_PLACE,
    ),
}
SLOW = [name for name in LOOPS if name != "act"]


def start_command(folder: Path, *command: str, pure: str = PURE) -> subprocess.Popen[str]:
    """Start a command in its own process group."""
    return subprocess.Popen(
        [sys.executable, "-P", "-c", PROGRAM, *command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": pure},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


@pytest.mark.parametrize(
    "loop", [pytest.param(one, marks=pytest.mark.slow) if one in SLOW else one for one in LOOPS]
)
def test_an_endless_loop_is_named_and_ends_with_the_signal(tmp_path: Path, loop: str):
    source, command, pure, words = LOOPS[loop]
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    process = start_command(tmp_path, *command.split(), pure=pure)
    assert process.stderr is not None
    output = ""
    while "Still running" not in output:
        line = process.stderr.readline()
        assert line, output
        output += line
    where = words.format(file=re.escape(str(tmp_path / "mine.py")))
    assert re.search(rf"^Still running after \d+ s: {where}\. Ctrl-C stops it\.$", output, re.M), (
        output
    )
    process.send_signal(signal.SIGINT)
    output = process.communicate(timeout=60)[1]
    assert process.returncode == 130, output
    assert output.rstrip().endswith("Stopped.")
    if "processes" not in loop:  # the parent ends the processes; the loop was named above
        assert re.search(rf"^Stopped after \d+ s in {where}\.$", output, re.M), output


LOCKING_IMPORT = "import re\n\nre.match('(a+)+$', 'a' * 60 + 'b')\n"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        pytest.param(LOCKING_IMPORT, r'File ".*my_game\.py", line 3', marks=pytest.mark.slow),
        (
            "\nwhile True:\n    pass\n",
            r"my_game\.py, line [23], while it is being imported\. Ctrl-C",
        ),
    ],
    ids=["in C", "in Python"],
)
def test_an_endless_import_of_a_game_is_named(tmp_path: Path, source: str, words: str):
    """C code that holds the interpreter's lock also stops the watching thread."""
    (tmp_path / "my_game.py").write_text(source, encoding="utf-8")
    process = start_command(tmp_path, "games", "check", "my_game.py")
    assert process.stderr is not None
    output = ""
    while not re.search(words, output):
        line = process.stderr.readline()
        assert line, output
        output += line
    process.send_signal(signal.SIGINT)
    output = process.communicate(timeout=60)[1]
    assert process.returncode == 130, output
    assert re.search(r"^Stopped after \d+ s in .*my_game\.py", output, re.M), output


@pytest.fixture
def short_waits(monkeypatch):
    """Name slow calls after an instant; no thread looks for them, so the test itself does."""
    monkeypatch.setattr(running, "NOTED_SECONDS", 0.05)
    monkeypatch.setattr(running, "STUCK_SECONDS", 0.02)
    monkeypatch.setattr(running, "_start", lambda: None)


def look_repeatedly(watched: Running) -> None:
    watched.note_if_endless()
    time.sleep(0.06)
    watched.note_if_endless()
    watched.note_if_endless()


def test_a_call_is_named_once(short_waits, capsys):
    watched = Running(lambda: "act of mine")
    with watched:
        look_repeatedly(watched)
    assert re.fullmatch(
        r"Still running after \d s: act of mine\. Ctrl-C stops it\.\n", capsys.readouterr().err
    )


@pytest.mark.parametrize("progress", [iter(range(9)).__next__, lambda: None])
def test_progress_is_not_named(short_waits, capsys, progress):
    """Neither successive decisions nor the engine's own work is named."""
    watched = Running(lambda: "act of mine", progress)
    with watched:
        look_repeatedly(watched)
        name_stopped_calls()
    assert capsys.readouterr().err == ""


def test_compiling_is_not_a_running_strategy(monkeypatch):
    """The kernel is compiled before the preparation of a strategy is timed."""
    steps = []

    def begin(words):
        steps.append("timed")
        return Running(words)

    compile_kernel = Kernel.compile
    monkeypatch.setattr(Kernel, "compile", lambda self: steps.append(compile_kernel(self)))
    monkeypatch.setattr(engine, "Running", begin)
    Engine(load(None), resolve("standard", {}), [load_strategy("balanced")] * 4, 1)
    assert steps[:2] == [None, "timed"]


def test_a_stopped_call_is_named_once(short_waits, capsys):
    with Running(lambda: "act of mine"):
        name_stopped_calls()
        time.sleep(0.03)
        name_stopped_calls()
        name_stopped_calls()
    name_stopped_calls()
    assert capsys.readouterr().err == "Stopped after 0 s in act of mine.\n"
