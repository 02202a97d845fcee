"""Lines of an archive as rows, each value checked by the field that is to keep it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby, islice
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import DateField, DateTimeField, Field, JSONField

from mahjongclub.clubs.models import Device
from mahjongclub.clubs.naming import seen_only

from .container import YEARS, BadArchive, Container, moment, plain
from .parts import DEVICES, Part

ROWS_AT_ONCE = 500
#: rows of one kind that belong to one session
MOST_TOGETHER = 20_000
#: the largest number a row of our databases can have
MOST_NUMBER = 2**63 - 1


@dataclass(slots=True)
class Line:
    """One row of the archive: the instance to be stored, and what else its line says."""

    number: int
    row: Any
    data: dict[str, Any]
    where: str

    def refuse(self, why: object) -> BadArchive:
        """The fault to raise about this line."""
        return BadArchive(f"{self.where}: {why}")


class Numbers:
    """Which row of this database stands for which number of the archive, part by part."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[int, int]] = defaultdict(dict)

    def find(self, part: str, number: Any) -> int | None:
        """The row, None for a number that is not in the archive."""
        return self.rows[part].get(number) if type(number) is int else None

    def make_devices(self, wanted: Collection[Any]) -> None:
        """A device of its own for every browser of the archive: nobody's, since no cookie names it."""
        devices = self.rows[DEVICES]
        new = sorted({one for one in wanted if type(one) is int and one not in devices})
        made = Device.objects.bulk_create([Device() for _one in new], batch_size=ROWS_AT_ONCE)
        devices.update(zip(new, (device.pk for device in made), strict=True))


def batches(packed: Container, part: Part, numbers: Numbers) -> Iterator[list[Line]]:
    """The rows of a part, not yet stored, some hundred at a time; those of one session stay together."""
    together = part.order[0] == "session"
    found = packed.rows(part.file)
    batch: list[tuple[int, dict[str, Any]]] = []
    for _owner, rows in groupby(found, lambda row: row[1].get("session") if together else row[0]):
        batch += islice(rows, MOST_TOGETHER + 1)
        if len(batch) > ROWS_AT_ONCE + MOST_TOGETHER:
            raise BadArchive(f"{part.file}, line {batch[-1][0]}: no session has so many rows.")
        if len(batch) >= ROWS_AT_ONCE:
            yield _build(part, batch, numbers)
            batch = []
    if batch:
        yield _build(part, batch, numbers)


def _build(part: Part, batch: list[tuple[int, dict[str, Any]]], numbers: Numbers) -> list[Line]:
    for ref, target in part.refs.items():
        if target == DEVICES:
            numbers.make_devices([data.get(ref) for _number, data in batch])
    return [_line(part, data, numbers, f"{part.file}, line {number}") for number, data in batch]


def _line(part: Part, data: dict[str, Any], numbers: Numbers, where: str) -> Line:
    begins_with = {name: part.kept[name].get_default() for name in part.later.split()}
    data = {**begins_with, **data}
    if odd := {*part.keys, *part.extra} ^ set(data):
        raise BadArchive(f"{where}: “{min(odd)[:60]}” is missing, or should not be there.")
    number = data["n"]
    if type(number) is not int or not 0 < number <= MOST_NUMBER:
        raise BadArchive(f"{where}: “n” is no number of a row.")
    row = part.model()
    for name, field in part.fields.items():
        try:
            value = _value(field, data[name])
        except (ValidationError, ValueError, TypeError, OverflowError) as fault:
            why = fault.messages[0] if isinstance(fault, ValidationError) else fault
            raise BadArchive(f"{where}: “{name}”: {why}") from None
        if name == "name" and value:
            # a file may have names with signs in them that nobody sees
            value = seen_only(value) or f"#{number}"
        setattr(row, name, value)
    for ref, target in part.refs.items():
        if target == part.name:  # set once all of them are there
            continue
        pk = numbers.find(target, data[ref])
        if pk is None and (data[ref] is not None or part.must_point(ref)):
            raise BadArchive(f"{where}: “{ref}” points at a row that is not in the archive.")
        setattr(row, f"{ref}_id", pk)
    return Line(number, row, data, where)


def _value(field: Field[Any, Any], told: Any) -> Any:
    """A value as the field keeps it; ValueError, TypeError or ValidationError for another.

    What the field would make of another kind of value is not taken: it must be what is written of it again.
    """
    if told is None:
        if not field.null:
            raise ValueError("it cannot be empty")
        return None
    if isinstance(field, JSONField):
        return told
    if isinstance(field, DateTimeField):
        return moment(told)
    if isinstance(field, DateField):
        day = date.fromisoformat(told)
        if day.year not in YEARS:
            raise ValueError("no day of ours")
        return day
    value = field.to_python(told)
    written = value if isinstance(value, bool | int | str) else plain(value)
    if type(written) is not type(told) or written != told:
        raise TypeError(f"{type(written).__name__} is wanted")
    field.run_validators(value)
    if field.choices and not (value == "" and field.blank) and value not in dict(field.flatchoices):
        raise ValueError("unknown word")
    return value


def store(part: Part, found: list[Line], numbers: Numbers) -> None:
    """Write rows, with the moments Django would set by itself, and remember their numbers."""
    known = numbers.rows[part.name]
    for one in found:
        if one.number in known:
            raise one.refuse("this number was there before.")
        known[one.number] = 0
    own = [n for n, f in part.fields.items() if getattr(f, "auto_now_add", 0) or getattr(f, "auto_now", 0)]
    kept = [{name: getattr(one.row, name) for name in own} for one in found]
    rows = part.model._default_manager.bulk_create([one.row for one in found])
    for one, row, moments in zip(found, rows, kept, strict=True):
        known[one.number] = row.pk
        for name, value in moments.items():
            setattr(row, name, value)
    if own:
        part.model._default_manager.bulk_update(rows, own, batch_size=100)
