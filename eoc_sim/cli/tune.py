"""``eoc-sim tune``: the parameters with which a strategy does best against others."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from eoc_sim.cli.options import against_option, jobs_option, version_options
from eoc_sim.cli.search_clock import SearchClock
from eoc_sim.cli.search_folder import SearchFolder
from eoc_sim.commands.options import GameOptions, command_line, split_against, split_pairs
from eoc_sim.errors import InputError, nearest

if TYPE_CHECKING:
    from eoc_sim.analysis.held_out import Estimate, Results
    from eoc_sim.cli.tune_search import Generation, Search
    from eoc_sim.simulator.kernel.strategy_files import Parameter, Strategy
    from eoc_sim.simulator.runs.game import Game, Words

COMMAND = "tune"
USUAL_MINUTES = 10.0
HELD_OUT = 10_000
HELD_OUT_ROOM = 400_000_000
"""Game numbers for held-out games; a search that went on later is shown on others."""
TUNED = "tuned"


@click.command(name=COMMAND)
@click.argument("strategy", metavar="STRATEGY")
@against_option
@click.option(
    "--for",
    "goal",
    default="wins",
    show_default=True,
    metavar="wins|score",
    help="What is looked for: wins, or the own score less a quarter of the others' (score, or what "
    "the game calls it).",
)
@click.option(
    "--only",
    metavar="A,B",
    help="Search these parameters only. [default: all but those with two "
    "values and those that are off, at a lowest value of 0]",
)
@click.option("--fix", multiple=True, metavar="A=VALUE", help="Set a parameter, and leave it so.")
@click.option(
    "--minutes",
    type=float,
    metavar="M",
    help=f"About how long it may take in all. [default: {USUAL_MINUTES:g}, without --generations]",
)
@click.option("--generations", type=int, metavar="G", help="Generations to play in all.")
@click.option(
    "--games",
    type=int,
    default=HELD_OUT,
    show_default=True,
    metavar="N",
    help="Games, not those of the search, on which start and result are compared.",
)
@jobs_option
@click.option(
    "--out", metavar="DIR", help="Folder for the result. [default: results/tune-N, the next free N]"
)
@click.option("--resume", is_flag=True, help="Go on with the search in --out.")
@click.option("--fresh", is_flag=True, help="Replace the search in --out.")
@click.option("--quiet", is_flag=True, help="Print the result only.")
@version_options
def command(
    strategy: str,
    against: str | None,
    goal: str,
    only: str | None,
    fix: tuple[str, ...],
    minutes: float | None,
    generations: int | None,
    games: int,
    jobs: int,
    out: str | None,
    resume: bool,
    fresh: bool,
    quiet: bool,
    asked: GameOptions,
) -> None:
    """Search the parameters with which a strategy does best against others.

    Plays generations of candidates that race on the same games, and in the end start and result on
    games that the search never saw. Writes a preset, a file to play with as with any strategy.
    Ctrl-C keeps what was found; --resume goes on.
    """
    from eoc_sim.cli.playing import Screen
    from eoc_sim.cli.tune_search import STATE
    from eoc_sim.commands.baseline import baseline, needed
    from eoc_sim.simulator.runs.runner import threads, whole_seatings

    if minutes is None and generations is None:
        minutes = USUAL_MINUTES
    _check_length(minutes, generations)
    rivals = usual_rivals(asked, strategy) if against is None else split_against(against)
    # A seat is a strategy in both, and what has a comma would be two.
    game, version = baseline(replace(asked, seats=",".join([strategy, *rivals])), Screen())
    loaded = needed(
        game, game.strategies, f"strategies with parameters, so {COMMAND} cannot be asked"
    )(version)[0]
    settings = {key: _number(loaded, key, text) for key, text in split_pairs(fix, "--fix", "a=3")}
    games, rounded = whole_seatings(games, game.players_of(version), "balanced")
    job = _Job(
        game,
        strategy,
        loaded,
        settings,
        tuple(chosen(loaded, only, settings)),
        _goal(game, goal),
        rivals,
        asked,
        games,
        quiet,
        threads(jobs),
        minutes,
        generations,
        SearchFolder.claim(COMMAND, STATE, out, resume=resume, fresh=fresh),
    )
    notes = [rounded] if rounded else []
    if against is None and rivals:
        notes.append(
            f"The others are {', '.join(rivals)} of the usual line-up; --against names others, and "
            f"eoc-sim exploit {strategy} plays against copies of {strategy} itself."
        )
    job.run(version, notes)


def usual_rivals(asked: GameOptions, strategy: str) -> tuple[str, ...]:
    """Give the usual line-up's other seats: its first strategies but the one asked about.

    Raises:
        InputError: the rules leave no other seat, or the game's line-up names nobody else.
    """
    from eoc_sim.commands.baseline import usual_players
    from eoc_sim.games import find

    game = find(asked.name)
    wanted = usual_players(asked) - 1
    name = strategy.partition(":")[0].strip()
    others = [one for one in game.default_seats if one != name]
    if wanted and not others:
        raise InputError("--against is missing: name the strategies of the other seats, as a,b,c.")
    return tuple((others * wanted)[:wanted])


def _check_length(minutes: float | None, generations: int | None) -> None:
    if minutes is not None and not 0 < minutes <= 10_000:
        raise InputError(f"--minutes {minutes:g} should be more than 0, and at most 10000.")
    if generations is not None and not 1 <= generations <= 10_000:
        raise InputError(f"--generations {generations} should be from 1 to 10000.")


def _goal(game: Game, text: str) -> str:
    """What is looked for; the score may be called as the game calls it."""
    from eoc_sim.cli.tune_search import SCORE, WINS

    own = game.declaration.words.score[1]
    if text == WINS:
        return WINS
    if text in (SCORE, own):
        return SCORE
    raise InputError(f"--for {text} should be {WINS} or {own}.{nearest(text, (WINS, own, SCORE))}")


def _declared(strategy: Strategy, name: str) -> Parameter:
    by_name = {one.name: one for one in strategy.declared}
    if name not in by_name:
        raise InputError(
            f'The strategy {strategy.name} has no parameter "{name}"; it has '
            f"{', '.join(by_name) or 'none'}.{nearest(name, by_name)}"
        )
    return by_name[name]


def _number(strategy: Strategy, name: str, text: str) -> float:
    """The value of ``--fix``."""
    try:
        return _declared(strategy, name).number(text)
    except ValueError as error:
        raise InputError(f"--fix {name}={text} {error}.") from None


def chosen(strategy: Strategy, only: str | None, settings: Mapping[str, float]) -> list[Parameter]:
    """The parameters that are searched: those named, or all that have many values and are on."""
    from eoc_sim.simulator.kernel.strategy_files import SKILL

    if only is not None:
        names = [name.strip() for name in only.split(",")]
        for name in names:
            if name in settings:
                raise InputError(f"{name} is both in --only and in --fix: give it in one of them.")
            if names.count(name) > 1:
                raise InputError(f"--only names {name} twice.")
        found = [_declared(strategy, name) for name in names]
        for one in found:
            if one.low == one.high:
                raise InputError(f"--only {one.name}: the parameter has one value, {one.low:g}.")
        return found
    found = [
        one
        for one in strategy.declared
        if one.name not in (*settings, SKILL)
        and not _is_switch(one)
        and not strategy.parameters[one.name] == one.low == 0
    ]
    if not found:
        raise InputError(
            f"The strategy {strategy.name} has no parameter to search"
            + (": --fix sets them all." if settings else "; --only may name one that is off.")
        )
    return found


def _is_switch(one: Parameter) -> bool:
    """Whether a parameter has two values, or only one."""
    return one.low == one.high or (one.whole and one.high - one.low <= 1)


@dataclass(frozen=True)
class _Job:
    """A search that was asked for, from its start to its preset."""

    game: Game
    spec: str
    strategy: Strategy
    settings: Mapping[str, float]
    tuned: tuple[Parameter, ...]
    goal: str
    rivals: tuple[str, ...]
    asked: GameOptions
    games: int
    quiet: bool
    threads: int
    minutes: float | None
    generations: int | None
    folder: SearchFolder

    def run(self, version: Any, notes: Sequence[str]) -> None:
        """Search, compare start and result on fresh games, write and print what was found."""
        from eoc_sim.cli.playing import compile_needed
        from eoc_sim.cli.screen import note
        from eoc_sim.simulator.runs.run_lock import locked

        search = self._search(version)
        compile_needed(self.game, [version], self.quiet)
        self._announce(search, notes)
        try:
            self.folder.path.mkdir(parents=True, exist_ok=True)
            with locked(self.folder.path):
                self._play(search, version)
                self._finish(search)
        except OSError as error:
            raise InputError(
                f"The directory {self.folder.path} cannot be written: {error.strerror or error}."
            ) from None
        except KeyboardInterrupt:
            if search.generations:
                note(
                    f"What was found is kept in {self.folder.path}. To go on, repeat the command "
                    f"with --out {shlex.quote(str(self.folder.path))} --resume."
                )
            raise

    def _search(self, version: Any) -> Search:
        """The search, begun or continued."""
        from eoc_sim.cli.tune_search import Search, Space, read_state
        from eoc_sim.simulator.kernel.strategy_files import split_spec

        generations: list[Generation] = []
        if self.folder.resume:
            told, generations = read_state(self.folder.path)
            check_same(self.folder.path, told, self._record(version), self.game.declaration.words)
        start = self._start()
        tuned = {one.name for one in self.tuned}
        settings = {
            name: value
            for name, value in start.items()
            if value != self.strategy.usual[name] and name not in tuned
        }
        return Search(
            self.game,
            version,
            split_spec(self.spec)[0],
            settings,
            Space(start, self.tuned),
            self.goal,
            self.asked.seed,
            self.threads,
            generations,
        )

    def _start(self) -> dict[str, float]:
        """All parameters with which the search begins."""
        return {**self.strategy.parameters, **self.settings}

    def _record(self, version: Any) -> dict[str, Any]:
        """What makes a search: one of the same record can go on."""
        return {
            "version": self.game.record(version),
            "game": self.game.name,
            "for": self.goal,
            "seed": self.asked.seed,
            "fixed": dict(self.settings),
            "searched": [one.name for one in self.tuned],
        }

    def _announce(self, search: Search, notes: Sequence[str]) -> None:
        from eoc_sim.cli.screen import say
        from eoc_sim.commands.telling import plural

        if self.quiet:
            return
        for line in notes:
            say(line)
        left_out = [
            one.name
            for one in self.strategy.declared
            if one not in self.tuned and one.name not in self.settings
        ]
        more = f"; left as they are: {', '.join(left_out)}" if left_out else ""
        others = f"against {', '.join(self.rivals)}" if self.rivals else "alone"
        say(
            f"{self.strategy.name} is tuned for {self._goal_words()} {others}: "
            f"{plural(len(self.tuned), 'parameter')}, "
            f"{plural(search.candidates, 'candidate')} a generation{more}."
        )
        if self.minutes is not None:
            say(f"It takes about {self.minutes:g} minutes. Ctrl-C keeps what was found until then.")
        say(f"Seed {self.asked.seed}. Results go to {self.folder.path}.")

    def _goal_words(self) -> str:
        from eoc_sim.cli.tune_search import WINS

        many = self.game.declaration.words.score[1]
        return WINS if self.goal == WINS else f"{many} (less a quarter of the others')"

    def _play(self, search: Search, version: Any) -> None:
        """Play generations until enough are played or the time is over; keep each."""
        from eoc_sim.cli.telling import telling
        from eoc_sim.cli.tune_search import write_state

        record = self._record(version)
        clock = SearchClock(self.minutes, self.generations, 2 * self.games)
        write_state(self.folder.path, record, search.generations)
        with telling(self.quiet) as tell:
            while not (search.is_over or clock.is_over(len(search.generations))):
                played = sum(one.played for one in search.generations)

                def show(games: int, played: int = played) -> None:
                    tell(self._progress(search, clock, played + games))

                generation = search.step(show)
                clock.note(generation.played)
                write_state(self.folder.path, record, search.generations)

    def _progress(self, search: Search, clock: SearchClock, games: int) -> str:
        from eoc_sim.commands.telling import plural

        parts = [f"Generation {len(search.generations) + 1}"]
        if search.generations:
            best = max(one.best for one in search.generations)
            parts.append(f"best so far {best:.1f} (by luck too)")
        return ", ".join([*parts, plural(games, "game"), clock.left(len(search.generations))]) + "."

    # --- What was found.

    def _finish(self, search: Search) -> None:
        """Compare start and result on fresh games, write the preset, print both."""
        from eoc_sim.analysis.held_out import more_score, more_wins
        from eoc_sim.cli.held_out import print_held_out
        from eoc_sim.cli.screen import say
        from eoc_sim.cli.telling import telling
        from eoc_sim.cli.tune_search import WINS
        from eoc_sim.commands.telling import plural
        from eoc_sim.simulator.runs.batches import HELD_OUT_GAMES

        start, found = search.at_start(), search.found()
        first = HELD_OUT_GAMES + (len(search.generations) * self.games) % HELD_OUT_ROOM
        engines = [search.engine(start), search.engine(found)]
        with telling(self.quiet) as tell:
            tell(f"{plural(self.games, 'game')} that the search never saw, start and result.")
            before, after = search.results(engines, first, self.games)
        gain = (more_wins if self.goal == WINS else more_score)(after, before)
        file = self.folder.path / f"{self.strategy.name}_{TUNED}.toml"
        evidence = self._evidence(search, before, after)
        self._write_preset(file, found, evidence)
        players = 1 + len(self.rivals)
        played = sum(one.played for one in search.generations)
        if not self.quiet:
            say()
        say(
            f"Searched {plural(len(search.generations), 'generation')}, {plural(played, 'game')}. "
            f"What it changes:"
        )
        say()
        self._print_parameters(start, found)
        say()
        say(f"On {plural(self.games, 'game')} that the search never saw, both on the same luck:")
        say()
        labels = f"{self.strategy.name} as it was", f"{self.strategy.name} tuned"
        print_held_out(
            self.game.declaration.words,
            players,
            list(zip(labels, (before, after), strict=True)),
            (labels[1], labels[0]),
        )
        say()
        say(self._verdict(gain))
        say(f"Preset: {file}. To play with it:")
        seats = ",".join([str(file), *self.rivals])
        options = shlex.split(command_line("", replace(self.asked, seats=None)))[2:]
        say(f"  {shlex.join(['eoc-sim', 'run', '--seats', seats, *options])}")

    def _print_parameters(self, start: Mapping[str, float], found: Mapping[str, float]) -> None:
        from eoc_sim.cli.screen import table

        table(
            ("parameter", "meaning", "start", TUNED, "lowest", "highest"),
            [
                (
                    one.name,
                    one.help,
                    f"{start[one.name]:g}",
                    f"{found[one.name]:g}",
                    f"{one.low:g}",
                    f"{one.high:g}",
                )
                for one in self.tuned
            ],
            left=2,
        )

    def _verdict(self, gain: Estimate) -> str:
        """Whether the gain is shown, in plain words."""
        from eoc_sim.cli.tune_search import WINS

        many = self.game.declaration.words.score[1]
        unit = "wins in 100" if self.goal == WINS else many
        said = f"{gain.mean:+.1f} {unit} (between {gain.low:+.1f} and {gain.high:+.1f})"
        if gain.low > 0:
            return f"The gain is shown: {said}."
        if gain.high < 0:
            return f"The result is worse than the start: {said}. Keep the start, or search longer."
        return (
            f"The gain is not shown: {said}. Search longer (--resume), or compare on more --games."
        )

    def _write_preset(
        self, file: Path, values: Mapping[str, float], evidence: Mapping[str, Any]
    ) -> None:
        from eoc_sim.simulator.kernel.presets import preset_text
        from eoc_sim.simulator.runs.whole_file import write_whole

        text = preset_text(
            self.strategy,
            file.parent.resolve(),
            parameters=values,
            evidence=evidence,
            comment=f"Tuned by eoc-sim tune: {self.strategy.name} for {self._goal_words()}.",
        )
        write_whole(file, text.encode())

    def _evidence(self, search: Search, before: Results, after: Results) -> dict[str, Any]:
        """How it was found, and what it is worth on held-out games, in plain values."""
        from eoc_sim import __version__
        from eoc_sim.analysis.held_out import more_score, more_wins, score, wins_in_100

        many = self.game.declaration.words.score[1]
        evidence: dict[str, Any] = {
            "command": shlex.join(["eoc-sim", *sys.argv[1:]]),
            "package_version": __version__,
            "strategy": self.strategy.name,
            "strategy_hash": self.strategy.code,
            "game_hash": digest_of(self.game.record(search.version)),
            "against": list(self.rivals),
            "for": self.goal,
            "seed": self.asked.seed,
            "generations": len(search.generations),
            "games": sum(one.played for one in search.generations),
            "held_out_games": self.games,
            "mean_low_high": f"wins in 100 and {many} on the held-out games, with its interval",
        }
        for label, one in (("before", before), ("after", after)):
            evidence[f"{label}_wins"] = wins_in_100(one).record()
            evidence[f"{label}_{many}"] = score(one).record()
        evidence["gain_wins"] = more_wins(after, before).record()
        evidence[f"gain_{many}"] = more_score(after, before).record()
        return evidence


def digest_of(record: Mapping[str, Any]) -> str:
    """A hash of plain values."""
    import hashlib
    import json

    return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()[:16]


def check_same(
    folder: Path, told: Mapping[str, Any], asked: Mapping[str, Any], words: Words
) -> None:
    """Refuse to go on with a search that another question was asked in."""
    import json

    from eoc_sim.simulator.runs.changed_strategies import changed_strategies

    plain = json.loads(json.dumps(asked))
    changed = changed_strategies(told, plain)
    if changed is not None:
        raise InputError(
            f"{changed} since the search in {folder} was begun; all its games are of the same "
            f"{words.player[1]}: undo the change to go on, or give another --out."
        )
    for key, value in plain.items():
        if told.get(key) != value:
            raise InputError(
                f"The search in {folder} was asked for with another {key}; repeat the command as "
                "it was to go on (only --minutes, --generations, --games and --jobs may differ), "
                "or give another --out."
            )
