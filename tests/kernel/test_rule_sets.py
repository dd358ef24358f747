"""Rule sets of any game: switches, presets, checks, and idle switches."""

from __future__ import annotations

import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.rule_sets import Rules, RuleSet
from eoc_sim.simulator.kernel.switches import Switch, codes, number, word

SWITCHES = {
    switch.name: switch
    for switch in (
        number("blocks", 9, 7, "Blocks of each owner.", "blocks", first=3),
        word("tokens", "losses double single off", "How far tokens grow.", "tokens"),
        word("loss_count", "space token", "The unit of a loss.", "losses"),
        Switch("third", ("auto",), range(3), "auto", "The third owner's bonus.", "third", (-1,)),
    )
}


def _check(rules: RuleSet, where: str) -> None:
    if rules["blocks"] == 9 and rules["tokens"] == "off":
        raise InputError(f"{where}Nine blocks need tokens.")


RULES = Rules(
    __name__,
    SWITCHES,
    "stadium",
    titles={"standard": "As printed"},
    idle={"loss_count": {"tokens": ("double", "single", "off"), "blocks": (3,)}},
    idle_together={"tokens": {"blocks": (8, 9), "loss_count": ("token",)}},
    players_needed={"third": 3},
    check=_check,
)


def test_a_game_without_presets_has_the_standard_one():
    assert RULES.preset_names() == ["standard"]
    assert RULES.resolve() == RULES.standard
    assert dict(RULES.standard) == {
        "blocks": 7,
        "tokens": "losses",
        "loss_count": "space",
        "third": "auto",
    }
    assert RULES.titled_presets() == {"As printed": {}}


def test_codes_match_the_encoded_rule_set():
    by_value = codes(SWITCHES["tokens"])
    assert (by_value.LOSSES, by_value.DOUBLE, by_value.SINGLE, by_value.OFF) == (0, 1, 2, 3)
    encoded = RULES.resolve("standard", {"tokens": "single", "blocks": 4}).encode()
    assert encoded == {"blocks": 4, "tokens": by_value.SINGLE, "loss_count": 0, "third": -1}


def test_idle_switches_are_explained_in_words():
    assert RULES.standard.idle() == []
    assert RULES.standard.idle(2) == ["third"] and RULES.standard.idle(3) == []
    for settings in ({"tokens": "double"}, {"tokens": "off"}, {"blocks": 3}):
        assert RULES.resolve("standard", settings).idle() == ["loss_count"]
    assert RULES.idle_when("loss_count") == [
        "with tokens = double, single or off",
        "with blocks = 3",
    ]
    for settings in ({"blocks": 8}, {"loss_count": "token"}):
        assert RULES.resolve("standard", settings).idle() == []
    assert RULES.resolve("standard", {"blocks": 8, "loss_count": "token"}).idle() == ["tokens"]
    assert RULES.idle_when("tokens") == ["with blocks = 8 or 9 and loss_count = token"]
    assert RULES.idle_when("third") == ["with fewer than 3 players"]
    assert RULES.idle_when("blocks") == []


def test_a_sentence_has_only_the_conditions_that_hold():
    (sentence,) = RULES.resolve("standard", {"blocks": 3, "loss_count": "token"}).idle_sentences(4)
    assert sentence == "loss_count = token has no effect with blocks = 3 (SWI-1)."


def test_excluded_combinations_are_refused_where_they_are_set(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('blocks = 9\ntokens = "off"\n')
    with pytest.raises(InputError, match=r"^.*house\.toml: Nine blocks need tokens\.$"):
        RULES.resolve(str(file))
    with pytest.raises(InputError, match="^Nine blocks need tokens"):
        RULES.resolve("standard", {"blocks": 9}).with_settings({"tokens": "off"})


def test_rule_sets_of_two_games_differ():
    other = Rules(__name__, SWITCHES, "stadium")
    assert RULES.standard != other.standard
    assert {RULES.standard: 1}[RULES.resolve("standard", {"blocks": "7"})] == 1
