"""The map as dims: every place once, distinct short names, and each version's own map."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from eoc_sim.simulator.eoc import components
from eoc_sim.simulator.eoc.component_map import map_dict, read_map
from eoc_sim.simulator.eoc.dims import dims
from eoc_sim.simulator.eoc.places import MAX_CODE_LENGTH, code
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.eoc.versions import DEFAULT_SEATS, Version


def test_states_have_distinct_short_names():
    states = [state.name for state in components.load().map.states]
    codes = [code(name) for name in states]
    assert len(set(codes)) == len(codes) == 32
    assert all(1 < len(short) <= MAX_CODE_LENGTH for short in codes)
    assert [code(name) for name in ("N. Dakota", "The Keys", "Big Old Lakes", "new towns")] == [
        "ND",
        "Key",
        "BigOld",
        "newtow",
    ]


def test_a_version_has_its_own_map():
    version = Version(components.load(), resolve("standard"), DEFAULT_SEATS)
    chart = map_dict(version.components.map)
    chart["states"][0] |= {"name": "Atlantis & Oregon", "x": 99.5, "source": "printed"}
    chart["trails"]["steps"] = [
        ["Atlantis & Oregon" if end == "Alabama" else end for end in step]
        for step in chart["trails"]["steps"]
    ]
    own = replace(version.components, map=read_map("own", chart))
    places, trails = (
        dims([replace(version, components=own)])[name] for name in ("places", "trails")
    )
    (row,) = places.filter(pl.col("name") == "Atlantis & Oregon").iter_rows(named=True)
    assert (row["code"], row["kind"], row["regions"]) == ("Atl/OR", "state", "South")
    assert (row["x"], row["y"], row["source"]) == (99.5, 38.0, "printed")
    assert dict(places["kind"].value_counts().iter_rows()) == {
        "state": 32,
        "circle": 24,
        "headquarters": 4,
    }
    names = dict(zip(places["id"], places["name"], strict=True))
    steps = {
        frozenset((names[one], names[other]))
        for one, other in trails.select("start", "end").iter_rows()
    }
    assert steps == {frozenset(step) for step in chart["trails"]["steps"]}
    assert set(trails["source"]) == {"reconstructed"}
