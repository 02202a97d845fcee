"""The hands that a slip of the finger may have made of another one: for finding what was recorded wrongly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .entries import is_entry
from .variant import Variant

#: fields of a record that hold one seat, and those that hold several
SEAT = ("winner", "seat", "offender")
SEATS = ("riichi", "tenpai", "offenders")


def hands_one_slip_away(variant: Variant, hand: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every hand that is one slip away from `hand`, both as a record writes them.

    Another winner, another discarder or none, the two exchanged, the next value of a field
    (`Variant.steps`), a yes for a no, one seat more or less that was tenpai or put a stick out. Not all of
    them can have happened: only settling tells.
    """
    if is_entry(hand):
        return
    defaults: dict[str, Any] = {"riichi": []} if variant.knows_riichi else {}
    yield from _other_parts(variant, {**defaults, **hand})


def _other_parts(variant: Variant, record: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    if "winner" in record and record.get("from") is not None:
        yield {**record, "winner": record["from"], "from": record["winner"]}
    elif "winner" in record and "from" not in record:  # some records leave a self-draw's out
        yield from ({**record, "from": seat} for seat in range(variant.seats))
    for name, value in record.items():
        yield from ({**record, name: other} for other in _others(variant, name, value))


def _others(variant: Variant, name: str, value: Any) -> Iterator[Any]:
    seats = range(variant.seats)
    if name in SEAT:
        yield from (seat for seat in seats if seat != value)
    elif name == "from":
        yield from (seat for seat in (None, *seats) if seat != value)
    elif name in SEATS and not any(isinstance(entry, Mapping) for entry in value):
        yield from (
            [entry for entry in value if entry != seat] if seat in value else [*value, seat] for seat in seats
        )
    elif name in variant.steps:
        row = variant.steps[name]
        at = row.index(value) if value in row else -1
        if at >= 0:
            yield from (row[near] for near in (at - 1, at + 1) if 0 <= near < len(row))
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, Mapping):
        yield from _other_parts(variant, value)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, Mapping):
                yield from (
                    [*value[:index], other, *value[index + 1 :]] for other in _other_parts(variant, item)
                )
