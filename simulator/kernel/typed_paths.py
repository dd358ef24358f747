"""Paths as users type them, on any system."""

from __future__ import annotations

from pathlib import PureWindowsPath


def split_spec(spec: str) -> list[str]:
    """Split a user's text into name or file and ``key=value`` parts.

    >>> split_spec("my.py:skill=3")
    ['my.py', 'skill=3']
    >>> split_spec("C:/games/my.py:skill=3")
    ['C:/games/my.py', 'skill=3']
    """
    parts = spec.strip().split(":")
    if len(parts) > 1 and len(parts[0]) == 1 and parts[1][:1] in ("\\", "/"):
        parts[:2] = [":".join(parts[:2])]  # a drive letter of Windows
    return parts


def names_folder(text: str) -> bool:
    """Check if a text has a folder and so is a path."""
    return len(PureWindowsPath(text).parts) > 1
