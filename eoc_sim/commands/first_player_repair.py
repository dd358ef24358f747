"""Find the smallest compensation that makes the turn order fair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.analysis.compensation import (
    AIM,
    AS_MEASURED,
    MET,
    OPEN,
    STATES,
    CompensationSearch,
    games_to_judge,
    games_to_repair,
    judge,
    precision_after,
    unevenness,
)
from eoc_sim.analysis.first_player import (
    ARMS_PER_TRY,
    COMMAND,
    TRIES,
    family,
    mechanisms,
    order_moments,
    turn_order_verdict,
    wins_by_order,
)
from eoc_sim.analysis.tables import Run
from eoc_sim.commands.announcing import estimate_seconds
from eoc_sim.commands.channel import name_folder
from eoc_sim.commands.command_line import command_line
from eoc_sim.commands.first_player_match import (
    FirstPlayerMatch,
    match_request,
    play_match,
    version_of,
)
from eoc_sim.commands.joint_progress import OverallProgress, total_words
from eoc_sim.commands.result import FolderResult
from eoc_sim.counts import count, plural
from eoc_sim.defaults import DEFAULT_GAMES, DEFAULT_WITHIN
from eoc_sim.errors import InputError
from eoc_sim.reports import build_folder
from eoc_sim.reports.commands import DECIDE_IT, PLAY_IT
from eoc_sim.reports.turn_order import answer, gift, order_line
from eoc_sim.reports.words import between, decimal, number
from eoc_sim.simulator.runs.arms import baseline_arms, planned_arms

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from eoc_sim.analysis.compensation import CompensationVerdict
    from eoc_sim.commands.options import GameOptions, RunOptions
    from eoc_sim.commands.run_folder import RunFolder
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Game, TurnOrder

MAX_STEPS = 6


@dataclass
class Repair:
    """A search for the smallest compensation that makes the turn order fair.

    ``compensation`` is the kind that ``--repair`` names, and ``unit`` is what it is counted in.
    ``keys`` are the switches that set it, one for each place. A place may get at most
    ``max_units`` units; the pilot gives it ``pilot_units`` more or fewer. A place's wins in 100 may
    differ from fair by at most ``within``. ``games`` is the number of games that the pilot played;
    ``tables`` are written at the end.
    """

    game: Game
    version: Any
    compensation: str
    unit: str
    keys: tuple[str, ...]
    max_units: int
    pilot_units: int
    within: float
    match: FirstPlayerMatch
    options: GameOptions
    run_options: RunOptions
    folder: RunFolder
    overall: OverallProgress | None = None
    games: int = 0
    tables: dict[str, pl.DataFrame] = field(default_factory=dict)

    @property
    def tests(self) -> int:
        """The number of simultaneous intervals: one for each place in each try."""
        return TRIES * self.match.players

    @property
    def labels(self) -> list[str]:
        """The names of the places in the turn order."""
        column = self.game.standings.role("order")
        names = [f"{column.head} {index}" for index in range(1, self.match.players + 1)]
        return [*column.values, *names[len(column.values) :]][: self.match.players]

    def add_line_up(self, frame: pl.DataFrame, players: int) -> pl.DataFrame:
        """Add the line-up and number of players to a metric table."""
        return frame.select(
            pl.lit(players).alias("players"), pl.lit(self.match.line_up).alias("line_up"), pl.all()
        )

    def settings(self, gifts: Sequence[int]) -> list[tuple[str, str]]:
        """Return the keys and values of a compensation."""
        return [(key, str(number)) for key, number in zip(self.keys, gifts, strict=True)]

    def current_gifts(self) -> tuple[int, ...]:
        """Return the compensation under the current rules."""
        rules = self.game.record(self.version)["rules"]
        return tuple(int(rules[key.removeprefix("rules.")]) for key in self.keys)

    def play(self, name: str, arms: Arms, about: str, seed_offset: int = 0) -> Run:
        """Play versions in their own directory, with the requested seed plus ``seed_offset``."""
        seed = (self.options.seed + seed_offset) % 2**63
        match = replace(self.match, name=f"{self.match.name}-{name}", line_up=about)
        options = replace(self.options, seed=seed)
        path: Path = play_match(
            self.game, match, arms, options, self.run_options, self.folder, overall=self.overall
        )
        return Run(path)

    def wins(self, gifts: Sequence[int]) -> NDArray[np.float64]:
        """Play with a compensation, and return wins in 100 by turn order."""
        version = self.game.change(self.version, self.settings(gifts))
        name = "given-" + "-".join(map(str, gifts))
        run = self.play(name, baseline_arms(self.game, version), self.words(gifts))
        return order_moments(run)[0].mean

    def words(self, gifts: Sequence[int]) -> str:
        """Describe a compensation in words."""
        return f"{' '.join(map(str, gifts))} {self.unit} by turn order"

    def say(self, text: str) -> None:
        """Print a line about the search, unless ``--quiet`` is given."""
        if not self.run_options.quiet:
            self.run_options.channel.say(text)


@dataclass(frozen=True)
class Try:
    """A compensation tried on fresh games, with its wins and verdict."""

    number: int
    gifts: tuple[int, ...]
    run: Run
    wins_after: pl.DataFrame
    verdict: CompensationVerdict


def repair_turn_order(
    game: Game,
    turn_order: TurnOrder,
    compensation: str,
    within: float,
    match: FirstPlayerMatch,
    options: GameOptions,
    run_options: RunOptions,
    folder: RunFolder,
) -> FolderResult:
    """Search, test proposals on fresh games, and report the result."""
    unit, keys = turn_order.compensation[compensation]
    version = version_of(options, match, run_options.channel)
    repair = Repair(
        game,
        version,
        compensation,
        unit,
        keys[: match.players],
        turn_order.most,
        turn_order.pilot,
        within,
        match,
        options,
        run_options,
        folder,
    )
    fixed_keys = [key for key in repair.keys if key in game.fixed_keys(version)]
    if fixed_keys:
        name = fixed_keys[0].removeprefix("rules.")
        raise InputError(
            f"--repair {compensation} searches for {name} itself; leave it out of --set and "
            "--change."
        )
    report_games_needed(repair)
    repair.overall = bar = announce(repair)
    with bar.running(run_options):
        attempts = try_proposals(repair)
    return report_outcome(repair, attempts)


def announce(repair: Repair) -> OverallProgress:
    """Announce how long a search usually takes, and return its progress bar."""
    request = match_request(
        repair.game,
        repair.match,
        baseline_arms(repair.game, repair.version),
        repair.options,
        repair.run_options,
    )
    players = repair.match.players
    games = games_to_repair(players, request.games)
    max_games = request.games * (1 + players + TRIES * (MAX_STEPS + ARMS_PER_TRY))
    if not repair.run_options.quiet:
        repair.run_options.channel.compile(repair.game, [repair.version])
        seconds = (
            estimate_seconds(repair.game, request, repair.run_options.jobs) * games / request.games
        )
        repair.say(total_words("Usually", games, seconds, max_multiple=max_games / games))
        repair.say(f"Seed {repair.options.seed}. Results go to {name_folder(repair.folder.path)}.")
    return OverallProgress(games)


def report_games_needed(repair: Repair) -> None:
    """Report how many games are needed, if too few are requested."""
    players = repair.match.players
    games = repair.run_options.games or DEFAULT_GAMES
    joint_precision = precision_after(players, games, repair.tests)
    if joint_precision <= repair.within:
        return
    margin = repair.within - AIM * repair.within
    games_needed = games_to_judge(players, margin, repair.tests)
    repair.say(
        f"With {count(games)} games, one place's wins in 100 are known to within "
        f"±{precision_after(players, games):.1f}, and those of all places jointly to within "
        f"±{joint_precision:.1f}; --within {repair.within:g} needs about "
        f"{count(games_needed)} games."
    )


def try_proposals(repair: Repair) -> list[Try]:
    """Search, and test proposals on fresh games until one is good enough."""
    compensation_search = pilot(repair)
    attempts: list[Try] = []
    for attempt_number in range(1, TRIES + 1):
        search(repair, compensation_search)
        gifts = compensation_search.best()
        if gifts in [attempt.gifts for attempt in attempts]:
            repair.say(
                f"No other compensation is expected to be fairer than {repair.words(gifts)}."
            )
            break
        confirmation = confirm(repair, attempt_number, gifts)
        attempts.append(confirmation)
        if confirmation.verdict.state in (MET, AS_MEASURED):
            break
        compensation_search.correct(gifts, confirmation.wins_after["wins"].to_numpy())
        if attempt_number < TRIES:
            repair.say(
                f"On fresh games (seed {confirmation.run.record['seed']}) with "
                f"{repair.words(gifts)}: {order_line(confirmation.wins_after)}. The turn "
                f"order is not yet fair to within {limit_words(repair)}, so the search continues "
                "from this result."
            )
    return attempts


def search(repair: Repair, compensation_search: CompensationSearch) -> None:
    """Play proposals until one is fair enough or none promises improvement.

    At most `MAX_STEPS` proposals are played.
    """
    for _ in range(MAX_STEPS):
        proposal = compensation_search.propose()
        if proposal is None:
            return
        wins = repair.wins(proposal)
        compensation_search.learn(proposal, wins)
        shares = ", ".join(decimal(share) for share in wins)
        precision = precision_after(len(wins), max(repair.games, 1))
        repair.say(
            f"With {repair.words(proposal)}, the places win {shares} games in 100, each known to "
            f"within ±{precision:.1f}; the largest difference from fair is "
            f"{decimal(unevenness(wins))}."
        )


def pilot(repair: Repair) -> CompensationSearch:
    """Compensate one place at a time, and measure every place's wins."""
    start = repair.current_gifts()
    labels = repair.labels
    settings, steps = [], []
    for index, key in enumerate(repair.keys):
        can_increase = start[index] + repair.pilot_units <= repair.max_units
        steps.append(repair.pilot_units if can_increase else -repair.pilot_units)
        words = f"{labels[index]} {steps[-1]:+d} {repair.unit}"
        settings.append((words, [(key, str(start[index] + steps[-1]))]))
    arms = planned_arms(repair.game, repair.version, (), settings)
    run = repair.play("pilot", arms, "the effect on all places if one of them gets more or less")
    repair.games = run.games
    repair.tables["pilot"] = repair.add_line_up(mechanisms(run), repair.match.players)
    trials = [
        (step, order_moments(run, arm.id)[0].mean)
        for arm, step in zip(run.arms[1:], steps, strict=True)
    ]
    wins = order_moments(run)[0].mean
    noise = precision_after(len(start), max(run.games, 1))
    return CompensationSearch(start, wins, trials, repair.max_units, repair.within, noise)


def confirm(repair: Repair, number: int, gifts: tuple[int, ...]) -> Try:
    """Judge on fresh games how far a proposal is from fair.

    The current rules are played too, for comparison.
    """
    settings = [] if gifts == repair.current_gifts() else [("proposal", repair.settings(gifts))]
    arms = planned_arms(repair.game, repair.version, (), settings)
    name = f"confirmed-{number}-" + "-".join(map(str, gifts))
    run = repair.play(name, arms, f"on fresh games: {repair.words(gifts)}", number)
    wins_after = wins_by_order(run, len(run.arms) - 1, repair.tests)
    wins, low, high = (wins_after[column].to_numpy() for column in ("wins", "low", "high"))
    result = judge(wins, low, high, repair.within, repair.tests)
    return Try(number, gifts, run, wins_after, result)


def report_outcome(repair: Repair, attempts: Sequence[Try]) -> FolderResult:
    """Print and write the result of the best try on fresh games."""
    best = min(
        attempts,
        key=lambda attempt: (STATES.index(attempt.verdict.state), attempt.verdict.distance),
    )
    run, proposal_arm, start = best.run, len(best.run.arms) - 1, repair.current_gifts()
    wins_before = wins_by_order(run, 0, repair.tests)
    line_up_family = family(run)
    current_rows = turn_order_verdict(run, 0, line_up_family.line_ups)
    proposal_rows = turn_order_verdict(run, proposal_arm, line_up_family.line_ups)
    assert run.fair is not None
    report_lines = [
        f"{repair.match.players} players: {repair.match.line_up}",
        f"Wins in 100 on fresh games (seed {run.record['seed']}); {number(100 * run.fair)} is "
        f"fair, and the intervals hold jointly for all places in {TRIES} tries:",
        f"  With the current rules: {order_line(wins_before)}.",
        f"  {answer(current_rows.row(0, named=True))}",
    ]
    if proposal_arm:
        report_lines.append(f"  With the proposal: {order_line(best.wins_after)}.")
        report_lines.append(f"  {answer(proposal_rows.row(0, named=True))}")
    sentence = verdict(repair, best, len(attempts))
    proposal = f"Proposal: {gift(best.gifts, list(wins_before['label']), repair.unit)}"
    settings = [
        f"{key.removeprefix('rules.')}={value}"
        for (key, value), current_gift in zip(repair.settings(best.gifts), start, strict=True)
        if value != str(current_gift)
    ]
    options = replace(repair.options, settings=(*repair.options.settings, *settings))
    how_to_play = f"{PLAY_IT}: {command_line('run', options)}" if settings else ""
    how_to_decide = ""
    if best.verdict.games:
        repeat = command_line(COMMAND, repair.options)
        within = "" if repair.within == DEFAULT_WITHIN else f" --within {repair.within:g}"
        how_to_decide = (
            f"{DECIDE_IT}: {repeat} --repair {repair.compensation}{within} "
            f"--games {best.verdict.games}"
        )
    lines = [sentence, proposal, *filter(None, (how_to_decide, how_to_play))]
    for line in (*report_lines, *lines):
        repair.run_options.channel.say(line)
    current_sentence = f"Current rules: {answer(current_rows.row(0, named=True))}"
    sentences = [current_sentence, proposal, sentence, *lines[2:]]
    repair.tables.update(repair_tables(repair, attempts, best, wins_before, sentences))
    for name, frame in repair.tables.items():
        repair.folder.write_metrics(name, frame)
    page = build_folder(repair.folder.path)
    notes = tuple(repair.run_options.channel.notes)
    return FolderResult(repair.folder.path, notes, page, played=tuple(repair.folder.new_runs))


def verdict(repair: Repair, best: Try, tries: int) -> str:
    """State the verdict on the best of all ``tries``, with its figures."""
    row = best.wins_after.row(best.verdict.furthest, named=True)
    limit = limit_words(repair)
    trials = f"{plural(tries, 'compensation')} tried on fresh games"
    furthest = (
        f"the place furthest from fair is the {row['label']} with {decimal(row['wins'])} "
        f"({between(row['low'], row['high'])}, jointly for all places in {TRIES} tries), "
        f"{decimal(best.verdict.distance)} off; {trials}"
    )
    if best.verdict.state == MET:
        return (
            f"The proposal is confirmed to be fair to within {limit}, as all intervals are within "
            f"that limit: {furthest}."
        )
    if best.verdict.state == AS_MEASURED:
        return (
            f"By the estimates, the proposal is fair to within {limit}, but not all "
            f"intervals are within that limit (more --games would narrow them): {furthest}."
        )
    if best.verdict.state == OPEN:
        return (
            f"It is undecided whether the proposal is fair to within {limit}: by the estimates "
            f"it is not, but the intervals leave it open; {furthest}. About "
            f"{count(best.verdict.games or 0)} games would decide it."
        )
    if tries == 1:
        return (
            f"The proposal is not fair to within {limit}, and no better compensation was found: "
            f"{furthest}."
        )
    return (
        f"None of the compensations tried makes the turn order fair to within {limit}. In the "
        f"proposal, which comes closest, {furthest}."
    )


def limit_words(repair: Repair) -> str:
    """Put the largest allowed difference from fair into words."""
    return f"{repair.within:g} {'win' if repair.within == 1 else 'wins'} in 100"


def repair_tables(
    repair: Repair,
    attempts: Sequence[Try],
    best: Try,
    wins_before: pl.DataFrame,
    lines: Sequence[str],
) -> dict[str, pl.DataFrame]:
    """Make the metric tables of a repair.

    The table ``repair`` has, for each place, the compensation and the wins with and without it. The
    table ``tries`` has each place's compensation and wins in every try, and the table ``said`` has
    the sentences of the result.
    """
    columns = ("wins", "low", "high")
    players = repair.match.players
    result = wins_before.select(
        "order",
        "label",
        "games",
        pl.Series("given", list(best.gifts)),
        *(pl.col(name).alias(f"{name}_before") for name in columns),
    ).with_columns(best.wins_after.select(columns))
    frames = [
        attempt.wins_after.select(
            pl.lit(attempt.number).alias("try"),
            pl.lit(int(attempt.run.record["seed"])).alias("seed"),
            pl.lit(attempt.verdict.state).alias("verdict"),
            "order",
            "label",
            "games",
            pl.Series("given", list(attempt.gifts)),
            *columns,
        )
        for attempt in attempts
    ]
    return {
        "repair": repair.add_line_up(result, players),
        "tries": repair.add_line_up(pl.concat(frames), players),
        "said": pl.DataFrame({"sentence": list(lines)}).select(
            pl.lit(f"{players} players: {repair.match.line_up}").alias("about"), "sentence"
        ),
    }
