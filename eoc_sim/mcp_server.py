"""The tools of ``eoc-sim mcp``, built on the protocol's own SDK."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import anyio.to_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field, ValidationError

from eoc_sim.analysis.stats import CHANGES, NO_CHANGE, UNDECIDED
from eoc_sim.analysis.worth import ORDINARY
from eoc_sim.answer_types import FindingRow
from eoc_sim.built_in_games import BUILT_IN, DEFAULT_GAME
from eoc_sim.errors import InputError, nearest, no_such
from eoc_sim.games import find
from eoc_sim.mcp_project import Command, GamesRequest, Project
from eoc_sim.version import __version__

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.component_keys import KeySheet

INSTRUCTIONS = (
    "Play a board game thousands of times to measure what a change to its cards or rules does. "
    'Call "rules" and "components" for the keys, "plan" for the cost, "run" to play, "answer" to '
    'read a run again, and "explain" for a finding. Quote intervals with every number, and where '
    'the verdict is "not decided", say so.'
)
VERDICTS = {
    CHANGES: "The effect is larger than chance alone would explain, with all findings judged "
    "jointly.",
    NO_CHANGE: "The true change is smaller than the smallest that matters.",
    ORDINARY: "The number lies within the range in which no value stands out.",
    UNDECIDED: "There are too few games to decide; this is no sign that nothing changes.",
}
MAX_ROWS = 400
"""The maximum number of rows in one answer of ``components``."""

MAX_TEXT_LENGTH = 1_000
"""The maximum length of an MCP client's string."""
MAX_TEXTS = 100
"""The maximum number of strings in an MCP client's list."""

Text = Annotated[str, Field(max_length=MAX_TEXT_LENGTH)]
Texts = Annotated[list[Text], Field(max_length=MAX_TEXTS)]
Game = Annotated[Text, Field(description=f"{', '.join(BUILT_IN)}, or one of your own.")]
Vary = Annotated[
    Texts | None,
    Field(
        description="Versions of a sweep, as KEY=VALUE,VALUE; the tools `components` and `rules` "
        "list the keys."
    ),
]
Sheet = Annotated[
    Text, Field(description="An edited sheet or workbook, whose changes are the versions.")
]
Changes = Annotated[Texts | None, Field(description="Changes to all versions, as KEY=VALUE.")]
Rules = Annotated[Text, Field(description="A preset, or a rule file.")]
Seats = Annotated[Text, Field(description="Strategies for the seats: a,b,c,d.")]
Data = Annotated[Text, Field(description="Your own components: a folder, sheet or workbook.")]
Seed = Annotated[int, Field(ge=0, lt=2**63, description="The same seed gives the same games.")]
Games = Annotated[int, Field(ge=1, description="The number of games per version.")]


class Server(MCPServer):
    """A server that refuses invalid arguments with a sentence for each."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool by name.

        Raises:
            ToolError: There is no such tool, or it refuses its arguments.
        """
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            (schema,) = (tool.input_schema for tool in await self.list_tools() if tool.name == name)
            faults = [_fault(fault, schema["properties"]) for fault in error.__cause__.errors()]
            words = " ".join(faults)
            raise ToolError(f"Error executing tool {name}: {words}") from error.__cause__


def _fault(fault: Mapping[str, Any], fields: Mapping[str, Any]) -> str:
    """Describe in a sentence what is wrong with an argument."""
    field = str(fault["loc"][0])
    allowed = fields[field].get("enum", ())
    if fault["type"] == "missing":
        if allowed:
            meaning = f"one of {', '.join(allowed)}"
        else:
            description = fields[field]["description"].rstrip(".")
            meaning = f"{description[0].lower()}{description[1:]}"
        return f"The argument {field} is missing: {meaning}."
    _, _, should_be = fault["msg"].partition(" ")
    return f"{field} {should_be}.{nearest(str(fault['input']), allowed)}"


def server(project: Project) -> MCPServer:
    """Make a server with six tools that work in a project folder."""
    mcp = Server("eoc-sim", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING")

    async def run_in_thread(work: Callable[..., dict[str, Any]], *arguments: Any) -> dict[str, Any]:
        """Run ``work`` in a thread; pass a refusal to the client."""
        try:
            return await anyio.to_thread.run_sync(work, *arguments)
        except (InputError, OSError) as error:
            raise ToolError(str(error)) from None

    @mcp.tool()
    async def rules(
        game: Game = DEFAULT_GAME,
        switch: Annotated[Text, Field(description="One switch; empty for all.")] = "",
    ) -> dict[str, Any]:
        """List a game's rule switches and presets, or show one switch."""

        def read_rules() -> dict[str, Any]:
            project.check_game(game)
            arguments = [switch] if switch else []
            subcommand = "show" if switch else "list"
            return project.answer(["rules", subcommand, f"--game={game}"], *arguments)

        return await run_in_thread(read_rules)

    @mcp.tool()
    async def components(
        game: Game = DEFAULT_GAME,
        sheet: Annotated[Text, Field(description="One kind, such as card; empty for all.")] = "",
        number: Annotated[Text, Field(description="One row's number; empty for all.")] = "",
        data: Data = "",
    ) -> dict[str, Any]:
        """List a game's components by key, and its words for effects."""

        def read_components() -> dict[str, Any]:
            project.check_game(game)
            data_option = [f"--data={project.inside(data)}"] if data else []
            words = project.answer(["data", "words", f"--game={game}", *data_option])
            return {**words, "result": _components(game, sheet, number, data)}

        return await run_in_thread(read_components)

    @mcp.tool()
    async def plan(
        command: Command,
        game: Game = DEFAULT_GAME,
        vary: Vary = None,
        sheet: Sheet = "",
        changes: Changes = None,
        rules: Rules = "",
        seats: Seats = "",
        data: Data = "",
        seed: Seed = 1,
        games: Annotated[
            int | None,
            Field(
                description="If this is left out, a sweep gets as many games as it needs, and any "
                "other command gets the maximum that the server allows without a confirmed plan "
                "(the server's option --most-games)."
            ),
        ] = None,
    ) -> dict[str, Any]:
        """Estimate how many games and seconds a request takes.

        The answer contains the value to pass to the tool `run` as its argument `confirm`.
        """
        request = GamesRequest(
            command, game, vary or (), sheet, changes or (), rules, seats, data, seed
        )
        return await run_in_thread(project.plan, request, games)

    @mcp.tool()
    async def run(
        command: Command,
        games: Games,
        game: Game = DEFAULT_GAME,
        vary: Vary = None,
        sheet: Sheet = "",
        changes: Changes = None,
        rules: Rules = "",
        seats: Seats = "",
        data: Data = "",
        seed: Seed = 1,
        confirm: Annotated[
            Text, Field(description="The value of `confirm` that the tool `plan` returned.")
        ] = "",
    ) -> dict[str, Any]:
        """Play games, write them to a new folder, and return decided findings.

        The command `run` plays the game as it is; `sweep` also plays versions of it. `cards` and
        `timing` measure what cards and choices are worth. `variants` measures the effects of the
        rule variants, and `first-player` the effect of turn order.
        """
        request = GamesRequest(
            command, game, vary or (), sheet, changes or (), rules, seats, data, seed
        )
        return _keep_decided(await run_in_thread(project.run, request, games, confirm))

    @mcp.tool()
    async def answer(
        folder: Annotated[Text, Field(description="The folder of a run.")],
    ) -> dict[str, Any]:
        """Return the first screen and decided findings of an earlier run."""
        return _keep_decided(await run_in_thread(project.read, folder))

    @mcp.tool()
    async def explain(
        folder: Annotated[Text, Field(description="The folder of a run.")],
        about: Annotated[Text, Field(description="The subject, such as a card's number.")],
    ) -> dict[str, Any]:
        """Explain the findings on one subject, and what to do next."""

        def explain_subject() -> dict[str, Any]:
            answer = project.read(folder)
            return {**answer, **_explain_subject(answer["result"], about)}

        return await run_in_thread(explain_subject)

    return mcp


def _components(game: str, sheet: str, number: str, data: str) -> dict[str, dict[str, str]]:
    """Return the cells of a game's components, by the rows' keys."""
    version = find(game).version
    if version is None:
        raise InputError(f"The game {game} has no components.")
    components = version.component_type.load_data(data or None)
    sheets: Mapping[str, KeySheet] = version.cells.sheets
    if sheet and sheet not in sheets:
        raise InputError(no_such("kind", sheet, sheets))
    rows = {
        f"{name}.{identity}": {"name": title, **key_sheet.cells(row)}
        for name, key_sheet in sheets.items()
        if sheet in ("", name)
        for identity, title, row in key_sheet.rows(components)
        if number in ("", identity)
    }
    if not rows:
        raise InputError(f'There is no row "{number}".')
    if len(rows) > MAX_ROWS:
        raise InputError(
            f"There are {len(rows)} rows, more than {MAX_ROWS}; set sheet to one kind: "
            f"{', '.join(sheets)}."
        )
    return rows


def _keep_decided(answer: dict[str, Any]) -> dict[str, Any]:
    """Leave out the findings that are not decided, and count them."""
    for run in answer["result"]["runs"]:
        all_findings = run["findings"] or []
        run["findings"] = [finding for finding in all_findings if finding["verdict"] != UNDECIDED]
        run["findings_not_decided"] = len(all_findings) - len(run["findings"])
    return answer


def _explain_subject(result: Mapping[str, Any], about: str) -> dict[str, Any]:
    """Return the findings on a subject, and what they mean."""
    all_findings = [finding for run in result["runs"] for finding in run["findings"] or ()]
    subject = about.strip().lower()
    matching_findings = [
        finding
        for finding in all_findings
        if subject
        in " ".join(
            (finding["about"], finding["name"], finding["kind"], finding["sentence"])
        ).lower()
    ]
    if not matching_findings:
        subjects = sorted({finding["name"] for finding in all_findings if finding["name"]})
        raise InputError(
            f'No finding is about "{about}"; the findings are about {", ".join(subjects[:40])}.'
            f"{nearest(about, subjects)}"
        )
    return {
        "sentences": [finding["sentence"] for finding in matching_findings],
        "result": matching_findings,
        "verdicts": {
            verdict: VERDICTS[verdict]
            for verdict in sorted({row["verdict"] for row in matching_findings})
        },
        "fields": _fields(),
        "next": _next_steps(result["first_screen"]),
    }


def _fields() -> dict[str, str]:
    """Describe each field of a finding, by name."""
    hints = get_type_hints(FindingRow, include_extras=True)
    return {field.name: hints[field.name].__metadata__[0] for field in fields(FindingRow)}


def _next_steps(screen: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the commands that the first screen proposes."""
    return [step for part in screen for step in part["steps"]]
