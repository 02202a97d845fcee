"""Bytes of strangers made harmless before anything reads them: sizes bounded, texts decoded, JSON parsed.

What cannot be taken in is `Refused`, here and in everything that reads what is unpacked.
"""

from __future__ import annotations

import codecs
import json
import zlib
from contextlib import suppress
from typing import Any

from mahjongclub.games.kit.wording import isolated
from mahjongclub.rules.words import SeatText, Text

#: the largest file taken, and the largest it may become when it is unpacked
MOST_BYTES = 4 * 1024 * 1024
MOST_UNPACKED = 16 * 1024 * 1024

GZIP = b"\x1f\x8b"
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


class Refused(ValueError):
    """A file, or one game of it, that is not taken in: `text` is the reason, `line` (1-based) the place.

    Nothing of what is refused is stored.
    """

    def __init__(self, text: Text, line: int | None = None) -> None:
        super().__init__(str(text))
        self.text = text
        self.line = line


def with_name(text: Text, players: Any) -> Text:
    """What the engine says of a seat, with the name that a file gives its player, where it gives one."""
    if not isinstance(text, SeatText) or not isinstance(players, list | tuple) or text.seat >= len(players):
        return text
    name = players[text.seat]
    return text.naming(isolated(name)) if isinstance(name, str) and name.strip() else text


def unpack(data: bytes) -> bytes:
    """The bytes themselves, or what gzip holds of them; Refused for too much, a damaged or a half file.

    >>> unpack(b"<mjloggm/>")
    b'<mjloggm/>'
    """
    if not data.strip():
        raise Refused(Text("The file is empty."))
    if len(data) > MOST_BYTES:
        raise too_large()
    return _gunzip(data) if data.startswith(GZIP) else data


def too_large() -> Refused:
    """The refusal of a file larger than is read."""
    most = MOST_BYTES // 1024 // 1024
    return Refused(Text("The file is too large: {most} MB at most.", most=most))


def _gunzip(data: bytes) -> bytes:
    """Every member of a gzip file, never more than MOST_UNPACKED bytes in memory."""
    out = bytearray()
    while data:
        member = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        try:
            out += member.decompress(data, MOST_UNPACKED + 1 - len(out))
        except zlib.error:
            raise Refused(Text("The compressed file is damaged.")) from None
        if len(out) > MOST_UNPACKED:
            raise Refused(Text("The file is far too large once unpacked."))
        if not member.eof:
            raise Refused(Text("The compressed file breaks off: it is not whole."))
        data = member.unused_data.lstrip(b"\0")
    return bytes(out)


def decode(data: bytes, *, fallback: str | None = None) -> str:
    """Text in UTF-8, or in what its byte order mark says, or else in `fallback`; Refused otherwise.

    >>> decode("Benoît".encode("latin-1"), fallback="cp1252")
    'Benoît'
    """
    encoding = next((name for bom, name in _BOMS if data.startswith(bom)), "utf-8")
    for one in filter(None, (encoding, fallback)):
        with suppress(UnicodeDecodeError):
            return data.decode(one)
    raise Refused(Text("The letters of this file cannot be read: save it as UTF-8."))


def parse_json(text: str, line: int | None = None) -> Any:
    """A JSON value; Refused for anything else, numbers that are none and nesting without end."""
    try:
        return json.loads(text, parse_constant=no_number)
    except (ValueError, RecursionError) as fault:
        at = line or (fault.lineno if isinstance(fault, json.JSONDecodeError) else None)
        raise Refused(Text("This is not JSON, or it breaks off."), at) from None


def no_number(word: str) -> Any:
    """For `json.loads`: NaN and the infinities are no numbers. ValueError."""
    raise ValueError(f"{word} is no number")
