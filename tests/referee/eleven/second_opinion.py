"""Matches computed in two ways other than the referee's, from the rows of the sheets.

The first goes through balls from the strongest down and compares sorted strengths; the second tries
all pairings of shields and balls. The second ignores tactics. The first is part of
``opinion``, which also adds the goals of the two scoring tactics in the package's data, T10 and
T11.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from referee.corruptions import Trace
from referee.eleven.playing import CONTENTS

CELLS = ("dl", "dc", "dr", "ml", "mc", "mr", "fl", "fc", "fr")
SECTION = {"dl": 0, "ml": 0, "fl": 0, "dr": 1, "mr": 1, "fr": 1, "fc": 2, "mc": 3, "dc": 4}
FACING = (1, 0, 4, 3, 2)
ATTACK = 2


@dataclass
class TeamBySection:
    """A team by section: balls as (strength, number), and shields as strengths."""

    balls: list[list[tuple[int, int]]]
    shields: list[list[int]]
    keeper: int
    gloves: int


def team_by_section(markers: list[tuple[int, str, str, int]], keeper: str) -> TeamBySection:
    """Make a team of markers, each given as (number, cell, b or s, strength)."""
    keeper_strength, gloves = map(int, keeper.split("x"))
    balls: list[list[tuple[int, int]]] = [[] for _ in FACING]
    shields: list[list[int]] = [[] for _ in FACING]
    for number, cell, kind, strength in markers:
        if kind == "b":
            balls[SECTION[cell]].append((strength, number))
        else:
            shields[SECTION[cell]].append(strength)
    return TeamBySection(balls, shields, keeper_strength, gloves)


def club_team(line_up: str) -> TeamBySection:
    """Return the team of a line-up."""
    row = next(row for row in CONTENTS["opponents"] if row["number"] == line_up)
    standing = [(cell, marker) for cell in CELLS for marker in row[cell].split()]
    return team_by_section(
        [(n, cell, marker[-1], int(marker[:-1])) for n, (cell, marker) in enumerate(standing, 2)],
        row["keeper"],
    )


def own_team(profile: str, week: int, layout: list[str], turned: list[int]) -> TeamBySection:
    """Return a manager's team for a week."""
    row = next(
        row for row in CONTENTS["profiles"] if (row["profile"], row["week"]) == (profile, str(week))
    )
    strengths = [*map(int, row["shields"].split()), *map(int, row["balls"].split())]
    return team_by_section(
        [
            (jersey, cell, "bs"[(jersey < 7) != (jersey in turned)], strength)
            for jersey, (cell, strength) in enumerate(zip(layout, strengths, strict=True), 2)
        ],
        row["keeper"],
    )


def shots(own: TeamBySection, other: TeamBySection) -> list[tuple[int, int, int]]:
    """MAT-8: list (strength, number, section) of balls that are not stopped."""
    results = []
    for section, facing in enumerate(FACING):
        shields = sorted(other.shields[facing], reverse=True)
        stopped: list[int] = []
        for strength, number in sorted(own.balls[section], key=lambda ball: (-ball[0], ball[1])):
            attempt = sorted([*stopped, strength], reverse=True)
            # If the shields can stop these balls at all, they can when both are sorted by strength.
            if len(attempt) <= len(shields) and all(
                ball <= shield for ball, shield in zip(attempt, shields, strict=False)
            ):
                stopped.append(strength)
            else:
                results.append((strength, number, section))
    return results


def goals(own: TeamBySection, other: TeamBySection) -> list[tuple[int, int, int]]:
    """MAT-9: list the shots that the other keeper does not save."""
    left = other.gloves
    scored = []
    for shot in sorted(shots(own, other), reverse=True):
        if left and shot[0] <= other.keeper:
            left -= 1
        else:
            scored.append(shot)
    return scored


def unstopped(balls: list[int], shields: list[int]) -> Iterator[list[int]]:
    """List the balls left by every pairing, with at most one shield per ball."""
    if not balls:
        yield []
        return
    first, rest = balls[0], balls[1:]
    for left in unstopped(rest, shields):
        yield [first, *left]
    for index, shield in enumerate(shields):
        if shield >= first:
            yield from unstopped(rest, shields[:index] + shields[index + 1 :])


def fewest_goals(own: TeamBySection, other: TeamBySection) -> int:
    """MAT-8, MAT-9: find the fewest goals over all pairings and all saves."""
    sections = []
    for section, facing in enumerate(FACING):
        ways = unstopped([strength for strength, _ in own.balls[section]], other.shields[facing])
        sections.append({(len(way), sum(ball <= other.keeper for ball in way)) for way in ways})
    return min(
        sum(number for number, _ in way) - min(other.gloves, sum(savable for _, savable in way))
        for way in product(*sections)
    )


def counted(attempts: list[tuple[int, int, int]]) -> list[int]:
    """Count shots or goals by section."""
    return [sum(section == index for _, _, section in attempts) for index in range(len(FACING))]


def opinion(trace: Trace, line: int) -> dict[str, Any]:
    """MAT-6 to MAT-11: compute the fields of the match on this line."""
    stated, rules = trace[line], trace[0]["rules"]
    seat = stated["manager"]
    start = max(index for index in range(line) if trace[index]["e"] == "week")
    events = [event for event in trace[start:line] if event.get("manager") == seat]
    prepared = next(event for event in events if event["e"] == "prepare")
    line_up = next(event for event in events if event["e"] == "reveal")["line_up"]
    turned = [event["jersey"] for event in events if event["e"] == "effect"]
    own = own_team(rules["profile"], trace[start]["week"], prepared["layout"], turned)
    other = club_team(line_up)
    scored, against = goals(own, other), goals(other, own)
    extra = 0
    if prepared["tactic"] == "T10":
        extra = int(is_above(trace, start, seat, stated["club"]))
    elif prepared["tactic"] == "T11":
        shields = sum(
            cell[0] == "d" and (jersey < 7) != (jersey in turned)
            for jersey, cell in enumerate(prepared["layout"], 2)
        )
        extra = int(shields >= 4 and counted(against)[ATTACK] == 0)
    difference = len(scored) + extra - len(against)
    tries, tries_against = shots(own, other), shots(other, own)
    return {
        "e": "match", "manager": seat, "club": trace[0]["schedule"][seat][trace[start]["week"] - 1],
        "shots": counted(tries), "goals_of": counted(scored),
        "shots_against": counted(tries_against), "goals_against_of": counted(against),
        "saves": len(tries_against) - len(against), "saves_against": len(tries) - len(scored),
        "tactic_goals": extra, "goals": len(scored) + extra, "against": len(against),
        "scorers": sorted(number for _, number, _ in scored),
        "points": int(rules["win_points"]) if difference > 0 else int(difference == 0),
    }  # fmt: skip


def is_above(trace: Trace, start: int, seat: int, club: str) -> bool:
    """Check if a club has more points than a manager at the start of the week."""
    tables = [event for event in trace[:start] if event["e"] == "table"]
    if not tables:
        return False
    points = {entry["club"]: entry["points"] for entry in tables[-1]["clubs"]}
    return bool(points[club] > tables[-1]["managers"][seat]["points"])
