"""Test the page of a run with learning: both answers and how they differ."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from second_runs import pair
from synthetic_runs import random_run

from eoc_sim.analysis.notable_findings import Finding
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.reports import build, verdict_lines
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.notebook_run import load
from eoc_sim.reports.relearning import verdicts_of
from eoc_sim.reports.sections.relearning import section
from eoc_sim.simulator.runs.relearning import relearned_folder

ABOUT = "Players who have learnt each version: "


def lines(path: Path, about: str = ABOUT) -> list[str]:
    return [line.removeprefix(about) for line in verdict_lines(path) if line.startswith(about)]


@pytest.fixture(scope="module")
def relearnt_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make two runs; in one version a card gives unchanged players 13 stars and learners 5."""
    return pair(
        tmp_path_factory.mktemp("runs") / "run",
        1000,
        stars=(13,),
        second_stars=(5,),
        is_learner=(True, True, True, False),
    )


def test_differing_answers_are_marked(relearnt_run: Path):
    message = lines(relearnt_run)
    assert message[0] == "No version is shown to have an effect that matters."
    assert message[1].startswith("Learning is not shown to change how often")
    assert re.match(
        r'With "stars 5 -> 13", the two answers about [\w ]+ for anyone who keeps 038 Analytics '
        r"Nerd differ: a change of \+[\d.]+ \(between \+[\d.]+ and \+[\d.]+\) with the unchanged "
        r"players; no change that matters, 0\.0 \(between ",
        message[2],
    )
    assert re.search(
        r"; no change that matters, .* \d+ more of the \d+ verdicts differ\.", message[3]
    )
    assert message[-1] == ("marketing_drip does not learn, and plays the same way in both runs.")


@pytest.mark.slow
def test_the_page_shows_both_answers(relearnt_run: Path, tmp_path: Path):
    xlsx = tmp_path / "book.xlsx"
    text = build(relearnt_run, xlsx).read_text(encoding="utf-8")
    section = text[text.index('<section id="relearning"') :]
    section = section[: section.index("</section>")]
    for words in (
        "By players who have learnt each version",
        "from 600 games",
        "marketing_drip does not learn, and plays the same way in both runs.",
        "Holders, both answers",
        "Strategies, both answers",
        "How far apart the two answers are",
        "Who wins, with both kinds of players",
        "How often the changed card is drafted, by both kinds of players",
        "once learnt",
        "learnt, verdict",
        "One family of",
    ):
        assert words in section.replace("\N{NO-BREAK SPACE}", " ").replace(
            "\N{NARROW NO-BREAK SPACE}", " "
        ), words
    from openpyxl import load_workbook

    names = load_workbook(xlsx).sheetnames
    assert {
        "Holders, both, wins in 100",
        "Holders, both answers, stars",
        "Strategies, both, wins in 100",
        "Strategies, both answers, stars",
    } <= set(names)
    questions = load(relearnt_run).metrics["findings"]["question"].to_list()
    learnt = [
        question for question in questions if question.endswith("by players who have learnt it")
    ]
    assert len(learnt) > 8


def test_answers_that_agree(tmp_path: Path):
    path = pair(tmp_path / "run", 400)
    assert "The verdicts are the same as with the unchanged players." in lines(path)
    assert set(load(path).metrics) >= {
        "answers_strategy",
        "answers_holders",
        "answers_apart",
        "learnt_wins",
        "learnt_drafts",
    }
    assert load(path).metrics["learnt_wins"].height == 8


def test_a_run_of_the_current_rules_alone(tmp_path: Path):
    path = pair(tmp_path / "run", 600, stars=(), second_stars=())
    (first, *others) = lines(path, "Players who have learnt the game: ")
    assert re.match(r"\w+ \d", first) and first.endswith("wins in 100 games; fair is 25.")
    assert others == ["The verdicts are the same as with the unchanged players."]
    shown_section = section(Findings(Run(path)))
    assert shown_section is not None and "The game was played a second time" in shown_section.text
    assert [block.heading for block in shown_section.blocks] == [
        "Who wins, with both kinds of players"
    ]


def test_the_page_says_that_the_second_run_is_missing(tmp_path: Path):
    path = pair(tmp_path / "run", 96)
    second = relearned_folder(path)
    assert section(Findings(Run(second))) is None, "on its own it is an ordinary run"
    shutil.rmtree(second)
    assert lines(path) == ["their games are not finished; --resume plays the rest."]
    shown_section = section(Findings(Run(path)))
    with pytest.raises(
        MissingResults, match="The players who learn each version have not played yet"
    ):
        list(shown_section.blocks)


def test_a_run_without_learning_players_does_not_mention_learning(tmp_path: Path):
    path = random_run(tmp_path / "run", 96, stars=(9,))
    page = Findings(Run(path))
    assert section(page) is None and verdicts_of(page) == [] and page.relearnt_run is None
    assert not any("learnt" in name for name in load(path).metrics)


def test_verdicts_compare_an_interval_with_the_fair_share():
    def finding(low: float, high: float) -> Finding:
        return Finding("", "", (low + high) / 2, low, high, (25.0, 25.0), 1.0, 100)

    assert finding(25.2, 27.0).verdict == "changes"
    assert finding(24.2, 25.9).verdict == "no change that matters"
    assert finding(23.2, 25.9).verdict == "not decided"
