"""Install the package into empty environments, play there and report.

    python scripts/check_install.py                          # with this Python
    python scripts/check_install.py --python python3.12 --python python3.13
    python scripts/check_install.py --tools                  # also with uvx, uv tool and pipx

The wheel is installed with the oldest and with the newest version of every dependency, the sdist
only with the newest. Each environment plays a run, writes its report and workbook and converts a
table to pandas; the games must be the same everywhere. In two more environments, the package is
installed with the mcp extra, and its server has to answer a client. For all supported Pythons and
systems, the script checks that every dependency has wheels for its oldest and its newest version.
It exits with 1 if a check fails.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from zipfile import ZipFile

REPOSITORY = Path(__file__).resolve().parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = ("linux", "macos", "windows")
ENDS = {"oldest": "lowest-direct", "newest": "highest"}
"""uv's name for each end of the dependencies' version ranges."""
UV = (sys.executable, "-m", "uv", "--quiet", "--no-config")
LINE_UP = "random,random,random,random"  # it compiles fast
GAMES = ("--seats", LINE_UP, "--games", "240", "--seed", "1", "--who", "off", "--quiet")
SUMMARY = """
import hashlib, eoc_sim
run = eoc_sim.load("run")
assert run.seats.to_pandas().shape == run.seats.shape
print(hashlib.sha256(run.seats.write_csv().encode()).hexdigest()[:16])
"""
QUERY = """
import anyio, mcp, sys
from mcp.client.stdio import stdio_client

async def ask():
    server = mcp.StdioServerParameters(command=sys.argv[1], args=["mcp"])
    async with mcp.Client(stdio_client(server)) as client:
        answer = await client.call_tool("rules", {"game": "stadium"})
        assert not answer.is_error, answer
        print(len(answer.structured_content["result"]["switches"]))

anyio.run(ask)
"""
DEPENDENCY = re.compile(r"(?P<name>[\w.-]+)>=(?P<oldest>[\d.]+)")


class Failed(Exception):
    """A command failed, or its output is wrong."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the checks that the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--python", action="append", metavar="PATH", help="[default: this one]")
    parser.add_argument("--tools", action="store_true", help="also try uvx, uv tool and pipx")
    parser.add_argument("--only-wheels", action="store_true", help="check wheels, install nothing")
    parser.add_argument("--dist", type=Path, help="keep the wheel and the sdist in this folder")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="eoc-sim-install-") as folder:
        work_folder = Path(folder)
        checks = [("wheels of the dependencies", check_wheels)]
        if not options.only_wheels:
            wheel, sdist = build(options.dist or work_folder / "dist")
            checks.append(("files of the wheel", lambda: check_files(wheel)))
            checks += installation_checks(
                work_folder, options.python or [sys.executable], wheel, sdist
            )
            if options.tools:
                checks += tools(work_folder, wheel)
        return report(checks)


Check = tuple[str, Callable[[], str]]


def report(checks: Sequence[Check]) -> int:
    """Run checks and print a line for each; return the exit code."""
    failures, games = 0, set()
    for name, check in checks:
        start = time.monotonic()
        try:
            result = check()
        except Failed as failure:
            failures += 1
            result = f"FAILED\n{failure}"
        games.update(re.findall(r"games ([0-9a-f]{16})", result))
        print(f"{name}: {result} ({time.monotonic() - start:.0f} s)", flush=True)
    if len(games) > 1:
        print("FAILED: not all environments played the same games.")
    return int(failures > 0 or len(games) > 1)


def run(*command: str | Path, folder: Path = REPOSITORY, **variables: str | Path) -> str:
    """Run a command and return its output.

    Raises:
        Failed: The command exited with an error.
    """
    answer = subprocess.run(
        [*map(str, command)],
        cwd=folder,
        env=os.environ
        | {"UV_PYTHON_DOWNLOADS": "never"}
        | {k: str(v) for k, v in variables.items()},
        capture_output=True,
        text=True,
    )
    if answer.returncode:
        output = (answer.stdout + answer.stderr).strip().splitlines()
        raise Failed("\n".join([" ".join(map(str, command)), *output[-20:]]))
    return answer.stdout


def build(folder: Path) -> tuple[Path, Path]:
    """Build the sdist, and the wheel from it."""
    run(sys.executable, "-m", "build", "--outdir", folder.resolve(), REPOSITORY)
    name = f"eoc_sim-{version()}"
    return folder.resolve() / f"{name}-py3-none-any.whl", folder.resolve() / f"{name}.tar.gz"


def check_files(wheel: Path) -> str:
    """Check that a wheel has all tracked files, and no other package.

    Markdown files may be missing.
    """
    with ZipFile(wheel) as content:
        names = content.namelist()
    folders = {name.partition("/")[0] for name in names}
    other_folders = {name for name in folders - {"eoc_sim"} if not name.endswith(".dist-info")}
    if other_folders:
        raise Failed(f"It has {', '.join(sorted(other_folders))} besides eoc_sim.")
    tracked_files = run("git", "ls-files", "eoc_sim", *mapped_folders()).splitlines()
    expected_files = {
        name if name.startswith("eoc_sim/") else f"eoc_sim/{name}" for name in tracked_files
    }
    missing = sorted(name for name in expected_files - set(names) if not name.endswith(".md"))
    if missing:
        raise Failed(f"It lacks {', '.join(missing[:10])}.")
    return f"{len(names)} files, {wheel.stat().st_size / 1e6:.1f} MB"


def mapped_folders() -> tuple[str, ...]:
    """Return the folders that setup.py maps into the package."""
    folders = re.search(r"^FOLDERS = \((.*)\)$", (REPOSITORY / "setup.py").read_text("utf-8"), re.M)
    assert folders is not None
    return tuple(re.findall(r'"(\w+)"', folders[1]))


def version() -> str:
    """Return the version of the repository's package."""
    return re.findall(r'"(.*)"', (REPOSITORY / "eoc_sim" / "version.py").read_text("utf-8"))[-1]


# --- The oldest and newest versions of the dependencies.


def lower_bounds() -> dict[str, str]:
    """Return the dependencies' lower bounds, including those of the mcp extra."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    dependencies = [*project["dependencies"], *project["optional-dependencies"]["mcp"]]
    matches = map(DEPENDENCY.fullmatch, dependencies)
    return {match["name"].lower(): match["oldest"] for match in matches if match is not None}


def resolve_versions(end: str, *options: str | Path) -> str:
    """Return the oldest or newest versions as a requirements file.

    The file includes the dependencies of the mcp extra.
    """
    return run(
        *(*UV, "pip", "compile", "pyproject.toml", "--no-header", "--no-annotate"),
        *("--extra", "mcp"),
        *("--resolution", ENDS[end], *options),
    )


def check_wheels() -> str:
    """Check that the oldest and newest versions of each dependency have wheels."""
    bounds = lower_bounds()
    for system in SYSTEMS:
        for python in PYTHONS:
            where = ("--python-version", python, "--python-platform", system)
            for end in ENDS:
                output = resolve_versions(end, *where, "--only-binary", ":all:")
                versions = dict(line.split("==") for line in output.split() if "==" in line)
                for name, bound in bounds.items() if end == "oldest" else ():
                    if not f"{versions[name]}.0.0".startswith(f"{bound}."):
                        raise Failed(
                            f"On {system}, Python {python}, {name} {bound} has no wheel; the first "
                            f"version with one is {versions[name]}."
                        )
    return f"oldest and newest on {', '.join(SYSTEMS)} and Python {', '.join(PYTHONS)}"


# --- Environments.


def installation_checks(
    work_folder: Path, pythons: Sequence[str], wheel: Path, sdist: Path
) -> Iterator[Check]:
    """Yield the checks of installations.

    The wheel is installed with each Python and with each end of the version ranges, the sdist once.
    """
    extra = f"{wheel}[mcp]"
    for number, python in enumerate(pythons):
        for end in ENDS:
            folder = work_folder / f"{number}-{end}"
            name = f"Python {_number(python)}, {end}"
            yield name, partial(install, folder, python, wheel, end, play)
            folder = work_folder / f"{number}-{end}-mcp"
            yield f"{name}, mcp", partial(install, folder, python, extra, end, ask_server)
    yield (
        "sdist, newest",
        partial(install, work_folder / "sdist", pythons[0], sdist, "newest", play),
    )


def _number(python: str) -> str:
    return run(python, "-c", "import platform; print(platform.python_version())").strip()


Use = Callable[[Path, Path, Path], str]
"""A check that uses an installed package.

It takes a folder to work in, the command and its Python, and returns the result in words.
"""


def install(folder: Path, python: str, package: str | Path, end: str, use: Use) -> str:
    """Install a package into an empty environment, and use it."""
    versions = folder / "versions.txt"
    folder.mkdir()
    versions.write_text(resolve_versions(end, "--python", python), encoding="utf-8")
    run(*UV, "venv", "--python", python, folder / "venv")
    binaries = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    own_python = binaries / "python"
    run(*UV, "pip", "install", "--python", own_python, "--constraint", versions, package)
    run(*UV, "pip", "check", "--python", own_python)
    try:
        return use(folder, binaries / "eoc-sim", own_python)
    finally:
        shutil.rmtree(folder / "venv", ignore_errors=True)


def play(folder: Path, command: Path, python: Path) -> str:
    """Play, report and export with an installed command; hash the games."""
    cache = folder / "cache"
    check_version(run(command, "--version", folder=folder))
    run(command, "run", *GAMES, "--out", "run", folder=folder, EOC_SIM_CACHE=cache)
    run(command, "report", "run", "--xlsx", "run.xlsx", folder=folder, EOC_SIM_CACHE=cache)
    return "games " + run(python, "-P", "-c", SUMMARY, folder=folder, EOC_SIM_CACHE=cache).strip()


def ask_server(folder: Path, command: Path, python: Path) -> str:
    """Ask an installed server for the switches of a game."""
    run(command, "mcp", "--help", folder=folder)
    switches = run(python, "-P", "-c", QUERY, command, folder=folder).strip()
    return f"the server lists {switches} switches"


def check_version(output: str) -> str:
    """Check the output of --version, and return it."""
    if output.split() != ["eoc-sim", version()]:
        raise Failed(f'--version prints "{output.strip()}", not {version()}.')
    return output.strip()


# --- Tools that install commands.


def tools(work_folder: Path, wheel: Path) -> list[Check]:
    """Return a check for each tool that installs commands."""
    folders = {
        name: work_folder / name.lower()
        for name in ("UV_TOOL_DIR", "UV_TOOL_BIN_DIR", "PIPX_HOME", "PIPX_BIN_DIR", "PIPX_MAN_DIR")
    }

    def by_uv_tool() -> str:
        run(*UV, "tool", "install", wheel, **folders)
        return check_version(run(folders["UV_TOOL_BIN_DIR"] / "eoc-sim", "--version"))

    def by_pipx() -> str:
        run(*UV, "tool", "run", "pipx", "install", wheel, **folders)
        return check_version(run(folders["PIPX_BIN_DIR"] / "eoc-sim", "--version"))

    return [
        (
            "uvx",
            lambda: check_version(run(*UV, "tool", "run", "--from", wheel, "eoc-sim", "--version")),
        ),
        ("uv tool install", by_uv_tool),
        ("pipx install", by_pipx),
    ]


if __name__ == "__main__":
    sys.exit(main())
