"""What the suite costs: seconds of processor time by file, for ``--costs``."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest


def processor_time() -> float:
    """Seconds of this process so far, and of those that it started and that have ended."""
    import resource  # only where there is one: not on Windows

    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def file_of(item: pytest.Item) -> str:
    """The file of a test, from the root folder on."""
    return item.nodeid.partition("::")[0]


class Costs:
    """A plugin that notes what each file costs and tells it at the end, the dearest first.

    A process that runs beside the tests, such as that of pure-Python mode, is told by its own
    files; all that belongs to no file - starting, collecting, importing - is one line.
    """

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.of_file: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Note what one test costs, with its fixtures."""
        before = processor_time()
        try:
            return (yield)
        finally:
            self.of_file[file_of(item)] += processor_time() - before

    def add(self, file: Path, waiting: str) -> None:
        """Tell a process by its own files instead of by the file of the test that waited for it.

        ``file`` is what its own ``--costs`` wrote, if it got so far.
        """
        told = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        self.of_file.update(told)
        self.of_file[waiting] -= sum(told.values())

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell them, or write them down for the process that started this one."""
        if self.file is not None:
            self.file.write_text(json.dumps(self.of_file), encoding="utf-8")
            return
        total = processor_time()
        rest = total - sum(self.of_file.values())
        terminalreporter.section("processor time by file")
        for file, seconds in self.of_file.most_common():
            terminalreporter.write_line(f"{seconds:8.1f} s  {file}")
        terminalreporter.write_line(f"{rest:8.1f} s  starting, collecting, importing")
        terminalreporter.write_line(f"{total:8.1f} s  in all")
