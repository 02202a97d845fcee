"""Bytes of strangers made harmless before anything reads them: sizes bounded, texts decoded, JSON parsed.

What cannot be taken in is `Refused`, here and in everything that reads what is unpacked.
"""

from __future__ import annotations

import codecs
import json
import re
import zlib
from contextlib import suppress
from typing import IO, Any

from defusedxml.ElementTree import DefusedXMLParser

from mahjongclub.games.kit.wording import isolated
from mahjongclub.rules.words import SeatText, Text

MEGABYTE = 1024 * 1024
#: the largest file taken, and the largest it may become when it is unpacked
MOST_BYTES = 4 * MEGABYTE
MOST_UNPACKED = 10 * MEGABYTE
#: how many times its own size a packed file may unfold to; a small one may always fill SMALL
MOST_RATIO = 20
SMALL = MEGABYTE

#: what is counted of a JSON text before it is parsed: values, texts, and how deep lists lie in each other
MOST_VALUES = 1_000_000
MOST_DEPTH = 40
#: signs that a value comes with, and how many values each stands for: an object takes as much memory as four
_VALUES = {"[": 1, "{": 4, ",": 1}
_NESTING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|([\[{])|([\]}])', re.DOTALL)

#: of XML: tags, and bytes that are read at once, within which some tag must begin
MOST_TAGS = 1_000_000
XML_CHUNK = 64 * 1024

GZIP = b"\x1f\x8b"
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))

#: games that come in at once
MOST_GAMES = 1000


class FileRefused(ValueError):
    """A file, or one game of it, that is not taken in: `text` is the reason, `line` (1-based) the place.

    Nothing of what is refused is stored.
    """

    def __init__(self, text: Text, line: int | None = None) -> None:
        super().__init__(str(text))
        self.text = text
        self.line = line


def with_player_name(text: Text, players: Any) -> Text:
    """What the engine says of a seat, with the name that a file gives its player, where it gives one."""
    if not isinstance(text, SeatText) or not isinstance(players, list | tuple) or text.seat >= len(players):
        return text
    name = players[text.seat]
    return text.with_name(isolated(name)) if isinstance(name, str) and name.strip() else text


def gunzip_if_packed(data: bytes) -> bytes:
    """The bytes themselves, or what gzip holds of them; Refused for too much, a damaged or a half file.

    >>> gunzip_if_packed(b"<mjloggm/>")
    b'<mjloggm/>'
    """
    if not data.strip():
        raise FileRefused(Text("The file is empty."))
    if len(data) > MOST_BYTES:
        raise too_large_error()
    return _gunzip(data) if data.startswith(GZIP) else data


def too_large_error() -> FileRefused:
    """Return the error for a file larger than is read."""
    most = MOST_BYTES // 1024 // 1024
    return FileRefused(Text("The file is too large: {most} MB at most.", most=most))


def too_many_games_error() -> FileRefused:
    """Return the error for more games than are taken at once."""
    return FileRefused(Text("These are too many games: {most_games} at once.", most_games=MOST_GAMES))


def unpacked_limit(packed: int) -> int:
    """Return how many bytes a packed file of this size may become.

    >>> [unpacked_limit(size) for size in (1, 100_000, MOST_BYTES)] == [SMALL, 2_000_000, MOST_UNPACKED]
    True
    """
    return min(MOST_UNPACKED, max(SMALL, MOST_RATIO * packed))


def unpacked_too_large_error() -> FileRefused:
    """Return the error for a packed file that unfolds to more than `unpacked_limit`."""
    return FileRefused(Text("The file is far too large once unpacked."))


def _gunzip(data: bytes) -> bytes:
    """Every member of a gzip file, never more than `unpacked_limit` bytes in memory."""
    out, most = bytearray(), unpacked_limit(len(data))
    while data:
        member = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        try:
            out += member.decompress(data, most + 1 - len(out))
        except zlib.error:
            raise FileRefused(Text("The compressed file is damaged.")) from None
        if len(out) > most:
            raise unpacked_too_large_error()
        if not member.eof:
            raise FileRefused(Text("The compressed file breaks off: it is not whole."))
        data = member.unused_data.lstrip(b"\0")
    return bytes(out)


def decode_text(data: bytes, *, fallback: str | None = None) -> str:
    """Text in UTF-8, or in what its byte order mark says, or else in `fallback`; Refused otherwise.

    >>> decode_text("Benoît".encode("latin-1"), fallback="cp1252")
    'Benoît'
    """
    encoding = next((name for bom, name in _BOMS if data.startswith(bom)), "utf-8")
    for candidate in filter(None, (encoding, fallback)):
        with suppress(UnicodeDecodeError):
            return data.decode(candidate)
    raise FileRefused(Text("The letters of this file cannot be read: save it as UTF-8."))


def parse_json(text: str, line: int | None = None) -> Any:
    """Return the value of a JSON text; Refused for anything else, for numbers that are none, for more than
    MOST_VALUES and for lists more than MOST_DEPTH deep. What is refused is counted, and never built."""
    _check_json_size(text, line)
    try:
        return json.loads(text, parse_constant=reject_nan)
    except (ValueError, RecursionError) as fault:
        at = line or (fault.lineno if isinstance(fault, json.JSONDecodeError) else None)
        raise FileRefused(Text("This file is not JSON, or it breaks off."), at) from None


def _check_json_size(text: str, line: int | None) -> None:
    values = sum(weight * text.count(sign) for sign, weight in _VALUES.items())
    if values > MOST_VALUES or text.count('"') > 2 * MOST_VALUES:
        raise FileRefused(Text("This JSON has too many values: {most} at most.", most=MOST_VALUES), line)
    depth = 0
    for match in _NESTING.finditer(text):
        depth += (match[1] is not None) - (match[2] is not None)
        if depth > MOST_DEPTH:
            too_deep = Text(
                "This is not JSON of a game: its lists lie more than {most} deep.", most=MOST_DEPTH
            )
            raise FileRefused(too_deep, line)


def parse_xml_into(file: IO[bytes], target: Any) -> Any:
    """Read XML piece by piece into the methods of `target` (see xml.etree.ElementTree.TreeBuilder).

    Returns what `target.close` returns. Refused for more than MOST_TAGS tags and for a tag that is no end of;
    DefusedXmlException for definitions of its own, ParseError for what is not well-formed.
    """
    parser = DefusedXMLParser(target=target, forbid_dtd=True)
    tags = 0
    while chunk := file.read(XML_CHUNK):
        openings = chunk.count(b"<")
        tags += openings
        if tags > MOST_TAGS or (not openings and len(chunk) == XML_CHUNK):
            raise FileRefused(Text("This XML has too many tags, or one without end."))
        parser.feed(chunk)
    return parser.close()


def reject_nan(word: str) -> Any:
    """Raise ValueError, for `json.loads`: NaN and the infinities are no numbers."""
    raise ValueError(f"{word} is no number")
