"""The shape of play in any game: luck, turn order, wins, idleness.

Functions ask `Question`s about a run, most of them about its current rules; `ask` collects those
whose tables were kept and lists the subjects of the other questions. A game can add askers of its
own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim.analysis import cards, first_player, luck_of_the_deal
from eoc_sim.analysis.exact_sums import per_game
from eoc_sim.analysis.measures import GAP, ORDER, gap_label
from eoc_sim.analysis.notable_findings import (
    ANY,
    Estimates,
    GameMeasure,
    Question,
    ask_means,
    estimate_share,
    measures_statistic,
    shares,
)
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.stats import interval_at, paired_differences
from eoc_sim.analysis.strategies import by_strategy
from eoc_sim.analysis.tables import MissingResults, RecordedArm, Run
from eoc_sim.analysis.total_columns import add_labels, with_means
from eoc_sim.analysis.worth import MAX_PLAYS_OF_DEAD_CARD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eoc_sim.analysis.notable_findings import Ends, Finding, Key
    from eoc_sim.simulator.runs.game import Column

    Floats = NDArray[np.float64]

MAX_CLEAR_WINS = 50.0
"""The maximum number of games in 100 that should be won clearly.

A win is clear if its margin is more than the effect of one card.
"""
MAX_SHARED_WINS = 5.0
"""The maximum number of shared wins that 100 games should have."""
MAX_FROM_ONE_PART = 40.0
"""The maximum number of points in 100 that one part should bring."""
MIN_PARTS = 4
"""`MAX_FROM_ONE_PART` applies to scores with at least this many parts."""
MIN_DIFFERENCE_RATE = 2.0
"""The minimum number of games in 100 that a version should change.

A version is dead if it certainly changes fewer than half of this number.
"""
DEALT = "dealt"
"""First part of the keys of questions about deals."""
DEAD_VERSIONS = "dead versions"
"""Kind of the questions about versions without effect."""
PARTS = "points by part"
"""Kind of the questions about parts of the score."""

MIN_SEATS = 10.0
"""The minimum number of seats in 100 that should use a mechanism."""

Asker = Callable[[Run], list[Question]]


@dataclass(frozen=True)
class ShapeQuestions:
    """A run's questions, and the subjects left out, each with the reason."""

    questions: tuple[Question, ...]
    unanswered_subjects: tuple[tuple[str, str], ...]


def ask(run: Run, askers: Sequence[tuple[str, Asker]]) -> ShapeQuestions:
    """Ask all questions that the kept tables can answer.

    Each of ``askers`` is paired with its subject.
    """
    questions: list[Question] = []
    unanswered_subjects = []
    for about, asker in askers:
        try:
            questions += asker(run)
        except MissingResults as missing:
            unanswered_subjects.append((about, str(missing)))
    return ShapeQuestions(tuple(questions), tuple(unanswered_subjects))


def askers(choices: Sequence[str] = ()) -> list[tuple[str, Asker]]:
    """List the askers for any game.

    ``choices`` are columns whose values players choose, so they are not the luck of the deal.
    """
    return [
        ("what is dealt at random", lambda run: deal_questions(run, choices)),
        ("turn order", turn_order),
        ("how games are won", wins),
        ("shared wins", shared_wins),
        ("dead cards", dead_cards),
        ("versions without effect", dead_versions),
    ]


def deal_questions(run: Run, choices: Sequence[str] = ()) -> list[Question]:
    """Ask how often each dealt thing wins, compared with the fair share.

    Each finding also has the wins under each strategy. `turn_order` covers the places in the turn
    order. There are no questions about seats if strategies keep their seats in all games.
    """
    if run.fair is None:
        return []
    columns = _deal_columns(run, choices)
    strategies = by_strategy(run, 0, ["win_share", "score"])
    questions = []
    for column in columns:
        total = luck_of_the_deal.total_of(run, 0, column)
        if total.height < 2:
            continue
        rows = add_labels(run, total, column, column.name)
        all_shares = shares(run, rows, "win_share")
        strategy_rows = run.total(luck_of_the_deal.group_statistic(run, 0, column, ["strategy"]))
        strategy_shares = shares(run, strategy_rows, "win_share")
        for row, (group, label) in enumerate(rows.select(column.name, "label").iter_rows()):
            tests, detail = 1, None
            if strategies.height > 1:
                row_by_strategy = {
                    strategy: index
                    for index, (strategy_group, strategy) in enumerate(
                        strategy_rows.select(column.name, "strategy").iter_rows()
                    )
                    if strategy_group == group
                }
                tests = 1 + len(row_by_strategy)
                detail = _holds_under_each(
                    run,
                    strategies,
                    strategy_shares,
                    row_by_strategy,
                    all_shares.values[row] > 100 * run.fair,
                )
            name = label if column.role == "seat" or not column.dim else f"{column.head} {label}"
            questions.append(
                Question(
                    (DEALT, column.name, label),
                    f"wins in 100 with {name}",
                    f"{name} wins {{}} games in 100",
                    all_shares,
                    row,
                    (100 * run.fair, 100 * run.fair),
                    run.words.smallest["wins"],
                    kind_of(column),
                    label,
                    tests,
                    detail,
                )
            )
    return questions


def _deal_columns(run: Run, choices: Sequence[str]) -> list[Column]:
    """List the columns that `deal_questions` asks about."""
    return [
        column
        for column in luck_of_the_deal.groups(run)
        if column.name not in choices
        and column.role != "order"
        and (column.role != "seat" or run.record.get("seating") != "fixed")
    ]


def _holds_under_each(
    run: Run, strategies: pl.DataFrame, shares: Estimates, rows: dict[int, int], is_above: bool
) -> Callable[[int], str]:
    """Return a function that says whether a finding holds under every strategy.

    Wins are compared with the strategy's own mean.
    """
    means = {
        row["strategy"]: (row["label"], 100 * row["win_share_sum"] / row["win_share_n"])
        for row in strategies.iter_rows(named=True)
    }

    smallest, players = run.words.smallest["wins"], run.words.player[1]

    def words_at(tests: int) -> str:
        low, high = shares.ends(tests)
        phrases: list[str] = []
        opposed_phrases: list[str] = []
        undecided_phrases: list[str] = []
        for strategy, row in rows.items():
            label, mean = means[strategy]
            low_gap, high_gap = (float(end[row]) - mean for end in (low, high))
            phrase = f"{label} {shares.values[row] - mean:+.1f} ({low_gap:+.1f} to {high_gap:+.1f})"
            holds = low_gap > 0 if is_above else high_gap < 0
            is_opposed = high_gap < smallest if is_above else low_gap > -smallest
            if holds:
                phrases.append(phrase)
            elif is_opposed:
                opposed_phrases.append(phrase)
            else:
                undecided_phrases.append(phrase)
        if not opposed_phrases and not undecided_phrases:
            return (
                "It holds under every strategy, compared with that strategy's average wins "
                f"({', '.join(phrases)}): the deal causes it, not the {players}."
            )
        sentences = (
            [f"Strategy by strategy, it holds under {', '.join(phrases)}."] if phrases else []
        )
        if opposed_phrases:
            sentences.append(
                f"It does not hold under {', '.join(opposed_phrases)}: {players} matter."
            )
        if undecided_phrases:
            sentences.append(
                "More games are needed to tell whether it holds under "
                f"{', '.join(undecided_phrases)}."
            )
        return " ".join(sentences)

    return words_at


def turn_order(run: Run) -> list[Question]:
    """Ask about the largest gap between two places in turn order.

    There is one question, which also gives each place's wins.
    """
    if run.fair is None or not run.declares("order"):
        return []
    wins, _ = first_player.order_moments(run)
    planned, _ = first_player.order_moments(run, as_planned=True)
    gap = first_player.largest_gap(run.look, wins, planned)
    now, at_plan = (
        paired_differences(*sums.difference(gap.ahead, gap.behind), sums.games, 100.0)
        for sums in (wins, planned)
    )

    @cache
    def ends(tests: int) -> Ends:
        return interval_at(run.look, now, at_plan, tests)

    @cache
    def ends_by_order(tests: int) -> Ends:
        return first_player.shares_by_order(run.look, wins, planned, tests)

    names = first_player.wins_by_order(run)["label"].to_list()
    ahead, behind = names[gap.ahead], names[gap.behind]
    head = run.column("order").head
    pairs = run.players * (run.players - 1) // 2
    phrases: dict[Key, str] = {(ORDER, name): f"{name} {{}}" for name in names}
    phrases[ORDER, names[-1]] += " wins in 100"
    return [
        Question(
            gap_key(ahead, behind),
            f"{head}: {ahead} against {behind}",
            f"{head}: {{each}}; {ahead} {{}} more than {behind}",
            Estimates(now.interval()[0], now.games, ends),
            0,
            (0.0, 0.0),
            run.words.smallest["wins"],
            kind_of(run.column("order")),
            tests=pairs + run.players,
            further=(
                phrases,
                Estimates(wins.mean, np.full(run.players, wins.games), ends_by_order),
            ),
        )
    ]


def kind_of(column: Column) -> str:
    """Return the kind of the questions about wins by a column's values."""
    return f"wins by {column.head}"


def is_about_chance(finding: Finding) -> bool:
    """Return True if a finding is about a deal or turn order."""
    return finding.key[0] in (DEALT, GAP)


def gap_key(ahead: str, behind: str) -> Key:
    """Return the key of the gap between two places in turn order."""
    return GAP, gap_label(ahead, behind)


def wins(run: Run) -> list[Question]:
    """Ask how games are won: margins and parts of the score."""
    measures = _win_measures(run)
    questions = ask_means(run, measures, wins_statistic(run)) if measures else []
    part_questions = [question for question in questions if question.kind == PARTS]
    # Leave out parts that this run's rules never award. With only a few parts, one always brings
    # most of the score.
    awarded_parts = [part for part in part_questions if part.estimates.values[part.row] > 0]
    other_questions = [question for question in questions if question.kind != PARTS]
    return [*(awarded_parts if len(awarded_parts) >= MIN_PARTS else []), *other_questions]


def _win_measures(run: Run) -> list[GameMeasure]:
    unit = run.words.score[1]
    parts = run.table_with("win_share").roles("part")
    measures = [
        GameMeasure(
            f"part_{part.name}",
            f"points from {part.head}",
            f"{{}} of 100 {unit} scored come from {part.head}",
            (0.0, MAX_FROM_ONE_PART),
            kind=PARTS,
        )
        for part in parts
        if len(parts) >= MIN_PARTS
    ]
    if run.players > 1:
        maximum = run.words.largest_score_change
        measures += [
            GameMeasure(
                "clear",
                "games won clearly",
                f"{{}} of 100 games are won by more than {maximum:g} {unit}, more than the "
                "effect of one card",
                (0.0, MAX_CLEAR_WINS),
                detail=lambda tests: _unequal_players(run, tests),
            ),
        ]
    return measures


def _unequal_players(run: Run, tests: int) -> str:
    """Return a sentence if one strategy is certainly far better, else "".

    The strategy is far better if the interval of its mean score lies above that of the next
    strategy by more than half the largest effect of one card. The intervals hold jointly with
    ``tests`` others.
    """
    total = by_strategy(run, 0, ["win_share", "score"])
    if total.height < 2:
        return ""
    scores = with_means(run, total, ["score"], tests + total.height)
    best, second, *_ = scores.sort("score", descending=True).iter_rows(named=True)
    if best["score_low"] is None or second["score_high"] is None:
        return ""
    minimum = best["score_low"] - second["score_high"]
    if minimum <= run.words.largest_score_change / 2:
        return ""
    return (
        f"The best strategy is at least {minimum:.0f} {run.words.score[1]} ahead of the next on "
        f"average: {run.words.player[1]} matter."
    )


def wins_statistic(run: Run) -> Statistic:
    """Return the statistic that `wins` reads."""
    table, players = run.table_with("win_share"), run.players
    parts = [part.name for part in table.roles("part")]
    maximum = run.words.largest_score_change

    def rows(batch: Batch) -> pl.DataFrame:
        seats = batch.read(table, 0, ["game", "seat", "score", "win_share"], parts)
        seats = seats.filter(pl.col("seat") < players)

        def by_game(name: str) -> Floats:
            return seats[name].to_numpy().astype(np.float64).reshape(-1, players)

        scores, total_scores = np.sort(by_game("score"), axis=1), by_game("score").sum(axis=1)
        columns = {"game": seats["game"].to_numpy().reshape(-1, players)[:, 0]}
        if players > 1:
            columns["clear"] = 100.0 * (scores[:, -1] - scores[:, -2] > maximum)
        for part in parts:
            with np.errstate(divide="ignore", invalid="ignore"):
                share = np.clip(100 * by_game(part).sum(axis=1) / total_scores, 0, 100)
            columns[f"part_{part}"] = np.where(total_scores > 0, share, np.nan)
        return pl.DataFrame(columns, nan_to_null=True)

    return measures_statistic("how games are won", [table], _win_measures(run), rows)


SHARED_WINS = (
    GameMeasure(
        "shared", "shared wins", "{} of 100 games end in a shared win", (0.0, MAX_SHARED_WINS)
    ),
)


def shared_wins(run: Run) -> list[Question]:
    """Ask how many games end in a shared win, despite any roll-off."""
    if run.players < 2 or not run.declares("winner"):
        return []
    return ask_means(run, SHARED_WINS, shared_wins_statistic(run))


def shared_wins_statistic(run: Run) -> Statistic:
    """Return the statistic that `shared_wins` reads."""
    table = run.table_with("winner")
    return measures_statistic(
        "shared wins",
        [table],
        SHARED_WINS,
        lambda batch: batch.read(table, 0, ["game", "winner"]).select(
            "game", (100.0 * (pl.col("winner") < 0).cast(pl.Float64)).alias("shared")
        ),
    )


def idle_mechanisms(actions: Mapping[str, str], player_words: str) -> list[GameMeasure]:
    """Build one measure per mechanism: how many seats use it.

    ``actions`` maps columns, which are above 0 if a seat used the mechanism, to the action in
    words. ``player_words`` is the noun for the people at the table.
    """
    return [
        GameMeasure(
            f"use_{column}",
            f"{player_words} who {action}",
            f"Only {{}} of 100 {player_words} {action}",
            (MIN_SEATS, ANY),
            kind="idle mechanisms",
        )
        for column, action in actions.items()
    ]


def use_columns(actions: Iterable[str]) -> list[pl.Expr]:
    """Build the columns that `idle_mechanisms` reads, each averaged over a game's seats."""
    return [(100.0 * (pl.col(column) > 0)).mean().alias(f"use_{column}") for column in actions]


def dead_cards(run: Run) -> list[Question]:
    """Ask how often each card is played in games that offer it."""
    if not run.declares("passed") or not run.declares("played_round"):
        return []
    deck = run.dim(run.card_column.dim)
    offers, plays = (
        _games_by_card(run.total(statistic), deck.height)
        for statistic in (cards.offers_statistic(run, 0), plays_statistic(run))
    )
    rates = estimate_share(run, plays, offers)
    return [
        Question(
            ("plays", name),
            f"plays of {name}",
            f"{name} is put into play in {{}} of 100 games in which it is offered",
            rates,
            card,
            (2 * MAX_PLAYS_OF_DEAD_CARD, ANY),
            MAX_PLAYS_OF_DEAD_CARD,
            "dead cards",
            name,
        )
        for card, name in enumerate(deck["name"])
        if offers[card] > 0
    ]


def _games_by_card(total: pl.DataFrame, cards: int) -> Floats:
    games = np.zeros(cards)
    games[total["thing"].to_numpy()] = total["games"].to_numpy()
    return games


def plays_statistic(run: Run) -> Statistic:
    """Return the statistic of cards put into play among those offered."""
    offers, plays = run.table_with("passed"), run.table_with("played_round")
    number = run.dim(run.card_column.dim).height

    def rows(batch: Batch) -> pl.DataFrame:
        offer_rows = batch.read(offers, 0, ["game", "thing"])
        play_rows = batch.read(plays, 0, ["game", "thing", "played_round"])
        play_rows = play_rows.filter(pl.col("played_round") > 0)
        offer_codes, play_codes = (
            table["game"].to_numpy().astype(np.int64) * number + table["thing"].to_numpy()
            for table in (offer_rows, play_rows)
        )
        if not (offer_rows.height and play_rows.height):
            return play_rows.clear()
        first = int(min(offer_codes[0], play_codes[0])) // number * number
        last = int(max(offer_codes[-1], play_codes[-1])) // number * number + number
        is_offered = np.zeros(last - first, bool)
        is_offered[offer_codes - first] = True
        return play_rows.filter(is_offered[play_codes - first])

    return Statistic(
        "plays of cards that were offered", ((offers, 0), (plays, 0)), ("thing",), (), rows
    )


def dead_versions(run: Run) -> list[Question]:
    """Ask how many games each version changes at all.

    A game counts if any seat's results change. All values of a key share one question.
    """
    if len(run.arms) < 2:
        return []
    knobs = list(_knobs(run.arms[1:]).items())
    totals = [run.total(versions_statistic(run, [arm.id for arm in arms])) for _, arms in knobs]
    differ, games = (
        np.array([total[name].sum() for total in totals], dtype=np.float64)
        for name in ("differ_sum", "games")
    )
    rates = estimate_share(run, differ, games)
    return [
        Question(
            ("differ", knob),
            f"games that {knob} changes",
            f"{knob} changes {{}} of 100 games",
            rates,
            index,
            (MIN_DIFFERENCE_RATE, ANY),
            MIN_DIFFERENCE_RATE / 2,
            DEAD_VERSIONS,
            knob,
        )
        for index, (knob, _) in enumerate(knobs)
    ]


def _knobs(arms: Sequence[RecordedArm]) -> dict[str, list[RecordedArm]]:
    """Group versions by the key that they change.

    A version that does not change exactly one key is a group of its own. Groups are named in words.
    """
    by_key: dict[str, list[RecordedArm]] = {}
    for arm in arms:
        knob = arm.changes[0].key if len(arm.changes) == 1 else f"version {arm.id}"
        by_key.setdefault(knob, []).append(arm)
    return {
        _version_words(key_arms[0]) if len(key_arms) == 1 else _values_words(key_arms): key_arms
        for key_arms in by_key.values()
    }


def _version_words(arm: RecordedArm) -> str:
    return arm.sentence if len(arm.changes) == 1 else arm.short


def _values_words(arms: Sequence[RecordedArm]) -> str:
    """Return a key and its values in words.

    For instance "038 A Card: cost 5 -> 1, 3 or 4".
    """
    *first, last = (arm.changes[0].new for arm in arms)
    values = f"{', '.join(first)} or {last}"
    change, *others = (arm.changes[0] for arm in arms)
    if all(other.name == change.name for other in others):
        return change.sentence_to(values)
    return f"{change.key}: {change.old} -> {values}"


def versions_statistic(run: Run, arms: Sequence[int]) -> Statistic:
    """Return the statistic of games that any of these versions changes."""
    table = run.table_with("win_share")
    # A version may rename a strategy, so only results are compared.
    names = [column.name for column in table if column.role not in ("strategy", "game")]

    def rows(batch: Batch) -> pl.DataFrame:
        current = batch.read(table, 0, ["game"], names)
        version_frames = [batch.read(table, arm, ["game"], names) for arm in arms]
        differ = [current[name] != other[name] for other in version_frames for name in names]
        seats = current.select(
            "game", pl.lit(0).alias("all"), pl.any_horizontal(differ).alias("differ")
        )
        return per_game(seats, ["all"], ["differ"]).with_columns(pl.col("differ") > 0)

    return Statistic(
        f"games that differ in versions {', '.join(map(str, arms))}",
        tuple((table, arm) for arm in (0, *arms)),
        ("all",),
        ("differ",),
        rows,
    )


def statistics(run: Run, choices: Sequence[str] = ()) -> list[Statistic]:
    """List the statistics for this module's questions.

    Statistics that another module lists are left out.
    """
    result = [wins_statistic(run)] if _win_measures(run) else []
    if run.players > 1 and run.declares("winner"):
        result.append(shared_wins_statistic(run))
    if run.fair is not None:
        result += [
            luck_of_the_deal.group_statistic(run, 0, column, ["strategy"])
            for column in _deal_columns(run, choices)
        ]
    if run.declares("passed") and run.declares("played_round"):
        result.append(plays_statistic(run))
    return result + [
        versions_statistic(run, [arm.id for arm in arms]) for arms in _knobs(run.arms[1:]).values()
    ]
