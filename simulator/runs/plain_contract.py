"""Checks of a plain Python game's strategies, point by point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from eoc_sim.errors import GameError, InputError, StrategyError
from eoc_sim.simulator.kernel.phrases import format_count
from eoc_sim.simulator.kernel.rule_sets import STANDARD
from eoc_sim.simulator.kernel.strategy import Strategy
from eoc_sim.simulator.runs.checks import (
    hidden_cards,
    idle_parameters,
    legal_play,
    pace,
    unused_declarations,
)
from eoc_sim.simulator.runs.checks.match import (
    OK,
    SEED,
    SKIPPED,
    CheckedMatch,
    Contract,
    ContractPoint,
)
from eoc_sim.simulator.runs.version_options import VersionOptions

if TYPE_CHECKING:
    from types import SimpleNamespace

    from eoc_sim.simulator.runs.plain_table import AnswerFunction, Draw

VIEW_UNCHANGED = "view unchanged"
OTHER_LUCK = (
    "Does the strategy keep something between games, or use random numbers that do not come from "
    "draw()?"
)
READ_ONLY_FIELDS = ("rules", "sheets")
"""The parts of every view that a strategy cannot set."""


class PlainContract(Contract):
    """The checks of a game whose strategies are in its own file."""

    seating: ClassVar[str] = "rotate"
    """The seating of checked games, by rotation.

    A balanced seating would need too many games: it has 40 320 orders with eight players.
    """

    @property
    def comparison(self) -> str:
        """The strategy whose results are shown for comparison: the first."""
        return self.game.own_strategies[0].name

    @property
    def evidence_folder(self) -> Path | None:
        """None: the package has no search results for the game's strategies."""
        return None

    def origin_of(self, strategy: Strategy) -> str:
        """Return where a strategy is defined, in words."""
        return "in the game's own file"

    @property
    def functions(self) -> Sequence[str]:
        """The decisions of the game, which every strategy answers."""
        return self.decided_by(self.game.own_strategies[0])

    def decided_by(self, strategy: Strategy) -> list[str]:
        """List the decisions: a strategy answers all of them."""
        return list(self.engine([strategy] * self.usual_players).line_up[0].strategy.answers)

    def strategy(self, spec: str) -> Strategy:
        """Read a strategy by name or preset, with ``:key=value`` settings."""
        version = self.game.baseline(VersionOptions(seats=(spec,) * self.usual_players))
        assert self.game.strategies is not None
        return self.game.strategies(version)[0]

    def engine(
        self,
        strategies: Sequence[Strategy],
        rules: str = STANDARD,
        settings: Mapping[str, str] | None = None,
        seating: str = "rotate",
    ) -> Any:
        """Make an engine with these strategies, each with its parameters."""
        seats = tuple(
            ":".join(
                [entry.name, *(f"{key}={number:.12g}" for key, number in entry.parameters.items())]
            )
            for entry in strategies
        )
        version = self.game.baseline(
            VersionOptions(seats, _file_or_preset(rules), tuple((settings or {}).items()))
        )
        return self.game.engines([version], SEED, seating)[0]

    def every_match(self) -> tuple[CheckedMatch, ...]:
        """List a match for every number of players, switch value and preset."""
        variants = self.game.variants
        switches: Sequence[tuple[str, tuple[str, ...]]] = ()
        if variants is not None:
            switches = variants.varied_by_default(self.game.baseline(VersionOptions()))
        settings = [{key.partition(".")[2]: value} for key, values in switches for value in values]
        matches = [self.match(STANDARD, self.usual_players, setting) for setting in settings]
        if self.game.rule_sets is not None:
            presets = self.game.rule_sets.preset_names()[1:]
            matches += [self.match(preset, self.usual_players) for preset in presets]
        return (*self.matches_of(STANDARD, {}), *matches)

    def watched_matches(self) -> tuple[CheckedMatch, ...]:
        """List the match whose decisions are watched by default."""
        return (self.match(STANDARD, self.usual_players),)

    def matches_of(self, rules: str, settings: Mapping[str, str]) -> tuple[CheckedMatch, ...]:
        """List matches under a rule set, one per number of players.

        Raises:
            InputError: the game has no such switch or rule set.
        """
        if rules != STANDARD and self.game.rule_sets is None:
            title = self.game.declaration.words.title
            raise InputError(f"{title} has no rule set {rules}, because it declares no switches.")
        self.game.baseline(
            VersionOptions(rules=_file_or_preset(rules), settings=tuple(settings.items()))
        )
        return tuple(self.match(rules, players, settings) for players in self.game.players)

    def rules_words(self, match: CheckedMatch) -> Sequence[str]:
        """Return the words for a match's rules: preset, if any, and switches."""
        words = super().rules_words(match)
        return words[1:] if match.rules == STANDARD else words

    def game_of(self, worker: Any, error: StrategyError | GameError) -> int:
        """Return the number of the game in which a strategy failed."""
        return error.game

    def points(
        self,
        strategy: Strategy,
        matches: Sequence[CheckedMatch],
        watched_matches: Sequence[CheckedMatch],
        games: int,
        watched: int,
    ) -> Iterator[ContractPoint]:
        """Check a strategy, point by point."""
        decides = ", ".join(self.decided_by(strategy))
        yield ContractPoint(unused_declarations.FUNCTIONS_POINT, OK, f"decides {decides}")
        legal = legal_play.legal_play(strategy, matches, games)
        yield legal
        if legal.verdict != OK:
            for about in (
                VIEW_UNCHANGED,
                legal_play.REPEATABLE,
                pace.TIME,
                idle_parameters.PARAMETERS,
            ):
                yield ContractPoint(about, SKIPPED, "not checked until every action is legal")
            return
        yield _view_unchanged(strategy, watched_matches, watched)
        yield legal_play.repeatable(strategy, watched_matches, games, OTHER_LUCK)
        yield ContractPoint(
            hidden_cards.HIDDEN_CARDS,
            SKIPPED,
            "not needed: strategies see only what the rules let them see",
        )
        yield pace.judge_pace(pace.relative_pace(strategy, self), self)
        yield idle_parameters.idle_parameters(strategy, watched_matches, games)


def _file_or_preset(rules: str) -> str | None:
    """Return the value for ``--rules``, or None for the standard rules."""
    return None if rules == STANDARD else rules


def _view_unchanged(
    strategy: Strategy, matches: Sequence[CheckedMatch], games: int
) -> ContractPoint:
    """Check that a strategy does not change the things that it sees."""
    for match in matches:
        faults: list[str] = []
        engine: Any = match.engine(strategy)
        seat = engine.line_up[0]
        answers = {
            name: _watch_answer(name, answer, faults)
            for name, answer in seat.strategy.answers.items()
        }
        engine.line_up[0] = replace(seat, strategy=replace(seat.strategy, answers=answers))
        for game in range(games):
            engine.play(game, 1, [])
            if faults:
                changes = ", ".join(dict.fromkeys(faults))
                finding = f", game {game}: {changes}, which only the rules may change"
                return match.fault(VIEW_UNCHANGED, finding, strategy.spec, game)
    watched_games = format_count(games * len(matches), "watched game")
    return ContractPoint(VIEW_UNCHANGED, OK, f"{watched_games}: nothing changed")


def _watch_answer(decision: str, answer: AnswerFunction, faults: list[str]) -> AnswerFunction:
    """Wrap an answer function to record its changes to the view.

    A description of each changed field is appended to ``faults``.
    """

    def answer_and_compare(seen: SimpleNamespace, params: SimpleNamespace, draw: Draw) -> int:
        before = _pickled_fields(seen)
        result = answer(seen, params, draw)
        after = _pickled_fields(seen)
        faults.extend(
            f"{decision} changes seen.{name}" for name in before if before[name] != after.get(name)
        )
        return result

    return answer_and_compare


def _pickled_fields(seen: SimpleNamespace) -> dict[str, bytes]:
    """Pickle each field of a view that can be pickled."""
    import cloudpickle

    pickles = {}
    for name, value in vars(seen).items():
        if name not in READ_ONLY_FIELDS:
            try:
                pickles[name] = cloudpickle.dumps(value)
            except Exception:  # any class may refuse in its own way
                continue
    return pickles
