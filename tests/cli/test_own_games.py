"""A user's own game, in a file or module, works with every command."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest
from cli.process import call, call_in_subprocess, without_pictures
from joblib.externals.loky import get_reusable_executor

import eoc_sim
from eoc_sim import example_game
from eoc_sim.analysis.tables import Run
from eoc_sim.errors import InputError
from eoc_sim.reports.notebook_run import LoadedRun

ROOT = Path(__file__).parents[2]

EXAMPLE = Path(example_game.__file__).read_text(encoding="utf-8")
GAMES = "24"


def succeed(folder: Path, *arguments: str) -> str:
    """Return the output of a command line; check that it succeeds."""
    with without_pictures():
        answer = call(folder, *arguments)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout


def refused(folder: Path, *arguments: str) -> str:
    answer = call(folder, *arguments)
    assert answer.returncode == 2, answer.stdout + answer.stderr
    assert answer.stderr.count("\n") == 1
    return answer.stderr


def suggested_command(output: str) -> list[str]:
    """Return the command that a refusal suggests, without the word eoc-sim."""
    return shlex.split(output.partition("wrote the code: ")[2])[1:]


@pytest.fixture(params=["file", pytest.param("beside", marks=pytest.mark.slow), "module"])
def game_name(request, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Copy the example under a new name for each test; return a value for --game."""
    stem = f"own_{request.param}_{abs(hash(tmp_path)) % 10**8}"
    if request.param == "file":
        (tmp_path / f"{stem}.py").write_text(EXAMPLE)
        return f"./{stem}.py"
    if request.param == "beside":
        (tmp_path / f"{stem}_rules.py").write_text(EXAMPLE)
        (tmp_path / f"{stem}.py").write_text(f"from {stem}_rules import *\n")
        return f"{stem}.py"
    (tmp_path / stem).mkdir()
    (tmp_path / stem / "__init__.py").write_text("")
    (tmp_path / stem / "game.py").write_text(EXAMPLE)
    monkeypatch.syspath_prepend(str(tmp_path))
    return f"{stem}.game"


LINE_UPS = """
from dataclasses import replace
from eoc_sim.simulator.runs.game import LineUp

GAME = replace(GAME, line_ups=(LineUp("brave", "bold players", ("bold",) * GAME.players[-1]),))
"""


def test_a_plain_game_is_also_played_by_its_own_line_ups(tmp_path: Path):
    (tmp_path / "mine.py").write_text(EXAMPLE + LINE_UPS)
    games = ("--games", GAMES, "--who-games", GAMES, "--jobs", "1")
    output = succeed(tmp_path, "run", "--game", "mine.py", *games, "--who", "brave", "--out", "run")
    assert "The line-ups tried were the requested line-up and bold players. " in output


def test_a_run_is_reported_replayed_loaded_and_resumed_from_its_folder(
    game_name: str, tmp_path: Path
):
    succeed(tmp_path, "run", "--game", game_name, "--games", GAMES, "--jobs", "1", "--out", "run")
    for command in (["report", "run"], ["replay", "run", "--game", "3"]):
        forget()
        again = suggested_command(refused(tmp_path, *command))
        assert again[: len(command)] == command and again[-2] == "--game"
        succeed(tmp_path, *again)
    assert "Turns, round by round" in (tmp_path / "run" / "report.html").read_text()
    place = again[-1]
    loaded = eoc_sim.load(tmp_path / "run", game=place)
    assert loaded.replay(3)[-1]["e"] == "final"
    more = ("run", "--game", game_name, "--games", "48", "--jobs", "1", "--out", "run", "--resume")
    assert "24 of these games were played just now." in succeed(tmp_path, *more)
    # An edited game is a different program, whether its code or its declaration has changed.
    for old, new in (("1 + burnt", "1 + 2 * burnt"), ('luck="shuffles"', 'luck="cards"')):
        for file in tmp_path.rglob("*.py"):
            file.write_text(file.read_text().replace(old, new))
        answer = call_in_subprocess(tmp_path, *more)
        assert answer.returncode == 2
        assert "The source code that plays the games has changed" in answer.stderr


def test_a_run_is_reported_but_not_replayed_with_an_edited_game(tmp_path: Path):
    file = tmp_path / "mine.py"
    file.write_text(EXAMPLE)
    succeed(tmp_path, "run", "--game", "mine.py", "--games", GAMES, "--jobs", "1", "--out", "run")
    file.write_text(EXAMPLE.replace("1 + burnt", "1 + 2 * burnt"))
    words = "mine.py has changed since the run was started"
    # replay takes --game twice: the number of the game in the run, and the board game.
    assert words in refused(tmp_path, "replay", "run", "--game", "3", "--game", "mine.py")
    answer = call(tmp_path, "report", "run", "--game", "mine.py")
    assert answer.returncode == 0 and words in " ".join(answer.stderr.split())
    assert "To play the run again, since its game has changed" in answer.stdout
    assert "resume" not in answer.stdout + (tmp_path / "run" / "report.html").read_text()
    with pytest.raises(InputError, match=words):
        eoc_sim.load(tmp_path / "run", game=str(file)).replay(3)


def with_endless_game(game: int) -> str:
    """Return the example's source code, changed so that one game never ends."""
    return EXAMPLE.replace(
        "    wicks = [WICKS] * table.players\n",
        f"    wicks = [WICKS] * table.players\n    while table.number == {game}:\n        pass\n",
    ).replace("    sheets=(CARDS,)", "    most_seconds=0.1,\n    sheets=(CARDS,)")


@pytest.mark.parametrize("options", ["--jobs 1", "--jobs 2", "--jobs 1 --keep none"])
def test_complete_rounds_before_an_endless_game_are_kept(tmp_path: Path, options: str):
    (tmp_path / "mine.py").write_text(with_endless_game(700))
    run = ("run", "--game", "mine.py", "--games", "1200", *options.split(), "--out", "run")
    for more in ((), ("--resume",)):
        assert "Error: Game 700 of lanterns, seed 1, has not" in call(tmp_path, *run, *more).stderr
        assert Run(tmp_path / "run").games == 696, "complete rounds of seatings of 4 players"


def test_an_endless_strategy_is_named(tmp_path: Path):
    answer = "    return int(seen.wicks"
    text = with_endless_game(-1).replace(answer, f"    while True:\n        pass\n{answer}")
    (tmp_path / "mine.py").write_text(text)
    output = refused(tmp_path, "replay", "--game", "mine.py", "--game", "0")
    words = (
        r"has not ended: it is waiting for the strategy \S+ in seat \d to decide wick "
        r"\(0\.1 seconds"
    )
    assert re.search(words, output)
    checked = call(tmp_path, "strategies", "check", "--game", "mine.py", "bold")
    finding = " ".join(checked.stdout.split())
    assert checked.returncode == 1 and re.search(f"FAULT legal play .*{words}", finding)


def test_an_endless_game_stops_the_run_but_earlier_games_are_kept(tmp_path: Path):
    endless = with_endless_game(700)
    (tmp_path / "mine.py").write_text(endless)
    run = ("run", "--game", "mine.py", "--games", "1200", "--jobs", "1", "--out", "run")
    answer = call(tmp_path, *run)
    assert answer.returncode == 2
    kept, error = answer.stderr.splitlines()[-2:]
    command = f"eoc-sim report run --game {tmp_path / 'mine.py'}"
    assert kept == f"The games played so far are kept in run. To write their report: {command}"
    assert call(tmp_path, *command.split()[1:]).returncode == 0
    assert re.fullmatch(
        r"Error: Game 700 of lanterns, seed 1, has not ended \(0.1 seconds without a decision, the "
        r"limit set by most_seconds of plain_game; .*mine.py, line \d+\)\.",
        error,
    )
    output = succeed(tmp_path, "report", "run", "--game", "mine.py")
    assert "resume" not in output
    assert "requested; a game failed)" in (tmp_path / "run" / "report.html").read_text()
    (tmp_path / "mine.py").write_text(endless.replace("table.number == 700", "False"))
    forget()
    output = succeed(tmp_path, "report", "run", "--game", "mine.py")
    assert "resume" not in output + (tmp_path / "run" / "report.html").read_text()
    again = re.search(r"game has changed \(about .*\):\n +eoc-sim (.*)\n", output)
    assert again is not None and again[1].startswith("run --game mine.py --games ")
    assert "requested; its game has changed since" in (tmp_path / "run" / "report.html").read_text()


def test_rules_that_fail_in_the_first_game_end_the_run(tmp_path: Path):
    (tmp_path / "mine.py").write_text(
        EXAMPLE.replace("wicks = [WICKS] * table.players\n", "raise ValueError\n")
    )
    failed = refused(tmp_path, "run", "--game", "mine.py", "--games", GAMES, "--out", "run")
    assert "The rules of lanterns failed in game" in failed


def test_examples_in_messages_are_the_games_own(tmp_path: Path):
    (tmp_path / "mine.py").write_text(EXAMPLE)
    game = ("--game", "mine.py")
    key = "card.firefly.lights=1"
    output = refused(tmp_path, "run", *game, "--card", "card.1.stars=4")
    assert f"To change a number: --change {key}" in output
    assert f"settings such as {key}" in refused(tmp_path, "compare", "current", "bold", *game)


def test_the_number_of_players_may_be_typed_in_the_games_own_word(tmp_path: Path):
    words = 'luck="shuffles",\n    player=("collector", "collectors"),'
    (tmp_path / "mine.py").write_text(EXAMPLE.replace('luck="shuffles",', words))
    game = ("--game=mine.py", "--games", "4", "--jobs", "1")
    assert "with 2 collectors" in succeed(tmp_path, "run", "--collectors=2", *game, "--out", "run")
    for typed in ("--colectors", "--onwers"):
        assert 'mean "--collectors"?' in refused(tmp_path, "run", typed, "2", *game)
    assert '"--collectors". eoc-sim run --help' in refused(tmp_path, "run", "--collectors", "2")
    assert "--collectors 9 should be between 2 and 4" in refused(
        tmp_path, "run", "--collectors", "9", *game
    )
    assert "--players 9 should be between 2 and 4" in refused(tmp_path, "run", "--players=9", *game)
    assert "for '--collectors': 'x'" in refused(tmp_path, "run", "--collectors=x", *game)


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("sweep --vary players=4", "The option for the number of collectors is --collectors."),
        ("sweep --vary rules.Players=4", "collectors is --collectors."),
        ("run --set collectors=2", "collectors is --collectors."),
        ("run --change collectors=2", "collectors is --collectors."),
        ("variants collectors=2", "collectors is --collectors."),
        ("sweep --vary seed=1,2", "The option for it is --seed."),
        ("rules show players", "lists all switches."),
    ],
)
def test_an_option_typed_as_a_key_is_named(tmp_path: Path, typed: str, hint: str):
    words = 'luck="shuffles",\n    player=("collector", "collectors"),'
    (tmp_path / "mine.py").write_text(EXAMPLE.replace('luck="shuffles",', words))
    output = refused(tmp_path, *typed.split(), "--game", "mine.py")
    assert output.startswith("Error: There is no ") and output.rstrip().endswith(hint)


def test_labels_name_the_row_that_all_versions_change(tmp_path: Path):
    (tmp_path / "mine.py").write_text(EXAMPLE)
    vary = ("--vary", "card.gust.copies=4,5", "--game", "mine.py")
    assert "gust copies 6 -> 4" in succeed(tmp_path, "plan", *vary)
    sweep = ("sweep", *vary, "--games", GAMES, "--jobs", "1", "--out", "sweep")
    assert re.search("^gust copies 6 -> 5  ", succeed(tmp_path, *sweep), re.M)


def test_strategies_in_the_games_own_file(tmp_path: Path):
    (tmp_path / "mine.py").write_text(EXAMPLE)
    game = ("--game", "mine.py")
    listed = succeed(tmp_path, "strategies", "list", *game)
    rows = [re.split(r"  +", line.strip()) for line in listed.splitlines()]
    assert ["bold", "Draws until it has enough."] in rows
    assert ["bold:enough=12", "lights at which it stops", "1 to 30"] in rows
    assert "\nDetails of one: eoc-sim strategies show --game mine.py NAME\n" in listed
    assert listed.endswith("--seats careful:fear=100,bold\n")
    seats = listed.split()[-1]
    succeed(tmp_path, "run", *game, "--seats", seats, "--games", "4", "--jobs", "1", "--out", "run")


def test_a_strategys_card(tmp_path: Path):
    (tmp_path / "mine.py").write_text(EXAMPLE)
    game = ("--game", "mine.py", "--games", "24")
    shown = succeed(tmp_path, "strategies", "show", "careful:fear=150", *game)
    for words in (
        "careful (in the game's own file)",
        "Counts the cards that are left.",
        "Makes these decisions itself: wick, draw.",
        "One seat against two bold, 24 games, 95 % intervals:",
        "  eoc-sim exploit careful:fear=150 --game mine.py",
    ):
        assert words in shown.splitlines(), words
    assert re.search(r"\nfear +weight of a loss, in per cent +150 +100 +0 to 300\n", shown)
    (again,) = [line for line in shown.splitlines() if line.startswith("  eoc-sim run")]
    succeed(tmp_path, *shlex.split(again)[1:], "--jobs", "1", "--out", "run")
    default_card = succeed(tmp_path, "strategies", "show", "bold", *game)
    assert re.search(r"\nenough +lights at which it stops +12 +12 +1 to 30\n", default_card)


def test_a_strategy_is_checked_point_by_point(tmp_path: Path):
    (tmp_path / "mine.py").write_text(EXAMPLE)
    check = ("strategies", "check", "bold", "--game", "mine.py", "--games", "6")
    verdicts = [
        line.split()[0] for line in succeed(tmp_path, *check).splitlines() if line[0] != " "
    ]
    assert verdicts == ["ok"] * 4 + ["skipped"] + ["ok"] * 2
    assert "of 3 kinds: every" in succeed(tmp_path, *check, "--set", "second_gust=half")
    (tmp_path / "mine.py").write_text(
        EXAMPLE.replace("return DRAW if seen.lights <", "return 2 if")
    )
    answer = call(tmp_path, *check)
    assert answer.returncode == 1 and "FAULT    legal play         2 players: " in answer.stdout
    words = (
        "which rule LAN-2 does not allow; the answer may be 0 or 1. "
        "Kinds of game that were not played: 3."
    )
    assert words in " ".join(answer.stdout.split())
    shown = call(tmp_path, *shlex.split(answer.stdout.splitlines()[-1])[1:])
    assert shown.returncode == 2 and shown.stdout.startswith("Game 0, seed 1: bold")


def test_a_row_is_compared_with_the_others_of_its_sheet(tmp_path: Path):
    game = ("--game", example_game.__name__, "--games", "300", "--jobs", "1")
    output = succeed(tmp_path, "balance", "--for", "card.beacon", *game, "--out", "fair")
    assert re.search(r"\nbeacon: \+\d+\.\d \(.* lights compared with an average card;", output)
    assert re.search(r"\nAt [0-4] lights? it (may|would) be ", output)
    assert "  eoc-sim run" not in output and "compare current card.beacon.lights=" in output
    text = re.sub(r"    off=.*\n", "", EXAMPLE)
    (tmp_path / "mine.py").write_text(text.replace("table.take(seat, card, number)", "card"))
    refusal = refused(tmp_path, "balance", "--for", "card.beacon", "--game", "mine.py")
    assert (
        "declares what a row loses when it is switched off, as in Sheet(..., off=(COLUMN,))"
        in refusal
    )
    (tmp_path / "mine.py").write_text(EXAMPLE.replace(", worth=1.0", ""))
    refusal = refused(tmp_path, "balance", "--game", "mine.py")
    assert "declares its worth, as in Whole(..., worth=1.0)" in refusal


def test_an_answer_is_banned(tmp_path: Path):
    options = ("restrict", "careful", "--game", example_game.__name__, "--jobs", "1", "--out", "x")
    output = succeed(tmp_path, *options, "--ban", "WICK=1", "--games", "60")
    assert "  wick=burn: may not answer wick with burn (burn a wick (1) or none (0)" in output
    assert "Lights that bans cost careful; without bans, it has " in output
    assert re.search(r"\nwick=burn +\+.* changes +2\.\d per game\n", output), output
    more = succeed(tmp_path, *options, "--ban", "wick=burn", "--games", "90", "--resume")
    assert "90 games" in more
    shown = succeed(
        tmp_path, "replay", "x", "--game", "3", "--arm", "without wick=burn", *options[2:4]
    )
    assert "careful (seat" in shown
    page = (tmp_path / "x" / "report.html").read_text()
    assert "How much careful loses without an option" in page
    output = succeed(tmp_path, *options, "--fresh", "--ban", "each", "--games", "24")
    assert "5 versions x 24 games" in output


@pytest.mark.parametrize(
    ("bans", "words"),
    [
        (
            (),
            'The options are wick=no, wick=burn, draw=stop, draw=more; "each"',
        ),
        (("--ban", "wik=1"), 'as in wick=no; decisions are wick, draw. Did you mean "wick"?'),
        (("--ban", "draw"), 'The ban "draw" should be a decision and an answer'),
        (("--ban", ""), 'The ban "" should be a decision and an answer'),
        (("--ban", "draw=stpo"), 'as in draw=stop..more. Did you mean "stop"?'),
        (("--ban", "eahc"), 'Did you mean "each"?'),
        (("--ban", "draw=1", "--ban", "DRAW=1"), "--ban draw=more is given twice."),
    ],
)
def test_missing_unknown_and_repeated_bans_are_refused(
    tmp_path: Path, bans: tuple[str, ...], words: str
):
    options = ("restrict", "careful", "--game", example_game.__name__, "--games", "24")
    assert words in refused(tmp_path, *options, *bans)


def test_a_folder_means_the_file_with_its_name(tmp_path: Path):
    succeed(tmp_path, "games", "new", "mine/")
    run = ("--games", "4", "--jobs", "1", "--out", "run")
    succeed(tmp_path, "run", "--game", "mine", *run)
    succeed(tmp_path, "run", "--game", "mine/mine.py", *run, "--resume")
    succeed(tmp_path / "mine", "strategies", "list", "--game", ".")
    for command in ("replay run --game 3", "report run", "games check", "strategies list"):
        place = ("mine/",) if command == "games check" else ("--game", "mine/")
        succeed(tmp_path, *command.split(), *place)
    assert eoc_sim.load(tmp_path / "run", game=str(tmp_path / "mine")).replay(3)
    (tmp_path / "mine" / "mine.py").unlink()
    for folder in ("mine", "./mine"):
        refusal = refused(tmp_path, "run", "--game", folder)
        assert f"{folder} is a folder without a file mine.py; name a game's file, or" in refusal


def test_a_result_with_the_same_name_as_its_game_runs_nothing(tmp_path: Path):
    """A folder counts as a game only where the user names it as one."""
    (tmp_path / "mine.py").write_text(EXAMPLE.replace('"lanterns",', '"sent",'))
    succeed(tmp_path, "run", "--game", "mine.py", "--games", GAMES, "--jobs", "1", "--out", "sent")
    (tmp_path / "mine.py").unlink()
    (tmp_path / "sent" / "sent.py").write_text("from pathlib import Path\nPath('ran').touch()\n")
    forget()
    for command in (["report", "sent"], ["replay", "sent", "--game", "3"]):
        refused(tmp_path, *command)
    assert not (tmp_path / "ran").exists()


def test_a_new_strategy_plays_once_the_game_imports_it(tmp_path: Path):
    (tmp_path / "mine.py").write_text(EXAMPLE)
    game = ("--game", "mine.py")
    assert "already has a strategy bold" in refused(tmp_path, "strategies", "new", "bold", *game)
    printed = succeed(tmp_path, "strategies", "new", "hasty", *game).splitlines()
    imported, play = printed[1].strip(), shlex.split(printed[-1])[1:]
    assert imported == "from hasty import HASTY"
    text = EXAMPLE.replace("\nif TYPE_CHECKING", f"\n{imported}\n\nif TYPE_CHECKING", 1)
    (tmp_path / "mine.py").write_text(text.replace("strategies=STR", "strategies=(HASTY,) + STR"))
    output = succeed(tmp_path, *play, "--games", "4", "--jobs", "1", "--out", "run")
    assert "hasty " in output and "hasty:" not in output


def test_a_game_imports_the_modules_beside_it(tmp_path: Path):
    """Even in one process, games in different folders may import modules with the same name."""
    text = EXAMPLE.replace("from types", "from own_title import TITLE\nfrom types", 1)
    text = text.replace('title="Lanterns"', "title=TITLE")
    for folder in ("first", "second", "third"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "own_title.py").write_text(f"TITLE = {folder!r}\n")
        (tmp_path / folder / "mine.py").write_text(f"{text}# {folder}\n")
    for folder in ("first", "second", "first", "third"):
        game = eoc_sim.games.find(str(tmp_path / folder / "mine.py"))
        assert game.declaration.words.title == folder
        assert folder == import_module("own_title").TITLE


def test_an_automaton_has_wins_but_no_fair_share(tmp_path: Path):
    """The game is played and reported, but commands that need a fair share refuse it."""
    text = EXAMPLE.replace(
        'luck="shuffles",', 'luck="shuffles",\n    automaton="night", automaton_words="the night",'
    )
    lost = "    if sum(own['plain'] for own in table.seats) < 60:\n        table.lose()\n"
    text = text.replace("\n\ndef take_turn", f"{lost}\n\ndef take_turn")
    (tmp_path / "mine.py").write_text(text)
    game = ("--game", "mine.py", "--jobs", "1")
    output = succeed(tmp_path, "run", *game, "--games", GAMES, "--out", "run")
    assert "night " in output and "fair" not in output
    succeed(tmp_path, "report", "run", "--game", "mine.py")
    wins = eoc_sim.load(tmp_path / "run", game=str(tmp_path / "mine.py")).metrics["wins"]
    assert wins["label"].to_list()[-1] == "night" and 0 < wins["wins"].to_list()[-1] < 100
    for command in (["first-player"], ["tournament", "bold", "careful"], ["balance"]):
        words = "a game against the night has none; sweep, compare"
        assert words in refused(tmp_path, *command, *game)


def test_a_tournament_sums_up_its_family_once(tmp_path: Path):
    text = EXAMPLE.replace('unit="lights", worth', 'drawn=(1, 9), unit="lights", worth')
    (tmp_path / "mine.py").write_text(text)
    game = ("--game", "mine.py", "--family", "3", "--jobs", "1", "--out", "many")
    output = succeed(tmp_path, "tournament", "careful", "bold", *game, "--games", "24")
    assert output.count("no finding that could be robust") == 1 and "can be robust" not in output
    output = succeed(tmp_path, "tournament", "careful", "bold", *game, "--games", "960", "--fresh")
    assert output.count("Robust means that") == 1 and "The run's findings" in output


def test_cards_and_timing_of_a_plain_game(tmp_path: Path):
    """A report has the sections on cards and timing even if it does not run the game's file."""
    text = EXAMPLE.replace("FIRST_SECTIONS", "OWN_SECTIONS")
    (tmp_path / "mine.py").write_text(re.sub(r"    parts=Parts.*\n", "", text))
    game = ("--game", "mine.py", "--games", "60", "--jobs", "1", "--who", "off")
    output = succeed(tmp_path, "cards", *game, "--out", "cards")
    assert "Gain from a thing for its first holder" in output and "firefly" in output
    output = succeed(tmp_path, "timing", *game, "--out", "timing")
    assert "from one gift, by its kind and round, in lights" in output
    assert re.search(r"\nround +light\n", output)
    forget()
    for folder, words, tip in (
        ("cards", "The worth of things", "games that were played again without it"),
        ("timing", "Gifts by round", "games that were played again with it"),
    ):
        succeed(tmp_path, "report", folder)
        page = (tmp_path / folder / "report.html").read_text()
        assert words in page and tip in page


def test_the_speed_of_a_game_is_measured(tmp_path: Path):
    (tmp_path / "mine.py").write_text(EXAMPLE)
    output = succeed(tmp_path, "bench", "--game", "mine.py", "--seconds", "0.1")
    assert "rules: bold, no tables" in output and "decisions/s" in output


def forget() -> None:
    """Reset the process to its state before any game was loaded."""
    from eoc_sim import game_parts

    game_parts._OPEN_GAMES.clear()


@pytest.mark.parametrize(
    "game_name", [pytest.param("beside", marks=pytest.mark.slow), "module"], indirect=True
)
def test_other_processes_play_the_same_games(game_name: str, tmp_path: Path):
    get_reusable_executor().shutdown()  # the processes of an earlier test import from elsewhere
    options = ("--game", game_name, "--games", GAMES, "--keep", "seats,turns", "--quiet")
    succeed(tmp_path, "run", *options, "--jobs", "1", "--out", "one")
    succeed(tmp_path, "run", *options, "--jobs", "2", "--backend", "loky", "--out", "two")
    for table in ("seats", "turns"):
        (one,), (two,) = ((tmp_path / run / table).iterdir() for run in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize("name", ["compare", "cards", "points"])
def test_a_game_may_have_the_same_name_as_a_module_of_the_package(name: str, tmp_path: Path):
    (tmp_path / "mine.py").write_text(EXAMPLE.replace('"lanterns",', f'"{name}",'))
    arguments = ("run", "--game", "mine.py", "--games", GAMES, "--jobs", "1", "--out", name)
    succeed(tmp_path, *arguments)
    succeed(tmp_path, "report", name, "--game", "mine.py")
    assert "Turns, round by round" in (tmp_path / name / "report.html").read_text()


@pytest.mark.parametrize("place", ["mine.py", "{name}.mine"])
def test_an_installed_game_is_not_taken_for_another_of_the_same_name(
    place: str, tmp_path: Path, monkeypatch
):
    (tmp_path / "mine.py").write_text(EXAMPLE)
    folder = tmp_path / f"package_{abs(hash(tmp_path)) % 10**8}"
    folder.mkdir()
    (folder / "mine.py").write_text(EXAMPLE)
    monkeypatch.syspath_prepend(str(tmp_path))
    place = place.format(name=folder.name)
    succeed(tmp_path, "run", "--game", place, "--games", GAMES, "--jobs", "1", "--out", "run")
    folder = tmp_path / "others-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[eoc_sim.games]\nlanterns = runs.counter_game:GAME\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    forget()
    for command in (["report", "run"], ["replay", "run", "--game", "3"]):
        again = suggested_command(refused(tmp_path, *command))
        assert again[-1].endswith(place)


def test_a_game_cannot_have_a_built_in_games_name(tmp_path: Path):
    (tmp_path / "mine.py").write_text(EXAMPLE.replace('"lanterns",', '"stadium",'))
    output = refused(tmp_path, "run", "--game", "mine.py", "--games", GAMES, "--out", "run")
    assert 'The game mine.py calls itself "stadium", the name of a built-in game' in output


def test_a_section_without_its_table_says_so(tmp_path: Path):
    output = succeed(
        tmp_path,
        "run",
        "--game",
        "eoc_sim.example_game",
        "--games",
        GAMES,
        "--jobs",
        "1",
        "--keep",
        "games,seats",
        "--out",
        "run",
    )
    assert "Report" in output or "report" in output
    succeed(tmp_path, "report", "run", "--game", "eoc_sim.example_game")
    page = (tmp_path / "run" / "report.html").read_text()
    assert "did not keep turns" in page and "Turns, round by round" not in page
    assert LoadedRun(tmp_path / "run", game="eoc_sim.example_game").charts


def test_a_section_may_read_rows_that_were_not_kept(tmp_path: Path):
    """The page says that the rows are missing; a section that reads them itself does not fail."""
    rows = 'page.run.rows(page.run.declaration.tables["turns"], 0, (0, 9), ["lights"])'
    text = EXAMPLE.replace("    blocks = [\n", f"    {rows}\n    blocks = [\n", 1)
    (tmp_path / "mine.py").write_text(text)
    play = ("run", "--game", "mine.py", "--games", GAMES, "--jobs", "1", "--keep", "games,seats")
    succeed(tmp_path, *play, "--out", "run")
    succeed(tmp_path, "report", "run", "--game", "mine.py")
    assert "did not keep turns" in (tmp_path / "run" / "report.html").read_text()


def test_a_strategy_with_illegal_orders(tmp_path: Path):
    text = EXAMPLE.replace("return DRAW if seen.lights <", "return 2 if")
    (tmp_path / "mine.py").write_text(text)
    output = refused(
        tmp_path, "run", "--game", "mine.py", "--games", GAMES, "--jobs", "1", "--out", "run"
    )
    assert (
        "Error: The strategy bold in seat" in output and "which rule LAN-2 does not allow" in output
    )
    # The first --game gives the number of a game, the second the file.
    replay = call(tmp_path, "replay", "--game", "0", "--game", "mine.py")
    assert replay.returncode == 2 and replay.stdout.startswith("Game 0, seed 1: ")


@pytest.mark.parametrize(
    "command",
    [
        (
            "sweep",
            "--vary",
            "card.gust.copies=2",
            "--vary",
            "rules.second_gust=half",
            "--vary",
            "seat.1=bold:enough=9",
        ),
        ("variants", "second_gust"),
        ("first-player", "--players", "2", "--who", "off"),
        ("tournament", "bold", "careful", "--players", "2"),
    ],
)
def test_commands_play_the_example(command: tuple[str, ...], tmp_path: Path):
    succeed(
        tmp_path,
        *command,
        "--game",
        "eoc_sim.example_game",
        "--games",
        GAMES,
        "--jobs",
        "1",
        "--out",
        "x",
    )
    assert "lights" in (tmp_path / "x" / "report.html").read_text()


def test_a_plan_suggests_the_sweep_with_its_options(tmp_path: Path):
    output = succeed(
        tmp_path,
        "plan",
        "--game",
        "eoc_sim.example_game",
        "--vary",
        "card.gust.copies=2,6",
        "--jobs",
        "1",
    )
    options = "--game eoc_sim.example_game --vary card.gust.copies=2,6 --jobs 1"
    assert "about" in output and f"eoc-sim sweep {options} --games " in output


def test_the_report_of_a_game_without_parts_needs_no_game_option(tmp_path: Path):
    succeed(
        tmp_path,
        "run",
        "--game",
        "runs.counter_game",
        "--games",
        GAMES,
        "--jobs",
        "1",
        "--out",
        "run",
    )
    forget()
    succeed(tmp_path, "report", "run")
    run = LoadedRun(tmp_path / "run")._run
    assert run.parts.load("report") is None


def test_a_run_cannot_be_loaded_as_another_game(tmp_path: Path):
    succeed(
        tmp_path,
        "run",
        "--game",
        "eoc_sim.example_game",
        "--games",
        GAMES,
        "--jobs",
        "1",
        "--out",
        "run",
    )
    with pytest.raises(InputError, match="was played with the game lanterns, not with counter"):
        eoc_sim.load(tmp_path / "run", game="runs.counter_game")


def test_a_referee_of_a_plain_game_judges_its_traces(tmp_path: Path):
    """The game and the referee are those in the guide."""
    guide = (ROOT / "docs" / "guides" / "games.md").read_text(encoding="utf-8")
    for file in ("plums.py", "plums_referee.py"):
        block = re.search(rf"<!-- file: {file} -->\n\n```python\n(.*?)```", guide, re.S)
        assert block is not None
        (tmp_path / file).write_text(block[1], encoding="utf-8")
    source = (tmp_path / "plums.py").read_text(encoding="utf-8")
    source = source.replace("    Decision,\n", "    Decision,\n    Parts,\n", 1)
    parts = 'parts=Parts(referee="plums_referee:Plums"),\n    switches=(COINS,),'
    (tmp_path / "plums.py").write_text(source.replace("switches=(COINS,),", parts))
    game = ("--game", "plums.py")
    assert "a trace's changes add up" in succeed(tmp_path, "games", "check", "plums.py")
    # The first --game gives the file, the second the number of a game.
    trace = succeed(tmp_path, "replay", *game, "--game", "7", "--format", "jsonl")
    (tmp_path / "game.jsonl").write_text(trace)
    verdict = succeed(tmp_path, "referee", "game.jsonl", *game)
    assert verdict.startswith("No rule is broken: a complete game of 3 players in ")
    answer = call(tmp_path, "referee", "game.jsonl", *game, "--change", "plum.small.worth=9")
    assert answer.returncode == 1 and "is broken: final: the parts must be" in answer.stdout
    (tmp_path / "game.jsonl").write_text(trace.replace('"coins":10', '"coins":1'))
    answer = call(tmp_path, "referee", "game.jsonl", *game)
    assert answer.returncode == 1 and "is broken: sale of seat" in answer.stdout


def test_a_row_without_any_effect_has_no_verdict(tmp_path: Path):
    command = ("cards", "--game", example_game.__name__, "--games", "60", "--who", "off")
    output = succeed(tmp_path, *command, "--change", "card.beacon.copies=0", "--out", "x")
    assert not re.search("^(gust|beacon) ", output, re.MULTILINE)
    assert "no difference that matters for 0, not decided for 3." in output
    sentence = "For gust, a twin would change nothing: the value it turns off is already 0."
    assert sentence in output
    assert "Never in play in these games: beacon." in output
    every_card = [
        f"--change=card.{name}.lights=0" for name in ("firefly", "candle", "lamp", "beacon")
    ]
    assert "There is nothing to measure" in refused(tmp_path, *command, *every_card)
