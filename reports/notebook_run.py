"""A run for a notebook: tables, metrics and charts by name.

Tables and metrics are polars frames, and charts are matplotlib figures. ``eoc_sim.load`` calls
`load`. Everything is read or computed on first access.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import polars as pl

from eoc_sim.analysis import (
    compare,
    luck_of_the_deal,
    points,
    relearning,
    seating,
    strategies,
    variants,
)
from eoc_sim.analysis.folders import Folder, with_public_names
from eoc_sim.analysis.tables import Run
from eoc_sim.counts import count
from eoc_sim.errors import InputError, nearest
from eoc_sim.games import check_unedited, find_recorded
from eoc_sim.reports.finding_sentences import sentence
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.other_tables import name_other_tables
from eoc_sim.reports.page import make_blocks, sections_of
from eoc_sim.reports.pictures import Chart, ChartsOnly, Picture
from eoc_sim.reports.standing_questions import order_kind
from eoc_sim.reports.who_plays import overall_mark, select_marks
from eoc_sim.simulator.runs.replaying import version_to_replay
from eoc_sim.simulator.runs.result_tables import load_run
from eoc_sim.simulator.runs.run_directory import check_result
from eoc_sim.simulator.runs.run_file import GAME_SOURCE, METRICS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from eoc_sim.simulator.runs.game import Game

Product = TypeVar("Product")
Maker = Callable[[], "pl.DataFrame"]
FINDINGS = ("about", "kind", "name", "value", "low", "high", "games", "smallest")
"""The columns of `LoadedRun.findings` that are copied from each `Finding`."""


def load(
    path: str | Path, *, trust: bool = False, game: str | Path | None = None
) -> LoadedRun | LoadedFolder:
    """Load the run, or the runs of one command, in a folder.

    Args:
        path: the folder.
        trust: allows running the strategy files and the game file that the run names; a warning
            first names each file, with its SHA-256.
        game: the module or file of a game that is neither built in nor installed.

    Raises:
        InputError: the folder has no run, the run is of a different game, or the folder has a
            named pipe, which would block.
    """
    check_result(Path(path))
    folder = Folder.read(Path(path))
    game = str(game) if isinstance(game, Path) else game
    if folder is None:
        return LoadedRun(path, trust=trust, game=game)
    return LoadedFolder(folder, trust=trust, game=game)


class _ByName(Mapping[str, Product]):
    """Objects by name, each made on access; error messages call them ``noun``."""

    noun = ""

    def __init__(self, makers: Mapping[str, Callable[[], Product]], folder: Path) -> None:
        self._makers = dict(makers)
        self._folder = folder

    def __getitem__(self, name: str) -> Product:
        """Make the object of that name.

        Raises:
            InputError: it does not exist, or a table that it needs was not kept.
        """
        if name not in self._makers:
            raise _unknown_name_error(self.noun, name, self._makers, self._folder)
        return self._makers[name]()

    def __contains__(self, name: object) -> bool:
        return name in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    def __repr__(self) -> str:
        return f"<{self.noun}s: {'; '.join(self) or 'none'}>"


class Metrics(_ByName["pl.DataFrame"]):
    """Metric frames by name, each computed on first access."""

    noun = "metric"

    def __init__(self, makers: Mapping[str, Maker], folder: Path) -> None:
        super().__init__({name: cache(maker) for name, maker in makers.items()}, folder)


class ChartsByName(_ByName["Figure"]):
    """Matplotlib figures of a report's charts in plain colours, by heading."""

    noun = "chart"

    def __init__(self, run: Run) -> None:
        charts: dict[str, Chart] = {}
        page = Findings(run)
        page.charts = ChartsOnly()
        for section in make_blocks(sections_of(page)).sections:
            for block in section.blocks:
                if isinstance(block.picture, Picture):
                    chart = block.picture.chart
                    heading = block.heading or chart.title
                    charts[
                        heading if heading not in charts else f"{section.heading}: {heading}"
                    ] = chart
        makers: dict[str, Callable[[], Figure]] = {
            name: chart.figure for name, chart in charts.items()
        }
        super().__init__(makers, run.path)


class LoadedRun:
    """A run: its result tables, ids, metrics and charts.

    Tables are also attributes. ``record`` is the content of run.json. An interrupted run has
    the games that every version has finished. With ``trust``, files
    that run.json names may be run: a game file that is not installed, and in `replay` the strategy
    files. Modules that run.json names are never run, even with ``trust``.
    """

    def __init__(self, path: str | Path, *, trust: bool = False, game: str | None = None) -> None:
        self._trust = trust
        self._game = game
        self._reader = load_run(path)
        self._run = Run(path)
        self.path = self._reader.path
        self.record: dict[str, Any] = self._reader.record
        if game is not None or (trust and GAME_SOURCE in self.record):
            self._find_game(game)

    def _find_game(self, module: str | None) -> Game:
        """Find the game that was played, optionally in a named module.

        ``module`` may also be a file.
        """
        return find_recorded(self.record, module, _warn if self._trust else None)

    @property
    def tables(self) -> tuple[str, ...]:
        """The result tables that were kept."""
        return self._reader.tables

    @property
    def dims(self) -> tuple[str, ...]:
        """The tables that describe ids."""
        return tuple(map(str, self.record["dims"]))

    @property
    def games(self) -> int:
        """The number of games that every version has finished."""
        return self._reader.games

    @cached_property
    def versions(self) -> pl.DataFrame:
        """The versions played, with arm, label and sentence, the current rules first."""
        arms = self._run.arms
        return pl.DataFrame(
            {
                "arm": [arm.id for arm in arms],
                "label": [arm.label for arm in arms],
                "sentence": [arm.sentence for arm in arms],
            }
        )

    def scan(self, name: str) -> pl.LazyFrame:
        """Scan a result table of all versions, even one larger than memory.

        Raises:
            InputError: it was not kept, or no games can be read.
        """
        return self._reader.scan(name)

    def table(self, name: str) -> pl.DataFrame:
        """Read a result table of all versions, or one of `dims`.

        Raises:
            InputError: it does not exist, or no games can be read.
        """
        if name not in self.tables and name in self.dims:
            return self.dim(name)
        if name not in self.tables:
            names = list(dict.fromkeys((*self.tables, *self.dims)))
            raise _unknown_name_error("table", name, names, self.path)
        return self.scan(name).collect()

    def dim(self, name: str) -> pl.DataFrame:
        """Read a table that describes ids, with ``id`` and ``name`` first.

        Raises:
            InputError: the table does not exist.
        """
        return self._reader.dims(name)

    @cached_property
    def metrics(self) -> Metrics:
        """The report's frames, and the tables in the metrics folder."""
        makers = _metrics(self._run)
        for name, maker in _files(self.path / METRICS).items():
            makers.setdefault(name, maker)
        return Metrics(
            {name: self._explain_other_game(maker) for name, maker in makers.items()}, self.path
        )

    @cached_property
    def findings(self) -> pl.DataFrame:
        """All answers of the report, with intervals that hold jointly.

        Columns: about, kind, name, value, low, high, games, smallest (the smallest difference that
        matters), verdict, mark (whether the answer depends on who plays; empty if no other
        line-ups tested it), and sentence.
        """
        return self._explain_other_game(lambda: findings_frame(Findings(self._run)))()

    @cached_property
    def charts(self) -> ChartsByName:
        """The report's charts by heading, each drawn on access."""
        return self._explain_other_game(lambda: ChartsByName(self._run))()

    def _explain_other_game(self, make: Callable[[], Product]) -> Callable[[], Product]:
        """Wrap ``make`` to explain errors that another game's tables cause."""

        def make_or_explain() -> Product:
            with name_other_tables([self.path], self._game):
                return make()

        return make_or_explain

    def replay(
        self, game: int, version: int = 0, *, module: str | None = None, twin: str | None = None
    ) -> list[dict[str, Any]]:
        """Return the trace of one game, a list of events.

        ``version`` is an ``arm`` in `versions`. A game that is neither built in nor installed is
        imported from ``module``. ``twin`` gives the same game with one thing changed, such as
        "card.063"; the error for an unknown name lists all twins.

        Raises:
            InputError: the game does not exist, or it can no longer be played as it was.
            UntrustedCode: run.json names strategy files, and the run was loaded without ``trust``.
        """
        return self._replay(game, version, module, twin)[0]

    def story(
        self, game: int, version: int = 0, *, module: str | None = None, twin: str | None = None
    ) -> list[str]:
        """Narrate one game in sentences, with the same arguments as `replay`.

        Raises:
            InputError: as for `replay`, or the game cannot narrate its traces.
            UntrustedCode: as for `replay`.
        """
        events, its_game, its_version = self._replay(game, version, module, twin)
        if its_game.narrate is None:
            raise InputError(f"The game {its_game.name} cannot narrate its traces.")
        return list(its_game.narrate(events, its_version))

    def _replay(
        self, game: int, version: int, module: str | None, twin: str | None
    ) -> tuple[list[dict[str, Any]], Game, Any]:
        """Replay one game; return its trace, its `Game` and its version."""
        if not 0 <= game < self._reader.games_requested or not 0 <= version < len(self._run.arms):
            raise InputError(f"{self.path} has no game {game} of version {version}.")
        its_game = self._find_game(module or self._game)
        check_unedited(self.record, its_game)
        if its_game.replay is None:
            raise InputError(f"The game {its_game.name} has no traces to replay.")
        its_version = version_to_replay(
            its_game, self._reader, game, version, twin, _warn if self._trust else None, _warn
        )
        seed, seating = int(self.record["seed"]), str(self.record["seating"])
        events = its_game.replay(its_version, seed, seating, game, twin)
        return events, its_game, its_version

    def __getattr__(self, name: str) -> pl.DataFrame:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self.table(name)
        except InputError as error:
            raise AttributeError(str(error)) from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.tables, *self.dims]

    def __repr__(self) -> str:
        number = len(self._run.arms)
        versions = "" if number == 1 else f" of {count(number)} versions"
        return (
            f"<run {self.path}: {count(self.games)} games{versions}; "
            f"tables {', '.join(self.tables)}; metrics {', '.join(self.metrics)}>"
        )


class LoadedFolder:
    """The runs of one command by name, and their shared metrics."""

    def __init__(self, folder: Folder, *, trust: bool = False, game: str | None = None) -> None:
        self._folder = folder
        self._trust = trust
        self._game = game
        self.path = folder.path
        self.command = folder.command
        self.metrics = Metrics(_files(folder.path / METRICS), folder.path)

    @property
    def runs(self) -> tuple[str, ...]:
        """The names of the runs."""
        return tuple(self._folder.runs)

    def run(self, name: str) -> LoadedRun:
        """Return one of the runs.

        Raises:
            InputError: it does not exist.
        """
        if name not in self._folder.runs:
            raise _unknown_name_error("run", name, self._folder.runs, self.path)
        return LoadedRun(self.path / name, trust=self._trust, game=self._game)

    def __repr__(self) -> str:
        return (
            f"<folder {self.path} of {self.command}: runs {', '.join(self.runs)}; metrics "
            f"{', '.join(self.metrics)}>"
        )


def findings_frame(page: Findings) -> pl.DataFrame:
    """Collect all answers of a page, as in `LoadedRun.findings`."""
    marks = finding_marks(page)
    findings = page.headlines.findings
    columns = {
        name: [getattr(finding, "size" if name == "value" else name) for finding in findings]
        for name in FINDINGS
    }
    return pl.DataFrame(
        {
            **columns,
            "verdict": [finding.verdict for finding in findings],
            "mark": [marks.get(finding.about, "") for finding in findings],
            "sentence": [sentence(finding, interval=True) for finding in findings],
        },
        strict=False,
    )


def finding_marks(page: Findings) -> dict[str, str]:
    """Return the marks of findings that were checked with other line-ups."""
    order = order_kind(page.run)
    keys = {
        effect.finding.about: (effect.arm.short, effect.holders, effect.metric)
        for effect in page.headlines.effects
    } | {
        finding.about: (order, "", "")
        for finding in page.headlines.findings
        if finding.kind == order
    }
    by_finding = {about: select_marks(page.marks, *key) for about, key in keys.items()}
    return {about: overall_mark(marks) for about, marks in by_finding.items() if marks}


def _warn(sentence: str) -> None:
    warnings.warn(sentence, stacklevel=2)


def _metrics(run: Run) -> dict[str, Maker]:
    """Collect the frames that the game's declaration and the versions allow."""
    seats = run.table_with("win_share")
    # Take verdicts from the page, which treats all its questions as one family.
    page = cache(lambda: Findings(run))
    makers: dict[str, Maker] = {"wins": lambda: page().shares}
    if seats.roles("habit", "waste"):
        makers["habits"] = lambda: strategies.habits(run)
    if seats.roles("part"):
        makers["points"] = lambda: points.parts(run)
    makers["scores"] = lambda: points.quantiles(run, points.distribution(run))
    if run.declares("winner"):
        makers["closeness"] = lambda: points.closeness(run)
    for column in luck_of_the_deal.groups(run):
        makers[f"wins_by_{column.name}"] = _group_maker(page, column.name)
    if run.players > 1:
        makers["wins_in_seats"] = lambda: seating.by_seat(run)
        makers["wins_behind"] = lambda: seating.by_neighbour(run)
    if run.declares("played_round"):
        makers["cards"] = lambda: with_public_names(page().cards[0])
    if len(run.arms) > 1:
        effects = _cached(
            lambda: relearning.effects(run, compare.totals(run), relearning.relearnt_run(run))[0]
        )
        for group in compare.GROUPS:
            makers[f"effects_{group}"] = _part(effects, group)
        if run.declares("played_round"):
            makers["changed_cards"] = lambda: with_public_names(compare.card_rates(run))
    if relearning.requests_relearning(run):
        makers |= _relearnt_frames(run)
    if variants.crossing_of(run) is not None:
        crossed_effects = _cached(lambda: variants.effects(run))
        for kind in variants.KINDS:
            makers[f"variants_{kind}"] = _part(crossed_effects, kind)
    return makers


def _relearnt_frames(run: Run) -> dict[str, Maker]:
    """Collect the frames of the second run, with players who have learnt.

    Reading a frame raises an error if these players have not played yet.
    """
    makers: dict[str, Maker] = {
        "learnt_wins": lambda: relearning.wins(run, relearning.second_run(run))
    }
    if len(run.arms) > 1:
        answers = _cached(lambda: _both_answers(run))
        for group in relearning.GROUPS:
            makers[f"answers_{group}"] = _part(answers, group)
        makers["answers_apart"] = lambda: relearning.shifts(run, relearning.second_run(run))
        if run.declares("played_round"):
            makers["learnt_drafts"] = lambda: with_public_names(
                relearning.draft_rates(run, relearning.second_run(run))
            )
    return makers


def _both_answers(run: Run) -> dict[str, pl.DataFrame]:
    """Collect each version's effects with unchanged players and with learners.

    Raises:
        MissingResults: the players who learn have not played yet.
    """
    relearning.second_run(run)
    first, second = relearning.effects(run, compare.totals(run), relearning.relearnt_run(run))
    return relearning.answers(run, first, second)


def _group_maker(page: Callable[[], Findings], name: str) -> Maker:
    """Return a function that computes win shares by one column of seats.

    The frame is empty if all seats have the same value in that column.
    """

    def make() -> pl.DataFrame:
        return page().groups.get(name, pl.DataFrame())

    return make


def _cached(make: Callable[[], dict[str, pl.DataFrame]]) -> Callable[[], dict[str, pl.DataFrame]]:
    """Wrap ``make`` so that it computes its frames only once."""
    return cache(make)


def _part(frames: Callable[[], dict[str, pl.DataFrame]], name: str) -> Maker:
    return lambda: with_public_names(frames()[name])


def _files(folder: Path) -> dict[str, Maker]:
    """Find the metric tables that commands have written."""
    return {path.stem: _file(path) for path in sorted(folder.glob("*.parquet"))}


def _file(path: Path) -> Maker:
    def read() -> pl.DataFrame:
        try:
            return pl.read_parquet(path)
        except (pl.exceptions.PolarsError, OSError):
            raise InputError(f"{path} is damaged: it is not a Parquet file.") from None

    return read


def _unknown_name_error(
    noun: str, name: str, names: Mapping[str, Any] | list[str], folder: Path
) -> InputError:
    return InputError(
        f'{folder} has no {noun} "{name}"; it has {", ".join(names) or "none"}.'
        f"{nearest(str(name), names)}"
    )
