"""Lines of an archive as rows, each value checked by the field that is to keep it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import (
    BooleanField,
    CharField,
    DateField,
    DateTimeField,
    Field,
    JSONField,
    Model,
    UUIDField,
)
from django.db.models.fields import IntegerField

from mahjongclub.clubs.models import Device

from .container import LATEST_YEAR, MOST_NUMBER, Container, moment
from .form import BadArchive
from .parts import DEVICES, Part

ROWS_AT_ONCE = 500
#: rows of one kind that belong to one session
MOST_TOGETHER = 20_000
#: keys that are written beside what the row itself keeps
EXTRA: dict[str, frozenset[str]] = {"players": frozenset({"on_roster"})}
#: set once the rows they point at are there
LATER = {("players", "merged_into"), ("sessions", "previous")}


class Line:
    """One row of the archive: the instance to be stored, and what else its line says."""

    __slots__ = ("data", "number", "row", "where")

    def __init__(self, number: int, row: Any, data: dict[str, Any], where: str) -> None:
        self.number = number
        self.row = row
        self.data = data
        self.where = where

    def refuse(self, why: object) -> BadArchive:
        """The fault to raise about this line."""
        return BadArchive(f"{self.where}: {why}")


class Numbers:
    """Which row of this database stands for which number of the archive, part by part."""

    def __init__(self) -> None:
        self._rows: dict[str, dict[int, int]] = defaultdict(dict)

    def find(self, part: str, number: Any) -> int | None:
        """The row, None for a number that is not in the archive."""
        return self._rows[part].get(number) if type(number) is int else None

    def keep(self, part: str, number: int, pk: int) -> None:
        """From now on `number` is row `pk`."""
        self._rows[part][number] = pk

    def rows(self, part: str) -> Collection[int]:
        """Every row of a part."""
        return self._rows[part].values()

    def has(self, part: str, number: int) -> bool:
        return number in self._rows[part]

    def make_devices(self, wanted: Collection[Any]) -> None:
        """A device of its own for every browser of the archive: nobody's, since no cookie names it."""
        devices = self._rows[DEVICES]
        new = sorted({one for one in wanted if type(one) is int and one not in devices})
        made = Device.objects.bulk_create([Device() for _one in new], batch_size=ROWS_AT_ONCE)
        devices.update(zip(new, (device.pk for device in made), strict=True))


def batches(packed: Container, part: Part, numbers: Numbers) -> Iterator[list[Line]]:
    """The rows of a part, not yet stored, some hundred at a time; those of one session stay together."""
    batch: list[dict[str, Any]] = []
    together: Any = None
    start = 1
    for number, data in packed.rows(part.file):
        owner = data.get("session") if part.order[0] == "session" else None
        if len(batch) >= ROWS_AT_ONCE and (owner is None or owner != together):
            yield _build(part, batch, numbers, start)
            batch, start = [], number
        if len(batch) > ROWS_AT_ONCE + MOST_TOGETHER:
            raise BadArchive(f"{part.file}, line {number}: no session has so many rows.")
        batch.append(data)
        together = owner
    if batch:
        yield _build(part, batch, numbers, start)


def _build(part: Part, batch: list[dict[str, Any]], numbers: Numbers, start: int) -> list[Line]:
    for ref, target in part.refs.items():
        if target == DEVICES:
            numbers.make_devices([data.get(ref) for data in batch])
    return [_line(part, data, numbers, f"{part.file}, line {n}") for n, data in enumerate(batch, start)]


def _line(part: Part, data: dict[str, Any], numbers: Numbers, where: str) -> Line:
    wanted = {*part.keys, *EXTRA.get(part.name, ())}
    if set(data) != wanted:
        odd = sorted(wanted ^ set(data))[0]
        raise BadArchive(f"{where}: “{odd[:60]}” is missing, or should not be there.")
    number = data["n"]
    if type(number) is not int or not 0 < number <= MOST_NUMBER:
        raise BadArchive(f"{where}: “n” is no number of a row.")
    row = part.model()
    for name in part.fields:
        field = part.model._meta.get_field(name)
        assert isinstance(field, Field)
        try:
            setattr(row, name, _value(field, data[name]))
        except (ValidationError, ValueError, TypeError, OverflowError) as fault:
            said = fault.messages[0] if isinstance(fault, ValidationError) else fault
            raise BadArchive(f"{where}: “{name}”: {said}") from None
    for ref, target in part.refs.items():
        if (part.name, ref) not in LATER:
            _point(row, part, ref, numbers.find(target, data[ref]), data[ref], where)
    return Line(number, row, data, where)


def _point(row: Model, part: Part, ref: str, pk: int | None, told: Any, where: str) -> None:
    field = part.model._meta.get_field(ref)
    if pk is None and (told is not None or not field.null):
        raise BadArchive(f"{where}: “{ref}” points at a row that is not in the archive.")
    setattr(row, f"{ref}_id", pk)


def _value(field: Field[Any, Any], told: Any) -> Any:
    """A value as the field keeps it; ValueError, TypeError or ValidationError for another."""
    if told is None:
        if not field.null:
            raise ValueError("it cannot be empty")
        return None
    if isinstance(field, JSONField):
        return told
    if isinstance(field, DateTimeField):
        return moment(told)
    kind, reading = _plain_kind(field)
    if type(told) is not kind:
        raise TypeError(f"{kind.__name__} is wanted")
    value = reading(told)
    field.run_validators(value)
    if field.choices and value not in dict(field.flatchoices):
        raise ValueError("unknown word")
    return value


def _plain_kind(field: Field[Any, Any]) -> tuple[type, Any]:
    """The kind of JSON value a field is written as, and what reads it."""
    if isinstance(field, DateField):
        return str, _day
    if isinstance(field, BooleanField):
        return bool, bool
    if isinstance(field, IntegerField):
        return int, int
    if isinstance(field, UUIDField):
        return str, field.to_python
    if isinstance(field, CharField):
        return str, str
    raise AssertionError(f"archives cannot hold {field}")


def _day(text: str) -> date:
    found = date.fromisoformat(text)
    if not 1900 <= found.year <= LATEST_YEAR:
        raise ValueError("no day of ours")
    return found


def store(part: Part, lines: Iterable[Line], numbers: Numbers) -> None:
    """Write rows, with the moments Django would set by itself, and remember their numbers."""
    found = list(lines)
    seen: set[int] = set()
    for one in found:
        if one.number in seen or numbers.has(part.name, one.number):
            raise one.refuse("this number was there before.")
        seen.add(one.number)
    own = [f for f in part.fields if getattr(part.model._meta.get_field(f), "auto_now_add", False)]
    own += [f for f in part.fields if getattr(part.model._meta.get_field(f), "auto_now", False)]
    kept = [{name: getattr(one.row, name) for name in own} for one in found]
    rows = part.model._default_manager.bulk_create([one.row for one in found])
    for row, values in zip(rows, kept, strict=True):
        for name, value in values.items():
            setattr(row, name, value)
    if own:
        part.model._default_manager.bulk_update(rows, own, batch_size=100)
    for one in found:
        numbers.keep(part.name, one.number, one.row.pk)
