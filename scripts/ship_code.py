"""Build a wheel with the built-in games' machine code, and try it.

    python scripts/ship_code.py                                 # with this Python
    python scripts/ship_code.py --python python3.12 --python python3.13
    python scripts/ship_code.py --game eoc                      # one game only
    python scripts/ship_code.py --cpu x86-64-v2 --features +sse4.2,+popcnt

The code is for x86-64-v3, or for the generic processor of another architecture. It fits one
version of Python and the newest numba, llvmlite and numpy; with other versions, or on an older
processor, the user's computer compiles the games. Each wheel is then installed into an empty
environment, where every game must play without compiling. Only Linux on x86-64 has been tried.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import sys
import tempfile
import time
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from check_install import REPOSITORY, UV, Check, Failed, report, resolve_versions, run

FOLDER = Path("simulator", "kernel", "shipped")
GAMES = ("eoc", "stadium", "eleven")
X86_64_V3 = (
    *("64bit", "avx", "avx2", "bmi", "bmi2", "cmov", "crc32", "cx16", "cx8", "f16c", "fma"),
    *("fxsr", "lzcnt", "mmx", "movbe", "popcnt", "sahf", "sse", "sse2", "sse3", "sse4.1"),
    *("sse4.2", "ssse3", "xsave"),
)
"""LLVM's names for the features of x86-64-v3: processors since about 2013."""
TARGET_SCRIPT = """
import json, sys
from numba.core.registry import cpu_target
triple, cpu, features = cpu_target.target_context.codegen().magic_tuple()
names = {"triple": triple, "cpu": cpu, "features": features}
print(json.dumps([names, f"cp{sys.version_info.major}{sys.version_info.minor}", sys.platform]))
"""
"""Prints the compiler's target, the Python tag and the platform."""
SIMULATOR = ("-P", "-m", "eoc_sim")
"""Options that start the installed package, not the current folder's."""
RUN_OPTIONS = ("--games", "200", "--seed", "1", "--quiet", "--no-history")


def main(arguments: Sequence[str] | None = None) -> int:
    """Build and try the wheels that the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    is_x86 = platform.machine().lower() in ("x86_64", "amd64")
    parser.add_argument("--python", action="append", metavar="PATH", help="[default: this one]")
    parser.add_argument("--cpu", default="x86-64-v3" if is_x86 else "generic")
    parser.add_argument(
        "--features", default=",".join(f"+{feature}" for feature in X86_64_V3) if is_x86 else ""
    )
    parser.add_argument("--game", action="append", choices=GAMES, help="[default: all]")
    parser.add_argument("--dist", type=Path, default=REPOSITORY / "dist", help="the wheels' folder")
    options = parser.parse_args(arguments)
    target = {"NUMBA_CPU_NAME": options.cpu, "NUMBA_CPU_FEATURES": options.features}
    games = options.game or GAMES
    with tempfile.TemporaryDirectory(prefix="eoc-sim-ship-") as folder:
        return report(
            [
                check
                for number, python in enumerate(options.python or [sys.executable])
                for check in checks(
                    Path(folder, str(number)), python, target, games, options.dist.resolve()
                )
            ]
        )


def checks(
    work_folder: Path, python: str, target: Mapping[str, str], games: Sequence[str], dist: Path
) -> list[Check]:
    """Return the steps with one Python: build, and play each game."""
    wheels: list[Path] = []

    def building() -> str:
        wheels.append(build_wheel(work_folder, python, target, games, dist))
        return f"{wheels[0].name}, {wheels[0].stat().st_size / 1e6:.1f} MB"

    def playing(game: str) -> str:
        if not wheels:
            raise Failed("There is no wheel.")
        return play(work_folder, python, wheels[0], game)

    return [
        (f"{python}, wheel", building),
        *((f"{python}, {game}", lambda game=game: playing(game)) for game in games),
    ]


def build_wheel(
    work_folder: Path, python: str, target: Mapping[str, str], games: Sequence[str], dist: Path
) -> Path:
    """Compile the games, and build a wheel with their code."""
    source, cache = work_folder / "source", work_folder / "cache"
    run("git", "checkout-index", "--all", f"--prefix={source}/")
    compiler = environment(work_folder, "compiler", python, "--editable", source, "build")
    cache.mkdir(0o700)
    variables: dict[str, str | Path] = {"EOC_SIM_CACHE": cache, **target}
    for game in games:
        run(compiler, *SIMULATOR, "warmup", "--game", game, folder=work_folder, **variables)
        # A first run compiles code that the warm-up does not; ship it too.
        first_run(compiler, game, work_folder, variables)
        print(f"{python}, code so far: {zipped_size(cache) / 1e6:.1f} MB ({game})", flush=True)
    names, tag, system = json.loads(
        run(compiler, "-c", TARGET_SCRIPT, folder=REPOSITORY, **variables)
    )
    keep(cache, source / FOLDER, names)
    return build(compiler, source, dist, tag, system)


def first_run(
    python: Path, game: str, work_folder: Path, variables: Mapping[str, str | Path]
) -> None:
    """Play the kind of run that a user plays first."""
    words = ("run", "--game", game, *RUN_OPTIONS, "--out", game, "--fresh")
    run(python, *SIMULATOR, *words, folder=work_folder, **variables)


def environment(work_folder: Path, name: str, python: str, *packages: str | Path) -> Path:
    """Create an environment with packages and their newest dependencies; return its Python."""
    versions = work_folder / "versions.txt"
    work_folder.mkdir(exist_ok=True)
    versions.write_text(resolve_versions("newest", "--python", python), encoding="utf-8")
    run(*UV, "venv", "--python", python, work_folder / name)
    own_python = work_folder / name / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(*UV, "pip", "install", "--python", own_python, "--constraint", versions, *packages)
    return own_python


def zipped_size(cache: Path) -> int:
    """Return the size of a cache's code in a wheel, in bytes."""
    return sum(len(zlib.compress(file.read_bytes())) for file in cache.rglob("*.code"))


def keep(cache: Path, folder: Path, target: Mapping[str, str]) -> None:
    """Copy the code of a cache, and record its target."""
    for file in sorted(cache.rglob("*.code")):
        copy = folder / file.relative_to(cache)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    (folder / "target.json").write_text(json.dumps(target, indent=1) + "\n", encoding="utf-8")


def build(python: Path, source: Path, dist: Path, tag: str, system: str) -> Path:
    """Build the wheel, and name it after the Python and the system."""
    where = f"{'manylinux_2_28' if system == 'linux' else system}_{platform.machine()}"
    tags = (f"--plat-name={where}", f"--python-tag={tag}")
    settings = [f"--config-setting=--build-option={option}" for option in tags]
    run(python, "-m", "build", "--wheel", "--outdir", dist, *settings, source)
    return max(dist.glob(f"*-{tag}-none-{where}.whl"), key=lambda wheel: wheel.stat().st_mtime)


def play(work_folder: Path, python: str, wheel: Path, game: str) -> str:
    """Play a game from the wheel, in an empty environment, without compiling."""
    user = work_folder / "user"
    if not user.exists():
        environment(work_folder, "user", python, wheel)
    own_python = user / ("Scripts" if os.name == "nt" else "bin") / "python"
    cache = work_folder / f"{game}-cache"
    start = time.monotonic()
    first_run(own_python, game, work_folder, {"EOC_SIM_CACHE": cache})
    seconds = time.monotonic() - start
    if compiled_files := sorted(str(file.relative_to(cache)) for file in cache.rglob("*.code")):
        raise Failed(
            f"The first run compiled functions ({len(compiled_files)}):\n"
            + "\n".join(compiled_files[:20])
        )
    return f"a first run of 200 games in {seconds:.0f} s"


if __name__ == "__main__":
    sys.exit(main())
