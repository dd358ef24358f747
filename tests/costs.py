"""The cost of the tests, in seconds of CPU time per file, for ``--costs``."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

SECONDS = "seconds of CPU time"
"""The property of a test's report that holds its cost, including that of its fixtures."""
FILE_SECONDS = "seconds of files"
"""The property that holds the cost per file in a process that a test started."""


def processor_time() -> float:
    """Return the CPU seconds that this process and its finished children have used."""
    import resource  # absent on Windows

    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


class Costs:
    """A plugin that records each test's cost and reports it by file, the most expensive first.

    Tests may run in several processes, so a cost travels with the test's report. The time
    for starting, collecting and importing belongs to no test and is excluded.
    """

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.by_file: Counter[str] = Counter()
        self._begun = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Iterator[None]:
        """Read the clock before a test's fixtures."""
        self._begun = processor_time()
        return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Read the clock again after the fixtures."""
        if call.when == "teardown":
            item.user_properties.append((SECONDS, processor_time() - self._begun))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the costs in the process that receives all reports."""
        if report.when != "teardown":
            return
        properties = dict(report.user_properties)
        file = report.nodeid.partition("::")[0]
        self.by_file[file] += float(str(properties.get(SECONDS, 0)))
        file_seconds = properties.get(FILE_SECONDS)
        if isinstance(file_seconds, dict):
            self.by_file.update(file_seconds)
            self.by_file[file] -= sum(file_seconds.values())

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Report the costs, or write them for the process that started this one."""
        if self.file is not None:
            self.file.write_text(json.dumps(self.by_file), encoding="utf-8")
            return
        terminalreporter.section("CPU time by file")
        for file, seconds in self.by_file.most_common():
            terminalreporter.write_line(f"{seconds:8.1f} s  {file}")
        terminalreporter.write_line(f"{sum(self.by_file.values()):8.1f} s  in all tests")
