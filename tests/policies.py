"""A check of a page's content security policy against its content."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
HASH_DIRECTIVES = {"style": "style-src", "script": "script-src"}


class _Parts(HTMLParser):
    """The contents of a page's styles and scripts, and all attributes of its tags."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: dict[str, list[str]] = {tag: [] for tag in HASH_DIRECTIVES}
        self.attributes: list[tuple[str, str, str]] = []
        self._tag = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        self._tag = tag
        if tag in HASH_DIRECTIVES:
            self.texts[tag].append("")

    def handle_data(self, data: str) -> None:
        if self._tag in HASH_DIRECTIVES:
            self.texts[self._tag][-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._tag = ""


def check_policy(page: str, *, loads_scripts: bool = False) -> None:
    """Check that the policy allows exactly the page's content."""
    before, start, _ = page.partition("<title>")
    policies = POLICY.findall(before if start else page)
    assert len(policies) == 1, "one policy, before any text from the run"
    directives = {
        name: values
        for name, *values in (directive.split() for directive in policies[0].split("; "))
    }
    parts = _Parts(page)
    expected = {
        "default-src": ["'none'"],
        "img-src": ["data:"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    } | {
        directive: [
            f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
            for text in parts.texts[tag]
        ]
        for tag, directive in HASH_DIRECTIVES.items()
    }
    if loads_scripts:
        expected["script-src"].append("'strict-dynamic'")
    assert set(directives) == set(expected)
    for name, values in expected.items():
        assert sorted(directives[name]) == sorted(values), name
    for tag, name, value in parts.attributes:
        assert name != "style" and not name.startswith("on"), f"{tag} has {name}={value}"
        assert name != "src" and not value.strip().lower().startswith("javascript:"), value
