"""Workbook files: written completely or not at all, reproducible, sealed.

The same tables give the same bytes. The workbook's properties hold a digest of its content. If
another program has saved the file since, the digest no longer matches, and the file may contain
someone's work.
"""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
import zlib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.workbooks import parts as parts_of
from eoc_sim.simulator.kernel.workbooks import read_bytes
from eoc_sim.simulator.runs.whole_file import write_whole

if TYPE_CHECKING:
    from openpyxl import Workbook

SUFFIX = ".xlsx"
CREATOR = "eoc-sim report"
"""The author in the workbook's properties."""
_CORE = "docProps/core.xml"
_EMPTY_SEAL = "0" * 64
_FALLBACK_DATE = datetime(2000, 1, 1)
"""The date of a workbook whose run does not record its start."""


def check_target(target: Path) -> None:
    """Check that a workbook may be written to ``target``.

    Raises:
        InputError: ``target`` does not end in .xlsx, is a folder, is in a folder that does not
            exist, or is a file that must not be replaced.
    """
    if target.suffix.lower() != SUFFIX:
        raise InputError(f"--xlsx {target} should end in {SUFFIX}.")
    if target.is_dir():
        raise InputError(f"--xlsx {target} is a folder; name a file in it.")
    if not target.parent.is_dir():
        raise InputError(f"--xlsx {target} cannot be written: there is no folder {target.parent}.")
    if not target.exists():
        return
    is_sealed = _is_unchanged(target)
    if is_sealed is None:
        raise InputError(
            f"{target} was not written by eoc-sim, so it is not replaced; give another name."
        )
    if not is_sealed:
        raise InputError(
            f"{target} has been saved by another program since eoc-sim wrote it, and your changes "
            "would be lost; give another name, or move the file elsewhere."
        )


def put_workbook(target: Path, book: Workbook, title: str, start_text: str) -> None:
    """Write a workbook with its title, dated at the run's start.

    Raises:
        InputError: it cannot be written.
    """
    start = _parse_start(start_text)
    book.properties.creator = CREATOR
    book.properties.title = title
    book.properties.identifier = _EMPTY_SEAL
    book.properties.created = start
    buffer = io.BytesIO()
    book.save(buffer)
    content = _seal(buffer.getvalue(), start)
    write_whole(target, content)


def _parse_start(text: str) -> datetime:
    """Parse the run's start without its time zone, which workbooks cannot store."""
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None, microsecond=0)
    except ValueError:
        return _FALLBACK_DATE


def _seal(content: bytes, start: datetime) -> bytes:
    """Seal a workbook: store a digest of its content in its properties.

    The digest covers all parts except the core properties, which hold the digest itself. The same
    tables give the same bytes.
    """
    parts = _parts(content)
    core = parts[_CORE].decode("utf-8").replace(_EMPTY_SEAL, _digest(parts))
    stamp = f"{start.isoformat()}Z"
    core = re.sub(r"(<dcterms:modified[^>]*>)[^<]*", rf"\g<1>{stamp}", core)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in {**parts, _CORE: core.encode("utf-8")}.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, part)
    return buffer.getvalue()


def _is_unchanged(path: Path) -> bool | None:
    """Return True if a file is unchanged since `_seal` made it.

    Return False if it has changed, and None if this program did not write it.
    """
    try:
        parts = parts_of(read_bytes(path, str(path)), str(path))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError):
        return None
    core = parts.get(_CORE, b"").decode("utf-8", "replace")
    if f">{CREATOR}<" not in core:
        return None
    return f">{_digest(parts)}<" in core


def _parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _digest(parts: Mapping[str, bytes]) -> str:
    """Digest all parts except the one with the digest."""
    digest = hashlib.sha256()
    for name in sorted(parts):
        if name != _CORE:
            digest.update(f"{name}\0{len(parts[name])}\0".encode())
            digest.update(parts[name])
    return digest.hexdigest()
