"""The card table: each card's offers, drafts and plays, with results.

The numbers are observational: chance does not decide who drafts a card, or when. A strong strategy
makes every card it likes look strong, and cards played late belong to players who could afford to
wait. The adjusted column compares like with like as far as the tables allow; only a sweep shows the
effect of a card's numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim.analysis.exact_sums import dense_groups, group_sizes
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.stats import interval_at
from eoc_sim.analysis.tables import PLANNED_PREFIX, SUM_COLUMNS, Run
from eoc_sim.analysis.total_columns import paired_sums, share_columns, with_means, with_shares

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eoc_sim.simulator.runs.game import Table


def card_table(run: Run, arm: int = 0, drafts: Table | None = None) -> pl.DataFrame:
    """Return one row per card (``thing``) in the deck, sorted by id.

    ``drafts`` is the table of cards taken, for a game with several decks; by default the one
    that records when cards are put into play. Cards that need not be played count as played when
    they are taken.

    Shares of games: ``offered``, ``drafted``, and ``played`` (of the games in which the card is
    drafted). For each of dealt, drafted and played: ``*_games``, ``*_wins`` (wins per 100 games for
    the seats that are dealt, draft or play the card) and ``*_ahead`` (how far their score is ahead
    of the mean of the other seats). For drafted and played: ``*_adjusted`` (these wins minus the
    mean of all cards drafted by the same strategy, from the same place in turn order, in the same
    round). Each value has ``_low`` and ``_high``; drafted_adjusted also has ``_all_low`` and
    ``_all_high``, which hold jointly for all cards. The columns for offers and deals exist only if
    their table was kept.
    """
    drafts = drafts or run.table_with("played_round")
    totals = _groups(run, arm, drafts)
    frame = _deck(run, drafts.role("thing").dim).with_columns(
        pl.lit(run.games, dtype=pl.Int64).alias("games")
    )
    groups = list(totals)
    for name, total in totals.items():
        share = "played" if name == "drafted" else None
        frame = frame.join(_group(run, total, name, share), on="thing", how="left")
    if _has_offers(run, drafts) and run.has(run.table_with("passed"), arm):
        frame = frame.join(_offers(run, arm), on="thing", how="left")
        groups += ["offered", "dealt"]
    frame = frame.with_columns(pl.col(f"{group}_games").fill_null(0) for group in groups)
    for share in ("drafted", "offered"):
        if share in groups:
            frame = frame.with_columns(
                share_columns(run, share, frame[f"{share}_games"], frame["games"])
            )
    return frame.filter(pl.col("in_deck") | (pl.col("drafted_games") > 0)).drop("in_deck")


def _suffix(run: Run, drafts: Table) -> str:
    """Return a deck's suffix for names of statistics.

    The suffix is empty for the main deck.
    """
    main = run.declares("played_round") and run.table_with("played_round").name == drafts.name
    return "" if main else f" of {drafts.name}"


def _has_offers(run: Run, drafts: Table) -> bool:
    """Return True if the game records the offers of this deck."""
    if not run.declares("passed"):
        return False
    return run.table_with("passed").role("thing").dim == drafts.role("thing").dim


def _groups(run: Run, arm: int, table: Table) -> dict[str, pl.DataFrame]:
    """Sum the drafts and plays of each card.

    The sums of drafts also count the games in which the card is played later.
    """
    draft_totals, play_totals = (
        run.total(drafts_statistic(run, arm, table, only_played=only_played))
        for only_played in (False, True)
    )
    plays = play_totals.select(
        "thing", pl.col(f"^({PLANNED_PREFIX})?games$").name.replace("games", "played_sum")
    )
    # A game counts if any seat plays the card: another copy may stay in hand.
    draft_totals = (
        draft_totals.join(plays, on="thing", how="left")
        .with_columns(pl.col("^.*played_sum$").fill_null(0).cast(pl.Float64))
        .with_columns(
            *(
                pl.col(f"{prefix}games").alias(f"{prefix}played_n")
                for prefix in _prefixes(draft_totals)
            ),
            *(
                pl.col(f"{prefix}played_sum").alias(f"{prefix}played_squares")
                for prefix in _prefixes(draft_totals)
            ),
            pl.lit(0.0).alias("played_least"),
            pl.lit(1.0).alias("played_most"),
        )
    )
    return {
        name: total.join(
            sum_adjusted(run, arm, table, only_played=only_played), on="thing", how="left"
        )
        for name, total, only_played in (
            ("drafted", draft_totals, False),
            ("played", play_totals, True),
        )
    }


def _prefixes(total: pl.DataFrame) -> list[str]:
    """List the prefixes of sums over all games and over planned games."""
    return ["", *([PLANNED_PREFIX] if f"{PLANNED_PREFIX}games" in total.columns else [])]


def drafts_statistic(run: Run, arm: int, drafts: Table, *, only_played: bool) -> Statistic:
    """Collect the cards drafted, or only those played, and their owners' results."""
    seats = run.table_with("win_share")
    results = [role for role in ("effect", "price") if only_played and drafts.roles(role)]
    moment = "played_round" if only_played else "taken_round"
    event = "put into play" if only_played else "drafted"

    def rows(batch: Batch) -> pl.DataFrame:
        frame = read_drafts(run, arm, drafts, batch)
        if only_played:
            frame = frame.filter(pl.col("played_round") > 0)
        # The reports read this value as drafted_month or played_month, even in games with rounds.
        return frame.with_columns(pl.col(moment).alias("month"))

    return Statistic(
        f"cards{_suffix(run, drafts)} {event}, version {arm}",
        ((seats, arm), (drafts, arm)),
        ("thing",),
        ("wins", "ahead", "month", *results),
        rows,
        parts_per_unit=parts_per_unit(run),
    )


def sum_adjusted(run: Run, arm: int, drafts: Table, *, only_played: bool = False) -> pl.DataFrame:
    """Sum each card's wins in 100 minus the means of similar drafts.

    For one draft this is 100 (w - c), where w is the owner's win share and c is the mean of similar
    drafts (the draft's cell). So the sum and the sum of squares follow from those of w in each
    cell. If a game has several copies, w and c are means.
    """
    cells = cell_means(run, arm, drafts)
    numbers = _cell_number(cells, cell_of(run)).tolist()
    mean_by_number = dict(zip(numbers, cells["cell_mean"], strict=True))
    single, several = (
        run.total(statistic(run, arm, drafts))
        for statistic in (cells_statistic, several_copies_statistic)
    )
    if only_played:
        single = single.filter(pl.col("played") > 0)
    value = "wins_played" if only_played else "wins"
    copy_values = [
        [
            mean_by_number[int(cell)]
            for cell, is_played in map(str.split, words.split(COPY_SEPARATOR))
            if is_played == "1" or not only_played
        ]
        for words in several["cells"]
    ]
    frames = [
        single.with_columns(
            pl.Series("cell_mean", [mean_by_number[cell] for cell in single["cell"]], pl.Float64)
        ),
        several.select(
            "thing", pl.col(f"^({PLANNED_PREFIX})?{value}_.*$").name.replace(value, "wins")
        )
        .with_columns(
            pl.Series(
                "cell_mean",
                [sum(means) / len(means) if means else None for means in copy_values],
                pl.Float64,
            )
        )
        .drop_nulls("cell_mean"),
    ]
    total = pl.concat(frames, how="diagonal_relaxed").sort("thing", maintain_order=True)
    columns = []
    for prefix in _prefixes(total):
        number, sums, squares = (pl.col(f"{prefix}wins_{suffix}") for suffix in SUM_COLUMNS)
        # This form gives exactly 0 if all games are alike.
        within = 1e4 * (squares - sums**2 / number)
        mean = 100 * (sums / number - pl.col("cell_mean"))
        has_games = number > 0
        columns += [
            number.sum().alias(f"{prefix}adjusted_n"),
            (number * mean).filter(has_games).sum().alias(f"{prefix}adjusted_sum"),
            (number * mean**2 + within).filter(has_games).sum().alias(f"{prefix}adjusted_squares"),
        ]
    return total.group_by("thing", maintain_order=True).agg(
        *columns,
        (100 * (pl.col("wins_least") - pl.col("cell_mean"))).min().alias("adjusted_least"),
        (100 * (pl.col("wins_most") - pl.col("cell_mean"))).max().alias("adjusted_most"),
    )


CELL_BASE = 1024
"""Base in which one number encodes a cell.

It is larger than every strategy id, place and round.
"""
COPY_SEPARATOR = "+"
"""Separates the cells of a card's copies drafted in the same game."""


def cells_statistic(run: Run, arm: int, table: Table) -> Statistic:
    """Collect the win share of each card's drafter, by the draft's cell.

    Only games with a single drafted copy count; ``played`` marks copies that are put into play.
    """
    return _copies_statistic(
        run,
        arm,
        table,
        "drafted once",
        ("thing", "cell", "played"),
        ("wins",),
        lambda drafts, several: drafts if several is None else drafts.filter(~pl.Series(several)),
        parts_per_unit=parts_per_unit(run),
    )


def several_copies_statistic(run: Run, arm: int, table: Table) -> Statistic:
    """Collect the owners' mean win share where several copies are drafted.

    ``cells`` has the cells of all copies, each followed by 1 if the copy is put into play, else 0;
    ``wins_played`` is the mean over the owners of played copies.
    """

    def rows(drafts: pl.DataFrame, several: NDArray[np.bool_] | None) -> pl.DataFrame:
        copies = drafts.clear() if several is None else drafts.filter(pl.Series(several))
        wins = pl.col("wins") / parts_per_unit(run).get("wins", 1)
        return copies.select(
            "game",
            "thing",
            wins,
            pl.when(pl.col("played") > 0).then(wins).alias("wins_played"),
            cells_of_copies(copies),
        )

    return _copies_statistic(
        run, arm, table, "drafted several times", ("thing", "cells"), ("wins", "wins_played"), rows
    )


def cells_of_copies(copies: pl.DataFrame) -> pl.Series:
    """Encode the cells of a card's copies in each game.

    The series ``cells`` has these cells as one string, in the row of every copy.
    """
    card = dense_groups(copies, ("thing",))
    code, number = np.unique(
        2 * copies["cell"].to_numpy() + copies["played"].to_numpy(), return_inverse=True
    )
    order = np.lexsort((number, card))
    sorted_card, sorted_number = card[order], number[order]
    is_first = np.diff(sorted_card, prepend=-1) != 0
    nth = np.arange(len(order)) - np.flatnonzero(is_first)[np.cumsum(is_first) - 1]
    words = [""]
    word_of = np.zeros(int(card.max(initial=0)) + 1, np.int64)
    for copy in range(int(nth.max(initial=-1)) + 1):
        cards = sorted_card[nth == copy]
        pair = word_of[cards] * len(code) + sorted_number[nth == copy]
        longer, word = np.unique(pair, return_inverse=True)
        word_of[cards] = len(words) + word
        for prefix, last in zip(*np.divmod(longer, len(code)), strict=True):
            cell = f"{code[last] // 2} {code[last] % 2}"
            words.append(f"{words[prefix]}{COPY_SEPARATOR}{cell}" if copy else cell)
    return pl.Series("cells", words, dtype=pl.Enum(words))[word_of[card]]


def _copies_statistic(
    run: Run,
    arm: int,
    table: Table,
    description: str,
    by: tuple[str, ...],
    values: tuple[str, ...],
    rows: Callable[[pl.DataFrame, NDArray[np.bool_] | None], pl.DataFrame],
    parts_per_unit: Mapping[str, int] | None = None,
) -> Statistic:
    """Declare a statistic on the drafts and their cells.

    ``description`` says how often a draft's card is drafted in the game. ``rows`` also receives a
    mask of the drafts whose card is drafted more than once in the game, or None if no card is
    drafted more than once.
    """

    def make(batch: Batch) -> tuple[pl.DataFrame, NDArray[np.bool_] | None]:
        frame = read_drafts(run, arm, table, batch)
        frame = frame.select(
            "game",
            "thing",
            "wins",
            (pl.col("played_round") > 0).cast(pl.Int8).alias("played"),
            pl.Series("cell", _cell_number(frame, cell_of(run))),
        )
        if not frame.height:
            return frame, None
        copies = group_sizes(frame, ("thing",))
        return frame, copies > 1 if copies.max() > 1 else None

    return Statistic(
        f"cards{_suffix(run, table)} {description}, by cell, version {arm}",
        ((run.table_with("win_share"), arm), (table, arm)),
        by,
        values,
        lambda batch: rows(*batch.make_once(f"{table.name} with cells {arm}", lambda: make(batch))),
        parts_per_unit=parts_per_unit or {},
    )


def all_drafts_statistic(run: Run, arm: int, drafts: Table) -> Statistic:
    """Count similar drafts and sum their owners' win shares."""
    return Statistic(
        f"drafts{_suffix(run, drafts)} by cell, version {arm}",
        ((run.table_with("win_share"), arm), (drafts, arm)),
        tuple(cell_of(run)),
        ("wins", "drafts"),
        lambda batch: read_drafts(run, arm, drafts, batch).with_columns(pl.lit(1).alias("drafts")),
        added=True,
        parts_per_unit=parts_per_unit(run),
    )


def cell_means(run: Run, arm: int, drafts: Table) -> pl.DataFrame:
    """Return the mean win share of similar drafts, ``cell_mean``."""
    mean = pl.col("wins_sum") / pl.col("drafts_sum")
    return run.total(all_drafts_statistic(run, arm, drafts)).select(
        *cell_of(run), mean.alias("cell_mean")
    )


def cell_of(run: Run) -> list[str]:
    """List the columns in which similar drafts agree."""
    order = ["order"] if run.table_with("win_share").roles("order") else []
    return ["strategy", *order, "taken_round"]


def _cell_number(rows: pl.DataFrame, cell: Sequence[str]) -> NDArray[np.int64]:
    """Encode a cell as one number."""
    number = np.zeros(rows.height, np.int64)
    for column in cell:
        number = number * CELL_BASE + rows[column].to_numpy()
    return number


def read_drafts(run: Run, arm: int, table: Table, batch: Batch) -> pl.DataFrame:
    """Read every draft with its effects, and its owner's result (`seats_in_parts`)."""
    roles = ["game", "seat", "thing", "taken_round"]
    roles += [role for role in ("played_round", "effect", "price") if table.roles(role)]

    def make() -> pl.DataFrame:
        frame = add_seat_columns(batch.read(table, arm, roles), seats_in_parts(run, arm, batch))
        if "played_round" in roles:
            return frame
        return frame.with_columns(pl.col("taken_round").alias("played_round"))

    return batch.make_once(f"{table.name} taken {arm}", make)


def add_seat_columns(rows: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """Add the columns of ``seats`` for each row's seat."""
    return rows.hstack(gather(seats.drop("game", "seat"), seat_indexes(rows, seats)))


def gather(frame: pl.DataFrame, indexes: NDArray[np.int64]) -> list[pl.Series]:
    """Take the rows at these indexes from a frame of numbers."""
    return [
        pl.Series(column.name, column.to_numpy()[indexes], dtype=column.dtype) for column in frame
    ]


def seat_indexes(rows: pl.DataFrame, seats: pl.DataFrame) -> NDArray[np.int64]:
    """Return the index of each row's seat in ``seats``."""
    seat = seats["seat"].to_numpy()
    width = int(seat.max(initial=0)) + 1
    seat_code = seats["game"].to_numpy().astype(np.int64) * width + seat
    codes = rows["game"].to_numpy().astype(np.int64) * width + rows["seat"].to_numpy()
    first = int(seat_code.min(initial=0))
    index_by_code = np.zeros(int(seat_code.max(initial=0)) - first + 1, np.int64)
    index_by_code[seat_code - first] = np.arange(len(seat_code))
    return index_by_code[codes - first]


def seats_ahead(run: Run, arm: int, batch: Batch) -> pl.DataFrame:
    """Read every seat's win share and lead in score, ``ahead``.

    The lead is over the mean of the other seats.
    """
    table = run.table_with("win_share")
    seat_columns = [role for role in ("order", "strategy") if table.roles(role)]

    def make() -> pl.DataFrame:
        seats = batch.read(table, arm, ["game", "seat", *seat_columns, "win_share", "score"])
        score = pl.col("score").cast(pl.Float64)
        other_mean = (score.sum().over("game") - score) / (pl.len().over("game") - 1)
        return seats.select(
            "game",
            "seat",
            *seat_columns,
            pl.col("win_share").alias("wins"),
            (score - other_mean).alias("ahead"),
        )

    return batch.make_once(f"seats ahead {arm}", make)


PARTS_PER_WIN = 60
"""Parts per win.

A win shared by up to six seats gives each of them a whole number of parts.
"""


def parts_per_unit(run: Run) -> dict[str, int]:
    """Return the number of parts per unit for each value of `seats_in_parts`.

    Values that are not a whole number of parts are left out.
    """
    opponents = run.players - 1
    return {
        **({"wins": PARTS_PER_WIN} if 0 < run.players <= 6 else {}),
        **({"ahead": opponents} if opponents > 0 and PARTS_PER_WIN % opponents == 0 else {}),
    }


def seats_in_parts(run: Run, arm: int, batch: Batch) -> pl.DataFrame:
    """Return `seats_ahead` with values as whole numbers of parts.

    Only the values that `parts_per_unit` names are converted.
    """
    denominators = parts_per_unit(run)
    return batch.make_once(
        f"seats in parts {arm}",
        lambda: seats_ahead(run, arm, batch).with_columns(
            (pl.col(name) * number).round().cast(pl.Int32) for name, number in denominators.items()
        ),
    )


def _deck(run: Run, dim: str) -> pl.DataFrame:
    cards = run.dim(dim)
    in_deck = pl.col("copies") > 0 if "copies" in cards.columns else pl.lit(True)
    extra = [name for name in ("number", "type", "source") if name in cards.columns]
    return cards.select(
        pl.col("id").alias("thing"),
        pl.col("name").alias("label"),
        *extra,
        in_deck.alias("in_deck"),
    )


def _group(run: Run, total: pl.DataFrame, name: str, share: str | None) -> pl.DataFrame:
    """Return one group's means, in columns prefixed with its name."""
    values = [
        column.removesuffix("_squares")
        for column in total.columns
        if column.endswith("_squares") and not column.startswith(PLANNED_PREFIX)
    ]
    interval_columns: list[pl.Series] = []
    if name == "drafted":
        # `paired_sums` adds imagined games, so a card drafted only twice gets no narrow interval.
        sums = paired_sums(total, "adjusted", 100.0)
        interval_columns = [
            pl.Series(f"drafted_adjusted{suffix}_{end}", values, nan_to_null=True)
            for suffix, tests in (("", 1), ("_all", max(1, total.height)))
            for end, values in zip(
                ("low", "high"), interval_at(run.look, *sums, tests), strict=True
            )
        ]
    shares = [value for value in values if value in ("wins", share)]
    frame = with_means(run, total, [value for value in values if value not in shares])
    frame = with_shares(run, frame, shares)
    frame = frame.drop(f"{value}_n" for value in values)
    keep = {"thing", "played", "played_low", "played_high"}
    frame = frame.rename(
        {column: f"{name}_{column}" for column in frame.columns if column not in keep}
    )
    return frame.with_columns(interval_columns)


def _offers(run: Run, arm: int) -> pl.DataFrame:
    """Count the games that offer each card, with results of its deals."""
    offers = run.total(offers_statistic(run, arm))
    table = with_shares(run, with_means(run, offers, ["passed"]), ["taken"])
    table = table.drop("passed_n", "taken_n").rename({"games": "offered_games"})
    deals = _group(run, run.total(deals_statistic(run, arm)), "dealt", None)
    return table.join(deals, on="thing", how="left")


def offers_statistic(run: Run, arm: int) -> Statistic:
    """Collect offered cards, their passes, and whether they are taken."""
    table = run.table_with("passed")
    return Statistic(
        f"cards offered, version {arm}",
        ((table, arm),),
        ("thing",),
        ("passed", "taken"),
        lambda batch: batch.read(table, arm, ["game", "thing", "passed", "taker"]).with_columns(
            (pl.col("taker") >= 0).alias("taken")
        ),
    )


def deals_statistic(run: Run, arm: int) -> Statistic:
    """Collect the cards dealt to seats, and those seats' results."""
    table, seats = run.table_with("passed"), run.table_with("win_share")

    def rows(batch: Batch) -> pl.DataFrame:
        deals, indexes = dealt_to_seats(run, arm, batch)
        values = seats_in_parts(run, arm, batch).select("wins", "ahead")
        return deals.select("game", "thing").hstack(gather(values, indexes))

    return Statistic(
        f"cards dealt, version {arm}",
        ((seats, arm), (table, arm)),
        ("thing",),
        ("wins", "ahead"),
        rows,
        parts_per_unit=parts_per_unit(run),
    )


def dealt_to_seats(run: Run, arm: int, batch: Batch) -> tuple[pl.DataFrame, NDArray[np.int64]]:
    """Read the deals to seats, each with its seat's index in `seats_ahead`."""
    table = run.table_with("passed")
    roles = ["game", "thing", "seat", *(role for role in ("round", "way") if table.roles(role))]

    def make() -> tuple[pl.DataFrame, NDArray[np.int64]]:
        rows = batch.read(table, arm, roles).filter(pl.col("seat") >= 0)
        return rows, seat_indexes(rows, seats_ahead(run, arm, batch))

    return batch.make_once(f"deals to seats {arm}", make)


def statistics(run: Run, arm: int = 0, drafts: Table | None = None) -> list[Statistic]:
    """List all statistics that `card_table` reads."""
    result: list[Statistic] = []
    if drafts is None and run.declares("played_round"):
        drafts = run.table_with("played_round")
    if drafts is not None:
        result += [
            drafts_statistic(run, arm, drafts, only_played=only_played)
            for only_played in (False, True)
        ]
        result += [
            statistic(run, arm, drafts)
            for statistic in (cells_statistic, several_copies_statistic, all_drafts_statistic)
        ]
    if run.declares("passed") and (drafts is None or _has_offers(run, drafts)):
        result += [offers_statistic(run, arm), deals_statistic(run, arm)]
    return result


REPORTED = "reported in part"
"""Source of rows that owners of the game have reported in part."""


def provenance(run: Run) -> dict[str, dict[str, int]]:
    """Count printed, partly printed and reconstructed components, by kind.

    Kinds are the dimensions that record the source of their rows; cards outside the deck do not
    count. Reconstructed rows are ``reported in part`` if owners of the game have reported some
    cells.
    """
    decks = {role.dim for table in run.declaration.tables.values() for role in table.roles("thing")}
    order = ("printed", "partial", REPORTED, "reconstructed")
    counts = {}
    for name in run.record["dims"]:
        rows = run.dim(name)
        if "source" not in rows.columns:
            continue
        if name in decks:
            rows = _deck(run, name).filter("in_deck")
        if "reported" in rows.columns:
            is_reported = (pl.col("source") == "reconstructed") & (pl.col("reported") != "")
            rows = rows.with_columns(
                pl.when(is_reported).then(pl.lit(REPORTED)).otherwise("source").alias("source")
            )
        count = Counter(rows["source"].to_list())
        in_order = {word: count.pop(word) for word in order if word in count}
        counts[name] = in_order | dict(sorted(count.items()))
    return counts
