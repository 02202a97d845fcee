"""The logs in a file: XML, gzip of it, JSON, one JSON a line, or an address of the viewer."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from mahjongclub.rules.words import Text

from ..unpacking import MOST_GAMES, Refused, decode, parse_json, too_many, unpack
from .facts import Log
from .json6 import read_json_log
from .mjlog import is_mjlog, read_mjlog

MOST_LOGS = 200
#: lines that are looked at one by one: each of them may be a game
MOST_LINES = 5 * MOST_GAMES
LINE = re.compile(r"[^\n]+")
#: Tenhou's name of a game, which begins with its hour in Japan: 2009060321gm-00b9-0000-00000000
IDENTITY = re.compile(r"[0-9]{10}gm-[0-9a-f]{4}-[0-9]{4,5}-[0-9a-f]{8}")
VIEWER = re.compile(r"https?://tenhou\.net/[56]/?#json=")
#: what an address of the viewer says after the log: which hand to show, from whose seat
SHOWN = re.compile(r"(?<=\})(&t[sw]=[0-9]*)+$")


def read_logs(data: bytes) -> list[Log]:
    """Every log in a file's bytes; Refused where any of them cannot be read."""
    data = unpack(data)
    if is_mjlog(data):
        return [read_mjlog(data)]
    text = decode(data).strip()
    logs = [read_json_log(value) for value in json_values(text)]
    if not 0 < len(logs) <= MOST_LOGS:
        raise Refused(Text("A file holds 1 to {most_logs} games.", most_logs=MOST_LOGS))
    return logs


def json_values(text: str) -> list[Any]:
    """The values of a JSON text: one, a list of them, or one on each line; addresses of the viewer too."""
    lines = [(number, in_address(line)) for number, line in _filled_lines(text)]
    if len(lines) > 1 and all(line.lstrip().startswith("{") for _number, line in lines):
        try:
            return [parse_json(line, number) for number, line in lines]
        except Refused:
            # an object whose lines all begin with a brace is one value after all
            if not lines[0][1].rstrip().endswith("}"):
                return [parse_json(text)]
            raise
    value = parse_json(lines[0][1] if len(lines) == 1 else text)
    return value if isinstance(value, list) else [value]


def _filled_lines(text: str) -> list[tuple[int, str]]:
    """Return the lines that are not blank, with their numbers; the whole text as one line if there are more
    than MOST_LINES, which are one value. Refused where each of those is a game."""
    lines, number, end = [], 1, 0
    for found in LINE.finditer(text):
        if found[0].isspace():
            continue
        number += text.count("\n", end, found.start())
        end = found.start()
        lines.append((number, found[0]))
        if len(lines) > MOST_LINES:
            first = lines[0][1].strip()
            if first.startswith("{") and first.endswith("}"):
                raise too_many()
            return [(1, text)]
    return lines


def in_address(line: str) -> str:
    """The JSON that an address of the viewer carries; any other line as it is.

    >>> in_address("https://tenhou.net/6/#json=%7B%22log%22:[]%7D&ts=0")
    '{"log":[]}'
    """
    found = VIEWER.match(line.strip())
    return SHOWN.sub("", unquote(line.strip()[found.end() :])) if found else line


def identity_in(name: str) -> str:
    """Tenhou's name of a game in a file's name, "" where there is none."""
    found = IDENTITY.search(name)
    return found[0] if found else ""
