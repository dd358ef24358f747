"""Play the golden games again and write their traces.

With ``--check`` the script writes no file. It lists the games that differ, shows the first
differing line of each, and exits with 1 if there are any or if the changelog needs an entry.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from golden.games import TRACES, changelog_advice, difference, golden_games


def main() -> int:
    """Write or check every golden game and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; exit with 1 if a game differs or the changelog needs an entry",
    )
    check = parser.parse_args().check
    games = golden_games()
    changes = 0
    for game in games:
        lines = game.play()
        report = difference(game, game.golden(), lines)
        if report:
            changes += 1
            print(report)
            if not check:
                game.file.write_text("\n".join([*lines, ""]), encoding="utf-8", newline="\n")
    for file in sorted(set(TRACES.glob("*.jsonl")) - {game.file for game in games}):
        changes += 1
        print(f"{file.stem}: games.toml has no such game")
        if not check:
            file.unlink()
    verb = "differs" if changes == 1 else "differ"
    print(f"{len(games)} golden games; {changes} {verb if check else 'written or removed'}.")
    advice = "" if check and changes else changelog_advice(games)
    if advice:
        print(advice)
    return 1 if check and (changes or advice) else 0


if __name__ == "__main__":
    sys.exit(main())
