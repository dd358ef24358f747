"""The Python functions behind the commands return results and print nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest
from cli.process import call

import eoc_sim
from eoc_sim import example_game
from eoc_sim.commands import bench
from eoc_sim.errors import InputError
from eoc_sim.reports.notebook_run import LoadedRun
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.runs.checks.match import FAULT, OK

EXAMPLE = example_game.__name__


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    with chdir(tmp_path):
        yield tmp_path


def test_rules_are_listed_beside_presets(folder: Path, capfd):
    Path("mine.toml").write_text("start_bucks = 9\n", encoding="utf-8")
    listed = eoc_sim.rules(rules=Path("mine.toml"))
    assert listed.presets["mine.toml"]["start_bucks"] == "9" and "start_bucks" in listed.differing
    assert list(eoc_sim.rules().presets) == list(listed.presets)[:-1]
    with pytest.raises(InputError, match='There is no game "lantern"'):
        eoc_sim.rules(game="lantern")
    with pytest.raises(InputError, match="no_rules.toml"):
        eoc_sim.rules(rules="no_rules.toml")
    one = eoc_sim.rule_switch("start_bucks", rules="mine.toml")
    assert one.presets["mine.toml"] == "9"
    assert eoc_sim.rule_switch("rules.start-bucks").switch == listed.switches["start_bucks"]
    with pytest.raises(InputError, match='Did you mean "start_bucks"'):
        eoc_sim.rule_switch("start_buck")
    assert capfd.readouterr() == ("", "")
    answer = call(folder, "rules", "show", "start_bucks", "--rules", "mine.toml")
    assert answer.stdout.splitlines()[3:] == list(one.sentences)


def test_traces_are_judged_from_a_file_or_as_events(folder: Path, capfd):
    events = eoc_sim.run(games=24, out="mine", jobs=1, who="off").loaded.replay(3)
    whole = eoc_sim.judge(events)
    assert whole.keeps_rules and whole.sentence.startswith(
        "No rule is broken: a complete game of 4 "
    )
    broken = eoc_sim.judge(events[:4] + events[5:])
    assert not broken.keeps_rules and broken.line and broken.rule in broken.sentence
    assert broken.sentence.startswith(f"The trace, line {broken.line}: ")
    capfd.readouterr()
    answer = call(folder, "replay", "mine", "--game", "3", "--format", "jsonl")
    Path("game.jsonl").write_text(answer.stdout, encoding="utf-8")
    assert eoc_sim.judge("game.jsonl", game="eoc") == whole
    assert not eoc_sim.judge(Path("game.jsonl"), card={"063.stars": 1}).keeps_rules
    assert call(folder, "referee", "game.jsonl").stdout == f"{whole.sentence}\n"
    with pytest.raises(InputError, match=r"^There is no file no\.jsonl\.$"):
        eoc_sim.judge("no.jsonl")
    with pytest.raises(InputError, match=r"^The trace is empty; a trace has one event per line"):
        eoc_sim.judge([])
    with pytest.raises(InputError, match="is a trace of Envelopes of Cash, not of Stadium"):
        eoc_sim.judge("game.jsonl", game="stadium")
    assert capfd.readouterr() == ("", "")


def test_a_game_is_checked_point_by_point(folder: Path, capfd):
    seen = []
    checked = eoc_sim.check_game(EXAMPLE, games=4, on_progress=seen.append)
    assert list(checked.points) == seen and not checked.faults
    assert seen[-1].about == "its report can be made" and seen[-1].verdict == OK
    assert checked.sentence.startswith("Lanterns passes all ")
    text = Path(example_game.__file__).read_text(encoding="utf-8")
    Path("broken.py").write_text(
        text.replace("    blocks = [", "    1 / 0\n    blocks = ["), encoding="utf-8"
    )
    broken = eoc_sim.check_game(Path("broken.py"), games=4)
    assert [point.verdict for point in broken.faults] == [FAULT] and not broken.sentence
    assert "ZeroDivisionError" in broken.faults[0].finding
    with pytest.raises(InputError, match=r"^games=1 should be between 2 and 10 000\.$"):
        eoc_sim.check_game(EXAMPLE, games=1)
    with pytest.raises(InputError, match='There is no preset "none"'):
        eoc_sim.check_game(EXAMPLE, rules="none")
    assert capfd.readouterr() == ("", "")


def test_speeds_are_measured(capfd, monkeypatch):
    monkeypatch.setattr(bench, "REPEATS", 1)
    seen = []
    measured = eoc_sim.bench(game=EXAMPLE, seconds=0.1, on_progress=seen.append)
    assert list(measured.speeds) == seen and len(seen) == 4
    assert seen[0].about.startswith("rules: ") and all(speed.games > 0 for speed in seen)
    assert measured.sentences[0].startswith("Tables cost ")
    with pytest.raises(InputError, match=r"^seconds=nan should be between 0\.1 and 600\.$"):
        eoc_sim.bench(game=EXAMPLE, seconds=float("nan"))
    assert capfd.readouterr() == ("", "")


def test_components_are_checked_and_exported(folder: Path, capfd):
    checked = eoc_sim.check_data(game="stadium", games=0)
    assert checked.use is None and any("reconstructed" in str(part) for part in checked.parts)
    written = eoc_sim.export_data(Path("cards.csv"))
    assert written.path.is_file() and written.rows > 50 and written.noun
    with pytest.raises(InputError, match="cards.csv"):
        eoc_sim.export_data("cards.csv")
    assert eoc_sim.export_data("cards.csv", fresh=True) == written
    assert capfd.readouterr() == ("", "")
    sentences = [part for part in eoc_sim.data_words(game="stadium") if isinstance(part, str)]
    printed = " ".join(call(folder, "data", "words", "--game", "stadium").stdout.split())
    assert any(sentences) and all(" ".join(line.split()) in printed for line in sentences)
    with pytest.raises(InputError, match=r"^games=-1 should be 0 or more\.$"):
        eoc_sim.check_data(games=-1)
    with pytest.raises(InputError, match='There is no game "stadum"'):
        eoc_sim.data_words(game="stadum")


def test_cards_are_judged_in_games(capfd):
    use = eoc_sim.check_data(games=240, jobs=1).use
    assert use is not None and use.games == 240 and len(use.line_up) == 4
    assert use.cards.height > 50 and "worth_verdict" in use.cards.columns
    assert capfd.readouterr() == ("", "")


def test_a_run_left_out_of_the_history_says_so(folder: Path):
    (folder / "results").mkdir()
    (folder / "results" / "history.jsonl").symlink_to("elsewhere")
    played = eoc_sim.run(game=EXAMPLE, games=24, who="off")
    (remark,) = (text for text in played.notes if "history" in text)
    assert remark.startswith("The run is not in the history. results/history.jsonl cannot be ")


def test_the_history_lists_and_compares_runs(folder: Path, capfd):
    with pytest.raises(InputError, match="There is no history here"):
        eoc_sim.history()
    play = ("run", "--game", EXAMPLE, "--who", "off", "--quiet", "--games")
    eoc_sim.run(game=EXAMPLE, games=48, who="off")
    eoc_sim.run(game=EXAMPLE, games=24, who="off", no_history=True, out="results/unrecorded")
    eoc_sim.run(game=EXAMPLE, games=24, who="off", out="elsewhere")
    for arguments in (("48", "--change", "card.gust.copies=3"), ("24", "--seed", "4")):
        assert call(folder, *play, *arguments).returncode == 0
    first = Path("results/run-1")
    with Path("results/history.jsonl").open("a", encoding="utf-8") as file:
        file.write("no entry\n")
    capfd.readouterr()
    past = eoc_sim.history()
    assert [run.number for run in past.runs] == [1, 2, 3]
    assert [[run.number for run in table] for table in past.tables] == [[1, 2], [3]]
    assert [run.changes for run in past.runs] == [(), ("gust: copies 6 -> 3",), ()]
    assert past.notes[0].startswith("Line 4 of results")
    assert past.notes[0].endswith("history.jsonl is not an entry and is left out.")
    loaded = eoc_sim.load(first)
    assert isinstance(loaded, LoadedRun)
    wins = past.figures.filter(run=1, kind="wins").rename({"name": "label", "value": "wins"})
    columns = ["label", "wins", "low", "high"]
    assert wins.select(columns).equals(loaded.metrics["wins"].select(columns))
    assert [run.number for run in eoc_sim.history(last=1).runs] == [3]
    with pytest.raises(InputError, match=r"^last=0 should be 1 or more\.$"):
        eoc_sim.history(last=0)
    paired = eoc_sim.compare_runs(first, "results/run-2", game=EXAMPLE)
    assert paired.differences == ("The current rules differ: gust: copies 6 -> 3.",)
    assert paired.changes is not None and paired.changes.height == 6
    printed = call(folder, "history", "compare", str(first), "results/run-2", "--game", EXAMPLE)
    for label, change in paired.changes.select("label", "change").iter_rows():
        assert any(
            label in line and f"{change:+.2f}" in line for line in printed.stdout.split("\n")
        )
    alone = eoc_sim.compare_runs(first, "results/run-3", game=EXAMPLE)
    assert alone.changes is None and "the seeds differ (1 and 4)" in alone.differences[-1]
    assert alone.figures == tuple(past.runs[index].entry.figures for index in (0, 2))
    with pytest.raises(InputError, match=r"^There is no folder results/run-9\.$"):
        eoc_sim.compare_runs(first, "results/run-9")
    assert capfd.readouterr().out == ""


def test_games_and_strategies_are_listed(folder: Path, capfd):
    games = eoc_sim.list_games()
    assert [game.name for game in games][:3] == ["eoc", "stadium", "eleven"]
    assert not any(game.fault for game in games) and games[0].players == (1, 2, 3, 4)
    strategies = {strategy.name: strategy for strategy in eoc_sim.list_strategies()}
    assert strategies["vegas"].help and strategies["vegas"].declarations
    own = eoc_sim.list_strategies(game=EXAMPLE)
    assert "careful" in [strategy.name for strategy in own]
    seats = [strategies["vegas"], strategies["random"]]
    assert eoc_sim.run(seats=seats, games=24, who="off").plan["games"] == 24
    with pytest.raises(InputError, match='There is no game "stadum"'):
        eoc_sim.list_strategies(game="stadum")
    assert capfd.readouterr() == ("", "")
    for command, listed in (("games", games), ("strategies", strategies.values())):
        printed = call(folder, command, "list").stdout
        assert all(f"\n{item.name} " in printed for item in listed)


@pytest.mark.skipif(not COMPILED, reason="playing the games takes too long in pure Python")
def test_a_strategy_is_measured(folder: Path, capfd):
    shown = eoc_sim.show_strategy("careful", game=EXAMPLE, games=24)
    assert shown.games == 24 and shown.line_up[0] == shown.strategy.name == "careful"
    wins = shown.figures["wins in 100 (fair: 33)"]
    assert isinstance(wins.value, float) and wins.low is not None and wins.high is not None
    assert wins.low <= wins.value <= wins.high and shown.pace.middle > 0
    assert capfd.readouterr() == ("", "")
    arguments = ("strategies", "show", "careful", "--game", EXAMPLE, "--games", "24")
    printed = call(folder, *arguments).stdout
    assert f"{wins.value:.1f} ({wins.low:.1f} to {wins.high:.1f})" in printed
    assert f"  {shown.command}\n" in printed
    with pytest.raises(InputError, match=r"^games=0 should be between 1 and 1 000 000\.$"):
        eoc_sim.show_strategy("careful", game=EXAMPLE, games=0)


def test_a_strategy_is_checked_point_by_point(folder: Path, capfd):
    seen = []
    options = {"games": 2, "rules": "standard"}
    checked = eoc_sim.check_strategy("random", **options, on_progress=seen.append)
    assert list(checked.points) == seen and not checked.faults
    assert capfd.readouterr() == ("", "")
    arguments = ("random", "--games", "2", "--rules", "standard")
    answer = json.loads(call(folder, "strategies", "check", *arguments, "--format", "json").stdout)
    points = [(point["about"], point["verdict"]) for point in answer["result"]["points"]]
    assert points == [(point.about, point.verdict) for point in seen]
    with pytest.raises(InputError, match=r"^games=0 should be between 1 and 100 000\.$"):
        eoc_sim.check_strategy("random", games=0)


def test_a_report_is_written_with_a_workbook(folder: Path, capfd):
    played = eoc_sim.run(games=24, out="mine", who="off")
    result = eoc_sim.report(played.folder, xlsx="mine.xlsx")
    assert result.report == Path("mine/report.html") and result.report.is_file()
    assert result.sentences == played.sentences and result.workbook == Path("mine.xlsx")
    assert result.workbook.is_file() and result.cards is not None and not result.notes
    assert capfd.readouterr() == ("", "")
    printed = call(folder, "report", "mine").stdout
    assert all(" ".join(line.split()) in " ".join(printed.split()) for line in result.sentences)
    with pytest.raises(InputError, match=r"^There is no folder yours\.$"):
        eoc_sim.report("yours")


def test_a_story_is_the_same_as_on_the_command_line(folder: Path):
    run = eoc_sim.run(games=24, out="mine", who="off").loaded
    story = run.story(3, twin="card.063")
    printed = call(folder, "replay", "mine", "--game", "3", "--twin", "card.063").stdout
    assert printed.splitlines()[1:] == "\n".join(story).splitlines()
    assert story != run.story(3) and run.replay(3) != run.replay(3, twin="card.063")
