"""Prepare commits to compare with, each in its own environment."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
RELEASES = "v[0-9]*"
"""A pattern for the tags of releases."""
INSTALLED_MARK = ".installed"


class NotCompared(Exception):
    """Raised if a comparison is impossible; the message is the reason."""


@dataclass(frozen=True)
class Side:
    """One side of a comparison: its displayed name, folder and Python."""

    name: str
    folder: Path
    python: Path


def _git(repository: Path, *arguments: str) -> bytes:
    try:
        process = subprocess.run(["git", "-C", repository, *arguments], capture_output=True)
    except OSError:
        raise NotCompared("git, which is needed for the other commits, is not installed.") from None
    if process.returncode != 0:
        errors = process.stderr.decode(errors="replace").strip().splitlines()
        raise NotCompared(errors[-1] if errors else f"git {arguments[0]} failed.")
    return process.stdout


def this_side(repository: Path = REPOSITORY) -> Side:
    """Return the current code, including edits, with the running Python."""
    try:
        short = _git(repository, "rev-parse", "--short", "HEAD").decode().strip()
        edits = _git(repository, "status", "--porcelain", "--untracked-files=no")
        name = f"this code ({short}{' with edits' if edits else ''})"
    except NotCompared:
        name = "this code"
    return Side(name, repository, Path(sys.executable))


def last_release(repository: Path = REPOSITORY) -> str:
    """Return the tag of the last release before this commit.

    Raises:
        NotCompared: There is no such release, or no history.
    """
    try:
        tags = _git(repository, "tag", "--list", RELEASES, "--merged", "HEAD").decode().split()
        own = _git(repository, "tag", "--points-at", "HEAD").decode().split()
    except NotCompared as error:
        raise NotCompared(f"this folder has no history: {error}") from None
    if not set(tags) - set(own):
        raise NotCompared("no release before this commit is known here (no tag such as v1.0).")
    exclusions = [f"--exclude={tag}" for tag in own]
    nearest = _git(
        repository, "describe", "--tags", "--abbrev=0", f"--match={RELEASES}", *exclusions, "HEAD"
    )
    return nearest.decode().strip()


def prepare(
    commit: str, folder: Path, notify: Callable[[str], None], repository: Path = REPOSITORY
) -> Side:
    """Prepare a commit's code under ``folder`` with its own environment.

    An environment that is already installed is reused.

    Raises:
        NotCompared: There is no such commit, or its environment cannot be installed.
    """
    try:
        output = _git(repository, "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}")
    except NotCompared:
        raise NotCompared(f'there is no commit "{commit}" here.') from None
    sha = output.decode().strip()
    environment = folder / sha[:12]
    side = Side(f"{commit} ({sha[:7]})", environment, environment / ".venv" / _python())
    if (environment / INSTALLED_MARK).is_file():
        return side
    notify(f"Installing {side.name} in {environment}; this takes a minute or two, once.")
    shutil.rmtree(environment, ignore_errors=True)
    environment.mkdir(parents=True)
    with tarfile.open(fileobj=io.BytesIO(_git(repository, "archive", sha))) as files:
        files.extractall(environment, filter="data")
    _install(side)
    (environment / INSTALLED_MARK).touch()
    return side


def _python() -> str:
    return "Scripts/python.exe" if sys.platform == "win32" else "bin/python"


def _install(side: Side) -> None:
    constraints = side.folder / "constraints.txt"
    pip = [
        side.python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--retries",
        "1",
        "--timeout",
        "15",
        *(("-c", constraints) if constraints.is_file() else ()),
        "-e",
        ".",
    ]
    _run([sys.executable, "-m", "venv", side.folder / ".venv"], side)
    _run(pip, side)


def _run(command: Sequence[str | Path], side: Side) -> None:
    process = subprocess.run(command, cwd=side.folder, capture_output=True, text=True)
    if process.returncode != 0:
        lines = [line for line in (process.stdout + process.stderr).splitlines() if line.strip()]
        raise NotCompared(
            f"{side.name} cannot be installed here: {lines[-1] if lines else 'no reason is known'}"
        )
