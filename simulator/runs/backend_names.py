"""The names of the places where games are played; light, for the command line's options."""

from __future__ import annotations

from eoc_sim.errors import InputError, nearest

LOCAL, DASK, LOKY = "local", "dask", "loky"
BACKENDS = (LOCAL, DASK, LOKY)
"""Threads of this computer, the workers of a cluster, processes of this computer."""


def check_backend(backend: str, scheduler: str | None) -> None:
    """Refuse what ``--backend`` and ``--scheduler`` cannot say together.

    Raises:
        InputError: there is no such backend, or its scheduler is missing, or another has one.
    """
    if backend not in BACKENDS:
        raise InputError(
            f'--backend "{backend}" is none of {", ".join(BACKENDS)}.{nearest(backend, BACKENDS)}'
        )
    if backend == DASK and scheduler is None:
        raise InputError(
            "--backend dask needs --scheduler ADDRESS, such as --scheduler tcp://host:8786: the "
            "address that `dask scheduler` prints when it starts."
        )
    if backend != DASK and scheduler is not None:
        raise InputError(
            f"--scheduler is for --backend dask; with --backend {backend} the games are played on "
            "this computer."
        )
