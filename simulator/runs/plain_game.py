"""Games in plain Python: one function plays a game, without compiled code.

The author declares the game's parts, and writes ``play(table)``, which plays one game on a
`PlainTable`: it reads ``table.rules`` and ``table.sheets``, draws from streams of luck
(``table.shuffled("deck", cards)``), asks strategies (``table.ask(seat, "draw", (0, 1), ...)``) and
writes results (``table.seats[seat]["cards"] += 1``, ``table.note("turns", ...)``). `plain_game`
adds the rest: keys, versions, seating, result tables, traces. Its result is an ordinary `Game`;
`dataclasses.replace` gives it further parts.

``play`` must take all luck from the table, keep nothing from one game to the next, and show
strategies only what it passes to ``ask``. ``eoc-sim games check`` tests the first two.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from eoc_sim.simulator.kernel.columns import shape_column
from eoc_sim.simulator.kernel.parameters import parameter
from eoc_sim.simulator.kernel.rule_sets import Rules
from eoc_sim.simulator.kernel.switches import Switch, Value, number, word
from eoc_sim.simulator.runs import rule_words
from eoc_sim.simulator.runs.cells import Choice, Whole
from eoc_sim.simulator.runs.game import (
    Column,
    Declaration,
    Game,
    Pace,
    Table,
    TurnOrder,
    Variants,
    Words,
)
from eoc_sim.simulator.runs.parts import Parts
from eoc_sim.simulator.runs.plain_bans import PlainBans
from eoc_sim.simulator.runs.plain_checks import (
    check_answers,
    check_names,
    check_players,
    check_roles,
    check_sentences,
    check_tables,
    check_words,
    has_report,
)
from eoc_sim.simulator.runs.plain_play import PlainPlay
from eoc_sim.simulator.runs.plain_sheets import PlainSheets
from eoc_sim.simulator.runs.plain_table import (
    MOST_DECISIONS,
    Decision,
    Draw,
    PlainStrategy,
    PlainTable,
)
from eoc_sim.simulator.runs.plain_template import strategy_text
from eoc_sim.simulator.runs.plain_twins import THINGS, TWINS, PlainTwins
from eoc_sim.simulator.runs.plain_version import PlainVersion, PlainVersions, Sheet

__all__ = [
    "Choice",
    "Column",
    "Decision",
    "Draw",
    "Parts",
    "PlainStrategy",
    "PlainTable",
    "Sheet",
    "Table",
    "Whole",
    "Words",
    "number",
    "parameter",
    "plain_game",
    "word",
]

GAME = Column("game", "Int32", "number of the game, from 0", "game")
DECISIONS = shape_column(
    "decisions", "Int32", "decisions asked of strategies", "decisions in a game"
)
WINNER = Column("winner", "Int8", "seat of the winner, or -1 if the win is shared", "winner")
SEAT = Column("seat", "Int8", "seat, from 0", "seat")
BAN_COUNTS = (
    Column(
        "corrected",
        "Int16",
        "banned answers that were replaced by the nearest allowed answer (`eoc-sim restrict`)",
        "corrected",
        words="banned answers replaced",
    ),
    Column(
        "gave_way",
        "Int16",
        "decisions in which a ban gave way because it left no choice (`eoc-sim restrict`)",
        "gave_way",
        words="decisions in which a ban gave way",
    ),
)
TWIN_PARTS = (
    ("cards", "eoc_sim.reports.plain_twins"),
    ("average", "eoc_sim.analysis.plain_twins:PRICED_TWINS"),
    ("timing", "eoc_sim.analysis.plain_twins:Gifts"),
    ("timing_summary", "eoc_sim.reports.plain_twins:summary"),
    ("findings", "eoc_sim.analysis.plain_twins:findings"),
    ("twin_rows", "eoc_sim.analysis.plain_twins:rows"),
)
"""The parts of games with twins, for `cards`, `timing` and `balance`."""
MOST_SECONDS = 60.0
"""The default limit on the time between two decisions, in seconds."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def plain_game(
    name: str,
    *,
    rules_version: str,
    words: Words,
    players: range,
    play: Callable[[PlainTable], None],
    decisions: Sequence[Decision],
    strategies: Sequence[PlainStrategy],
    default_seats: tuple[str, ...],
    seat_columns: Sequence[Column],
    game_columns: Sequence[Column] = (),
    tables: Sequence[Table] = (),
    sheets: Sequence[Sheet] = (),
    switches: Sequence[Switch] = (),
    presets: Mapping[str, Mapping[str, Value]] | None = None,
    gifts: Sequence[str] = (),
    sentences: Mapping[str, str] | None = None,
    automaton_players: Collection[int] | None = None,
    most_decisions: int = MOST_DECISIONS,
    most_seconds: float = MOST_SECONDS,
    parts: Parts | None = None,
) -> Game:
    """Make a game from its parts.

    Args:
        name: its name for ``--game`` once it is installed.
        rules_version: the version of the rules, which the author raises when they change.
        words: its title, nouns and units.
        players: the possible numbers of players, such as ``range(2, 5)``.
        play: plays one game.
        decisions: the decisions that strategies make.
        strategies: the strategies; each answers every decision. ``bench`` measures the speed of
            the rules with the first strategy.
        default_seats: the line-up that plays without ``--seats``.
        seat_columns: the game's own columns of the table ``seats``. Those with the role "part" add
            up to the score; without any, ``play`` writes ``table.seats[seat]["score"]``.
        game_columns: the game's own columns of the table ``games``.
        tables: further tables; their first column, ``game``, is added automatically.
        sheets: the sheets of the game's components. Each cell gets a key ``KIND.ID.COLUMN``. Each
            sheet can be exported, edited and read again, and its ids are listed in a table of the
            run.
        switches: rules that can vary, made by `number` and `word`.
        presets: rule sets by name, for ``--rules``. Each gives the values of the switches that are
            not at their defaults.
        gifts: the gifts that ``timing`` gives in each round through `PlainTable.gift`.
        sentences: the sentence with which ``replay`` narrates each event; ``{who}`` is the strategy
            of its ``seat``.
        automaton_players: the numbers of players with which the automaton in ``words`` joins the
            game; all by default.
        most_decisions: the maximum number of decisions in a game; a game with more is considered
            endless and refused.
        most_seconds: the maximum number of seconds from one decision to the next, or to the end of
            the game.
        parts: the import paths of its analyses, reports and commands. If they lack a report, the
            file of ``play`` is used, provided that it declares sections.

    Raises:
        ValueError: a strategy's answers do not match the decisions, a sheet has a reserved name
            (rules, seat, strategies or things), or a word, table, sentence or name is invalid.
        InputError: a number or a default is out of range.
    """
    check_words(words)
    check_players(players, default_seats)
    automaton = [words.automaton] if words.automaton else []
    check_names(
        name,
        [*(plain_strategy.name for plain_strategy in strategies), *automaton],
        [decision.name for decision in decisions],
        switches,
        presets or {},
    )
    check_answers(decisions, [sheet.kind for sheet in sheets])
    rules = Rules("", {switch.name: switch for switch in switches}, presets=presets)
    for preset in rules.preset_names():
        rules.resolve(preset)
    names = {decision.name for decision in decisions}
    for strategy in strategies:
        for wrong, fault in (
            (names - set(strategy.answers), "does not answer"),
            (set(strategy.answers) - names, "answers undeclared decisions:"),
        ):
            if wrong:
                raise ValueError(f"strategy {strategy.name} {fault} {', '.join(sorted(wrong))}")
    check_roles([*seat_columns, *game_columns, *(column for table in tables for column in table)])
    check_sentences(play, sentences or {})
    if {sheet.kind for sheet in sheets} & {"rules", "seat", "strategies", THINGS}:
        raise ValueError(f"a sheet cannot be called rules, seat, strategies or {THINGS}")
    twins = PlainTwins(
        {sheet.kind: sheet.off for sheet in sheets if sheet.off},
        {sheet.kind: list(sheet.rows) for sheet in sheets},
        gifts,
        len(words.round_names) - 1,
        {sheet.kind: sheet.costs for sheet in sheets if sheet.off},
    )
    versions = PlainVersions(
        name,
        players,
        default_seats,
        sheets,
        rules,
        {plain_strategy.name: plain_strategy for plain_strategy in strategies},
        words.automaton,
        players if automaton_players is None else automaton_players,
        twins,
        {decision.name: decision for decision in decisions},
    )
    plain_sheets = PlainSheets(versions)
    score = Column("score", "Int32", "the final score", "score", unit=words.score[1])
    order = Column(
        "order",
        "Int8",
        "place in the turn order, 0 = starts",
        "order",
        words="turn order",
        values=ORDINALS,
    )
    result_tables = [
        Table("games", "game", (GAME, WINNER, DECISIONS, *game_columns), ("game",)),
        Table(
            "seats",
            "game and seat",
            (
                GAME,
                SEAT,
                Column("strategy", "Int16", "id in dims/strategies", "strategy", dim="strategies"),
                order,
                score,
                Column("win_share", "Float64", "1/k for each of k tied winners", "win_share"),
                *seat_columns,
                *BAN_COUNTS,
            ),
            ("game", "seat"),
        ),
        *(
            replace(table, columns=(GAME, *table.columns), key=table.key or ("game",))
            for table in tables
        ),
    ]
    if twins.game_twins is not None:
        twin_table = twins.table(players[-1] + bool(words.automaton), words.score[1])
        result_tables.append(replace(twin_table, columns=(GAME, *twin_table.columns)))
    check_tables(result_tables, versions.dim_tables)
    plain = PlainPlay(
        play,
        versions,
        {table.name: table for table in result_tables},
        {"games": game_columns, "seats": seat_columns},
        dict(sentences or {}),
        words.automaton_words,
        most_decisions,
        most_seconds,
    )
    parts = parts or Parts()
    if not parts.report and has_report(play):
        parts = replace(parts, report=play.__module__)
    if twins.game_twins is not None:
        paths = vars(parts)
        parts = Parts(**paths | {part: paths[part] or path for part, path in TWIN_PARTS})
    if not parts.examples.key and versions.defaults:
        key, value = next(iter(versions.defaults.items()))
        parts = replace(parts, examples=replace(parts.examples, key=f"{key}={value}"))
    return Game(
        name=name,
        declaration=Declaration(
            words,
            plain.tables,
            rule_words.switch_words(rules),
            versions.dim_tables,
            presets=rule_words.presets(rules) if presets else (),
        ),
        rules_version=rules_version,
        players=players,
        default_seats=default_seats,
        default_tables=tuple(name for name in plain.tables if name != TWINS),
        baseline=plain_sheets.baseline,
        normal_key=versions.normal_key,
        fixed_keys=lambda version: version.set_keys,
        change=versions.change,
        differences=versions.differences,
        align=versions.align,
        idle=lambda old, new: [],
        players_of=PlainVersion.players,
        engines=plain.engines,
        dims=versions.dims,
        record=versions.record,
        restore=versions.restore,
        options=(
            "--set",
            "--change",
            *(["--rules"] if switches else []),
            *(["--data"] if sheets else []),
        ),
        rule_sets=rules if switches else None,
        restrictions=PlainBans(plain).restrictions if decisions else None,
        variants=Variants(versions.varied_by_default, versions.other_values) if switches else None,
        pace=Pace(strategies[0].name),
        turn_order=TurnOrder(()),
        twins=twins.game_twins,
        replay=plain.replay,
        narrate=plain.narrate,
        with_sheet=plain_sheets.with_sheet if sheets else None,
        sheets=plain_sheets.sheets if sheets else None,
        editing=plain_sheets.editing,
        family=plain_sheets.family,
        strategies=versions.load_strategies,
        own_strategies=versions.load_strategies(PlainVersion({}, tuple(versions.strategies))),
        new_strategy=lambda new: strategy_text(
            new, words.title, decisions, [*versions.strategies], play.__module__
        ),
        parts=parts,
    )
