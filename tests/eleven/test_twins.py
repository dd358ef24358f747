"""Twins of a season: each makes only the requested change, at the requested time."""

from __future__ import annotations

import numpy as np
import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven import schedule
from eoc_sim.simulator.eleven.columns import TWIN_NAMES
from eoc_sim.simulator.eleven.components import load
from eoc_sim.simulator.eleven.names import RESOURCES
from eoc_sim.simulator.eleven.schedule import (
    CARD_OFF,
    EFFECT_OFF,
    LINE_UP_KNOWN,
    NO_ACTION,
    NO_EXTRA_ACTIONS,
    OFF_KINDS,
    RESOURCE_GIVEN,
    VP_OFF,
    Dealer,
    Entry,
    Schedule,
    components_off,
    timing_entries,
)
from eoc_sim.simulator.eleven.season_facts import numbers_of_sources
from eoc_sim.simulator.eleven.sizes import MAX_MANAGERS
from eoc_sim.simulator.eleven.state import CARD_OFF as BARRED
from eoc_sim.simulator.eleven.twins import Intervention, inert, read
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.runs.schedule import TwinEngine
from tests.eleven.games import engine as engine_of

SEATS = ("balanced:effort=1", "random", "quick")
WEEKS = 6
pytestmark = pytest.mark.skipif(not COMPILED, reason="seasons in pure Python take minutes")


def season_engine(*seats, **settings):
    return engine_of(*(seats or SEATS), layer="season", **settings)


@pytest.fixture(scope="module")
def engine():
    return season_engine()


def intervention(engine, request) -> Intervention:
    """Return the kernel's request as an intervention for a replayed game."""
    if request["off"]:
        number = numbers_of_sources(engine.components)[int(request["source"])]
        return inert(number, OFF_KINDS[int(request["off"]) - 1].removesuffix(" off"))
    return Intervention(
        seat=int(request["seat"]),
        week=int(request["week"]),
        resource=RESOURCES[int(request["resource"])],
        amount=int(request["amount"]),
        known=bool(request["known"]),
        day=int(request["day"]),
        denied=bool(request["denied"]),
    )


def rows_of(engine, entries, games, out_of=1):
    """Return the rows of the twins that these entries make in some games."""
    worker = TwinEngine(engine, Dealer(Schedule(tuple(entries), out_of=out_of), engine)).worker()
    return worker.play(0, games, ("twins",))["twins"]


def own_scores(rows):
    scores = np.stack([rows[f"score_{seat}"] for seat in range(MAX_MANAGERS)], axis=1)
    return scores[np.arange(len(rows)), rows["seat"]]


def test_only_existing_effects_and_vp_can_be_off():
    """TWI-1: effects, tokens' VP and cards can be switched off where they exist."""
    pairs = {(entry.thing, entry.kind) for entry in components_off(load())}
    components = load()
    tags = {tag.number: tag.clauses for tag in components.tags}
    for card in components.sheet("players"):
        assert (card.number, CARD_OFF) in pairs
        assert ((card.number, EFFECT_OFF) in pairs) == bool(tags.get(card.tag))
    for token in components.sheet("infrastructure"):
        assert ((token.number, VP_OFF) in pairs) == bool(token.vp)
    for component in (*components.sheet("staff"), *components.sheet("directors")):
        assert ((component.number, EFFECT_OFF) in pairs) == bool(component.clauses)


def compare(engine, entries, out_of, games):
    """Compare forked twins with those played from set-up; count them by kind."""
    dealer = Dealer(Schedule(tuple(entries), out_of=out_of), engine)
    twins, plain, replayer = TwinEngine(engine, dealer).worker(), engine.worker(), engine.worker()
    counts = np.zeros(len(TWIN_NAMES), int)
    managers = range(engine.players)
    for game in range(games):
        rows = twins.play(game, 1, ("twins",))["twins"]
        played = plain.play(game, 1, ("seats",))["seats"]
        left = list(rows)
        for request in dealer.interventions(game, 1)[0]:
            if not any(request[name] for name in ("off", "amount", "known", "day", "denied")):
                continue
            change = intervention(engine, request)
            twin = replayer.play(game, 1, ("seats",), change)["seats"]
            if left and matches(engine, left[0], request):
                row = left.pop(0)
                sign = 1 if TWIN_NAMES[row["twin"]] in (RESOURCE_GIVEN, LINE_UP_KNOWN) else -1
                assert (sign * (twin["score"] - played["score"])).tolist() == [
                    row[f"score_{seat}"] for seat in managers
                ]
                shares = sign * (twin["win_share"] - played["win_share"])
                assert np.allclose(shares, [row[f"win_share_{seat}"] for seat in managers])
                counts[row["twin"]] += 1
            else:  # the twin equals its game
                assert twin["score"].tolist() == played["score"].tolist()
        assert not left
    return counts


def matches(engine, row, request) -> bool:
    """Check if a row of the table of twins belongs to an intervention."""
    if TWIN_NAMES[row["twin"]] in OFF_KINDS:
        return bool(request["off"] == row["twin"] + 1 and request["source"] == row["thing"])
    return bool(
        request["off"] == 0
        and (request["seat"], request["week"], request["day"])
        == (row["seat"], row["week"], row["day"])
    )


def test_a_forked_twin_equals_its_replay(engine, pytestconfig):
    """TWI-3: every kind of twin is the same whether forked or played from set-up."""
    long = pytestconfig.getoption("--long")
    things = components_off(engine.components)
    tokens = [thing for thing in things if thing.kind == VP_OFF]
    entries = [*things[:: 1 if long else 5], *tokens, *timing_entries(WEEKS)]
    counts = compare(engine, entries, 6, 120 if long else 6)
    assert (counts > (60 if long else 0)).all(), dict(zip(TWIN_NAMES, counts, strict=True))


@pytest.mark.slow
def test_a_searchers_twin_equals_its_replay():
    """TWI-3: rollouts in a twin do not know its change."""
    searching = season_engine("expert:rollouts=24", "random", "hasty")
    entries = (*components_off(searching.components)[::9], *timing_entries(WEEKS)[::3])
    assert compare(searching, entries, 4, 8).sum() > 0


def test_absent_seats_gain_nothing(engine):
    rows = rows_of(engine, [*timing_entries(2), *components_off(engine.components)[:9]], 3)
    assert not rows["score_3"].any() and not rows["win_share_3"].any()
    assert np.allclose(sum(rows[f"win_share_{seat}"] for seat in range(3)), 0)


def test_a_barred_card_is_not_assigned(engine):
    """TWI-1: in the twin, nobody assigns the barred card to a match."""
    worker = engine.worker()
    change = inert("P07", "card")
    assert change.encode(engine)["off"] == BARRED
    for game in range(12):
        players = worker.play(game, 1, ("players",), change)["players"]
        assert not players["matches"][players["card"] == 6].any()


def test_a_tokens_vp_have_their_printed_worth():
    """TWI-1: for managers who ignore VP, a token brings exactly its VP."""
    engine = season_engine("random", "random")
    rows = rows_of(
        engine, [entry for entry in components_off(engine.components) if entry.kind == VP_OFF], 12
    )
    printed = {token.number: token.vp for token in engine.components.sheet("infrastructure")}
    numbers = numbers_of_sources(engine.components)
    assert len(rows) > 10
    gains = [int(scores) for scores in own_scores(rows)]
    # Several managers can build a token; the twin affects only its first owner.
    assert gains == [printed[numbers[thing]] for thing in rows["thing"]]


def test_a_gift_of_money_arrives_before_production():
    """TWI-2: a gift at the start of a week arrives before production."""
    plain = season_engine("random", "random").worker()
    for game in range(4):
        unchanged = plain.play(game, 1, ("weeks",))["weeks"]
        richer = plain.play(game, 1, ("weeks",), read("seat.2.week.1=3 money"))["weeks"]
        first = (unchanged["seat"] == 1) & (unchanged["week"] == 1)
        gained = richer["money_start"][first] - unchanged["money_start"][first]
        assert gained.tolist() == [3]


def test_days_without_actions_and_weeks_without_extra_actions(engine):
    """TWI-2: a twin can remove a day's action, or all extra actions from a given week onwards."""
    worker = engine.worker()
    for game in range(6):
        usual = worker.play(game, 1, ("actions",))["actions"]
        actions = worker.play(game, 1, ("actions",), read("seat.1.week.2.day.3=pass"))["actions"]
        weeks = {int(week) for week in actions["week"][actions["seat"] == 0]}
        assert weeks == {int(week) for week in usual["week"][usual["seat"] == 0]}
        later_actions = (actions["seat"] == 0) & (actions["week"] > 2) & (actions["kind"] != 4)
        assert later_actions.any()  # only one day is denied
        actions = worker.play(game, 1, ("actions",), read("seat.1.week.2.day.2=pass"))["actions"]
        denied_day = (actions["seat"] == 0) & (actions["week"] == 2) & (actions["day"] == 2)
        kinds = set(actions["kind"][denied_day].tolist())
        assert kinds <= {4, 9}  # a pass and free actions
        actions = worker.play(game, 1, ("actions",), read("seat.1.week.3.extra=denied"))["actions"]
        denied_weeks = (actions["seat"] == 0) & (actions["week"] >= 3)
        assert not actions["extra"][denied_weeks].any()


def test_a_league_has_no_schedule_of_twins():
    with pytest.raises(InputError, match="--rules league"):
        schedule.schedule_of_cards(engine_of("balanced", "quick"), 2.0, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("staff.S13=vp", "is not a twin; write"),
        ("player.P07=", "is not a twin; write"),
        ("seat.2.week.3=2 wood", "resources are money"),
        ("seat.9.week.3=2 money", "the seats are 1 to 3"),
        ("seat.1.week.9=line-up", "weeks are 1 to 6"),
        ("seat.1.week.3.day.7=pass", "days are 1 to 3"),
        ("seat.1.week.3.day.0=pass", "days are 1 to 3"),
        ("staff.S99=effect", 'no staff "S99". Did you mean'),
        ("staff.P07=effect", 'no staff "P07"'),
    ],
)
def test_twins_that_do_not_exist(engine, text, message):
    with pytest.raises(InputError, match=message):
        read(text).encode(engine)


def test_words_name_every_kind_of_twin(engine):
    """Each entry of a schedule has a text form, which `replay --twin` accepts."""
    texts = {
        EFFECT_OFF: "staff.S13=effect",
        VP_OFF: "infrastructure.I08=vp",
        CARD_OFF: "player.P07=card",
        RESOURCE_GIVEN: "seat.1.week.3=1 fans",
        LINE_UP_KNOWN: "seat.1.week.3=line-up",
        NO_ACTION: "seat.1.week.3.day.2=pass",
        NO_EXTRA_ACTIONS: "seat.1.week.3.extra=denied",
    }
    entries = {
        EFFECT_OFF: Entry(EFFECT_OFF, thing="S13"),
        VP_OFF: Entry(VP_OFF, thing="I08"),
        CARD_OFF: Entry(CARD_OFF, thing="P07"),
        RESOURCE_GIVEN: Entry(RESOURCE_GIVEN, 3, "fans"),
        LINE_UP_KNOWN: Entry(LINE_UP_KNOWN, 3),
        NO_ACTION: Entry(NO_ACTION, 3, day=2),
        NO_EXTRA_ACTIONS: Entry(NO_EXTRA_ACTIONS, 3),
    }
    assert set(texts) == set(TWIN_NAMES)
    for kind, text in texts.items():
        assert read(text) == entries[kind].intervention()
