"""A request is either played exactly as typed or refused, and every failure is explained."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli.process import call, call_in_subprocess
from openpyxl import load_workbook

from eoc_sim import cli
from eoc_sim.cli import interrupting
from eoc_sim.simulator.runs.result_tables import load_run

TESTS = Path(__file__).parents[1]


def refused(folder: Path, *arguments: str) -> str:
    """Return the single sentence with which a command line is refused."""
    answer = call(folder, *arguments)
    assert answer.returncode == 2, answer.stderr
    assert answer.stderr.startswith("Error: ") and answer.stderr.count("\n") == 1
    return answer.stderr


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with a small run."""
    folder = tmp_path_factory.mktemp("run")
    assert call(folder, "run", "--games", "24", "--quiet", "--out", "run").returncode == 0
    return folder


# --- The requested game is the one that is played.


def cards_sheet(folder: Path, *cells: tuple[int, str, str]) -> None:
    """Write cards.csv with some cells changed, each given as row, column and text."""
    assert call(folder, "data", "export", "cards.csv").returncode == 0
    with open(folder / "cards.csv", encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row, column, text in cells:
        rows[row][column] = text
    with open(folder / "cards.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


def test_changed_text_makes_no_version(tmp_path):
    cards_sheet(tmp_path, (3, "text", "Other words."))
    output = refused(tmp_path, "sweep", "--cards", "cards.csv")
    assert "only descriptive text" in output and "has no effect in play" in output
    output = refused(tmp_path, "sweep", "--vary", "card.038.name=Foo,Bar")
    assert "no version is played for it" in output
    output = refused(tmp_path, "compare", "current", "card.038.text=New")
    assert "the same in play" in output


def test_a_card_with_only_changed_text_is_left_out_with_a_note(tmp_path):
    """The card whose stars have changed makes a version; the note names the other card."""
    from eoc_sim.games import find
    from eoc_sim.simulator.eoc.versions import baseline
    from eoc_sim.simulator.runs.arms import sheet_arms
    from eoc_sim.simulator.runs.version_options import VersionOptions

    cards_sheet(tmp_path, (3, "text", "Other words."), (5, "stars", "9"))
    version = baseline(VersionOptions())
    game = find("eoc")
    arms = sheet_arms(game, version, game.with_sheet(version, str(tmp_path / "cards.csv")))
    assert len(arms.arms) == 2 and [change.key for change in arms.arms[1].changes] == [
        "card.006.stars"
    ]
    assert len(arms.notes) == 1 and "left out: 004 Oil Baron" in arms.notes[0]


def test_two_cards_sheets_in_a_workbook(tmp_path):
    assert call(tmp_path, "data", "export", "cards.xlsx").returncode == 0
    book = load_workbook(tmp_path / "cards.xlsx")
    book.copy_worksheet(book["cards"]).title = "cards v2"
    book.save(tmp_path / "cards.xlsx")
    output = refused(tmp_path, "sweep", "--cards", "cards.xlsx")
    assert '2 cards sheets, "cards" and "cards v2"' in output


def test_only_the_current_rules_may_be_called_current_rules(tmp_path, run):
    plan = '[[arm]]\nlabel = "Current rules"\nchanges = {"card.038.stars" = 4}\n'
    (tmp_path / "plan.toml").write_text(plan)
    assert 'cannot be called "Current rules"' in refused(tmp_path, "sweep", "plan.toml")
    outputs = [
        call(run, "replay", "run", "--game", "3", *more).stdout
        for more in ((), ("--arm", "current rules"))
    ]
    assert outputs[0] == outputs[1] != ""


def test_an_empty_value_empties_a_cell(tmp_path):
    from eoc_sim.commands.options import split_changes

    assert split_changes(("038.effect=",), ()) == [("card.038.effect", "")]
    assert "not an empty cell" in refused(tmp_path, "run", "--card", "038.stars=")


def test_an_impossible_game_number(tmp_path):
    assert "4294967297" in refused(tmp_path, "replay", "--game", "4294967297")


def test_a_mistyped_card_name_is_answered_with_the_number_to_type(tmp_path):
    output = refused(tmp_path, "run", "--card", "Analytics Nrd.stars=4")
    assert 'no card "Analytics Nrd"' in output and 'Did you mean "038", Analytics Nerd?' in output


# --- Failures are reported.


def test_removing_most_cards_is_refused_in_a_short_sentence(tmp_path):
    cards_sheet(tmp_path, *((row, "copies", "0") for row in range(5, 90)))
    output = refused(tmp_path, "sweep", "--cards", "cards.csv")
    assert "and 81 more changes: The deck could run out" in output and len(output) < 400


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("dims/cards.parquet", "not a Parquet file"),
        ("dims", "is missing"),
        ("seats", "is missing"),
    ],
)
def test_missing_or_damaged_files_of_a_run_are_reported(tmp_path, run, damage, words):
    import shutil

    shutil.copytree(run / "run", tmp_path / "run")
    place = tmp_path / "run" / damage
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.write_bytes(b"junk")
    assert words in refused(tmp_path, "report", "run")


def test_too_many_jobs(tmp_path):
    assert "--jobs 3000 is more than the limit of 512" in refused(tmp_path, "run", "--jobs", "3000")


def test_a_run_without_seats_promises_no_report(tmp_path):
    answer = call(tmp_path, "run", "--games", "24", "--quiet", "--keep", "games", "--out", "x")
    assert "There is no report: it needs the table seats" in answer.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_full_disks(tmp_path):
    assert "cannot be written" in refused(tmp_path, "data", "export", "/dev/full/x.csv")
    with open("/dev/full", "w") as full:
        answer = subprocess.run(
            [sys.executable, "-m", "eoc_sim", "--help"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert answer.returncode == 2 and answer.stderr.count("\n") == 1
    assert answer.stderr.startswith("Error: The output cannot be written: No space left")


@pytest.mark.parametrize("command", ["strategies new first.py", "data export cards.csv"])
def test_a_disk_that_fills_up_leaves_no_partial_file(tmp_path, command):
    """Limiting files to 100 bytes has the effect of a full disk."""
    resource = pytest.importorskip("resource")

    def limit_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    answer = subprocess.run(
        [sys.executable, "-m", "eoc_sim", *command.split()],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        preexec_fn=limit_files,
    )
    assert answer.returncode == 2 and answer.stderr.count("\n") == 1
    assert f"{command.split()[-1]} cannot be written" in answer.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_nearest_file_is_named(tmp_path):
    (tmp_path / "mine.toml").write_text('strategy = "hoarder"\n')
    (tmp_path / "first_try.py").write_text("")
    for typed, nearest in (
        ("mien.toml", "mine.toml"),
        ("frist_try.py", "first_try.py"),
        ("mine", "mine.toml"),
        ("first_try", "first_try.py"),
    ):
        output = refused(tmp_path, "run", "--seats", f"{typed},vegas")
        assert f'"{typed}"' in output and f'Did you mean "{nearest}"?' in output


@pytest.mark.slow
def test_files_with_the_names_of_libraries_are_not_imported(tmp_path):
    for name in ("random", "numpy"):
        (tmp_path / f"{name}.py").write_text("import numpy, random\nnumpy.no, random.no\n")
    assert call_in_subprocess(tmp_path, "strategies", "list").returncode == 0


@pytest.mark.parametrize(
    "name",
    ["SIGTERM", *(pytest.param(name, marks=pytest.mark.slow) for name in ("SIGINT", "SIGHUP"))],
)
def test_a_terminated_run_keeps_the_played_games(tmp_path, name):
    number = getattr(signal, name)
    handler = signal.getsignal(number)
    if handler == signal.SIG_IGN:  # as under nohup
        signal.signal(number, signal.SIG_DFL)
    command = [sys.executable, "-P", "-m", "eoc_sim", "run", "--game", "runs.counter_game"]
    try:
        with subprocess.Popen(
            [*command, "--games", "1000000000", "--keep", "seats", "--out", "run"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(TESTS)},
            stderr=subprocess.PIPE,
            text=True,
            stdout=subprocess.DEVNULL,
        ) as process:
            while not any((tmp_path / "run").glob("seats/*.parquet")):
                time.sleep(0.05)
            process.send_signal(number)
            assert process.wait(20) == 128 + number
            assert process.stderr is not None
            assert "The games played so far are kept in run" in process.stderr.read()
    finally:
        signal.signal(number, handler)
    assert load_run(tmp_path / "run").games > 0


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_an_interrupt_ends_a_long_native_call(name):
    """Python runs a signal handler only after native code has returned.

    The native code has used a fifth of a CPU second when the signal is sent.
    """
    program = (
        "import hashlib, signal, threading, time\nfrom eoc_sim.cli import interrupting\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # ignored under nohup
        "interrupting.GRACE_SECONDS = 0.1\ninterrupting.end_after_interrupt()\n"
        "begun = time.process_time()\n"
        "def tell():\n"
        "    while time.process_time() < begun + 0.2:\n        time.sleep(0.01)\n"
        "    print('on', flush=True)\n"
        "threading.Thread(target=tell, daemon=True).start()\n"
        "hashlib.pbkdf2_hmac('sha256', b'', b'', 2**31 - 1)\n"
    )
    assert interrupting.GRACE_SECONDS < 10
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        try:
            assert process.stdout.readline() == "on\n"
            begun, number = time.monotonic(), getattr(signal, name)
            process.send_signal(number)
            assert process.wait(20) == 128 + number and time.monotonic() - begun < 10
            assert process.stderr.read() == "Stopped.\n"
        finally:
            process.kill()


def run_program(program: str) -> subprocess.CompletedProcess[str]:
    """Run a separate program that handles Ctrl-C as the command line does."""
    prelude = "import signal, sys, time\nfrom eoc_sim.cli import interrupting\n"
    prelude += "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    prelude += "interrupting.end_after_interrupt()\n"
    return subprocess.run(
        [sys.executable, "-c", prelude + program], text=True, capture_output=True, timeout=60
    )


def test_an_interrupt_is_not_lost_in_error_handling():
    """Python only prints an exception that ``__del__`` raises, and continues."""
    program = (
        "class Dying:\n    def __del__(self):\n        signal.raise_signal(signal.SIGINT)\n"
        "        print('dead')\n        self.half_made\n"
        "try:\n    one = Dying()\n    del one\n    time.sleep(20)\n"
        "except KeyboardInterrupt:\n    print('told')\n"
    )
    answer = run_program(program)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "dead\ntold\n", "")


def test_an_interrupt_after_the_end_changes_nothing():
    program = (
        "import atexit\natexit.register(signal.raise_signal, signal.SIGINT)\n"
        "class Last:\n    def __del__(self, interrupt=signal.raise_signal):\n        interrupt(2)\n"
        "last = Last()\ninterrupting.end(0)\n"
    )
    answer = run_program(program)
    assert (answer.returncode, answer.stderr) == (0, "")


def test_an_error_caused_by_an_interrupt_counts_as_the_interrupt(monkeypatch, capsys):
    """An interrupted import of compiled code raises ImportError."""

    def fail(**_options):
        raise ImportError("numba._devicearray failed to import")

    monkeypatch.setattr(cli.group, "main", fail)
    monkeypatch.setattr(interrupting, "_received_signals", [])
    assert cli.run_command_line(["rules"]) == 1
    monkeypatch.setattr(interrupting, "_received_signals", [signal.SIGINT])
    assert cli.run_command_line(["rules"]) == 130
    assert capsys.readouterr().err.endswith("Stopped.\n")
