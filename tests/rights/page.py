"""docs/rights.md: the table of rights for reading."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from django.conf import settings

from . import identity
from .hall import EVERYBODY
from .table import METHODS, Block, cells, groups, read

PAGE = Path(settings.BASE_DIR) / "docs" / "rights.md"
INTRODUCTION = """\
# The table of rights

Written by `python -m tests.rights` from `tests/rights/rights.txt`. `tests/rights/test_rights.py` asks each
address of the site map as each of those below, and holds the answer and every row of the database against it.
An address without a row here fails that test. What a role is for is in [roles.md](roles.md).

{cells} cells: {rows} rows (an address, or a case of one, and a method) by {people} who come.

The club is public, for there a stranger may do most. Who comes:

{who}

What they are answered: *yes*; *led on*, to another page, and nothing changed; *sign in*; *refused*, the form
again with what is wrong; or the status. What may change: `tables.Hand+` a row more, `tables.Hand-` a row
less, `tables.Session.version` a column, `figures` what is counted from the games. A new row tells in brackets
whose it is and which right it gives. Nothing else changes, in any table of the database.

Rights have a fourth dimension, time. A phone that was let in writes at a table while that table plays and
until its round (of an event) or its evening (of a club) is over, `Session.phones_until`; rows with *once
its evening is over* show it. Afterwards organisers correct, at the desk or in the log, and what they
correct is listed under *Corrected since*. A hand that was entered in time and comes late waits there for an
organiser. At tables of a round the organiser alone gives points, changes the rules, begins elsewhere and
ends a game early (`tests/leagues/test_results_final.py`). Results of a round are hidden until it is over,
or until an organiser shows them: `tests/leagues/test_embargo.py` walks every address for them,
`tables/visibility.py` is asked by all.

Of other methods none changes anything. `/live/`, `/healthz`, `/readyz` and `/metrics` are no pages: they know
no cookie and write nothing (`tests/live/test_stream.py`, `tests/server/test_probes.py`). Where mail is set up
there are nine addresses more (`tests/clubs/test_mail.py`).
"""


def page() -> str:
    """The page, whole."""
    blocks = read()
    rows = sum(len(block.addresses) * len(block.rows) for block in blocks)
    who = "\n".join(f"- **{one.key}**: {one.words}" for one in EVERYBODY)
    top = INTRODUCTION.format(cells=f"{cells(blocks):,}", rows=f"{rows:,}", people=len(EVERYBODY), who=who)
    sections = [
        "\n".join([f"\n## {section}\n", *_table(found)])
        for section, found in groupby(blocks, key=lambda block: block.section)
    ]
    return "\n".join([top.rstrip(), identity.section().rstrip(), *sections]) + "\n"


def _table(blocks: Iterator[Block]) -> Iterator[str]:
    yield "| Address | Method | Who | Answer | What may change |"
    yield "| --- | --- | --- | --- | --- |"
    for block in blocks:
        address = "<br>".join(_address(one) for one in block.addresses)
        for method in METHODS:
            told = groups(block.rows[method]) if method in block.rows else []
            for who, cell in told:
                named = "everybody" if len(told) == 1 else ", ".join(who)
                changes = ", ".join(f"`{one}`" for one in sorted(cell.changes))
                yield f"| {address} | {method} | {named} | {cell.answer} | {changes} |"
                address = ""


def _address(address: str) -> str:
    path, _bracket, case = address.partition(" [")
    return f"`/{path}`" + (f" {case[:-1]}" if case else "")
