"""The folder for a search's state and result."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.changed_strategies import changed_strategies
from eoc_sim.simulator.runs.run_directory import RunDirectory, check_no_links
from eoc_sim.simulator.runs.run_file import PACKAGE, other_release_hint
from eoc_sim.simulator.runs.run_lock import check_not_locked, hold_lock

if TYPE_CHECKING:
    from eoc_sim.commands.channel import Channel
    from eoc_sim.simulator.runs.game import Words

SUBJECTS = {
    "version": "line-up, rules or components",
    "for": "goal (--for)",
    "fixed": "set of fixed parameters (--fix)",
    "searched": "set of searched parameters (--only)",
    "starts": "set of starts (--seeds, --starts)",
}
"""Words that messages use instead of certain keys of a record."""


@dataclass(frozen=True)
class SearchFolder:
    """The folder of a search; ``resume`` continues that search."""

    path: Path
    resume: bool

    @classmethod
    def claim(
        cls, command: str, state: str, out: str | None, *, resume: bool, fresh: bool
    ) -> SearchFolder:
        """Choose the folder of ``--out`` or a free one, without writing.

        Args:
            command: The command that searches.
            state: The name of the file with the search's state.
            out: The value of ``--out``.
            resume: Continue the existing search.
            fresh: Replace the existing search.

        Raises:
            InputError: The folder contains something else, or needs either ``resume`` or ``fresh``.
        """
        if out is not None and (resume or fresh) and (Path(out) / state).is_file():
            check_no_links(Path(out))
            check_not_locked(Path(out))
            if resume and fresh:
                raise InputError(
                    "--resume continues a search and --fresh replaces it: give one of them."
                )
            return cls(Path(out), resume)
        if (
            out is not None
            and (resume or fresh)
            and Path(out).exists()
            and (not Path(out).is_dir() or any(Path(out).iterdir()))
        ):
            raise InputError(
                f"{out} contains no {command} search (no {state}); it is left unchanged."
            )
        directory = RunDirectory.claim(out, command, resume=resume, fresh=fresh)
        return cls(directory.path, resume=False)

    @contextmanager
    def writing(
        self, channel: Channel, has_results: Callable[[], bool], advice: str = ""
    ) -> Iterator[None]:
        """Hold the folder, creating it if necessary, while the search writes.

        After Ctrl-C, say how to continue if there are results; ``advice`` ends that sentence.

        Raises:
            InputError: The folder cannot be written to.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with hold_lock(self.path):
                yield
        except OSError as error:
            raise InputError(
                f"The directory {self.path} cannot be written to: {error.strerror or error}."
            ) from None
        except KeyboardInterrupt as stop:
            if has_results():
                sentence = (
                    f"The results so far are kept in {self.path}. To continue, repeat the command "
                    f"with --out {shlex.quote(str(self.path))} --resume{advice}."
                )
                channel.note(sentence)
                stop.add_note(sentence)
            raise


def digest_of(record: Mapping[str, Any]) -> str:
    """Hash plain values."""
    return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()[:16]


def check_same(
    folder: Path, earlier: Mapping[str, Any], record: Mapping[str, Any], words: Words
) -> None:
    """Refuse to resume a search that answers a different question."""
    release = other_release_hint(earlier, "resume the search")
    plain_record = json.loads(json.dumps(record))
    differences = changed_strategies(earlier, plain_record)
    if differences is not None:
        raise InputError(
            f"{differences} since the search in {folder} began; all games of a search need the "
            f"same {words.player[1]}. Undo the change to continue, or give another --out.{release}"
        )
    for key, value in plain_record.items():
        if key != PACKAGE and earlier.get(key) != value:
            subject = SUBJECTS.get(key, key)
            raise InputError(
                f"The search in {folder} began with a different {subject}. To continue, repeat the "
                "same command (only --minutes, --generations, --games and --jobs may differ), or "
                f"give another --out.{release}"
            )
