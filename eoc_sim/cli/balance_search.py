"""The search of ``eoc-sim balance``: what is played, learnt, proposed and tried on fresh games."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

    from eoc_sim.analysis.balancing import Edits, Responses
    from eoc_sim.analysis.tables import Run
    from eoc_sim.analysis.targets import Figures, Target
    from eoc_sim.analysis.trials import Trial
    from eoc_sim.cli.options import GameOptions, RunOptions
    from eoc_sim.cli.run_folder import RunFolder
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.numbers import Number

TWINS_A_GAME = 6.0
TRIAL_GAMES = 0.3
"""Games of each trial, of those of a proposal."""
MOST_STEPS = 6
"""Proposals that are played before one is tried on fresh games."""
MOST_CONFIRMATIONS = 3
MARGIN = 0.6
"""A proposal keeps so much of its figures' reach, at the games asked for, from their ranges."""
EDITED = "edited"


@dataclass(frozen=True)
class Search:
    """What is looked for, and how it is played."""

    game: Game
    version: Any
    target: Target
    numbers: Sequence[Number]
    asked: GameOptions
    how: RunOptions
    folder: RunFolder

    def play(
        self, name: str, arms: Arms, *, games: float = 1.0, luck: int = 0, twins: bool = False,
        title: str = "",
    ) -> Run:
        """Play versions in a directory of their own, on the asked seed or one ``luck`` after it.

        ``games`` is the share of those asked for. Without a ``title`` nothing is said of it.
        """
        from eoc_sim.analysis.tables import Run
        from eoc_sim.cli.playing import play
        from eoc_sim.cli.run import make_request
        from eoc_sim.cli.screen import say
        from eoc_sim.simulator.runs.runner import whole_seatings

        asked = replace(self.asked, seed=(self.asked.seed + luck) % 2**63)
        players = self.game.players_of(self.version)
        assert self.how.games is not None
        number, _ = whole_seatings(max(1, round(games * self.how.games)), players, asked.seating)
        quiet = self.how.quiet or not title
        how = replace(
            self.how, games=number, quiet=quiet, yes=True, keep=",".join(self._tables())
        )
        request = make_request(self.folder.command, self.game, arms, asked, how)
        if twins and self.game.twins is not None and self.game.twins.of_cards is not None:
            request = self._with_twins(request)
        directory = self.folder.run(name)
        self.folder.begin()
        if not quiet:
            say(title)
        return Run(play(self.game, request, directory, how).path)

    def _with_twins(self, request: Any) -> Any:
        """The request with twins of cards, as a pilot suggests; the same for the same games."""
        from eoc_sim.simulator.runs.runner import engines_of

        twins = self.game.twins
        assert twins is not None and twins.of_cards is not None
        (engine,) = engines_of(self.game, request, [request.arms.baseline.version])
        return replace(
            request, twins=twins.of_cards(engine, TWINS_A_GAME),
            keep=tuple(name for name in self.game.tables if name in (*request.keep, twins.table)),
        )

    def _tables(self) -> list[str]:
        """The tables that hold the figures."""
        return [
            table.name for table in self.game.tables.values()
            if table.roles("win_share", "played_month", "passed") and not table.roles("twin")
        ]

    def settings(self, edits: Edits) -> list[tuple[str, str]]:
        """The keys and values of some edits."""
        return [
            (self.numbers[place].key, self.numbers[place].setting(value)) for place, value in edits
        ]

    def edited(self, edits: Edits) -> Any:
        """The version with some edits."""
        return self.game.change(self.version, self.settings(edits))

    def sentences(self, edits: Edits) -> list[str]:
        """Some edits, a sentence each."""
        return [one.sentence for one in self.game.differences(self.version, self.edited(edits))]


def search(
    game: Game, version: Any, target: Target, numbers: Sequence[Number], asked: GameOptions,
    how: RunOptions, folder: RunFolder,
) -> None:
    """Search, confirm on fresh games, say what was found and write it."""
    from eoc_sim.analysis.balancing import Responses
    from eoc_sim.analysis.targets import Figures
    from eoc_sim.cli.screen import say
    from eoc_sim.simulator.runs.arms import baseline_arms

    # What --card and --set have set may be edited all the same: it is the game as it is.
    version = game.restore(game.record(version))
    job = Search(game, version, target, numbers, asked, how, folder)
    current = Figures(
        job.play("current", baseline_arms(game, version), twins=True, title="The current rules:"),
        target,
    )
    if not current.rows:
        raise InputError("The target says nothing of this game: one strategy plays all seats.")
    before = current.judged()
    folder.write_metrics("current", before)
    for line in _standing(before, "The current rules"):
        say(line)
    values = before["value"].to_numpy()
    if not current.beyond(values).any():
        say("The target is met by the current rules as measured: nothing to edit.")
        return
    reach = (before["high"] - before["low"]).to_numpy() / 2
    responses = Responses(numbers, values, current.least, current.most, MARGIN * reach)
    responses.learn((), values)
    _try_numbers(job, current, responses)
    proposal: Edits = ()
    after = before
    for attempt in range(1, MOST_CONFIRMATIONS + 1):
        earlier, proposal = proposal, _search(job, responses, attempt)
        if not proposal or (attempt > 1 and proposal == earlier):
            break
        fresh = _confirm(job, proposal, attempt)
        before, after = (
            fresh.judged(arm, MOST_CONFIRMATIONS) for arm in (0, len(fresh.run.arms) - 1)
        )
        if not fresh.beyond(after["value"].to_numpy()).any():
            break
        # What fresh games show counts as much as what the search has seen.
        seen = responses.played[proposal]
        responses.learn(proposal, (seen + after["value"].to_numpy()) / 2)
    _tell(job, proposal, before, after)


def _try_numbers(job: Search, current: Figures, responses: Responses) -> None:
    """Play the numbers that promise most at other values, each by itself; learn what they do."""
    from eoc_sim.analysis.balancing import significant
    from eoc_sim.analysis.levers import Levers
    from eoc_sim.analysis.targets import CARD, PLAYS, Figures
    from eoc_sim.analysis.trials import trials
    from eoc_sim.cli.screen import count
    from eoc_sim.simulator.runs.arms import planned_arms

    levers = Levers(current)
    chosen = trials(job.numbers, current, responses.values, levers)
    if not chosen:
        return
    tried = count(len({one.number for one in chosen}))
    planned = [
        (_trial_label(job, one), job.settings(((one.number, one.value),))) for one in chosen
    ]
    arms = planned_arms(job.game, job.version, (), planned)
    run = job.play("trials", arms, games=TRIAL_GAMES, title=(
        f"Of {count(len(job.numbers))} numbers that may be edited {tried} are tried:"
    ))
    figures = Figures(run, job.target)
    rows = {row.label: row.arm for row in arms.rows}
    for trial, (label, _) in zip(chosen, planned, strict=True):
        change, errors = figures.changes(rows[label])
        number = job.numbers[trial.number]
        own = {
            place: number.dim != "" and row.label.startswith(f"{number.row} ")
            for place, row in enumerate(figures.rows) if row.kind in (CARD, PLAYS)
        }
        responses.respond(trial.number, trial.value, significant(change, errors, own))


def _trial_label(job: Search, trial: Trial) -> str:
    number = job.numbers[trial.number]
    return f"{number.key}: {number.kind} {number.now:g} -> {trial.value:g}"


def _search(job: Search, responses: Responses, attempt: int) -> Edits:
    """Play what is proposed until nothing new promises more; then look for something smaller."""
    from eoc_sim.simulator.runs.arms import baseline_arms

    for step in range(1, MOST_STEPS + 1):
        proposal = responses.propose()
        if proposal in responses.played:
            break
        arms = baseline_arms(job.game, job.edited(proposal))
        run = job.play(f"proposal-{attempt}-{step}", arms)
        _learn(job, responses, proposal, run)
    best = responses.best()
    for step in range(1, MOST_STEPS + 1):
        smaller = responses.smaller(best)
        if not smaller:
            break
        for place, edits in enumerate(smaller, 1):
            arms = baseline_arms(job.game, job.edited(edits))
            run = job.play(f"smaller-{attempt}-{step}-{place}", arms)
            _learn(job, responses, edits, run)
        if responses.best() == best:
            break
        best = responses.best()
    return best


def _learn(job: Search, responses: Responses, edits: Edits, run: Run) -> None:
    from eoc_sim.analysis.targets import Figures
    from eoc_sim.cli.screen import say
    from eoc_sim.reports.words import decimal

    responses.learn(edits, Figures(run, job.target).values())
    if not job.how.quiet:
        off = responses.beyond(responses.played[edits])
        said = "; ".join(job.sentences(edits)) or "nothing edited"
        say(f"  {said}: {decimal(off)} wins in 100 outside of the target, all figures together.")


def _confirm(job: Search, proposal: Edits, attempt: int) -> Figures:
    """The proposal against the rules as they are, on games that no choice was made by."""
    from eoc_sim.analysis.targets import Figures
    from eoc_sim.simulator.runs.arms import planned_arms

    arms = planned_arms(job.game, job.version, (), [("proposal", job.settings(proposal))])
    run = job.play(f"confirmed-{attempt}", arms, luck=attempt, title="The proposal on fresh games:")
    return Figures(run, job.target)


def _tell(job: Search, proposal: Edits, before: pl.DataFrame, after: pl.DataFrame) -> None:
    """What is proposed, whether fresh games bear it out, where it is written, how to play it."""
    import polars as pl

    from eoc_sim.cli.screen import say
    from eoc_sim.reports.targets import verdict

    if not proposal:
        say("No edit that was tried brings the game nearer to the target.")
        return
    job.folder.write_metrics("target", before.select(
        "kind", "label", "least", "most",
        *(pl.col(name).alias(f"{name}_before") for name in ("value", "low", "high", "state")),
    ).with_columns(after.select("value", "low", "high", "state")))
    job.folder.write_metrics("edits", pl.DataFrame(
        [
            {"key": one.key, "kind": one.kind, "old": one.now, "new": value,
             "setting": one.setting(value)}
            for place, value in proposal for one in (job.numbers[place],)
        ]
    ))
    say("Proposal:")
    for sentence in job.sentences(proposal):
        say(f"  {sentence}")
    for line in _standing(before, "On fresh games, as the rules are"):
        say(line)
    for line in _standing(after, "On fresh games, with the proposal"):
        say(line)
    say(verdict(after))
    folder = job.folder.path / EDITED
    options = _write(job, proposal, folder)
    say(f"Written: {folder}. To play it: {_command(job.asked, options)}")
    say(f"Metric tables: {job.folder.path / 'metrics'}")


def _write(job: Search, proposal: Edits, folder: Path) -> Sequence[tuple[str, str]]:
    editing = job.game.editing
    assert editing is not None
    return editing.write(job.version, job.edited(proposal), job.asked.data, folder)


def _command(asked: GameOptions, options: Sequence[tuple[str, str]]) -> str:
    """The command that plays the edited game."""
    from eoc_sim.cli.options import DEFAULT_GAME

    given = dict(options)
    kept = {
        "--game": None if asked.name == DEFAULT_GAME else asked.name,
        "--seats": asked.seats, "--players": asked.players, "--rules": asked.rules,
        "--data": asked.data,
    }
    words = ["eoc-sim", "run"]
    for option, value in (kept | given).items():
        words += [] if value is None else [option, str(value)]
    if "--rules" not in given:
        words += [word for one in asked.settings for word in ("--set", one)]
    if "--data" not in given or given["--data"] == asked.data:
        words += [word for one in asked.card for word in ("--card", one)]
    return shlex.join(words)


def _standing(judged: pl.DataFrame, what: str) -> list[str]:
    from eoc_sim.reports.targets import standing

    return standing(judged, what)
