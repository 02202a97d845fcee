"""Good logs with something in them changed: read, or refused with a reason; nothing else ever happens."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.exchange.importing.games import read_files
from mahjongclub.exchange.models import UploadedFile
from mahjongclub.exchange.tenhou.files import read_logs
from mahjongclub.exchange.tenhou.reckoning import settle_log
from mahjongclub.exchange.unpacking import FileRefused
from tests.exchange.tenhou_situations import SITUATIONS

from .tenhou_logs import json_of, xml_of
from .test_json_tiles import CALLED, EMPTY, log_of
from .test_tenhou_situations import LOGS

SHOWN = log_of(
    [([], [41], [45]), CALLED, ([], [53], [60]), EMPTY],
    [[0, 2000, -2000, 0], [1, 2, 1, "30符2飜2000点", "役牌 白(1飜)", "赤ドラ(1飜)"]],
)
JSONS = [json.loads(log) for log in (SHOWN, *map(json_of, SITUATIONS.values()))]
XMLS = [xml_of(hands).decode() for hands in SITUATIONS.values()]
XMLS += [path.read_text() for path in sorted(LOGS.glob("*.xml"))]

#: what a value is replaced by: all sorts, and texts of the format in the wrong places
ODD: list[Any] = [
    *(0, -1, 3, 4, 13, 60, 99, 10**9, 10**40, 1.5, 1e308, None, True, [], {}, [[]], [None], {"a": 1}),
    *("", "x", "r", "r60", "47p4747", "p", "０", "役満", "満貫", "30符4飜", "200符99飜1点", "25符1飜"),
    *("和了", "流局", "四家立直", "立直(1飜)", "\ud83d", "\0", "a" * 300),
]
NUMBERS = ["", "0", "-1", "3", "4", "9,1", "12,0,0,0", "30,99,9", "25,1,0", "37,13", "135", "136", "65535"]
VALUE = '(?<==")[^"]*(?=")'
NUMBERS += ["999999999", "1.5", "nm", "ron3", "%ff", "&#x202e;", ",", "١", "39,42,39,42,39,42,39"]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield (*path, key)
        yield from places(part, (*path, key))


@st.composite
def changed_json(draw: st.DrawFn) -> bytes:
    log = json.loads(json.dumps(draw(st.sampled_from(JSONS))))
    for _time in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(list(places(log))))
        holder = log
        for key in path[:-1]:
            holder = holder[key]
        if draw(st.integers(0, 3)):
            # A copy, as a later change may put something into the list or the object just put in.
            holder[path[-1]] = deepcopy(draw(st.sampled_from(ODD)))
        else:
            del holder[path[-1]]
    return json.dumps(log).encode()


@st.composite
def changed_xml(draw: st.DrawFn) -> bytes:
    log = draw(st.sampled_from(XMLS))
    for _time in range(draw(st.integers(1, 3))):
        what = draw(st.sampled_from([VALUE, VALUE, r' \w+="[^"]*"', "<[^>]+>"]))
        start, end = draw(st.sampled_from([found.span() for found in re.finditer(what, log)] or [(0, 0)]))
        log = log[:start] + (draw(st.sampled_from(NUMBERS)) if what == VALUE else "") + log[end:]
    return log.encode()


@given(st.one_of(changed_json(), changed_xml()))
def test_a_changed_log_is_read_or_refused(data: bytes) -> None:
    try:
        found = [settle_log(log) for log in read_logs(data)]
    except FileRefused:
        return
    for one in found:
        differing = [hand for hand in one.hands if hand.deltas != hand.logged]
        assert not (one.matches_log and differing)
        assert one.unkept is not None or len(one.record["hands"]) == len(one.hands)


@given(st.one_of(changed_json(), changed_xml()))
def test_a_changed_log_is_shown_or_refused(data: bytes) -> None:
    try:
        contents = read_files([UploadedFile(name="game", content=data)])
    except FileRefused:
        return
    assert contents.sheet is not None or all(sum(game.scores) == 100_000 for game in contents.games)
