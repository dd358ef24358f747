"""PLAN.toml: a sweep in a file.

    games = 20000
    seats = ["balanced", "random"]
    design = "one-at-a-time"

    [baseline]            # as --rules, --data, --set, --card and --change
    rules = "my_rules.toml"
    set = { a_switch = "on" }
    card = { "038.price" = 4 }
    change = { "card.063.copies" = 0 }

    [[vary]]
    key = "card.038.price"
    values = [1, 2, 3]

    [[arm]]
    label = "cheap and weak"
    changes = { "card.038.price" = 1, "card.038.points" = 3 }

Unknown keys and values of the wrong type are errors that name the file and the place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eoc_sim.counts import count
from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.kernel.toml_values import check_table, read_toml
from eoc_sim.simulator.kernel.typed_paths import names_folder, split_spec
from eoc_sim.simulator.kernel.vouching import FileInSameResults, in_same_results_folder
from eoc_sim.simulator.runs.arms import DESIGNS, Vary
from eoc_sim.simulator.runs.request import MAX_GAMES


@dataclass(frozen=True)
class Plan:
    """The contents of a plan file, None or empty where not given.

    ``settings`` are the pairs for ``--set``, ``card_settings`` those for ``--card`` (``038.price``)
    and ``changes`` those for ``--change``; ``arms`` are labels with their (KEY, value) changes.
    A path in ``rules``, ``data`` or ``seats`` that exists relative to the plan file is prefixed
    with the plan's folder.
    """

    path: Path
    rules: str | None
    data: str | None
    settings: tuple[tuple[str, str], ...]
    card_settings: tuple[tuple[str, str], ...]
    changes: tuple[tuple[str, str], ...]
    vary: tuple[Vary, ...]
    arms: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    design: str | None
    games: int | None
    seats: tuple[str, ...] | None


def read_plan(path: str | Path) -> Plan:
    """Read a plan file.

    Raises:
        InputError: the file cannot be read, or is not a valid plan.
    """
    file = Path(path)
    content = read_toml(file, f"The plan {file}")
    return _PlanReader(file).plan(content)


class _PlanReader:
    """Checks a plan's content; every error names the file and the key."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def plan(self, content: dict[str, Any]) -> Plan:
        check_table(
            content, str(self._file), (), ("baseline", "vary", "arm", "design", "games", "seats")
        )
        self._check_files(content)
        baseline = check_table(
            content.get("baseline", {}),
            f"{self._file}: [baseline]",
            (),
            ("rules", "data", "set", "card", "change"),
        )
        design = self._optional_text(content, "design", "design")
        if design is not None and design not in DESIGNS:
            raise self._error(
                f'design = "{design}" is not one of {", ".join(DESIGNS)}.{nearest(design, DESIGNS)}'
            )
        rules = self._optional_text(baseline, "rules", "[baseline] rules")
        data = self._optional_text(baseline, "data", "[baseline] data")
        plan = Plan(
            self._file,
            None if rules is None else self._relative_to_plan(rules),
            None if data is None else self._relative_to_plan(data),
            self._pairs(baseline.get("set", {}), "[baseline] set"),
            self._pairs(baseline.get("card", {}), "[baseline] card"),
            self._pairs(baseline.get("change", {}), "[baseline] change"),
            tuple(
                self._vary(entry, f"[[vary]] {number}")
                for number, entry in enumerate(self._list(content.get("vary", []), "[[vary]]"), 1)
            ),
            tuple(
                self._arm(entry, f"[[arm]] {number}")
                for number, entry in enumerate(self._list(content.get("arm", []), "[[arm]]"), 1)
            ),
            design,
            self._games(content),
            self._seats(content),
        )
        if not plan.vary and not plan.arms:
            raise self._error(
                "there is neither a [[vary]] nor an [[arm]], so there is nothing to compare."
            )
        return plan

    def _check_files(self, content: Any) -> None:
        """Refuse a strategy file that came with someone else's results."""
        if isinstance(content, (dict, list)):
            for item in content.values() if isinstance(content, dict) else content:
                self._check_files(item)
        elif isinstance(content, str):
            for spec in content.split(","):
                path, *_ = split_spec(self._relative_to_plan(spec))
                file, plan = (Path(each_path).absolute() for each_path in (path, self._file))
                if file.suffix == ".py" and in_same_results_folder(
                    plan.parent.resolve() / plan.name, file.resolve()
                ):
                    advice = "move the plan out of the results."
                    raise FileInSameResults("plan", self._file, file, advice)

    def _vary(self, entry: Any, location: str) -> Vary:
        varied = check_table(entry, f"{self._file}: {location}", ("key", "values"))
        key = self._text(varied["key"], f"{location} key")
        values = varied["values"]
        if not isinstance(values, list) or not values:
            raise self._error(f"{location} values should be a list such as [3, 4].")
        return Vary(key, tuple(self._value(value, f"{location} values") for value in values))

    def _arm(self, entry: Any, location: str) -> tuple[str, tuple[tuple[str, str], ...]]:
        arm = check_table(entry, f"{self._file}: {location}", ("label", "changes"))
        changes = self._pairs(arm["changes"], f"{location} changes")
        if not changes:
            raise self._error(f"{location} changes nothing; give it at least one KEY = value.")
        return self._text(arm["label"], f"{location} label"), changes

    def _games(self, content: Mapping[str, Any]) -> int | None:
        games = content.get("games")
        if games is None:
            return None
        if isinstance(games, bool) or not isinstance(games, int):
            raise self._error("games should be a whole number such as 20000.")
        if not 1 <= games <= MAX_GAMES:
            raise self._error(f"games = {count(games)} is not between 1 and {count(MAX_GAMES)}.")
        return games

    def _seats(self, content: Mapping[str, Any]) -> tuple[str, ...] | None:
        seats = content.get("seats")
        if seats is None:
            return None
        if isinstance(seats, str):
            seats = [part.strip() for part in seats.split(",")]
        if not isinstance(seats, list) or not seats:
            raise self._error('seats should be a list such as ["balanced", "random"].')
        return tuple(self._relative_to_plan(self._text(seat, "seats")) for seat in seats)

    def _pairs(self, entry: Any, location: str) -> tuple[tuple[str, str], ...]:
        """Flatten a table, so that ``card.038.price = 4`` needs no quotes."""
        if not isinstance(entry, dict):
            raise self._error(f"{location} should be a table, not {_words(entry)}.")
        pairs = tuple(self._leaves(entry, "", location))
        keys = [key for key, _ in pairs]
        for key in keys:
            if keys.count(key) > 1:
                raise self._error(f'{location} has the key "{key}" twice.')
        return pairs

    def _leaves(
        self, entries: Mapping[str, Any], prefix: str, location: str
    ) -> Iterable[tuple[str, str]]:
        for key, value in entries.items():
            if isinstance(value, dict):
                yield from self._leaves(value, f"{prefix}{key}.", location)
            else:
                yield f"{prefix}{key}", self._value(value, f'{location} "{prefix}{key}"')

    def _value(self, value: Any, location: str) -> str:
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            raise self._error(f"{location} should be a number or text, not {_words(value)}.")
        text = f"{value:.15g}" if isinstance(value, float) else str(value)
        if not text.strip():
            raise self._error(f"{location} is empty; a number or text is expected.")
        return text.strip()

    def _text(self, value: Any, location: str) -> str:
        if not isinstance(value, str) or not value.strip():
            raise self._error(f"{location} should be text, not {_words(value)}.")
        return value.strip()

    def _optional_text(self, entries: Mapping[str, Any], key: str, location: str) -> str | None:
        return None if key not in entries else self._text(entries[key], location)

    def _list(self, value: Any, location: str) -> list[Any]:
        if not isinstance(value, list):
            raise self._error(f"{location} should be written with double brackets.")
        return value

    def _relative_to_plan(self, name: str) -> str:
        """Return a file's path in the plan's folder; keep any other name."""
        path, *parameters = split_spec(name)
        try:
            candidate = self._file.parent / path
            if (
                not Path(path).is_absolute()
                and candidate.exists()
                and (names_folder(path) or candidate.suffix)
            ):
                return ":".join([str(candidate), *parameters])
        except (OSError, ValueError):
            pass  # not a path; an unknown name is reported later
        return name

    def _error(self, text: str) -> InputError:
        return InputError(f"{self._file}: {text}")


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        return "text" if value.strip() else "empty text"
    return f"{value!s}"
