"""The defaults and limits that the commands' help shows.

They have their own module, because ``--help`` must not import everything that a command runs.
"""

DEFAULT_GAMES = 20_000
DEFAULT_MAX_GAMES = 200_000
"""Default limit on a version's games, for a run that stops itself."""

CARDS_GAMES, TWINS_PER_GAME = 150_000, 11
"""Games that `cards` plays, and twins per game."""
TIMING_GAMES = 72_000
"""Games that `timing` plays."""

WATCH_GAMES = 50_000
"""The default limit on a version's games, for `watch`."""

LEARN_GAMES, MIN_LEARN_GAMES, MAX_LEARN_GAMES = 30_000, 240, 1_000_000
"""The default and limits for the games in each round of `learn`."""
LEARN_ROUNDS, MAX_LEARN_ROUNDS = 3, 10
"""The default and the maximum number of rounds of `learn`."""

RELEARN_GAMES, MIN_RELEARN_GAMES, MAX_RELEARN_GAMES = 6000, 240, 1_000_000
"""The default and limits for the number of games of `--relearn`.

These are the games from which strategies learn again for each version.
"""

DEFAULT_WITHIN = 1.0
"""Distance from fair that `first-player --repair` allows by default.

It is in wins per 100 games.
"""

GOAL = "wins"
"""The default goal of `tune`."""
HELD_OUT = 10_000
"""Fresh games in which `tune` compares the start and the result."""
DEFAULT_MINUTES = 10.0
"""The default limit on the duration of `tune`, in minutes."""

DESIGNS = ("fraction", "full")
"""Designs of `variants`: a fraction of all combinations, or all of them."""

REPLY_GENERATIONS, REPLY_SEARCHES, REPLY_GAMES = 22, 3, 20_000
"""The defaults of `exploit`.

They are the generations, the searches from the target, and the games that measure the reply.
"""

BENCH_SECONDS = 3.0
"""Seconds that one measurement of `bench` takes."""

DATA_CHECK_GAMES = 20_000
"""Games in which `data check` judges the cards."""

HISTORY_RUNS = 12
"""Runs that `history show` lists."""
