"""What a page says first: the strongest effects and imbalances, all questions of it together.

What each version does, to the holders of its card and to each strategy, is answered by
`compare.effects`. The other questions are those about the shape of play (`shape`), and here: how
often changed cards are drafted; what being dealt each card brings; who of the players wins. All
their intervals hold together, so whatever is picked from them to be said first, the promise holds
for it. They are ranked by how far the near end lies from what is ordinary, in smallest changes that
matter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis import shape
from eoc_sim.analysis.compare import VERSIONS
from eoc_sim.analysis.notable import (
    ANY,
    Estimates,
    Finding,
    Question,
    answers,
    counted,
    notable,
    shares,
    together,
)
from eoc_sim.analysis.pairs import METRICS
from eoc_sim.analysis.relearning import redrafted
from eoc_sim.analysis.stats import BY_CONSTRUCTION
from eoc_sim.analysis.strata import STRATA, main_strata, of_one_thing
from eoc_sim.analysis.strategies import by_strategy
from eoc_sim.analysis.tables import Arm, Missing, Run
from eoc_sim.analysis.worth import FEWEST_FOR_A_VERDICT, FEWEST_GAMES, of_deals
from eoc_sim.simulator.runs.version_labels import keys_of

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.analysis.notable import Ends
    from eoc_sim.analysis.relearning import Relearned

WINS = METRICS[0]
DEALT_CARDS = "being dealt a card"
"""Kind of the questions about what being dealt each card brings."""
DRAFTS_NOW = "drafts under the current rules"
"""Kind of the questions about how often changed cards are drafted as things are."""


@dataclass(frozen=True)
class Effect:
    """What a version does to somebody: to ``label`` (a strategy), or to a ``stratum`` of seats.

    ``label`` is the card's name where there is a stratum; ``metric`` is wins or score.
    ``speaks`` says whether it comes before other effects of its version: that on the holders of a
    card does, and of them that on those who keep it where they are most. Where a version changes
    several things it comes after them: who holds one feels the changes of all.
    """

    arm: Arm
    label: str
    stratum: str
    metric: str
    finding: Finding
    speaks: int = 0


@dataclass(frozen=True)
class Drafts:
    """In how many games of 100 a changed card is drafted: in the version, and as things are.

    ``verb`` is what it is to take it, as in "who drafts it" and "it is drafted": what is no card is
    not drafted.
    """

    arm: int
    label: str
    what: str
    verb: tuple[str, str]
    version: Finding
    current: Finding


@dataclass(frozen=True)
class Subject:
    """What versions that change the same keys do: the strongest effect, and the same at others.

    ``elsewhere`` is the same effect of the other versions, in their order; ``more`` are other
    effects that stand out, strongest first.
    """

    head: Effect
    elsewhere: tuple[Effect, ...]
    more: tuple[Effect, ...]


@dataclass(frozen=True)
class Headlines:
    """All questions of a page answered together.

    ``versions`` are the effects that stand out, by subject, ``imbalances`` what stands out under
    the current rules by chance alone (turn order, what is dealt), both strongest first; ``players``
    the wins of each strategy; ``drafts`` how often changed cards are drafted; ``shape`` the answers
    about the shape of play, with what was not ``unasked`` for want of tables; ``tests`` how many
    intervals hold together, and ``together`` at which level those of the current rules do.
    ``effects`` are all effects of the versions; where players have learnt
    each version too, ``learnt`` are those by them, ``learnt_players`` their wins, and ``redrafted``
    what learning changes in how often changed cards are drafted, as in `relearning.draft_rates`.
    """

    versions: tuple[Subject, ...]
    imbalances: tuple[Finding, ...]
    players: tuple[Finding, ...]
    drafts: tuple[Drafts, ...]
    shape: tuple[Finding, ...]
    unasked: tuple[tuple[str, str], ...]
    answered: tuple[Finding, ...]
    tests: int
    together: int
    effects: tuple[Effect, ...] = ()
    learnt: tuple[Effect, ...] = ()
    learnt_players: tuple[Finding, ...] = ()
    redrafted: tuple[Finding, ...] = ()


def found(
    run: Run,
    asked: Callable[[Run], shape.Asked],
    effects: Mapping[str, pl.DataFrame],
    rates: pl.DataFrame | None = None,
    relearned: Relearned | None = None,
    learnt: Mapping[str, pl.DataFrame] | None = None,
) -> Headlines:
    """Ask and answer: ``asked`` asks of the shape of play, ``effects`` are `compare.effects`.

    ``rates`` are `compare.card_rates` where they are known, ``relearned`` is the second run of
    players who have learnt each version, and ``learnt`` what versions do by them.
    """
    of_play = asked(run)
    try:
        of_cards = cards(run)
    except Missing:
        of_cards = []
    by_learnt = f"by {run.words.player[1]} who have learnt it"
    of_versions = versions(run, effects)
    of_learnt = versions(run, learnt or {}, by_learnt)
    parts = (
        of_play.questions,
        of_cards,
        players(run),
        drafts(run, rates),
        players(relearned.run, by_learnt) if relearned else [],
        redrafted(run, relearned.rates) if relearned else [],
    )
    questions = [question for part in parts for question in part]
    part = 1 - VERSIONS if of_versions else 1.0
    answered = answers(questions, part, later=run.look.is_later)
    ends = np.cumsum([len(part) for part in parts]).tolist()
    of_play_answered = answered[: ends[0]]
    of_rates = answered[ends[2] : ends[3]]
    now = {one.name: one for one in of_rates if one.kind == DRAFTS_NOW}
    by_chance = [one for one in of_play_answered if one.kind.startswith(shape.BY_CHANCE)]
    told = [*of_versions, *of_learnt]
    return Headlines(
        tuple(subjects(of_versions)),
        tuple(notable([*by_chance, *answered[ends[0] : ends[1]]])),
        tuple(answered[ends[1] : ends[2]]),
        tuple(
            Drafts(
                row["arm"],
                row["label"],
                row["what"],
                (row["verb"], row["verb_of"]),
                of_rates[place],
                now[row["label"]],
            )
            for place, row in enumerate(rates.iter_rows(named=True))
        )
        if rates is not None
        else (),
        tuple(of_play_answered),
        of_play.unasked,
        (*answered, *(one.finding for one in told)),
        sum(question.tests for question in questions) + len(told),
        together(questions, part),
        tuple(of_versions),
        tuple(of_learnt),
        tuple(answered[ends[3] : ends[4]]),
        tuple(answered[ends[4] :]),
    )


def versions(run: Run, effects: Mapping[str, pl.DataFrame], who: str = "") -> list[Effect]:
    """What each version does to each strategy and to the main strata of its cards' holders.

    ``effects`` are those of `compare.effects`. Wins that are fair by construction, of a strategy in
    every seat, are left out. ``who`` says whose answer it is, where there are several.
    """
    import polars as pl

    arms = {arm.id: arm for arm in run.arms}
    found = []
    for group in ("holders", "strategy"):
        frame = effects.get(group, pl.DataFrame())
        if not frame.height:
            continue
        if group == "holders":
            frame = main_strata(frame)
            frame = frame.with_columns(of_one_thing().alias("alone"))
        rows = frame.filter(
            (pl.col("games") > 0)
            & (pl.col("smallest") > 0)
            & pl.col("verdict").ne_missing(BY_CONSTRUCTION)
        )
        for row in rows.iter_rows(named=True):
            arm, stratum = arms[row["arm"]], row.get("stratum", "")
            about = ", ".join(filter(None, (arm.short, row["label"], stratum, row["metric"], who)))
            low, high = (
                math.nan if row[end] is None else row[end] for end in ("all_low", "all_high")
            )
            finding = Finding(
                about,
                f"{about}: {{}}",
                row["change"],
                low,
                high,
                (0.0, 0.0),
                row["smallest"],
                row["games"],
                "versions",
                about,
                signed=True,
                later=run.look.is_later,
            )
            speaks = bool(stratum) + bool(stratum == STRATA[0] and row["kept"])
            if stratum and not row["alone"]:
                speaks = -1
            found.append(Effect(arm, row["label"], stratum, row["metric"], finding, speaks))
    return found


def subjects(effects: Sequence[Effect]) -> list[Subject]:
    """The effects that stand out, gathered by what their versions change, strongest first.

    Of a changed card those who hold it come first: everybody else feels it through them. Of them
    those who keep it do, where they are at least half.
    """
    ranked = sorted(
        (one for one in effects if one.finding.notable), key=lambda one: -one.finding.strength
    )
    heads: dict[tuple[str, ...], Effect] = {}
    for one in sorted(ranked, key=lambda one: -one.speaks):
        heads.setdefault(keys_of(one.arm.changes), one)
    gathered = []
    for keys, head in sorted(heads.items(), key=lambda one: -one[1].finding.strength):
        mine = [one for one in effects if keys_of(one.arm.changes) == keys]
        elsewhere = [one for one in mine if _alike(one, head) and one.arm.id != head.arm.id]
        more = [one for one in ranked if keys_of(one.arm.changes) == keys and not _alike(one, head)]
        gathered.append(Subject(head, tuple(elsewhere), tuple(more)))
    return gathered


def _alike(one: Effect, other: Effect) -> bool:
    return (one.label, one.stratum, one.metric) == (other.label, other.stratum, other.metric)


def cards(run: Run) -> list[Question]:
    """What being dealt each card brings, against an average other card dealt in its place.

    Nothing of runs so short that no card is called strong or weak (`worth`).
    """
    if run.fair is None or not run.declares("passed") or not run.declares("played_month"):
        return []
    if run.look.games < FEWEST_FOR_A_VERDICT:
        return []
    run.require(run.table_with("passed"))
    found = of_deals(run, 0).means[0]

    @cache
    def ends(tests: int) -> Ends:
        return found.looked_at(run.look, tests)

    estimates = Estimates(found.mean, found.games, ends)
    names = run.dim(run.card_column.dim)["name"].to_list()
    return [
        Question(
            f"being dealt {name}",
            f"being dealt {name}, not an average card: {{}} wins in 100",
            estimates,
            row,
            (0.0, 0.0),
            run.words.smallest[WINS],
            DEALT_CARDS,
            name,
            signed=True,
        )
        for row, name in enumerate(names)
        if row < len(found.games) and found.games[row] >= FEWEST_GAMES
    ]


def drafts(run: Run, rates: pl.DataFrame | None) -> list[Question]:
    """How often each changed card is drafted: a question a row, then one a card of current rules.

    Several versions change the same card: under the current rules it is asked once.
    """
    if rates is None or rates.is_empty():
        return []
    once = rates.unique("label", keep="first", maintain_order=True)
    return [
        Question(
            f"drafts of {label}, {what if side == 'version' else run.current}",
            f"{label} is {verb} in {{}} games of 100",
            estimates,
            row,
            (0.0, ANY),
            1.0,
            DRAFTS_NOW if side == "current" else "",
            label,
        )
        for side, rows in (("version", rates), ("current", once))
        for estimates in (_drafted(run, rows, side),)
        for row, (what, label, verb) in enumerate(
            rows.select("what", "label", "verb_of").iter_rows()
        )
    ]


def _drafted(run: Run, rates: pl.DataFrame, side: str) -> Estimates:
    games = rates["games"].to_numpy().astype(float)
    return counted(run, rates[f"drafted_{side}"].to_numpy() * games / 100, games)


def players(run: Run, who: str = "") -> list[Question]:
    """The wins in 100 of each strategy against fair, where several play; ``who`` as above."""
    total = by_strategy(run, 0, ["win_share", "score"])
    if run.fair is None or total.height < 2:
        return []
    estimates, fair = shares(run, total, "win_share"), 100 * run.fair
    return [
        Question(
            ", ".join(filter(None, (f"wins in 100 of {name}", who))),
            f"{name} wins {{}} games in 100",
            estimates,
            row,
            (fair, fair),
            run.words.smallest[WINS],
            "who wins",
            name,
        )
        for row, name in enumerate(total["label"])
    ]
