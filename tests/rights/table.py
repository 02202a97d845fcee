"""The table of rights as `rights.txt` keeps it: address by method by who asks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .hall import EVERYBODY, PEOPLE
from .visiting import Cell

FILE = Path(__file__).with_name("rights.txt")
METHODS = ("GET", "POST")
#: of a row whose answers differ, the group that is not named
OTHERS = "others"
NAMED_UP_TO = 3
Row = dict[str, Cell]


@dataclass
class Block:
    """One or more addresses with the same rights. An address may have a case: `new/ [of the club]`."""

    addresses: list[str]
    section: str
    rows: dict[str, Row] = field(default_factory=dict)


def read(text: str = "") -> list[Block]:
    """The blocks of the file."""
    blocks: list[Block] = []
    section = ""
    for line in (text or FILE.read_text()).splitlines():
        if line.startswith("## "):
            section = line[3:]
        elif line.startswith("    "):
            method, who, cell = _line(line)
            row = blocks[-1].rows.setdefault(method, {})
            named = [key for key in PEOPLE if key not in row] if who in (["all"], [OTHERS]) else who
            for key in named:
                assert key in PEOPLE, f"{key} in “{line}”"
                assert key not in row, f"{key} stands twice at {method} {blocks[-1].addresses}"
                row[key] = cell
        elif line.strip() and not line.startswith("#"):
            if not blocks or blocks[-1].rows:
                blocks.append(Block([], section))
            blocks[-1].addresses.append(line if line.strip() != '""' else "")
    return blocks


def _line(line: str) -> tuple[str, list[str], Cell]:
    head, _colon, cell = line.partition(": ")
    method, *who = head.split()
    answer, _semicolon, changes = cell.partition("; ")
    return method, who, Cell(answer, frozenset(_split(changes)))


def _split(changes: str) -> list[str]:
    """By spaces, those between brackets apart."""
    found: list[str] = []
    for word in changes.split():
        if found and found[-1].count("(") > found[-1].count(")"):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def by_address(blocks: Iterable[Block]) -> dict[str, Mapping[str, Row]]:
    """The rows of each address and case; each stands once."""
    found: dict[str, Mapping[str, Row]] = {}
    for block in blocks:
        for address in block.addresses:
            assert address not in found, f"{address} stands twice"
            found[address] = block.rows
    return found


def groups(row: Row) -> list[tuple[list[str], Cell]]:
    """Who gets the same, the largest group last."""
    found: dict[Cell, list[str]] = defaultdict(list)
    for key, cell in row.items():
        found[cell].append(key)
    return sorted(((who, cell) for cell, who in found.items()), key=lambda one: _place(one[0]))


def _place(who: list[str]) -> tuple[bool, list[int]]:
    keys = list(PEOPLE)
    return len(who) * 2 > len(EVERYBODY), [keys.index(key) for key in who]


def written(rows: Mapping[str, Row]) -> str:
    """Rows as the file writes them."""
    lines = []
    for method, row in rows.items():
        told = groups(row)
        for who, cell in told:
            last = who == told[-1][0] and len(who) > NAMED_UP_TO
            named = "all" if len(told) == 1 else OTHERS if last else " ".join(who)
            lines.append(f"    {method:5} {named}: {cell}")
    return "\n".join(lines)


def cells(blocks: Iterable[Block]) -> int:
    """How many cells the table has."""
    return sum(len(block.addresses) * sum(map(len, block.rows.values())) for block in blocks)
