"""Stadium's output uses its own words and none from Envelopes of Cash."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from cli.process import call, without_pictures

FOREIGN = re.compile(
    r"\b(dice|die|months?|monthly|BB|EC|VMD|Bubba|bubba|[Rr]egions?|[Rr]ecruit\w*|Envelopes|"
    r"March|Head Coach\w*|starting player|\d[\d ]* stars?|(?:with|,) \d players|"
    r"(?:These|[Tt]he|[Ww]here|If|"
    r"by|that|other|a) players? (?:or|who|as|copy|have|may|matter|cannot|come)|players matter)\b"
)
"""Words from the other game, in which players, not owners, sit at the table and score stars."""
GAME_ARGUMENTS = (
    "--game",
    "stadium",
    "--seats",
    "random,random,balanced,balanced",
    "--games",
    "48",
    "--jobs",
    "1",
    "--yes",
)
COMMANDS = {
    "run": ("run", *GAME_ARGUMENTS),
    "sweep": (
        "sweep",
        "--vary",
        "rules.end_round=at_once",
        "--vary",
        "player.P01.victory_points=9",
        *GAME_ARGUMENTS,
    ),
    "variants": ("variants", "end_round", "order_in_space", *GAME_ARGUMENTS),
    "first-player": ("first-player", "--owners", "3", *GAME_ARGUMENTS),
    "tournament": (
        "tournament",
        "random",
        "balanced",
        "--game",
        "stadium",
        "--games",
        "600",
        "--jobs",
        "1",
        "--owners",
        "3",
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("stadium")


def words_of(page: Path) -> str:
    """Return the text of a page, including its tips."""
    text = page.read_text(encoding="utf-8")
    tips = " ".join(re.findall(r'(?:title|aria-label)="([^"]*)"', text))
    text = re.sub(r"(?s)<style.*?</style>|<script.*?</script>", " ", text)
    return html.unescape(re.sub(r"<[^>]+>", " ", text) + " " + tips)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name in ("first-player", "variants") else name
        for name in COMMANDS
    ],
)
def test_output_has_no_word_of_the_other_game(name: str, folder: Path):
    with without_pictures():
        played = call(folder, *COMMANDS[name], "--out", name)
        output = [played.stdout, played.stderr]
        assert played.returncode == 0, played.stderr
        if name in ("run", "variants"):
            reported = call(folder, "report", name)
            assert reported.returncode == 0, reported.stderr
            output += [reported.stdout]
    pages = list((folder / name).rglob("report.html"))
    assert pages
    for text in (*output, *map(words_of, pages)):
        assert not FOREIGN.findall(text)
    assert any("owners" in text for text in output) or name in ("sweep", "variants")


@pytest.mark.parametrize(
    "text",
    [
        "the same shuffles and dice",
        "48 games with 4 players, about",
        "Standard game, 4 players",
        "These players cannot judge it",
        "If players copy what wins",
        "mean month, 1 = March",
        "0.4 stars ahead: 12 stars",
        "by players who have learnt it",
        "the first is the starting player",
    ],
)
def test_the_forbidden_words_can_be_found(text: str):
    assert FOREIGN.search(text)


@pytest.mark.slow
def test_results_of_turn_order_are_grouped_by_who_started_more_often(folder: Path):
    with without_pictures():
        answer = call(folder, *COMMANDS["first-player"], "--out", "order")
    assert answer.returncode == 0, answer.stderr
    for message in (
        "3 owners: random, random, balanced (48 games)\n",
        "on its own, with the same shuffles;",
        "(rule end_round: finish -> at_once)",
        "(rule order_in_space: placed -> printed)",
        "    All started equally often, ",
        "    The first started one more round, ",
        "    The first and second started one more round, ",
    ):
        assert message in answer.stdout, message
    games = re.findall(r"(?:often|more round), (\d+) games", answer.stdout)
    assert sum(map(int, games[:3])) == 48


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("run --owners 3 --players 4", "--owners 3 and --players 4 both set the number of players"),
        ("run --players 4 --owners 3", "--owners 3 and --players 4 both set the number of players"),
        ("run --owners 3 --seats random,random", "--owners 3 does not fit --seats, which names 2"),
        ("run --players 3 --seats random,random", "--players 3 does not fit --seats"),
        ("run --owners 6", "--owners 6 should be between 2 and 5."),
        ("tournament random balanced --owners 1", "--owners 1 should be between 2 and 5."),
        (
            "first-player --repair bucks",
            "Stadium has no compensation by turn order. To support --repair",
        ),
    ],
)
def test_impossible_options_are_refused(arguments: str, words: str, folder: Path):
    answer = call(folder, *arguments.split(), "--game", "stadium")
    assert answer.returncode == 2 and words in answer.stderr


@pytest.mark.slow
def test_strategies_commands_work_in_the_words_of_stadium(folder: Path):
    listed = call(folder, "strategies", "list", "--game", "stadium")
    assert "balanced" in listed.stdout and "hoarder" not in listed.stdout
    created = call(folder, "strategies", "new", "mine.py", "--game", "stadium")
    assert "eoc-sim strategies check --game stadium mine.py" in created.stdout
    checked = call(
        folder,
        "strategies",
        "check",
        "mine.py",
        "--game",
        "stadium",
        "--games",
        "2",
        "--rules",
        "standard",
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    verdicts = [line.split()[0] for line in checked.stdout.splitlines() if line[0] != " "]
    assert verdicts == ["ok"] * 8
    card_of_strategy = call(
        folder, "strategies", "show", "mine.py", "--game", "stadium", "--games", "24", "--jobs", "1"
    )
    assert "One seat against three balanced, 24 games" in card_of_strategy.stdout
    assert (
        "token_worth" in card_of_strategy.stdout
        and "blocks on the field" in card_of_strategy.stdout
    )
    assert not FOREIGN.findall(checked.stdout + created.stdout + card_of_strategy.stdout)


def test_the_check_prints_a_command_that_replays_the_illegal_decision(folder: Path):
    (folder / "stops.py").write_text("def place(table, me, params, order):\n    return 77\n")
    checked = call(folder, "strategies", "check", "stops.py", "--game", "stadium", "--games", "2")
    assert checked.returncode == 1
    (command,) = {line.strip() for line in checked.stdout.splitlines() if "eoc-sim replay" in line}
    assert "--game stadium" in command and "with 2 owners" in checked.stdout
    result = call(folder, *command.split()[1:])
    assert result.returncode == 2 and "place returned 77" in result.stderr


def test_the_referee_finds_the_game_from_the_trace(folder: Path):
    arguments = ("replay", "--game", "5", "--seats", "random,random", "--format", "jsonl")
    for game, other, players in (("eoc", "stadium", "players"), ("stadium", "eoc", "owners")):
        trace = call(folder, *arguments, "--game", game).stdout
        judged = call(folder, "referee", "-", stdin=trace)
        assert judged.returncode == 0 and f"a complete game of 2 {players} in" in judged.stdout
        refused = call(folder, "referee", "-", "--game", other, stdin=trace)
        assert refused.returncode == 2 and f"To check it, use --game {game}." in refused.stderr
