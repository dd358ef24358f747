"""The match without dice: shots, saves and goals (MAT-7 to MAT-9)."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest

from eoc_sim.simulator.eleven import contest
from eoc_sim.simulator.eleven.match import resolve
from eoc_sim.simulator.eleven.pitch import (
    BALL,
    CELLS,
    FACING,
    MARKERS,
    ROOM,
    SECTION,
    SECTIONS,
    SHIELD,
    TEAMS,
    Teams,
)
from eoc_sim.simulator.kernel.compiled import compiled_entry

MATCHES = 10_000
"""The number of random matches that a test resolves."""


@compiled_entry
def resolve_all(pitches):
    """Resolve many matches."""
    for index in range(len(pitches)):
        resolve(pitches[index])


@compiled_entry
def count_goals(pitches, counts):
    """Count both teams' goals with the packed words of the layout search."""
    for index in range(len(pitches)):
        pitch = pitches[index]
        for team in range(TEAMS):
            counted = 0
            for section in range(SECTIONS):
                balls, shields = contest.NONE, contest.NONE
                for marker in range(MARKERS):
                    if (
                        SECTION[pitch.cell[team, marker]] == section
                        and pitch.side[team, marker] == BALL
                    ):
                        balls += contest.AT_LEAST[pitch.strength[team, marker]]
                    if (
                        SECTION[pitch.cell[1 - team, marker]] == FACING[section]
                        and pitch.side[1 - team, marker] == SHIELD
                    ):
                        shields += contest.AT_LEAST[pitch.strength[1 - team, marker]]
                counted += contest.shots(balls, shields, pitch.keeper[1 - team])
            counts[index, team] = contest.goals(counted, pitch.gloves[1 - team])


def empty(number: int) -> np.ndarray:
    """Return pitches on which nothing is in the way.

    All markers are shields without strength, and keepers have no gloves.
    """
    pitches = np.zeros(number, Teams.dtype)
    pitches["side"] = SHIELD
    return pitches


def random_pitches(number: int, seed: int, *, abilities: bool) -> np.ndarray:
    """Draw pairs of layouts, markers and keepers."""
    draw = np.random.default_rng(seed)
    pitches = empty(number)
    room = np.repeat(np.arange(CELLS), np.tile(ROOM, CELLS // len(ROOM)))
    for index in range(number):
        for team in range(TEAMS):
            pitches["cell"][index, team] = draw.permutation(room)[:MARKERS]
    shape = number, TEAMS, MARKERS
    pitches["side"] = draw.integers(0, 2, shape)
    pitches["strength"] = draw.integers(0, 6, shape)
    pitches["keeper"] = draw.integers(0, 6, (number, TEAMS))
    pitches["gloves"] = draw.integers(0, 4, (number, TEAMS))
    if abilities:
        pitches["feint"] = draw.integers(0, 4, shape) == 0
        pitches["ignores_keeper"] = draw.integers(0, 4, shape) == 0
    return pitches


def fewest_goals(pitch: np.void, team: int) -> int:
    """Return the fewest goals over all ways to stop balls and save shots."""
    left_over: list[set[tuple[int, ...]]] = []
    for section in range(SECTIONS):
        balls = [
            marker
            for marker in range(MARKERS)
            if pitch["side"][team, marker] == BALL
            and SECTION[pitch["cell"][team, marker]] == section
        ]
        shields = [
            pitch["strength"][1 - team, marker]
            for marker in range(MARKERS)
            if pitch["side"][1 - team, marker] == SHIELD
            and SECTION[pitch["cell"][1 - team, marker]] == FACING[section]
        ]
        ways = set()
        for number in range(min(len(balls), len(shields)) + 1):
            for stopped in combinations(balls, number):
                needs = [
                    pitch["strength"][team, ball] + pitch["feint"][team, ball] for ball in stopped
                ]
                if any(
                    all(shield >= need for shield, need in zip(chosen, needs, strict=True))
                    for chosen in permutations(shields, number)
                ):
                    ways.add(tuple(ball for ball in balls if ball not in stopped))
        left_over.append(ways)
    counts: set[tuple[int, int]] = {(0, 0)}
    for ways in left_over:
        counts = {
            (savable + section_savable, unsavable + section_unsavable)
            for savable, unsavable in counts
            for section_savable, section_unsavable in {
                (sum(can_be_saved(pitch, team, ball) for ball in way),
                 sum(not can_be_saved(pitch, team, ball) for ball in way))
                for way in ways
            }
        }  # fmt: skip
    gloves = int(pitch["gloves"][1 - team])
    return min(unsavable + max(0, savable - gloves) for savable, unsavable in counts)


def can_be_saved(pitch: np.void, team: int, marker: int) -> bool:
    """Check if the other keeper can save a marker's shot (MAT-9)."""
    return bool(
        not pitch["ignores_keeper"][team, marker]
        and pitch["strength"][team, marker] <= pitch["keeper"][1 - team]
    )


@pytest.mark.parametrize("abilities", [pytest.param(False, marks=pytest.mark.slow), True])
def test_shields_and_keeper_minimise_goals(abilities: bool) -> None:
    """MAT-7 to MAT-9: the keeper and shields together let in the fewest goals."""
    pitches = random_pitches(MATCHES, 11 + abilities, abilities=abilities)
    resolve_all(pitches)
    for pitch in pitches:
        for team in range(TEAMS):
            assert pitch["goals"][team] == fewest_goals(pitch, team)
            assert pitch["goals"][team] == pitch["scored"][team].sum()


def test_packed_words_count_the_same_goals() -> None:
    """MAT-8, MAT-9: the packed words of the layout search count the same goals as the match."""
    pitches = random_pitches(MATCHES, 5, abilities=False)
    goals = np.zeros((MATCHES, TEAMS), np.int64)
    count_goals(pitches, goals)
    resolve_all(pitches)
    assert (goals == pitches["goals"]).all()


def centre(pitch: np.void, *, balls: list[int], shields: list[int]) -> None:
    """Put the manager's balls in central attack and the rival's shields in defence."""
    for marker, strength in enumerate(balls):
        pitch["cell"][0, marker], pitch["side"][0, marker] = 7, BALL
        pitch["strength"][0, marker] = strength
    for marker, strength in enumerate(shields):
        pitch["cell"][1, marker], pitch["strength"][1, marker] = 1, strength


@pytest.mark.parametrize(
    ("balls", "shields", "keeper", "gloves", "goals"),
    [
        ([3, 1], [3], 2, 1, 0),  # EX-1
        ([2, 1], [1, 1], 1, 2, 1),  # EX-2
        ([2, 1], [1, 1], 2, 1, 0),  # EX-2
    ],
)
def test_worked_examples(balls, shields, keeper, gloves, goals) -> None:
    """EX-1, EX-2: a shield stops the strongest ball that it can; the keeper may save the other
    (MAT-8, MAT-9)."""
    pitches = empty(1)
    pitches["cell"] = 3
    centre(pitches[0], balls=balls, shields=shields)
    pitches["keeper"][0, 1], pitches["gloves"][0, 1] = keeper, gloves
    resolve_all(pitches)
    assert pitches["goals"][0].tolist() == [goals, 0]


def test_of_equal_balls_the_first_is_stopped_and_the_last_saved() -> None:
    """MAT-8, MAT-9: the first of three equal balls is stopped and the last is saved."""
    pitches = empty(1)
    pitches["cell"] = 3
    centre(pitches[0], balls=[2, 2, 2], shields=[2])
    pitches["keeper"][0, 1], pitches["gloves"][0, 1] = 2, 1
    resolve_all(pitches)
    assert pitches["shot"][0, 0, :3].tolist() == [0, 1, 1]
    assert pitches["scored"][0, 0, :3].tolist() == [0, 1, 0]
