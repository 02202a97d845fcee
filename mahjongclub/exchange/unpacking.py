"""Bytes of strangers made harmless before anything reads them: sizes bounded, texts decoded, JSON parsed."""

from __future__ import annotations

import codecs
import json
import zlib
from typing import Any

from .refusing import Refused

#: the largest file taken, and the largest it may become when it is unpacked
MOST_BYTES = 4 * 1024 * 1024
MOST_UNPACKED = 16 * 1024 * 1024

GZIP = b"\x1f\x8b"
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def unpack(data: bytes) -> bytes:
    """The bytes themselves, or what gzip holds of them; Refused for too much, a damaged or a half file.

    >>> unpack(b"<mjloggm/>")
    b'<mjloggm/>'
    """
    if not data.strip():
        raise Refused.because("The file is empty.", "Le fichier est vide.")
    if len(data) > MOST_BYTES:
        raise too_large()
    return _gunzip(data) if data.startswith(GZIP) else data


def too_large() -> Refused:
    """The refusal of a file larger than is read."""
    most = MOST_BYTES // 1024 // 1024
    return Refused.because(
        f"The file is too large: {most} MB at most.", f"Le fichier est trop gros : {most} Mo au plus."
    )


def _gunzip(data: bytes) -> bytes:
    """Every member of a gzip file, never more than MOST_UNPACKED bytes in memory."""
    out = bytearray()
    while data:
        member = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        try:
            out += member.decompress(data, MOST_UNPACKED + 1 - len(out))
        except zlib.error:
            raise Refused.because(
                "The compressed file is damaged.", "Le fichier compressé est abîmé."
            ) from None
        if len(out) > MOST_UNPACKED:
            raise Refused.because(
                "The file is far too large once unpacked.",
                "Le fichier est bien trop gros une fois décompressé.",
            )
        if not member.eof:
            raise Refused.because(
                "The compressed file breaks off: it is not whole.",
                "Le fichier compressé s’interrompt : il n’est pas entier.",
            )
        data = member.unused_data.lstrip(b"\0")
    return bytes(out)


def decode(data: bytes, *, fallback: str | None = None) -> str:
    """Text in UTF-8, or in what its byte order mark says, or else in `fallback`; Refused otherwise.

    >>> decode("Benoît".encode("latin-1"), fallback="cp1252")
    'Benoît'
    """
    encoding = next((name for bom, name in _BOMS if data.startswith(bom)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        pass
    try:
        if fallback is not None:
            return data.decode(fallback)
    except UnicodeDecodeError:
        pass
    raise Refused.because(
        "The letters of this file cannot be read: save it as UTF-8.",
        "Les caractères de ce fichier sont illisibles : enregistrez-le en UTF-8.",
    )


def parse_json(text: str, line: int | None = None) -> Any:
    """A JSON value; Refused for anything else, numbers that are none and nesting without end."""
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as fault:
        at = line or (fault.lineno if isinstance(fault, json.JSONDecodeError) else None)
        raise Refused.because(
            "This is not JSON, or it breaks off.", "Ce n’est pas du JSON, ou il s’interrompt.", at
        ) from None


def _no_number(word: str) -> Any:
    raise ValueError(word)
