"""A command ends silently when its reader, such as `head`, closes the pipe."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from eoc_sim.cli.exit_codes import CLOSED_PIPE


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGPIPE, so no such exit code")
@pytest.mark.parametrize(
    "arguments",
    [
        "--help",
        "replay --game 3 --seats random,random --format jsonl",
        "run --game runs.counter_game --games 20 --jobs 1",
        *(
            pytest.param(arguments, marks=pytest.mark.slow)
            for arguments in (
                "data words",
                "rules list --game stadium",
                "strategies list",
                "run --help",
                "replay --game 3 --seats random,random",
            )
        ),
    ],
)
def test_a_closed_pipe_ends_a_command_silently(arguments: str, tmp_path: Path):
    tests = str(Path(__file__).parents[1])
    program = (
        f"import sys; sys.path.insert(0, {tests!r}); from eoc_sim.cli import run_command_line; "
        f"sys.exit(run_command_line({arguments.split()!r}))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        output = process.stderr.read()
    assert (process.returncode, output) == (CLOSED_PIPE, b"")
