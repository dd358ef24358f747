"""Makes the shipped presets by ``eoc-sim tune``: what makes a character is fixed, the rest tuned.

Each begins with the shipped preset of its name and takes its place, with the evidence in it, if
games that it was not tuned on show a gain. Not tuned is `beginner`, who is meant to be weak. All of
them in turn take about ten minutes:

    python scripts/tune_presets.py                  all
    python scripts/tune_presets.py hoarder vegas    these
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from eoc_sim.simulator.eoc.engine import strategy_folders

COMMON = {"whim": 15, "price_weight": 7}
"""All of them draft with the same taste for chance, and mind prices alike."""
LINE_UP = ("hoarder", "quick_start", "vegas", "marketing_drip")
PLANNERS = ("balanced",) * 3
GAMES, SEED = 12_000, 2026
RESULTS = Path("results") / "presets"


@dataclass(frozen=True)
class Character:
    """What a preset is: a comment for its first lines, and the parameters that make it so.

    ``generations`` is how long it is searched for.
    """

    comment: tuple[str, ...]
    fixed: dict[str, float]
    generations: int = 20


CHARACTERS = {
    "hoarder": Character(
        ("The long game: dice at full value, EC gathered for a blow-out in fall, few purchases",
         "before it."),
        {"wait_percent": -5, "june": 100, "august": 110, "september": 150, "october": 150,
         "november": 120, "crowding": 0, "bet_first": 0},
    ),
    "quick_start": Character(
        ("The quick start: EC soon rather than many, so big dice often at half value, and recruits",
         "early; BB go to runners that carry leftover EC ahead."),
        {"wait_percent": 10, "april": 100, "may": 100, "june": 100, "august": 100,
         "september": 100, "runner_least": 2, "bet_first": 0},
        generations=30,
    ),
    "vegas": Character(
        ("Vegas: EC that do not buy much become bets, and cards that bring bets are sought.",),
        {"bet_worth": 16, "least_rate": 5, "bet_first": 1},
    ),
    "marketing_drip": Character(
        ("Marketing drip: a campaign every month, before BB go to anything else.",),
        {"market_early": 1, "buck_worth": 9, "bet_first": 0},
    ),
    "region_specialist": Character(
        ("Recruits of the own region above all; positions and the Recruiting Board come as they",
         "come."),
        {"region_recruit": 300, "new_position": 0, "board_worth": 0},
    ),
    "position_collector": Character(
        ("All eight positions and the Recruiting Board first, wherever the recruits are.",),
        {"new_position": 150, "board_worth": 300, "region_recruit": 0},
    ),
    "card_engine": Character(
        ("Cards before recruits, and cards that bring EC.",),
        {"card_favour": 4, "ec_worth": 14, "region_recruit": 30, "new_position": 0},
    ),
    "border_hunter": Character(
        ("Recruits of border states, which count in two regions.",),
        {"border_worth": 80, "region_recruit": 30},
    ),
}


def main() -> int:
    """Tune the named presets, or all, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="[default: all]")
    parser.add_argument(
        "--generations", type=int, help="[default: as many as each was made by]"
    )
    asked = parser.parse_args()
    for name in asked.names or CHARACTERS:
        own = CHARACTERS[name].generations
        tune(name, own if asked.generations is None else asked.generations)
    return 0


def command(name: str, generations: int) -> list[str]:
    """What is asked of eoc-sim, as the evidence of the preset says it."""
    rivals = [one for one in LINE_UP if one != name] if name in LINE_UP else PLANNERS
    fixed = [f"{key}={value:g}" for key, value in {**COMMON, **CHARACTERS[name].fixed}.items()]
    return [
        "tune", name, *(word for one in fixed for word in ("--fix", one)),
        "--against", ",".join(rivals), "--generations", str(generations), "--games", str(GAMES),
        "--seed", str(SEED), "--out", (RESULTS / name).as_posix(),
    ]


def tune(name: str, generations: int) -> None:
    """Tune one preset, and put the result in its place if its gain is shown."""
    out = RESULTS / name
    asked = command(name, generations) + ["--fresh"] * out.exists()
    subprocess.run([sys.executable, "-m", "eoc_sim", *asked], check=True)
    text = (out / f"{name}_tuned.toml").read_text(encoding="utf-8")
    gain, low, high = tomllib.loads(text)["evidence"]["gain_wins"]
    if low <= 0:
        print(f"{name} stays: {gain:+} wins in 100, between {low:+} and {high:+}, show no gain.")
        return
    first, rest = text.split("\n", 1)
    comment = "".join(f"# {line}\n" for line in CHARACTERS[name].comment)
    preset = strategy_folders().presets / f"{name}.toml"
    new = preset.with_suffix(".new")
    new.write_text(f"{comment}\n{first}\n{rest}", encoding="utf-8")
    os.replace(new, preset)


if __name__ == "__main__":
    raise SystemExit(main())
