"""Hands as the game record writes them, bent out of shape."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

from hypothesis import strategies as st

from mahjongclub.games.kit.riichi.value_question import VALUES
from mahjongclub.games.registry import find_game
from mahjongclub.worth.practice import practice_hand_queries

SCALARS = st.one_of(
    *(st.none(), st.booleans(), st.integers(-5, 60), st.integers(), st.floats(), st.text(max_size=8)),
    st.sampled_from(["\x00", "9" * 400, "win", "draw", "1m", "123m", "٣", "²", [], {}, [[]], [{}], 10**30]),
)
ODD = st.recursive(
    SCALARS,
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=5), part),
    max_leaves=4,
)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to each part of a JSON value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in parts for place in places_in(part, (*path, key)))]


def part_at(value: Any, path: Iterable[Any]) -> Any:
    """The part of a JSON value to which a way leads."""
    for step in path:
        value = value[step]
    return value


@cache
def drafts_of(key: str) -> list[Any]:
    """The hands of a game to practise on, as drafts: every way to say what a hand is worth is among them."""
    return [json.loads(dict(parse_qsl(query))["draft"]) for query in practice_hand_queries(key)]


@cache
def keys_of(key: str) -> list[str]:
    """Every key that a hand of this game may have, wherever it stands in one."""
    questions = [part for whole in find_game(key).questions.asked for part in (whole, *whole.parts())]
    of_questions = {name for question in questions for name in (question.name, *question.keys)}
    of_hands = {path[-1] for draft in drafts_of(key) for path in places_in(draft)[1:]}
    return sorted({*VALUES, "fu", *of_questions, *(name for name in of_hands if isinstance(name, str))})


@st.composite
def bent(draw: st.DrawFn, whole: dict[str, Any], keys: list[str]) -> Any:
    """A hand with a part or two replaced by something odd, taken out, put in twice, or put where none was."""
    value: Any = copy.deepcopy(whole)
    for _time in range(draw(st.integers(0, 2))):
        places = places_in(value)
        way = draw(st.sampled_from(["odd", "odd", "less", "more", "added"]))
        if way == "added":
            objects = [part for place in places if isinstance(part := part_at(value, place), dict)]
            if objects:
                draw(st.sampled_from(objects))[draw(st.sampled_from(keys))] = draw(ODD)
            continue
        if len(places) < 2:
            return draw(ODD)
        *before, last = draw(st.sampled_from(places[1:]))
        holder = part_at(value, before)
        if way == "odd":
            holder[last] = draw(ODD)
        elif way == "less":
            del holder[last]
        elif isinstance(holder, list):
            holder.append(copy.deepcopy(holder[last]))
        else:
            holder[draw(st.text(max_size=6))] = holder[last]
    return value
