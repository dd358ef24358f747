"""The names in Eleven's components; codes are indexes into these tuples.

This module imports nothing, so that the compiled engine may import it.
"""

FORMATIONS = ("442", "424", "532", "352", "343", "451", "541", "433")
"""All formations, named by the number of markers in each row (MAT-3)."""
CELL_NAMES = ("dl", "dc", "dr", "ml", "mc", "mr", "fl", "fc", "fr")
"""The cells of the pitch: row, then left, centre or right (MAT-1)."""
SIDES = ("s", "b")
"""The letters of a marker's sides: shield and ball."""
SIDES_OF_MARKERS = ("shield", "ball")
"""The sides of markers."""
DECKS = ("3", "32", "21", "1")
"""The decks of clubs, from the easiest (SET-2)."""
DECKS_OF_DIVISION = {3: (0, 1), 2: (1, 2), 1: (2, 3)}
"""The lower and the higher deck of each division (SET-2)."""
EPIC_DECKS_OF_DIVISION = {3: (0, 1, 2), 2: (1, 2, 3)}
"""The decks of Epic, which division 1 cannot play (EPI-1)."""
COLOURS = ("red", "blue", "green")
"""The colours of clubs, each with a die (LEA-4)."""
LAST_PAIRED_WEEK = 6
"""The last week for which pairs of managers are printed (PVP-1).

It is also the minimum number of weeks if managers play each other (SWI-1).
"""
PROFILES = ("steady", "amateur", "strong")
"""The squads of the league layer (LAY-1)."""
SETS = ("base", "leaflet")
"""The base game, and the content that the leaflet adds (EXT)."""
DIE_NUMBERS = (0, 1, 3)
"""The numbers on a club's die: loss, draw and win."""

ROW_LETTERS = ("D", "M", "F")
"""Positions of a card, one for each row of the pitch (PLA-1)."""
KEEPER = "K"
CARD_SIDES = (*SIDES_OF_MARKERS, "keeper")
"""The sides of a card, those of markers first."""
ABILITY_SIDES = ("both", "trained")
"""The sides of a card that have the ability of its tag."""
TAG_KINDS = ("outfield", "keeper")
STAFF_COLOURS = ("yellow", "blue", "red", "green")
"""The colours of staff cards (CLU-8)."""
STAFF_START_PLACES = ("deck", "start")
"""The places where a staff card may start (SET-4)."""
VOTES = ("yellow", "blue", "red")
"""The colours of a board meeting: money, team and people (BOA-1)."""
SPACES = ("free", "stand 3", "stand 4", "ad board 3")
"""The spaces of infrastructure tokens (CLU-5)."""
WINTER_KINDS = (
    *("cheap", "number 12", "number 13", "any section", "stand-in", "strength 3", "ball"),
    *("first goal", "shield", "ignore"),
)
"""The kinds of winter tokens (EPI-9)."""
MEASURES = (
    *("trained_youngsters", "youngsters", "wins", "margin", "clean_wins", "money", "tokens"),
    *("loyal_cards", "stand_fans", "staff_colour", "goals", "card_goals", "extra_actions"),
    *(f"beat {colour}" for colour in COLOURS),
    "conceded",
)
"""The measures of objectives (SET-6)."""
CONCEDED = MEASURES.index("conceded")
"""The measure that should be low: goals conceded."""

UNIQUE_SUBJECTS = (
    *("stand 2 holds", "upkeep columns", "consequence die 1 and 4", "free spaces"),
    *("resources beyond 5", "VP lost below 1", "after the match", "office step costs"),
)
"""The subjects of unique cards (EXT-1)."""
CHANGED_LINES, AFTER_MATCH = UNIQUE_SUBJECTS[2], UNIQUE_SUBJECTS[6]
"""Subjects of unique cards whose sides are words, not numbers."""
OBJECTIVE_RESULTS = ("missed", "fulfilled", "perfect")
"""The ways in which an objective can end."""
MEASURES_OF_GOALS = (*MEASURES, "position", "below", "leaflet_tokens", "objective")
"""The measures of a scenario's goals (SOLO-2)."""

RESOURCES = ("money", "fans", "operation", "fitness")
"""The resources of a manager, which are also the costs of effects."""
MONEY, FANS, OPERATION, FITNESS = range(len(RESOURCES))
"""The resources as indexes."""
CONSEQUENCES = ("-", "injury", "suspension", *RESOURCES)
"""Consequences of a match: none, a token or a resource (MAT-12)."""
STATISTICS = ("budget", "fan_base", "operation", "fitness")
"""The statistics, one for each resource."""
MOMENTS = (
    *("now", "monday", "action", "hire", "sell", "sponsor", "build"),
    *("prepare", "reveal", "before", "match", "after"),
    *("week_end", "always", "week", "end"),
)
"""The moments of effects."""
PREPARE, BEFORE, MATCH, AFTER = map(MOMENTS.index, ("prepare", "before", "match", "after"))
CONDITIONS = (
    *("win", "draw", "loss", "margin >=", "die <=", "die >=", "used", "scored", "section"),
    *("opponent above", "equal central", "shields back >=", "quiet centre", "pressing >="),
)
"""The conditions of effects, with their comparison if they have one."""
OPPONENT_ABOVE, SHIELDS_BACK, QUIET_CENTRE = map(
    CONDITIONS.index, ("opponent above", "shields back >=", "quiet centre")
)
SECTION_WORDS = ("wing", "attack", "midfield", "defence")
"""The words for the condition "section", whose number indexes this tuple."""
GAINS = (
    *("money", "fans", "operation", "fitness", "vp", "level"),
    *("train", "experience", "heal", "tactic", "staff", "injury", "office", "scout", "reroll"),
    *("board", "stands", "refresh", "discount", "upkeep", "immune"),
    *("strength", "weakness", "gloves", "swap", "flip_marker", "shift", "goal", "shootout"),
    *("suspension", "flip", "ignore_keeper", "feint"),
    *("opponent_goal", "harsher", "no_experience", "ignore_effects", "free_effects"),
    "extra_tactic",
)
"""The gains of effects; those from opponent_goal onwards are the referees'."""
GAIN_GLOVES, GAIN_FLIP_MARKER, GAIN_GOAL = map(GAINS.index, ("gloves", "flip_marker", "goal"))
HALVES_OF_REFEREES = ("upper", "lower")
"""The halves of a referee's card (REF-2)."""
REFEREE_NAMES = (
    *("Unjust", "Meticulous", "Inexperienced", "Friendly", "Goal eager", "Perfectionist"),
)
"""The referees, by the face of the d6."""
STAFF = (
    *("first trainer", "tactician", "youngster trainer", "resource manager", "scout"),
    *("negotiator", "steward", "pr specialist", "fan liaison", "fitness trainer", "doctor"),
    *("accountant", "mascot", "pet", "former star", "loan manager", "video analyst", "ultras"),
    *("underworld mobster", "sponsor manager"),
)
"""The names of staff that an effect may bring."""
TARGETS = (
    *("others", "section", "forward", "facing", "card", "pressing", "cards"),
    *("budget", "fan_base", "operation", "fitness"),
    *("players", "youngsters", "staff", "sponsors", "build", "stadium", "injury"),
    *("one", "each", "each ball", "each shield"),
    *STAFF,
)
"""The targets of gains, written after the gains' names."""
COUNTERS = (
    *("card", "youngster", "trained_youngster", "staff", "sponsor", "token", "stand_fan"),
    *("money", "win"),
)
"""Things that a gain can count."""

MAX_NUMBER = 30
"""The maximum amount, price or threshold in an effect."""
MAX_STRENGTH = 9
MAX_GLOVES = 9
MAX_VP = 60
MAX_SHIFT = 4
"""The maximum number of steps that a director moves a level."""
