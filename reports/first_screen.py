"""What a page says first: the strongest effects and imbalances, who wins, what needs games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eoc_sim.analysis.headlines import DEALT_CARDS, Drafts, Effect, Subject
from eoc_sim.analysis.holding import are_held
from eoc_sim.analysis.notable import Finding, notable
from eoc_sim.analysis.pairs import METRICS
from eoc_sim.analysis.shape import BY_CHANCE, DEAD_VERSIONS
from eoc_sim.analysis.stats import CHANGES, SAME, UNDECIDED
from eoc_sim.analysis.strata import STRATA, main_strata, whoever
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import relearning, robust, who_plays, words
from eoc_sim.reports.commands import longer
from eoc_sim.reports.findings import Findings, Verdict
from eoc_sim.reports.notable import filled, interval_words, sentence
from eoc_sim.reports.relearning import verdict, who
from eoc_sim.reports.several import digits_of, ends, numbers
from eoc_sim.simulator.runs.version_labels import keys_of

MOST_OF_A_SWEEP = 2
"""Sentences of a sweep about its versions, and about the imbalances of the current rules."""
MOST_OF_A_RUN = 3
"""Sentences about imbalances where nothing was changed."""
ALSO_NAMED = 2
"""Further effects of a version that its sentence names."""
ALSO_DECIDED = 3
"""What else is decided that is said with its numbers, of versions and of the current rules."""
SELDOM = 2.0
"""A card that is drafted in so many games of 100 or fewer, these players cannot judge."""
MUCH_OFTENER = 25.0
"""A card that is drafted in so many more or fewer games of 100 certainly has other hands."""
NAMES_LISTED = 5
MOST_GAMES = 10_000_000
"""Games of which nobody cares how many more there are."""


def found(page: Findings) -> list[Verdict]:
    """The first screen of a run."""
    run = page.run
    verdicts = []
    if page.sweep:
        verdicts.append(Verdict("What the versions do", tuple(version_sentences(page))))
        verdicts += [*_nothing_seen(page), *relearning.found(page)]
    current = current_sentences(page)
    if current:
        verdicts.append(Verdict(words.sentence_start(run.current), tuple(current)))
    verdicts.append(Verdict(f"These {page.run.words.player[1]}", (players_sentence(page),)))
    if not page.sweep:
        verdicts += relearning.found(page)
    return [
        *verdicts, *who_plays.verdicts(page), *robust.verdicts(page), *_decisions(page)
    ]


def version_sentences(page: Findings) -> list[str]:
    """The strongest effects of the versions, a sentence for those that change the same keys.

    What else is decided stands in one more line.
    """
    headlines = page.headlines
    shown = headlines.versions[:MOST_OF_A_SWEEP]
    said, named = [], []
    for subject in shown:
        of_it = _also_named(subject)
        said.append(subject_sentence(page, subject, of_it))
        named += [subject.head, *of_it, *(subject.elsewhere if _tells_elsewhere(subject) else ())]
    if not said:
        said.append(
            "No version is shown to change anything by what matters, all that this page asks taken "
            "together."
        )
    told = {(keys_of(one.arm.changes), who(one)) for one in named}
    rest = [
        one for one in headlines.effects if verdict(one.finding) == CHANGES and one not in named
    ]
    strongest: dict[object, Effect] = {}
    for one in sorted(rest, key=lambda one: _certainty(one.finding), reverse=True):
        of_whom = keys_of(one.arm.changes), who(one)
        if of_whom not in told:
            strongest.setdefault(of_whom, one)
    each = [
        f"{words.decimal(one.finding.size, digits_of(one.finding), one.finding.signed)} "
        f"({ends(one.finding, digits_of(one.finding), one.finding.signed)}) "
        f"{_unit(page.run, one.metric)} for {who(one)} ({one.arm.short})"
        for one in strongest.values()
    ]
    return said + _also(each, len(rest))


def _certainty(finding: Finding) -> tuple[float, float]:
    """What a decided finding is ranked by: how much it matters at least, then how large it is."""
    return finding.strength, abs(finding.size) / finding.smallest


def _also(said: Sequence[str], decided: int) -> list[str]:
    """What else is decided, in one line: the first few, and how many more."""
    if not decided:
        return []
    shown = said[:ALSO_DECIDED]
    more = decided - len(shown)
    if more:
        shown = [*shown, f"{words.count(more)} {'more' if shown else 'comparisons'} below"]
    return [f"Also decided: {'; '.join(shown)}."]


def _also_named(subject: Subject) -> list[Effect]:
    """Further effects of the strongest version, of others than it is said of."""
    named: list[Effect] = []
    labels = {who(subject.head)}
    for one in subject.more:
        if (
            one.arm.id == subject.head.arm.id and who(one) not in labels
            and len(named) < ALSO_NAMED
        ):
            labels.add(who(one))
            named.append(one)
    return named


def subject_sentence(page: Findings, subject: Subject, named: Sequence[Effect]) -> str:
    """What versions that change the same keys do, the strongest first, then what is ``named``."""
    run, head = page.run, subject.head
    finding = head.finding
    digits = digits_of(finding)
    change = words.decimal(finding.size, digits, sign=True)
    unit = _unit(run, head.metric)
    said = (
        f"{head.arm.short}: {_drafted(page, head)}{change} {unit} for {who(head)}"
        f"{_WITHOUT.get(head.stratum, '')} ({interval_words(finding)})"
        f"{_elsewhere(subject)}"
    )
    also = numbers(
        [f"{{}} {_unit(run, one.metric)} for {who(one)}" for one in named],
        [one.finding for one in named], sign=True, last=" and ",
    )
    return who_plays.with_mark(
        f"{said}{'; also ' if named else ''}{also}.", run, page.marks, head.arm.short, who(head),
        head.metric,
    )


_WITHOUT = {STRATA[1]: ", against having it", STRATA[2]: ", against going without it"}
"""What those are compared with who lose a card or gain it: themselves in the other version."""


def _unit(run: Run, metric: str) -> str:
    return "wins in 100" if metric == METRICS[0] else run.words.score[1]


def _elsewhere(subject: Subject) -> str:
    """The same effect at the other values that were played: "; at 1 -3.1, at 3 -2.0 (±0.4 each)".
    """
    if not _tells_elsewhere(subject):
        return ""
    named = [one for one in subject.elsewhere if one.finding.games]
    said = numbers(
        [f"at {one.arm.changes[0].new or 'nothing'} {{}}" for one in named],
        [one.finding for one in named], sign=True,
    )
    return f"; {said}" if named else ""


def _tells_elsewhere(subject: Subject) -> bool:
    """Whether the same effect at other values is told: one number changes, and few are played."""
    return len(subject.head.arm.changes) == 1 and len(subject.elsewhere) <= NAMES_LISTED


def _drafted(page: Findings, effect: Effect) -> str:
    """Where a card changes hands, how often it is drafted: it tells more than who holds it."""
    if effect.stratum not in STRATA[1:3]:
        return ""
    (drafts,) = (
        one for one in page.headlines.drafts
        if (one.arm, one.label) == (effect.arm.id, effect.label)
    )
    return f"{effect.label} is {_drafts_words(drafts)}; "


def _drafts_words(drafts: Drafts) -> str:
    """How often a card is drafted in a version, and how often under the current rules."""
    return numbers(
        [f"{drafts.verb[1]} in {{}} games of 100", "not {}"], [drafts.version, drafts.current]
    )


def _nothing_seen(page: Findings) -> list[Verdict]:
    """The versions that change nothing at all, cards that find drafters, cards without any."""
    lines = [
        sentence(one, interval=True)
        for one in notable(page.headlines.shape) if one.kind == DEAD_VERSIONS
    ]
    lines += [*_changed_hands(page), *_unjudged(page)]
    return [Verdict("", tuple(lines))] if lines else []


def _changed_hands(page: Findings) -> list[str]:
    """What is drafted or taken much oftener or less in a version, if that is all that is known."""
    rates = page.card_rates if page.has_drafts else None
    if rates is None or rates.is_empty():
        return []
    drafts = {(one.arm, one.label): one for one in page.headlines.drafts}
    said = {subject.head.arm.id for subject in page.headlines.versions[:MOST_OF_A_SWEEP]}
    low, high = (rates[f"drafted_change_{end}"].fill_nan(None) for end in ("low", "high"))
    found = rates.filter(
        ((low > MUCH_OFTENER) | (high < -MUCH_OFTENER)) & ~rates["arm"].is_in(sorted(said))
    )
    found = found.sort(found["drafted_change"].abs(), descending=True)
    return [
        f"{row['what']}: {row['label']} is {_drafts_words(drafts[row['arm'], row['label']])}; what "
        "having it is worth is in the tables."
        for row in found.head(ALSO_NAMED).iter_rows(named=True)
    ]


def _unjudged(page: Findings) -> list[str]:
    """The cards that hardly anybody drafts in a version that changes nothing but them."""
    if not page.has_drafts:
        return []
    alone = {
        arm.id for arm in page.run.arms if are_held(page.run, arm)
    }
    by_card: dict[tuple[str, str], list[Finding]] = {}
    for one in page.headlines.drafts:
        if one.arm in alone:
            by_card.setdefault((one.verb[0], one.label), []).extend((one.version, one.current))
    nobody = [card for card, mine in by_card.items() if not any(one.size for one in mine)]
    hardly = [
        card for card, mine in by_card.items()
        if card not in nobody and max(one.high for one in mine) <= SELDOM
    ]
    said = []
    few = f"Hardly anybody (at most {words.number(SELDOM)} in 100 games)"
    for takers, cards in (("Nobody", nobody), (few, hardly)):
        for verb in dict.fromkeys(verb for verb, _ in cards):
            names = [name for of, name in cards if of == verb]
            them = "it" if len(names) == 1 else "them"
            said.append(
                f"{takers} {verb}s {_short_list(names)}: these {page.run.words.player[1]} cannot "
                f"judge {them}."
            )
    return said


def _short_list(names: Sequence[str]) -> str:
    """Names as an enumeration, the first few of many."""
    more = len(names) - NAMES_LISTED
    return words.listed([*names[:NAMES_LISTED], *([f"{more} more"] if more > 0 else [])])


def current_sentences(page: Findings) -> list[str]:
    """What the current rules are like: turn order, cards, and what else chance deals.

    Turn order and cards are standing questions, which have their line decided or not.
    """
    run = page.run
    of_order = f"{BY_CHANCE}{run.column('order').head}" if run.declares("order") else ""
    by_kind: dict[str, list[Finding]] = {}
    for one in page.headlines.imbalances:
        by_kind.setdefault(one.kind, []).append(one)
    said = []
    for kind, sentence_of in ((of_order, _order_sentence), (DEALT_CARDS, _cards_sentence)):
        standing = [one for one in page.headlines.answered if kind and one.kind == kind]
        mine = by_kind.pop(kind, [])
        if standing:
            said.append(
                _marked(page, kind, of_order, mine) if mine else sentence_of(page, standing)
            )
    others = list(by_kind)
    if not others and not page.sweep and run.fair is not None:
        said.append(
            f"Nothing {'else ' if said else ''}that chance deals is shown to matter."
        )
    most = MOST_OF_A_SWEEP if page.sweep else MOST_OF_A_RUN
    said += [_marked(page, kind, of_order, by_kind[kind]) for kind in others[:most]]
    shown = [
        one.about for kind in others[:most] for head in by_kind[kind]
        for one in (head, *head.alike[:ALSO_NAMED])
    ]
    rest = sorted(
        (
            one for one in page.headlines.answered
            if one.kind.startswith(BY_CHANCE) and one.kind != of_order
            and verdict(one) == CHANGES and one.about not in shown
        ),
        key=_certainty, reverse=True,
    )
    return said + _also([
        f"{one.kind.removeprefix(BY_CHANCE)} {one.name} wins {words.decimal(one.size)} "
        f"({ends(one)}) in 100" for one in rest
    ], len(rest))


def _marked(page: Findings, kind: str, of_order: str, found: Sequence[Finding]) -> str:
    """The largest imbalance of a kind, both ends in one sentence, with who plays."""
    said = _both_ends(found)
    if not kind.startswith(BY_CHANCE):
        return said
    # Turn order is one question over all places.
    name = "" if kind == of_order else found[0].name
    return who_plays.with_mark(said, page.run, page.marks, kind, name)


def _order_sentence(page: Findings, found: Sequence[Finding]) -> str:
    """The wins of every place where no gap is shown to matter."""
    (one,) = found
    said = f"{words.sentence_start(filled(one))} ({interval_words(one)}): {_SAID[verdict(one)]}."
    return who_plays.with_mark(said, page.run, page.marks, one.kind, "")


def _cards_sentence(page: Findings, found: Sequence[Finding]) -> str:
    """The strongest and the weakest card to be dealt where neither is shown to matter."""
    ranked = sorted(found, key=lambda one: one.size)
    each = numbers(
        [f"strongest {ranked[-1].name} {{}}", f"weakest {ranked[0].name} {{}}"],
        [ranked[-1], ranked[0]], sign=True,
    )
    return (
        f"Cards, wins in 100 when dealt in place of an average one: {each}; none is shown to "
        "differ by what matters."
    )


_SAID = {
    CHANGES: "shown, but it may be too small to matter", SAME: "no difference that matters",
    UNDECIDED: "not decided",
}


def _both_ends(ends: Sequence[Finding]) -> str:
    head = ends[0]
    sign = head.signed
    least, most = head.ordinary
    fair = f"; fair {words.number(least)}" if least == most != 0 else ""
    named = head.alike[:ALSO_NAMED]
    others = [numbers([f"{one.name} {{}}" for one in named], named, sign=sign)] if named else []
    if len(ends) > 1:
        other = ends[1]
        others.append(numbers([f"at the other end {other.name} {{}}"], [other], sign=sign))
    tail = f"; {', '.join(others)}" if others else ""
    return f"{words.sentence_start(filled(head))} ({interval_words(head)}{fair}){tail}."


def players_sentence(page: Findings) -> str:
    """How many games each strategy wins, best first, with intervals that hold for the page."""
    run = page.run
    players = sorted(page.headlines.players, key=lambda one: -one.size)
    if not players:
        return " ".join(_alone(run, row) for row in page.shares.iter_rows(named=True))
    each = [
        f"{one.name} {words.decimal(one.size)} ({ends(one)})"
        for one in players
    ]
    fair = words.number(players[0].ordinary[0])
    return f"{words.listed(each)} wins in 100 games; fair is {fair}."


def _alone(run: Run, row: dict[str, Any]) -> str:
    """How a strategy does that holds every seat, or has nobody but an automaton against it."""
    interval = words.between(row["score_low"], row["score_high"])
    score = f"{words.decimal(row['score'])} {run.words.score[1]} ({interval})"
    if run.fair is not None:
        wins = words.number(100 * run.fair)
        return f"{row['label']} holds every seat, so it wins {wins} games in 100, with {score}."
    wins = f"{words.decimal(row['wins'])} games in 100 ({words.between(row['low'], row['high'])})"
    return f"{row['label']} wins {wins}, with {score}."


def _decisions(page: Findings) -> list[Verdict]:
    """What is not decided, with the command that would, and what changes nothing that matters."""
    rows = _judged(page)
    open_rows = [row for row in rows if row["verdict"] == UNDECIDED]
    same = [row for row in rows if row["verdict"] == SAME]
    verdicts = []
    of = f"{words.count(len(rows))} comparisons"
    if open_rows:
        verdicts.append(_undecided(page, open_rows, of))
    if same:
        lines = []
        for what, metric in dict.fromkeys((row["what"], row["metric"]) for row in same):
            mine = [row for row in same if (row["what"], row["metric"]) == (what, metric)]
            names = _short_list([row["label"] for row in mine])
            ends = words.between(
                min(row["low"] for row in mine), max(row["high"] for row in mine), sign=page.sweep
            )
            lines.append(f"{what}: {names}, {ends} {_unit(page.run, metric)}.")
        about = SAME if page.sweep else f"fair, within {words.smallest(page.run, METRICS[0])}"
        verdicts.append(Verdict(
            f"{words.sentence_start(about)}: {words.count(len(same))} of {of}", tuple(lines),
            folded=True,
        ))
    return verdicts


def _undecided(page: Findings, rows: Sequence[dict[str, Any]], of: str) -> Verdict:
    named = [
        f"{row['what']}, {_unit(page.run, row['metric'])} for {row['label']}" if page.sweep
        else f"{row['what']} {row['label']}"
        for row in rows[:ALSO_NAMED]
    ]
    more = len(rows) - len(named)
    listed = words.listed([*named, *([f"{more} more"] if more > 0 else [])])
    # The name of a version stays as it is.
    line = f"{listed if page.sweep else words.sentence_start(listed)}."
    needed = sorted(
        row["more_games"] for row in rows if row["more_games"] is not None
    )
    command = ""
    if needed:
        half, last = needed[(len(needed) - 1) // 2], needed[-1]
        tells = f"About {words.count(last)} more games would tell"
        if half < last / 2:
            rest = f"{words.count(last)} all"
            if last > MOST_GAMES:
                rest = f"some take more than {words.count(MOST_GAMES)}"
            tells = f"About {words.count(half)} more games would tell half of them, {rest}"
        by_half = half < last / 2
        command = longer(page.run, page.run.games + (half if by_half else last))
        line += f" {tells}{'; the command for the first' if by_half and command else ''}"
        line += ":" if command else "."
    return Verdict(
        f"Not decided: {words.count(len(rows))} of {of}", (line,), command=command
    )


def _judged(page: Findings) -> list[dict[str, Any]]:
    """Every comparison with a verdict: what it is of, label, metric, ends, verdict, more_games.

    Not of seats: who sits where goes by the seating, so by construction they are alike.
    """
    import polars as pl

    run = page.run
    frames = []
    if page.sweep:
        effects = page.effects
        if effects["holders"].height:
            holders = main_strata(effects["holders"])
            frames.append(holders.with_columns(whoever().alias("label")))
        frames.append(effects["strategy"])
        frames = [
            frame.select("what", "label", "metric", "low", "high", "verdict", "more_games")
            for frame in frames
        ]
    else:
        seats = run.table_with("win_share")
        heads = {column.name: column.head for column in seats if column.role != "seat"}
        frames = [
            frame.select(
                pl.lit(head).alias("what"), "label", pl.lit(METRICS[0]).alias("metric"), "low",
                "high", "verdict", "more_games"
            )
            for head, frame in (
                ("strategy", page.shares),
                *((heads[name], one) for name, one in page.groups.items() if name in heads),
            )
            if "verdict" in frame.columns
        ]
    if not frames:
        return []
    return [
        row for row in pl.concat(frames, how="vertical_relaxed").iter_rows(named=True)
        if row["verdict"] in (CHANGES, SAME, UNDECIDED)
    ]
