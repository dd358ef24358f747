"""Entry points for Python: both layers, without and with modules.

Each compiles only what it plays (LAY-1, LAY-3).
"""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.eleven import (
    hidden,
    league_set_up,
    modules_hidden,
    modules_play,
    modules_tables,
    play,
    search,
    season_hidden,
    season_play,
    season_set_up,
)
from eoc_sim.simulator.eleven.decisions import ASK_JUDGE, ASK_PROPOSE
from eoc_sim.simulator.eleven.interventions import intervene, parting_round
from eoc_sim.simulator.eleven.state import (
    BEGINNING,
    GAME_OVER,
    MEMORY,
    clear_order,
    copy_ledger,
    copy_state,
)
from eoc_sim.simulator.eleven.tables import write_league, write_league_modules, write_season
from eoc_sim.simulator.eleven.twin_rows import write_twin
from eoc_sim.simulator.kernel.compiled import compiled_entry
from eoc_sim.simulator.kernel.entry import make_serve
from eoc_sim.simulator.kernel.played_game import PlayedGame, SearchFunctions, TwinFunctions

ROUND_FIELD = "week"


def _make_serve(
    set_up: Any,
    play_step: Any,
    redeal: Any,
    write_rows: Any,
    search: SearchFunctions | None = None,
    twins: TwinFunctions | None = None,
) -> Any:
    """Make the serving function of a kernel."""
    return make_serve(
        PlayedGame(
            set_up,
            play_step,
            redeal,
            write_rows,
            copy_state,
            copy_ledger,
            clear_order,
            game_over=GAME_OVER,
            round_field=ROUND_FIELD,
            search=search,
            twins=twins,
        )
    )


league_serving = _make_serve(league_set_up.set_up, play.play_step, hidden.redeal, write_league)
league_modules_serving = _make_serve(
    modules_play.set_up_league, modules_play.play_league_step, hidden.redeal, write_league_modules
)
season_search = SearchFunctions(
    search.deciding_seat,
    search.stream,
    search.value,
    search.completed_weeks,
    memory=MEMORY,
    propose=ASK_PROPOSE,
    judge=ASK_JUDGE,
)
season_twins = TwinFunctions(parting_round, intervene, write_twin, beginning=BEGINNING)
season_serving = _make_serve(
    season_set_up.set_up,
    season_play.play_step,
    season_hidden.redeal,
    write_season,
    season_search,
    season_twins,
)
season_modules_serving = _make_serve(
    modules_play.set_up_season,
    modules_play.play_step,
    modules_hidden.redeal,
    modules_tables.write_modules,
    season_search,
    season_twins,
)


# `Kernel.ask` passes `ends` to the entry points of all games; Eleven has no use for it.


@compiled_entry
def serve_league(states, other_states, traces, policy_sets, requests, ends, rows, counts):
    """Serve ``requests[0]`` in a league, as `kernel.entry.make_serve` describes."""
    return league_serving(states, other_states, traces, policy_sets, requests, rows, counts)


@compiled_entry
def serve_season(states, other_states, traces, policy_sets, requests, ends, rows, counts):
    """Serve ``requests[0]`` in a season, as `kernel.entry.make_serve` describes."""
    return season_serving(states, other_states, traces, policy_sets, requests, rows, counts)


@compiled_entry
def serve_modules(states, other_states, traces, policy_sets, requests, ends, rows, counts):
    """Serve ``requests[0]`` in a season with modules, as `kernel.entry.make_serve` describes."""
    return season_modules_serving(states, other_states, traces, policy_sets, requests, rows, counts)


@compiled_entry
def serve_league_modules(states, other_states, traces, policy_sets, requests, ends, rows, counts):
    """Serve ``requests[0]`` in a league with modules, as `kernel.entry.make_serve` describes."""
    return league_modules_serving(states, other_states, traces, policy_sets, requests, rows, counts)
