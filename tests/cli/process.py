"""Ways to run the command line in a folder, in this process or a separate one."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

from eoc_sim.cli import run_command_line
from eoc_sim.reports.pictures import Charts, ChartsOnly
from eoc_sim.simulator.runs.loaded_strategies import forget_files

Answer = subprocess.CompletedProcess[str]


def call(folder: Path, *arguments: str, stdin: str = "") -> Answer:
    """Run ``eoc-sim ARGUMENTS`` in a folder, with pipes as its streams."""
    forget_files()  # another folder may have files with the same names
    output, errors = io.StringIO(), io.StringIO()
    pipe = io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8")
    with (
        chdir(folder),
        redirect_stdout(output),
        redirect_stderr(errors),
        mock.patch.object(sys, "stdin", pipe),
        mock.patch.object(sys, "argv", ["eoc-sim", *arguments]),
    ):
        code = run_command_line(arguments)
    return Answer(arguments, code, output.getvalue(), errors.getvalue())


def call_in_subprocess(folder: Path, *arguments: str) -> Answer:
    """Run ``eoc-sim ARGUMENTS`` in a separate process, in pure Python."""
    return subprocess.run(
        [sys.executable, "-m", "eoc_sim", *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )


class _Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@contextmanager
def terminal(width: int | None) -> Iterator[io.StringIO]:
    """Make stdout a plain terminal of this width, or a pipe if it is None."""
    output = io.StringIO() if width is None else _Terminal()
    columns = {} if width is None else {"TERM": "dumb", "COLUMNS": str(width), "LINES": "40"}
    with redirect_stdout(output), mock.patch.dict(os.environ, columns):
        yield output


def call_on_terminal(folder: Path, width: int, *arguments: str) -> Answer:
    """Do the same as `call`, but with a plain terminal of this width as stdout."""
    errors, empty_input = io.StringIO(), io.TextIOWrapper(io.BytesIO(), "utf-8")
    with (
        chdir(folder),
        terminal(width) as output,
        redirect_stderr(errors),
        mock.patch.object(sys, "stdin", empty_input),
        mock.patch.object(sys, "argv", ["eoc-sim", *arguments]),
    ):
        code = run_command_line(arguments)
    return Answer(arguments, code, output.getvalue(), errors.getvalue())


@contextmanager
def without_pictures() -> Iterator[None]:
    """Leave pictures, which take the longest, out of pages made in this context.

    Use this in tests that look only at output and files, or at a page made earlier.
    """
    with mock.patch.object(Charts, "draw", ChartsOnly.draw):
        yield
