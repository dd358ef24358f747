"""The declaration of the JSON that ``--format json`` prints.

`scripts/reference_json.py` writes the JSON schema and its page from these classes. Raise `SCHEMA`
with every change that removes a field or changes its meaning.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from eoc_sim.commands.history_entry import HistoryEntry

SCHEMA = 1


@dataclass(frozen=True)
class Interval:
    """A printed interval, such as 25.1 to 29.1."""

    low: Annotated[float, "its lower end"]
    high: Annotated[float, "its upper end"]


@dataclass(frozen=True)
class Estimate:
    """A printed number with its interval, such as 27.0 (25.1 to 29.1)."""

    value: Annotated[float, "the number"]
    low: Annotated[float, "the lower end of its interval"]
    high: Annotated[float, "the upper end of its interval"]


@dataclass(frozen=True)
class PrintedTable:
    """A table, with its numbers rounded as on the terminal."""

    title: Annotated[str, "its title, often empty"]
    columns: Annotated[list[str], "the headings of its columns, which may repeat"]
    rows: Annotated[
        list[list[str | float | Interval | Estimate]],
        "its cells: each a number, an interval, a number with its interval, or text",
    ]


@dataclass(frozen=True)
class Fault:
    """The reason why a command did not do what was asked."""

    kind: Annotated[str, "`input`, `internal` or `stopped` (by Ctrl-C or a signal)"]
    sentences: Annotated[
        list[str], "the message; a file with more than one fault has a line for each"
    ]
    where: Annotated[str, "the option or the place in a file that the message names, or empty"]
    nearest: Annotated[str, "the valid name nearest to an unknown one, or empty"]


@dataclass(frozen=True)
class Step:
    """A command that helps with a finding."""

    about: Annotated[str, "its purpose, perhaps with its duration"]
    command: Annotated[str, "the command line"]


@dataclass(frozen=True)
class ScreenPart:
    """A part of the page's first screen."""

    about: Annotated[str, "its heading, or empty"]
    lines: Annotated[list[str], "its sentences"]
    steps: Annotated[list[Step], "commands to run next"]
    section: Annotated[str, "the id of the page's section with details, or empty"]


@dataclass(frozen=True)
class FindingRow:
    """An answer to one question of the page.

    The intervals of all findings of a run hold jointly at 95 %.
    """

    sentence: Annotated[str, "the answer in words, with its interval"]
    about: Annotated[str, "the question, unique within its run"]
    kind: Annotated[str, "the kind of question, such as `who wins`, or empty"]
    name: Annotated[str, "the thing asked about, such as a strategy or a card"]
    value: Annotated[float | None, "the number, null if there is none yet"]
    low: Annotated[float | None, "the lower end of its interval, null if unknown"]
    high: Annotated[float | None, "the upper end of its interval, null if unknown"]
    games: Annotated[int, "the games behind it"]
    smallest: Annotated[float, "the smallest difference that matters"]
    verdict: Annotated[
        str,
        "`changes`, `no change that matters` or `not decided`; `ordinary` if it lies within a "
        "range in which no value stands out",
    ]
    mark: Annotated[str, "whether it depends on who plays; empty if no other line-up played"]


@dataclass(frozen=True)
class Standing:
    """A strategy's wins and score in one version, with 95 % intervals."""

    version: Annotated[int, "the number of the version, 0 for the current rules"]
    strategy: Annotated[str, "its name"]
    games: Annotated[int, "the games behind it"]
    wins: Annotated[float, "wins in 100 games"]
    low: Annotated[float | None, "lower end of its own interval, null if fixed by construction"]
    high: Annotated[float | None, "upper end of its own interval, null if fixed by construction"]
    all_low: Annotated[
        float | None, "lower end of the page's interval, which holds jointly with all findings"
    ]
    all_high: Annotated[
        float | None, "upper end of the page's interval, which holds jointly with all findings"
    ]
    score: Annotated[float, "mean score"]
    score_low: Annotated[float | None, "the lower end of its interval"]
    score_high: Annotated[float | None, "the upper end of its interval"]


@dataclass(frozen=True)
class PlayedVersion:
    """A version that was played."""

    version: Annotated[int, "its number, 0 for the current rules"]
    label: Annotated[str, "its name"]
    sentence: Annotated[str, "its changes in words"]


@dataclass(frozen=True)
class PlayedRun:
    """A run: its games and the answers on its page."""

    folder: Annotated[str, "the folder with its tables"]
    game: Annotated[str, "the name of the game"]
    command: Annotated[str, "the command that played it"]
    package: Annotated[str, "the release of eoc-sim that played it"]
    seed: Annotated[int, "the seed for all draws"]
    games: Annotated[int, "the games per version"]
    players: Annotated[int, "the players at a table"]
    strategies: Annotated[list[str], "the strategies that played"]
    versions: Annotated[list[PlayedVersion], "the versions, the current rules first"]
    standings: Annotated[list[Standing], "wins and scores by version and strategy"]
    findings: Annotated[
        list[FindingRow] | None, "the answers; null if a table that they need was not kept"
    ]
    metrics: Annotated[list[str], "names of the frames that `eoc_sim.load(folder).metrics` has"]


@dataclass(frozen=True)
class Played:
    """The result of a command that writes runs to a folder."""

    folder: Annotated[str, "the folder of the results"]
    report: Annotated[str | None, "the HTML page, null if none was written"]
    notes: Annotated[list[str], "remarks on the games"]
    first_screen: Annotated[list[ScreenPart], "the page's first screen in words"]
    runs: Annotated[list[PlayedRun], "the runs in the folder"]
    metric_files: Annotated[list[str], "metric tables in Parquet files"]
    edits: Annotated[dict[str, str], "`balance`: the proposed edits by key"] = field(
        default_factory=dict
    )
    command: Annotated[str, "`balance`: the command that plays the edited game, or empty"] = ""


@dataclass(frozen=True)
class Found:
    """The result of `tune`, `exploit` and `strategies learn`: a preset."""

    preset: Annotated[str, "the preset, which can be played like any other strategy"]
    command: Annotated[str, "the command that plays with it"]
    sentences: Annotated[list[str], "the findings in words"]
    evidence: Annotated[
        dict[str, Any], "the record of the search as in the preset: games, seed, figures"
    ]


@dataclass(frozen=True)
class VersionNeed:
    """The games that a version needs; null if too many."""

    version: Annotated[str, "its label"]
    wins: Annotated[int | None, "games to detect the change in wins; 0 if none are needed"]
    scores: Annotated[int | None, "games to detect the change in scores"]
    precise: Annotated[
        int | None, "games needed to know changes in wins to within `--precision`, or 0"
    ]


@dataclass(frozen=True)
class Needed:
    """The result of `plan`."""

    versions: Annotated[list[VersionNeed], "the games that each version needs"]
    games: Annotated[
        int | None, "games per version that are enough to find all changes; null if too many"
    ]
    seconds: Annotated[float | None, "how long these games take on this computer"]
    command: Annotated[str, "the sweep to play, or empty"]


@dataclass(frozen=True)
class Judged:
    """The result of `referee`."""

    keeps_rules: Annotated[bool, "true if no rule is broken"]
    line: Annotated[int | None, "the first line of the trace that breaks a rule"]
    rule: Annotated[str, "the rule's id, or `TRACE` for an invalid format; empty if none is broken"]
    sentence: Annotated[str, "the answer in words"]


@dataclass(frozen=True)
class CheckedPoint:
    """One point of a check."""

    about: Annotated[str, "its subject"]
    verdict: Annotated[str, "`ok`, `warning`, `FAULT` or `skipped`"]
    finding: Annotated[str, "the finding in words"]
    commands: Annotated[list[str], "commands that show it"] = field(default_factory=list)


@dataclass(frozen=True)
class Checked:
    """The result of `strategies check` and `games check`."""

    points: Annotated[list[CheckedPoint], "the points in order; a fault means exit code 1"]


@dataclass(frozen=True)
class Replayed:
    """The result of `replay`."""

    events: Annotated[list[dict[str, Any]], "the events of the trace"]


@dataclass(frozen=True)
class Switch:
    """A rule switch."""

    name: Annotated[str, "its name"]
    rule: Annotated[str, "the rule's id"]
    sentence: Annotated[str, "what it decides"]
    allowed: Annotated[str, "its values"]
    default: Annotated[str, "its default"]


@dataclass(frozen=True)
class Switches:
    """The result of `rules list` and `rules show`."""

    switches: Annotated[list[Switch], "the switches"]
    presets: Annotated[dict[str, dict[str, str]], "their values in every preset"]


@dataclass(frozen=True)
class History:
    """The result of `history show`."""

    runs: Annotated[list[HistoryEntry], "the runs, oldest first"]


@dataclass(frozen=True)
class RunChange:
    """A strategy's change from one run to another, game by game."""

    strategy: Annotated[str, "its name"]
    metric: Annotated[str, "`wins` (in 100 games) or `score`"]
    first: Annotated[float, "the mean in the first run"]
    second: Annotated[float, "the mean in the second run"]
    change: Annotated[float, "the second minus the first"]
    low: Annotated[
        float | None, "the lower end of its interval; all intervals hold jointly at 95 %"
    ]
    high: Annotated[float | None, "the upper end of its interval"]
    smallest: Annotated[float, "the smallest change that matters"]
    games: Annotated[int, "the games that both runs played"]
    differ: Annotated[int, "the games that differ"]
    verdict: Annotated[str, "`changes`, `no change that matters` or `not decided`"]


@dataclass(frozen=True)
class Compared:
    """The result of `history compare`."""

    differences: Annotated[list[str], "how the runs differ in release, players, rules and luck"]
    changes: Annotated[list[RunChange], "the changes; none if the runs had different luck"]


@dataclass(frozen=True)
class Written:
    """The result of a command that writes files to edit."""

    files: Annotated[list[str], "the files"]


@dataclass(frozen=True)
class Answer:
    """The complete answer."""

    schema: Annotated[int, "the version of this format"]
    eoc_sim: Annotated[str, "the release of eoc-sim that answered"]
    command: Annotated[str, "the command's name, such as `sweep` or `rules list`, or empty"]
    command_line: Annotated[list[str], "the command line as typed"]
    exit_code: Annotated[int, "the exit code of the process"]
    answer: Annotated[
        list[str | PrintedTable], "what the command prints: sentences and tables in order"
    ]
    result: Annotated[
        Played
        | Found
        | Needed
        | Judged
        | Checked
        | Replayed
        | Switches
        | History
        | Compared
        | Written
        | None,
        "the result at full precision, with its `type`; null if `answer` has everything",
    ]
    error: Annotated[Fault | None, "the reason for exit code 2 or 130, or for an internal error"]
