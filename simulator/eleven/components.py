"""The components of Eleven: line-ups, squads, cards and the club's values.

They are data (data/eleven). ``load`` reads and checks the package's files or a designer's own.
Every error in them raises an InputError that names the file, the row or key, the value and the
allowed values. Few of the values come from printed sources. ``source`` names the parts of a row
that do, and ``reported`` those that the publisher or owners have reported.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven.amounts import AMOUNTS, Amounts
from eoc_sim.simulator.eleven.betting_rows import Bet, check_bets
from eoc_sim.simulator.eleven.component_rows import SHEETS, LineUp, Profile, Tactic
from eoc_sim.simulator.eleven.leaflet_rows import Scenario, UniqueCard
from eoc_sim.simulator.eleven.market_rows import Transfer
from eoc_sim.simulator.eleven.names import COLOURS, DECKS, PROFILES
from eoc_sim.simulator.eleven.referee_rows import Referee, TagRow, check_referees
from eoc_sim.simulator.eleven.season_rows import (
    CARD_SHEETS,
    Director,
    Infrastructure,
    Meeting,
    Objective,
    Player,
    PlayerCard,
    Sponsor,
    Staff,
    Tag,
    Veteran,
    Youngster,
    in_play,
    unknown_tag,
)
from eoc_sim.simulator.eleven.sizes import (
    CLUBS_IN_DECK,
    MAX_LINE_UPS_OF_CLUB,
    MAX_MANAGERS,
    MAX_WEEKS,
    MAX_WINTER_TOKENS,
)
from eoc_sim.simulator.eleven.winter_rows import WinterToken
from eoc_sim.simulator.kernel.phrases import format_count
from eoc_sim.simulator.runs.components import ValuedComponents


@dataclass(frozen=True)
class Club:
    """A club, with its line-ups in play."""

    code: str
    deck: int
    colour: int
    line_ups: tuple[LineUp, ...]


NEW_CONTENT = {
    "new_sponsors": "sponsors",
    "new_staff": "staff",
    "new_directors": "directors",
    "new_board_meetings": "board_meetings",
    "new_objectives": "objectives",
    "new_tokens": "infrastructure",
    "new_lineups": "opponents",
}
"""The switches for the leaflet's further content, each with its sheet (EXT-2, EXT-3)."""
DEALT_SHEETS = {
    "veterans": (1, "SET-4"),
    "youngsters": (1, "SET-4"),
    "staff": (1, "SET-4"),
    "directors": (4, "SET-5"),
    "objectives": (2, "SET-6"),
}
"""The number of cards dealt to each manager, by sheet.

Each number comes with its rule. The staff cards dealt are First Trainers.
"""


@dataclass(frozen=True, kw_only=True)
class Components(ValuedComponents):
    """All components, checked; those in each sheet are sorted by number."""

    folder = "eleven"
    sheets = SHEETS
    value_tables = (AMOUNTS,)

    opponents: tuple[LineUp, ...]
    profiles: tuple[Profile, ...]
    tactics: tuple[Tactic, ...]
    players: tuple[Player, ...]
    youngsters: tuple[Youngster, ...]
    veterans: tuple[Veteran, ...]
    staff: tuple[Staff, ...]
    sponsors: tuple[Sponsor, ...]
    directors: tuple[Director, ...]
    board_meetings: tuple[Meeting, ...]
    infrastructure: tuple[Infrastructure, ...]
    objectives: tuple[Objective, ...]
    tags: tuple[Tag, ...]
    unique_cards: tuple[UniqueCard, ...]
    scenarios: tuple[Scenario, ...]
    transfers: tuple[Transfer, ...]
    bets: tuple[Bet, ...]
    winter_tokens: tuple[WinterToken, ...]
    referees: tuple[Referee, ...]
    referee_rows: tuple[TagRow, ...]
    club: Amounts

    @property
    def clubs(self) -> tuple[Club, ...]:
        """The clubs in play, in the order of the sheet."""
        line_ups: dict[str, list[LineUp]] = {}
        for opponent in self.opponents:
            if not opponent.absent:
                line_ups.setdefault(opponent.club, []).append(opponent)
        return tuple(
            Club(code, rows[0].deck, rows[0].colour, tuple(rows)) for code, rows in line_ups.items()
        )

    @property
    def cards(self) -> tuple[PlayerCard, ...]:
        """The player cards in play, sheet by sheet."""
        return tuple(
            card for sheet in CARD_SHEETS for card in self.sheet(sheet.name) if in_play(card)
        )

    def new_rows(self, switch: str) -> tuple[Any, ...]:
        """Return the leaflet's rows that a switch of `NEW_CONTENT` adds."""
        rows = self.sheet(NEW_CONTENT[switch])
        return tuple(row for row in rows if row.is_new and in_play(row))

    def in_game(self, rules: Mapping[str, object]) -> Self:
        """EXT-2, EXT-3: mark the leaflet's rows whose switch is off as absent."""
        sheets: dict[str, Any] = {
            sheet: tuple(
                replace(component, absent=True) if component.is_new else component
                for component in self.sheet(sheet)
            )
            for switch, sheet in NEW_CONTENT.items()
            if rules[switch] == "off"
        }
        return replace(self, **sheets)

    def check(self, names: Mapping[str, str]) -> None:
        """Refuse unplayable components; ``names`` has each sheet's name for messages."""
        check_clubs(names["opponents"], self.clubs)
        _check_profiles(names["profiles"], self.profiles)
        basic = sum(tactic.basic and not tactic.absent for tactic in self.tactics)
        if basic < MAX_MANAGERS:
            cards_are = format_count(
                basic,
                "basic tactic card (with two formations) is",
                "basic tactic cards (with two formations) are",
            )
            raise InputError(
                f"{names['tactics']}: {cards_are} in play; {MAX_MANAGERS} are needed, one for each "
                "manager (SET-7)."
            )
        for sheet in CARD_SHEETS:
            _check_tags(names[sheet.name], self.sheet(sheet.name), self.tags)
        check_bets(names["bets"], self.bets)
        check_referees(names, self.referees, self.referee_rows, self.tags)
        _check_winter_tokens(names["winter_tokens"], self.winter_tokens)


def check_clubs(name: str, clubs: Sequence[Club]) -> None:
    """Refuse decks without exactly four clubs, and inconsistent or oversized clubs."""
    for club in clubs:
        first = club.line_ups[0]
        for line_up in club.line_ups:
            for column, words in (("deck", DECKS), ("colour", COLOURS)):
                value, first_value = getattr(line_up, column), getattr(first, column)
                if value != first_value:
                    raise InputError(
                        f"{name}: club {club.code} has the {column} {words[first_value]} in "
                        f"{first.number} and {words[value]} in {line_up.number}; a club must "
                        "have only one."
                    )
        if len(club.line_ups) > MAX_LINE_UPS_OF_CLUB:
            raise InputError(
                f"{name}: club {club.code} has {len(club.line_ups)} line-ups; the maximum is "
                f"{MAX_LINE_UPS_OF_CLUB}."
            )
    for deck, word in enumerate(DECKS):
        codes = [club.code for club in clubs if club.deck == deck]
        if len(codes) != CLUBS_IN_DECK:
            raise InputError(
                f"{name}: deck {word} has {format_count(len(codes), 'club')}"
                f"{' (' + ', '.join(codes) + ')' if codes else ''}; each deck needs exactly "
                f"{CLUBS_IN_DECK}."
            )


def _check_profiles(name: str, profiles: Sequence[Profile]) -> None:
    profile_weeks = {(entry.profile, entry.week) for entry in profiles}
    for profile in PROFILES:
        for week in range(1, MAX_WEEKS + 1):
            if (profile, week) not in profile_weeks:
                raise InputError(
                    f"{name}: the profile {profile} has no week {week}; each profile needs weeks "
                    f"1 to {MAX_WEEKS}."
                )


def _check_tags(name: str, cards: Sequence[PlayerCard], tags: Sequence[Tag]) -> None:
    """Refuse cards with an unknown tag, or the tag of another kind (PLA-1)."""
    tags_in_play = list(filter(in_play, tags))
    kinds = {component.number: component.kind for component in tags_in_play}
    for card in filter(in_play, cards):
        if card.tag not in kinds:
            raise InputError(
                f"{name}: {card.number} {card.name} has {unknown_tag(card.tag, tags_in_play)}"
            )
        if kinds[card.tag] != card.kind:
            raise InputError(
                f"{name}: {card.number} {card.name} has the tag {card.tag}, which only "
                f"{kinds[card.tag]} cards may have (PLA-1)."
            )


def _check_winter_tokens(name: str, tokens: Sequence[WinterToken]) -> None:
    """Refuse more winter tokens than the engine shuffles (EPI-7)."""
    copies = sum(token.copies for token in tokens if in_play(token))
    if copies > MAX_WINTER_TOKENS:
        raise InputError(
            f"{name}: {copies} winter tokens in play; the maximum is {MAX_WINTER_TOKENS} (EPI-7)."
        )


def check_dealt(
    names: Mapping[str, str],
    components: Components,
    managers: int,
    sheets: Collection[str] = tuple(DEALT_SHEETS),
    is_epic: bool = False,
) -> None:
    """Refuse sheets that have too few cards to deal (SET-4 to SET-6).

    ``sheets`` are those in the game.
    """
    for sentence in shortages(names, components, managers, sheets, is_epic):
        raise InputError(sentence)


def shortages(
    names: Mapping[str, str],
    components: Components,
    managers: int,
    sheets: Collection[str] = tuple(DEALT_SHEETS),
    is_epic: bool = False,
) -> Iterator[str]:
    """Yield a sentence for each sheet with too few cards to deal.

    Epic deals its own objectives (EPI-3).
    """
    subject = f"a game with {format_count(managers, 'manager')}"
    for sheet in sheets:
        number, rule = DEALT_SHEETS[sheet]
        rows_in_play = list(filter(in_play, components.sheet(sheet)))
        words = ""
        if sheet == "staff":
            rows_in_play = [card for card in rows_in_play if card.starts]
            words = ' with place "start"'
        need = number * managers
        if len(rows_in_play) < need:
            noun = SHEETS[sheet].noun
            count = format_count(len(rows_in_play), f"{noun}{words} is", f"{sheet}{words} are")
            yield (
                f"{names[sheet]}: {count} in play, but {subject} "
                f"needs {need}, {number} per manager ({rule})."
            )
        elif (
            sheet == "objectives"
            and is_epic
            and (epic_number := sum(card.epic for card in rows_in_play)) < need
        ):
            count = format_count(epic_number, "Epic objective is", "Epic objectives are")
            yield (
                f"{names[sheet]}: {count} in play, but {subject} "
                f"needs {need}, one in each half for each manager (EPI-3)."
            )


FILES = Components.files()
load, replace_files, folder_files = (
    Components.load_data,
    Components.replace_files,
    Components.folder_files,
)
