"""No input causes an internal error or harms the user's files.

The exit code is 0, 1 or 2; with exit code 2, there is exactly one error message.

Every input has a number from which it can be recreated. Each kind of input is a damaged form of
something that works: a command line, a plan, a sheet, a strategy, a trace, or the folder of a run.
"""

from __future__ import annotations

import hashlib
import json
import random
import shlex
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from unittest import mock

import pytest
from cli.process import call
from click.shell_completion import BashComplete
from golden.games import TRACES
from mcp.server.mcpserver import MCPServer

from eoc_sim import example_game
from eoc_sim.cli import group
from eoc_sim.cli.answer import asks_for_json
from eoc_sim.simulator.runs.run_file import read_run_file, write_run_file

INPUTS = {"options": 60, "plan": 40, "sheet": 24, "strategy": 8, "trace": 24, "result": 8}
"""The number of inputs of each main kind in a normal run; the slow test tries 10 000 in all."""
MANY_INPUTS = 10_000
OTHER_INPUTS = {
    "answers": 6,
    "trusted": 3,
    "history": 6,
    "server": 6,
    "family": 6,
    "balance": 6,
    "own_game": 3,
    "new_file": 6,
    "eleven": 12,
}
"""The number of inputs of each of the other kinds; the slow test tries 1 000 of these in all."""
MANY_OTHER_INPUTS = 1000

JUNK = (
    "",
    " ",
    "0",
    "-1",
    "4.5",
    "1e999",
    "nan",
    "99999999999999999999",
    "=",
    ",",
    ".",
    ":",
    "[",
    "]",
    "{",
    '"',
    "'",
    "\\",
    "\n",
    "\t",
    "#",
    "%",
    "\0",
    "\udcff",
    "é",
    "☃",
    "../..",
    "/",
    "~",
    "x" * 5000,
    "true",
    "none",
    "card.038.stars",
    "hoarder",
    "null",
    "\ufeff",
    "=1+1",
    "- - -",
)
COMMANDS = (
    "run",
    "sweep",
    "compare",
    "plan",
    "variants",
    "balance",
    "cards",
    "timing",
    "demo",
    "replay",
    "data check",
    "data words",
    "strategies show",
    "strategies check",
    "bench",
)
PIECES = (
    "--seats",
    "hoarder,vegas",
    "--seats hoarder:price_weight=4",
    "--players",
    "3",
    "--rules",
    "family",
    "--set",
    "hand=3",
    "--set hand=9",
    "--card",
    "038.stars=4",
    "--card 38.effect=",
    "--change",
    "rules.hand=2",
    "--vary",
    "card.038.stars=3,4",
    "--vary rules.hand=2,3",
    "--vary seat.1=vegas",
    "--cards",
    "--data",
    "--design factorial",
    "--seed",
    "7",
    "--seating",
    "fixed",
    "--games",
    "--jobs",
    "--jobs 3000",
    "--keep",
    "none",
    "--keep seats",
    "--resume",
    "--fresh",
    "--precision",
    "0.5",
    "--backend",
    "dask",
    "--game",
    "eoc",
    "--arm x",
    "--quiet",
)
FAMILY_PIECES = (
    "--family",
    "--family 2",
    "--family-games",
    "--family-games 24",
    "--wait-for-workers",
    "--wait-for-workers 0",
    "--wait-for-workers nan",
    "--backend dask",
    "--backend loky",
    "--scheduler",
    "--scheduler tcp://127.0.0.1:1",
    "--no-history",
    "--game stadium",
    "--games 24",
)
BALANCE_PIECES = (
    "--for",
    "--for card.038",
    "--for card.038.stars",
    "--for coach.HC8",
    "--for building.B07",
    "--allow",
    "--allow card.*.stars=1..6",
    "--allow card.038.stars=6..1",
    "--never",
    "--never card.*",
    "--strategies",
    "--strategies 20-30",
    "--turn-order",
    "--turn-order 2",
    "--dealt nan",
    "--cards",
    "--no-dead",
    "--game stadium",
    "--games 24",
    "--games -5",
)
ELEVEN_PIECES = (
    "--game eleven",
    "--seats",
    "--seats squad,random",
    "--seats hoarder,builder",
    "--managers 1",
    "--managers 3",
    "--rules",
    "--rules leaflet",
    "--rules solo",
    "--rules epic --set division=1",
    "--set weeks=9",
    "--set scenario=8",
    "--set scenario=3 --set start_money=9",
    "--set league_matches=on",
    "--card player.P07.price=3",
    "--change opponent.O12.formation=4-4-2",
    "--change club.consequences_win",
    "--change staff.S13.effect=",
    "--vary opponent.O12.keeper=1x1,3x2",
    "--vary rules=standard,solo",
    "--vary rules.position_vp=epic",
    "--family 2",
    "--games 24",
)
SERVER_PIECES = (
    "--project",
    "--project sheets",
    "--project sheets/cards.csv",
    "--project nowhere",
    "--most-games",
    "--most-games 0",
    "--most-games 20",
    "--trust",
    "--trust=yes",
    "--format json",
)
HISTORY_PIECES = (
    "history",
    "history show",
    "history show --last",
    "history show --last 3",
    "history compare results/run-1 results/run-2",
    "history compare results/run-1",
    "history compare sheets sheets/run",
    "history compare results/run-1 results/run-2 --game",
)
PROGRESS = ("Note: ", "Compiled ", "These files run ", "  SHA-256 ")
"""The starts of lines that may precede an error: notes, compilations, trusted files."""
LETTER = "letter.txt"
PLAN = """games = 24
seats = ["hoarder", "vegas"]
rules = "standard"
[baseline]
"rules.hand" = 3
[[vary]]
key = "card.038.stars"
values = [3, 4]
[[arm]]
label = "both"
changes = {"card.038.stars" = 3, "card.039.stars" = 4}
"""

STRATEGY = '''"""Plays the card with the most stars that it can afford."""

from eoc_sim.simulator.eoc.strategy_api import (
    END_TURN, PLAY_CARD, card_shortfall, memory, parameter,
)

PARAMETERS = [parameter("least", default=1, low=0, high=9.5, help="stars of a card to play")]
MEMORY = [memory("tried", 12, help="months in which a card was tried")]


def better(table, card, other):
    return other < 0 or table.card_stars[card] > table.card_stars[other]


def act(table, me, params, order):
    """One action of the turn."""
    best = -1
    for month in range(1, 13):
        card = table.calendar_card[me.seat, month]
        me.tried[month - 1] += 1
        if card >= 0 and card_shortfall(table, me.seat, card) == 0 and better(table, card, best):
            best = card
    if best >= 0 and table.card_stars[best] >= params.least:
        order.card = best
        return PLAY_CARD
    return END_TURN
'''
"""A small strategy with parameters, memory and a helper function.

It is small because damaged files that still load are compiled.
"""


def damage(chance: random.Random, content: bytes) -> bytes:
    """Cut out, double or replace up to three pieces of the content."""
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(content) + 1)
        length = chance.choice((0, 1, 1, 2, 5, 40, 1000))
        junk = chance.choice(JUNK).encode("utf-8", "surrogateescape")
        piece = chance.choice(
            (b"", junk, junk, content[place : place + length] * 2, chance.randbytes(2))
        )
        content = content[:place] + piece + content[place + length :]
    return content


def options(chance: random.Random, folder: Path) -> list[str]:
    words = shlex.split(chance.choice(COMMANDS))
    for _ in range(chance.randint(1, 5)):
        words += shlex.split(chance.choice(PIECES))
        if chance.random() < 0.4:
            words.append(chance.choice(JUNK).replace("\0", ""))
    # Playing is always refused, because the output folder holds a file that is not a result.
    return [*words, "--out", "mine"]


def plan(chance: random.Random, folder: Path) -> list[str]:
    (folder / "plan.toml").write_bytes(damage(chance, PLAN.encode()))
    return ["sweep", "plan.toml", "--out", "mine"]


def sheet(chance: random.Random, folder: Path) -> list[str]:
    name = chance.choice(("cards.csv", "cards.csv", "cards.xlsx"))
    content = (folder / "sheets" / name).read_bytes()
    (folder / name).write_bytes(damage(chance, content))
    return ["sweep", "--cards", name, "--out", "mine"]


def strategy(chance: random.Random, folder: Path) -> list[str]:
    (folder / "first.py").write_bytes(damage(chance, STRATEGY.encode()))
    return ["strategies", "show", "first.py"]


def trace(chance: random.Random, folder: Path) -> list[str]:
    content = (TRACES / "family-2.jsonl").read_bytes()
    (folder / "game.jsonl").write_bytes(damage(chance, content))
    return ["referee", "game.jsonl"]


def result(chance: random.Random, folder: Path) -> list[str]:
    run = folder / "run"
    shutil.copytree(folder / "sheets" / "run", run)
    files = sorted(path for path in run.rglob("*") if path.is_file() and path.name != "log.json")
    file = chance.choice(files)
    (run / LETTER).write_text("Dear")
    match chance.randrange(4):
        case 0:
            file.unlink()
        case 1:
            shutil.rmtree(file.parent if file.parent != run else run / "dims")
        case _:
            file.write_bytes(damage(chance, file.read_bytes()))
    return chance.choice(
        (
            ["replay", "run", "--game", chance.choice(("0", "99", "4294967297", "x"))],
            ["replay", "run", "--game", "1", "--arm", "current rules"],
            ["report", "run"],
            ["sweep", "plan.toml", "--out", "run"],
            ["run", "--out", "run", "--resume", "--games", "24"],
        )
    )


def mix(chance: random.Random, start: str, pieces: Sequence[str]) -> list[str]:
    """Return a command followed by random pieces, with junk between them."""
    words = shlex.split(start)
    for _ in range(chance.randint(1, 4)):
        words += shlex.split(chance.choice(pieces))
        if chance.random() < 0.4:
            words.append(chance.choice(JUNK).replace("\0", ""))
    return words


def answers(chance: random.Random, folder: Path) -> list[str]:
    """Insert ``--format`` with a known or unknown format into an input of another kind."""
    words = KINDS[chance.choice(("options", "plan", "sheet", "trace", "result"))](chance, folder)
    place = chance.randint(1, len(words))
    format_name = chance.choice(
        ("json", "json", "json", "jsonl", chance.choice(JUNK).replace("\0", ""))
    )
    option = chance.choice((["--format", format_name], [f"--format={format_name}"]))
    return words[:place] + option + words[place:]


def trusted(chance: random.Random, folder: Path) -> list[str]:
    """Trust a result folder whose run.json names missing, damaged or unrelated files."""
    run = folder / "run"
    shutil.copytree(folder / "sheets" / "run", run)
    (folder / "first.py").write_bytes(damage(chance, STRATEGY.encode()))
    record = read_run_file(run)
    name = chance.choice(("first.py", "../first.py", "nowhere.py", ".", chance.choice(JUNK)))
    seat = chance.choice(record["baseline"]["seats"])
    for key in chance.sample(("spec", "name", "file", "hash", "parameters"), 2):
        seat[key] = {} if key == "parameters" else name
    if chance.random() < 0.3:
        record[chance.choice(("game", "game_source", "command"))] = name
    write_run_file(run, record)
    return chance.choice(
        (
            ["replay", "run", "--game", "0", "--trust"],
            ["replay", "run", "--game", "first.py", "--trust", "--format", "json"],
            ["replay", "--trust"],
            ["report", "run", "--game", name.replace("\0", "")],
            ["run", "--out", "run", "--resume", "--games", "24"],
        )
    )


def history(chance: random.Random, folder: Path) -> list[str]:
    """Read a history with damaged lines."""
    shutil.copytree(folder / "sheets" / "project", folder / "results")
    file = folder / "results" / "history.jsonl"
    if chance.random() < 0.1:
        file.unlink()
    elif chance.random() < 0.8:
        file.write_bytes(damage(chance, file.read_bytes()))
    return mix(chance, chance.choice(HISTORY_PIECES), ("", "", "--format json", "--last 1"))


def server(chance: random.Random, folder: Path) -> list[str]:
    """Start a server with damaged options."""
    return mix(chance, "mcp", SERVER_PIECES)


def family(chance: random.Random, folder: Path) -> list[str]:
    start = chance.choice(("run", "sweep --vary card.038.stars=3", "compare current", "cards"))
    return [*mix(chance, start, FAMILY_PIECES), "--out", "mine"]


def balance(chance: random.Random, folder: Path) -> list[str]:
    return [*mix(chance, "balance", BALANCE_PIECES), "--out", "mine"]


def eleven(chance: random.Random, folder: Path) -> list[str]:
    start = chance.choice(("run", "sweep", "compare current", "cards", "timing", "variants"))
    return [*mix(chance, f"{start} --game eleven", ELEVEN_PIECES), "--out", "mine"]


def own_game(chance: random.Random, folder: Path) -> list[str]:
    text = Path(example_game.__file__).read_bytes()
    (folder / "first.py").write_bytes(damage(chance, text))
    pieces = ("--games 2", "--seats", "--rules", "--rules gentle", "--set", "--set hand=3")
    return mix(chance, "games check first.py --games 2", pieces)


def new_file(chance: random.Random, folder: Path) -> list[str]:
    junk = chance.choice(JUNK).replace("\0", "")
    return [
        chance.choice(("games", "strategies")),
        "new",
        *chance.choice(([], [junk], [f"{junk}.py"], [f"mine/{junk}.py"], [f"my_{junk}/"])),
        *chance.choice(([], [], [junk], ["--game", junk])),
    ]


KINDS: dict[str, Callable[[random.Random, Path], list[str]]] = {
    "options": options,
    "plan": plan,
    "sheet": sheet,
    "strategy": strategy,
    "trace": trace,
    "result": result,
    "answers": answers,
    "trusted": trusted,
    "history": history,
    "server": server,
    "family": family,
    "balance": balance,
    "own_game": own_game,
    "new_file": new_file,
    "eleven": eleven,
}


def contents(folder: Path) -> dict[str, str]:
    """Return a hash of each of the user's files."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and (path.name == LETTER or path.relative_to(folder).parts[0] != "run")
    }


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with input to damage and a file that must not change."""
    folder = tmp_path_factory.mktemp("fuzzing")
    for arguments in (
        ("data", "export", "sheets/cards.csv"),
        ("data", "export", "sheets/cards.xlsx"),
        ("run", "--games", "24", "--quiet", "--out", "sheets/run"),
        ("run", "--games", "24", "--quiet"),
        ("run", "--games", "24", "--quiet", "--card", "038.stars=4"),
    ):
        (folder / "sheets").mkdir(exist_ok=True)
        assert call(folder, *arguments).returncode == 0
    (folder / "results").rename(folder / "sheets" / "project")
    (folder / "mine").mkdir()
    (folder / "mine" / LETTER).write_text("Dear")
    return folder


def try_input(kind: str, number: int, folder: Path) -> None:
    """Try one input and clean up."""
    arguments = KINDS[kind](random.Random(f"{kind} {number}"), folder)
    before = contents(folder)
    with mock.patch.object(MCPServer, "run"):  # it would wait for a client
        answer = call(folder, *arguments)
    output = f"{kind} {number}: {arguments}\n{answer.stderr}"
    codes_of_findings = {1} if arguments[0] in ("referee", "games") else set()
    assert answer.returncode in {0, 2} | codes_of_findings, output
    if asks_for_json(arguments):
        assert json.loads(answer.stdout)["exit_code"] == answer.returncode, output
    assert "Internal error" not in answer.stderr, output
    if answer.returncode == 2:
        lines = answer.stderr.splitlines()
        errors = [index for index, line in enumerate(lines) if line.startswith("Error: ")]
        assert len(errors) == 1, output
        assert all(line.startswith(PROGRESS) for line in lines[: errors[0]]), output
        assert all(line.startswith("- ") for line in lines[errors[0] + 1 :]), output
    after = contents(folder)
    assert {name: after.get(name) for name in before} == before, output
    for path in folder.iterdir():
        if path.name not in ("sheets", "mine"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


@pytest.mark.parametrize("kind", KINDS)
def test_some_inputs(workplace: Path, kind: str):
    for number in range((INPUTS | OTHER_INPUTS)[kind]):
        try_input(kind, number, workplace)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_inputs(workplace: Path, kind: str):
    counts, total = (INPUTS, MANY_INPUTS) if kind in INPUTS else (OTHER_INPUTS, MANY_OTHER_INPUTS)
    for number in range(total * counts[kind] // sum(counts.values())):
        try_input(kind, number, workplace)


def complete_damaged_line(chance: random.Random) -> None:
    """Complete a damaged command line; completion must never fail."""
    words = mix(chance, chance.choice(COMMANDS), PIECES + FAMILY_PIECES + BALANCE_PIECES)
    *words, incomplete = words[: chance.randint(1, len(words))]
    if chance.random() < 0.5:
        incomplete += chance.choice(JUNK)
    completion = BashComplete(group, {}, "eoc-sim", "_EOC_SIM_COMPLETE")
    completion.get_completions(words, incomplete)


@pytest.mark.parametrize("inputs", [30, pytest.param(1000, marks=pytest.mark.slow)])
def test_damaged_lines_are_completed(inputs: int):
    for number in range(inputs):
        complete_damaged_line(random.Random(f"completed {number}"))
