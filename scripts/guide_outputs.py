"""Write the output of the guides' commands into docs/guides.

A block with the language `console` has commands, each after "$ " and followed by its output on a
terminal with 100 columns. The commands of all pages run in one folder, in the order of mkdocs.yml.
Comments before a block control it:

    <!-- long -->                              run it only with --long: it takes a minute
    <!-- shown: 4 lines, from "A" to "B" -->   show only these lines, and "..." for the others
    <!-- edit: my-cards.xlsx 038.stars=8 -->   first edit a sheet as the reader would by hand
    <!-- file: my-plan.toml -->                the block is the content of this file
    <!-- into: my_strategy.py -->              add the block's Python definitions to this file,
                                               replacing those with the same names

With ``--check`` the script writes no file and exits with 1 if a page is out of date. Durations vary
between computers and are not compared.
"""

from __future__ import annotations

import argparse
import ast
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import chdir, redirect_stdout
from pathlib import Path
from unittest import mock

from eoc_sim.cli import run_command_line
from eoc_sim.simulator.runs.loaded_strategies import forget_files

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = tuple(
    DOCS / "guides" / f"{name}.md"
    for name in (
        "spreadsheet",
        "report",
        "commands",
        "strategies",
        "games",
        "cluster",
        "stadium",
        "eleven",
    )
)
WIDTH = 100
REMEDY = "python scripts/guide_outputs.py --long"
PIECE = re.compile(
    r"^<!-- (?P<comment>.*?) -->$|^```(?P<language>\w+)\n(?P<body>.*?)^```$", re.M | re.S
)
PART = re.compile(r'(?P<lines>\d+) lines?|from "(?P<start>[^"]*)"(?: to "(?P<end>[^"]*)")?')
DURATION = re.compile(r"\d[\d ]* (second|minute|hour)s?\b")


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        """Claim to be a terminal."""
        return True


def renew(folder: Path, long: bool, pages: Sequence[Path] = PAGES) -> Iterator[tuple[Path, str]]:
    """Run the pages' commands in a folder; yield each page's new text."""
    for page in pages:
        yield page, "".join(_pieces(page.read_text(encoding="utf-8"), folder, long))


def _pieces(text: str, folder: Path, long: bool) -> Iterator[str]:
    """Yield a page piece by piece, running its commands."""
    comments: list[str] = []
    end = 0
    for piece in PIECE.finditer(text):
        yield text[end : piece.start()]
        end = piece.end()
        language, body = piece["language"], piece["body"]
        left_out = "long" in comments and not long
        if piece["comment"]:
            comments.append(piece["comment"])
        elif language == "console" and not left_out:
            for edit in _contents(comments, "edit"):
                _edit(folder, edit)
            yield f"```console\n{_outputs(body, folder, ''.join(_contents(comments, 'shown')))}```"
            comments = []
            continue
        elif language:
            for file in _contents(comments, "file"):
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / file).write_text(body, encoding="utf-8")
            for file in _contents(comments, "into") if not left_out else ():
                _put(folder / file, body)
            comments = []
        yield piece[0]
    yield text[end:]


def _contents(comments: Sequence[str], key: str) -> list[str]:
    """Return the contents of comments of one kind."""
    return [
        comment.removeprefix(f"{key}: ") for comment in comments if comment.startswith(f"{key}: ")
    ]


def _outputs(body: str, folder: Path, parts_shown: str) -> str:
    """Return a block's commands, each with its output."""
    lines = []
    for line in body.splitlines():
        if line.startswith("$ "):
            lines += [line, *_excerpt(output(line[2:], folder).splitlines(), parts_shown)]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def output(command: str, folder: Path) -> str:
    """Return a command's output on a terminal; it must not fail."""
    name, *arguments = shlex.split(command)
    if name != "eoc-sim":
        raise ValueError(f"{command}: only eoc-sim is run here.")
    # A reader's command is a new process, which has no file loaded yet. So forget loaded files.
    forget_files()
    terminal = Terminal()
    empty_input = io.TextIOWrapper(io.BytesIO(), "utf-8")
    size = {"TERM": "dumb", "COLUMNS": str(WIDTH), "LINES": "40"}
    with (
        chdir(folder),
        redirect_stdout(terminal),
        mock.patch.object(sys, "stdin", empty_input),
        mock.patch.object(sys, "argv", [name, *arguments]),
        mock.patch.dict(os.environ, size),
    ):
        code = run_command_line(arguments)
    if code:
        raise ValueError(f"{command}: exit code {code}")
    return terminal.getvalue()


def _excerpt(lines: Sequence[str], parts_shown: str) -> list[str]:
    """Return the lines to show, all by default."""
    if not parts_shown:
        return list(lines)
    excerpt, last = [], 0
    for part in PART.finditer(parts_shown):
        first, end = _range(lines, part, last)
        if first > last:
            excerpt.append("...")
        excerpt += lines[first:end]
        last = end
    return [*excerpt, "..."] if last < len(lines) else excerpt


def _range(lines: Sequence[str], part: re.Match[str], after: int) -> tuple[int, int]:
    """Return a part's first line and the line after its last."""
    if part["lines"]:
        return after, after + int(part["lines"])
    first = _find(lines, part["start"], after)
    return first, _find(lines, part["end"], first) + 1 if part["end"] else len(lines)


def _find(lines: Sequence[str], start: str, after: int) -> int:
    for index in range(after, len(lines)):
        if lines[index].strip().startswith(start):
            return index
    raise ValueError(f'No line begins with "{start}":\n' + "\n".join(lines))


def _edit(folder: Path, text: str) -> None:
    """Change cells of a cards sheet: "FILE NUMBER.COLUMN=VALUE; NUMBER.COLUMN=VALUE"."""
    import openpyxl

    name, _, cells = text.partition(" ")
    book = openpyxl.load_workbook(folder / name)
    sheet = book["cards"]
    columns = {cell.value: index for index, cell in enumerate(sheet[1])}
    rows = {row[0].value: row for row in sheet.iter_rows(min_row=2)}
    for cell in cells.split("; "):
        key, _, value = cell.partition("=")
        number, column = key.split(".")
        rows[number][columns[column]].value = int(value) if value.isdigit() else value
    book.save(folder / name)


def _put(file: Path, code: str) -> None:
    """Add a block's definitions to a file, replacing old ones."""
    text = file.read_text(encoding="utf-8")
    for node in ast.parse(code).body:
        new = ast.get_source_segment(code, node) or ""
        old = [statement for statement in ast.parse(text).body if _name(statement) == _name(node)]
        if old:
            text = text.replace(ast.get_source_segment(text, old[0]) or "", new)
        else:
            text += f"\n\n{new}\n"
    file.write_text(text, encoding="utf-8")


def _name(node: ast.stmt) -> str:
    """Return the name that a top-level statement defines."""
    if isinstance(node, ast.FunctionDef):
        return node.name
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0])
    return ast.unparse(node).split(" import ")[0]


def without_durations(text: str) -> str:
    """Remove a page's durations, and the widths that depend on them."""
    return re.sub(r"[ ─]+", " ", DURATION.sub("some", text))


def main() -> int:
    """Write or check the pages and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 if a page differs"
    )
    parser.add_argument("--long", action="store_true", help="also run the blocks marked long")
    arguments = parser.parse_args()
    code = 0
    with tempfile.TemporaryDirectory() as folder:
        for page, text in renew(Path(folder), arguments.long):
            if without_durations(page.read_text(encoding="utf-8")) == without_durations(text):
                continue
            if arguments.check:
                print(f"{page.name} differs from the output of its commands; run {REMEDY}.")
                code = 1
            else:
                page.write_text(text, encoding="utf-8", newline="\n")
                print(f"Wrote {page}.")
    return code


if __name__ == "__main__":
    sys.exit(main())
