"""``python -m eoc_sim``: the same as the command ``eoc-sim``."""

from __future__ import annotations

import os
import sys

# `python -m` looks in the current folder first, where somebody's random.py or numpy.py may stand.
if sys.path and sys.path[0] in ("", os.getcwd()):
    sys.path.append(sys.path.pop(0))

from eoc_sim.cli import main

if __name__ == "__main__":
    main()
