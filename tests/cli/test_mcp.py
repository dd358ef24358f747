"""`eoc-sim mcp`, driven over stdio by the protocol's own SDK client."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest

from eoc_sim.errors import InputError
from eoc_sim.mcp_project import GamesRequest, Project

mcp = pytest.importorskip("mcp")
from mcp.client.stdio import stdio_client  # noqa: E402

TOOLS = ["rules", "components", "plan", "run", "answer", "explain"]


class ToolClient:
    """A client that calls a server's tools."""

    def __init__(self, client: Any) -> None:
        self.client = client

    async def __call__(self, tool: str, **arguments: Any) -> Any:
        """Call a tool; return its data, or the text of the refusal."""
        answer = await self.client.call_tool(tool, arguments)
        if answer.is_error:
            return answer.content[0].text
        assert answer.structured_content is not None
        assert json.loads(answer.content[0].text) == answer.structured_content
        return answer.structured_content


def ask_server(folder: Path, work: Callable[[ToolClient], Any], *options: str) -> None:
    """Start a server in a folder and let a client work with it."""

    async def ask() -> None:
        server = mcp.StdioServerParameters(
            command=sys.executable,
            args=["-P", "-m", "eoc_sim", "mcp", f"--project={folder}", *options],
        )
        async with mcp.Client(stdio_client(server)) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == TOOLS
            await work(ToolClient(client))

    anyio.run(ask)


def test_the_server_describes_rules_and_components_and_stays_in_its_folder(tmp_path):
    project = tmp_path / "project"
    project.mkdir()
    (tmp_path / "outside.csv").touch()
    (project / "link").symlink_to(tmp_path)
    (project / "mine.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")

    async def work(ask):
        rules = await ask("rules", game="stadium")
        assert "start_money" in [switch["name"] for switch in rules["result"]["switches"]]
        assert rules["cost"]["games"] == 0 and rules["seed"] is None
        assert shlex.split(rules["command"])[:3] == ["eoc-sim", "rules", "list"]
        rows = (await ask("components", game="stadium", sheet="building"))["result"]
        assert rows["building.B07"]["construction"]
        assert "Did you mean" in await ask("components", game="stadium", sheet="bulding")
        assert "There is no switch" in await ask("rules", switch="--help")
        for refused in (
            await ask("answer", folder=".."),
            await ask("answer", folder="link"),
            await ask("answer", folder="/etc"),
            await ask("run", command="sweep", games=24, sheet="link/outside.csv"),
            await ask("run", command="run", games=24, data=".."),
            await ask("run", command="run", games=24, rules="../rules.toml"),
            await ask("run", command="sweep", games=24, vary=["rules=standard,../rules.toml"]),
        ):
            assert "is not inside the project folder" in refused
        for refused in (
            await ask("run", command="run", games=24, seats="mine.py"),
            await ask("run", command="run", games=24, seats="hoarder,c:\\mine.py:greed=1"),
            await ask("run", command="sweep", games=24, vary=["seat.2=vegas,mine.py"]),
            await ask("run", command="run", games=24, changes=["Seat.2=mine.toml"]),
            await ask("plan", command="run", game="mine.py"),
            await ask("components", game="mine"),
            await ask("rules", game="os.path"),
        ):
            assert "only if eoc-sim mcp was started with --trust" in refused
        assert not (tmp_path / "ran").exists() and not (project / "results").exists()

    ask_server(project, work)


def test_a_path_with_a_null_character_is_not_inside_the_folder(tmp_path):
    with pytest.raises(InputError, match="is not inside the project folder"):
        Project(tmp_path).inside("results/run\0")


def test_texts_and_lists_have_a_limit(tmp_path):
    async def work(ask):
        for arguments in (
            {"folder": ".", "about": "x" * 1001},
            {"folder": "x" * 1001, "about": ""},
        ):
            assert "at most 1000 characters" in await ask("explain", **arguments)
        for vary, message in ((["a"] * 101, "at most 100 items"), (["a" * 1001], "at most 1000")):
            assert message in await ask("plan", command="sweep", vary=vary)

    ask_server(tmp_path, work)


def test_arguments_are_refused_in_sentences(tmp_path):
    async def work(ask):
        missing = await ask("run")
        assert missing == (
            "Error executing tool run: The argument command is missing: one of run, sweep, cards, "
            "timing, variants, first-player. The argument games is missing: the number of games "
            "per version."
        )
        assert 'Did you mean "sweep"?' in await ask("plan", command="sweeep")
        for arguments, words in (
            ({"games": 0}, "games should be greater than or equal to 1."),
            ({"games": 1, "vary": "a"}, "vary should be a valid list."),
            ({"games": 1, "game": 3}, "game should be a valid string."),
        ):
            refused = await ask("run", command="run", **arguments)
            assert refused == f"Error executing tool run: {words}"

    ask_server(tmp_path, work)


def test_a_run_is_read_once_until_it_changes(tmp_path, monkeypatch):
    reports = []

    def report(_project: Project, options: Sequence[str], *typed: str) -> dict[str, Any]:
        reports.append([*options, *typed])
        return {"result": {"runs": [{"seed": len(reports)}]}}

    monkeypatch.setattr(Project, "answer", report)
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "run.json").touch()
    project = Project(tmp_path)
    first = project.read("run")
    first["result"]["runs"].clear()
    assert project.read("run")["result"]["runs"] == [{"seed": 1}]
    assert reports == [["report", "run"]]
    (tmp_path / "run" / "run.json").write_text("other")
    assert project.read("run")["seed"] == 2


def test_games_of_all_versions_and_line_ups_count_towards_the_limit(tmp_path):
    async def work(ask):
        for command, games in (("variants", 9 * 24), ("first-player", 29 * 24)):
            refused = await ask("run", command=command, game="stadium", games=24)
            assert f"That is up to {games} games over all versions" in refused
        refused = await ask("run", command="run", game="stadium", games=24, confirm="é")
        assert "This value of confirm belongs to another request" in refused

    ask_server(tmp_path, work, "--most-games=100")


def test_a_plan_does_not_multiply_the_time_to_start(tmp_path, monkeypatch):
    """Starting takes 5 s and a game 0.001 s; compiling before the trial is not counted."""

    def play(_project: Project, options: Sequence[str], *_typed: str) -> dict[str, Any]:
        settings = dict(option.split("=", 1) for option in options if "=" in option)
        games = int(settings["--games"])
        out = Path(settings["--out"])
        out.mkdir()
        seconds = games / 1000 + (100 if games < 240 else 0)
        session = {"games_played": games, "seconds": seconds}
        (out / "log.json").write_text(json.dumps({"sessions": [session]}))
        return {"cost": {"seconds": 5 + seconds, "games": 0}, "result": {}, "sentences": []}

    monkeypatch.setattr(Project, "answer", play)
    planned = Project(tmp_path).plan(GamesRequest("run"), 2000)
    assert planned["cost"] == {"seconds": 7.0, "games": 2000}
    # Two line-ups check the findings of a long run, with a tenth of its games each.
    with_line_ups = Project(tmp_path).plan(GamesRequest("run"), 20_000)
    assert with_line_ups["cost"] == {"seconds": 29.0, "games": 24_000}


@pytest.mark.slow
def test_many_games_need_a_plan(tmp_path):
    sweep = {"command": "sweep", "vary": ["rules.start_money=4"], "game": "stadium"}

    async def work(ask):
        assert "That is up to 96 games over all versions" in await ask("run", games=48, **sweep)
        played = await ask("run", games=24, **sweep)
        assert played["cost"]["games"] == 48 and played["seed"] == 1
        (run,) = played["result"]["runs"]
        assert run["findings_not_decided"] > 0 and Path(tmp_path / run["folder"]).is_dir()
        again = await ask("answer", folder=run["folder"])
        assert again["result"]["runs"] == played["result"]["runs"]
        name = run["standings"][0]["strategy"]
        explained = await ask("explain", folder=run["folder"], about=name)
        assert {"verdict", "low", "games"} <= set(explained["fields"]) and explained["next"]
        assert all(finding["verdict"] in explained["verdicts"] for finding in explained["result"])
        assert "No finding is about" in await ask("explain", folder=run["folder"], about="xyzzy")

    ask_server(tmp_path, work, "--most-games=48")


@pytest.mark.slow
def test_a_plan_confirms_only_its_own_request(tmp_path):
    cards = {"command": "cards", "game": "stadium"}

    async def work(ask):
        planned = await ask("plan", games=48, **cards)
        assert planned["cost"]["games"] == 48 and planned["cost"]["seconds"] > 0
        assert not (tmp_path / "results").exists()
        confirm = planned["confirm"]
        assert "belongs to another request" in await ask("run", games=72, confirm=confirm, **cards)
        assert "belongs to another request" in await ask("run", games=48, confirm="0" * 16, **cards)
        played = await ask("run", games=48, confirm=confirm, **cards)
        assert played["result"]["runs"][0]["games"] == 48
        sweep = {"command": "sweep", "game": "stadium", "vary": ["rules.start_money=9"]}
        planned = await ask("plan", **sweep)
        assert planned["versions"] == 2 and planned["cost"]["games"] == 2 * planned["games"]

    ask_server(tmp_path, work, "--most-games=24")


@pytest.mark.slow
def test_trusted_files_play(tmp_path):
    import eoc_sim

    shutil.copy(Path(eoc_sim.__file__).parent / "example_game.py", tmp_path / "mine.py")

    async def work(ask):
        played = await ask("run", command="run", game="mine.py", games=24)
        assert played["result"]["runs"][0]["games"] == 24
        for place in ("../mine.py", "..", "linked"):
            assert "not inside" in await ask("run", command="run", game=place, games=24)

    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "linked.py").symlink_to(__file__)
    ask_server(tmp_path, work, "--trust")
