"""Judge a pull request that edits sheets of components, for hosted checks.

python -m eoc_sim.pull_request play --base REF --budget budget.toml --out answer.json SHEET ...
python -m eoc_sim.pull_request comment answer.json comment.md

``play`` sweeps each sheet's changes against the base branch's sheet, plays the game with all of
them, and judges the findings against a budget. ``comment`` writes a comment from that answer, which
it treats as untrusted text. Neither runs code from the pull request: players are built in, and the
budget is the base branch's.
"""

from __future__ import annotations

import json
import math
import subprocess
import textwrap
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from eoc_sim.built_in_games import DEFAULT_GAME
from eoc_sim.counts import count, plural
from eoc_sim.errors import InputError, nearest
from eoc_sim.mcp_project import GamesRequest, Project
from eoc_sim.simulator.kernel.workbooks import read_bytes
from eoc_sim.simulator.runs.scratch import scratch_folder
from eoc_sim.simulator.runs.whole_file import read_json

SCHEMA = 2
LIMITS = {
    "card": ("versions", "keeps it, wins"),
    "player": ("who wins", ""),
    "turn_order": ("wins by turn order", ""),
}
"""Each limit's kind of findings, and the ending of their names."""
CHANGE_LIMITS = ("card",)
"""Limits on a single change; all others apply to the changed game."""
TWO_SIDED_LIMITS = ("turn_order",)
"""Limits on a difference in either direction."""
SETTINGS = {"game": str, "seats": str, "games": int, "seed": int}
GAMES = 20_000
WIDTH = 92
MAX_SENTENCE_LENGTH = 400
"""The maximum length of a sentence, in characters."""
MAX_ENTRIES = 200
"""The maximum number of entries in any list of an answer.

A block of a comment also shows at most this many sentences.
"""
MAX_COMMENT_LENGTH = 60_000
"""The maximum length of a comment; GitHub accepts at most 65 536."""
FENCE = "```"
BROKEN, OPEN, KEPT = "broken", "not decided", "kept"


def budget_of(text: str, location: str) -> dict[str, Any]:
    """Read a budget: its limits (wins in 100), and what is played.

    Raises:
        InputError: The budget has an unknown key, or a value of the wrong type.
    """
    try:
        budget = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{location} is not a TOML file: {error}.") from None
    keys = [*LIMITS, *SETTINGS]
    for key, value in budget.items():
        if key not in keys:
            raise InputError(
                f'{location} has the unknown key "{key}"; the keys of a budget are '
                f"{', '.join(keys)}.{nearest(key, keys)}"
            )
        kinds = (int, float) if key in LIMITS else SETTINGS[key]
        if not isinstance(value, kinds) or isinstance(value, bool) or value != value:
            forms: dict[Any, str] = {str: "text in quotation marks", int: "a whole number"}
            form = forms.get(kinds, "a number")
            raise InputError(f"{location}: {key} is {value!r}; it should be {form}.")
    return budget


def judge(finding: Mapping[str, Any], limit: float, either_way: bool = False) -> str:
    """Return whether a finding's limit is broken, kept or not decided.

    >>> judge({"value": 5.0, "low": 4.5, "high": 5.5}, 4)
    'broken'
    >>> judge({"value": 3.9, "low": 3.0, "high": 4.8}, 4)
    'not decided'
    >>> judge({"value": -5.0, "low": -5.5, "high": -4.5}, 4)
    'kept'
    >>> judge({"value": -5.0, "low": -5.5, "high": -4.5}, 4, either_way=True)
    'broken'
    """
    low, high = finding["low"], finding["high"]
    if finding["value"] is None or low is None or high is None:
        return OPEN
    minimum = -limit if either_way else -math.inf
    if low > limit or high < minimum:
        return BROKEN
    return KEPT if minimum <= low and high <= limit else OPEN


def findings_for_limit(findings: Iterable[Mapping[str, Any]], name: str) -> list[Mapping[str, Any]]:
    """Return the findings that a limit applies to."""
    kind, ending = LIMITS[name]
    return [
        finding
        for finding in findings
        if finding["kind"] == kind and finding["name"].endswith(ending)
    ]


def play(project: Project, base: str, sheet: str, budget: Mapping[str, Any]) -> dict[str, Any]:
    """Sweep a sheet's changes since the base branch, and judge them.

    Raises:
        InputError: The sheet or the budget is refused.
    """
    path = project.inside(sheet)
    with scratch_folder() as folder:
        base_sheet = folder / path.name
        base_sheet.write_bytes(_base_content(project.folder, base, path))
        sweep_request = GamesRequest(
            "sweep",
            budget.get("game", DEFAULT_GAME),
            sheet=str(path),
            seats=budget.get("seats", ""),
            seed=budget.get("seed", 1),
        )
        games = f"--games={budget.get('games', GAMES)}"

        def play_request(request: GamesRequest, *options: str) -> dict[str, Any]:
            project.check(request)
            out = f"--out={folder / request.command}"
            words = [request.command, *request.arguments(), games, out, "--quiet", "--yes"]
            return project.answer([*words, *options])

        answer = play_request(sweep_request, f"--data={base_sheet}")
        result, about = answer["result"], {"sheet": str(path), "seed": sweep_request.seed}
        if result is None:  # no edit changes the game
            lines = [sentence for sentence in answer["sentences"] if isinstance(sentence, str)]
            screen = [{"about": "", "lines": lines}]
            return {**about, "changes": [], "games": 0, "screen": screen, "verdicts": []}
        run_request = replace(sweep_request, command="run", sheet="", data=str(path))
        is_judged = any(name in budget for name in LIMITS if name not in CHANGE_LIMITS)
        run_result = play_request(run_request)["result"] if is_judged else {"runs": []}
    verdicts = [
        {"limit": f"{name} {budget[name]:g}", "verdict": verdict, "sentence": finding["sentence"]}
        for name in LIMITS
        if name in budget
        for finding in findings_for_limit(
            _findings(result if name in CHANGE_LIMITS else run_result), name
        )
        if (verdict := judge(finding, budget[name], name in TWO_SIDED_LIMITS)) != KEPT
    ]
    return {
        **about,
        "changes": result["runs"][0]["versions"][1]["sentence"].split("; "),
        "games": result["runs"][0]["games"],
        "screen": [
            {"about": part["about"], "lines": part["lines"]} for part in result["first_screen"]
        ],
        "verdicts": verdicts,
    }


def _findings(result: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [finding for run in result["runs"] for finding in run["findings"] or ()]


def _base_content(folder: Path, base: str, path: Path) -> bytes:
    """Read a file as it is in the base branch."""
    output = subprocess.run(
        ["git", "show", "--end-of-options", f"{base}:./{path.as_posix()}"],
        cwd=folder,
        capture_output=True,
    )
    if output.returncode != 0:
        raise InputError(f"{path} is not in {base}: {output.stderr.decode().strip()}")
    return output.stdout


def comment(text: str) -> str:
    """Format the JSON answer about all sheets as a Markdown comment.

    All words of the answer are in code blocks, where nothing is a link, a mention or an image.

    Raises:
        InputError: The text is not an answer from `play`.
    """
    lines = ["### What this change to the components does", ""]
    answer = _check_answer(text)
    if error := answer["error"]:
        return "\n".join([*lines, "The change was not played:", *_block([error])])
    for sheet in answer["sheets"]:
        broken_limits = [v for v in sheet["verdicts"] if v["verdict"] == BROKEN]
        undecided_limits = [v for v in sheet["verdicts"] if v["verdict"] == OPEN]
        lines += [
            f"**{'Over the budget' if broken_limits else 'Within the budget'}**, "
            f"{count(sheet['games'])} games of each version, seed {sheet['seed']}:",
            *_block([f"{sheet['sheet']}:", *sheet["changes"]]),
        ]
        if broken_limits:
            lines += _block(f"{v['limit']}: {v['sentence']}" for v in broken_limits)
        for part in sheet["screen"]:
            lines += _block([part["about"], *part["lines"]])
        if undecided_limits:
            findings = plural(len(undecided_limits), "finding")
            lines += [f"<details><summary>{findings} may be over the budget</summary>"]
            lines += [
                "",
                *_block([f"{v['limit']}: {v['sentence']}" for v in undecided_limits]),
                "</details>",
            ]
    return "\n".join(_truncate(lines)) + "\n"


def _truncate(lines: Sequence[str]) -> list[str]:
    """Leave out the lines that do not fit in a comment."""
    room = MAX_COMMENT_LENGTH
    for index, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            start = list(lines[:index])
            if sum(kept_line.startswith(FENCE) for kept_line in start) % 2:
                start.append(FENCE)
            if sum(kept_line.startswith("<details>") for kept_line in start) > start.count(
                "</details>"
            ):
                start.append("</details>")
            return [*start, "", "The rest is too long for a comment."]
    return list(lines)


def _block(sentences: Iterable[str]) -> list[str]:
    """Put sentences in a code block that they cannot close."""
    lines = []
    for sentence in list(sentences)[:MAX_ENTRIES]:
        printable = "".join(
            character if character.isprintable() and character != "`" else " "
            for character in sentence
        )
        lines += textwrap.wrap(printable[:MAX_SENTENCE_LENGTH], WIDTH, subsequent_indent="  ")
    return [f"{FENCE}text", *lines, FENCE, ""]


def _check_answer(text: str) -> Any:
    """Check an answer field by field."""
    try:
        answer = read_json(text)
    except ValueError as error:
        raise InputError(f"The answer is not JSON: {error}.") from None
    screen = {"about": str, "lines": [str]}
    verdict = {"limit": str, "verdict": str, "sentence": str}
    sheet = {
        "sheet": str,
        "changes": [str],
        "games": int,
        "seed": int,
        "screen": [screen],
        "verdicts": [verdict],
    }
    _check(answer, {"schema": int, "error": str, "sheets": [sheet]}, "the answer")
    if answer["schema"] != SCHEMA:
        raise InputError(f"The answer's schema is {answer['schema']}, not {SCHEMA}.")
    return answer


def _check(value: Any, form: Any, location: str) -> None:
    """Refuse a value that does not match ``form``.

    A list in ``form`` holds one example of its items.
    """
    kind = dict if isinstance(form, dict) else list if isinstance(form, list) else form
    if type(value) is not kind or (isinstance(form, dict) and set(value) != set(form)):
        raise InputError(f"{location} should be {form}, not {str(value)[:80]}.")
    if isinstance(form, dict):
        for key, inner in form.items():
            _check(value[key], inner, f"{location}, {key}")
    elif isinstance(form, list):
        if len(value) > MAX_ENTRIES:
            raise InputError(f"{location} has {len(value)} entries; the maximum is {MAX_ENTRIES}.")
        for index, item in enumerate(value):
            _check(item, form[0], f"{location}, entry {index}")


@click.group()
def command() -> None:
    """Judge a pull request that edits sheets of components."""


@command.command(name="play")
@click.option("--base", required=True, help="The base branch or commit.")
@click.option("--budget", required=True, help="The budget, a file in the base branch.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="The answer file.")
@click.argument("sheets", nargs=-1, required=True)
def play_command(base: str, budget: str, out: Path, sheets: Sequence[str]) -> None:
    """Play SHEETS, write the answer, and fail if the budget is exceeded."""
    project = Project(Path.cwd())
    error, sheet_answers = "", []
    try:
        limits = budget_of(
            _base_content(project.folder, base, project.inside(budget)).decode(), budget
        )
        sheet_answers = [
            play(project, base, sheet, limits)
            for sheet in sheets
            if _base_content(project.folder, base, project.inside(sheet))
            != read_bytes(project.folder / sheet, sheet)
        ]
    except (InputError, OSError, UnicodeDecodeError) as fault:
        error = str(fault)
    answer = {"schema": SCHEMA, "error": error, "sheets": sheet_answers}
    out.write_text(json.dumps(answer, ensure_ascii=False, indent=1), encoding="utf-8")
    if error:
        raise click.ClickException(error)
    broken_sentences = [
        verdict["sentence"]
        for sheet in sheet_answers
        for verdict in sheet["verdicts"]
        if verdict["verdict"] == BROKEN
    ]
    if broken_sentences:
        raise click.ClickException(f"Over the budget: {' '.join(broken_sentences)}")


@command.command(name="comment")
@click.argument("answer", type=click.Path(path_type=Path, exists=True))
@click.argument("out", type=click.Path(path_type=Path))
def comment_command(answer: Path, out: Path) -> None:
    """Write the comment for an answer."""
    try:
        out.write_text(comment(answer.read_text(encoding="utf-8")), encoding="utf-8")
    except (InputError, UnicodeDecodeError) as fault:
        raise click.ClickException(str(fault)) from None


if __name__ == "__main__":
    command()
