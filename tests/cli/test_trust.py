"""Reading a forged folder of results runs no code that it contains or names."""

from __future__ import annotations

import hashlib
import json
import os
import py_compile
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cli.process import call

import eoc_sim
from eoc_sim.errors import InputError
from eoc_sim.game_parts import parts_of
from eoc_sim.games import find_recorded
from eoc_sim.reports.commands import repeat_command
from eoc_sim.simulator.kernel.vouching import UntrustedCode
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.run_file import read_run_file, write_run_file
from eoc_sim.simulator.runs.same_run import identity
from eoc_sim.simulator.runs.shards import SHARD_FILE, read_shard_file, shard_lines

TESTS = Path(__file__).parents[1]
MARKER = "it_ran"
SEATS = "random,random,random,random"
ACT = "def act(table, me, params, order):\n    return 0\n"


def marking_code(folder: Path) -> str:
    """Return source code that leaves a mark when it is executed."""
    return f"open({str(folder / MARKER)!r}, 'a').write('x')\n"


def call_in_subprocess(
    folder: Path, *arguments: str, path: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the command line in a separate process, in pure Python."""
    program = "import sys; from eoc_sim import cli; sys.exit(cli.run_command_line(sys.argv[1:]))"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    return subprocess.run(
        [sys.executable, "-P", "-c", program, *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def honest_run(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the folder and run.json of a real run with built-in strategies."""
    folder = tmp_path_factory.mktemp("honest")
    played = call(
        folder, "run", "--seats", SEATS, "--games", "24", "--quiet", "--jobs", "1", "--out", "run"
    )
    assert played.returncode == 0, played.stderr
    return {"folder": folder / "run", "record": read_run_file(folder / "run")}


@dataclass
class Forged:
    """A folder from elsewhere whose code would leave a mark."""

    folder: Path
    record: dict[str, Any]

    @property
    def ran(self) -> bool:
        return (self.folder / MARKER).exists()

    def write(self) -> None:
        """Write run.json with valid checksums."""
        sent = self.folder / "sent"
        shards = read_shard_file(sent)
        write_run_file(sent, self.record)
        (sent / SHARD_FILE).write_text(shard_lines(identity(self.record), shards))

    def name_strategy(self, spec: str, **fields: str) -> None:
        """Make run.json name a strategy, with further fields, in the first seat."""
        self.record["baseline"]["seats"][0] |= {"spec": spec, **fields}
        self.write()


@pytest.fixture
def forged(tmp_path: Path, honest_run: dict[str, Any]) -> Forged:
    shutil.copytree(honest_run["folder"], tmp_path / "sent")
    return Forged(tmp_path, json.loads(json.dumps(honest_run["record"])))


def refused(forged: Forged, *arguments: str, path: str = "") -> str:
    """Return the one-line refusal of a command line; check that nothing ran."""
    answer = (
        call_in_subprocess(forged.folder, *arguments, path=path)
        if path
        else call(forged.folder, *arguments)
    )
    assert answer.returncode == 2, answer.stdout + answer.stderr
    assert answer.stderr.count("\n") == 1 and not forged.ran
    assert answer.stdout == "" or arguments[0] == "watch"  # it first names what it watches
    return answer.stderr


def write_evil_strategy(forged: Forged, name: str = "sent/evil.py", first_lines: str = "") -> Path:
    """Write a strategy that leaves a mark after its first lines."""
    file = forged.folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(first_lines + marking_code(forged.folder) + ACT)
    return file


def recorded_baseline(forged: Forged, spec: str, path: str = "") -> dict[str, Any]:
    """Return the baseline that a run with this strategy records, as a forger could make it."""
    program = (
        "import json, sys\n"
        "from eoc_sim.simulator.eoc.versions import baseline, record\n"
        "from eoc_sim.simulator.runs.version_options import VersionOptions\n"
        "print(json.dumps(record(baseline(VersionOptions(seats=tuple(sys.argv[1].split(',')))))))"
    )
    answer = subprocess.run(
        [sys.executable, "-P", "-c", program, ",".join([spec, *SEATS.split(",")[1:]])],
        cwd=forged.folder,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    (forged.folder / MARKER).unlink(missing_ok=True)
    return json.loads(answer.stdout)


# --- replay: strategies


@pytest.mark.parametrize(
    "spec",
    [
        "sent/evil.py",
        pytest.param("sent/../sent/evil.py", marks=pytest.mark.slow),
        "sent/link.py",
        "ABSOLUTE",
        pytest.param("sent/evil.py:a=1", marks=pytest.mark.slow),
        "sent/preset.toml",
        pytest.param("sent/bare.toml", marks=pytest.mark.slow),
        "sent/linked.toml",
    ],
)
def test_replay_runs_no_strategy_that_a_folder_names(forged: Forged, spec: str):
    file = write_evil_strategy(forged)
    sent = forged.folder / "sent"
    (sent / "link.py").symlink_to("evil.py")
    (sent / "preset.toml").write_text('strategy = "evil.py"\n')
    # The preset names its strategy by a path that leads out of the package's folder.
    (sent / "bare.toml").write_text(f'strategy = "{file.with_suffix("").as_posix()}"\n')
    (sent / "linked.toml").symlink_to("preset.toml")
    forged.name_strategy(spec.replace("ABSOLUTE", str(file)))
    output = refused(forged, "replay", "sent", "--game", "3")
    assert str(file) in output and "reading a result never runs such code" in output
    assert output.endswith("eoc-sim replay sent --game 3 --trust\n")


@pytest.mark.parametrize("spec", ["../evil", "ABSOLUTE", "sent/evil", "presets/../evil", ""])
def test_a_strategys_name_is_not_a_path(forged: Forged, spec: str):
    forged.name_strategy(spec.replace("ABSOLUTE", str(write_evil_strategy(forged).with_suffix(""))))
    refused(forged, "replay", "sent", "--game", "3")


def test_replay_runs_no_strategy_that_a_version_names(forged: Forged):
    """The changes of a version name strategies too, just as the baseline does."""
    file = write_evil_strategy(forged)
    change = Change("seat.1", "random", "sent/evil.py", "seat 1").record()
    forged.record["arms"].append({"label": "other", "changes": [change], "differs": {}})
    forged.record["rows"].append({"label": "other", "arm": 1})
    forged.write()
    output = refused(forged, "replay", "sent", "--game", "3", "--arm", "other")
    assert str(file) in output
    assert output.endswith("eoc-sim replay sent --game 3 --arm other --trust\n")


def test_the_printed_command_can_be_copied(forged: Forged):
    write_evil_strategy(forged)
    forged.name_strategy(
        "sent/evil.py",
        **{
            key: value
            for key, value in recorded_baseline(forged, "sent/evil.py")["seats"][0].items()
            if key != "spec"
        },
    )
    (forged.folder / "sent").rename(forged.folder / "sent to you; touch it_ran")
    (forged.folder / "sent").mkdir()
    (forged.folder / "sent to you; touch it_ran" / "evil.py").rename(
        forged.folder / "sent" / "evil.py"
    )
    output = refused(
        forged, "replay", "sent to you; touch it_ran", "--game", "3", "--format", "jsonl"
    )
    command = shlex.split(output.partition("wrote the code: ")[2])
    assert command == [
        "eoc-sim",
        "replay",
        "sent to you; touch it_ran",
        "--game",
        "3",
        "--format",
        "jsonl",
        "--trust",
    ]


def test_data_tables_named_by_a_folder_are_not_read(forged: Forged):
    """A preset of a built-in strategy is not code, but its table may be any file."""
    sent = forged.folder / "sent"
    (sent / "preset.toml").write_text(
        'strategy = "balanced"\ntables = { learnt = "/etc/passwd" }\n'
    )
    forged.name_strategy("sent/preset.toml")
    assert "/etc/passwd" in refused(forged, "replay", "sent", "--game", "3")


def test_a_pipe_is_not_waited_for(forged: Forged):
    os.mkfifo(forged.folder / "sent" / "pipe.toml")
    forged.name_strategy("sent/pipe.toml")
    assert "sent/pipe.toml is not a file" in refused(forged, "replay", "sent", "--game", "3")


def test_names_in_a_folder_cannot_control_the_terminal(forged: Forged):
    write_evil_strategy(forged, "sent/\x1b[2Jevil.py")
    forged.name_strategy("sent/\x1b[2Jevil.py")
    output = refused(forged, "replay", "sent", "--game", "3")
    assert "\x1b" not in output and "\\x1b[2Jevil.py" in output


@pytest.mark.slow
def test_a_preset_of_a_built_in_strategy_needs_no_trust(forged: Forged):
    (forged.folder / "sent" / "own.toml").write_text('strategy = "random"\n')
    baseline = recorded_baseline(forged, "sent/own.toml")
    forged.record["baseline"] = baseline
    forged.write()
    answer = call_in_subprocess(forged.folder, "replay", "sent", "--game", "3")
    assert answer.returncode == 0, answer.stderr
    assert "SHA-256" not in answer.stderr


# --- replay: what is trusted


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


@pytest.mark.slow
def test_a_trusted_replay_plays_the_code_that_it_names_and_hashes(forged: Forged):
    """This covers the strategy and all modules that it imports, directly or not."""
    modules = forged.folder / "modules"
    files = [
        write_evil_strategy(forged, "sent/evil.py", "import own_outer\n"),
        modules / "own_outer.py",
        modules / "own_pack" / "__init__.py",
        modules / "own_pack" / "inner.py",
    ]
    files[2].parent.mkdir(parents=True)
    files[1].write_text("from own_pack import inner\n")
    files[2].write_text("")
    files[3].write_text("WHO = 1\n")
    forged.record["baseline"] = recorded_baseline(forged, "sent/evil.py", str(modules))
    forged.write()
    refused(forged, "replay", "sent", "--game", "3", path=str(modules))
    answer = call_in_subprocess(
        forged.folder, "replay", "sent", "--game", "3", "--trust", path=str(modules)
    )
    assert answer.returncode == 0 and answer.stdout.startswith("Game 3, seed 1")
    assert forged.ran
    first, *output = answer.stderr.splitlines()
    assert "run.json is not signed" in first
    assert sorted(output) == sorted(f"  SHA-256 {digest(file)}  {file}" for file in files)


PLANTING_PROGRAM = """
import sys
from pathlib import Path
from eoc_sim.simulator.kernel.vouching import reading_result
from eoc_sim.simulator.eoc.engine import load_strategy

file, helper = Path(sys.argv[1]), Path(sys.argv[2])
sentences = []

def tell(sentence):
    # As soon as hashes are printed, the files change.
    sentences.append(sentence)
    file.write_text("VALUE = 3\\n" + file.read_text())
    helper.write_text("VALUE = 3\\n")

with reading_result(announce=tell):
    loaded = load_strategy(str(file))
print(loaded.functions["act"].__globals__["VALUE"], len(sentences))
"""


@pytest.mark.parametrize("planted", ["edit", "compiled"])
def test_the_hashed_code_is_run(tmp_path: Path, planted: str):
    """Neither an edit after the hash nor a planted compiled file is run."""
    file, helper = tmp_path / "mine.py", tmp_path / "own_helper.py"
    file.write_text("from own_helper import VALUE\n" + ACT)
    helper.write_text("VALUE = 1\n")
    if planted == "compiled":
        helper.write_text("VALUE = 2\n")
        py_compile.compile(str(helper))
        times = helper.stat()
        helper.write_text("VALUE = 1\n")
        os.utime(helper, (times.st_atime, times.st_mtime))  # so the compiled file seems current
    answer = subprocess.run(
        [sys.executable, "-P", "-c", PLANTING_PROGRAM, str(file), str(helper)],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(tmp_path)},
    )
    assert answer.stdout.split() == ["1", "3"], answer.stderr


def test_compiled_code_is_kept_under_its_own_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """If a file is edited after it has run, its code is kept under the hash of what has run."""
    from eoc_sim.simulator.eoc.engine import load_strategy
    from eoc_sim.simulator.kernel.compiled import cache_directory

    monkeypatch.syspath_prepend(str(tmp_path))
    file, helper = tmp_path / "mine.py", tmp_path / "own_kept.py"
    helper.write_text("VALUE = 1\n")
    file.write_text("from own_kept import VALUE\n" + ACT)
    load_strategy(str(file))
    before = cache_directory(file)
    for edited in (file, helper):
        edited.write_text(edited.read_text() + "OTHER = 2\n")
    assert cache_directory(file) == before
    load_strategy(str(file))
    assert cache_directory(file) != before


def test_a_trusted_strategy_is_still_compared_with_its_hash(forged: Forged):
    write_evil_strategy(forged)
    forged.record["baseline"] = recorded_baseline(forged, "sent/evil.py")
    forged.write()
    write_evil_strategy(forged, first_lines="# other\n")
    answer = call_in_subprocess(forged.folder, "replay", "sent", "--game", "3", "--trust")
    assert answer.returncode == 2 and "has changed" in answer.stderr


def test_trust_applies_to_a_folder(forged: Forged):
    assert "give the run's folder too" in refused(forged, "replay", "--game", "3", "--trust")


# --- Games


@pytest.fixture
def python_path(forged: Forged) -> str:
    """Write a module with a game that leaves a mark; return a PYTHONPATH that finds it."""
    folder = forged.folder / "modules" / "evil_games"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "game.py").write_text(
        marking_code(forged.folder) + "from runs.counter_game import GAME\n"
    )
    return os.pathsep.join([str(folder.parent), str(TESTS)])


@pytest.mark.parametrize("trust", [(), ("--trust",)])
def test_replay_imports_no_game_that_a_folder_names(forged: Forged, python_path: str, trust: Any):
    forged.record["game"] = "evil_games.game"
    forged.write()
    output = refused(forged, "replay", "sent", "--game", "3", *trust, path=python_path)
    assert output.endswith(
        f"eoc-sim replay sent --game 3 {''.join(f'{option} ' for option in trust)}"
        "--game evil_games.game\n"
    )


@pytest.mark.slow
def test_a_game_named_by_the_user_is_imported(forged: Forged, python_path: str):
    forged.record |= {"game": "counter", "baseline": {"settings": {}}}
    forged.write()
    output = refused(forged, "replay", "sent", "--game", "3", path=python_path)
    assert "give its file or module as --game NAME" in output
    # The first --game gives the number of a game, the second the module.
    answer = call_in_subprocess(
        forged.folder,
        "replay",
        "sent",
        "--game",
        "3",
        "--game",
        "evil_games.game",
        path=python_path,
    )
    assert forged.ran and "The game counter has no traces" in answer.stderr


def test_an_installed_game_is_found_by_its_entry_point(forged: Forged, python_path: str):
    installed = forged.folder / "modules" / "counter-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: counter\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text(
        "[eoc_sim.games]\ncounter = runs.counter_game:GAME\n"
    )
    forged.record |= {"game": "counter", "baseline": {"settings": {}}}
    forged.write()
    output = refused(forged, "replay", "sent", "--game", "3", path=python_path)
    assert "The game counter has no traces to replay" in output


@pytest.mark.parametrize("read", [parts_of, find_recorded])
def test_a_game_that_is_not_installed_is_reported_as_such(read: Any):
    record = {"game": "quay", "game_source": {"named": "quay", "sha256": "", "parts": True}}
    with pytest.raises(UntrustedCode, match="the game quay, which is not installed;") as error:
        read(record)
    assert error.value.option == ("--game", "FILE.py")
    assert str(error.value).endswith("If you know who wrote the code, pass game='FILE.py'.")
    assert "pass" not in str(error.value.with_command(["eoc-sim"]))


# --- report and load


def test_a_report_runs_nothing(forged: Forged, python_path: str):
    write_evil_strategy(forged)
    forged.name_strategy("sent/evil.py")
    answer = call(forged.folder, "report", "sent", "--xlsx", "all.xlsx")
    assert answer.returncode == 0, answer.stderr
    assert (forged.folder / "sent/report.html").is_file() and not forged.ran
    forged.record["game"] = "evil_games.game"
    forged.write()
    answer = call_in_subprocess(forged.folder, "report", "sent", path=python_path)
    assert answer.returncode == 0 and not forged.ran, answer.stderr
    output = refused(forged, "report", "sent", "--xlsx", "other.xlsx", path=python_path)
    assert output.endswith("eoc-sim report sent --xlsx other.xlsx --game evil_games.game\n")
    output = refused(forged, "report", "sent", "--game", "eoc", path=python_path)
    assert "The run was played with the game evil_games.game, not with eoc." in output


def test_a_report_overwrites_nothing_through_links(forged: Forged):
    mine = forged.folder / "mine.txt"
    mine.write_text("mine")
    sent = forged.folder / "sent"
    (sent / "metrics").mkdir(exist_ok=True)
    for name in (".report.html.part", "metrics/findings.parquet"):
        (sent / name).unlink(missing_ok=True)
        (sent / name).symlink_to(mine)
    answer = call(forged.folder, "report", "sent")
    assert answer.returncode == 0, answer.stderr
    assert mine.read_text() == "mine" and "<html" in (sent / "report.html").read_text()


def test_a_report_writes_no_tables_through_a_link(forged: Forged):
    mine = forged.folder / "mine"
    mine.mkdir()
    (mine / "findings.parquet").write_text("mine")
    shutil.rmtree(forged.folder / "sent" / "metrics", ignore_errors=True)
    (forged.folder / "sent" / "metrics").symlink_to(mine)
    assert "is a link" in refused(forged, "report", "sent")
    assert (mine / "findings.parquet").read_text() == "mine"


def test_a_page_never_offers_to_run_the_senders_program():
    """For any log.json, the command to copy runs eoc-sim with each of its words quoted."""
    assert repeat_command(["/bin/rm", "-rf", "~; ls", "--out", "x"]) == "eoc-sim -rf '~; ls'"


LOADING_PROGRAM = f"""
import os, eoc_sim
for trust in (False, True):
    run = eoc_sim.load("sent", trust=trust)
    assert run.seats.height and run.metrics["wins"].height and run.charts
    try:
        print(len(run.replay(3)[0]["players"]), "players")
    except eoc_sim.errors.InputError as error:
        print(error)
    print("it ran" if os.path.exists({MARKER!r}) else "nothing ran")
"""


def test_load_runs_nothing_without_trust(forged: Forged):
    file = write_evil_strategy(forged)
    forged.record["baseline"] = recorded_baseline(forged, "sent/evil.py")
    forged.write()
    answer = subprocess.run(
        [sys.executable, "-P", "-c", LOADING_PROGRAM],
        cwd=forged.folder,
        text=True,
        capture_output=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert answer.returncode == 0, answer.stderr
    refusal, first, players, second = answer.stdout.splitlines()
    assert "reading a result never runs such code" in refusal and first == "nothing ran"
    assert (players, second) == ("4 players", "it ran") and digest(file) in answer.stderr


def test_replays_of_missing_games_or_versions_are_refused(honest_run: dict[str, Any]):
    run = eoc_sim.load(honest_run["folder"])
    with pytest.raises(InputError, match="no game 24 of version 0"):
        run.replay(24)
    with pytest.raises(InputError, match="no game 0 of version -1"):
        run.replay(0, -1)


# --- Commands that play


def test_resume_runs_no_file_named_only_in_the_folder(forged: Forged):
    write_evil_strategy(forged)
    forged.name_strategy("sent/evil.py")
    output = refused(
        forged, "run", "--seats", SEATS, "--games", "24", "--quiet", "--out", "sent", "--resume"
    )
    assert "sent/evil.py" in output and "not random" in output


@pytest.mark.parametrize(
    "command",
    [
        ("run", "--games", "24", "--seats", "sent/preset.toml,random,random,random"),
        ("watch", "sent/preset.toml"),
        ("strategies", "show", "sent/preset.toml"),
    ],
)
def test_a_preset_among_results_runs_none_of_the_senders_files(
    forged: Forged, command: tuple[str, ...]
):
    file = write_evil_strategy(forged)
    (forged.folder / "sent" / "preset.toml").write_text('strategy = "evil.py"\n')
    assert f"name it instead of the preset: {file}" in refused(forged, *command)


@pytest.mark.parametrize(
    "text",
    [
        'seats = ["evil.py", "random", "random", "random"]',
        'seats = "random,random,random,sent/evil.py:a=1"',
        '[[vary]]\nkey = "seat.1"\nvalues = ["sent/evil.py"]',
        '[[arm]]\nlabel = "other"\nchanges = { seat.2 = "sent/../sent/evil.py" }',
        '[baseline]\nchange = { "seat.3" = "ABSOLUTE" }',
    ],
)
@pytest.mark.parametrize("command", ["sweep", "watch"])
def test_a_plan_among_results_runs_none_of_the_senders_files(
    forged: Forged, text: str, command: str
):
    file = write_evil_strategy(forged)
    plan = forged.folder / "sent" / "plan.toml"
    vary = '[[vary]]\nkey = "rules.hand"\nvalues = [3]\n'
    plan.write_text(f"{text.replace('ABSOLUTE', str(file))}\n{vary}")
    output = refused(forged, command, "sent/plan.toml", "--quiet")
    assert "sent/plan.toml is in a folder of results and uses a strategy file from that" in output
    assert output.endswith("If you know who wrote it, move the plan out of the results.\n")


def test_a_plan_among_results_may_play_the_users_own_file(forged: Forged):
    from eoc_sim.simulator.runs.plan import read_plan

    write_evil_strategy(forged, "mine.py")
    plan = forged.folder / "sent" / "plan.toml"
    plan.write_text('[[vary]]\nkey = "seat.1"\nvalues = ["../mine.py", "vegas"]\n')
    assert read_plan(plan).vary[0].values == ("../mine.py", "vegas")


def test_a_preset_among_results_may_play_the_users_own_file(forged: Forged):
    """Presets that `tune` writes name the user's strategy file like this."""
    write_evil_strategy(forged, "mine.py")
    (forged.folder / "sent" / "preset.toml").write_text('strategy = "../mine.py"\n')
    recorded_baseline(forged, "sent/preset.toml")  # loads it


RECIPE_PROGRAM = """
import sys
from pathlib import Path
from eoc_sim.games import find_recorded
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.run_file import BASELINE, read_run_file
from eoc_sim.simulator.runs.recipe import Recipe

record = read_run_file(Path("sent"))
game = find_recorded(record)
try:
    version = game.restore(record[BASELINE])
    Recipe(game, (version,), 1, "fixed", None, None).pack()
except InputError as error:
    print(error)
"""


def test_no_recipe_is_made_from_names_in_a_folder(forged: Forged):
    file = write_evil_strategy(forged)
    forged.name_strategy("sent/evil.py")
    answer = subprocess.run(
        [sys.executable, "-P", "-c", RECIPE_PROGRAM],
        cwd=forged.folder,
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert f"The result names the file {file}" in answer.stdout, answer.stderr
    assert not forged.ran
