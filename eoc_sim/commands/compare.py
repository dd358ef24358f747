"""Play two versions with the same luck until their difference is decided."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from eoc_sim.commands.baseline import baseline
from eoc_sim.commands.keywords import Call, CheckKeywords, Value, pairs_of, with_keywords
from eoc_sim.commands.options import A_KEY, GameOptions, RunOptions, preset_names
from eoc_sim.commands.playing import claim, play
from eoc_sim.commands.request import make_request
from eoc_sim.commands.result import Result
from eoc_sim.commands.stopping import stop_when_changes_known, stop_when_decided
from eoc_sim.commands.sweep import finish_run, play_others
from eoc_sim.commands.who_plays import check_others
from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.runs.arms import compared_arms, parse_setting
from eoc_sim.simulator.runs.change import RULES
from eoc_sim.simulator.runs.who_plays import changes_players

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game, V
    from eoc_sim.simulator.runs.runner import Outcome

COMMAND = "compare"
CURRENT = "current"
"""The word for the unchanged current rules."""


@with_keywords(CheckKeywords)
def compare(
    first: str | Mapping[str, Value],
    second: str | Mapping[str, Value],
    *,
    precision: float | None = None,
    **options: Unpack[CheckKeywords],
) -> Result:
    """Play two versions with the same luck until their differences are decided.

    A version is a mapping of settings, with keys as in ``vary`` of `eoc_sim.sweep`, or a string: a
    preset, settings as on the command line, or "current".

    Args:
        first: The version to compare with.
        second: The other version.
        precision: Play until every change in wins per 100 games is known to within ± this number.

    Raises:
        InputError: An option is invalid, or the versions are the same.
    """
    versions = [
        version if isinstance(version, str) else shlex.join(pairs_of(version))
        for version in (first, second)
    ]
    call = Call(COMMAND, options, *versions, precision=precision)
    return call.add_to_history(
        run_compare(versions[0], versions[1], call.options, call.run_options, precision)
    )


def run_compare(
    first: str,
    second: str,
    options: GameOptions,
    run_options: RunOptions,
    precision: float | None,
    report_changes: Callable[[Outcome, bool], None] | None = None,
) -> Result:
    """Play the versions, and write a report if its tables are kept.

    ``report_changes`` is called with the outcome, and with True if scores are judged too.
    """
    run_options.check()
    game, version = baseline(options, run_options.channel)
    presets = preset_names(game, options.data)
    key = game.parts.examples.key or A_KEY
    settings = [version_settings(text, presets, key) for text in (first, second)]
    check_others(game, run_options)
    arms = compared_arms(game, version, settings[0], settings[1])
    for text in arms.notes:
        run_options.channel.note(f"Note: {text}")
    run_options = replace(
        run_options,
        implied_options=tuple(options_of_first_version(game, arms.baseline.version, settings[0])),
    )
    directory = claim(run_options, COMMAND, game)
    request = make_request(COMMAND, game, arms, options, run_options, sequential=True)
    stopping = (
        stop_when_decided(game, request)
        if precision is None
        else stop_when_changes_known(game, request, precision)
    )
    if not run_options.quiet:
        run_options.channel.say(
            f"A: {first}. B: {second}. B differs from A by: {'; '.join(arms.arms[1].sentences())}."
        )
    outcome = play(game, request, directory, run_options, stopping)
    if report_changes is not None:
        report_changes(outcome, precision is None)
    # Do not print the command that plays to the next look: the report has a better one, which
    # continues the run until half or all of the rows are decided.
    run_options.channel.say(stopping.closing_lines(outcome)[0])
    play_others(game, request, directory, run_options)
    return finish_run(outcome.path, game, request, run_options)


def options_of_first_version(
    game: Game[V], first: V, settings: Sequence[tuple[str, str]]
) -> Iterator[str]:
    """Yield the options that make the first version the current rules."""
    changes_play = changes_players(key for key, _ in settings)
    for key, value in settings:
        if not changes_players([key]):
            yield from ("--change", f"{key}={value}")
    if changes_play and game.strategies is not None:
        yield from ("--seats", ",".join(strategy.spec for strategy in game.strategies(first)))


def version_settings(
    text: str, presets: Sequence[str] = (), key: str = A_KEY
) -> list[tuple[str, str]]:
    """Return a version's settings as typed, or none for the current rules.

    >>> version_settings("seat.1=one rules.bonus=3"), version_settings("current")
    ([('seat.1', 'one'), ('rules.bonus', '3')], [])
    >>> version_settings("short seat.1=one", ["long", "short"])
    [('rules', 'short'), ('seat.1', 'one')]

    Raises:
        InputError: A part is neither a setting nor a preset.
    """
    if text.strip().lower() == CURRENT:
        return []
    try:
        parts = shlex.split(text)
    except ValueError:
        raise InputError(f"The version {text} has an unmatched quotation mark.") from None
    if not parts:
        raise InputError(f'A version is empty; write settings such as {key}, or "{CURRENT}".')
    for part in parts:
        if "=" not in part and part not in presets:
            suffix = f", a preset ({', '.join(presets)})" if presets else ""
            raise InputError(
                f'The version "{text}" should be settings such as {key}{suffix}, or "{CURRENT}".'
                f"{nearest(part, [CURRENT, *presets])}"
            )
    return [
        (RULES, part) if part in presets else parse_setting(part, "The setting") for part in parts
    ]
