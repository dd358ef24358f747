"""Paths and settings as users type them, on any system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PureWindowsPath

from eoc_sim.errors import StrategyError
from eoc_sim.simulator.kernel.phrases import join_words


def split_spec(spec: str) -> list[str]:
    """Split a user's text into a name or file and ``key=value`` parts.

    >>> split_spec("my.py:skill=3")
    ['my.py', 'skill=3']
    >>> split_spec("C:/games/my.py:skill=3")
    ['C:/games/my.py', 'skill=3']
    """
    parts = spec.strip().split(":")
    if len(parts) > 1 and len(parts[0]) == 1 and parts[1][:1] in ("\\", "/"):
        parts[:2] = [":".join(parts[:2])]  # a Windows drive letter
    return parts


def read_settings(spec: str) -> tuple[str, dict[str, str]]:
    """Split a strategy's spec into its name or file and its settings.

    >>> read_settings("my.py:skill=3")
    ('my.py', {'skill': '3'})

    Raises:
        StrategyError: a part is not ``key=value``, or a parameter is given twice.
    """
    name, *settings = split_spec(spec)
    texts: dict[str, str] = {}
    for setting in settings:
        key, separator, value = setting.partition("=")
        if not separator or not key or not value:
            raise StrategyError(
                f'Strategy "{spec}": "{setting}" is not a parameter setting; write key=value'
            )
        if key in texts:
            raise StrategyError(f'Strategy "{spec}": the parameter "{key}" is given twice')
        texts[key] = value
    return name, texts


def changed_settings(values: Mapping[str, float], defaults: Mapping[str, float]) -> str:
    """Format the parameters that differ from ``defaults`` for `read_settings`."""
    changed = [name for name, value in defaults.items() if values[name] != value]
    return "".join(f":{name}={values[name]:.12g}" for name in changed)


def in_words(values: Iterable[float]) -> str:
    """List a parameter's values across several seats.

    >>> in_words([2, 0.5, 2])
    '0.5 and 2'
    >>> in_words([10, 2, 5])
    '2, 5 and 10'
    """
    texts = dict.fromkeys(f"{value:.12g}" for value in sorted(values))
    return join_words([*texts]) or "not played"


def names_folder(text: str) -> bool:
    """Check if a text includes a folder and so is a path."""
    return len(PureWindowsPath(text).parts) > 1
