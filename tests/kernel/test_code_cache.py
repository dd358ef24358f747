"""The folder of compiled code: permitted writers, loaded code, and invalid folders."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel import code_cache, compiled
from eoc_sim.simulator.kernel.code_cache import drop_old_caches, make_folder, private_folder
from eoc_sim.simulator.kernel.compiled import COMPILED, cache_in

compiled_only = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
modes_only = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders have no modes")

OVERLOADS = """import os, sys, time
from pathlib import Path

sys.path.insert(0, {folder!r})
pauses = list(map(float, sys.argv[2:]))
replace = os.replace


def replace_slowly(*names):
    time.sleep(pauses.pop(0) if pauses else 0)
    replace(*names)


import doubling

os.replace = replace_slowly
numbers = {{"int": 4, "float": 4.5}}
if pauses:
    Path({folder!r}, "ready-" + sys.argv[1]).touch()
    while len(list(Path({folder!r}).glob("ready-*"))) < 2:
        time.sleep(0.01)
for name in sys.argv[1].split(","):
    assert doubling.twice(numbers[name]) == 2 * numbers[name], name
print(sum(doubling.twice.stats.cache_hits.values()))
"""
DOUBLING = """from eoc_sim.simulator.kernel.compiled import compiled_entry


@compiled_entry
def twice(number):
    return 2 * number
"""


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """Return the path of one test's cache, which does not exist yet."""
    monkeypatch.setenv("EOC_SIM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(code_cache, "_noted_folders", [])
    return tmp_path / "cache"


def process(folder, *arguments):
    """Start a process that calls `twice` with numbers of the types in the first argument.

    Each further argument is a pause, in seconds, before the process moves a file into place.
    """
    (folder / "doubling.py").write_text(DOUBLING, encoding="utf-8")
    program = OVERLOADS.format(folder=str(folder))
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def output_of(process):
    """Return the output of a process that must succeed."""
    output, errors = process.communicate()
    assert process.returncode == 0, errors
    return output.strip()


@pytest.mark.slow
@compiled_only
def test_two_processes_compile_two_overloads_at_once(cache, tmp_path):
    """Each process writes after the other has begun; a later process finds both overloads."""
    processes = [
        process(tmp_path, "int", "1.5", "3"),
        process(tmp_path, "float", "3", "0.1"),
    ]
    assert list(map(output_of, processes)) == ["0", "0"]
    assert output_of(process(tmp_path, "int,float")) == "2"


@compiled_only
def test_flipped_bytes_are_never_run(cache, tmp_path):
    """Wherever the bytes are, the code is recompiled, and the file is intact the next time."""
    assert output_of(process(tmp_path, "int,float")) == "0"
    files = sorted(cache.rglob("*.code"))
    assert len(files) == 2
    for part in range(4):
        for file in files:
            written = file.read_bytes()
            start = part * (len(written) - 1) // 3
            place = slice(start, start + 40)
            damaged = bytes(byte ^ 0xFF for byte in written[place])
            file.write_bytes(written[: place.start] + damaged + written[place.stop :])
        assert output_of(process(tmp_path, "int,float")) == "0"
    assert output_of(process(tmp_path, "int,float")) == "2"


@pytest.mark.slow
@compiled_only
def test_code_of_another_signature_is_not_run(cache, tmp_path):
    """A copy of another signature's file counts as damaged."""
    output_of(process(tmp_path, "int,float"))
    one, two = sorted(cache.rglob("*.code"))
    one.write_bytes(two.read_bytes())
    assert output_of(process(tmp_path, "int,float")) == "1"


@compiled_only
@modes_only
def test_a_file_that_others_can_write_is_not_loaded(cache, tmp_path):
    output_of(process(tmp_path, "int"))
    (file,) = cache.rglob("*.code")
    file.chmod(0o666)
    assert output_of(process(tmp_path, "int")) == "0"
    assert file.stat().st_mode & 0o777 == 0o644
    assert output_of(process(tmp_path, "int")) == "1"


@modes_only
def test_folders_are_created_only_for_their_owner(cache):
    before = os.umask(0)
    try:
        folder = private_folder(cache / "code")
    finally:
        os.umask(before)
    assert folder == cache / "code"
    assert [path.stat().st_mode & 0o777 for path in (cache, folder)] == [0o700, 0o700]


@modes_only
@pytest.mark.parametrize("where", ["code", ".", ".."])
def test_a_folder_that_others_can_write_is_refused(cache, where):
    """The error prints the command that repairs the folder, even one above the cache."""
    make_folder(cache / "parent" / "code")
    root = cache / "parent"
    open_folder = (root / where).resolve() if where != "code" else root / "code"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EOC_SIM_CACHE", str(root))
        open_folder.chmod(0o775)
        with pytest.raises(InputError, match=f"To fix this: chmod go-w {open_folder}[.] ") as error:
            private_folder(root / "code")
        assert str(root) in str(error.value)
        subprocess.run(["chmod", "go-w", open_folder], check=True)
        assert private_folder(root / "code") == root / "code"


@modes_only
def test_a_sticky_folder_can_be_a_parent_but_not_a_cache(cache, tmp_path, monkeypatch):
    """In /tmp nobody can replace others' files, but every user can add one."""
    tmp_path.chmod(0o1777)
    assert private_folder(cache / "code") == cache / "code"
    monkeypatch.setenv("EOC_SIM_CACHE", str(tmp_path))
    with pytest.raises(InputError, match=f"a folder of your own, such as {tmp_path}/eoc-sim"):
        private_folder(tmp_path / "code")


@modes_only
@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away"
)
@pytest.mark.parametrize("place", ["cache", "cache/code", "."])
def test_a_folder_of_another_user_is_refused(cache, tmp_path, place):
    make_folder(cache / "code")
    os.chown(tmp_path / place, 12345, -1)
    with pytest.raises(InputError, match=r"belongs to another user .ID 12345."):
        private_folder(cache / "code")


@modes_only
def test_a_link_to_a_folder_that_others_can_write_is_refused(cache, tmp_path):
    make_folder(cache)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    elsewhere.chmod(0o777)
    (cache / "code").symlink_to(elsewhere)
    with pytest.raises(InputError, match=f"chmod go-w {elsewhere}"):
        private_folder(cache / "code")


def test_without_permissions_nothing_is_checked(cache, monkeypatch):
    """On Windows the cache is in the profile folder."""
    make_folder(cache)
    cache.chmod(0o777)
    monkeypatch.delattr(os, "geteuid", raising=False)
    assert private_folder(cache / "code") == cache / "code"


@compiled_only
@modes_only
def test_a_command_refuses_a_cache_that_others_can_write_to(cache, tmp_path):
    """The command prints a message and exits with code 2."""
    make_folder(cache)
    cache.chmod(0o777)
    finished = subprocess.run(
        [sys.executable, "-m", "eoc_sim", "run", "--games", "2", "--out", str(tmp_path / "run")],
        capture_output=True,
        text=True,
    )
    assert finished.returncode == 2
    assert finished.stderr == (
        f"Error: Compiled code is not loaded from {cache}: other users can write to {cache}, and "
        f"could put code there. To fix this: chmod go-w {cache}. Or set EOC_SIM_CACHE to a folder "
        "of your own.\n"
    )


@compiled_only
def test_code_that_cannot_be_kept_runs_with_one_notice(cache, monkeypatch, tmp_path, capsys):
    """On a read-only file system, existing code is loaded and other code compiled."""
    output_of(process(tmp_path, "int"))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "doubling", raising=False)

    def refuse(*_, **__):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(compiled, "can_be_written", lambda folder: False)
    monkeypatch.setattr(os, "replace", refuse)
    import doubling  # type: ignore[import-not-found]

    assert doubling.twice(4) == 8 and sum(doubling.twice.stats.cache_hits.values()) == 1
    assert capsys.readouterr().err == ""
    assert doubling.twice(4.5) == 9 and doubling.twice(4j) == 8j
    output = capsys.readouterr().err
    assert output.count("\n") == 1
    assert f"Compiled code cannot be kept in {cache}: Read-only file system. Set" in output
    assert compiled.compile_apart(doubling.twice, "doubling", "twice") is None
    assert [file.suffix for file in cache.rglob("*.*") if file.is_file()] == [".code"]
    assert capsys.readouterr().err == ""


def test_only_caches_are_deleted(cache, monkeypatch, tmp_path):
    """EOC_SIM_CACHE may name a folder with other content."""
    long_ago = time.time() - 40 * 86400
    names = {"0123456789abcdef": False, "sent-0123456789abcdef": False, "pictures": True}
    for name in names:
        make_folder(cache / name)
        os.utime(cache / name, (long_ago, long_ago))
    drop_old_caches()
    assert {name: (cache / name).exists() for name in names} == names


@compiled_only
def test_a_missing_cache_is_created(cache):
    with cache_in(cache / "code"):
        assert Path(cache / "code").is_dir()


@pytest.mark.parametrize("name", ["file", "/dev/null"])
def test_a_cache_that_is_a_file_is_refused(cache, tmp_path, monkeypatch, name):
    """A device is refused in the same way."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("EOC_SIM_CACHE", str(tmp_path / name))
    with pytest.raises(InputError, match=r"is not a folder\. Set EOC_SIM_CACHE"):
        private_folder(tmp_path / name / "code")
