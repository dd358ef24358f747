"""The shape of play in any game: what chance deals, turn order, how wins come about, what is dead.

Each function asks `Question`s of one run's current rules; `asked` gathers those whose tables were
kept and says what could not be asked. A game with questions of its own adds them there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis import dealt, first_player
from eoc_sim.analysis.notable import (
    ANY,
    Estimates,
    Measure,
    Question,
    counted,
    measured,
    shares,
)
from eoc_sim.analysis.stats import looked_at, paired
from eoc_sim.analysis.strategies import by_strategy
from eoc_sim.analysis.tables import (
    Arm,
    Missing,
    Run,
    Sums,
    labelled,
    per_game,
    with_means,
)
from eoc_sim.analysis.worth import MOST_PLAYS_OF_A_DEAD_CARD

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.analysis.notable import Ends

MOST_CLEAR_WINS = 50.0
"""Games in 100 that may be won by more than any one card brings."""
MOST_SHARED_WINS = 5.0
"""Games in 100 that may end in a shared win."""
MOST_OF_ONE_PART = 40.0
"""Of 100 points, those that one part of the score may bring."""
FEWEST_THAT_DIFFER = 2.0
"""Games in 100 that should differ in a version; it is dead if certainly not half of them do."""
BY_CHANCE = "wins by "
"""How the kinds of questions begin that are about what chance deals, turn order among them."""
DEAD_VERSIONS = "dead versions"
"""Kind of the questions about whether a version changes anything."""
PARTS = "points by part"
"""Kind of the questions about parts of the score."""

Asker = Callable[[Run], list[Question]]


@dataclass(frozen=True)
class Asked:
    """All questions of a run, and for each table that was not kept what it would have told."""

    questions: tuple[Question, ...]
    unasked: tuple[tuple[str, str], ...]


def asked(run: Run, askers: Sequence[tuple[str, Asker]]) -> Asked:
    """Ask all that the kept tables can tell; ``askers`` with what each is about."""
    questions: list[Question] = []
    unasked = []
    for about, asker in askers:
        try:
            questions += asker(run)
        except Missing as missing:
            unasked.append((about, str(missing)))
    return Asked(tuple(questions), tuple(unasked))


def askers(chosen: Sequence[str] = ()) -> list[tuple[str, Asker]]:
    """The questions of any game; columns that are ``chosen`` by players are no luck of the deal."""
    return [
        ("what chance deals", lambda run: luck_of_the_deal(run, chosen)),
        ("turn order", turn_order),
        ("how games are won", wins),
        ("dead cards", dead_cards),
        ("versions without effect", dead_versions),
    ]


def luck_of_the_deal(run: Run, chosen: Sequence[str] = ()) -> list[Question]:
    """Wins in 100 of every thing that chance deals, against fair; under each strategy too.

    The places of the turn order are `turn_order`'s. Seats that strategies keep in all games are
    not asked about.
    """
    import polars as pl

    table = run.table_with("win_share")
    run.require(table)
    columns = [
        column for column in dealt.groups(run)
        if column.name not in chosen and column.role != "order"
        and (column.role != "seat" or run.record.get("seating") != "fixed")
    ]
    if run.fair is None:
        return []
    every = {column.name: Sums(run, [column.name], ["win_share"]) for column in columns}
    under = {
        column.name: Sums(run, [column.name, "strategy"], ["win_share"]) for column in columns
    }
    overall = Sums(run, ["strategy"], ["win_share"])
    names, seat = [column.name for column in columns], table.role("seat").name
    for batch in run.batches():
        seats = run.read(
            table, 0, batch, ["game", "strategy", "win_share"], list(dict.fromkeys([*names, seat]))
        )
        seats = seats.filter(pl.col(seat) < run.players)
        overall.add(per_game(seats, ["strategy"], ["win_share"]))
        for name in names:
            rows = seats.filter(pl.col(name) >= 0)
            every[name].add(per_game(rows, [name], ["win_share"]))
            under[name].add(per_game(rows, [name, "strategy"], ["win_share"]))
    strategies = labelled(run, overall.total(), table.role("strategy"), "strategy")
    found = []
    for column in columns:
        total = every[column.name].total()
        if total.height < 2:
            continue
        rows = labelled(run, total, column, column.name)
        all_shares = shares(run, rows, "win_share")
        parts = under[column.name].total()
        part_shares = shares(run, parts, "win_share")
        for row, (group, label) in enumerate(rows.select(column.name, "label").iter_rows()):
            tests, more = 1, None
            if strategies.height > 1:
                places = {
                    strategy: place
                    for place, (own, strategy) in enumerate(
                        parts.select(column.name, "strategy").iter_rows()
                    )
                    if own == group
                }
                tests = 1 + len(places)
                more = _under_each(run, strategies, part_shares, places,
                                   all_shares.values[row] > 100 * run.fair)
            name = label if column.role == "seat" or not column.dim else f"{column.head} {label}"
            found.append(Question(
                f"wins in 100 with {name}", f"{name} wins {{}} games in 100",
                all_shares, row, (100 * run.fair, 100 * run.fair), run.words.smallest["wins"],
                f"{BY_CHANCE}{column.head}", label, tests, more,
            ))
    return found


def _under_each(
    run: Run, strategies: pl.DataFrame, parts: Estimates, places: dict[int, int], above: bool
) -> Callable[[int], str]:
    """Whether a finding holds under every strategy, against the strategy's own mean."""
    own = {
        row["strategy"]: (row["label"], 100 * row["win_share_sum"] / row["win_share_n"])
        for row in strategies.iter_rows(named=True)
    }

    smallest = run.words.smallest["wins"]

    def said(tests: int) -> str:
        low, high = parts.ends(tests)
        shown: list[str] = []
        against: list[str] = []
        untold: list[str] = []
        for strategy, place in places.items():
            label, mean = own[strategy]
            less, more = (float(end[place]) - mean for end in (low, high))
            phrase = f"{label} {parts.values[place] - mean:+.1f} ({less:+.1f} to {more:+.1f})"
            if less > 0 if above else more < 0:
                shown.append(phrase)
            elif more < smallest if above else less > -smallest:
                against.append(phrase)
            else:
                untold.append(phrase)
        if not against and not untold:
            return (
                "It holds under every strategy, against the wins that each has anyway "
                f"({', '.join(shown)}): the deal rather than the players."
            )
        sentences = [f"By itself it shows under {', '.join(shown)}."] if shown else []
        if against:
            sentences.append(f"It does not hold under {', '.join(against)}: players matter.")
        if untold:
            sentences.append(f"The games do not tell yet under {', '.join(untold)}.")
        return " ".join(sentences)

    return said


def turn_order(run: Run) -> list[Question]:
    """The largest gap between two places of the turn order, with the wins of each: one question."""
    if run.fair is None or not run.declares("order"):
        return []
    wins, _ = first_player.order_moments(run)
    first, _ = first_player.order_moments(run, as_planned=True)
    gap = first_player.largest_gap(run.look, wins, first)
    now, planned = (
        paired(*sums.of_difference(gap.ahead, gap.behind), sums.games, 100.0)
        for sums in (wins, first)
    )

    @cache
    def ends(tests: int) -> Ends:
        return looked_at(run.look, now, planned, tests)

    @cache
    def ends_of_places(tests: int) -> Ends:
        return first_player.shares_by_place(run.look, wins, first, tests)

    names = first_player.places(run)["label"].to_list()
    ahead, behind = names[gap.ahead], names[gap.behind]
    head = run.column("order").head
    pairs = run.players * (run.players - 1) // 2
    each = [f"{name} {{}}" for name in names]
    each[-1] += " wins in 100"
    return [Question(
        f"{head}: {ahead} against {behind}",
        f"{head}: {{each}}; {ahead} {{}} more than {behind}",
        Estimates(now.interval()[0], now.games, ends), 0, (0.0, 0.0), run.words.smallest["wins"],
        f"{BY_CHANCE}{head}", tests=pairs + run.players,
        beside=(each, Estimates(wins.mean, np.full(run.players, wins.games), ends_of_places)),
    )]


def wins(run: Run) -> list[Question]:
    """How games are won: by how much, together, and by which part of the score."""
    table = run.table_with("win_share")
    run.require(table)
    unit = run.words.score[1]
    parts = table.roles("part")
    measures = [
        Measure(
            f"part_{part.name}", f"points from {part.head}",
            f"Of 100 {unit} scored, {{}} are from {part.head}", (0.0, MOST_OF_ONE_PART),
            kind=PARTS,
        )
        for part in parts
    ]
    if run.players > 1:
        most = run.words.largest_score_change
        measures += [
            Measure(
                "clear", "games won clearly",
                f"{{}} of 100 games are won by more than {most:g} {unit}, more than one card "
                "changes", (0.0, MOST_CLEAR_WINS), more=lambda tests: _unequal(run, tests),
            ),
            Measure(
                "shared", "shared wins", "{} of 100 games end in a shared win",
                (0.0, MOST_SHARED_WINS),
            ),
        ]
    questions = measured(run, measures, _won(run, [part.name for part in parts]))
    # A part that the rules of this run do not give brings nothing, which is no news.
    return [
        question for question in questions
        if question.kind != PARTS or question.estimates.values[question.row] > 0
    ]


def _unequal(run: Run, tests: int) -> str:
    """Whether the best strategy is surely ahead of the next by itself; nothing among equals.

    By the near ends of their intervals, which hold together with ``tests`` others.
    """
    total = by_strategy(run, 0, ["score"])
    if total.height < 2:
        return ""
    scores = with_means(run, total, ["score"], tests + total.height)
    best, following, *_ = scores.sort("score", descending=True).iter_rows(named=True)
    least = (best["score_low"] or 0.0) - (following["score_high"] or 0.0)
    if least <= run.words.largest_score_change / 2:
        return ""
    return (
        f"The best strategy is at least {least:.0f} {run.words.score[1]} ahead of the next on "
        "average: players matter."
    )


def _won(run: Run, parts: Sequence[str]) -> Iterator[pl.DataFrame]:
    import polars as pl

    table = run.table_with("win_share")
    score = pl.col("score").cast(pl.Float64)
    for batch in run.batches():
        seats = run.read(table, 0, batch, ["game", "seat", "score", "win_share"], parts)
        seats = seats.filter(pl.col("seat") < run.players)
        ranked = score.sort(descending=True)
        ahead = ranked.get(0) - ranked.get(1) if run.players > 1 else pl.lit(None)
        scored = score.sum()
        yield seats.group_by("game").agg(
            (100.0 * (ahead > run.words.largest_score_change)).alias("clear"),
            (100.0 * (pl.col("win_share").max() < 1)).alias("shared"),
            *(
                pl.when(scored > 0)
                .then((100 * pl.col(part).cast(pl.Float64).sum() / scored).clip(0, 100))
                .alias(f"part_{part}")
                for part in parts
            ),
        )


def dead_cards(run: Run) -> list[Question]:
    """How often every card is put into play, of 100 games in which it could be taken."""
    import polars as pl

    if not run.declares("passed") or not run.declares("played_month"):
        return []
    offers, plays = run.table_with("passed"), run.table_with("played_month")
    run.require(offers, plays)
    deck = run.dim(run.column("card").dim)
    offered, played = np.zeros(deck.height), np.zeros(deck.height)
    for batch in run.batches():
        seen = run.read(offers, 0, batch, ["game", "card"]).unique()
        used = run.read(plays, 0, batch, ["game", "card", "played_month"])
        used = used.filter(pl.col("played_month") > 0).select("game", "card").unique()
        offered += np.bincount(seen["card"].to_numpy(), minlength=deck.height)
        both = used.join(seen, on=["game", "card"], how="semi")
        played += np.bincount(both["card"].to_numpy(), minlength=deck.height)
    found = counted(run, played, offered)
    return [
        Question(
            f"plays of {name}", f"{name} is put into play in {{}} of 100 games in which it is "
            "offered", found, card, (2 * MOST_PLAYS_OF_A_DEAD_CARD, ANY),
            MOST_PLAYS_OF_A_DEAD_CARD, "dead cards", name,
        )
        for card, name in enumerate(deck["name"]) if offered[card] > 0
    ]


def dead_versions(run: Run) -> list[Question]:
    """In how many games of 100 anything of the standings is otherwise in each version.

    Values of one key are one question: whether any of them changes anything.
    """
    import polars as pl

    if len(run.arms) < 2:
        return []
    table = run.table_with("win_share")
    run.require(table)
    # A version may call a strategy otherwise; what is compared is what came of it.
    told = [column.name for column in table if column.role not in ("strategy", "game")]
    knobs = list(_knobs(run.arms[1:]).items())
    differ, games = np.zeros(len(knobs)), np.zeros(len(knobs))
    for batch in run.batches():
        current = run.read(table, 0, batch, ["game"], told)
        for place, (_, arms) in enumerate(knobs):
            others = [run.read(table, arm.id, batch, ["game"], told) for arm in arms]
            same = pl.concat([current, *others]).unique().group_by("game").len()
            differ[place] += int((same["len"] > _seats(current)).sum())
            games[place] += same.height
    found = counted(run, differ, games)
    return [
        Question(
            f"games that {knob} changes", f"{knob} changes {{}} of 100 games", found, place,
            (FEWEST_THAT_DIFFER, ANY), FEWEST_THAT_DIFFER / 2, DEAD_VERSIONS, knob,
        )
        for place, (knob, _) in enumerate(knobs)
    ]


def _knobs(arms: Sequence[Arm]) -> dict[str, list[Arm]]:
    """Versions that change one key alone by that key, the others each by itself; in words."""
    by_key: dict[str, list[Arm]] = {}
    for arm in arms:
        one = arm.changes[0].key if len(arm.changes) == 1 else f"version {arm.id}"
        by_key.setdefault(one, []).append(arm)
    return {
        _one_version(several[0]) if len(several) == 1 else _values_words(several): several
        for several in by_key.values()
    }


def _one_version(arm: Arm) -> str:
    return arm.sentence if len(arm.changes) == 1 else arm.short


def _values_words(arms: Sequence[Arm]) -> str:
    """A key with the values that it takes: "038 A Card: cost 5 -> 1, 3 or 4"."""
    *first, last = (arm.changes[0].new for arm in arms)
    change = arms[0].changes[0]
    values = f"{', '.join(first)} or {last}"
    if change.sentence.endswith(change.new):
        return change.sentence.removesuffix(change.new) + values
    return f"{change.key}: {change.old} -> {values}"


def _seats(rows: pl.DataFrame) -> int:
    """Rows of one game."""
    return rows.height // max(rows["game"].n_unique(), 1)


