"""Input for another game is refused in a sentence that names both games."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cli.process import call

TITLES = {"eoc": "Envelopes of Cash", "stadium": "Stadium", "eleven": "Eleven"}
SEATS = ("--seats", "random,random")
STRATEGIES = Path(__file__).parents[2] / "strategies"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a strategy, preset, plan, sheet, workbook and folder of sheets for each game."""
    path = tmp_path_factory.mktemp("games")
    for game, strategy, key, sheet in (
        ("eoc", "hoarder", "card.038.stars", "cards.csv"),
        ("stadium", "staffer", "building.B07.construction", "players.csv"),
        ("eleven", "hasty", "opponent.O12.formation", "opponents.csv"),
    ):
        call(path, "strategies", "new", f"{game}_mine.py", "--game", game)
        call(path, "data", "export", sheet, "--game", game)
        call(path, "data", "export", f"{game}.xlsx", "--game", game)
        (path / f"{game}_sheets").mkdir()
        shutil.copy(path / sheet, path / f"{game}_sheets")
        shutil.copy(STRATEGIES / game / "balanced.py", path / f"{game}_balanced.py")
        (path / f"{game}.toml").write_text(f'strategy = "{strategy}"\n')
        (path / f"{game}_plan.toml").write_text(f'[[vary]]\nkey = "{key}"\nvalues = [1, 9]\n')
    return path


@pytest.mark.parametrize(
    ("owner", "arguments", "what"),
    [
        ("stadium", "run --seats staffer,random", "staffer is a strategy"),
        ("eoc", "run --seats hoarder,random", "hoarder is a strategy"),
        ("stadium", "run --seats stadium_mine.py,random", "stadium_mine.py is a strategy"),
        ("eoc", "run --seats eoc_mine.py,random", "eoc_mine.py is a strategy"),
        ("stadium", "run --seats stadium.toml,random", "staffer is a strategy"),
        ("eoc", "run --seats eoc.toml,random", "hoarder is a strategy"),
        ("stadium", "run --seats stadium_balanced.py,random", "stadium_balanced.py is a strategy"),
        ("eoc", "run --seats eoc_balanced.py,random", "eoc_balanced.py is a strategy"),
        ("stadium", "replay --game 3 --seats staffer,random", "staffer is a strategy"),
        ("stadium", "tournament staffer random", "staffer is a strategy"),
        ("stadium", "strategies show staffer", "staffer is a strategy"),
        ("eoc", "strategies check hoarder", "hoarder is a strategy"),
        ("stadium", "run --data players.csv", "players.csv is a sheet"),
        ("eoc", "run --data cards.csv", "cards.csv is a sheet"),
        ("stadium", "run --data stadium.xlsx", "stadium.xlsx is a workbook"),
        ("eoc", "data check --data eoc.xlsx", "eoc.xlsx is a workbook"),
        ("stadium", "run --data stadium_sheets", "stadium_sheets is a folder of sheets"),
        ("eoc", "sweep --cards eoc_sheets", "eoc_sheets is a folder of sheets"),
        ("stadium", "sweep --cards players.csv", "players.csv is a sheet"),
        ("eoc", "sweep --cards cards.csv", "cards.csv is a sheet"),
        ("eoc", "run --card 038.stars=4", "card.038.stars is a key"),
        ("eoc", "run --card card.038.stars=4", "card.038.stars is a key"),
        (
            "stadium",
            "run --card building.B07.construction=4",
            "building.B07.construction is a key",
        ),
        (
            "stadium",
            "run --change building.B07.construction=4",
            "building.B07.construction is a key",
        ),
        ("eoc", "sweep --vary coach.1.effect=", "coach.1.effect is a key"),
        ("stadium", "sweep --vary rules.end_round=at_once", "rules.end_round is a key"),
        ("eoc", "sweep eoc_plan.toml", "card.038.stars is a key"),
        ("stadium", "sweep stadium_plan.toml", "building.B07.construction is a key"),
        ("stadium", "compare current rules.end_round=at_once", "rules.end_round is a key"),
        ("eoc", "variants chain", "rules.chain is a key"),
    ],
)
def test_input_for_the_other_game_is_refused(owner: str, arguments: str, what: str, folder: Path):
    refused("stadium" if owner == "eoc" else "eoc", owner, arguments, what, folder)


@pytest.mark.parametrize(
    ("game", "owner", "arguments", "what"),
    [
        ("eoc", "eleven", "run --seats hasty,random", "hasty is a strategy"),
        ("eoc", "eleven", "run --seats eleven_mine.py,random", "eleven_mine.py is a strategy"),
        ("stadium", "eleven", "run --data opponents.csv", "opponents.csv is a sheet"),
        (
            "stadium",
            "eleven",
            "sweep --vary opponent.O12.keeper=1x1",
            "opponent.O12.keeper is a key",
        ),
        ("eleven", "eoc", "run --seats hoarder,random", "hoarder is a strategy"),
        ("eleven", "eoc", "run --data eoc.xlsx", "eoc.xlsx is a workbook"),
        ("eleven", "stadium", "run --data players.csv", "players.csv is a sheet"),
        ("eleven", "stadium", "sweep --vary rules.end_round=at_once", "rules.end_round is a key"),
    ],
)
def test_input_for_the_third_game_is_refused(
    game: str, owner: str, arguments: str, what: str, folder: Path
):
    refused(game, owner, arguments, what, folder)


@pytest.mark.parametrize("command", ["run --seats", "tournament random", "strategies show"])
def test_all_games_with_the_strategy_are_named(command: str, folder: Path):
    """Two games have a strategy called builder."""
    answer = call(folder, *command.split(), "builder,random" if "run" in command else "builder")
    assert answer.returncode == 2
    assert answer.stderr.endswith(
        "builder is a strategy of Stadium and Eleven, not of Envelopes of Cash; "
        "use --game stadium or --game eleven.\n"
    )


def refused(game: str, owner: str, arguments: str, what: str, folder: Path) -> None:
    needs_seats = not any(
        word in arguments for word in ("seats", "strategies", "data check", "tournament")
    )
    seats = SEATS if needs_seats else ()
    game_option = () if game == "eoc" else ("--game", game)
    answer = call(folder, *arguments.split(), *seats, *game_option)
    assert answer.returncode == 2, answer.stdout
    assert answer.stderr.endswith(
        f"{what} of {TITLES[owner]}, not of {TITLES[game]}; use --game {owner}.\n"
    )
    assert not (folder / "results").exists()


@pytest.mark.parametrize(
    ("game", "rules", "owner"),
    [
        ("stadium", ("--rules", "solo"), "eoc"),
        ("eoc", ("--set", "end_round=at_once"), "stadium"),
    ],
)
def test_rules_of_the_other_game_are_refused(
    game: str, rules: tuple[str, str], owner: str, folder: Path
):
    answer = call(folder, "run", *rules, *SEATS, "--game", game)
    assert answer.returncode == 2
    assert f"{TITLES[owner]} (--game {owner})" in answer.stderr
    assert f"; the game here is {TITLES[game]}." in answer.stderr


def test_a_run_knows_its_game(folder: Path):
    played = call(
        folder,
        "run",
        *SEATS,
        "--game",
        "stadium",
        "--games",
        "4",
        "--jobs",
        "1",
        "--out",
        "mine",
        "--quiet",
    )
    assert played.returncode == 0, played.stderr
    resumed = call(folder, "run", *SEATS, "--out", "mine", "--resume")
    assert resumed.returncode == 2 and "with the game stadium, not with eoc" in resumed.stderr
    # replay takes --game twice: the number of the game in the run, and the board game.
    replayed = call(folder, "replay", "mine", "--game", "1", "--game", "eoc")
    assert replayed.returncode == 2
    assert "was played with the game stadium, not with eoc" in replayed.stderr
    assert "OWNER" in call(folder, "replay", "mine", "--game", "1").stdout.upper()


def test_unknown_input_has_its_usual_message(folder: Path):
    answer = call(folder, "run", "--seats", "bilder,random")
    assert (
        answer.returncode == 2 and 'There is no strategy "bilder"; choose one of' in answer.stderr
    )
