"""The games of a strategy check: every preset, player count and function."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any, ClassVar

from eoc_sim.errors import GameError, InputError, StrategyError
from eoc_sim.simulator.kernel.decisions import Decisions
from eoc_sim.simulator.kernel.engine import GameEngine
from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.kernel.rule_sets import STANDARD
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING
from eoc_sim.simulator.kernel.strategy import PROPOSE, Strategy
from eoc_sim.simulator.kernel.strategy_files import load
from eoc_sim.simulator.runs.game import Game
from eoc_sim.simulator.runs.versions import GameVersion

SEED = 1
BUDGET, CHECKED_BUDGET = "rollouts", 24
"""The parameter of a searching strategy, and its value in checks.

The value is used unless the user gives one: with full-length searches, a check would take hours.
"""
OK, WARNING, FAULT, SKIPPED = "ok", "warning", "FAULT", "skipped"
"""Verdicts: a fault breaks the contract; the author judges a warning."""


@dataclass(frozen=True)
class ContractPoint:
    """One point of the contract: its subject, the verdict and a finding.

    ``commands`` reproduce the finding.
    """

    about: str
    verdict: str
    finding: str
    commands: tuple[str, ...] = ()


@dataclass(frozen=True)
class Contract:
    """A game's settings for checks of strategies.

    ``options`` are the command-line options that choose the game.
    """

    game: Game
    options: tuple[str, ...] = ()

    seating: ClassVar[str] = DEFAULT_SEATING
    """The seating of checked games."""

    @property
    def version(self) -> type[GameVersion]:
        """The class of the game's versions."""
        assert self.game.version is not None
        return self.game.version

    @property
    def decisions(self) -> Decisions:
        """The decisions that the game declares."""
        return self.version.engine_type().worker_type.decisions

    @property
    def opponents(self) -> tuple[str, ...]:
        """The opponents of a checked strategy: the distinct default strategies."""
        return tuple(dict.fromkeys(self.game.default_seats))

    @property
    def comparison(self) -> str:
        """The strategy whose times are shown for comparison."""
        return self.version.folders().model

    @property
    def evidence_folder(self) -> Path | None:
        """The strategies' folder, which also holds the results of searches."""
        return self.version.folders().strategies

    def origin_of(self, strategy: Strategy) -> str:
        """Return where a strategy is defined: its file or its base strategy."""
        is_file = strategy.name == strategy.file.stem
        return str(strategy.file) if is_file else f"a preset of {strategy.file.stem}"

    def decided_by(self, strategy: Strategy) -> list[str]:
        """List the decisions that a strategy does not leave to the defaults."""
        return [name for name in self.functions if name in strategy.functions]

    @property
    def functions(self) -> Sequence[str]:
        """The decisions that a strategy may answer."""
        return self.version.folders().functions

    @property
    def first_opponents(self) -> tuple[str, ...]:
        """The opponents of a user's first strategy."""
        opponents = [
            opponent
            for opponent in self.opponents[: self.game.players[-1] - 1]
            if opponent != self.comparison
        ]
        return (*dict.fromkeys((opponents[0], opponents[-1])), self.comparison)

    @property
    def template(self) -> str:
        """The text of a first strategy."""
        file = self.version.folders().strategies / "template.txt"
        return file.read_text(encoding="utf-8")

    @property
    def usual_players(self) -> int:
        """The default number of players."""
        return len(self.game.default_seats)

    @property
    def tables(self) -> tuple[str, ...]:
        """The result tables, except for the table of twins."""
        twins = self.game.twins.table if self.game.twins is not None else ""
        return tuple(name for name in self.game.tables if name != twins)

    def strategy(self, spec: str) -> Strategy:
        """Load a strategy by name, file or preset, with ``:key=value`` settings."""
        return load(spec, self.version.folders())

    def engine(
        self,
        strategies: Sequence[Strategy],
        rules: str = STANDARD,
        settings: Mapping[str, str] | None = None,
        seating: str = DEFAULT_SEATING,
    ) -> GameEngine[Any]:
        """Make an engine with these strategies and the package's components."""
        rule_set = self.version.game_rules.resolve(rules, settings)
        engine = self.version.engine_type()
        return engine(self.version.package_components(), rule_set, strategies, SEED, seating)

    def match(
        self, rules: str, players: int, settings: Mapping[str, str] | None = None
    ) -> CheckedMatch:
        """Make a match with a rule set and a number of players."""
        return CheckedMatch(self, rules, players, settings or {})

    def every_match(self) -> tuple[CheckedMatch, ...]:
        """List every preset with every player count, and `match_of_all_functions`.

        The latter is left out if no function needs a switch.
        """
        matches = [
            match
            for preset in self.version.game_rules.preset_names()
            for match in self.matches_of(preset, {})
        ]
        return tuple(
            matches + ([self.match_of_all_functions] if self.decisions.required_settings else [])
        )

    @property
    def match_of_all_functions(self) -> CheckedMatch:
        """The usual match, with switches set so that every function is called."""
        return self.match(STANDARD, self.usual_players, self.decisions.required_settings)

    def watched_matches(self) -> tuple[CheckedMatch, ...]:
        """List the matches whose decisions are watched by default."""
        usual = self.match(STANDARD, self.usual_players)
        return (
            (usual, self.match_of_all_functions) if self.decisions.required_settings else (usual,)
        )

    def matches_of(self, rules: str, settings: Mapping[str, str]) -> tuple[CheckedMatch, ...]:
        """List a rule set's matches, one per possible number of players.

        Raises:
            InputError: there is no such rule set, or it cannot be played by any number of players.
        """
        matches, refusal = [], InputError(f"The rule set {rules} cannot be played.")
        rule_set = self.version.game_rules.resolve(rules, settings)
        for players in self.game.players:
            seats = (self.comparison,) * players
            try:
                self.version(self.version.package_components(), rule_set, seats).check_players()
            except InputError as error:
                refusal = error
            else:
                matches.append(self.match(rules, players, dict(settings)))
        if not matches:
            raise refusal
        return tuple(matches)

    def rules_words(self, match: CheckedMatch) -> Sequence[str]:
        """Return the words for a match's rules: its rule set and switches."""
        return [match.rules, *(f"{switch}={value}" for switch, value in match.settings.items())]

    def game_of(self, worker: Any, error: StrategyError | GameError) -> int:
        """Return the number of the game in which a strategy failed."""
        return int(field_of(worker.part("table"), "game"))


@dataclass(frozen=True)
class CheckedMatch:
    """A match: rule set and player count, with the checked strategy first."""

    contract: Contract
    rules: str
    players: int
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The match in words: ``standard, auction=on with 4 players``."""
        number = self.contract.game.declaration.words.players(self.players)
        return " with ".join(filter(None, [", ".join(self.contract.rules_words(self)), number]))

    @property
    def opponents(self) -> tuple[str, ...]:
        """The opponents of the checked strategy."""
        return tuple(islice(cycle(self.contract.opponents), self.players - 1))

    def engine(self, strategy: Strategy, seating: str = "") -> GameEngine[Any]:
        """Make an engine in which a strategy plays against the opponents."""
        strategies = [strategy, *map(self.contract.strategy, self.opponents)]
        seating = seating or self.contract.seating
        return self.contract.engine(strategies, self.rules, self.settings, seating)

    def fault(
        self, about: str, finding: str, spec: str, game: int, further_options: str = ""
    ) -> ContractPoint:
        """Report a fault in a game, with the command to show it."""
        command = f"{self.replay_command(spec, game)}{further_options}"
        return ContractPoint(about, FAULT, f"{self.label}{finding}", (command,))

    def replay_command(self, spec: str, game: int) -> str:
        """Return the command that shows one of the match's games."""
        words = [
            "eoc-sim",
            "replay",
            "--game",
            str(game),
            *self.contract.options,
            "--seed",
            str(SEED),
            "--seats",
            ",".join([spec, *self.opponents]),
        ]
        if self.contract.seating != DEFAULT_SEATING:
            words += ["--seating", self.contract.seating]
        if self.rules != STANDARD:
            words += ["--rules", self.rules]
        for switch, value in self.settings.items():
            words += ["--set", f"{switch}={value}"]
        return shlex.join(words)


def searches(strategy: Strategy) -> bool:
    """Check if a strategy tries candidates in rollouts before it decides."""
    return PROPOSE in strategy.functions and BUDGET in strategy.parameters


def with_small_budget(strategy: Strategy) -> Strategy:
    """Give a searching strategy few rollouts, unless the user set their number."""
    if not searches(strategy) or f":{BUDGET}=" in strategy.spec:
        return strategy
    return replace(
        strategy,
        spec=f"{strategy.spec}:{BUDGET}={CHECKED_BUDGET}",
        parameters={**strategy.parameters, BUDGET: float(CHECKED_BUDGET)},
    )
