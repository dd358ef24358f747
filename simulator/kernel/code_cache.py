"""The cache folder for compiled code, safe from other users.

Loading compiled code runs it, so it is loaded only from a folder that no other user can write to.
The cache folder and every folder above it must belong to the user, to root or to the owner of this
package, and be writable by its owner alone. A parent folder may instead have the sticky bit, as
/tmp has: nobody can replace other users' files there. Windows has no such owners and modes; there
the cache is in the user's profile, and no owner is checked.
"""

from __future__ import annotations

import errno
import os
import re
import shlex
import shutil
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path

from eoc_sim.errors import InputError

_KEEP_DAYS = 30
SENT_PREFIX = "sent-"
"""The prefix of the folders for files sent to a worker.

The worker unpacks them from a recipe, from which it makes its engines (`runs.recipe`).
"""
_CACHE_NAMES = re.compile(rf"[0-9a-f]{{16}}|{SENT_PREFIX}.*")
"""The names that folders in a cache may have."""
_PRIVATE, _SHARED_FILE = 0o700, 0o644
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_PACKAGE_OWNER = Path(__file__).stat().st_uid


def cache_root() -> Path:
    """Return the folder for all caches: EOC_SIM_CACHE, or the user's own."""
    override = os.environ.get("EOC_SIM_CACHE")
    if override:
        return Path(override)
    from platformdirs import user_cache_path

    return user_cache_path("eoc-sim", appauthor=False)


def private_folder(folder: Path) -> Path:
    """Return a cache folder's resolved path; refuse it if others can write.

    The folder is made if possible; on a read-only system it may be missing.

    Raises:
        InputError: another user can write to it or to a folder above it, or the cache's root is a
            file.
    """
    root = cache_root()
    if root.exists() and not root.is_dir():
        raise InputError(f"{root} is not a folder. Set EOC_SIM_CACHE to a folder of your own.")
    for path in (root, folder):
        _check_private(path.resolve())
    with suppress(OSError):
        make_folder(folder)
        _check_private(folder.resolve())
    return folder.resolve()


def make_folder(folder: Path) -> None:
    """Make a folder and its missing parents, for the owner alone.

    Raises:
        OSError: it cannot be made.
    """
    for path in reversed([folder, *folder.parents]):
        if not path.is_dir():
            path.mkdir(_PRIVATE, exist_ok=True)


def can_be_written(folder: Path) -> bool:
    """Check if files can be created in a folder."""
    return os.access(folder, os.W_OK | os.X_OK)


def is_private(status: os.stat_result) -> bool:
    """Check from a file's status that only trusted users can write."""
    return not hasattr(os, "geteuid") or (
        status.st_uid in _owners() and not status.st_mode & _OTHERS_WRITE
    )


def write_file(file: Path, content: list[bytes]) -> None:
    """Write a file atomically, readable by all and writable by its owner.

    Raises:
        OSError: it cannot be written.
    """
    name = file.with_name(f"{file.name}.{os.urandom(8).hex()}.tmp")
    try:
        with open(
            name, "xb", opener=lambda path, flags: os.open(path, flags, _SHARED_FILE)
        ) as stream:
            stream.writelines(content)
        os.replace(name, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def not_kept_error(error: OSError) -> InputError:
    """Make the error for compiled code that cannot be written."""
    return InputError(
        f"Compiled code cannot be kept in {cache_root()}: {error.strerror or error}. Set "
        "EOC_SIM_CACHE to a writable folder with free space."
    )


def check_cache_writable() -> None:
    """Check, for commands that only compile, that the cache is writable.

    Raises:
        InputError: the cache cannot be written to.
    """
    root = private_folder(cache_root())
    try:
        make_folder(root)
        if not can_be_written(root):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise not_kept_error(error) from None


_noted_folders: list[Path] = []


def warn_not_kept(error: OSError) -> None:
    """Warn on stderr, once per cache, that compiled code cannot be kept."""
    if cache_root() not in _noted_folders:
        _noted_folders.append(cache_root())
        print(
            f"{not_kept_error(error)} Until then the missing code is compiled at every "
            "start, which takes up to a minute.",
            file=sys.stderr,
            flush=True,
        )


def drop_old_caches() -> None:
    """Remove caches that have not been used for a month."""
    root = cache_root()
    if not root.is_dir():
        return
    for folder in root.iterdir():
        with suppress(OSError):  # another process may drop it at the same time
            idle_seconds = time.time() - folder.stat().st_mtime
            if _CACHE_NAMES.fullmatch(folder.name) and idle_seconds > _KEEP_DAYS * 86400:
                shutil.rmtree(folder, ignore_errors=True)


def _owners() -> set[int]:
    """List the trusted users: this one, root, the package's owner."""
    return {os.geteuid(), 0, _PACKAGE_OWNER}


def _check_private(folder: Path) -> None:
    """Check a folder, with links resolved, and all folders above it."""
    if not hasattr(os, "geteuid"):
        return
    for ancestor in (folder, *folder.parents):
        try:
            status = ancestor.stat()
        except OSError:
            continue
        if is_private(status):
            continue
        refusal = f"Compiled code is not loaded from {folder}"
        alternative = "Or set EOC_SIM_CACHE to a folder of your own."
        if status.st_uid not in _owners():
            raise InputError(
                f"{refusal}: {ancestor} belongs to another user (ID {status.st_uid}), who could "
                f"put code there. Set EOC_SIM_CACHE to a folder of your own."
            )
        if not status.st_mode & stat.S_ISVTX:
            raise InputError(
                f"{refusal}: other users can write to {ancestor}, and could put code there. To fix "
                f"this: chmod go-w {shlex.quote(str(ancestor))}. {alternative}"
            )
        if ancestor == folder:
            raise InputError(
                f"{refusal}: all users can write there. Set EOC_SIM_CACHE to a folder of your own, "
                f"such as {ancestor / 'eoc-sim'}."
            )
