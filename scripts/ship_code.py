"""Build a wheel with the built-in games' and strategies' machine code.

    python scripts/ship_code.py                    # for x86-64-v3, or generic elsewhere
    python scripts/ship_code.py --game eoc         # one game only
    python scripts/ship_code.py --cpu x86-64-v2 --features +sse4.2,+popcnt

The code fits the versions of Python, numba, llvmlite and numpy that run this script; with others,
or on an older processor, users compile as before. Only Linux on x86-64 has been tried.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
FOLDER = REPOSITORY / "simulator" / "kernel" / "shipped"
GAMES = ("eoc", "stadium", "eleven")
X86_64_V3 = (
    *("64bit", "avx", "avx2", "bmi", "bmi2", "cmov", "crc32", "cx16", "cx8", "f16c", "fma"),
    *("fxsr", "lzcnt", "mmx", "movbe", "popcnt", "sahf", "sse", "sse2", "sse3", "sse4.1"),
    *("sse4.2", "ssse3", "xsave"),
)
"""LLVM's names for the features of x86-64-v3: processors since about 2013."""
NAME = """
import json
from numba.core.registry import cpu_target
triple, cpu, features = cpu_target.target_context.codegen().magic_tuple()
print(json.dumps({"triple": triple, "cpu": cpu, "features": features}))
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Compile, and replace the shipped code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    of_x86 = platform.machine().lower() in ("x86_64", "amd64")
    parser.add_argument("--cpu", default="x86-64-v3" if of_x86 else "generic")
    parser.add_argument(
        "--features", default=",".join(f"+{one}" for one in X86_64_V3) if of_x86 else ""
    )
    parser.add_argument("--game", action="append", choices=GAMES, help="[default: all]")
    parser.add_argument("--dist", type=Path, default=REPOSITORY / "dist", help="the wheel's folder")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "cache"
        cache.mkdir(0o700)
        environment = {
            **os.environ,
            "EOC_SIM_CACHE": str(cache),
            "NUMBA_CPU_NAME": options.cpu,
            "NUMBA_CPU_FEATURES": options.features,
        }
        for game in options.game or GAMES:
            warmup = ("-m", "eoc_sim", "warmup", "--game", game)
            subprocess.run([sys.executable, *warmup], env=environment, check=True)
        target = subprocess.run(
            [sys.executable, "-c", NAME], env=environment, check=True, capture_output=True
        ).stdout
        try:
            keep(cache, json.loads(target))
            build(options.dist.resolve())
        finally:
            shutil.rmtree(FOLDER, ignore_errors=True)
    return 0


def keep(cache: Path, target: dict[str, str]) -> None:
    """Copy the code of a cache, and write down its target."""
    for file in sorted(cache.rglob("*.code")):
        kept = FOLDER / file.relative_to(cache)
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, kept)
    (FOLDER / "target.json").write_text(json.dumps(target, indent=1) + "\n", encoding="utf-8")


def build(dist: Path) -> None:
    """Build the wheel, whose tag names this Python and system."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    system = "manylinux_2_28" if sys.platform == "linux" else sys.platform
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(dist)]
    for option in (
        f"--plat-name={system}_{platform.machine()}",
        f"--python-tag={python}",
    ):
        command.append(f"--config-setting=--build-option={option}")
    subprocess.run([*command, str(REPOSITORY)], check=True)


if __name__ == "__main__":
    sys.exit(main())
