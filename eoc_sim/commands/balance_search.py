"""Search for edits that meet a target, confirming them on fresh games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.analysis.balancing import (
    LONG_SEARCH,
    MAX_OUTSIDE_COST,
    OUTSIDE_COST,
    URGENCY,
    USUAL_MULTIPLE,
    Responses,
    keep_significant,
)
from eoc_sim.analysis.levers import Levers
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.targets import CARD, PLAYS, Figures, Target
from eoc_sim.analysis.trials import trials
from eoc_sim.commands.announcing import estimate_seconds
from eoc_sim.commands.channel import name_folder
from eoc_sim.commands.command_line import command_line
from eoc_sim.commands.joint_progress import OverallProgress, total_words
from eoc_sim.commands.playing import play
from eoc_sim.commands.request import make_request
from eoc_sim.commands.result import FolderResult
from eoc_sim.counts import count, plural
from eoc_sim.errors import InputError
from eoc_sim.reports import build_folder
from eoc_sim.reports.targets import standing_lines, verdict
from eoc_sim.reports.words import decimal
from eoc_sim.simulator.runs.arms import baseline_arms, planned_arms
from eoc_sim.simulator.runs.change import RULES
from eoc_sim.simulator.runs.runner import engines_of, whole_seatings

if TYPE_CHECKING:
    from pathlib import Path

    from eoc_sim.analysis.balancing import Edits
    from eoc_sim.analysis.trials import Trial
    from eoc_sim.commands.balance_subject import BalanceSubject
    from eoc_sim.commands.options import GameOptions, RunOptions
    from eoc_sim.commands.run_folder import RunFolder
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.change import Change
    from eoc_sim.simulator.runs.game import Game, LineUp
    from eoc_sim.simulator.runs.numbers import Number

TWINS_PER_GAME = 6.0
TRIAL_FRACTION = 0.25
"""Fraction of a proposal's games that each trial plays."""
MAX_ROUNDS = 4
"""The maximum number of search rounds, and of rounds that shrink edits."""
MAX_STEPS = 3
"""The maximum number of proposals that each round plays after its trials."""
MIN_GAIN = 0.5
"""The smallest gain, in wins in 100, after which another round follows."""
MAX_CONFIRMATIONS = 3
MARGIN = 0.6
"""Distance that a proposal keeps from the ends of the target's ranges.

It is a fraction of the half-width of the figures' intervals.
"""
EDITS_FOLDER = "edited"
"""The folder for the edited sheets and rules."""


@dataclass(frozen=True)
class BalanceResult(FolderResult):
    """The result of `balance`.

    There is no report if the target is met without edits, or if no edits bring the game noticeably
    closer to it.
    """

    edits: Mapping[str, str] = field(default_factory=dict)
    """The proposed edits by key, in the form of the keyword ``change``."""
    edited: Path | None = None
    """The folder with the edited sheets and rules, if there is one."""
    command: str = ""
    """The command line that plays the edited game."""


@dataclass(frozen=True)
class BalanceSearch:
    """A search: the game, the target, and how games are played."""

    game: Game
    version: Any
    target: Target
    numbers: Sequence[Number]
    options: GameOptions
    run_options: RunOptions
    folder: RunFolder
    line_ups: Sequence[LineUp] = ()
    """Other line-ups that play the final proposal."""
    overall: OverallProgress | None = None
    """The progress bar for all runs together."""
    attempts: list[tuple[str, int, float]] = field(default_factory=list)
    """Each set of edits played: description, size, and distance from the target.

    The distance is in wins per 100 games, summed over the figures outside their ranges.
    """

    def play(
        self,
        name: str,
        arms: Arms,
        *,
        games: float = 1.0,
        seed_offset: int = 0,
        twins: bool = False,
        title: str = "",
        about: str = "",
        schedule: Mapping[str, Any] | None = None,
    ) -> Run:
        """Play versions in a separate directory.

        The seed is the requested one plus ``seed_offset``; ``games`` is a fraction of the requested
        games. ``twins`` adds twins of cards if the game has them; ``schedule`` adds the twins that
        it describes. Without a ``title``, the run is not announced.
        """
        options = replace(self.options, seed=(self.options.seed + seed_offset) % 2**63)
        players = self.game.players_of(self.version)
        assert self.run_options.games is not None
        number, _ = whole_seatings(
            max(1, round(games * self.run_options.games)), players, options.seating
        )
        run_options = replace(
            self.run_options, games=number, yes=True, keep=",".join(self._tables())
        )
        request_options = replace(run_options, quiet=run_options.quiet or self.overall is not None)
        request = make_request(self.folder.command, self.game, arms, options, request_options)
        if twins and self._has_card_twins():
            request = self._add_twins(request, self._schedule_twins(request))
        if schedule is not None:
            request = self._add_twins(request, schedule)
        directory = self.folder.claim_run(name, about)
        self.folder.begin()
        if title and not self.run_options.quiet:
            total_games = count(request.games * len(request.arms.arms))
            self.run_options.channel.say(f"{title}: {total_games} games.")
        return Run(play(self.game, request, directory, run_options, overall=self.overall).path)

    def announce(
        self,
        heading: str,
        games: float,
        max_multiple: float = 1.0,
        schedule: Mapping[str, Any] | None = None,
    ) -> OverallProgress:
        """Announce the games and their duration, and return a progress bar.

        ``games`` is a multiple of the requested games, and the search may play up to
        ``max_multiple`` times that many. With a ``schedule``, every game has the twins that it
        describes.
        """
        assert self.run_options.games is not None
        number = round(games * self.run_options.games)
        if not self.run_options.quiet:
            run_options = replace(self.run_options, keep=",".join(self._tables()))
            request = make_request(
                self.folder.command,
                self.game,
                baseline_arms(self.game, self.version),
                self.options,
                run_options,
            )
            if schedule is not None:
                request = self._add_twins(request, schedule)
            self.run_options.channel.compile(self.game, [self.version])
            seconds = (
                estimate_seconds(self.game, request, self.run_options.jobs) * number / request.games
            )
            self.run_options.channel.say(
                total_words(heading, number, seconds, max_multiple=max_multiple)
            )
            self.run_options.channel.say(
                f"Seed {self.options.seed}. Results go to {name_folder(self.folder.path)}."
            )
        return OverallProgress(number)

    def play_one(
        self,
        name: str,
        edits: Edits,
        subject: BalanceSubject,
        games: float,
        seed_offset: int,
        title: str = "",
    ) -> Run:
        """Play the edited game with the twins that measure the subject."""
        return self.play(
            name,
            baseline_arms(self.game, self.edit(edits)),
            games=games,
            seed_offset=seed_offset,
            title=title,
            about=_about(self, edits),
            schedule=subject.schedule,
        )

    def _has_card_twins(self) -> bool:
        """Return whether the game has twins of cards, which predict effects."""
        twins = self.game.twins
        if twins is None or twins.cards is None:
            return False
        return bool(self.game.tables[twins.table].roles("thing"))

    def _schedule_twins(self, request: Any) -> Mapping[str, Any]:
        """Schedule twins of cards after a pilot of the same games."""
        twins = self.game.twins
        assert twins is not None and twins.cards is not None
        (engine,) = engines_of(self.game, request, [request.arms.baseline.version])
        return twins.cards.schedule(engine, TWINS_PER_GAME)

    def _add_twins(self, request: Any, schedule: Mapping[str, Any]) -> Any:
        """Add twins and their result table to a request."""
        assert self.game.twins is not None
        table = self.game.twins.table
        return replace(
            request,
            twins=schedule,
            keep=tuple(name for name in self.game.tables if name in (*request.keep, table)),
        )

    def _tables(self) -> list[str]:
        """List the tables that the figures need."""
        return [
            table.name
            for table in self.game.tables.values()
            if table.roles("win_share", "played_round", "passed") and not table.roles("twin")
        ]

    def edit(self, edits: Edits) -> Any:
        """Return the version with these edits.

        Raises:
            InputError: The edits cannot be combined, for example if a card would cost too much.
        """
        keys = [self.numbers[index].key for index, _ in edits]
        single_edits = [edit for edit, key in zip(edits, keys, strict=True) if keys.count(key) == 1]
        version = self.game.change(
            self.version,
            [
                (self.numbers[index].key, self.numbers[index].setting(value))
                for index, value in single_edits
            ],
        )
        # Numbers in one effect share a key; edits to such numbers are made one after another.
        for index, value in edits:
            if (index, value) not in single_edits:
                version = self.game.change(version, [self._setting(version, index, value)])
        return version

    def _setting(self, version: Any, index: int, value: float) -> tuple[str, str]:
        editing = self.game.editing
        assert editing is not None
        original = self.numbers[index]
        (number,) = (
            entry
            for entry in editing.numbers(version)
            if (entry.key, entry.kind) == (original.key, original.kind)
        )
        if value not in number.values:
            raise InputError(f"{number.key} cannot be {value:g} together with the other edits.")
        return number.key, number.setting(value)

    def changes(self, edits: Edits) -> tuple[Change, ...]:
        """List the changes that edits make, describing switches in words."""
        gifts = {number.key: number for number in self.numbers if number.gift is not None}
        switches = {f"{RULES}.{switch.name}": switch for switch in self.game.declaration.switches}
        changes = []
        for difference in self.game.differences(self.version, self.edit(edits)):
            sentence = difference.sentence
            if difference.key in gifts:
                sentence = gifts[difference.key].words(int(difference.old), int(difference.new))
            elif difference.key in switches:
                rule = switches[difference.key].sentence.rstrip(".")
                sentence = f"{rule}: {difference.old} -> {difference.new}"
            changes.append(replace(difference, sentence=sentence))
        return tuple(changes)


def search(job: BalanceSearch) -> BalanceResult:
    """Search, confirm on fresh games, and write the findings."""
    bar = job.announce("Usually", USUAL_MULTIPLE, LONG_SEARCH)
    with bar.running(job.run_options):
        return _search_until_confirmed(replace(job, overall=bar))


def _search_until_confirmed(job: BalanceSearch) -> BalanceResult:
    """Search until fresh games confirm a proposal or no proposal is new.

    There are at most `MAX_CONFIRMATIONS` searches.
    """
    proposal: Edits = ()
    for attempt in range(MAX_CONFIRMATIONS):
        edits = _search(job, proposal, attempt)
        if edits is None:
            return _without_edits(
                job, "The target is met by the current rules: there is nothing to edit."
            )
        if not edits or edits == proposal:
            break  # nothing new: keep the earlier proposal's result on fresh games
        proposal = edits
        fresh = _confirm(job, proposal, attempt)
        if not fresh.excess(fresh.values(len(fresh.run.arms) - 1)).any():
            break
        # Search again on these games, which showed figures outside the target.
    if not proposal:
        return _without_edits(job, *_describe_closest(job))
    return _write_proposal(job, proposal, fresh)


def _describe_closest(job: BalanceSearch) -> Iterator[str]:
    """State how close the current rules and edits come to the target."""
    yield "None of the edits tried brings the game noticeably closer to the target."
    (_, _, current_excess), *others = job.attempts
    closest = min(others, key=lambda attempt: attempt[2], default=None)
    sentence = (
        f"The current rules miss the target by {decimal(current_excess)} wins in 100 in total"
    )
    yield (
        f"{sentence}."
        if closest is None
        else (f"{sentence}; the closest edits miss it by {decimal(closest[2])}: {closest[0]}.")
    )


def _without_edits(job: BalanceSearch, *sentences: str) -> BalanceResult:
    """Return a result without edits, explained by sentences."""
    notes, new_runs = job.run_options.channel.notes, job.folder.new_runs
    return BalanceResult(job.folder.path, tuple(notes), lines=sentences, played=tuple(new_runs))


def _search(job: BalanceSearch, base: Edits, attempt: int) -> Edits | None:
    """Find the edits that meet the target or come nearest to it.

    The search starts from the edits of ``base``. The result is None if the unedited game meets the
    target.
    """
    responses: Responses | None = None
    for step in range(1, MAX_ROUNDS + 1):
        name = f"{attempt + 1}-{step}"
        arms = baseline_arms(job.game, job.edit(base))
        # The current rules need no title, because `standing_lines` names them.
        title = "The game as edited so far" if base else ""
        run = job.play(
            f"base-{name}",
            arms,
            seed_offset=attempt,
            twins=True,
            title=title,
            about=_about(job, base),
        )
        figures = Figures(run, job.target)
        verdicts = figures.judge()
        values = verdicts["value"].to_numpy()
        if not base:
            for line in standing_lines(verdicts, "The current rules"):
                job.run_options.channel.say(line)
            if not figures.excess(values).any():
                return None
        half_widths = (verdicts["high"] - verdicts["low"]).to_numpy() / 2
        responses = Responses(
            job.numbers,
            base,
            values,
            figures.least,
            figures.most,
            MARGIN * half_widths,
            OUTSIDE_COST * URGENCY ** (step - 1),
        )
        if not base:
            job.attempts.append((_about(job, base), 0, responses.excess(values)))
        if not figures.excess(values).any():
            break
        _try_numbers(job, figures, responses, Levers(figures), attempt, name)
        _play_proposals(job, responses, attempt, name)
        best = responses.best()
        gain = responses.excess(values) - responses.excess(responses.outcomes[best])
        if best == base or (gain < MIN_GAIN and responses.excess(responses.outcomes[best])):
            break
        base = best
        if not responses.excess(responses.outcomes[base]):
            break
    assert responses is not None
    if not responses.excess(responses.outcomes[base]):
        base = _shrink_edits(job, responses, base, attempt)
    return base


def _try_numbers(
    job: BalanceSearch,
    figures: Figures,
    responses: Responses,
    levers: Levers,
    attempt: int,
    name: str,
) -> None:
    """Try other values for the most promising numbers, one at a time."""
    current_values = [responses.value(index) for index in range(len(job.numbers))]
    indexes = [number for number, _ in responses.base]
    base = job.edit(responses.base)
    plan: dict[str, list[tuple[str, str]]] = {}
    selection = []
    for trial in trials(job.numbers, current_values, indexes, figures, responses.values, levers):
        edits = dict(responses.base) | {trial.number: trial.value}
        try:
            version = job.edit(tuple(sorted(edits.items())))
        except InputError:
            continue  # for example, the price is not allowed
        settings = [
            (difference.key, difference.new) for difference in job.game.differences(base, version)
        ]
        if settings:
            plan[_trial_label(job, trial)] = settings
            selection.append(trial)
    if not selection:
        return
    tried_count = len({edit.number for edit in selection})
    run = job.play(
        f"trials-{name}",
        planned_arms(job.game, base, (), list(plan.items())),
        games=TRIAL_FRACTION,
        seed_offset=attempt,
        title=(
            f"Trying {count(tried_count)} of {count(len(job.numbers))} numbers that may be edited"
        ),
        about=f"{plural(tried_count, 'number')} at other values, one at a time",
    )
    trial_figures = Figures(run, job.target)
    arms = {arm.label: arm.id for arm in run.arms}
    for trial in selection:
        number = job.numbers[trial.number]
        # For each figure about a card: is the edited number on that card?
        is_own_card = {
            index: number.dim != "" and row.label.startswith(f"{number.row} ")
            for index, row in enumerate(trial_figures.rows)
            if row.kind in (CARD, PLAYS)
        }
        change = keep_significant(
            *trial_figures.changes(arms[_trial_label(job, trial)]), is_own_card
        )
        responses.record_response(trial.number, trial.value, change)


def _trial_label(job: BalanceSearch, trial: Trial) -> str:
    number = job.numbers[trial.number]
    return f"{number.key}: {number.kind} {number.original:g} -> {trial.value:g}"


def _play_proposals(job: BalanceSearch, responses: Responses, attempt: int, name: str) -> None:
    """Play proposals until one meets the target or none promises improvement."""
    step = 0
    while step < MAX_STEPS and responses.excess(responses.outcomes[responses.best()]):
        proposal = responses.propose()
        if proposal in responses.outcomes:
            if responses.outside_cost >= MAX_OUTSIDE_COST:
                break
            responses.outside_cost *= URGENCY
            continue
        try:
            arms = baseline_arms(job.game, job.edit(proposal))
        except InputError:
            break  # these edits cannot be combined
        step += 1
        run = job.play(
            f"proposal-{name}-{step}", arms, seed_offset=attempt, about=_about(job, proposal)
        )
        _learn(job, responses, proposal, run)


def _shrink_edits(job: BalanceSearch, responses: Responses, best: Edits, attempt: int) -> Edits:
    """Drop or shrink edits for as long as the target stays met."""
    for step in range(1, MAX_ROUNDS + 1):
        for index, edits in enumerate(responses.smaller_variants(best), 1):
            arms = baseline_arms(job.game, job.edit(edits))
            run = job.play(
                f"smaller-{attempt + 1}-{step}-{index}",
                arms,
                seed_offset=attempt,
                about=_about(job, edits),
            )
            _learn(job, responses, edits, run)
        smallest_edits = responses.best()
        if smallest_edits == best:
            break
        best = smallest_edits
    return best


def _learn(job: BalanceSearch, responses: Responses, edits: Edits, run: Run) -> None:
    responses.learn(edits, Figures(run, job.target).values())
    excess = responses.excess(responses.outcomes[edits])
    job.attempts.append((_about(job, edits), len(edits), excess))
    if not job.run_options.quiet:
        description = _about(job, edits) if len(edits) < 4 else plural(len(edits), "edit")
        outcome = (
            f"misses the target by {decimal(excess)} wins in 100 in total"
            if excess
            else "meets the target"
        )
        job.run_options.channel.say(f"  {description}: {outcome}.")


def _about(job: BalanceSearch, edits: Edits) -> str:
    """Describe edits in one line."""
    return "; ".join(change.sentence for change in job.changes(edits)) or "the current rules"


def _confirm(job: BalanceSearch, proposal: Edits, attempt: int) -> Figures:
    """Play the current rules and the proposal on fresh games."""
    settings = [(change.key, change.new) for change in job.changes(proposal)]
    arms = planned_arms(job.game, job.version, (), [("proposal", settings)])
    run = job.play(
        f"confirmed-{attempt + 1}",
        arms,
        seed_offset=attempt + 1,
        title="The proposal on fresh games",
        about=f"fresh games: the current rules, and {_about(job, proposal)}",
    )
    return Figures(run, job.target)


def _write_proposal(job: BalanceSearch, proposal: Edits, fresh: Figures) -> BalanceResult:
    """Write the proposal, its figures on fresh games, and the edited game."""
    before, after = (fresh.judge(arm, MAX_CONFIRMATIONS) for arm in (0, len(fresh.run.arms) - 1))
    changes = job.changes(proposal)
    job.folder.write_metrics(
        "target",
        before.select(
            "kind",
            "label",
            "least",
            "most",
            *(pl.col(name).alias(f"{name}_before") for name in ("value", "low", "high", "state")),
        ).with_columns(after.select("value", "low", "high", "state")),
    )
    job.folder.write_metrics(
        "edits",
        pl.DataFrame(
            [
                {
                    "key": change.key,
                    "old": change.old,
                    "new": change.new,
                    "sentence": change.sentence,
                }
                for change in changes
            ]
        ),
    )
    job.folder.write_metrics(
        "played", pl.DataFrame(job.attempts, ["edits", "number", "outside"], orient="row")
    )
    sentences = [verdict(after), *_verdicts_with_other_line_ups(job, proposal)]
    job.folder.write_metrics("said", pl.DataFrame({"sentence": sentences}))
    folder = job.folder.path / EDITS_FOLDER
    command = _write(job, proposal, folder)
    return BalanceResult(
        job.folder.path,
        tuple(job.run_options.channel.notes),
        build_folder(job.folder.path),
        (
            "Proposal:",
            *(f"  {change.sentence}" for change in changes),
            *standing_lines(before, "On fresh games, with the current rules"),
            *standing_lines(after, "On fresh games, with the proposal"),
            *sentences,
        ),
        {change.key: change.new for change in changes},
        folder if folder.is_dir() else None,
        command,
        played=tuple(job.folder.new_runs),
    )


def _verdicts_with_other_line_ups(job: BalanceSearch, proposal: Edits) -> list[str]:
    """Describe how well the proposal meets the target with every other line-up.

    The part of the target about strategies is left out, as it concerns the run's own strategies.
    Each sentence also names the figure that is furthest outside its range, if any is outside.
    """
    if job.game.strategies is None:
        return []
    target = replace(job.target, strategies=None)
    if target == Target():
        return []
    seats = [strategy.spec for strategy in job.game.strategies(job.version)]
    lines = []
    for line_up in job.line_ups:
        new_seats = line_up.seats[: len(seats)]
        if sorted(new_seats) == sorted(seats):
            continue
        version = job.game.change(
            job.edit(proposal),
            [(f"seat.{index}", other) for index, other in enumerate(new_seats, 1)],
        )
        run = job.play(
            f"who-{line_up.name}",
            baseline_arms(job.game, version),
            seed_offset=MAX_CONFIRMATIONS,
            about=f"the proposal, played by {line_up.words}",
        )
        figures = Figures(run, target)
        if figures.rows:
            verdicts = figures.judge(0, max(len(job.line_ups), 1))
            sentence, *outside = standing_lines(verdicts, f"The proposal with {line_up.words}")
            if outside:
                sentence = f"{sentence.removesuffix('.')}; furthest outside: {outside[0].strip()}."
            lines.append(sentence)
    return lines


def _write(job: BalanceSearch, proposal: Edits, folder: Path) -> str:
    """Write the edited game, and return the command that plays it."""
    editing = job.game.editing
    assert editing is not None
    flags = editing.write(job.edit(proposal), job.options.rules, job.options.data, folder)
    by_flag = dict(flags)
    changes = tuple(value for option, value in flags if option == "--change")
    return command_line(
        "run",
        replace(
            job.options,
            rules=by_flag.get("--rules"),
            data=by_flag.get("--data"),
            settings=(),
            card=(),
            change=changes,
        ),
    )
