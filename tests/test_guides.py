"""What the guides say is run: every block of Python in docs/guides, in order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

GUIDES = sorted((Path(__file__).parents[1] / "docs" / "guides").glob("*.md"))


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)
def test_the_guides_run(guide, capsys):
    blocks = re.findall(r"```python\n(.*?)```", guide.read_text(encoding="utf-8"), re.S)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(guide), "exec"), names)
    said = capsys.readouterr().out.splitlines()
    assert said[0].endswith(" 14.0 0.0") and int(said[0].split()[0]) > 10
