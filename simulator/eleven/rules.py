"""Rule sets of Eleven: the allowed combinations of switches (SWI-1)."""

from __future__ import annotations

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven.component_cells import is_off
from eoc_sim.simulator.eleven.components import (
    DEALT_SHEETS,
    NEW_CONTENT,
    Components,
    check_clubs,
    check_dealt,
)
from eoc_sim.simulator.eleven.leaflet_rows import NO_VETERAN
from eoc_sim.simulator.eleven.names import (
    EPIC_DECKS_OF_DIVISION,
    LAST_PAIRED_WEEK,
    MEASURES_OF_GOALS,
)
from eoc_sim.simulator.eleven.scenarios import played_rules, scenario_of
from eoc_sim.simulator.eleven.season_rows import in_play
from eoc_sim.simulator.eleven.sizes import MAX_MANAGERS, MAX_WEEKS, UNIQUE_SIDES
from eoc_sim.simulator.eleven.switches import (
    BETTING_SWITCHES,
    LEAGUE_SWITCHES,
    REFEREE_SWITCHES,
    SWITCHES,
    is_epic,
)
from eoc_sim.simulator.kernel.rule_sets import STANDARD, Rules, RuleSet

RULES_VERSION = "1"
"""The version of the rules.

It is incremented whenever the same rules and seed lead to a different game.
"""

MIN_MANAGERS = 2
"""The minimum number of managers in a game that is not solo (SOLO-1)."""
DEALS = ("asking", "refusals", "youngster_resale")
"""The switches of deals that also apply in the Winter Break (EPI-6)."""
EPIC = ("ignore_token", "winter_drop", "winter_income", "winter_rounds")


def _check(rules: RuleSet, prefix: str) -> None:
    """Refuse values that conflict (SWI-1)."""
    if rules["league_matches"] == "on" and int(rules["weeks"]) < LAST_PAIRED_WEEK:
        raise InputError(
            f"{prefix}league_matches = on needs at least {LAST_PAIRED_WEEK} weeks, not "
            f"{rules['weeks']} (SWI-1)."
        )
    if not is_epic(rules):
        return
    if rules["division"] not in EPIC_DECKS_OF_DIVISION:
        raise InputError(
            f"{prefix}epic = on needs three decks of clubs, which division {rules['division']} "
            "does not have: play it in division 3 or 2 (EPI-1)."
        )
    if rules["weeks"] != SWITCHES["weeks"].default:
        refuse_weeks(rules, prefix)


def refuse_weeks(rules: RuleSet, prefix: str = "") -> None:
    """EPI-1, SWI-1: raise the error for a wrong number of weeks in Epic."""
    raise InputError(
        f"{prefix}epic = on has {MAX_WEEKS} weeks, so weeks = {rules['weeks']} is refused: "
        "leave weeks out (EPI-1)."
    )


def _check_game(rules: RuleSet, components: Components, managers: int) -> None:
    """Refuse manager counts and content that the rules do not allow (SET-1, SET-2, SWI-1)."""
    _check_solo(rules, components, managers)
    rules = played_rules(rules, components)
    _check_content(rules, components, managers)
    names = {sheet: f"{sheet}.csv" for sheet in components.sheets}
    in_game = components.in_game(rules)
    check_clubs(names["opponents"], in_game.clubs)
    if rules["layer"] == "season":
        check_dealt(names, in_game, managers, _sheets_dealt(rules, components), is_epic(rules))


def _sheets_dealt(rules: RuleSet, components: Components) -> list[str]:
    """List the sheets from which managers are dealt cards (SET-4 to SET-6, SOLO-1)."""
    scenario = scenario_of(rules, components)
    not_dealt = {"veterans"} if scenario is not None and scenario.change(NO_VETERAN) else set()
    return [sheet for sheet in DEALT_SHEETS if sheet not in not_dealt and not is_off(sheet, rules)]


def refuse_division(rules: RuleSet, components: Components) -> None:
    """SWI-1: raise the error for a division other than the scenario's.

    Without a scenario, no error is raised.
    """
    scenario = scenario_of(rules, components)
    if scenario is not None:
        raise InputError(
            f"Scenario {scenario.number} is played in division {scenario.division}, not "
            f"{rules['division']} (SOLO-1, SWI-1). Leave division out."
        )


def _check_solo(rules: RuleSet, components: Components, managers: int) -> None:
    """SET-1, SOLO-1, SWI-1: check the number of managers, and the settings of a solo game."""
    if rules["solo"] == "off":
        if not MIN_MANAGERS <= managers <= MAX_MANAGERS:
            hint = " One manager plays solo: --rules solo." if managers == 1 else ""
            raise InputError(
                f"Eleven has {MIN_MANAGERS} to {MAX_MANAGERS} managers, not {managers}, unless it "
                f"is played solo (SET-1).{hint}"
            )
        return
    if managers != 1:
        raise InputError(
            f"A solo game has 1 manager, not {managers}; the board takes the other seat (SOLO-1)."
        )
    if rules["layer"] == "league":
        raise InputError(
            "A solo game is a whole season: leave layer = league out, or play with 2 to 4 managers "
            "(SOLO-1, SWI-1)."
        )
    scenario = scenario_of(rules, components)
    if scenario is None:
        return
    if rules["division"] not in (SWITCHES["division"].default, scenario.division):
        refuse_division(rules, components)
    needs_objective = any(MEASURES_OF_GOALS[part.measure] == "objective" for part in scenario.goal)
    if needs_objective and rules["objectives"] == "off":
        raise InputError(
            f"Scenario {scenario.number} asks for an objective, so it cannot be combined with "
            "objectives = off (SOLO-1, SWI-1)."
        )


def _check_content(rules: RuleSet, components: Components, managers: int) -> None:
    """SWI-1: refuse new content or modules that lack rows in the data."""
    for switch, sheet in NEW_CONTENT.items():
        if rules[switch] == "on" and not components.new_rows(switch):
            raise InputError(
                f'{switch} = on needs rows with the set "leaflet" in {sheet}.csv, but there are '
                "none (SWI-1)."
            )
    cards = sum(map(in_play, components.unique_cards))
    if rules["unique_cards"] == "on" and cards < UNIQUE_SIDES * managers:
        raise InputError(
            f"unique_cards = on needs {UNIQUE_SIDES * managers} rows in unique_cards.csv for "
            f"{managers} managers, but there are {cards} (EXT-1, SWI-1)."
        )
    if rules["market"] == "on" and not any(map(in_play, components.transfers)):
        raise InputError(
            "The market needs a transfer card in play, but all transfer cards are absent (MKT-1)."
        )


_WITHOUT_LEAGUE_MATCHES: dict[str, tuple[str | int, ...]] = {
    "league_matches": ("off",),
    "solo": ("on",),
}
"""The switch values under which managers never play each other (PVP-1)."""
_SEASON: dict[str, dict[str, tuple[str | int, ...]]] = {
    "board_meetings": {"directors": ("off",)},
    "board_tie": {"directors": ("off",), "board_meetings": ("off",)},
    "extra_cost": {"extra_per_day": (0,)},
    "market_staff": {"staff": ("off",)},
    "objective_vp": {"objectives": ("off",), "epic": ("on",)},
    "staff_places": {"staff": ("off",)},
    "unpaid": {"upkeep": ("off",)},
    "new_sponsors": {"sponsors": ("off",)},
    "new_staff": {"staff": ("off",)},
    "new_directors": {"directors": ("off",)},
    "new_board_meetings": {"directors": ("off",), "board_meetings": ("off",)},
    "new_objectives": {"objectives": ("off",)},
    "new_tokens": {"stadium": ("off",)},
    **{name: {"epic": ("off",)} for name in EPIC},
    **{
        name: {"transfers": ("off",), "solo": ("on",)}
        for name in ("auction_bonus", "no_bid", "seller_may_refuse")
    },
    **{name: {"solo": ("on",)} for name in ("transfers", *DEALS)},
    "refresh": {"weeks": (1,)},
}
"""Values of other switches that make a switch of the season idle.

The league layer makes all of them idle.
"""

RULES = Rules(
    __name__,
    SWITCHES,
    "eleven",
    titles={
        STANDARD: "The season",
        "league": "Only the league",
        "referees": "The season with referees",
        "solo": "A scenario",
        "epic": "The Epic league",
        "leaflet": "The leaflet's modules",
    },
    idle={
        **{name: {"layer": ("league",)} for name in SWITCHES if name not in LEAGUE_SWITCHES},
        "profile": {"layer": ("season",)},
        "scenario": {"solo": ("off",)},
        "formations": {"tactics": ("off",)},
        "start_tactics": {"tactics": ("off",)},
        **{name: {"layer": ("league",), **conditions} for name, conditions in _SEASON.items()},
        **{name: {"betting": ("off",)} for name in BETTING_SWITCHES},
        **{name: {"layer": ("league",), "referees": ("off",)} for name in REFEREE_SWITCHES},
        "inexperienced": {
            "layer": ("league",),
            "referees": ("off",),
            "consequences": ("off",),
        },
        "league_matches": {"solo": ("on",)},
        "first_manager": {"solo": ("on",), "weeks": (1,)},
        "fresh_gloves": _WITHOUT_LEAGUE_MATCHES,
        **{
            name: {"layer": ("league",), **_WITHOUT_LEAGUE_MATCHES}
            for name in ("shootout", "second_half_effects")
        },
        "pvp_formations": {"tactics": ("off",), **_WITHOUT_LEAGUE_MATCHES},
    },
    check=_check,
    idle_together={
        # In a match between managers, the one earlier in turn order is the Host (PVP-3).
        "first_manager": {
            "layer": ("league",),
            "schedule": ("rotated",),
            "league_matches": ("off",),
        },
        # In division 3, only Epic's third deck has new line-ups.
        "new_lineups": {"division": (3,), "epic": ("off",)},
        **{name: {"transfers": ("off",), "epic": ("off",)} for name in DEALS},
    },
    check_game=_check_game,
)
