"""The folder for a search's state and result."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eoc_sim.errors import InputError


@dataclass(frozen=True)
class SearchFolder:
    """The folder of a search; `resume` if it continues one."""

    path: Path
    resume: bool

    @classmethod
    def claim(
        cls, command: str, state: str, out: str | None, *, resume: bool, fresh: bool
    ) -> SearchFolder:
        """Choose the folder of ``--out`` or a free one, untouched yet.

        Args:
            command: The command whose search it is.
            state: The file in the folder that holds the state of such a search.
            out: The value of ``--out``.
            resume: Continue the existing search.
            fresh: Replace it.

        Raises:
            InputError: The folder holds something else, or a search without resume or fresh.
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
