"""A catalogue as translators write it (.po), made into what the standard library's gettext reads (.mo).

The app compiles its catalogues so when it starts in a checkout, and a wheel has them compiled; the engine
alone reads what was never compiled.
"""

from __future__ import annotations

import ast
import struct

#: gettext's mark of a compiled catalogue, and the sizes of its header and of an entry in its tables
MAGIC, HEADER, ENTRY = 0x950412DE, 28, 8


def parse_po_entries(content: str) -> dict[str, str]:
    """What a catalogue says, by id as gettext keeps it: context before \\x04, forms separated by \\0.

    >>> parse_po_entries('msgctxt "wind"\\nmsgid "East"\\nmsgstr "Est"')
    {'wind\\x04East': 'Est'}
    """
    entries: dict[str, str] = {}
    for block in content.split("\n\n"):
        parts: dict[str, str] = {}
        keyword = ""
        for line in block.splitlines():
            if line.startswith("#"):
                continue
            word, _, rest = line.partition(" ")
            if not line.startswith('"'):
                keyword, line = word, rest
            parts[keyword] = parts.get(keyword, "") + str(ast.literal_eval(line))
        translation = "\0".join(text for name, text in sorted(parts.items()) if name.startswith("msgstr"))
        if "msgid" in parts and translation.strip("\0"):
            key = "\0".join(parts[name] for name in ("msgid", "msgid_plural") if name in parts)
            entries[f"{parts['msgctxt']}\x04{key}" if "msgctxt" in parts else key] = translation
    return entries


def compile_catalogue(content: str) -> bytes:
    """The catalogue as gettext reads it: a header, two tables of lengths and places, and the texts."""
    entries = sorted(
        (key.encode(), translation.encode()) for key, translation in parse_po_entries(content).items()
    )
    texts = [key for key, _translation in entries] + [translation for _key, translation in entries]
    tables, place = b"", HEADER + ENTRY * len(texts)
    for text in texts:
        tables += struct.pack("<2I", len(text), place)
        place += len(text) + 1
    second = HEADER + ENTRY * len(entries)
    header = struct.pack("<7I", MAGIC, 0, len(entries), HEADER, second, 0, second + ENTRY * len(entries))
    return header + tables + b"".join(text + b"\0" for text in texts)
