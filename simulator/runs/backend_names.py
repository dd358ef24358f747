"""The names of backends, and checks of their options.

This module imports nothing heavy.
"""

from __future__ import annotations

import math
import re

from eoc_sim.errors import InputError, nearest

LOCAL, DASK, LOKY = "local", "dask", "loky"
BACKENDS = (LOCAL, DASK, LOKY)
"""Threads on this computer, workers of a cluster, or local processes."""
WAIT_FOR_WORKERS = 600.0
"""The seconds to wait for workers if a cluster has none."""


_ADDRESS = re.compile(r"(tcp|tls|ucx|wss?)://(\[[^]\s]+\]|[^][:/\s]+):\d{1,5}")


def check_backend(
    backend: str, scheduler: str | None, wait_for_workers: float = WAIT_FOR_WORKERS
) -> None:
    """Refuse invalid or contradictory backend options.

    Raises:
        InputError: there is no such backend, its scheduler is missing or invalid, the seconds to
            wait are invalid, or a backend other than dask has one of these options.
    """
    if backend not in BACKENDS:
        raise InputError(
            f'--backend "{backend}" is not one of {", ".join(BACKENDS)}.'
            f"{nearest(backend, BACKENDS)}"
        )
    if backend == DASK and scheduler is None:
        raise InputError(
            "--backend dask needs --scheduler ADDRESS, such as --scheduler tcp://host:8786: the "
            "address that `dask scheduler` prints when it starts."
        )
    if backend == DASK and not _ADDRESS.fullmatch(scheduler or ""):
        raise InputError(
            f"--scheduler {scheduler} is not an address; it should look like tcp://host:8786, as "
            "`dask scheduler` prints it when it starts."
        )
    if backend != DASK and scheduler is not None:
        raise InputError(
            f"--scheduler is for --backend dask; with --backend {backend} the games are played on "
            "this computer."
        )
    if not 0 < wait_for_workers < math.inf:
        raise InputError(
            f"--wait-for-workers {wait_for_workers:g} should be a number of seconds above 0."
        )
    if backend != DASK and wait_for_workers != WAIT_FOR_WORKERS:
        raise InputError(
            f"--wait-for-workers is for --backend dask; with --backend {backend} the games are "
            "played on this computer."
        )
