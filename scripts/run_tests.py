"""Install the package and run its tests, on any system.

python scripts/run_tests.py [PYTEST ARGUMENTS]

The script installs the tested versions of all dependencies into the Python that runs
it. `make test` does the same in a virtual environment.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
INSTALL = ("pip", "install", "--quiet", "-c", "constraints.txt", "-e", ".[test]")
PARALLEL = ("-n", "auto", "--maxprocesses", "4", "--dist", "loadfile", "--no-loadscope-reorder")


def main() -> int:
    """Install the package, run its tests, and return pytest's exit code."""
    subprocess.run([sys.executable, "-m", *INSTALL], cwd=REPOSITORY, check=True)
    tests = [sys.executable, "-m", "pytest", *PARALLEL, *sys.argv[1:]]
    return subprocess.run(tests, cwd=REPOSITORY).returncode


if __name__ == "__main__":
    sys.exit(main())
