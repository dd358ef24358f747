"""The facts that strategies have learnt about a deck, and the values of their formula."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from eoc_sim.errors import StrategyError
from eoc_sim.simulator.eoc.appraisal import appraise
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.facts import clause_names, clauses_in_deck
from eoc_sim.simulator.eoc.learnt_factors import learnt_table
from eoc_sim.simulator.eoc.unlearnt_remarks import deck_clauses, remarks
from eoc_sim.simulator.eoc.versions import baseline
from eoc_sim.simulator.kernel.parameters import MAX_PARAMETERS
from eoc_sim.simulator.runs.version_options import VersionOptions

END = "038 end: 4 stars per border recruit"
CHANGED = (("card.038.effect", END.split(" ", 1)[1]),)


def options_of(*seats: str, **options) -> VersionOptions:
    return VersionOptions(seats=seats, **options)


def remarks_on(options: VersionOptions) -> list[str]:
    return remarks(options, baseline(options))


def test_the_deck_of_the_package_is_learnt():
    assert remarks_on(options_of("balanced", "hoarder", "random", "balanced_2026")) == []


def test_a_changed_clause_is_named_with_the_command_to_learn_it():
    options = options_of("balanced", "random", changes=CHANGED, settings=(("auction", "on"),))
    number = len(deck_clauses(baseline(options).components))
    assert remarks_on(options) == [
        f'balanced has learnt {number - 1} of {number} clauses of these cards; "{END}" keeps '
        "the formula's value; to learn all, run eoc-sim strategies learn balanced --set auction=on "
        f"--change 'card.038.effect={END.split(' ', 1)[1]}'"
    ]


def test_some_of_many_clauses_are_named_and_each_strategy_once():
    cards = ("001", "002", "003", "004")
    changes = tuple((f"card.{card}.effect", "sign: 7 bucks") for card in cards)
    changes += tuple((f"card.{card}.usage", "upgrade") for card in cards)
    (line,) = remarks_on(options_of("balanced", "balanced", "random", changes=changes))
    assert '"003 sign: 7 bucks" and 1 more keep the formula' in line


def test_a_card_that_is_not_in_the_deck_need_not_be_learnt():
    changes = (*CHANGED, ("card.038.copies", "0"))
    assert remarks_on(options_of("balanced", "random", "random", changes=changes)) == []


def test_clauses_come_from_cards_in_the_deck_not_from_coaches():
    components = baseline(options_of("random", "random")).components
    flags = clauses_in_deck(components)
    names = clause_names(components)
    assert len(flags) == len(names) and not any(flags[-3:])
    assert deck_clauses(components)[0].startswith("001 ")


def test_changed_numbers_of_a_learnt_table_reach_the_parameters():
    strategy = load_strategy("balanced")
    sheet = learnt_table(strategy)
    assert sheet is not None
    components = baseline(options_of("random", "random")).components
    names = clause_names(components)
    output = sheet.with_numbers("factor", {names[0]: 3.5})
    assert output.find_known(names[:2]) == [True, False]
    column = output.column("factor", names)
    assert column[0] == 3.5 and set(column[1:]) == {1.0}
    assert learnt_table(load_strategy("balanced_2026")) is None
    record = replace(strategy, tables=(output,)).parameter_record({"clause": names})
    assert record[MAX_PARAMETERS] == 3.5 and record[MAX_PARAMETERS + 1] == 1.0


def test_the_formula_is_read_from_the_strategy():
    """A monthly clause loses value from month to month; one for stars at the end does not."""
    version = baseline(options_of("balanced", "random"))
    formula = appraise(version)
    engine = Engine(version.components, version.rules, version.strategies(), 1)
    names = engine.printed_ids["clause"]
    assert formula.base_values.shape == (len(engine.names.card), 6, 13)
    assert formula.clauses.shape == (len(names), 6, 13)
    place = names.index("010 month: 2 moves")
    homes = np.flatnonzero(formula.clauses[place, :, 1])
    assert len(homes) == 4
    assert np.all(np.diff(formula.clauses[place, homes[0], 1:]) < 0)
    assert formula.clauses[names.index("063 end: 9 stars"), homes[0], 1:] == pytest.approx(9.0)
    card = engine.names.card.index("010")
    assert (formula.first_clause[card], formula.end_clause[card]) == (place, place + 1)


def test_an_error_in_a_formula_names_its_place(tmp_path: Path):
    file = tmp_path / "mine.py"
    file.write_text(
        "def act(table, me, params, order):\n    return 0\n\n\n"
        "def appraise(table, me, params, order):\n    return table.nonsense\n",
        encoding="utf-8",
    )
    with pytest.raises(StrategyError, match=r"mine.py, line 5, appraise\): AttributeError"):
        appraise(baseline(options_of(str(file), "random")))
    with pytest.raises(StrategyError, match="random has no function appraise"):
        appraise(baseline(options_of("random", "random")))
