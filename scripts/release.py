"""Make a release: version, changelog section, checks, commit, tag and wheel.

    python scripts/release.py 0.2.0

The script needs a clean checkout and an [Unreleased] section with entries. If a check fails, it
restores the files and stops. After the release, dist/ has the wheel and the sdist, and another
commit begins the next version. `git push --follow-tags` then starts the workflow that publishes the
release.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
VERSION_FILE = Path("eoc_sim", "version.py")
CHANGELOG = Path("CHANGELOG.md")
UNRELEASED = "## [Unreleased]\n"
RELEASE = re.compile(r"(\d+)\.(\d+)\.(\d+)")
CHECKS = (
    ("make", "lint"),
    ("make", "test"),
    ("make", "wheel"),
)


class Refused(Exception):
    """The release cannot be made; the message says why."""


def main() -> int:
    """Make the release that the command line names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("version", help="the new version, such as 0.2.0")
    try:
        release(REPOSITORY, parser.parse_args().version, CHECKS)
    except Refused as error:
        print(f"Error: {error}", file=sys.stderr)
        return 2
    print("To publish it: git push --follow-tags")
    return 0


def release(repository: Path, version: str, checks: Sequence[Sequence[str]]) -> None:
    """Release a version, and begin the next one.

    Raises:
        Refused: The version cannot be released, or a check failed.
    """
    _check_can_be_released(repository, version)
    try:
        write_version(repository, version)
        _close_section(repository, version)
        for command in checks:
            _run(repository, *command)
    except BaseException:
        _git(repository, "checkout", "--", str(VERSION_FILE), str(CHANGELOG))
        raise
    _commit(repository, f"Release {version}")
    _git(repository, "tag", "--annotate", f"v{version}", "--message", f"Release {version}")
    check_agreement(repository)
    _run(repository, sys.executable, "-m", "build", "--outdir", "dist", ".")
    major, minor, _ = version.split(".")
    write_version(repository, f"{major}.{int(minor) + 1}.0.dev0")
    _commit(repository, f"Begin version {major}.{int(minor) + 1}.0")


def check_agreement(repository: Path) -> str:
    """Check that the version agrees with the latest tag.

    The tagged commit has the tag's version; later commits have a later development version.

    Raises:
        Refused: `git describe` and the version disagree.
    """
    description = _git(repository, "describe", "--tags", "--match", "v[0-9]*").removeprefix("v")
    tag, *since = description.split("-")
    version = read_version(repository)
    agrees = _numbers(version) > _numbers(tag) if since else version == tag
    if not agrees or (since and not version.endswith(".dev0")):
        raise Refused(f"git describe says {description}, and --version says {version}.")
    return version


def read_version(repository: Path) -> str:
    """Return the version in the package."""
    return re.findall(r'"(.*)"', (repository / VERSION_FILE).read_text(encoding="utf-8"))[-1]


def write_version(repository: Path, version: str) -> None:
    """Write the version into the package."""
    file = repository / VERSION_FILE
    text = re.sub(r'(?<=__version__ = ").*(?=")', version, file.read_text(encoding="utf-8"))
    file.write_text(text, encoding="utf-8", newline="\n")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.removesuffix(".dev0").split(".")))


def _check_can_be_released(repository: Path, version: str) -> None:
    if not RELEASE.fullmatch(version):
        raise Refused(f'"{version}" is not a version: three numbers were expected, such as 0.2.0.')
    if changes := _git(repository, "status", "--porcelain"):
        raise Refused(f"there are uncommitted changes:\n{changes}")
    for tag in _git(repository, "tag", "--list", "v[0-9]*").split():
        if _numbers(tag.removeprefix("v")) >= _numbers(version):
            raise Refused(f"{version} is not later than {tag}, which has already been released.")
    entries = (repository / CHANGELOG).read_text(encoding="utf-8").partition(UNRELEASED)[2]
    if not re.search(r"^- ", entries.partition("\n## [")[0], re.M):
        raise Refused(f"{CHANGELOG} has no entry under {UNRELEASED.strip()}.")


def _close_section(repository: Path, version: str) -> None:
    """Give the entries under [Unreleased] the version and today's date."""
    file = repository / CHANGELOG
    text = file.read_text(encoding="utf-8")
    heading = f"{UNRELEASED}\n## [{version}] - {date.today().isoformat()}\n"
    file.write_text(text.replace(UNRELEASED, heading, 1), encoding="utf-8", newline="\n")


def _commit(repository: Path, subject: str) -> None:
    _git(repository, "commit", "--all", "--quiet", "--message", subject)


def _run(repository: Path, *command: str) -> None:
    print("$", *command, flush=True)
    if subprocess.run(command, cwd=repository).returncode:
        raise Refused(f"{' '.join(command)} failed.")


def _git(repository: Path, *arguments: str) -> str:
    answer = subprocess.run(
        ["git", *arguments], cwd=repository, capture_output=True, encoding="utf-8"
    )
    if answer.returncode:
        raise Refused(f"git {' '.join(arguments)}: {answer.stderr.strip()}")
    return answer.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
