"""Test ``watch`` with simulated saves, and with a real file in a new process."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from cli.process import Answer, call
from policies import check_policy

from eoc_sim.cli import watching
from eoc_sim.simulator.runs.run_file import read_run_file

COUNTER = ("--game", "runs.counter_game", "--jobs", "1", "--games", "2000")
PAGE = "results/watch-1/report.html"
PLAN = '[[vary]]\nkey = "rules.bonus"\nvalues = ["{}"]\n'
STRATEGY = '''"""Ends every turn at once."""
from eoc_sim.simulator.eoc.strategy_api import END_TURN


def act(table, me, params, order):
    return {}
'''


class SimulatedSaves:
    """Simulated saves: each wait makes one; a wait after the last save acts like Ctrl-C."""

    def __init__(self, save_calls: Iterator[Callable[[], object]]) -> None:
        self.pending = threading.Event()
        self._save_calls = save_calls

    def __enter__(self) -> SimulatedSaves:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def wait(self) -> None:
        """Make the next save; after the last, act as if Ctrl-C were pressed."""
        self.pending.clear()
        for save in self._save_calls:
            save()
            return
        raise KeyboardInterrupt


@pytest.fixture
def watch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Sequence[str], Sequence[Callable[[], object]]], Answer]:
    """Return a function that runs ``watch`` with simulated saves."""
    monkeypatch.chdir(tmp_path)

    def run_watch(arguments: Sequence[str], save_calls: Sequence[Callable[[], object]]) -> Answer:
        simulated = SimulatedSaves(iter(save_calls))
        with monkeypatch.context() as patch:
            patch.setattr("eoc_sim.cli.watching.Saves", lambda path: simulated)
            patch.setattr(SimulatedSaves, "current", simulated, raising=False)
            answer = call(tmp_path, "watch", *arguments)
        assert answer.returncode == 130, answer.stderr
        return answer

    return run_watch


def save_call(path: str, text: str) -> Callable[[], object]:
    """Return a function that writes text to a file."""
    return lambda: Path(path).write_text(text)


def page() -> str:
    """Return the page's text with plain spaces."""
    return re.sub("[\u00a0\u202f]", " ", Path(PAGE).read_text(encoding="utf-8"))


def top(text: str) -> list[str]:
    """Return the lines at the top of a page."""
    match = re.search(r'<div class="live" role="status">\n(.*?)</div>', text, re.DOTALL)
    assert match
    return re.findall(r"<p.*?>(.*?)</p>", match[1])


def runs() -> list[str]:
    return sorted(path.name for path in Path("results/watch-1").iterdir() if path.name.isdecimal())


def sessions(name: str) -> int:
    return len(json.loads(Path("results/watch-1", name, "log.json").read_text())["sessions"])


def test_every_save_is_played_with_more_and_more_games(watch):
    save_call("plan.toml", PLAN.format(5))()
    answer = watch(("plan.toml", *COUNTER), [save_call("plan.toml", PLAN.format(7))])
    lines = answer.stdout.splitlines()
    starts = ("rules.bonus: ", "So far ", "Played ")
    without_times = [re.sub(r"^[\d:]{8}  ", "", line) for line in lines]
    assert [line for line in without_times if line.startswith(starts)] == [
        line
        for bonus in (5, 7)
        for line in (
            f"rules.bonus: 0 -> {bonus}",
            "So far 1 000 games per version, more to come.",
            "Played 2 000 games per version, the limit of --games.",
        )
    ]
    assert "bonus 0 -> 7" in answer.stdout and f"Page: {PAGE}" in lines
    assert runs() == ["1", "2"]
    record = read_run_file(Path("results/watch-1/2"))
    assert (record["sequential"], record["question"], record["games"]) == (True, "", 2000)
    # The page shows the last save, its progress and its end.
    assert "2 000 games in each of 2 versions so far" in page()
    assert "rules.bonus: 0 → 7" in page() and "rules.bonus: 0 → 5" not in page()
    assert top(page())[0].startswith("Played 2 000 games per version, the limit of --games.")
    assert "eoc-sim watch ended at " in top(page())[1]
    assert 'data-pulse=""' in page()
    check_policy(page())
    assert "--out results/watch-1 --resume" in answer.stderr
    # The runs' own reports are ordinary pages.
    assert 'class="live"' not in Path("results/watch-1/2/report.html").read_text()


def test_a_broken_save_keeps_the_page_and_a_good_one_removes_the_warning(watch):
    save_call("plan.toml", PLAN.format(5))()
    pages = []
    answer = watch(
        ("plan.toml", *COUNTER),
        [
            save_call("plan.toml", PLAN.format("many")),
            lambda: pages.append(page()) or save_call("plan.toml", PLAN.format(5) + "[[vary")(),
            lambda: pages.append(page()) or Path("plan.toml").unlink(),
            lambda: pages.append(page()) or save_call("plan.toml", PLAN.format(0))(),
            lambda: pages.append(page()) or save_call("plan.toml", PLAN.format(5) + "# again\n")(),
            lambda: pages.append(page()),
        ],
    )
    for text, words in zip(
        pages,
        (
            "many",
            "not valid TOML",
            "plan.toml cannot be read",
            "current rules already have every value",
        ),
        strict=False,
    ):
        assert top(text)[0].startswith("Out of date since ") and words in top(text)[0]
        assert top(text)[1].startswith("Played 2 000 games")
        assert 'data-pulse="renewed.js"' in text and "rules.bonus: 0 → 5" in text
    assert len(top(pages[4])) == 1 and top(pages[4])[0].startswith("Played 2 000 games")
    assert len(re.findall(r"^[\d:]{8}  ", answer.stderr, re.MULTILINE)) == 3
    assert runs() == ["1"] and sessions("1") == 1


@pytest.mark.slow
def test_equal_contents_are_not_played_again(watch):
    save_call("plan.toml", PLAN.format(5))()
    answer = watch(
        ("plan.toml", *COUNTER),
        [
            save_call("plan.toml", "# A remark.\n" + PLAN.format(5)),
            save_call("plan.toml", PLAN.format(7)),
            save_call("plan.toml", PLAN.format(5)),
        ],
    )
    assert answer.stdout.count("nothing in play has changed") == 1
    assert runs() == ["1", "2"]
    # The first contents are shown again without another game.
    log = json.loads(Path("results/watch-1/1/log.json").read_text())["sessions"]
    assert [entry["games_played"] for entry in log] == [4000, 0]
    assert "rules.bonus: 0 → 5" in page()
    again = watch(("plan.toml", *COUNTER, "--out", "results/watch-1", "--resume"), [])
    assert runs() == ["1", "2"] and "Played 2 000 games" in again.stdout


@pytest.mark.slow
def test_a_save_during_games_ends_them(watch, monkeypatch):
    save_call("plan.toml", PLAN.format(5))()
    write = watching.write_report

    def save_meanwhile(path: Path) -> tuple[Path, list[str]]:
        SimulatedSaves.current.pending.set()  # type: ignore[attr-defined]
        return write(path)

    monkeypatch.setattr(watching, "write_report", save_meanwhile)
    answer = watch(("plan.toml", *COUNTER), [save_call("plan.toml", PLAN.format(7))])
    assert answer.stdout.count("So far 1 000 games per version, more to come.") == 2
    assert "2 000" not in answer.stdout
    assert read_run_file(Path("results/watch-1/1"))["games"] == 1000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("plan.toml --games 500", "500 games are too few: there are no results before 1 000 games"),
        ("plan.toml --against bold", "--against is for a strategy, and plan.toml is not one"),
        ("plan.toml --keep games", "--keep leaves out seats"),
        ("absent.xlsx", "There is no file absent.xlsx to watch."),
        ("mine.py --seats a,b", "--seats cannot be given for a strategy"),
        (
            "plums.py",
            "plums.py is a game, not a strategy. watch takes one of its sheets, plans or presets",
        ),
    ],
)
def test_unwatchable_input_is_bad_input(tmp_path, arguments, words):
    (tmp_path / "plan.toml").write_text(PLAN.format(5))
    (tmp_path / "mine.py").write_text("")
    (tmp_path / "plums.py").write_text("GAME = plain_game()\n")
    answer = call(tmp_path, "watch", *arguments.split(), "--game", "runs.counter_game")
    assert answer.returncode == 2 and words in answer.stderr, answer.stderr
    assert not (tmp_path / "results").exists()


@pytest.mark.slow
def test_a_cards_sheet_is_watched(watch, tmp_path):
    assert call(tmp_path, "data", "export", "cards.csv").returncode == 0
    rows = Path("cards.csv").read_text().splitlines(keepends=True)
    place = next(index for index, row in enumerate(rows) if row.startswith("038,"))

    def with_row(old: str, new: str) -> Callable[[], object]:
        assert old in rows[place]
        changed = [*rows[:place], rows[place].replace(old, new, 1), *rows[place + 1 :]]
        return save_call("cards.csv", "".join(changed))

    cells = rows[place].split(",")
    head = rows[0].strip().split(",")
    stars = ",".join(cells[: head.index("stars") + 1])
    answer = watch(
        ("cards.csv", "--games", "1000", "--seats", "hoarder,random"),
        [
            with_row("Analytics Nerd", "Nerd"),
            with_row(stars, stars[:-1] + "3"),
        ],
    )
    assert "The sheet says the same as the current rules" in answer.stdout
    assert "038 Analytics Nerd: stars 5 -> 3" in answer.stdout.splitlines()
    assert runs() == ["1"]
    assert [arm["label"] for arm in read_run_file(Path("results/watch-1/1"))["arms"]] == [
        "baseline",
        "038 Analytics Nerd",
    ]


@pytest.mark.slow
def test_a_strategy_is_watched(watch):
    save_call("mine.py", STRATEGY.format("END_TURN"))()
    answer = watch(
        ("mine.py", "--players", "2", "--against", "random", "--games", "1000"),
        [
            save_call("mine.py", STRATEGY.format("table.nothing")),
            save_call("mine.py", STRATEGY.format("END_TURN + 0")),
        ],
    )
    assert "at every save it plays against 1 x random" in answer.stdout
    assert 'mine.py, line 5: act cannot be compiled: no record has a field "nothing"' in (
        answer.stderr
    )
    rows = [line.split() for line in answer.stdout.splitlines() if line.endswith("1 000")]
    assert [row[0] for row in rows] == ["mine", "random"] * 2
    assert runs() == ["1", "2"]
    seats = [seat["name"] for seat in read_run_file(Path("results/watch-1/2"))["baseline"]["seats"]]
    assert seats == ["mine", "random"]


@pytest.mark.slow
def test_a_real_file_and_ctrl_c(tmp_path, monkeypatch):
    (tmp_path / "plan.toml").write_text(PLAN.format(5))
    with subprocess.Popen(
        [sys.executable, "-m", "eoc_sim", "watch", "plan.toml", *COUNTER],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(__file__).parents[1])},
        # A shell that runs the tests in the background ignores Ctrl-C, and so would this process.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        lines = process.stdout

        def read_until(words: str) -> str:
            read = ""
            for line in lines:
                read += line
                if words in line:
                    return read
            raise AssertionError(read)

        assert "rules.bonus: 0 -> 5" in read_until("the limit of --games")
        (tmp_path / ".plan.toml.new").write_text(PLAN.format(7))
        os.replace(tmp_path / ".plan.toml.new", tmp_path / "plan.toml")
        assert "rules.bonus: 0 -> 7" in read_until("the limit of --games")
        read_until("Page: ")
        interrupted_at = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130 and time.monotonic() - interrupted_at < 10
        assert process.stderr.read().splitlines()[-1] == "Stopped."
    monkeypatch.chdir(tmp_path)
    assert "rules.bonus: 0 → 7" in page() and "eoc-sim watch ended at " in page()
