"""Compare the speed of compiled Python and C on the planner's ``plan``.

    python benchmarks/c_twin.py
    python benchmarks/c_twin.py --rounds 400 --pairs 50

Both languages compute the plans of version 0.1's planner, in real positions from April to December,
on the kernel's records. plan.c is compiled by ``cc -O3 -march=native`` in a temporary folder;
without a C compiler the benchmark says so and exits with 0. Python and C take turns in one
process, so other load on the computer affects both. The script exits with 1 if the plans differ.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

import argparse
import ctypes
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from plan_often import plan_often

from eoc_sim.simulator.eoc import state as codes
from eoc_sim.simulator.eoc.actions import CALENDAR_FREE_MOVES
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.eoc.state import MAX_PLAYERS, Private, Table, state_dtype
from eoc_sim.simulator.eoc.strategy_api import POSITION_STARS, REGION_STARS
from eoc_sim.simulator.eoc.switches import BOARDS, FREE_MOVES
from eoc_sim.simulator.kernel.memory import named_type
from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.strategies.eoc import balanced_0_1 as planner

PLAYERS = (
    "balanced_0_1",
    "balanced_0_1:step_price=1",
    "balanced_0_1:new_position=80",
    "balanced_0_1:region_recruit=0",
)
"""Four styles of the frozen planner, for which plan.c stays valid."""
MONTHS_PLANNED = range(2, 11)
SOURCE = Path(__file__).with_name("plan.c")
CONSTANTS = {
    codes: (
        "COLOURS",
        "MONTHS",
        "POSITIONS",
        "STATES",
        "MAX_PLAYERS",
        "BAN_SIGN",
        "BAN_SIGN_SINGLE",
        "BAN_SIGN_BORDER",
    ),
    planner: (
        "CANDIDATES",
        "CALENDAR_CARDS",
        "STAR",
        "LAST_PLANNING_MONTH",
        "LONGEST",
        "TOP_3_WORTH",
        "FAR_WEIGHT",
        "STEP_WEIGHT",
        "EC_OF_PRICE",
        "ROUTES_MISSING_EC",
        "MAX_BASE",
        "LOWEST_WORTH",
    ),
}
"""The constants that the C code uses under their Python names."""
C_TYPES = {"i4": "int32_t", "f8": "double", "u8": "uint64_t"}


def macros(name: str, record: np.dtype) -> list[str]:
    """Define a C macro for each field of a record.

    The macro is a pointer to the field, for a record at the address ``name``.
    """
    assert record.fields is not None
    lines = []
    for field, (kind, offset, *_shape) in record.fields.items():
        c_type = C_TYPES[kind.base.str[1:]]
        inner = "".join(f"[{length}]" for length in kind.shape[1:])
        pointer = f"(*){inner}" if inner else "*"
        lines.append(f"#define {name.upper()}_{field} (({c_type} {pointer})({name} + {offset}))")
    return lines


def c_text(me_dtype: np.dtype, params_dtype: np.dtype) -> str:
    """Return the whole C program: records, constants, rule tables and `SOURCE`."""
    assert state_dtype.fields is not None
    seats, seats_place, *_ = state_dtype.fields["seats"]
    numbers = {
        "STATE_SIZE": state_dtype.itemsize,
        "TABLE_PLACE": state_dtype.fields["table"][1],
        "SEATS_PLACE": seats_place,
        "SEAT_SIZE": seats.base.itemsize,
        "PARAMS_SIZE": params_dtype.itemsize,
        "BOARDS_ON": int(BOARDS.ON),
        "FREE_MOVES_PRINTED": int(FREE_MOVES.PRINTED),
        "FREE_MOVES_THREE": int(FREE_MOVES.THREE),
        **{name: getattr(module, name) for module, names in CONSTANTS.items() for name in names},
    }
    lists = {
        "POSITION_STARS": POSITION_STARS,
        "REGION_STARS": REGION_STARS,
        "CALENDAR_FREE_MOVES": CALENDAR_FREE_MOVES,
    }
    return "\n".join(
        [
            "#include <stdint.h>",
            *macros("table", Table.dtype),
            *macros("me", me_dtype),
            *macros("params", params_dtype),
            *(f"#define {name} ({number})" for name, number in numbers.items()),
            *(
                f"static const int32_t {name}[] = {{{', '.join(map(str, values))}}};"
                for name, values in lists.items()
            ),
            SOURCE.read_text(encoding="utf-8"),
        ]
    )


def compile_c(compiler: str, text: str, folder: Path) -> ctypes.CDLL:
    """Compile a C program into a library."""
    (folder / "twin.c").write_text(text, encoding="utf-8")
    library = folder / "twin.so"
    subprocess.run(
        [compiler, "-O3", "-march=native", "-shared", "-fPIC", folder / "twin.c", "-o", library],
        check=True,
    )
    return ctypes.CDLL(str(library))


def positions(engine: Engine) -> np.ndarray:
    """Return states of separate games, each before a different month's first action."""
    states = np.zeros(len(MONTHS_PLANNED), state_dtype)
    worker = engine.worker()
    for game, month in enumerate(MONTHS_PLANNED):
        worker.set_up(game)
        worker.play_until("acting", month)
        states[game] = worker.state
    return states


def time_work(work: Mapping[str, Callable[[], object]], number: int) -> dict[str, float]:
    """Time each piece of work, in reverse order if ``number`` is odd.

    The result is in seconds of CPU time.
    """
    seconds = {}
    for language in work if number % 2 == 0 else reversed(list(work)):
        start = time.thread_time()
        work[language]()
        seconds[language] = time.thread_time() - start
    return seconds


def main(arguments: Sequence[str] | None = None) -> int:
    """Time Python and C in turn, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--rounds",
        type=int,
        default=200,
        help="number of times per turn that each language computes all plans",
    )
    parser.add_argument(
        "--pairs",
        type=int,
        default=40,
        help="number of times that Python and C take turns, at least 3",
    )
    options = parser.parse_args(arguments)
    if options.rounds < 1 or options.pairs < 3:
        parser.error("--rounds should be at least 1 and --pairs at least 3.")
    compiler = shutil.which("cc")
    if compiler is None:
        print("Not compared: there is no C compiler (cc) here.")
        return 0
    strategies = [load_strategy(name) for name in PLAYERS]
    engine = Engine(load(), resolve("standard"), strategies, 1)
    states = positions(engine)
    params_dtype = strategies[0].parameter_dtype()
    me_dtype = named_type(Private.dtype, planner.MEMORY)
    blocks = np.ascontiguousarray(field_of(engine.policies[0], "params")["value"])
    params = np.zeros(MAX_PLAYERS, params_dtype)
    raw = params.view(np.uint8).reshape(MAX_PLAYERS, -1)
    raw[:] = blocks.view(np.uint8)[:, : raw.shape[1]]
    compiled_states, c_states = states.copy(), states.copy()
    with tempfile.TemporaryDirectory() as folder:
        twin = compile_c(compiler, c_text(me_dtype, params_dtype), Path(folder)).plan_often
        twin.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
        work = {
            "python": lambda: plan_often(
                compiled_states["table"],
                compiled_states["seats"].view(me_dtype),
                params,
                options.rounds,
            ),
            "c": lambda: twin(
                c_states.ctypes.data, params.ctypes.data, len(c_states), options.rounds
            ),
        }
        pairs = [time_work(work, number) for number in range(options.pairs)]
    if compiled_states.tobytes() != c_states.tobytes():
        print("The plans differ: plan.c does not match balanced_0_1.py.")
        return 1
    plans = len(states) * MAX_PLAYERS * options.rounds
    for language, name in (("python", "Compiled Python"), ("c", "C, cc -O3")):
        seconds = statistics.median(pair[language] for pair in pairs) / plans
        print(f"{name}: {1e9 * seconds:.0f} ns per plan.")
    # The first pair includes the compilation.
    ratios = [pair["c"] / pair["python"] for pair in pairs[1:]]
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    print(
        f"Compiled Python runs at {middle:.2f} times the speed of C; in the middle half of the "
        f"{len(ratios)} pairs of measurements, this ratio is between {low:.2f} and {high:.2f}. "
        f"Both languages computed the same {plans:,} plans."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
