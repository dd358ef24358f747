"""The folder that a search keeps its state and its result in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eoc_sim.errors import InputError


@dataclass(frozen=True)
class SearchFolder:
    """Where the state of a search and the preset are; `resume` if it goes on with one."""

    path: Path
    resume: bool

    @classmethod
    def claim(
        cls, command: str, state: str, out: str | None, *, resume: bool, fresh: bool
    ) -> SearchFolder:
        """Choose the folder of ``--out``, or the next free one; touch nothing yet.

        Args:
            command: the command whose search it is.
            state: the file in the folder that holds the state of such a search.
            out: what ``--out`` said.
            resume: continue the search that is there.
            fresh: replace it.

        Raises:
            InputError: it holds something else, or is to be neither continued nor replaced.
        """
        from eoc_sim.simulator.runs.run_directory import RunDirectory
        from eoc_sim.simulator.runs.run_lock import check_not_locked

        if out is not None and (resume or fresh) and (Path(out) / state).is_file():
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
                f"{out} holds no search of {command} (no {state}); it is left as it is."
            )
        directory = RunDirectory.claim(out, command, resume=resume, fresh=fresh)
        return cls(directory.path, resume=False)
