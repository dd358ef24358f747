"""Rule sets: a value for every switch (SWI), from presets, rule files and single settings.

A rule set gives every switch a value. It starts from a preset (a file in ``data/eoc/presets``) or
a rule file (TOML: ``switch = value``, and ``preset = "name"`` to start from another preset), and
single settings change it further:

>>> rules = resolve("family", {"hand": "2"})
>>> rules["hand"], rules["vmd"], rules["start_bucks"]
(2, 'off', 7)
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.eoc.switches import SWITCHES, Switch, Value
from eoc_sim.simulator.runs.game import Preset

RULES_VERSION = "3"
"""Raised whenever the same rule set and seed play another game than before."""

STANDARD = "standard"
MONTHS = 12
MOST_PLAYERS = 4
# The months after which the pool is cleared (END-2): May, August, November.
POOL_CLEARED_AFTER = (3, 6, 9)

IDLE: dict[str, dict[str, Value]] = {
    "dice_order": {"dice_draft": "shared"},
    "dice_repeats": {"dice_draft": "shared"},
    "coach_choice": {"coaches": "off"},
    "tiebreak2": {"ties": "shared"},
    # The only player's region is drawn in its own way (RND-2).
    "regions": {"solo": "on"},
    # There is no Chain, and nobody to draft before (SOLO-6).
    "chain": {"solo": "on"},
    "pick_order": {"solo": "on"},
}
"""The switches that change nothing while another has the value named (SWI-1); besides them, those
of places in the turn order that nobody has."""

_PLACES = {name: place for place, name in enumerate(SWITCHES)}


@dataclass(frozen=True)
class RuleSet(Mapping[str, Value]):
    """A value for every switch, in the order of :data:`SWITCHES`; hashable."""

    values_in_order: tuple[Value, ...]

    def __getitem__(self, name: str) -> Value:
        return self.values_in_order[_PLACES[name]]

    def __iter__(self) -> Iterator[str]:
        return iter(SWITCHES)

    def __len__(self) -> int:
        return len(SWITCHES)

    def with_settings(self, settings: Mapping[str, object], where: str = "") -> RuleSet:
        """This rule set with some switches changed and the whole checked again (SWI-1)."""
        values = dict(self)
        for name, given in settings.items():
            switch = _known(name, where)
            values[switch.name] = switch.parse(given, where)
        changed = RuleSet(tuple(values.values()))
        _refuse_impossible_pairs(changed, where)
        return changed

    def encode(self) -> dict[str, int]:
        """Every switch's value as the engine's number, by switch name."""
        return {name: SWITCHES[name].encode(value) for name, value in self.items()}

    def differences(self) -> list[tuple[str, Value, Value]]:
        """Where these rules are not the standard ones: (switch, value here, standard value)."""
        return [
            (name, value, SWITCHES[name].default)
            for name, value in self.items()
            if value != SWITCHES[name].default
        ]

    def idle(self, players: int = MOST_PLAYERS) -> list[str]:
        """The switches whose value changes nothing under the others' values (SWI-1)."""
        if self["solo"] == "on":
            players = 1
        idle = {
            name for name, others in IDLE.items()
            if any(self[other] == value for other, value in others.items())
        }
        for place in range(players + 1, MOST_PLAYERS + 1):
            idle |= {f"order_bucks_{place}", f"order_stars_{place}"}
        return [name for name in SWITCHES if name in idle]


def _known(name: str, where: str = "") -> Switch:
    switch = SWITCHES.get(name.strip())
    if switch is None:
        raise InputError(
            f'{where}There is no switch "{name}".{nearest(name, SWITCHES)} '
            f"The switches are {', '.join(SWITCHES)}."
        )
    return switch


def _refuse_impossible_pairs(rules: RuleSet, where: str = "") -> None:
    """SWI-1, as far as it does not depend on the number of players or cards."""
    if rules["auction"] == "on" and rules["chain"] != "on":
        raise InputError(
            f"{where}The auction is held for the Chain, so it cannot go with chain = "
            f"{rules['chain']} (SWI-1). Use chain = on, or auction = off."
        )
    if rules["solo"] == "off":
        return
    for name, needed, reason in (
        ("auction", "off", "there is nobody to bid"),
        ("dice_draft", "shared", "there is nobody to draft dice from"),
        ("pool_start", "auto", "there is no Discard Pool"),
        ("stash", "choose4of6", "the Secret Stash is always 4 of 6 cards"),
    ):
        if rules[name] != needed:
            raise InputError(
                f"{where}Solo games cannot have {name} = {rules[name]}: {reason} (SWI-1). "
                f"Use {name} = {needed}."
            )


STANDARD_RULES = RuleSet(tuple(switch.default for switch in SWITCHES.values()))


def idle_when(name: str) -> list[str]:
    """When a switch changes nothing, in words: each is enough by itself (SWI-1).

    >>> idle_when("order_bucks_3")
    ['with fewer than 3 players']
    """
    found = [f"with {other} = {value}" for other, value in IDLE.get(name, {}).items()]
    place = name.rpartition("_")[2]
    if name.startswith(("order_bucks_", "order_stars_")) and int(place) > 1:
        found.append(f"with fewer than {place} players")
    return found


def values_as_texts(preset_or_file: str, data: str | None = None) -> dict[str, str]:
    """What a preset or a rule file says of every switch, as `resolve` reads it."""
    return {name: str(value) for name, value in resolve(preset_or_file, {}, _folder(data)).items()}


def presets_with(data: str | None = None) -> list[str]:
    """As `preset_names`, of what ``--data`` names: a sheet brings no presets."""
    return preset_names(_folder(data))


PRESET_TITLES = {"standard": "Standard game", "cutthroat": "Cut-throat", "solo": "Solo game"}
"""What the rulebook calls a preset, where it is not its name."""


def titled_presets() -> tuple[Preset, ...]:
    """The presets of the package as a page calls them, the default first."""
    usual = values_as_texts(STANDARD)
    return tuple(
        Preset(
            PRESET_TITLES.get(name, f"{name.capitalize()} game"),
            {
                switch: value for switch, value in values_as_texts(name).items()
                if value != usual[switch]
            },
        )
        for name in preset_names()
    )


def _folder(data: str | None) -> Path | None:
    """The folder that ``--data`` names, None if it names a sheet or nothing."""
    if data is not None and not Path(data).exists():
        raise InputError(f"There is no folder or sheet {data}.")
    return None if data is None or not Path(data).is_dir() else Path(data)


def preset_names(data: Path | None = None) -> list[str]:
    """The presets of the package, and those of a data folder beside them."""
    names = {
        entry.name.removesuffix(".toml")
        for entry in resources.files("eoc_sim.data").joinpath("eoc", "presets").iterdir()
        if entry.name.endswith(".toml")
    }
    if data is not None and (data / "presets").is_dir():
        names |= {path.stem for path in (data / "presets").glob("*.toml")}
    return sorted(names, key=lambda name: (name != STANDARD, name))


def resolve(
    preset_or_file: str = STANDARD,
    settings: Mapping[str, object] | None = None,
    data: Path | None = None,
) -> RuleSet:
    """The rule set of a preset's name or a rule file, with ``settings`` applied on top.

    ``data`` is a folder laid out like ``data/eoc``: its ``presets`` come before the package's.
    """
    return _read(preset_or_file, data, ()).with_settings(settings or {})


def _read(preset_or_file: str, data: Path | None, seen: tuple[str, ...]) -> RuleSet:
    looks_like_file = preset_or_file.lower().endswith(".toml") or "/" in preset_or_file
    if looks_like_file:
        path = Path(preset_or_file)
        if not path.is_file():
            raise InputError(f"There is no rule file {preset_or_file}.")
        try:
            text = path.read_text(encoding="utf-8-sig")
        except OSError as error:
            raise InputError(
                f"The rule file {preset_or_file} cannot be read: {error.strerror}."
            ) from error
        except UnicodeDecodeError:
            raise InputError(f"The rule file {preset_or_file} is not a text in UTF-8.") from None
    else:
        text = _preset_text(preset_or_file, data)
    where = f"{preset_or_file}: " if looks_like_file else f"Preset {preset_or_file}: "
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{where}This is not valid TOML: {error}.") from error
    rules = STANDARD_RULES
    if "preset" in values:
        start = values.pop("preset")
        if not isinstance(start, str):
            raise InputError(f"{where}preset must be the name of a preset, not {start!r}.")
        if start in (*seen, preset_or_file):
            raise InputError(f'{where}preset = "{start}" leads back to this file.')
        rules = _read(start, data, (*seen, preset_or_file))
    for name, given in values.items():
        if isinstance(given, dict | list):
            raise InputError(
                f"{where}{name} must be a single value of a switch, at the file's top level, "
                f"not a table or a list.{nearest(name, SWITCHES)}"
            )
    return rules.with_settings(values, where)


def _preset_text(name: str, data: Path | None) -> str:
    names = preset_names(data)
    if name not in names:
        raise InputError(
            f'There is no preset "{name}".{nearest(name, names)} '
            f"The presets are {', '.join(names)}; a rule file's name ends in .toml."
        )
    if data is not None:
        own = data / "presets" / f"{name}.toml"
        if own.is_file():
            return own.read_text(encoding="utf-8-sig")
    folder = resources.files("eoc_sim.data").joinpath("eoc", "presets")
    return folder.joinpath(f"{name}.toml").read_text(encoding="utf-8")


def check_players(rules: RuleSet, players: int) -> None:
    """Refuses a number of players that the rules do not allow (SET-1, SOLO-1, SWI-1)."""
    if rules["solo"] == "on":
        if players != 1:
            raise InputError(
                f"A solo game has 1 player, not {players}; the Bubba Bot takes the other side "
                "(SOLO-1)."
            )
        return
    if not 2 <= players <= 4:
        hint = " For one player use --rules solo." if players == 1 else ""
        raise InputError(f"The game has 2 to 4 players, not {players} (SET-1).{hint}")
    if rules["dice_draft"] == "exclusive" and rules["dice_repeats"] == 1 and players == 4:
        raise InputError(
            "With 4 players dice_repeats cannot be 1: eight picks need more than six dice "
            "(SWI-1, CUT-2). Use auto or 2."
        )


def cards_kept(rules: RuleSet) -> int:
    """Cards in every player's Secret Stash as the game begins (SET-8)."""
    return 5 if rules["stash"] == "deal5" else 4


def first_pool(rules: RuleSet, players: int) -> int:
    """Cards dealt from the deck to the first pool, rejected stash cards apart (SET-13, FAM-1)."""
    if rules["solo"] == "on":
        return 0
    given = rules["pool_start"]
    if given == "auto":
        return 4 if rules["stash"] in ("deal5", "starter") else 0
    return 2 * players if given == "2xplayers" else int(given)


def cards_needed(rules: RuleSet, players: int) -> int:
    """The most cards that can be outside the draw and discard decks at once (DRA-8).

    The worst case: nobody drafts from the stash, and every drafted card is played before it
    expires. Then only the clearing of the pool (END-2) brings cards back.
    """
    dealt = int(rules["hand"]) * players + int(rules["dealer_bonus"])
    stashes = cards_kept(rules) * players
    rejected = 2 * players if rules["stash"] in ("choose4of6", "open_draft") else 0
    solo = rules["solo"] == "on"
    pool = first_pool(rules, players) + rejected
    most = stashes + pool
    if solo:
        pool = 0
    for month in range(1, MONTHS + 1):
        drafted_before = players * (month - 1)
        most = max(most, stashes + drafted_before + pool + dealt)
        if not solo:
            pool += dealt - players
            if month in POOL_CLEARED_AFTER:
                pool = 1
    return most


def check_deck(rules: RuleSet, players: int, cards_in_play: int) -> None:
    """Refuses a deck that could run out under these rules (DRA-8)."""
    needed = cards_needed(rules, players)
    if cards_in_play < needed:
        raise InputError(
            f"The deck cannot last: with {players} player{'s' if players != 1 else ''} and these "
            f"rules up to {needed} cards can be out at once, and only {cards_in_play} are in play "
            "(DRA-8). Add copies of cards, or lower hand, dealer_bonus or pool_start."
        )
