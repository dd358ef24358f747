"""The report of a run as one HTML file: which sections, which charts and tables."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim import __version__
from eoc_sim.analysis import cards, compare, points, seats, spots, strategies
from eoc_sim.analysis.stats import CHANGES, SAME, SMALLEST_STARS, SMALLEST_WINS
from eoc_sim.analysis.tables import Missing, Run
from eoc_sim.errors import InputError
from eoc_sim.reports import words
from eoc_sim.reports.blocks import FAIR_STATES, STATES, Block, Column, Section, chart, note, table
from eoc_sim.reports.charts import Charts, Point

if TYPE_CHECKING:
    import polars as pl

FILE = "report.html"
MARKER = '<meta name="generator" content="eoc-sim report">'
"""Only a file that starts with this is ever replaced."""
MARKER_WITHIN = 400
MOST_POINTS = 40
"""Rows of an interval chart; more are in the table alone."""
SCORE_BIN = 10


def write(run_dir: Path) -> Path:
    """Write the report of the run in ``run_dir``; the path of the file.

    Raises:
        InputError: no run is there, or a report.html that is not ours.
    """
    run = Run(run_dir)
    target = run.path / FILE
    if target.exists():
        try:
            with open(target, encoding="utf-8", errors="replace") as file:
                ours = MARKER in file.read(MARKER_WITHIN)
        except OSError as error:
            raise InputError(f"{target} cannot be read: {error.strerror}.") from None
        if not ours:
            raise InputError(
                f"{target} was not written by eoc-sim, so it is not replaced; move it away first."
            )
    text = render(run)
    temporary = target.with_name(FILE + ".tmp")
    try:
        temporary.write_text(text, encoding="utf-8", newline="\n")
        os.replace(temporary, target)
    except OSError as error:
        raise InputError(f"{target} cannot be written: {error.strerror}.") from None
    return target


def render(run: Run) -> str:
    """The whole page."""
    from importlib.resources import files

    from jinja2 import BaseLoader, Environment, StrictUndefined
    from markupsafe import Markup

    templates = files("eoc_sim.reports") / "templates"

    def read(name: str) -> str:
        return (templates / name).read_text(encoding="utf-8")

    environment = Environment(
        loader=BaseLoader(), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )
    page = _Page(run)
    return environment.from_string(read("report.html.j2")).render(
        marker=Markup(MARKER), style=Markup(read("report.css")), script=Markup(read("report.js")),
        title=page.title(), verdicts=page.verdicts(), sections=page.sections(),
        facts=page.facts(), version=__version__, versions=len(run.arms),
        fair=None if run.fair is None else words.number(100 * run.fair),
        smallest_wins=words.number(SMALLEST_WINS), smallest_stars=words.number(SMALLEST_STARS),
    )


WINS = Column("wins", "wins in 100 games", "win share, with its 95 % Wilson interval", "estimate")
SCORE = Column("score", "stars", "mean final score, with its 95 % t interval", "estimate")
GAMES = Column("games", "games", "number of games: the unit of every interval", "count")
FAIR_COLUMNS = (
    GAMES,
    Column("wins", "wins in 100", "win share, with its 95 % Wilson interval", "estimate",
           low="low", high="high"),
    SCORE,
    Column("verdict", "against fair", "verdict from simultaneous intervals and "
           "Benjamini-Hochberg q-values over this table", "text"),
    Column("q", "false alarms", "q-value: share of false alarms among findings this strong",
           "share"),
)


class _Page:
    """Collects what the template shows; every analysis is made once."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.charts = Charts()
        self.sweep = len(run.arms) > 1
        self._effects: Any = self._try(lambda: compare.effects(run)) if self.sweep else None
        self._shares = self._try(lambda: strategies.win_shares(run))
        self._groups = self._try(lambda: seats.win_shares(run))

    def _try(self, analysis: Callable[[], Any]) -> Any:
        """The analysis, or the sentence that says why it cannot be made."""
        try:
            return analysis()
        except Missing as missing:
            return missing

    def title(self) -> str:
        if not self.sweep:
            return "Envelopes of Cash: the current rules"
        versions = len(self.run.arms) - 1
        if versions == 1:
            return f"Envelopes of Cash: {words.version_words(self.run.arms[1].sentence)}"
        return f"Envelopes of Cash: {versions} versions against the current rules"

    def verdicts(self) -> list[words.Verdict]:
        for found in (self._effects, self._shares, self._groups):
            if isinstance(found, Missing):
                return [words.Verdict("", (str(found),))]
        if self.sweep:
            return words.sweep_verdicts(self.run, self._effects)
        return [words.run_verdict(self.run, self._shares, self._groups)]

    def sections(self) -> list[Section]:
        made = [
            self._redesign(), self._ranges(), self._strategies(), self._points(), self._scores(),
            self._chance(), self._cards(), self._spots(),
        ]
        return [section for section in made if section is not None]

    # --- What the redesign does

    def _redesign(self) -> Section | None:
        if not self.sweep:
            return None
        section = Section(
            "redesign", "What each version changes",
            "Every game was played under the current rules and again in each version, with the "
            "same shuffles and dice in both. What differs is the version's doing.",
        )
        if isinstance(self._effects, Missing):
            return section.with_blocks([note(str(self._effects))])
        names = {
            "owners": (
                "For the owners of the changed card",
                "The seats that drafted the card under the current rules, followed in both "
                "versions. Whoever drafts it in the version may be somebody else.",
            ),
            "strategy": ("For each strategy", "A strategy with several seats counts once a game."),
            "order": (
                "By turn order",
                "Place in March's turn order; the first is the starting player.",
            ),
            "others": (
                "For the other seats of the owners' games",
                "What the owners win, the others lose, and the other way round.",
            ),
        }
        blocks: list[Block] = []
        for group, (heading, text) in names.items():
            frame = self._effects[group]
            if frame.height:
                blocks += self._effect_blocks(group, frame, heading, text)
        if not self._effects["owners"].height and any(
            compare.changed_cards(self.run, arm) for arm in self.run.arms[1:]
        ):
            blocks.append(note(str(self._try(lambda: self.run.require("cards")))))
        rates = self._try(lambda: compare.card_rates(self.run))
        if not isinstance(rates, Missing) and rates.height:
            blocks.append(
                table(
                    "How often the changed card is drafted and played",
                    "In 100 games, with the same shuffles and dice in both. Descriptive: no "
                    "verdicts are drawn from this table.",
                    rates,
                    [
                        Column("sentence", "version", "", "text"),
                        Column("label", "card", "", "text"),
                        GAMES,
                        *(
                            Column(f"{name}_{side}", f"{name}, {said}",
                                   "share of games, with its 95 % interval (Wilson; the change: "
                                   "paired)", "change" if side == "change" else "estimate")
                            for name in ("drafted", "played")
                            for side, said in (
                                ("current", "current rules"), ("version", "this version"),
                                ("change", "change"),
                            )
                        ),
                    ],
                )
            )
        return section.with_blocks(blocks)

    def _effect_blocks(
        self, group: str, frame: pl.DataFrame, heading: str, text: str
    ) -> list[Block]:
        import polars as pl

        blocks: list[Block] = []
        units = {"wins": ("wins in 100 games", SMALLEST_WINS), "stars": ("stars", SMALLEST_STARS)}
        for metric, (unit, smallest) in units.items():
            rows = frame.filter(pl.col("metric") == metric)
            first = metric == "wins" and group in ("owners", "strategy")
            pictured = first and rows.height <= MOST_POINTS
            if pictured:
                blocks.append(self._effect_chart(rows, heading, unit))
            digits = 2 if metric == "stars" else 1
            family = (
                f"One family of {rows.height} tests: at most 5 in 100 of the changes found in "
                f"this table are false alarms. A change matters from {words.number(smallest)} "
                f"{'win in 100' if metric == 'wins' else 'stars'} on."
            )
            blocks.append(
                table(
                    "" if pictured else f"{heading}: {unit}",
                    f"{text} {family}",
                    _said(rows),
                    [
                        Column("sentence", "version", "what differs from the current rules",
                               "text"),
                        Column("label", "card" if group in ("owners", "others") else "for", "",
                               "text"),
                        Column("change", "change", "mean paired difference, with its 95 % "
                               "interval", "change", digits, low="low", high="high"),
                        Column("verdict", "verdict", "from simultaneous intervals and "
                               "Benjamini-Hochberg q-values over this table", "text"),
                        Column("current", "current rules", "mean in the baseline, with its 95 % "
                               "interval", "estimate"),
                        Column("version", "this version", "mean in this arm, with its 95 % "
                               "interval", "estimate"),
                        GAMES,
                        Column("differ", "games that differ", "games in which this number is not "
                               "the same in both; when none does, at most 3/n of games would",
                               "differ"),
                        Column("q", "false alarms", "q-value: share of false alarms among "
                               "findings this strong", "share"),
                        Column("reduction", "worth of a game", "variance reduction: Var(unpaired) "
                               "/ Var(paired), how many games one game with the same shuffles and "
                               "dice is worth", "times"),
                    ],
                    collapsed=not first,
                )
            )
        return blocks

    def _effect_chart(self, rows: pl.DataFrame, heading: str, unit: str) -> Block:
        single = len(self.run.arms) == 2
        people = rows["label"].n_unique() > 1
        found = []
        for row in rows.iter_rows(named=True):
            if row["games"] == 0:
                continue
            parts = [] if single else [_value_words(self.run, row["arm"])]
            if people or single:
                parts.append(row["label"])
            found.append(
                Point(
                    ", ".join(parts), row["change"], row["low"], row["high"],
                    _interval_text(row["change"], row["low"], row["high"], sign=True),
                    _state(row["verdict"]),
                )
            )
        if not found:
            return note("Nobody drafted the card under the current rules: it has no owners.")
        caption = f"{heading}: change in {unit}, with 95 % intervals."
        return chart(
            self.charts.intervals(caption, found, 0.0, "no change"),
            f"Change in {unit}, with 95 % intervals.", heading=f"{heading}: {unit}",
            entries=STATES,
        )

    def _ranges(self) -> Section | None:
        if not self.sweep or isinstance(self._effects, Missing):
            return None
        found = compare.number_ranges(self.run, self._effects)
        if not found:
            return None
        blocks: list[Block] = []
        for key, frame in found.items():
            blocks += self._range_blocks(key, frame)
        return Section(
            "ranges", "Value against gain",
            "What each value of a number gains over the current one, and which values cannot be "
            "told from the current value and from fair.", blocks,
        )

    def _range_blocks(self, key: str, frame: pl.DataFrame) -> list[Block]:
        labels = frame["label"].unique(maintain_order=True).to_list()
        lines = [
            [
                (row["value"], row["change"], row["low"], row["high"])
                for row in frame.filter(frame["label"] == label).iter_rows(named=True)
            ]
            for label in labels
        ]
        name = _key_words(self.run, key)
        caption = f"{name}: change in wins in 100 games against the current value."
        like_current = _values_where(frame, "like_current")
        like_fair = _values_where(frame, "like_fair")
        owners = key.startswith("card.")
        who = "the owners' wins" if owners else "every strategy's wins"
        sentences = [
            f"Cannot be told from the current value: {_values_text(like_current)}.",
        ]
        if self.run.fair is not None:
            fair = words.number(100 * self.run.fair)
            sentences.append(
                f"At which {who} cannot be told from fair ({fair} in 100): "
                f"{_values_text(like_fair)}." + (
                    " Who drafts a card is not chance, so the owners' wins say how the card and "
                    "its owners do together; the gain says what the value does." if owners else ""
                )
            )
        band = (min(like_current), max(like_current)) if like_current else None
        said = "; ".join(
            f"{row['label']} at {row['value']:g}: "
            + _interval_text(row["change"], row["low"], row["high"], sign=True)
            for row in frame.iter_rows(named=True)
        )
        picture = self.charts.range_of_values(caption, said, lines, band, "wins in 100")
        return [
            chart(
                picture, f"{caption} {' '.join(sentences)} Shaded: values that cannot be told "
                "from the current one.", heading=name,
                entries=[(f"line-{place % 6 + 1}", label) for place, label in enumerate(labels)]
                if len(labels) > 1 else (),
            ),
            table(
                f"{name}: every value",
                "The current value gains 0 over itself by definition. Intervals stand each "
                "by itself; the verdicts are in the tables above.",
                _without_own_interval(frame),
                [
                    Column("value", "value", "", "number"),
                    Column("label", "for", "", "text"),
                    GAMES,
                    Column("change", "gain in wins in 100", "mean paired difference to the "
                           "current value, with its 95 % interval", "change", low="low",
                           high="high"),
                    Column("wins", "wins in 100", "win share at this value, with its 95 % Wilson "
                           "interval", "estimate"),
                ],
                collapsed=True,
            ),
        ]

    # --- The current rules

    def _under(self) -> str:
        return " Under the current rules." if self.sweep else ""

    def _strategies(self) -> Section:
        section = Section(
            "strategies", "Who wins",
            f"Each strategy against the others at the table.{self._under()}",
        )
        if isinstance(self._shares, Missing):
            return section.with_blocks([note(str(self._shares))])
        blocks = self._fair_blocks(self._shares, "strategy", "Wins in 100 games by strategy")
        habits = self._try(lambda: strategies.habits(self.run))
        if not isinstance(habits, Missing):
            blocks.append(
                table(
                    "What each strategy does in a game", "Means over games.", habits,
                    [
                        Column("label", "strategy", "", "text"), GAMES,
                        *(
                            Column(name, HABIT_WORDS[name], "mean over games, with its 95 % t "
                                   "interval", "estimate")
                            for name in strategies.HABITS
                        ),
                    ],
                    collapsed=True,
                )
            )
        close = self._try(lambda: points.closeness(self.run))
        if not isinstance(close, Missing):
            blocks.append(
                table(
                    "How close the games are", "Over all games.", _close_words(close),
                    [
                        Column("measure", "measure", "", "text"), GAMES,
                        Column("value", "value", "mean with its 95 % t interval, or share of "
                               "games in 100 with its 95 % Wilson interval", "estimate",
                               low="low", high="high"),
                    ],
                    collapsed=True,
                )
            )
        return section.with_blocks(blocks)

    def _fair_blocks(
        self, frame: pl.DataFrame, kind: str, caption: str, collapsed: bool = False
    ) -> list[Block]:
        fair = None if self.run.fair is None else 100 * self.run.fair
        rows = frame.sort("wins", descending=True) if kind != "order" else frame
        found = [
            Point(
                row["label"], row["wins"], row["low"], row["high"],
                _interval_text(row["wins"], row["low"], row["high"]), _state(row.get("verdict")),
            )
            for row in rows.iter_rows(named=True)
        ]
        picture = self.charts.intervals(
            caption, found, fair, "" if fair is None else f"fair {words.number(fair)}"
        )
        columns = list(FAIR_COLUMNS) if fair is not None else [GAMES, FAIR_COLUMNS[1], SCORE]
        text = "" if fair is None else (
            f"One family of {rows.height} tests against fair ({words.number(fair)} in 100). "
        )
        first = HEADS.get(kind, kind)
        return [
            chart(
                picture, "With 95 % intervals.", heading=caption,
                entries=() if fair is None else FAIR_STATES,
            ),
            table(
                f"{caption}: numbers" if collapsed else "", text, _said_fair(rows, self.run.fair),
                [Column("label", first, "", "text"), *columns], collapsed=collapsed,
            ),
        ]

    def _points(self) -> Section:
        section = Section(
            "points", "Where the points come from",
            f"Mean stars of each part of the final score.{self._under()}",
        )
        parts = self._try(lambda: points.parts(self.run))
        if isinstance(parts, Missing):
            return section.with_blocks([note(str(parts))])
        shown = [name for name in points.PARTS if parts[name].abs().max() > 0]
        picture = self.charts.stacked(
            "Stars by part of the score", parts["label"].to_list(),
            [PART_WORDS[name] for name in points.PARTS],
            parts.select(points.PARTS).rows(),
        )
        swatches = [
            (f"part-{points.PARTS.index(name) + 1}", PART_WORDS[name]) for name in shown
        ]
        return section.with_blocks(
            [
                chart(picture, "Stars by part of the score, mean over games; fees go to the left "
                      "of zero.", entries=swatches),
                table(
                    "Parts of the score: numbers", "Means over games.", parts,
                    [
                        Column("label", "strategy", "", "text"), GAMES, SCORE,
                        *(
                            Column(name, PART_WORDS[name], "mean stars, with its 95 % t interval",
                                   "estimate")
                            for name in shown
                        ),
                    ],
                    collapsed=True,
                ),
            ]
        )

    def _scores(self) -> Section:
        import polars as pl

        section = Section("scores", "How scores spread", f"Final stars.{self._under()}")
        scores = self._try(lambda: points.distribution(self.run))
        if isinstance(scores, Missing):
            return section.with_blocks([note(str(scores))])
        binned = scores.with_columns((pl.col("score") // SCORE_BIN * SCORE_BIN).alias("bin"))
        bins = list(range(int(binned["bin"].min()), int(binned["bin"].max()) + 1, SCORE_BIN))
        labels = scores["label"].unique(maintain_order=True).to_list()
        shares = []
        for label in labels:
            rows = binned.filter(pl.col("label") == label)
            counted = dict(rows.group_by("bin").agg(pl.col("seats").sum()).iter_rows())
            total = sum(counted.values())
            shares.append([100 * counted.get(start, 0) / total for start in bins])
        quantiles = points.quantiles(scores)
        said = "; ".join(
            f"{row['label']}: half of the scores at most {row['half']:g}"
            for row in quantiles.iter_rows(named=True)
        )
        picture = self.charts.distribution(
            "Final scores", said, bins, SCORE_BIN, shares, "in 100 seats"
        )
        return section.with_blocks(
            [
                chart(
                    picture, f"How often each score is reached, in steps of {SCORE_BIN} stars.",
                    entries=[
                        (f"line-{place % 6 + 1}", label) for place, label in enumerate(labels)
                    ],
                ),
                table(
                    "Scores that so many seats stay at or below",
                    "Quantiles with 95 % order-statistic intervals.", quantiles,
                    [
                        Column("label", "strategy", "", "text"), GAMES,
                        *(
                            Column(name, said, "quantile of the final score, with its 95 % "
                                   "order-statistic interval", "estimate", 0)
                            for name, said in QUANTILE_WORDS.items()
                        ),
                    ],
                ),
            ]
        )

    def _chance(self) -> Section:
        section = Section(
            "chance", "What chance deals",
            "Turn order, region, coach and board are dealt at random, so a difference between "
            f"them is their own doing.{self._under()}",
        )
        if isinstance(self._groups, Missing):
            return section.with_blocks([note(str(self._groups))])
        blocks: list[Block] = []
        if _rule(self.run, "coach_choice") not in (None, "random"):
            blocks.append(
                note("Coaches were chosen, not dealt: read their table as an observation.")
            )
        for group, caption in GROUP_WORDS.items():
            if group in self._groups:
                blocks += self._fair_blocks(self._groups[group], group, caption, collapsed=True)
        return section.with_blocks(blocks)

    def _cards(self) -> Section:
        section = Section(
            "cards", "The cards",
            "An observation, not an effect: who drafts a card, and when, is not chance. A strong "
            "strategy makes the cards that it likes look strong, and a card played late was "
            "played by somebody who could wait. Like for like compares a draft with all drafts by "
            "the same strategy, from the same place in turn order, in the same month. What a "
            f"card's numbers do, only a sweep says.{self._under()}",
        )
        found = self._try(lambda: cards.card_table(self.run))
        if isinstance(found, Missing):
            return section.with_blocks([note(str(found))])
        offered = "offered" in found.columns
        judged = int((found["drafted_games"] > 0).sum())
        columns = [
            Column("label", "card", "", "text"),
            *(Column(name, name, "", "text") for name in ("type", "source")
              if name in found.columns),
            *(
                [
                    Column("offered", "offered in 100 games", "share of games in which the card "
                           "left the deck, with its 95 % Wilson interval", "estimate"),
                    Column("taken", "drafted of 100 offered", "share of those games in which "
                           "somebody drafted it, with its 95 % Wilson interval", "estimate"),
                    Column("dealt_games", "games dealt", "games in which it was dealt to a seat",
                           "count"),
                    Column("dealt_wins", "wins when dealt", "wins in 100 of the seat it was dealt "
                           "to, drafted or not (intention to treat)", "estimate"),
                    Column("dealt_ahead", "ahead when dealt", "stars more than the mean of the "
                           "others at the table", "change"),
                ] if offered else []
            ),
            Column("drafted_games", "games drafted", "games in which somebody drafted it",
                   "count"),
            Column("drafted", "drafted in 100 games", "share of games, with its 95 % Wilson "
                   "interval", "estimate"),
            Column("drafted_month", "month drafted", "mean month, 1 = March", "estimate"),
            Column("drafted_wins", "wins when drafted", "wins in 100 of the seat that drafted it",
                   "estimate"),
            Column("drafted_ahead", "ahead when drafted", "stars more than the mean of the others "
                   "at the table", "change"),
            Column("drafted_adjusted", "like for like", "wins in 100 more than all drafts by the "
                   "same strategy, place in turn order and month", "change"),
            Column("verdict", "against like drafts", "from simultaneous intervals and "
                   "Benjamini-Hochberg q-values over this table", "text"),
            Column("played_games", "games played", "games in which somebody put it into play",
                   "count"),
            Column("played", "played of 100 drafted", "share of the games in which it was "
                   "drafted, with its 95 % Wilson interval", "estimate"),
            Column("played_month", "month played", "mean month, 1 = March", "estimate"),
            Column("played_wins", "wins when played", "wins in 100 of the seat that played it",
                   "estimate"),
            Column("played_ahead", "ahead when played", "stars more than the mean of the others "
                   "at the table", "change"),
            Column("played_effect_stars", "stars from its effect", "mean over games in which it "
                   "was played", "estimate"),
        ]
        blocks = [
            table(
                "Every card of the deck",
                f"One family of {judged} tests (like for like), 5 in 100 false alarms at most. "
                f"Over {words.count(self.run.games)} games.",
                _said_cards(found), columns,
            )
        ]
        if not offered:
            blocks.append(note(str(self._try(lambda: self.run.require("offers")))))
        return section.with_blocks(blocks)

    def _spots(self) -> Section:
        section = Section(
            "spots", "Recruits on the map",
            f"How often each spot is signed, when, and against whom.{self._under()}",
        )
        found = self._try(lambda: spots.spot_table(self.run))
        if isinstance(found, Missing):
            return section.with_blocks([note(str(found))])
        return section.with_blocks(
            [
                table(
                    "Every spot", "Means and shares over games; no verdicts are drawn.", found,
                    [
                        Column("label", "spot", "", "text"), GAMES,
                        Column("signed", "signed in 100 games", "share of games, with its 95 % "
                               "Wilson interval", "estimate"),
                        Column("signed_games", "games signed", "games in which it was signed: the "
                               "n of the columns that follow", "count"),
                        Column("month", "month", "mean month of signing, 1 = March", "estimate"),
                        Column("stars", "stars", "mean stars it gave, effects included",
                               "estimate"),
                        Column("contested", "contested", "of 100 signings, those with at least "
                               "one package of another player", "estimate"),
                        Column("rivals", "packages lost by others", "mean over signings",
                               "estimate"),
                        Column("package_ec", "EC from the own package", "mean over signings",
                               "estimate"),
                    ],
                )
            ]
        )

    # --- What was played

    def facts(self) -> dict[str, Any]:
        run, record = self.run, self.run.record
        baseline = record.get("baseline", {})
        session = run.sessions[-1] if run.sessions else {}
        games = f"{words.count(run.games)} games"
        if self.sweep:
            games += f" in each of {len(run.arms)} versions"
        if run.games < run.games_asked:
            games += f" (of {words.count(run.games_asked)} asked for; --resume plays the rest)"
        return {
            "games": games,
            "seats": ", ".join(str(seat) for seat in _seat_names(run)),
            "rotation": "seats rotate from game to game" if record.get("rotate", True)
            else "seats stay the same in all games",
            "seed": record.get("seed"),
            "command": _command(session.get("command_line", ())),
            "started": session.get("started", ""),
            "package": record.get("package", __version__),
            "rules_version": record.get("rules_version", ""),
            "rules": _rules(baseline),
            "provenance": cards.provenance(run),
            "changes": [arm.sentence for arm in run.arms[1:]],
            "hashes": _hashes(baseline),
        }


HEADS = {"order": "place"}
GROUP_WORDS = {
    "order": "Wins in 100 games by turn order",
    "region": "Wins in 100 games by region",
    "coach": "Wins in 100 games by head coach",
    "board": "Wins in 100 games by recruiting board",
    "seat": "Wins in 100 games by seat",
}
PART_WORDS = {
    "cards": "cards in play", "card_effects": "card effects", "end_cards": "end-of-game cards",
    "coach_effects": "coach", "recruits": "recruits", "positions": "positions",
    "region_points": "best region", "board_points": "recruiting board",
    "marketing": "marketing", "final_marketing": "final campaign", "trade_fees": "trade fees",
}
HABIT_WORDS = {
    "recruits_signed": "recruits", "unique_positions": "positions",
    "region_recruits": "best region", "border_recruits": "border recruits",
    "cards_played": "cards played", "bucks_left": "BB left", "ec_received": "EC received",
    "ec_wasted": "EC wasted", "trades": "trades", "moves_free": "free steps",
    "moves_paid": "paid steps", "runners": "runners", "packages_lost": "EC lost in packages",
    "bets": "bets", "bets_won": "bets won",
}
QUANTILE_WORDS = {
    "tenth": "a tenth", "quarter": "a quarter", "half": "half",
    "three_quarters": "three quarters", "nine_tenths": "nine tenths",
}
CLOSE_WORDS = {
    "margin": "winner's margin, stars", "lead_changes": "changes of the lead",
    "decisions": "decisions in a game", "reshuffles": "reshuffles",
    "shared": "shared wins, in 100 games",
    "by_august": "led for good by the end of August, in 100 games",
    "final_scoring": "turned by the final scoring, in 100 games",
}


def _interval_text(value: float, low: float, high: float, sign: bool = False) -> str:
    ends = [words.decimal(number, sign=sign).replace("-", "−") for number in (value, low, high)]
    return f"{ends[0]} ({ends[1]} to {ends[2]})"


def _state(verdict: str | None) -> str:
    return {CHANGES: "changed", SAME: "same"}.get(verdict or "", "open")


def _said(frame: pl.DataFrame) -> pl.DataFrame:
    """Verdicts of comparisons with how many more games would tell."""
    import polars as pl

    said = [
        words.undecided(row["more_games"]) if row["verdict"] == words.UNDECIDED
        else row["verdict"] or "nobody to compare"
        for row in frame.iter_rows(named=True)
    ]
    return frame.with_columns(pl.Series("verdict", said, dtype=pl.String))


def _said_fair(frame: pl.DataFrame, fair: float | None) -> pl.DataFrame:
    import polars as pl

    if fair is None:
        return frame
    said = [words.fair_verdict(row, fair) for row in frame.iter_rows(named=True)]
    return frame.with_columns(pl.Series("verdict", said, dtype=pl.String))


def _said_cards(frame: pl.DataFrame) -> pl.DataFrame:
    import polars as pl

    said = []
    for row in frame.iter_rows(named=True):
        if row["verdict"] == CHANGES:
            said.append("above" if row["drafted_adjusted"] > 0 else "below")
        elif row["verdict"] == SAME:
            said.append("alike")
        else:
            said.append(words.undecided(row["more_games"]) if row["verdict"] else "never drafted")
    return frame.with_columns(pl.Series("verdict", said, dtype=pl.String))


def _close_words(frame: pl.DataFrame) -> pl.DataFrame:
    import polars as pl

    return frame.with_columns(pl.col("measure").replace_strict(CLOSE_WORDS))


def _value_words(run: Run, arm: int) -> str:
    """A version in few words, for a chart: what it sets, without the old value."""
    changes = run.arms[arm].changes
    if len(changes) != 1:
        return run.arms[arm].label
    return f"{changes[0].key.split('.')[-1]} {changes[0].new}"


def _key_words(run: Run, key: str) -> str:
    """A key in words, from a sentence that changes it: "038 Analytics Nerd, stars"."""
    for arm in run.arms[1:]:
        if len(arm.changes) == 1 and arm.changes[0].key == key:
            change = arm.changes[0]
            sentence = words.version_words(change.sentence)
            return sentence.removesuffix(f" {change.old} -> {change.new}")
    return key


def _without_own_interval(frame: pl.DataFrame) -> pl.DataFrame:
    """The current value's gain over itself is 0 by definition: it has no interval."""
    import polars as pl

    return frame.with_columns(
        pl.when(pl.col("current")).then(None).otherwise(pl.col(end)).alias(end)
        for end in ("low", "high")
    )


def _values_where(frame: pl.DataFrame, column: str) -> list[float]:
    """The values at which ``column`` holds for every group."""
    import polars as pl

    held = frame.group_by("value").agg(pl.col(column).all()).sort("value")
    return held.filter(pl.col(column))["value"].to_list()


def _values_text(values: Sequence[float]) -> str:
    return words.listed(f"{value:g}" for value in values) if values else "none of the values"


def _rules(baseline: Mapping[str, Any]) -> list[dict[str, str]]:
    """The resolved rules: switch, value, whether it is the standard one, and its sentence."""
    from eoc_sim.simulator.eoc.rules import SWITCHES

    rows = []
    for name, value in baseline.get("rules", {}).items():
        switch = SWITCHES.get(name)
        rows.append(
            {
                "name": str(name), "value": str(value),
                "standard": "" if switch is None or str(switch.default) == str(value)
                else f"standard: {switch.default}",
                "sentence": "" if switch is None else switch.sentence,
            }
        )
    return rows


def _rule(run: Run, name: str) -> str | None:
    value = run.record.get("baseline", {}).get("rules", {}).get(name)
    return None if value is None else str(value)


def _seat_names(run: Run) -> list[str]:
    seats_asked = run.record.get("baseline", {}).get("seats", [])
    names = [seat.get("name", seat) if isinstance(seat, dict) else seat for seat in seats_asked]
    return [str(name) for name in names] or run.dim("strategies")["name"].to_list()


def _hashes(baseline: Mapping[str, Any]) -> dict[str, str]:
    found = baseline.get("hashes", {})
    return {str(name): str(value) for name, value in found.items()}


def _command(command_line: Sequence[str]) -> str:
    """The command that plays the same games again, without where and how fast it was done."""
    if not command_line:
        return ""
    kept = [Path(command_line[0]).name]
    skip = False
    for argument in command_line[1:]:
        if skip:
            skip = False
        elif argument in ("--out", "--jobs"):
            skip = True
        elif argument not in ("--resume", "--fresh", "--quiet", "--yes") and not (
            argument.startswith(("--out=", "--jobs="))
        ):
            kept.append(argument)
    return shlex.join(kept)
