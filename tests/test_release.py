"""A release takes one command, and its tag, version and wheel agree."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "eoc-sim"
dynamic = ["version"]
[tool.setuptools]
packages = ["eoc_sim"]
[tool.setuptools.dynamic]
version = { attr = "eoc_sim.version.__version__" }
"""


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


release = script("release")


def git(folder: Path, *arguments: str) -> str:
    answer = subprocess.run(
        ["git", *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return answer.stdout.strip()


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a small repository with release 0.1.0 and an entry for the next."""
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Tester")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "tester@example.org")
    (tmp_path / "eoc_sim").mkdir()
    (tmp_path / "eoc_sim" / "version.py").write_text('"""Doc."""\n\n__version__ = "0.1.0"\n')
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / ".gitignore").write_text("dist/\nbuild/\n*.egg-info/\n")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - then\n")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "First")
    git(tmp_path, "tag", "-a", "v0.1.0", "-m", "First")
    changelog = "# Changelog\n\n## [Unreleased]\n\n- A thing.\n\n## [0.1.0] - then\n"
    (tmp_path / "CHANGELOG.md").write_text(changelog)
    release.write_version(tmp_path, "0.2.0.dev0")
    git(tmp_path, "commit", "--quiet", "-a", "-m", "Add a thing")
    return tmp_path


@pytest.mark.slow
def test_a_release_is_one_command(project: Path):
    release.release(project, "0.2.0", [("true",)])
    tagged = git(project, "show", "v0.2.0:CHANGELOG.md")
    assert "## [Unreleased]\n\n## [0.2.0] - 20" in tagged and tagged.count("A thing") == 1
    assert '"0.2.0"' in git(project, "show", "v0.2.0:eoc_sim/version.py")
    assert release.read_version(project) == "0.3.0.dev0"
    assert release.check_agreement(project) == "0.3.0.dev0"
    git(project, "checkout", "--quiet", "v0.2.0")
    assert git(project, "describe") == "v" + release.check_agreement(project) == "v0.2.0"
    (wheel,) = (project / "dist").glob("*.whl")
    assert b'"0.2.0"' in ZipFile(wheel).read("eoc_sim/version.py")


def test_a_failed_check_leaves_everything_unchanged(project: Path):
    before = git(project, "rev-parse", "HEAD")
    with pytest.raises(release.Refused, match="false failed"):
        release.release(project, "0.2.0", [("false",)])
    assert git(project, "status", "--porcelain") == "" == git(project, "tag", "-l", "v0.2.0")
    assert git(project, "rev-parse", "HEAD") == before


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        ("0.2", "three numbers were expected"),
        ("0.1.0", "0.1.0 is not later than v0.1.0"),
        ("0.0.9", "0.0.9 is not later than v0.1.0"),
    ],
)
def test_a_wrong_version_is_refused(project: Path, version: str, reason: str):
    with pytest.raises(release.Refused, match=reason):
        release.release(project, version, [])


def test_uncommitted_or_undescribed_changes_are_refused(project: Path):
    (project / "new.txt").write_text("")
    with pytest.raises(release.Refused, match=r"(?s)uncommitted changes:.*new\.txt"):
        release.release(project, "0.2.0", [])
    (project / "new.txt").unlink()
    (project / "CHANGELOG.md").write_text("## [Unreleased]\n\n## [0.1.0] - then\n\n- A thing.\n")
    git(project, "commit", "--quiet", "-a", "-m", "Forget it")
    with pytest.raises(release.Refused, match="no entry under"):
        release.release(project, "0.2.0", [])


def test_a_version_that_contradicts_the_tag_is_refused(project: Path):
    for wrong in ("0.1.0", "0.1.0.dev0", "0.2.0"):
        release.write_version(project, wrong)
        with pytest.raises(release.Refused, match=rf"describe says 0\.1\.0-1-.* says {wrong}"):
            release.check_agreement(project)


def test_this_version_agrees_with_git():
    """In a checkout without tags, or in an sdist, there is nothing to compare."""
    try:
        git(ROOT, "describe", "--tags", "--match", "v[0-9]*")
    except (subprocess.CalledProcessError, FileNotFoundError):
        pytest.skip("no release is known here")
    release.check_agreement(ROOT)


# --- Workflows.


def test_workflows_follow_the_schema():
    pytest.importorskip("check_jsonschema")
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema"]
    answer = subprocess.run(
        [*check, "vendor.github-workflows", *map(str, WORKFLOWS)], capture_output=True, text=True
    )
    assert answer.returncode == 0, answer.stdout


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_steps_call_make_targets_or_scripts(workflow: Path):
    """Each step calls a make target or a script in this repository."""
    yaml = pytest.importorskip("yaml")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"]
    for step in (step for job in jobs.values() for step in job["steps"] if "run" in step):
        command, words = step["run"], step["run"].split()
        if words[0] == "make":
            assert f"\n{words[1]}:" in makefile, command
        else:
            assert words[0] == "python" and (ROOT / words[1]).is_file(), command
