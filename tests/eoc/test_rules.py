"""Switches, presets, rule files and the check of the deck's size (SWI, SET-1, DRA-8)."""

from __future__ import annotations

import pickle
from pathlib import Path
from unittest.mock import Mock

import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.rules import (
    STANDARD_RULES,
    SWITCHES,
    check_deck,
    check_players,
    count_needed_cards,
    preset_names,
    resolve,
)

# The table of SWI, row by row: switch, values, standard, family, cutthroat, solo. "-" means the
# value of the standard game.
TABLE = """
start_bucks    | 0..60                                   | 7          | -        | -         | -
seeded_months  | 0..12                                   | 12         | -        | 0         | -
hand           | 1..5                                    | 2          | 3        | -         | 4
dealer_bonus   | 0..2                                    | 1          | -        | -         | 0
pool_start     | auto, 2xplayers, 0..12                  | auto       | 2xplayers| -         | -
stash          | choose4of6, deal5, open_draft, starter  | choose4of6 | deal5    | -         | -
coach_choice   | random, reverse_turn_order              | random     | -        | -         | -
coaches        | on, off                                 | on         | -        | -         | -
boards         | on, off                                 | on         | -        | -         | -
regions        | random, clockwise                       | random     | -        | -         | -
state_values   | fixed, shuffled                         | fixed      | -        | -         | -
vmd            | on, off                                 | on         | off      | -         | -
dice_use       | standard, any_month                     | standard   | any_month| -         | -
dice_draft     | shared, exclusive                       | shared     | -        | exclusive | -
dice_order     | rounds, snake, together                 | rounds     | -        | -         | -
dice_repeats   | auto, 1, 2                              | auto       | -        | -         | -
trade_fee      | bb1, stars2, ec2, none                  | bb1        | none     | stars2    | -
free_moves     | printed, three, none, none_at_all       | printed    | three    | none      | none
packages       | lost, refunded                          | lost       | refunded | -         | -
auction        | off, on                                 | off        | -        | -         | -
chain          | on, off, back_in_february               | on         | -        | -         | -
pick_order     | printed, reversed                       | printed    | -        | -         | -
order_bucks_1  | 0..20                                   | 0          | -        | -         | -
order_bucks_2  | 0..20                                   | 0          | -        | -         | -
order_bucks_3  | 0..20                                   | 0          | -        | -         | -
order_bucks_4  | 0..20                                   | 0          | -        | -         | -
order_stars_1  | 0..20                                   | 0          | -        | -         | -
order_stars_2  | 0..20                                   | 0          | -        | -         | -
order_stars_3  | 0..20                                   | 0          | -        | -         | -
order_stars_4  | 0..20                                   | 0          | -        | -         | -
tiebreak2      | positions, recruits                     | positions  | -        | -         | -
ties           | broken, shared                          | broken     | shared   | -         | -
solo           | off, on                                 | off        | -        | -         | on
"""
ROWS = [[cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()]


def values_of(cell: str) -> list[str]:
    values: list[str] = []
    for part in cell.split(", "):
        if ".." in part:
            first, last = part.split("..")
            values.extend(str(number) for number in range(int(first), int(last) + 1))
        else:
            values.append(part)
    return values


def test_the_switches_are_those_of_the_table_in_its_order():
    assert list(SWITCHES) == [row[0] for row in ROWS]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_switch_takes_only_the_values_of_its_row(row):
    switch = SWITCHES[row[0]]
    values = values_of(row[1])
    accepted = [value for value in values if str(switch.parse(value)) == value]
    assert accepted == values
    assert switch.default == switch.parse(row[2])
    for wrong in ("", "nonsense", "-1", "61", "1.5", "nan"):
        with pytest.raises(InputError, match=switch.name):
            switch.parse(wrong)


@pytest.mark.parametrize(("column", "preset"), [(3, "family"), (4, "cutthroat"), (5, "solo")])
def test_a_preset_equals_its_column(column, preset):
    rules = resolve(preset)
    for row in ROWS:
        expected = row[2] if row[column] == "-" else row[column]
        assert str(rules[row[0]]) == expected, row[0]


def test_standard_has_every_default():
    assert resolve("standard") == resolve() == STANDARD_RULES
    assert resolve().differences() == []
    assert preset_names() == ["standard", "cutthroat", "family", "solo"]


def test_words_are_numbered_in_the_order_of_the_table():
    for row in ROWS:
        switch = SWITCHES[row[0]]
        if switch.numbers is None:
            codes = [switch.encode(value) for value in values_of(row[1])]
            assert codes == list(range(len(codes)))
    pool = SWITCHES["pool_start"]
    assert [pool.encode(pool.parse(text)) for text in ("auto", "2xplayers", "0", "12")] == [
        -1,
        -2,
        0,
        12,
    ]
    repeats = SWITCHES["dice_repeats"]
    assert [repeats.encode(repeats.parse(text)) for text in ("auto", "1", "2")] == [0, 1, 2]


def test_every_switch_has_its_field_in_the_table_record():
    from eoc_sim.simulator.eoc.state import Table

    fields = [name for name in Table.dtype.names or () if name.startswith("rule_")]
    assert fields == [f"rule_{name}" for name in STANDARD_RULES.encode()]


def test_settings_in_sloppy_form_are_accepted():
    rules = resolve("standard", {"hand": "3.0", "stash": " Deal5 ", "vmd": False})
    assert (rules["hand"], rules["stash"], rules["vmd"]) == (3, "deal5", "off")


def test_rule_sets_are_equal_and_hash_alike_by_value():
    assert resolve("standard", {"hand": "2"}) == STANDARD_RULES
    assert len({resolve(), resolve("standard", {"hand": "2"}), resolve("family")}) == 2


def test_a_rule_set_is_the_same_in_another_process():
    sent = pickle.loads(pickle.dumps(resolve("family")))
    assert sent == resolve("family") and sent.rules is STANDARD_RULES.rules


def test_differences_name_non_standard_values():
    assert resolve("standard", {"vmd": "off", "hand": "3"}).differences() == [
        ("hand", 3, 2),
        ("vmd", "off", "on"),
    ]


def test_a_rule_file_starts_from_a_preset(tmp_path: Path):
    path = tmp_path / "house.toml"
    path.write_text('preset = "family"\nhand = 2\ncoaches = false\n', encoding="utf-8-sig")
    rules = resolve(str(path), {"vmd": "on"})
    assert (rules["hand"], rules["coaches"], rules["vmd"], rules["stash"]) == (
        2,
        "off",
        "on",
        "deal5",
    )


def test_a_data_folder_has_its_own_presets(tmp_path: Path):
    (tmp_path / "presets").mkdir()
    (tmp_path / "presets" / "club.toml").write_text("hand = 4\n")
    assert resolve("club", data=tmp_path)["hand"] == 4
    assert "club" in preset_names(tmp_path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hnad = 2", 'There is no switch "hnad". Did you mean "hand"?'),
        ("hand = 9", "hand (DRA-1) cannot be '9'; it may be 1 to 5"),
        ("hand = [2]", "at the file's top level, not a table or a list."),
        ("[rules]\nhand = 2", "rules must be a switch with a single value"),
        ("hand = ", "not valid TOML"),
        ('preset = "famly"', 'There is no preset "famly". Did you mean "family"?'),
        ("preset = 3", "preset must be the name of a preset"),
        ('solo = "on"\nauction = "on"', "nobody to bid"),
        ('stash = "deal6"', 'Did you mean "deal5"?'),
    ],
)
def test_an_invalid_rule_file_gives_one_sentence(tmp_path: Path, text: str, sentence: str):
    path = tmp_path / "house.toml"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        resolve(str(path))
    assert sentence in str(error.value)
    if "preset" not in text:
        assert "house.toml" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_starts_from_itself_is_refused(tmp_path: Path):
    path = tmp_path / "loop.toml"
    path.write_text(f"preset = '{path}'\n")
    with pytest.raises(InputError, match="leads back"):
        resolve(str(path))


def test_unknown_presets_and_files_are_refused():
    with pytest.raises(InputError, match='Did you mean "cutthroat"'):
        resolve("cutthroats")
    with pytest.raises(InputError, match="no rule file"):
        resolve("nowhere/house.toml")


@pytest.mark.parametrize(
    "settings",
    [{"auction": "on"}, {"dice_draft": "exclusive"}, {"pool_start": "0"}, {"stash": "starter"}],
    ids=str,
)
def test_impossible_pairs_with_solo_are_refused(settings):
    """SWI-1: pairs that solo excludes are refused."""
    with pytest.raises(InputError, match="SWI-1"):
        resolve("solo", settings)


def test_exclusive_dice_of_any_month_are_legal():
    """SWI-1: exclusive dice may be combined with dice of any month."""
    rules = resolve("cutthroat", {"dice_use": "any_month"})
    assert rules.idle() == []


def test_idle_switches_are_named():
    """SWI-1: idle switches are named."""
    assert resolve().idle() == ["dice_order", "dice_repeats"]
    assert "coach_choice" in resolve("standard", {"coaches": "off"}).idle()
    assert "tiebreak2" in resolve("family").idle()
    assert {"regions", "chain", "pick_order", "order_bucks_2"} <= set(resolve("solo").idle(1))
    assert "order_stars_1" not in resolve("solo").idle(1)
    assert "order_stars_4" in resolve().idle(3) and "order_stars_3" not in resolve().idle(3)


@pytest.mark.parametrize("chain", ["off", "back_in_february"])
def test_the_auction_needs_the_chain(chain):
    """SWI-1, END-6: the auction needs the chain."""
    with pytest.raises(InputError, match="auction.*chain.*SWI-1"):
        resolve("standard", {"auction": "on", "chain": chain})


def test_player_counts():
    """SET-1, SOLO-1, SWI-1: each rule set limits the number of players."""
    for players in (2, 3, 4):
        check_players(STANDARD_RULES, players)
    check_players(resolve("solo"), 1)
    for rules, players in ((STANDARD_RULES, 1), (STANDARD_RULES, 5), (resolve("solo"), 2)):
        with pytest.raises(InputError, match=str(players)):
            check_players(rules, players)
    no_repeats = resolve("cutthroat", {"dice_repeats": "1"})
    check_players(no_repeats, 3)
    with pytest.raises(InputError, match="dice_repeats"):
        check_players(no_repeats, 4)
    check_players(resolve("standard", {"dice_repeats": "1"}), 4)


def test_120_cards_suffice_for_all_presets():
    """DRA-8: no preset needs a deck of more than 120 cards."""
    for name in preset_names():
        rules = resolve(name)
        for players in (1,) if name == "solo" else (2, 3, 4):
            check_deck(rules, players, 120)


def test_the_most_cards_out_of_the_deck_at_once():
    """DRA-8: count by hand how many cards can be out of the deck at once.

    In the standard game with 4 players, the most are out when February's cards are dealt: 16 in
    stashes, 4 * 11 = 44 drafted and played, 9 in hands, and 1 + 5 + 5 in the pool, which had 1 card
    left after November and grew by 9 - 4 in December and again in January.
    """
    assert count_needed_cards(STANDARD_RULES, 4) == 80
    # Family: 20 + 44 + 1 + 9 + 9 + 13.
    assert count_needed_cards(resolve("family"), 4) == 96
    # Solo has no pool: 4 in the stash, 11 played, 4 in hand.
    assert count_needed_cards(resolve("solo"), 1) == 19


def test_a_deck_that_is_too_small_is_refused():
    """DRA-8: the message says how many cards are needed."""
    check_deck(STANDARD_RULES, 4, 80)
    with pytest.raises(InputError, match="it has only 79"):
        check_deck(STANDARD_RULES, 4, 79)
    greedy = resolve("standard", {"hand": "5", "dealer_bonus": "2", "stash": "deal5"})
    with pytest.raises(InputError, match="DRA-8"):
        check_deck(greedy, 4, 120)


def test_an_unreadable_rule_file_gives_the_reason(tmp_path, monkeypatch):
    file = tmp_path / "mine.toml"
    file.write_bytes(b"hand = 3 # \xff")
    with pytest.raises(InputError, match=r"mine.toml is not UTF-8 text\.$"):
        resolve(str(file))
    refused = PermissionError(13, "Permission denied", str(file))
    monkeypatch.setattr(Path, "open", Mock(side_effect=refused))
    with pytest.raises(InputError, match=r"mine.toml cannot be read: Permission denied\.$"):
        resolve(str(file))
