"""The content-security policy of a page: only the package's scripts run.

A page shows text from runs, which may come from anyone. The hashes are those of the package's own
files, never of the page's content, so no text in a page can run. Style attributes and inline event
handlers have no hash and are blocked, so pictures use other attributes and templates use classes.
"""

from __future__ import annotations

import base64
import hashlib

_START = '<meta http-equiv="Content-Security-Policy" content="'
_END = '">'
_STYLE, _SCRIPT = "style-src", "script-src"


def tag(style: str, script: str) -> str:
    """Return the meta tag that allows one style and one script.

    Both are passed without their tags. Images from data URLs are allowed for the page's empty icon,
    as a browser would otherwise request one from a server.
    """
    return (
        f"{_START}default-src 'none'; {_STYLE} {_hash(style)}; {_SCRIPT} {_hash(script)}; "
        f"img-src data:; base-uri 'none'; form-action 'none'{_END}"
    )


def widen(page: str, style: str, script: str, *, loads: bool) -> str:
    """Widen the page's policy to allow this style and script too.

    If the script ``loads`` another one, 'strict-dynamic' also allows the scripts that an allowed
    script adds. For a page opened from a folder, no other source expression can name a single file:
    Chromium takes 'self' and "file:" to mean any file, and rejects a path.
    """
    before, start, remainder = page.partition(_START)
    content, end, after = remainder.partition(_END)
    loading = " 'strict-dynamic'" if loads else ""
    content = content.replace(_STYLE, f"{_STYLE} {_hash(style)}", 1)
    content = content.replace(_SCRIPT, f"{_SCRIPT} {_hash(script)}{loading}", 1)
    return before + start + content + end + after


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"
