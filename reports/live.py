"""A report that reloads itself while it is open in a browser.

A run's page, with progress lines at the top, is written to the folder that contains the runs. To
notice that it was rewritten, the page polls a one-line script next to it, which holds the time of
writing. A browser can load such a script without a server. The final page does not poll.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from markupsafe import Markup

from eoc_sim.reports import policy
from eoc_sim.reports.page import put, target_in
from eoc_sim.simulator.runs.whole_file import write_whole

PULSE_FILE = "renewed.js"
"""The script next to the page; it holds the time of writing."""
_BODY = re.compile(r"<body[^>]*>\n?")
_TEMPLATES = "templates"


class LivePage:
    """The page ``folder/report.html``, showing the newest of several runs."""

    def __init__(self, folder: Path) -> None:
        """Check that the page may be written, without writing it.

        Raises:
            InputError: a page there was not written by this program.
        """
        self.target = target_in(folder)
        self._report = ""
        self._line = ""
        self._warning = ""

    def show(self, report: Path, line: str) -> None:
        """Show the report of a run under a line about its progress."""
        self._report, self._line, self._warning = report.read_text(encoding="utf-8"), line, ""
        self._write((line,), live=True)

    def keep(self, warning: str) -> None:
        """Keep the page, with a warning that explains why it is outdated."""
        self._warning = warning
        self._write((self._line,), live=True)

    def restore(self) -> None:
        """Remove the warning: the page shows the newest run again."""
        self._warning = ""
        self._write((self._line,), live=True)

    def end(self, line: str) -> bool:
        """Write the page's final form, which does not reload itself.

        Return True if there is a page.
        """
        self._write((self._line, line), live=False)
        return bool(self._report)

    def _write(self, lines: Sequence[str], *, live: bool) -> None:
        if not self._report:
            return
        stamp = str(time.time_ns())
        page = with_lines(self._report, lines, stamp if live else "", self._warning)
        put(self.target, page)
        pulse = self.target.with_name(PULSE_FILE)
        write_whole(pulse, f'window.renewed?.("{stamp}");\n'.encode())


def with_lines(report: str, lines: Sequence[str], stamp: str = "", warning: str = "") -> str:
    """Put lines at the top of a report, below any warning.

    With a ``stamp`` the page reloads itself once the script next to it has a different one; without
    a stamp it only restores the scroll position of its last reload.
    """
    from jinja2 import Environment, StrictUndefined

    templates = files("eoc_sim.reports") / _TEMPLATES
    html, style, script = (
        (templates / name).read_text(encoding="utf-8")
        for name in ("live.html.j2", "live.css", "live.js")
    )
    banner = (
        Environment(
            autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
        )
        .from_string(html)
        .render(
            lines=lines,
            warning=warning,
            stamp=stamp,
            pulse=PULSE_FILE if stamp else "",
            style=Markup(style),
            script=Markup(script),
        )
    )
    report = policy.widen(report, style, script, loads=bool(stamp))
    return _BODY.sub(lambda body: body[0] + banner, report, count=1)
