"""The function for each command plays what the command plays, and prints nothing."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import chdir
from importlib import import_module
from pathlib import Path

import click
import polars as pl
import pytest
from cli.process import call

import eoc_sim
from eoc_sim import example_game
from eoc_sim.analysis.tables import Run
from eoc_sim.cli import group
from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc import card_pilot, pilot
from eoc_sim.simulator.runs.session import Progress

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "python.md"
SEATS = ["balanced", "vegas", "hoarder"]
OPTIONS = {"settings": "set", "for_": "for"}
PRINTING_OPTIONS = {"quiet", "yes", "help", "all"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    with chdir(tmp_path):
        yield tmp_path


def command_of(name: str) -> click.Command:
    """Return the command for a function, found by the words in the function's module."""
    command: click.Command | None = group
    for word in import_module(f"eoc_sim.commands.{name}").COMMAND.split():
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), word)
    assert command is not None
    return command


@pytest.mark.parametrize("name", eoc_sim.COMMANDS)
def test_every_option_has_a_keyword(name: str):
    command = command_of(name)
    options = {
        param.opts[0].removeprefix("--").replace("-", "_")
        for param in command.params
        if param.expose_value or param.opts == ["--no-history"]
    }
    parameters = inspect.signature(getattr(eoc_sim, name)).parameters
    keywords = {OPTIONS.get(parameter, parameter) for parameter in parameters}
    assert keywords - {"on_progress"} == options - PRINTING_OPTIONS


@pytest.mark.parametrize("name", eoc_sim.COMMANDS)
def test_defaults_are_those_of_the_options(name: str):
    parameters = inspect.signature(getattr(eoc_sim, name)).parameters
    for option in command_of(name).params:
        keyword = parameters.get(option.opts[0].removeprefix("--").replace("-", "_"))
        if keyword is not None and isinstance(option.default, str | int | float):
            assert keyword.default == option.default, option.name


@pytest.mark.parametrize("name", eoc_sim.COMMANDS)
def test_every_argument_is_documented(name: str):
    function = getattr(eoc_sim, name)
    text = inspect.getdoc(function) or ""
    parameters = inspect.signature(function).parameters
    for parameter in parameters:
        assert re.search(rf"\b{parameter}\b", text), parameter
    assert text.count("Args:\n") == text.count("\n\nRaises:\n") == bool(parameters)


def commands_in(command: click.Command, *words: str) -> Iterator[str]:
    """Yield the words of every command that is not a group."""
    if not isinstance(command, click.Group):
        yield " ".join(words)
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        assert inner is not None
        yield from commands_in(inner, *words, name)


def test_the_page_names_every_command():
    text = PAGE.read_text(encoding="utf-8")
    functions = {
        import_module(f"eoc_sim.commands.{name}").COMMAND: name for name in eoc_sim.COMMANDS
    }
    _, others = text.split("## Commands without a function")
    for command in commands_in(group):
        name = functions.get(command)
        assert f"`{name}`" in text if name else f"`{command}`" in others, command


def test_a_run_prints_nothing_and_returns_its_findings(capfd):
    result = eoc_sim.run(games=240, seats=SEATS, who="off")
    assert result.folder == Path("results/run-1")
    assert result.plan["games"] == 240 and result.plan["command"] == "run"
    assert isinstance(result.tables["seats"], pl.LazyFrame)
    assert result.tables["seats"].collect().height == 720
    assert result.metrics["wins"]["label"].to_list() == SEATS
    assert result.findings.columns[3:6] == ["value", "low", "high"]
    assert result.findings.filter(pl.col("kind") == "who wins")["name"].to_list() == SEATS
    assert any(line.startswith("Players: ") for line in result.sentences)
    assert not (result.folder / "report.html").exists()
    assert result.report.is_file()
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_a_sweep_writes_its_report_and_marks_findings(capfd):
    result = eoc_sim.sweep(
        vary={"rules.start_bucks": [5, 9]}, games=1200, who="beginners", who_games=240
    )
    assert result.report == result.folder / "report.html" and result.report.is_file()
    assert set(result.findings["mark"]) - {""}
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_compare_asks_for_a_decision_and_writes_a_report(capfd):
    result = eoc_sim.compare({"rules.start_bucks": 0}, "current", games=1200, who="off")
    assert result.plan["question"] == "every change in wins and scores is decided"
    assert result.report == result.folder / "report.html" and result.findings.height
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_variants_and_restrict_write_metrics(capfd):
    crossed = eoc_sim.variants(switch={"start_bucks": [5]}, games=240, who="off")
    assert any(name.startswith("variants_") for name in crossed.metrics)
    result = eoc_sim.restrict("balanced", ban=["trade", "bet"], games=240)
    assert result.metrics["losses"].height
    (session,) = Run(result.folder).sessions
    assert session["command_line"][2:7] == ["balanced", "--ban", "trade", "--ban", "bet"]
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_timing_writes_metrics(folder: Path, capfd, monkeypatch):
    monkeypatch.setattr(pilot.pilot_schedule, "__defaults__", (4,))
    seats = ["quick_start", "hoarder"]
    result = eoc_sim.timing(games=40, seats=seats, jobs=1, who="off", out="called")
    assert set(result.metrics["timing_gifts"]["strategy"]) == {"all", *seats}
    assert any("One BB" in sentence for sentence in result.sentences)
    assert capfd.readouterr() == ("", "")
    words = ["--games", "40", "--seats", ",".join(seats), "--who", "off", "--out", "typed"]
    assert call(folder, "timing", *words).returncode == 0
    assert contents(folder / "called") == contents(folder / "typed")


@pytest.mark.slow
def test_cards_also_plays_changed_prices_in_a_subfolder(capfd, monkeypatch):
    monkeypatch.setattr(card_pilot.schedule_cards, "__defaults__", (4,))
    result = eoc_sim.cards(seats=SEATS[:2], games=24, who="off", price=["001", "038"])
    assert {"cards", "cards_twins"} <= set(result.metrics)
    assert [path.name for path in sorted((result.folder / "metrics").iterdir())] == [
        "cards.parquet",
        "cards_twins.parquet",
    ]
    assert result.prices is not None and result.prices.folder == result.folder / "price"
    assert result.prices.report.is_file()
    assert result.notes[-2:] == (
        "Card 001 is not played at a lower price: a card costs at least 1 EC.",
        "Card 038 is not played at a higher price: it costs 4 EC, and a card costs at most 4.",
    )
    assert capfd.readouterr() == ("", "")


def test_a_tournament_returns_the_findings_of_its_folder(folder: Path, capfd):
    result = eoc_sim.tournament("vegas", "random", games=300, out="called")
    assert "No strategy beats vegas" in " ".join(result.sentences)
    assert result.metrics["line_ups"]["games"][0] == 120
    assert result.runs["line-ups"].games == 120
    assert result.report == result.folder / "report.html" and result.report.is_file()
    assert capfd.readouterr() == ("", "")
    words = ["vegas", "random", "--games", "300", "--out", "typed"]
    assert call(folder, "tournament", *words).returncode == 0
    assert contents(folder / "called") == contents(folder / "typed")


@pytest.mark.slow
def test_first_player_returns_all_line_ups(folder: Path, capfd):
    reports = []
    arguments = {"seats": ["random", "vegas"], "games": 40, "who": "off"}
    result = eoc_sim.first_player(
        **arguments, out="called", on_progress=lambda progress: reports.append(progress.games_done)
    )
    assert result.played == ("2-players-mix", "2-players-all-random", "2-players-all-vegas")
    assert set(result.runs) == set(result.played) and reports == sorted(reports)
    assert result.metrics["question"].height == 3
    assert any("urn order" in sentence for sentence in result.sentences)
    assert capfd.readouterr() == ("", "")
    words = ["--seats", "random,vegas", "--games", "40", "--who", "off", "--out", "typed"]
    assert call(folder, "first-player", *words).returncode == 0
    assert contents(folder / "called") == contents(folder / "typed")


def test_first_player_evens_out_the_turn_order(folder: Path, capfd):
    result = eoc_sim.first_player(
        repair="stars", within=3.0, seats=["random", "random"], games=1500, out="called"
    )
    assert result.metrics["repair"]["given"].len() == 2
    assert any("Proposal: " in sentence for sentence in result.sentences)
    assert result.played[0] == "2-players-repair-stars-pilot"
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_balance_may_need_no_edit_and_may_target_a_single_card(capfd):
    result = eoc_sim.balance(seats=["vegas", "vegas"], games=240, turn_order=49.9, who="off")
    assert result.sentences == (
        "The target is met by the current rules: there is nothing to edit.",
    )
    assert not result.edits and list(result.runs) == ["base-1-1"]
    with pytest.raises(InputError, match="are not finished"):
        result.report  # noqa: B018
    result = eoc_sim.balance(
        for_="card.038", allow=["card.038.stars"], games=240, who="off", out="thing"
    )
    assert result.metrics["average"]["said"][0] == "As it is"
    assert result.sentences[0].startswith("038 Analytics Nerd: ")
    assert result.report == Path("thing/report.html")
    (session,) = Run(result.folder / "as-it-is").sessions
    assert session["command_line"][2:6] == ["--for", "card.038", "--allow", "card.038.stars"]
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_tune_reports_progress_and_writes_a_preset(folder: Path, capfd):
    reports: list[Progress] = []
    arguments = {"against": SEATS[1:], "games": 240, "only": ["april", "may"], "fix": {"whim": 50}}
    result = eoc_sim.tune(
        "balanced", **arguments, generations=1, out="called", on_progress=reports.append
    )
    assert set(result.tuned) == {"april", "may"} and result.after.games == 240
    assert result.evidence["gain_wins"][0] == pytest.approx(result.gain.mean, abs=0.01)
    assert [report.games_done for report in reports] == sorted(
        report.games_done for report in reports
    )
    assert reports[-1].games_done == reports[-1].games_total == result.evidence["games"] + 2 * 240
    assert capfd.readouterr() == ("", "")
    words = ["balanced", "--against", "vegas,hoarder", "--games", "240", "--only", "april,may"]
    words += ["--fix", "whim=50", "--generations", "1", "--out", "typed"]
    assert call(folder, "tune", *words).returncode == 0
    states = [(folder / name / "tuning.json").read_bytes() for name in ("called", "typed")]
    assert states[0] == states[1]
    played = eoc_sim.run(seats=[result.preset, *SEATS[1:]], games=24, who="off")
    assert played.metrics["wins"]["label"][0] == "balanced_tuned"

    def stop(progress: Progress) -> None:
        if progress.games_done > reports[-2].games_done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stopped:
        eoc_sim.tune(
            "balanced", **arguments, generations=2, out="called", resume=True, on_progress=stop
        )
    assert "--out called --resume" in stopped.value.__notes__[0]


@pytest.mark.slow
def test_learn_writes_a_table_and_reports_its_games(folder: Path, capfd):
    reports: list[Progress] = []
    arguments = {"against": ["random"], "games": 240, "rounds": 1}
    result = eoc_sim.learn("balanced", **arguments, out="called.csv", on_progress=reports.append)
    assert result.factors.columns == ["clause", "factor", "factor_low", "factor_high", "drafted"]
    assert [label for label, _ in result.results][-1] == "as learnt now"
    assert reports[-1].games_done == reports[-1].games_total == 240 * (1 + len(result.results))
    assert result.preset == Path("called.toml") and "--seats called.toml,random" in result.command
    assert capfd.readouterr() == ("", "")
    words = ["balanced", "--against", "random", "--games", "240", "--rounds", "1"]
    assert call(folder, "strategies", "learn", *words, "--out", "typed.csv").returncode == 0
    assert result.table.read_bytes() == (folder / "typed.csv").read_bytes()
    with pytest.raises(InputError, match="--rounds 11 should be between 1 and 10"):
        eoc_sim.learn("balanced", rounds=11)


@pytest.mark.slow
def test_learning_loads_no_command_line_modules():
    program = """
import sys, eoc_sim
seen = []
result = eoc_sim.run(seats=["balanced", "random"], games=24, relearn=True, learning_games=240,
                   who="off", on_progress=seen.append)
assert result.metrics["learnt_wins"].height == 2
assert 240 in [one.games_total for one in seen]
print([name for name in sys.modules if name in ("click", "rich") or "eoc_sim.cli" in name])
"""
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert answer.stdout == "[]\n", answer.stderr


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a run except its log and report."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in ("log.json", "report.html")
    }


def test_the_folder_is_the_same_as_on_the_command_line(folder: Path):
    words = ["--seats", ",".join(SEATS), "--set", "hand=3", "--games", "240", "--who", "off"]
    answer = call(folder, "run", *words, "--out", "typed")
    assert answer.returncode == 0, answer.stderr
    eoc_sim.run(seats=SEATS, settings={"hand": 3}, games=240, who="off", out="called")
    assert contents(folder / "called") == contents(folder / "typed")
    words = ["--vary", "card.038.stars=1,9", "--games", "240", "--who", "off"]
    assert call(folder, "sweep", *words, "--out", "typed2").returncode == 0
    eoc_sim.sweep(vary={"card.038.stars": [1, 9]}, games=240, who="off", out="called2")
    assert contents(folder / "called2") == contents(folder / "typed2")


def test_the_log_has_the_equivalent_command_line(folder: Path):
    result = eoc_sim.run(games=240, seats=SEATS, settings={"hand": 3}, who="off", seed=2)
    (line,) = [session["command_line"] for session in Run(result.folder).sessions]
    repeated = call(folder, *line[1:])
    assert repeated.returncode == 0, repeated.stderr
    assert contents(folder / "results" / "run-2") == contents(result.folder)


@pytest.mark.slow
def test_a_file_changed_between_two_runs_is_read_again(folder: Path):
    file = folder / "mine.py"
    source = (ROOT / "strategies" / "eoc" / "random.py").read_text(encoding="utf-8")
    file.write_text(source, encoding="utf-8")
    hashes = []
    for text in (source, source + "\nANOTHER = 1\n"):
        file.write_text(text, encoding="utf-8")
        result = eoc_sim.run(games=24, seats=[file, "vegas", "hoarder"], who="off")
        hashes.append(result.plan["baseline"]["seats"][0]["hash"])
    assert hashes[0] != hashes[1]
    assert result.folder == Path("results/run-2")


def test_ctrl_c_keeps_the_played_games(folder: Path):
    arguments = {"games": 4800, "seats": SEATS, "who": "off", "jobs": 1}

    def stop(progress: Progress) -> None:
        if progress.games_done >= 600:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stopped:
        eoc_sim.run(**arguments, out="mine", on_progress=stop)
    assert stopped.value.__notes__ == [
        "The games played so far are kept in mine. To continue, repeat the command with --out "
        "mine --resume."
    ]
    result = eoc_sim.run(**arguments, out="mine", resume=True)
    played = [session["games_played"] for session in Run(result.folder).sessions]
    assert played[0] >= 600 and sum(played) == 4800
    eoc_sim.run(**arguments, out="whole")
    assert contents(folder / "mine") == contents(folder / "whole")


@pytest.mark.slow
def test_ctrl_c_in_a_series_of_runs_names_their_folder(folder: Path):
    arguments = {"games": 9600, "jobs": 1}

    def stop(progress: Progress) -> None:
        if progress.games_done >= 600:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stopped:
        eoc_sim.tournament("vegas", "random", **arguments, out="mine", on_progress=stop)
    assert stopped.value.__notes__ == [
        "The games played so far are kept in mine. To continue, repeat the command with --out "
        "mine --resume."
    ]
    result = eoc_sim.tournament("vegas", "random", **arguments, out="mine", resume=True)
    played = [session["games_played"] for session in Run(result.folder / "line-ups").sessions]
    assert played[0] >= 600 and sum(played) == 3 * result.runs["line-ups"].games
    eoc_sim.tournament("vegas", "random", **arguments, out="whole")
    assert contents(folder / "mine") == contents(folder / "whole")


def test_errors_are_sentences():
    with pytest.raises(InputError, match='Did you mean "hoarder"'):
        eoc_sim.run(seats=["vegas", "hoader"])
    with pytest.raises(InputError, match="^family=0 should be 1 or more"):
        eoc_sim.run(family=0)
    with pytest.raises(InputError, match="Give the changes in one way"):
        eoc_sim.sweep()
    with pytest.raises(InputError, match=r"^vary should be a mapping.*, not \['rules\.x=1'\]\.$"):
        eoc_sim.sweep(vary=["rules.x=1"])
    with pytest.raises(InputError, match=r'as "my_game\.py", not as an object of type Game\.$'):
        eoc_sim.run(game=example_game.GAME)
    with pytest.raises(InputError, match=r"The game no_game\.py cannot be read"):
        eoc_sim.run(game=Path("no_game.py"))
    with pytest.raises(InputError, match="The seed -1"):
        eoc_sim.run(seed=-1)
    with pytest.raises(InputError, match="needs at least 2 strategies, not only vegas"):
        eoc_sim.tournament("vegas")
    with pytest.raises(InputError, match='Did you mean "bucks"'):
        eoc_sim.first_player(repair="bukcs")
    with pytest.raises(TypeError, match="gamez"):
        eoc_sim.run(gamez=1)
    with pytest.raises(AttributeError, match="has no attribute 'walk'"):
        eoc_sim.walk  # noqa: B018


def test_importing_the_package_loads_no_heavy_modules():
    program = (
        "import sys, eoc_sim; print({'click', 'numpy', 'polars', 'inspect'} & set(sys.modules))"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert answer.stdout == "set()\n", answer.stderr


@pytest.mark.parametrize("word", ["click", "sys", "rich", "eoc_sim.cli"])
def test_commands_import_no_command_line_modules(word: str):
    imports = re.compile(rf"^\s*(?:import|from) {re.escape(word)}\b", re.M)
    for path in (ROOT / "eoc_sim" / "commands").rglob("*.py"):
        assert not imports.search(path.read_text(encoding="utf-8")), path


def test_plan_proposes_the_same_games_as_on_the_command_line(folder: Path, capfd):
    game = ("--game", "runs.counter_game")
    vary = {"rules.bonus": [5, 9]}
    need = eoc_sim.plan(vary=vary, detect=2, jobs=1, game="runs.counter_game")
    assert set(need.versions) == {"bonus 0 -> 5", "bonus 0 -> 9"} and need.games and need.seconds
    assert capfd.readouterr() == ("", "")
    words = ("--vary", "rules.bonus=5,9", "--detect", "2", "--jobs", "1", *game)
    assert call(folder, "plan", *words).stdout.splitlines()[-1].split()[-1] == str(need.games)
    assert need.command == (
        "eoc-sim sweep --vary rules.bonus=5,9 --game runs.counter_game --jobs 1 "
        f"--games {need.games}"
    )


def test_a_reply_is_the_same_as_on_the_command_line(folder: Path, capfd):
    limits = {"generations": 2, "seeds": 1, "games": 480}
    seen: list[Progress] = []
    reply = eoc_sim.exploit(
        "bold:lift=4", **limits, game="cli.tunable_game", out="called", on_progress=seen.append
    )
    assert reply.wins.low > 50 and "lift" in reply.differently
    assert seen[-1].games_done == seen[-1].games_total
    assert capfd.readouterr() == ("", "")
    words = [word for name, value in limits.items() for word in (f"--{name}", str(value))]
    options = ("--game", "cli.tunable_game", *words, "--out", "typed")
    assert call(folder, "exploit", "bold:lift=4", *options).returncode == 0
    presets = [
        tomllib.loads((folder / name / reply.preset.name).read_text(encoding="utf-8"))
        for name in ("called", "typed")
    ]
    for preset in presets:
        del preset["evidence"]["command"]
    assert presets[0] == presets[1]


@pytest.mark.slow
def test_the_code_on_the_python_page_runs(capsys):
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert len(blocks) >= 5
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
    assert 'Did you mean "hoarder"?' in capsys.readouterr().out
