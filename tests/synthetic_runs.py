"""Made-up run directories with random but consistent tables, for tests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from eoc_sim.simulator.eoc.columns import PART_NAMES, REGION_NAMES, TABLES
from eoc_sim.simulator.eoc.dims import DIMS
from eoc_sim.simulator.eoc.rules import SWITCHES
from eoc_sim.simulator.eoc.words import TIE_BREAKS, WORDS
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.game import SHARD_GAMES, Declaration, SwitchWords, Table
from eoc_sim.simulator.runs.planned_looks import RULE
from eoc_sim.simulator.runs.run_file import FORMAT, SCHEMA, write_run_file
from eoc_sim.simulator.runs.shards import SHARD_FILE, Shard, shard_name
from eoc_sim.simulator.runs.whole_file import file_digest
from eoc_sim.version import __version__

STRATEGIES = ("hoarder", "quick_start", "vegas", "marketing_drip")
NAMES = ("Campus Near an Airport Hub", "Analytics Nerd", "Blue Blood Program", "Tour Guide")
DECLARATION = Declaration(
    WORDS,
    TABLES,
    tuple(
        SwitchWords(
            switch.name, switch.rule, switch.sentence, switch.describe_values(), str(switch.default)
        )
        for switch in SWITCHES.values()
    ),
    DIMS,
    TIE_BREAKS,
)


def table(name: str, rows: Mapping[str, Any], tables: Mapping[str, Table] = TABLES) -> pl.DataFrame:
    """Make a result table with the declared columns and types; missing columns are zero."""
    length = len(next(iter(rows.values())))
    columns = [pl.Series("arm", rows.get("arm", [0] * length), dtype=pl.Int16)]
    for column in tables[name]:
        values = rows.get(column.name, [0] * length)
        if isinstance(column.kind, tuple):
            words = [v if isinstance(v, str) else column.kind[v] for v in values]
            columns.append(pl.Series(column.name, words, dtype=pl.Enum(column.kind)))
        else:
            columns.append(
                pl.Series(column.name, values, strict=False).cast(getattr(pl, column.kind))
            )
    return pl.DataFrame(columns)


def write_run(
    path: Path,
    tables: Mapping[str, pl.DataFrame],
    *,
    players: int = 4,
    arms: Sequence[Mapping[str, Any]] = (),
    strategies: Sequence[str] = STRATEGIES,
    cards: Sequence[str] = NAMES,
    dims: Mapping[str, Mapping[str, Sequence[Any]]] | None = None,
    declaration: Declaration = DECLARATION,
    **record: Any,
) -> Path:
    """Write a run directory with ``tables``; ``arms`` come after the current rules.

    For another game, pass its ``declaration`` and all of its ``dims``.
    """
    path.mkdir(parents=True, exist_ok=True)
    game = {name: declaration.tables[name].role("game").name for name in tables}
    last_games = [frame[game[name]].max() for name, frame in tables.items() if len(frame)]
    games = 1 + max(last_games, default=-1)
    shards = []
    for name, frame in tables.items():
        (path / name).mkdir(exist_ok=True)
        for arm in range(1 + len(arms)):
            part = frame.filter(pl.col("arm") == arm)
            for number, first in enumerate(range(0, games, SHARD_GAMES)):
                last = min(first + SHARD_GAMES, games)
                rows = part.filter(pl.col(game[name]).is_between(first, last - 1))
                file = path / name / shard_name(arm, number)
                rows.write_parquet(file)
                size = file.stat().st_size
                digest = file_digest(file)
                shards.append(
                    Shard(name, arm, number, first, last - first, len(rows), size, digest)
                )
    (path / SHARD_FILE).write_text("".join(json.dumps(asdict(shard)) + "\n" for shard in shards))
    dims = _dims(strategies, cards) if dims is None else dims
    (path / "dims").mkdir(exist_ok=True)
    for name, columns in dims.items():
        frame = pl.DataFrame(columns).with_row_index("id")
        frame.write_parquet(path / "dims" / f"{name}.parquet")
    full = {
        "format": FORMAT,
        "schema": SCHEMA,
        "package": __version__,
        "game": "eoc",
        "rules_version": "1",
        "command": "run",
        "games": games,
        "planned_games": games,
        "looks": RULE,
        "seed": 1,
        "players": players,
        "seating": "rotate",
        "tables": list(tables),
        "dims": list(dims),
        "baseline": {"rules": {"start_bucks": 7, "vmd": "off"}, "seats": list(strategies)},
        "declaration": declaration.record(),
        "arms": [{"label": "baseline", "changes": []}, *arms],
        "rows": [],
        "varied": [],
        **record,
    }
    write_run_file(path, full)
    session = {
        "started": "2030-01-01T00:00:00+00:00",
        "command_line": ["/somewhere/bin/eoc-sim", "run", "--games", "2000", "--out", "there"],
    }
    (path / "log.json").write_text(json.dumps({"sessions": [session]}))
    return path


def _dims(strategies: Sequence[str], cards: Sequence[str]) -> dict[str, dict[str, Sequence[Any]]]:
    numbers = [f"{number:03d}" for number in (1, 38, 63)] + [
        f"{number:03d}" for number in range(64, 64 + len(cards))
    ]
    sources = ["printed", "partial", "printed"] + ["reconstructed"] * len(cards)
    return {
        "strategies": {"name": strategies},
        "cards": {
            "name": cards,
            "number": numbers[: len(cards)],
            "type": [("culture", "personnel", "fundraising")[i % 3] for i in range(len(cards))],
            "copies": [1] * len(cards),
            "source": sources[: len(cards)],
            "stars": [5 if i == 1 else i % 4 for i in range(len(cards))],
        },
        "regions": {"name": REGION_NAMES},
        "coaches": {"name": [f"Coach {letter}" for letter in "ABCDEFGHIJKL"]},
        "boards": {"name": [f"Board {number}" for number in range(1, 9)]},
        "spots": {"name": [f"State {number}/1" for number in range(1, 41)]},
    }


def stars_change(old: int, new: int) -> dict[str, Any]:
    """Return the arm that sets card 038's stars."""
    change = Change("card.038.stars", str(old), str(new), f"038 {NAMES[1]}", "stars")
    return {"label": f"card.038.stars={new}", "changes": [change.record()]}


def random_run(
    path: Path,
    games: int = 400,
    stars: Sequence[int] = (),
    keep: Sequence[str] = ("games", "seats", "cards"),
    deck: int = 40,
    seed: int = 1,
    players: int = 4,
) -> Path:
    """Make up a run in which card 038 gives 5 stars, or ``stars`` in further arms."""
    rng = np.random.default_rng(seed)
    cards = [*NAMES, *(f"Card of Chance {number}" for number in range(5, deck + 1))][:deck]
    skill = np.array([3.0, 0.0, -6.0, 1.0])[:players]
    game = np.arange(games)
    seat = np.arange(players)
    lineup = (seat[None, :] - game[:, None]) % players
    first = rng.integers(0, players, games)
    order = (seat[None, :] - first[:, None]) % players
    parts = {
        name: rng.poisson(mean, (games, players))
        for name, mean in zip(PART_NAMES, (18, 9, 4, 27, 5, 12, 2, 11, 7, 6, 0.0, 0.0), strict=True)
    }
    parts["trade_fees"] = -rng.poisson(1.0, (games, players))
    parts["recruits"] = parts["recruits"] + skill[lineup].round().astype(int)
    hands = np.array([rng.choice(deck, 8 * players, replace=False) for _ in range(games)])
    owner = np.tile(np.repeat(seat, 8), (games, 1))
    drafted = np.tile(np.tile(np.arange(1, 9), players), (games, 1))
    played = np.where(rng.random(hands.shape) < 0.8, np.minimum(drafted + 2, 12), 0)
    owns = np.zeros((games, players), dtype=int)
    rows_38, columns_38 = np.nonzero((hands == 1) & (played > 0))
    owns[rows_38, owner[rows_38, columns_38]] = 1
    columns: dict[str, list[pl.DataFrame]] = {name: [] for name in TABLES}
    noise = rng.random((games, players))
    for arm, value in enumerate((5, *stars)):
        shifted = dict(parts)
        shifted["cards"] = parts["cards"] + owns * value
        score = sum(shifted.values())
        best = score == score.max(axis=1, keepdims=True)
        share = best / best.sum(axis=1, keepdims=True)
        flat = {
            "arm": np.full(games * players, arm),
            "game": np.repeat(game, players),
            "seat": np.tile(seat, games),
        }
        columns["seats"].append(
            table(
                "seats",
                flat
                | {
                    "order": order.ravel(),
                    "strategy": lineup.ravel(),
                    "region": (np.argsort(noise, axis=1) + first[:, None]).ravel() % 6,
                    "coach": (np.argsort(noise, axis=1) * 3 + game[:, None] % 3).ravel(),
                    "board": (np.argsort(noise, axis=1) * 2 + game[:, None] % 2).ravel(),
                    "score": np.asarray(score).ravel(),
                    "win_share": share.ravel(),
                    "rank": (1 + (score[:, :, None] < score[:, None, :]).sum(2)).ravel(),
                    "recruits_signed": 9 + rng.integers(-2, 3, games * players),
                    "cards_played": 8 * np.ones(games * players, dtype=int),
                }
                | {name: part.ravel() for name, part in shifted.items()},
            )
        )
        ordered = np.sort(score, axis=1)
        columns["games"].append(
            table(
                "games",
                {
                    "arm": np.full(games, arm),
                    "game": game,
                    "players": [players] * games,
                    "start_seat": first,
                    "winner_seat": np.where(best.sum(1) == 1, best.argmax(1), -1),
                    "margin": ordered[:, -1] - ordered[:, -2],
                    "lead_changes": rng.poisson(3, games),
                    "leader_month": rng.integers(1, 14, games),
                },
            )
        )
        size = hands.size
        wide = {"arm": np.full(size, arm), "game": np.repeat(game, hands.shape[1])}
        columns["cards"].append(
            table(
                "cards",
                wide
                | {
                    "seat": owner.ravel(),
                    "card": hands.ravel(),
                    "source": np.zeros(size, dtype=int),
                    "drafted_month": drafted.ravel(),
                    "played_month": played.ravel(),
                    "paid": np.full(size, 2),
                    "effect_stars": (played > 0).ravel() * (hands.ravel() % 5),
                },
            )
        )
        columns["offers"].append(
            table(
                "offers",
                wide
                | {
                    "card": hands.ravel(),
                    "seat": np.where(drafted > 6, -1, owner).ravel(),
                    "month": drafted.ravel(),
                    "how": (drafted > 6).ravel() + 1,
                    "passed": (drafted // 3).ravel(),
                    "drafted_seat": owner.ravel(),
                    "drafted_month": drafted.ravel(),
                },
            )
        )
        spots = np.array([np.arange(40)[(g % 3) :: 3] for g in range(3)], dtype=object)
        listed = [(g, s) for g in range(games) for s in spots[g % 3]]
        columns["signings"].append(
            table(
                "signings",
                {
                    "arm": [arm] * len(listed),
                    "game": [g for g, _ in listed],
                    "seat": [(g + s) % players for g, s in listed],
                    "spot": [s for _, s in listed],
                    "position": [s % 8 for _, s in listed],
                    "month": [1 + (s + g) % 12 for g, s in listed],
                    "base": [2 + s % 4 for _, s in listed],
                    "stars": [2 + s % 4 for _, s in listed],
                    "package_ec": [s % 3 for _, s in listed],
                    "rivals": [(s + g) % 3 for g, s in listed],
                },
            )
        )
    tables = {name: pl.concat(columns[name]) for name in keep}
    return write_run(
        path,
        tables,
        players=players,
        arms=[stars_change(5, value) for value in stars],
        strategies=STRATEGIES[:players],
        cards=cards,
    )
