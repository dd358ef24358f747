"""Switches that change nothing in a version are reported before it is played (SWI-1)."""

from __future__ import annotations

import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.versions import Version
from eoc_sim.simulator.runs.version_options import VersionOptions

NO_RAISE = "because no effect in the game raises a level (CLU-2)"
NO_INJURY = "because no effect in the game injures a card (PLA-3)"
NO_SUSPENSION = "because no effect in the game suspends a card (PLA-3)"
NO_DICE = "because there are no dice that managers may roll again (CLU-1)"
NO_DEALS = "with winter_rounds = 0 and transfers = off (EPI-5)"
NO_LOWERING = "because no effect in the game lowers a level (CLU-2)"


def version(text: str) -> tuple[Version, list[str]]:
    """Return a version with settings and changed cells, and its remarks."""
    pairs = [
        tuple(pair.replace(":_", ": ").replace("_level_", " level ").split("=", 1))
        for pair in text.split()
    ]
    options = VersionOptions(
        settings=tuple(pair for pair in pairs if "." not in pair[0]),
        changes=tuple(pair for pair in pairs if "." in pair[0]),
    )
    changed_version = Version.baseline(options)
    return changed_version, changed_version.remarks(options)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("below=3", ""),
        ("below=3 directors=off", NO_LOWERING),
        ("below=0 board_meetings=off", NO_LOWERING),
        ("below=0 board_meetings=off epic=on", NO_LOWERING),
        ("below=0 board_meetings=off sponsor.N01.bonus=now:_-1_level_budget", ""),
        ("beyond=3 board_meetings=off staff=off", ""),
        ("beyond=3 sponsors=off staff=off", ""),
        ("beyond=0 board_meetings=off sponsors=off staff=off", NO_RAISE),
        ("below=3 layer=league directors=off", "with layer = league (SWI-1)"),
        ("injury_weeks=4 consequences=off abilities=off tactics=off directors=off", NO_INJURY),
        ("injury_weeks=4 consequences=off abilities=off directors=off", ""),
        ("injury_weeks=4 consequences=off abilities=off tactics=off", ""),
        ("suspension_weeks=4 consequences=off abilities=off", NO_SUSPENSION),
        ("suspension_weeks=4 consequences=off abilities=off referees=on", ""),
        ("suspension_weeks=4 abilities=off", ""),
        ("refusals=5 epic=on winter_rounds=0", NO_DEALS),
        ("refusals=5 epic=on", ""),
        ("refusals=5 epic=on winter_rounds=0 transfers=on", ""),
        ("board_meetings=on directors=off", "with directors = off (SWI-1)"),
        ("board_meetings=on", ""),
        ("reroll_pays=money directors=off consequences=off", NO_DICE),
        ("reroll_pays=money board_meetings=off consequences=off", NO_DICE),
        ("reroll_pays=money consequences=off", ""),
        ("reroll_pays=money directors=off consequences=off league_matches=on", ""),
    ],
)
def test_switches_that_nothing_uses(text: str, reason: str) -> None:
    """CLU-1, CLU-2, PLA-3, BOA-1, SWI-1: a switch is idle if nothing in the game uses it."""
    changed_version, remarks = version(text)
    name, _, value = text.split()[0].partition("=")
    sentence = f"{name} = {value} has no effect {reason}."
    assert [remark for remark in remarks if remark.startswith(name)] == [sentence] * bool(reason)
    assert (name in changed_version.idle_switches()) == bool(reason)


def test_weeks_of_epic() -> None:
    """SWI-1, EPI-1: `weeks` may not be set in Epic, even to Epic's own number."""
    for weeks in ("6", "10"):
        with pytest.raises(InputError, match="weeks"):
            version(f"epic=on weeks={weeks}")
    with pytest.raises(InputError, match="epic = on has 10 weeks, so weeks = 6 is refused"):
        version("epic=on weeks=6")
    # The switch keeps its default, which Epic ignores.
    assert version("epic=on")[0].rules["weeks"] == 6


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("veteran_matches=5 weeks=2", "in 2 weeks (PLA-5)"),
        ("veteran_matches=2 weeks=2", ""),
        ("veteran_matches=5", ""),
        ("injury_weeks=4 weeks=2", "in 2 weeks (PLA-3)"),
        ("injury_weeks=1 weeks=2", ""),
        ("suspension_weeks=3 weeks=1", "in 1 week (PLA-3)"),
        ("position_vp=epic epic=on", "with epic = on, which uses this table (EPI-10)"),
        ("position_vp=none epic=on", ""),
        ("position_vp=epic", ""),
    ],
)
def test_values_that_play_the_same(text: str, reason: str) -> None:
    """PLA-3, PLA-5, EPI-10, SWI-1: a value that plays like the default is reported."""
    changed_version, remarks = version(text)
    name, _, value = text.split()[0].partition("=")
    matches = [remark for remark in remarks if remark.startswith(name)]
    assert matches == [f"{name} = {value} has no effect {reason}."] * bool(reason)
    usual = changed_version.change([(f"rules.{name}", str(RULES.standard[name]))])
    assert len(usual.idle(changed_version)) == bool(reason)
