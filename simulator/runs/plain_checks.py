"""Checks of a plain game's declaration: its words, names, players and tables."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import misspelt_name, nearest
from eoc_sim.simulator.kernel.switches import Switch
from eoc_sim.simulator.runs.game import Column, Table, Words

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.plain_table import Decision

INTEGER_KINDS = ("Int8", "Int16", "Int32", "Int64")
"""The types of whole numbers, narrowest first."""
KINDS = (*INTEGER_KINDS, "Float32", "Float64")
"""The types of a column that does not hold words."""
TAKEN_ROLES = (
    "game",
    "winner",
    "strategy",
    "order",
    "score",
    "win_share",
    "corrected",
    "gave_way",
)
"""The roles of the columns that every game has exactly once."""
WORD_ROLES = ("label", "way")
"""The roles that a column of words may have."""
NAME = re.compile(r"[\w-]+")
"""The pattern for names of games, strategies and rows."""
REPORT_NAMES = {"FIRST_SECTIONS", "SECTIONS", "ANSWERS", "VERDICTS", "QUESTIONS", "BASIS"}
"""The names by which a file declares parts of a report."""


def check_words(words: Words) -> None:
    """Refuse words of the wrong type or count, and impossible numbers.

    Raises:
        ValueError: there is such a word or number.
    """
    for name in ("score", "player", "round", "round_names"):
        value = getattr(words, name)
        if isinstance(value, str):
            raise ValueError(f'words, {name}: should be a tuple of words, not "{value}"')
        if name != "round_names" and len(value) != 2:
            raise ValueError(f"words, {name}: should be a noun in the singular and the plural")
    if bool(words.automaton) != bool(words.automaton_words):
        raise ValueError(
            "words, automaton: should have a name and its words, such as "
            'automaton="storm", automaton_words="the storm"'
        )
    if not isinstance(words.smallest, Mapping) or {*words.smallest} != {"wins", "score"}:
        raise ValueError(
            f'words, smallest: should be like {{"wins": 1.0, "score": 0.5}}, not {words.smallest!r}'
        )
    numbers = {**words.smallest, "largest_score_change": words.largest_score_change}
    for name, number in numbers.items():
        if not isinstance(number, int | float) or number <= 0:
            raise ValueError(f"words, {name}: should be a number above 0, not {number!r}")


def check_players(players: Collection[int], default_seats: tuple[str, ...] | str) -> None:
    """Refuse impossible numbers of players, and seats that are not a tuple.

    Raises:
        ValueError: there is such a number, or the seats are a single string.
    """
    if isinstance(players, int) or not players or min(players) < 1:
        raise ValueError(
            f"players: should be numbers of at least 1, such as range(2, 5), not {players!r}"
        )
    if isinstance(default_seats, str):
        raise ValueError(f'default_seats: should be a tuple of names, not "{default_seats}"')


def check_names(
    game: str,
    strategies: Sequence[str],
    decisions: Sequence[str],
    switches: Sequence[Switch],
    presets: Iterable[str],
) -> None:
    """Refuse names that commands cannot read, and names declared twice.

    Raises:
        ValueError: there is such a name, or there is no strategy.
    """
    if not strategies:
        raise ValueError("there are no strategies")
    switch_names = [entry.name for entry in switches]
    for kind, names in (
        ("strategy", strategies),
        ("decision", decisions),
        ("switch", switch_names),
    ):
        repeated_names = [candidate for candidate in names if names.count(candidate) > 1]
        if repeated_names:
            raise ValueError(f"the {kind} {repeated_names[0]} is declared twice")
    kinds_and_names = [("game", game), *(("strategy", strategy) for strategy in strategies)]
    for kind, name in (*kinds_and_names, *(("preset", preset) for preset in presets)):
        if not NAME.fullmatch(name):
            raise ValueError(
                f'the name of the {kind}, "{name}", should consist of letters, digits, _ and -'
            )
    for switch in switches:
        if not switch.name.isidentifier():
            raise ValueError(
                f'the name of the switch, "{switch.name}", should consist of letters, digits and _'
            )
        capitals = [word for word in switch.words if word != word.lower()]
        if capitals:
            raise ValueError(f'the switch {switch.name}: "{capitals[0]}" should be in lower case')


def check_answers(decisions: Iterable[Decision], sheets: Sequence[str]) -> None:
    """Refuse answers with an unknown sheet, and words that `restrict` cannot read.

    Raises:
        ValueError: there are such answers.
    """
    for decision in decisions:
        answers = decision.answers
        if isinstance(answers, str) and answers not in sheets:
            raise ValueError(
                f"the decision {decision.name}: its answers should be a tuple of words, or a sheet "
                f'({", ".join(sheets) or "there are none"}), not "{answers}".'
                f"{nearest(answers, sheets)}"
            )
        words = () if isinstance(answers, str) else [answer.lower() for answer in answers]
        for word in words:
            if not NAME.fullmatch(word) or words.count(word) > 1:
                raise ValueError(
                    f'the decision {decision.name}: its answer "{word}" should consist of letters, '
                    "digits, _ and -, and differ from its other answers"
                )


def check_roles(columns: Iterable[Column]) -> None:
    """Refuse a game's own columns with a role that they cannot have.

    Raises:
        ValueError: there is such a column.
    """
    for column in columns:
        if column.role in TAKEN_ROLES:
            raise ValueError(
                f'column {column.name}: its role "{column.role}" is that of a column that every '
                "game already has; choose another"
            )
        if column.role == "dealt" and column.kind not in INTEGER_KINDS:
            raise ValueError(
                f'column {column.name}: a column with the role "dealt" should hold whole numbers; '
                'to show words for the numbers, give values=("red", "blue") or a sheet, dim="card"'
            )
        if isinstance(column.kind, tuple) and column.role not in WORD_ROLES:
            roles = " or ".join(f'"{role}"' for role in WORD_ROLES)
            raise ValueError(
                f'column {column.name}: a column of words has the role {roles}, not "{column.role}"'
            )


def check_tables(tables: Iterable[Table], dims: Collection[str]) -> None:
    """Refuse tables that cannot be written.

    Raises:
        ValueError: there is such a table.
    """
    names: set[str] = set()
    for table in tables:
        if table.name in names:
            raise ValueError(f"there are two tables called {table.name}")
        names.add(table.name)
        _check_columns(table, dims)


def _check_columns(table: Table, dims: Collection[str]) -> None:
    names = [column.name for column in table]
    key: tuple[str, ...] | str = table.key
    if isinstance(key, str):
        raise ValueError(f'table {table.name}: its key should be a tuple, such as ("{key}",)')
    for name in key:
        if name not in names:
            raise ValueError(
                f'table {table.name}: its key has "{name}", which is not one of its columns '
                f"{', '.join(names)}.{nearest(name, names)}"
            )
    for column in table:
        if names.count(column.name) > 1:
            raise ValueError(f"table {table.name}: there are two columns called {column.name}")
        if not isinstance(column.kind, tuple) and column.kind not in KINDS:
            raise ValueError(
                f"table {table.name}, column {column.name}: its kind should be one of "
                f"{', '.join(KINDS)}, or a tuple of words, not {column.kind}"
            )
        if column.dim and column.dim not in dims:
            raise ValueError(
                f'table {table.name}, column {column.name}: its dim "{column.dim}" is not one of '
                f"{', '.join(dims)}.{nearest(column.dim, dims)}"
            )


def check_sentences(play: Callable[..., Any], sentences: Mapping[str, str]) -> None:
    """Refuse sentences whose fields are missing, and misspelt events.

    Events whose name or fields are computed are left to `replay`.

    Raises:
        ValueError: there is such a sentence or event.
    """
    file, tree = _source(play)
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(attr="tell"), [ast.Constant(str(name))], keywords):
                fields = [keyword.arg for keyword in keywords]
                where = f"({file}, line {node.lineno})"
                if name not in sentences and nearest(name, sentences):
                    raise ValueError(
                        f"there is no sentence for the event {name}.{nearest(name, sentences)} "
                        f"{where}"
                    )
                if name not in sentences or None in fields:
                    continue
                names = {*fields, *(["who"] if "seat" in fields else [])}
                placeholders = [
                    placeholder
                    for _, placeholder, *_ in Formatter().parse(sentences[name])
                    if placeholder
                ]
                missing = {
                    re.split(r"[.\[]", placeholder)[0] for placeholder in placeholders
                } - names
                if missing:
                    raise ValueError(
                        f'the sentence "{sentences[name]}" '
                        f"{describe_missing_fields(name, missing, map(str, fields))} {where}"
                    )


def describe_missing_fields(event: str, missing: Collection[str], fields: Iterable[str]) -> str:
    """Describe what a sentence needs and its event lacks."""
    hint = "; pass seat=... to table.tell()" if "who" in missing else ""
    event_fields = ", ".join(fields) or "nothing"
    return f"needs {', '.join(sorted(missing))}; the event {event} has {event_fields}{hint}"


def has_report(play: Callable[..., Any]) -> bool:
    """Check if the file of the rules declares parts of a report.

    A misspelt name counts too, so that the report refuses it.
    """
    _, tree = _source(play)
    return any(
        isinstance(target, ast.Name) and _names_report(target.id, node.value)
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    )


def _names_report(name: str, value: ast.expr | None) -> bool:
    """Check if a name, perhaps misspelt, is that of a report part."""
    return name in REPORT_NAMES or (
        name.isupper()
        and isinstance(value, ast.Tuple | ast.List | ast.Name)
        and bool(misspelt_name(name, REPORT_NAMES))
    )


def _source(play: Callable[..., Any]) -> tuple[str, ast.Module]:
    """Read the file of the rules; return an empty module for notebooks."""
    try:
        file = inspect.getsourcefile(play) or ""
        return file, ast.parse(Path(file).read_bytes())
    except (OSError, TypeError, SyntaxError):
        return "", ast.Module([], [])
