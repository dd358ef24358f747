"""Search for a strategy's best parameters against others."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from eoc_sim.analysis.held_out import extra_score, extra_wins, score, wins_in_100
from eoc_sim.commands.baseline import baseline, require, usual_players
from eoc_sim.commands.channel import name_folder
from eoc_sim.commands.command_line import command_line
from eoc_sim.commands.keywords import Call, SearchKeywords, with_keywords
from eoc_sim.commands.options import (
    GameOptions,
    RunOptions,
    split_against,
    split_pairs,
)
from eoc_sim.commands.search_clock import SearchClock
from eoc_sim.commands.search_ending import SearchEnding, key_of
from eoc_sim.commands.search_folder import SearchFolder, check_same, digest_of
from eoc_sim.commands.tune_search import (
    SCORE,
    STATE,
    WINS,
    SearchSpace,
    TuneSearch,
    read_state,
    write_state,
)
from eoc_sim.counts import plural
from eoc_sim.defaults import DEFAULT_MINUTES, GOAL, HELD_OUT
from eoc_sim.errors import InputError, nearest
from eoc_sim.games import find
from eoc_sim.simulator.kernel.parameters import SKILL
from eoc_sim.simulator.kernel.presets import preset_text
from eoc_sim.simulator.kernel.typed_paths import split_spec
from eoc_sim.simulator.runs.batches import FIRST_HELD_OUT_GAME
from eoc_sim.simulator.runs.run_file import PACKAGE
from eoc_sim.simulator.runs.runner import threads, whole_seatings
from eoc_sim.simulator.runs.whole_file import write_whole
from eoc_sim.version import __version__

if TYPE_CHECKING:
    from eoc_sim.analysis.held_out import HeldOutMean, Results
    from eoc_sim.commands.channel import ShowProgress
    from eoc_sim.commands.tune_search import Generation
    from eoc_sim.simulator.kernel.parameters import Parameter
    from eoc_sim.simulator.kernel.strategy import Strategy
    from eoc_sim.simulator.runs.game import Game

COMMAND = "tune"
RESERVED_HELD_OUT_GAMES = 400_000_000
"""The size of the range of game numbers reserved for held-out games.

After a search is continued, its start and result are compared on other games from this reserve.
"""
TUNED_SUFFIX = "tuned"


@dataclass(frozen=True)
class TuneResult:
    """The result of `tune`: a preset and its figures on fresh games.

    The search has seen none of these games. ``before`` and ``after`` are the results of the start
    and of the preset, game by game; ``gain`` is the difference in the goal, with its interval.
    """

    folder: Path
    preset: Path
    """The preset, which can be played like any other strategy."""
    start: Mapping[str, float]
    """The searched parameters at the start of the search."""
    tuned: Mapping[str, float]
    """The searched parameters in the preset."""
    before: Results = field(repr=False)
    after: Results = field(repr=False)
    gain: HeldOutMean
    evidence: Mapping[str, Any] = field(repr=False)
    """The record of the search, as written to the preset."""
    sentences: tuple[str, ...]
    """The findings in words."""
    command: str
    """The command line that plays with the preset."""
    notes: tuple[str, ...] = ()
    game: Game = field(kw_only=True, repr=False)
    parameters: tuple[Parameter, ...] = field(kw_only=True, repr=False)
    """The declarations of the searched parameters."""
    games: int = field(kw_only=True)
    """Games in which the start and the preset are compared."""
    rivals: int = field(kw_only=True)
    """The number of players competing for the wins, the tuned strategy included.

    It is 1 against an automaton.
    """


@with_keywords(SearchKeywords)
def tune(
    strategy: str | Path | Strategy,
    *,
    against: Sequence[str | Path | Strategy] | None = None,
    for_: str = GOAL,
    only: str | Sequence[str] | None = None,
    fix: Mapping[str, float] | None = None,
    minutes: float | None = None,
    generations: int | None = None,
    games: int = HELD_OUT,
    **options: Unpack[SearchKeywords],
) -> TuneResult:
    """Search for a strategy's best parameters against others.

    Generations of candidates race on the same games; the start and the result are then compared on
    games that the search never saw. The result is a preset, a file that can be played like any
    other strategy. After Ctrl-C, the same call with ``out`` and ``resume`` continues the search.

    Args:
        strategy: A name, a file or a loaded strategy.
        against: The strategies of the other seats, by default those of the usual line-up.
        for_: "wins", or "score": the strategy's score minus a quarter of the others' total score.
        only: The parameters to search, by default all except the following: ``skill``, parameters
            with only two values, parameters that cost computing time, and parameters that are
            switched off (at 0, their lowest value).
        fix: Parameters to set and keep fixed.
        minutes: Approximate limit on the duration; 10 by default, unless ``generations`` is given.
        generations: The total number of generations to play.
        games: Fresh games in which the start and the result are compared.

    Raises:
        InputError: An option cannot be used, or the strategy has no parameter to search.
    """
    call = Call(
        COMMAND,
        options,
        strategy,
        against=against,
        for_=for_,
        only=only,
        fix=fix,
        minutes=minutes,
        generations=generations,
        games=games,
    )
    return run_tune(
        call.words[0],
        call.text("against"),
        for_,
        call.text("only"),
        call.pairs("fix"),
        minutes,
        generations,
        games,
        call.options,
        call.run_options,
    )


def run_tune(
    strategy: str,
    against: str | None,
    goal: str,
    only: str | None,
    fix: tuple[str, ...],
    minutes: float | None,
    generations: int | None,
    games: int,
    options: GameOptions,
    run_options: RunOptions,
) -> TuneResult:
    """Run the requested search."""
    run_options.check()
    if minutes is None and generations is None:
        minutes = DEFAULT_MINUTES
    check_length(minutes, generations)
    rivals = usual_rivals(options, strategy) if against is None else split_against(against)
    game, version = baseline(
        replace(options, seats=",".join([strategy, *rivals])), run_options.channel
    )
    tuned_strategy = require(
        game, game.strategies, f"strategies with parameters, so {COMMAND} cannot run"
    )(version)[0]
    settings = {
        key: _number(tuned_strategy, key, text) for key, text in split_pairs(fix, "--fix", "a=3")
    }
    games, rounding_note = whole_seatings(games, game.players_of(version), "balanced")
    job = _TuneJob(
        game,
        version,
        strategy,
        tuned_strategy,
        settings,
        tuple(choose_parameters(tuned_strategy, only, settings)),
        _goal(game, goal),
        rivals,
        options,
        run_options,
        games,
        minutes,
        generations,
        SearchFolder.claim(
            COMMAND, STATE, run_options.out, resume=run_options.resume, fresh=run_options.fresh
        ),
    )
    remarks = [rounding_note] if rounding_note else []
    if against is None and rivals:
        remarks.append(
            f"The rivals are {', '.join(rivals)}, from the usual line-up. --against names others; "
            f"eoc-sim exploit {strategy} plays against copies of {strategy} itself."
        )
    return job.run(remarks)


def usual_rivals(options: GameOptions, strategy: str) -> tuple[str, ...]:
    """Return the default line-up's first strategies other than the tuned one.

    Raises:
        InputError: The game's line-up has no other strategy.
    """
    game = find(options.name)
    rivals_needed = usual_players(options) - 1
    name = split_spec(strategy)[0].strip()
    other_seats = [default_seat for default_seat in game.default_seats if default_seat != name]
    if rivals_needed and not other_seats:
        raise InputError(
            "--against is missing: name the strategies for the other seats, such as a,b,c."
        )
    return tuple((other_seats * rivals_needed)[:rivals_needed])


def check_length(minutes: float | None, generations: int | None) -> None:
    """Refuse an invalid limit on the length of a search."""
    if minutes is not None and not 0 < minutes <= 10_000:
        raise InputError(f"--minutes {minutes:g} should be more than 0, and at most 10 000.")
    if generations is not None and not 1 <= generations <= 10_000:
        raise InputError(f"--generations {generations} should be between 1 and 10 000.")


def _goal(game: Game, text: str) -> str:
    """Read the goal; ``text`` may be the game's own word for scores."""
    word = game.declaration.words.score[1]
    if text == WINS:
        return WINS
    if text in (SCORE, word):
        return SCORE
    raise InputError(
        f"--for {text} should be {WINS} or {word}.{nearest(text, (WINS, word, SCORE))}"
    )


def _find_parameter(strategy: Strategy, name: str) -> Parameter:
    """Find a parameter by name."""
    by_name = {parameter.name: parameter for parameter in strategy.declarations}
    if name not in by_name:
        raise InputError(
            f'The strategy {strategy.name} has no parameter "{name}"; it has '
            f"{', '.join(by_name) or 'none'}.{nearest(name, by_name)}"
        )
    return by_name[name]


def _number(strategy: Strategy, name: str, text: str) -> float:
    """Read a value of ``--fix``."""
    try:
        return _find_parameter(strategy, name).number(text)
    except ValueError as error:
        raise InputError(f"--fix {name}={text} {error}.") from None


def choose_parameters(
    strategy: Strategy, only: str | None, settings: Mapping[str, float]
) -> list[Parameter]:
    """Choose the parameters to search: those named, or the default ones.

    The default parameters have more than two values, cost no computing time, and are neither in
    ``settings`` nor switched off. Skill is never one of them.
    """
    if only is not None:
        names = [name.strip() for name in only.split(",")]
        for name in names:
            if name in settings:
                raise InputError(
                    f"{name} is in both --only and --fix: give it in only one of them."
                )
            if names.count(name) > 1:
                raise InputError(f"--only names {name} twice.")
        parameters = [_find_parameter(strategy, name) for name in names]
        for parameter in parameters:
            if parameter.low == parameter.high:
                raise InputError(f"--only {parameter.name}: the only value is {parameter.low:g}.")
        return parameters
    parameters = [
        candidate
        for candidate in strategy.declarations
        if candidate.name not in (*settings, SKILL)
        and not _is_switch(candidate)
        and not candidate.costs_time
        and not strategy.parameters[candidate.name] == candidate.low == 0
    ]
    if not parameters:
        hint = " by default; --only can name one." if strategy.declarations else "."
        raise InputError(
            f"The strategy {strategy.name} has no parameter to search"
            f"{': --fix sets all that could be searched.' if settings else hint}"
        )
    return parameters


def _is_switch(parameter: Parameter) -> bool:
    """Return whether a parameter has at most two values."""
    return parameter.low == parameter.high or (
        parameter.whole and parameter.high - parameter.low <= 1
    )


@dataclass(frozen=True)
class _TuneJob:
    """One call of the command, from the search to the preset."""

    game: Game
    version: Any
    spec: str
    strategy: Strategy
    settings: Mapping[str, float]
    tuned_parameters: tuple[Parameter, ...]
    goal: str
    rivals: tuple[str, ...]
    options: GameOptions
    run_options: RunOptions
    games: int
    minutes: float | None
    generations: int | None
    folder: SearchFolder

    def run(self, remarks: Sequence[str]) -> TuneResult:
        """Search, compare the start and the result, and write the preset."""
        search = self._search()
        if search.has_ended(self.generations) and self._preset.is_file():
            ending = SearchEnding.read(self.folder.path, self._key(search))
            if ending is not None:
                return self._result(search, ending)
        if not self.run_options.quiet:
            self.run_options.channel.compile(self.game, [self.version])
            self._announce(search, remarks)
        with (
            self.folder.writing(self.run_options.channel, lambda: bool(search.generations)),
            self.run_options.channel.search(self.run_options.quiet) as show,
        ):
            games = self._play(search, show)
            ending = self._compare(search, show, games)
            self._write_preset(search.at_end(), ending.evidence)
            ending.write(self.folder.path, self._key(search))
            return self._result(search, ending)

    def _search(self) -> TuneSearch:
        """Begin the search, or continue it."""
        generations: list[Generation] = []
        if self.folder.resume:
            earlier, generations = read_state(self.folder.path)
            check_same(self.folder.path, earlier, self._record(), self.game.declaration.words)
        space = SearchSpace({**self.strategy.parameters, **self.settings}, self.tuned_parameters)
        return TuneSearch(
            self.game,
            self.version,
            split_spec(self.spec)[0],
            space.settings(self.strategy),
            space,
            self.goal,
            self.options.seed,
            threads(self.run_options.jobs),
            generations,
        )

    def _record(self) -> dict[str, Any]:
        """Describe the search; it can be resumed only with the same record."""
        return {
            PACKAGE: __version__,
            "version": self.game.record(self.version),
            "game": self.game.name,
            "for": self.goal,
            "seed": self.options.seed,
            "fixed": dict(self.settings),
            "searched": [parameter.name for parameter in self.tuned_parameters],
        }

    def _key(self, search: TuneSearch) -> str:
        """Identify the search and its fresh games."""
        generations = [generation.record() for generation in search.generations]
        return key_of(self.game, self._record(), generations, self.games)

    def _announce(self, search: TuneSearch, remarks: Sequence[str]) -> None:
        """Announce the parameters and the duration."""
        say = self.run_options.channel.say
        for line in remarks:
            say(line)
        left_out = [
            parameter.name
            for parameter in self.strategy.declarations
            if parameter not in self.tuned_parameters and parameter.name not in self.settings
        ]
        left_out_words = f"; not searched: {', '.join(left_out)}" if left_out else ""
        rival_words = f"against {', '.join(self.rivals)}" if self.rivals else "in one-player games"
        say(
            f"Tuning {self.strategy.name} for {self._goal_words()} {rival_words}: "
            f"{plural(len(self.tuned_parameters), 'parameter')}, "
            f"{plural(search.candidates, 'candidate')} per generation{left_out_words}."
        )
        if self.minutes is not None:
            unit = "minute" if self.minutes == 1 else "minutes"
            say(f"The search takes about {self.minutes:g} {unit}. Ctrl-C keeps the results so far.")
        say(f"Seed {self.options.seed}. Results go to {name_folder(self.folder.path)}.")

    def _goal_words(self) -> str:
        """Describe the goal."""
        score_noun = self.game.declaration.words.score[1]
        return WINS if self.goal == WINS else f"{score_noun} (minus a quarter of the others' total)"

    def _play(self, search: TuneSearch, show: ShowProgress) -> int:
        """Play and save generations, and return the number of games played."""
        record = self._record()
        later_games = 2 * self.games
        clock = SearchClock(self.minutes, self.generations, later_games)
        write_state(self.folder.path, record, search.generations)
        earlier_games = search.games
        while not (search.is_over or clock.is_over(len(search.generations))):
            games_before = search.games

            def show_games(games: int, games_before: int = games_before) -> None:
                games_done = games_before + games
                if self.generations is None:
                    total = clock.estimate_games(games_done - earlier_games)
                else:
                    total = search.max_games(self.generations) + later_games - earlier_games
                show(self._progress(search, clock, games_done), games_done - earlier_games, total)

            generation = search.step(show_games)
            clock.note(generation.total_games)
            write_state(self.folder.path, record, search.generations)
        return search.games - earlier_games

    def _progress(self, search: TuneSearch, clock: SearchClock, games: int) -> str:
        """Describe the progress of the search."""
        parts = [f"Generation {len(search.generations) + 1}"]
        if search.generations:
            best = max(generation.best for generation in search.generations)
            parts.append(f"best so far {best:.1f} (partly luck)")
        return (
            ", ".join(
                [*parts, plural(games, "game"), clock.remaining_words(len(search.generations))]
            )
            + "."
        )

    # --- The result.

    def _compare(self, search: TuneSearch, show: ShowProgress, games: int) -> SearchEnding:
        """Compare the start and the result on fresh games."""
        first_game = (
            FIRST_HELD_OUT_GAME + (len(search.generations) * self.games) % RESERVED_HELD_OUT_GAMES
        )
        engines = [search.engine(search.at_start()), search.engine(search.at_end())]
        line = f"Comparing start and result on {plural(self.games, 'fresh game')}."
        total = games + 2 * self.games
        show(line, games, total)
        before, after = search.results(engines, first_game, self.games)
        show(line, total, total)
        return SearchEnding((before, after), self._evidence(search, before, after))

    def _result(self, search: TuneSearch, ending: SearchEnding) -> TuneResult:
        """Describe the preset and the comparison."""
        start, end = search.at_start(), search.at_end()
        before, after = ending.results
        gain = (extra_wins if self.goal == WINS else extra_score)(after, before)
        seats = ",".join([str(self._preset), *self.rivals])
        flags = shlex.split(command_line("", replace(self.options, seats=None)))[2:]
        return TuneResult(
            self.folder.path,
            self._preset,
            {parameter.name: start[parameter.name] for parameter in self.tuned_parameters},
            {parameter.name: end[parameter.name] for parameter in self.tuned_parameters},
            before,
            after,
            gain,
            ending.evidence,
            (
                f"Searched {plural(len(search.generations), 'generation')}, "
                f"{plural(search.games, 'game')}.",
                self._verdict(gain),
            ),
            shlex.join(["eoc-sim", "run", "--seats", seats, *flags]),
            tuple(self.run_options.channel.notes),
            game=self.game,
            parameters=self.tuned_parameters,
            games=self.games,
            rivals=self.game.rivals(self.version),
        )

    def _verdict(self, gain: HeldOutMean) -> str:
        """State whether the tuned strategy is better."""
        score_noun = self.game.declaration.words.score[1]
        unit = "wins in 100" if self.goal == WINS else score_noun
        figure = f"{gain.mean:+.1f} {unit} (between {gain.low:+.1f} and {gain.high:+.1f})"
        if gain.low > 0:
            return f"The tuned strategy is better: {figure}."
        if gain.high < 0:
            return f"The tuned strategy is worse: {figure}. Keep the earlier one, or search longer."
        return (
            f"It is undecided whether the tuned strategy is better: {figure}. Search longer "
            "(--resume), or compare on more games (--games)."
        )

    @property
    def _preset(self) -> Path:
        """The file of the preset."""
        return self.folder.path / f"{self.strategy.name}_{TUNED_SUFFIX}.toml"

    def _write_preset(self, values: Mapping[str, float], evidence: Mapping[str, Any]) -> None:
        """Write the preset atomically."""
        text = preset_text(
            self.strategy,
            self._preset.parent.resolve(),
            parameters=values,
            evidence=evidence,
            comment=f"Tuned by eoc-sim tune: {self.strategy.name} for {self._goal_words()}.",
        )
        write_whole(self._preset, text.encode())

    def _evidence(self, search: TuneSearch, before: Results, after: Results) -> dict[str, Any]:
        """Record the search and its results on fresh games."""
        score_noun = self.game.declaration.words.score[1]
        evidence: dict[str, Any] = {
            "command": shlex.join(self.run_options.command_line),
            "package_version": __version__,
            "strategy": self.strategy.name,
            "strategy_hash": self.strategy.code_hash,
            "game_hash": digest_of(self.game.record(self.version)),
            "against": list(self.rivals),
            "for": self.goal,
            "seed": self.options.seed,
            "generations": len(search.generations),
            "games": search.games,
            "held_out_games": self.games,
            "mean_low_high": (
                f"wins in 100 and {score_noun} on the held-out games, each with its interval"
            ),
        }
        for label, result in (("before", before), ("after", after)):
            evidence[f"{label}_wins"] = wins_in_100(result).record()
            evidence[f"{label}_{score_noun}"] = score(result).record()
        evidence["gain_wins"] = extra_wins(after, before).record()
        evidence[f"gain_{score_noun}"] = extra_score(after, before).record()
        return evidence
