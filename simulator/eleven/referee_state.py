"""The records that referees add to the state (REF)."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eleven.season_state import ClauseFacts
from eoc_sim.simulator.eleven.sizes import CARDS, FIELD_PLACES, MAX_MANAGERS
from eoc_sim.simulator.kernel.fields import Array, Record, field

TAG_ROWS = 12
"""Rows of tags, one for each face of the d12 (REF-2)."""
TAGS_IN_ROW = 3
REFEREES = 6
"""Referees, one for each face of the d6."""
HALVES = 2
MATCHING, SILENT, FREE, GAINS_NO_EXPERIENCE = 1, 2, 4, 8
"""Marks on a card; `MatchReferees.refereed` says what they mean."""
INJURY_INSTEAD, SUSPENSION_INSTEAD = 1, 2
"""Codes of `MatchReferees.harsher`: the token that replaces the other kind."""


class MatchReferees(Record):
    """The referees of the week's matches."""

    referee: Array = field(
        "the referee of the manager's match, from 1; 0 not known yet",
        MAX_MANAGERS,
        by="seat",
        kind=np.int8,
    )
    referee_row: Array = field(
        "the row of tags on which the referee acts, from 1; 0 not known yet",
        MAX_MANAGERS,
        by="seat",
        kind=np.int8,
    )
    refereed: Array = field(
        "marks on an assigned card: 1 its tag is in the row, 2 its ability does nothing, 4 its "
        "ability costs nothing, 8 it gets no experience",
        CARDS,
        by="card",
        kind=np.int8,
    )
    extra_tactic: Array = field(
        "the additional tactic card, plus 1; 0 none", MAX_MANAGERS, by="seat"
    )
    harsher: Array = field(
        "0: no change, 1: a suspension after the match becomes an injury, 2: an injury becomes a "
        "suspension",
        MAX_MANAGERS,
        by="seat",
        kind=np.int8,
    )


class RefereeFacts(Record):
    """Referees and rows of tags: printed facts.

    Where the leaflet's text has lost an icon, a switch gives the value.
    """

    row_tags: Array = field("tags of a row", TAG_ROWS, TAGS_IN_ROW, by="row, index", kind=np.int8)
    row_half: Array = field(
        "half of the referee's card that acts: 0 upper, 1 lower", TAG_ROWS, by="row", kind=np.int8
    )
    referee_clause: Array = field(
        "effects of the upper and lower halves of a referee's card",
        HALVES * REFEREES,
        by="2 * referee + half",
        kind=ClauseFacts.dtype,
    )


class RefereeWork(Record):
    """The cards that a referee acts on, for its event."""

    affected_cards: Array = field("", FIELD_PLACES)
    affected_dice: Array = field("", FIELD_PLACES)
    affected_count: int = field("number of affected cards")
