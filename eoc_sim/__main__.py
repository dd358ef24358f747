"""The entry point of ``eoc-sim`` and ``python -m eoc_sim``.

It imports no heavy library, so Ctrl-C is handled even while the command line is being imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import NoReturn


def main() -> None:
    """Run the script ``eoc-sim`` and end with its exit code."""
    end: Callable[[int], NoReturn] = sys.exit
    try:
        from eoc_sim.cli import interrupting, run_command_line
        from eoc_sim.cli.starting import end_quickly, start_quickly

        end = interrupting.end
        start_quickly(*sys.argv[1:2])
        interrupting.end_after_interrupt()
        code = run_command_line(sys.argv[1:])
        end_quickly()
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        code = 130  # eoc_sim.cli.exit_codes.INTERRUPTED, which may not be imported yet
    end(code)


if __name__ == "__main__":
    # `python -m` searches the current folder first, which may contain a random.py or numpy.py.
    if sys.path and sys.path[0] in ("", os.getcwd()):
        sys.path.append(sys.path.pop(0))
    main()
