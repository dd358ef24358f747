"""On bad input, a command exits with code 2 and one error message.

No game is played, and no file is written.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from eoc_sim.cli import run_command_line

FILES = {
    "house.toml": "hnad = 2\n",
    "plan.toml": 'games = 8\n[[vary]]\nkey = "card.038.stars"\nvalues = [1]\n',
    "syntax.py": "def act(table, me, params, order)\n    return 0\n",
    "signature.py": "def act(table, me, params):\n    return 0\n",
    "nothing.py": "VALUE = 3\n",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command line that must be refused; return its error message."""
    assert run_command_line(arguments) == 2
    output = capsys.readouterr()
    assert output.err.startswith("Error: ") and output.err.count("\n") == 1
    assert not Path("results").exists()
    return output.err


@pytest.mark.parametrize(
    ("arguments", "fragments"),
    [
        ("cards 038 063", ["unexpected extra arguments (038 063). eoc-sim cards --help lists"]),
        ("compare", ["Give two versions to compare, each as"]),
        (
            "compare current",
            ["Give two versions", 'the word "current". eoc-sim compare --help lists'],
        ),
        # The line-up and the players
        ("run --seats hoader,vegas", ['"hoader"', 'Did you mean "hoarder"?']),
        ("run --seats hoarder,,vegas", ["--seats", "empty seat"]),
        ("run --seats hoarder", ["not 1", "--rules solo"]),
        ("run --seats vegas,vegas,vegas,vegas,vegas", ["2 to 4 players, not 5"]),
        ("run --players 3 --seats hoarder,vegas", ["--players 3", "2 strategies"]),
        ("run --players 7", ["--players 7"]),
        ("run --players 2 --rules solo", ["solo game has 1 player, not 2"]),
        ("run --seats nowhere.py,vegas", ["nowhere.py"]),
        ("run --seats syntax.py,vegas", ["syntax.py", "line 1"]),
        ("run --seats signature.py,vegas", ["signature.py", "act(table, me, params, order)"]),
        ("run --seats nothing.py,vegas", ["nothing.py", "no strategy function"]),
        ("run --seats vegas:bet_wroth=3,hoarder", ["bet_wroth", 'Did you mean "bet_worth"?']),
        ("run --seats vegas:bet_worth=4000,hoarder", ["bet_worth=4000", "is not between"]),
        # Rules
        ("run --set hnad=2", ['"hnad"', 'Did you mean "hand"?']),
        ("run --set hand=9", ["hand", "1 to 5"]),
        ("run --set hand", ["--set", "KEY=VALUE"]),
        ("run --set hand=2 --set hand=3", ["hand twice"]),
        ("run --rules famly", ['"famly"', 'Did you mean "family"?']),
        ("run --rules house.toml", ["house.toml", '"hnad"']),
        ("run --rules nowhere.toml", ["nowhere.toml"]),
        ("run --rules solo --set auction=on", ["auction", "SWI-1"]),
        # Components
        ("run --card 038.strs=4", ["strs", 'Did you mean "stars"?']),
        ("run --card 999.stars=4", ['"999"']),
        ("run --card 038.cost_blue=5", ["cost_blue", "5"]),
        ("run --card 038=4", ["--card", "NUMBER.COLUMN=VALUE"]),
        ("run --card 038.effect=fly", ["fly"]),
        ("run --card coach.8.effect=fly", ["full key is --change coach.8.effect=fly"]),
        (
            "run --game eleven --card player.P07.price=3",
            ["full key is --change player.P07.price=3"],
        ),
        (
            "run --game eleven --card playr.P07.price=3",
            ['Did you mean "player.P07.price"?'],
        ),
        ("run --game eleven --card P07.price=3", ['Did you mean "player.P07.price"?']),
        ("run --change coach.13.effect=fly", ['"13"', "HC1"]),
        ("run --change coach.8.efect=fly", ['Did you mean "effect"?']),
        ("run --change coach.8.effect=fly", ["coach HC8, column effect", "fly"]),
        ("run --change caoch.8.effect=fly", ['Did you mean "coach.HC8.effect"?']),
        ("run --change coach.8.effect", ["--change", "KEY=VALUE"]),
        ("run --change rules.hnad=3", ['Did you mean "hand"?']),
        ("run --change seat.1=vegas", ["seat.1", "--seats"]),
        (
            "run --change board.1.source=printed --change board.b1.source=partial",
            ["board.B1.source is set twice"],
        ),
        ("run --change card.38.stars=3 --card 038.stars=4", ["card.038.stars is set twice"]),
        ("run --change rules.hand=3 --set hand=4", ["rules.hand is set twice"]),
        ("run --data nowhere", ["nowhere", "does not exist"]),
        ("run --data house.toml", ["house.toml"]),
        # How games are played
        ("run --gmaes 3", ['no option "--gmaes"', 'Did you mean "--games"?', "eoc-sim run --help"]),
        ("rules list --out mine", ['"--out". eoc-sim rules list --help lists']),
        ("--versoin", ['no option "--versoin"', 'Did you mean "--version"?']),
        ("run --games 0", ["--games 0"]),
        ("run --jobs 0", ["--jobs 0"]),
        ("run --seed -1", ["-1", "2^63"]),
        ("run --seating rotat", ['"rotat"', "balanced, rotate, fixed", '"rotate"?']),
        ("run --seating shuffled", ["--seating", '"shuffled"', "balanced, rotate, fixed"]),
        ("replay --game 1 --seating fix", ['Did you mean "fixed"?']),
        ("run --backend dask", ["dask"]),
        ("run --backend lokal", ['Did you mean "local"?']),
        ("run --scheduler tcp://x", ["--scheduler"]),
        ("run --wait-for-workers 5", ["--wait-for-workers is for --backend dask"]),
        *(
            (
                f"run --backend dask --scheduler tcp://x:1 --wait-for-workers {seconds}",
                ["--wait-for-workers", "seconds above 0"],
            )
            for seconds in ("0", "-5", "nan", "inf")
        ),
        ("run --keep games,seets", ['"seets"', 'Did you mean "seats"?']),
        ("run --resume", ["--resume needs --out"]),
        ("run --out x --resume --fresh", ["--resume", "--fresh"]),
        # Varied keys
        ("sweep", ["--vary", "--cards", "PLAN.toml"]),
        ("sweep plan.toml --vary rules.hand=3", ["one way"]),
        ("sweep --vary card.038.stars", ["KEY=value"]),
        ("sweep --vary crad.038.stars=3", ['Did you mean "card.038.stars"?']),
        ("sweep --vary card.038.strs=3", ['Did you mean "stars"?']),
        ("sweep --vary rules.hnad=3", ['Did you mean "hand"?']),
        ("sweep --vary rules.hand=9", ["hand", "1 to 5"]),
        ("sweep --vary seat.0=vegas", ["seat.0: seats are numbered from 1", "seat.1 to seat.4"]),
        ("sweep --vary seat.5=vegas", ["seat.1 to seat.4"]),
        ("compare current seat.0=vegas", ["seats are numbered from 1"]),
        ("sweep --vary strategy.vegs.bet_worth=3", ['Did you mean "vegas"?']),
        ("sweep --vary strategy.vegas.bet_wroth=3", ['Did you mean "bet_worth"?']),
        ("sweep --vary strategy.vegas.bet_worth=4000", ["4000", "is not between"]),
        ("sweep --vary card.038.stars=5", ["nothing to compare"]),
        ("sweep --vary card.38.stars=3 --card 038.stars=4", ["card.038.stars"]),
        ("sweep --vary rules.hand=3 --set hand=4", ["rules.hand"]),
        ("sweep --vary coach.8.name=A --change coach.hc8.name=B", ["coach.HC8.name"]),
        ("sweep --vary rules.hand=3 --design both", ['"both"']),
        (
            "sweep --vary card.038.name=Nerd --vary card.038.stars=2,3 --design factorial",
            ["card.038.name=Nerd changes nothing in play"],
        ),
        ("sweep --cards nowhere.xlsx", ["nowhere.xlsx"]),
        ("sweep --cards nowhere.xlsx --design factorial", ["--design"]),
        ("sweep nowhere.toml", ["nowhere.toml"]),
        ("sweep plan.toml --games 4", ["--games", "plan.toml"]),
        # Missing runs
        ("report nowhere", ["nowhere"]),
        ("report .", ["no run"]),
        ("replay nowhere --game 1", ["nowhere"]),
        ("replay --game -1", ["--game -1"]),
        ("replay --game 1 --arm x", ["--arm"]),
        ("replay . --game 1 --seed 3", ["--seed", "folder"]),
        ("replay . --game 1 --change rules.hand=3", ["--change", "folder"]),
        # Strategies
        ("strategies show hoader", ['Did you mean "hoarder"?']),
        ("strategies new 3things", ["3things"]),
        ("strategies new syntax.py", ["syntax.py", "left unchanged"]),
        ("strategies new nowhere/mine.py", ["nowhere"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_bad_input_is_answered_in_one_line(arguments, fragments, capsys):
    output = refused(capsys, *arguments.split())
    for fragment in fragments:
        assert fragment in output


def test_files_are_left_as_they_were(folder: Path, capsys):
    refused(capsys, "strategies", "new", "syntax.py")
    assert (folder / "syntax.py").read_text() == FILES["syntax.py"]


def test_a_folder_that_is_not_empty_is_refused(folder: Path, capsys):
    (folder / "mine").mkdir()
    (folder / "mine" / "letter.txt").write_text("dear")
    for more in ((), ("--fresh",), ("--resume",)):
        output = refused(capsys, "run", "--games", "4", "--out", "mine", *more)
        assert "mine" in output
    assert (folder / "mine" / "letter.txt").read_text() == "dear"


@pytest.mark.parametrize("name", ["run.json", "runs.json"])
def test_a_result_that_is_nested_too_deeply_is_refused(folder: Path, capsys, name: str):
    (folder / "sent").mkdir()
    (folder / "sent" / name).write_text("[" * 100_000)
    assert "sent" in refused(capsys, "report", "sent")


def test_an_output_folder_that_is_a_file_is_refused(capsys):
    assert "house.toml" in refused(capsys, "run", "--games", "4", "--out", "house.toml")


def test_the_demo_leaves_other_files_alone(folder: Path, capsys):
    (folder / "results" / "demo").mkdir(parents=True)
    (folder / "results" / "demo" / "letter.txt").write_text("dear")
    assert run_command_line(["demo"]) == 2
    assert "demo" in capsys.readouterr().err
    assert (folder / "results" / "demo" / "letter.txt").read_text() == "dear"
    assert run_command_line(["demo", "--out", ""]) == 2
    assert "--out names no folder" in capsys.readouterr().err
