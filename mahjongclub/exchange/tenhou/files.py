"""The logs in a file: XML, gzip of it, JSON, one JSON a line, or an address of the viewer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from mahjongclub.rules.words import Text

from ..unpacking import (
    MOST_GAMES,
    FileRefused,
    decode_text,
    gunzip_if_packed,
    parse_json,
    too_many_games_error,
)
from .facts import SOUL_IDENTITY, Four, GameLog
from .json6 import read_json_log
from .mjlog import looks_like_xml, read_mjlog

MOST_LOGS = 200
#: lines that are looked at one by one: each of them may be a game
MOST_LINES = 5 * MOST_GAMES
LINE = re.compile(r"[^\n]+")
#: Tenhou's name of a game, which begins with its hour in Japan: 2009060321gm-00b9-0000-00000000
IDENTITY = re.compile(r"[0-9]{10}gm-[0-9a-f]{4}-[0-9]{4,5}-[0-9a-f]{8}")
VIEWER = re.compile(r"https?://tenhou\.net/[56]/?#json=")
#: a page that shows a game of a platform, and holds none itself
LINK = re.compile(
    r"https?://(?:(?:www\.)?tenhou\.net/\S*\blog=|ron2\.jp/\S*\blog=|game\.(?:mahjongsoul|maj-soul)\.\S*paipu=|"
    r"mahjongsoul\.game\.yo-star\.com/\S*paipu=)[^\s<>\"]+"
)
#: signs between cells by which a line is a row of a sheet
CELLS = 3
#: what an address of the viewer says after the log: which hand to show, from whose seat
SHOWN = re.compile(r"(?<=\})(&t[sw]=[0-9]*)+$")


def read_logs(data: bytes) -> list[GameLog]:
    """Every log in a file's bytes; Refused where any of them cannot be read."""
    data = gunzip_if_packed(data)
    if looks_like_xml(data):
        return [read_mjlog(data)]
    text = decode_text(data).strip()
    read = [read_json_log(value) for value in json_values(text)]
    logs = [merge_logs([read[number] for number in game]) for game in group_pieces_by_game(read)]
    if not 0 < len(logs) <= MOST_LOGS:
        raise FileRefused(Text("A file holds 1 to {most_logs} games.", most_logs=MOST_LOGS))
    return logs


def group_pieces_by_game(logs: Sequence[GameLog]) -> list[list[int]]:
    """Return the pieces of each game, as places in `logs`, in the order of its hands.

    A log that goes on where another stopped is a piece of its game, whatever the order they come in. Games
    are in the order of their first pieces.
    """
    ends: dict[Any, list[list[int]]] = {}
    games: dict[int, list[int]] = {}

    def position(number: int) -> tuple[int, int]:
        start = logs[number].hands[0].start
        return start.round, start.honba

    for number in sorted(range(len(logs)), key=position):
        log = logs[number]
        waiting = ends.get(_people_and_points(log, log.hands[0].start.scores), [])
        game = next((game for game in waiting if _goes_on(logs[game[-1]], log)), None)
        if game is None:
            game = games[number] = []
        else:
            waiting.remove(game)
        game.append(number)
        last = log.hands[-1]
        left = tuple(score + moved for score, moved in zip(last.start.scores, last.moved, strict=True))
        ends.setdefault(_people_and_points(log, left), []).append(game)
    return [games[number] for number in sorted(games)]


def merge_logs(pieces: Sequence[GameLog]) -> GameLog:
    """Return the one game of its pieces."""
    hands = tuple(hand for log in pieces for hand in log.hands)
    return replace(pieces[0], hands=hands, final=pieces[-1].final, points=pieces[-1].points)


def _people_and_points(log: GameLog, points: Four) -> tuple[Any, ...]:
    return (log.names, log.preset, points)


def _goes_on(before: GameLog, log: GameLog) -> bool:
    """Whether a log begins after the end of one of the same people and points."""
    last, start = before.hands[-1].start, log.hands[0].start
    return before.rules == log.rules and (start.round, start.honba) > (last.round, last.honba)


def game_links(text: str) -> list[str]:
    """The links to games that a text is made of, one on each line mostly; none where it is something else."""
    lines = [line for line in text.splitlines()[:MOST_LINES] if line.strip()]
    linked = [(line, match[0]) for line in lines if (match := LINK.search(line) or IDENTITY.search(line))]
    # a row of a sheet may say where its game can be seen
    links = [link for line, link in linked if len(re.findall(r"[,;\t]", line.replace(link, ""))) < CELLS]
    return links if links and 2 * len(links) >= len(lines) else []


def log_file_url(link: str) -> str:
    """The address at which the file of a linked game is; the link itself where nobody knows."""
    match = IDENTITY.search(link)
    is_tenhou = match is not None and ("tenhou.net" in link or match[0] == link)
    return f"https://tenhou.net/0/log/?{match[0]}" if match and is_tenhou else link


def json_values(text: str) -> list[Any]:
    """The values of a JSON text: one, a list of them, or one on each line; addresses of the viewer too."""
    lines = [(number, json_in_address_or_line(line)) for number, line in _filled_lines(text)]
    if len(lines) > 1 and all(line.lstrip().startswith("{") for _number, line in lines):
        try:
            return [parse_json(line, number) for number, line in lines]
        except FileRefused:
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
    for match in LINE.finditer(text):
        if match[0].isspace():
            continue
        number += text.count("\n", end, match.start())
        end = match.start()
        lines.append((number, match[0]))
        if len(lines) > MOST_LINES:
            first = lines[0][1].strip()
            if first.startswith("{") and first.endswith("}"):
                raise too_many_games_error()
            return [(1, text)]
    return lines


def json_in_address_or_line(line: str) -> str:
    """The JSON that an address of the viewer carries; any other line as it is.

    >>> json_in_address_or_line("https://tenhou.net/6/#json=%7B%22log%22:[]%7D&ts=0")
    '{"log":[]}'
    """
    match = VIEWER.match(line.strip())
    return SHOWN.sub("", unquote(line.strip()[match.end() :])) if match else line


def game_identity_in(name: str) -> str:
    """A platform's name of a game in a text, such as a file's name; "" where there is none."""
    match = IDENTITY.search(name) or SOUL_IDENTITY.search(name)
    return match[0] if match else ""
