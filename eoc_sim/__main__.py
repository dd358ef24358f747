"""``python -m eoc_sim``: the same as the command ``eoc-sim``."""

from __future__ import annotations

from eoc_sim.cli import main

if __name__ == "__main__":
    main()
