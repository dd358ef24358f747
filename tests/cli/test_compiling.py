"""Ahead-of-time compilation compiles only what is needed, and shows its progress."""

from __future__ import annotations

import io
import os
import sys
from typing import Any
from unittest import mock

import pytest
from cli.process import call

from eoc_sim.cli import progress
from eoc_sim.simulator.eoc.decisions import DECISIONS
from eoc_sim.simulator.eoc.engine import KERNEL, load_strategy, strategy_folders
from eoc_sim.simulator.kernel.engine import compile_ahead
from eoc_sim.simulator.runs.game import Compiling

PARTS = ["bold: act", "bold: keep", "the rules"]


def compile_parts(tell, versions, meanwhile):
    for done, what in enumerate(PARTS):
        tell(what, done, len(PARTS))
    tell("", len(PARTS), len(PARTS))


COMPILING = Compiling(compile_parts, lambda versions: False)


def test_lines_in_a_pipe(capsys, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(progress, "FIRST_LINE_SECONDS", 0.0)
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    progress.compile_with_progress(COMPILING)
    assert capsys.readouterr().err.splitlines() == [
        'Compiled 0 of 3 parts; next part: "bold: act".',
        'Compiled 1 of 3 parts; next part: "bold: keep".',
        'Compiled 2 of 3 parts; next part: "the rules".',
    ]


def test_quick_compiling_says_nothing_in_a_pipe(capsys):
    progress.compile_with_progress(COMPILING)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("width", [60, 80])
def test_a_bar_on_a_terminal(width: int, monkeypatch: pytest.MonkeyPatch):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    output = Terminal()
    with (
        mock.patch.object(sys, "stderr", output),
        mock.patch.dict(
            os.environ, {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": str(width), "LINES": "20"}
        ),
    ):
        progress.compile_with_progress(COMPILING)
    assert "3 of 3" in output.getvalue()


def parts_of(name: str) -> list[str]:
    """List a strategy's compiled parts: all decisions, and its preparation if it has any."""
    return [*DECISIONS.names, *(["prepare"] if "prepare" in load_strategy(name).functions else [])]


@pytest.mark.slow
def test_every_function_of_every_strategy_is_a_part():
    output: list[tuple[str, int, int]] = []
    compile_ahead([KERNEL], strategy_folders(), lambda *message: output.append(message))
    expected = [
        f"{name}: {function}" for name in strategy_folders().names() for function in parts_of(name)
    ]
    assert [what for what, *_ in output] == [*expected, "the rules", ""]
    parts = len(expected) + 1
    assert [message[1:] for message in output] == [(done, parts) for done in range(parts + 1)]


def test_the_strategies_of_all_versions_are_compiled_once():
    """Each function of the versions' strategies is listed exactly once, and no other is."""
    from eoc_sim.games import find
    from eoc_sim.simulator.runs.version_options import VersionOptions

    game = find("eoc")
    output: list[str] = []
    plain = game.baseline(VersionOptions(seats=("random", "random")))
    versions = [plain, game.change(plain, [("seat.2", "vegas")])]
    assert game.compiling is not None
    game.compiling.compile(lambda what, done, parts: output.append(what), versions)
    assert output == [
        *(f"{name}: {function}" for name in ("random", "vegas") for function in parts_of(name)),
        "the rules",
        "",
    ]


@pytest.mark.parametrize("layer", ["league", "season"])
def test_a_layer_compiles_only_its_parts(layer: str, monkeypatch: pytest.MonkeyPatch):
    """A league needs neither the season's kernel nor the decisions that it never asks for."""
    from eoc_sim.games import find
    from eoc_sim.simulator.eleven import engine as eleven
    from eoc_sim.simulator.kernel import engine
    from eoc_sim.simulator.kernel.serving import Kernel
    from eoc_sim.simulator.runs.version_options import VersionOptions

    kernels = {"league": eleven.KERNEL, "season": eleven.SEASON_KERNEL}
    compiled: list[Kernel] = []
    monkeypatch.setattr(engine, "compile_functions", lambda *_: [])
    monkeypatch.setattr(engine, "compile_kernel_apart", lambda _: None)
    monkeypatch.setattr(Kernel, "compile", lambda kernel: compiled.append(kernel))
    game = find("eleven")
    output: list[str] = []
    version = game.baseline(VersionOptions(seats=("random",) * 2, settings=(("layer", layer),)))
    assert game.compiling is not None
    game.compiling.compile(lambda what, done, parts: output.append(what), [version])
    assert compiled == [kernels[layer]]
    functions = [function for function in kernels[layer].functions if kernels[layer].asks(function)]
    assert set(functions) == {"prepare", "effect", "layout"} or layer == "season"
    assert not {"bid", "bet", "winter_act", "suspend"} & set(functions)
    assert sorted(output[:-2]) == sorted(f"random: {function}" for function in functions)


@pytest.mark.parametrize(
    "command",
    [
        "run",
        "sweep --vary card.038.stars=1",
        "compare current card.038.stars=1",
        "plan --vary card.038.stars=1",
        "cards",
        "timing",
        "variants vmd=off",
        "first-player",
        "balance",
        "tournament",
    ],
)
def test_commands_show_their_compilation(command, tmp_path, monkeypatch):
    compiled_versions: list[int] = []

    def compile_with_progress(compiling, versions, meanwhile):
        compiled_versions.append(len(versions))
        raise KeyboardInterrupt

    monkeypatch.setattr(progress, "compile_with_progress", compile_with_progress)
    games = () if command.startswith("plan") else ("--games", "1000")
    answer = call(tmp_path, *command.split(), "--seats", "random,vegas", *games)
    assert answer.returncode == 130 and compiled_versions, answer.stderr


def test_an_interruption_leaves_no_process(monkeypatch: pytest.MonkeyPatch):
    from eoc_sim.simulator.kernel import engine

    process = mock.Mock()
    monkeypatch.setattr(engine, "compile_apart", lambda *_: process)

    def interrupt(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compile_ahead([KERNEL], strategy_folders(), interrupt)
    process.terminate.assert_called_once()


def test_sums_are_compiled_only_while_another_process_compiles(monkeypatch: pytest.MonkeyPatch):
    from eoc_sim.simulator.kernel import engine
    from eoc_sim.simulator.kernel.serving import Kernel

    steps: list[str] = []
    process = mock.Mock()
    process.wait = lambda: steps.append("wait")
    monkeypatch.setattr(engine, "compile_functions", lambda *_: [])
    monkeypatch.setattr(Kernel, "compile", lambda _: steps.append("load"))
    for other_process, expected in ((process, ["sums", "wait", "load"]), (None, ["load"])):
        steps.clear()
        monkeypatch.setattr(engine, "compile_apart", lambda *_, result=other_process: result)
        compile_ahead(
            [KERNEL], strategy_folders(), lambda *_: None, meanwhile=lambda: steps.append("sums")
        )
        assert steps == expected


def test_strategies_prepare_once_the_kernel_is_compiled(monkeypatch: pytest.MonkeyPatch):
    """Otherwise their questions to the kernel would compile it a second time."""
    from eoc_sim.games import find
    from eoc_sim.simulator.kernel import engine
    from eoc_sim.simulator.kernel.serving import Kernel
    from eoc_sim.simulator.runs.version_options import VersionOptions

    process, waited, ask = mock.Mock(), [], Kernel.ask

    def ask_and_note(*arguments: Any) -> int:
        waited.append(process.wait.called)
        return ask(*arguments)

    monkeypatch.setattr(engine, "compile_kernel_apart", lambda _: process)
    monkeypatch.setattr(Kernel, "ask", ask_and_note)
    game = find("eoc")
    game.engines([game.baseline(VersionOptions(("balanced", "random")))], 1, "balanced")
    assert waited and all(waited)
