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
from mahjongclub.clubs.naming import without_invisible

from .container import YEARS, BadArchive, CheckedArchive, json_default, read_zoned_moment
from .parts import DEVICES, ArchivePart

ROWS_AT_ONCE = 500
#: rows of one kind that belong to one session
MOST_TOGETHER = 20_000
#: the largest number a row of our databases can have
MOST_NUMBER = 2**63 - 1


@dataclass(slots=True)
class ArchiveRow:
    """One row of the archive: the instance to be stored, and what else its line says."""

    number: int
    row: Any
    data: dict[str, Any]
    where: str

    def archive_error(self, why: object) -> BadArchive:
        """The fault to raise about this line."""
        return BadArchive(f"{self.where}: {why}")


class ImportedIds:
    """Which row of this database stands for which number of the archive, part by part."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[int, int]] = defaultdict(dict)

    def find_id(self, name: str, number: Any) -> int | None:
        """The row, None for a number that is not in the archive."""
        return self.rows[name].get(number) if type(number) is int else None

    def create_devices(self, device_numbers: Collection[Any]) -> None:
        """A device of its own for every browser of the archive: nobody's, since no cookie names it."""
        devices = self.rows[DEVICES]
        new = sorted({number for number in device_numbers if type(number) is int and number not in devices})
        made = Device.objects.bulk_create([Device() for _one in new], batch_size=ROWS_AT_ONCE)
        devices.update(zip(new, (device.pk for device in made), strict=True))


def row_batches(
    packed: CheckedArchive, section: ArchivePart, numbers: ImportedIds
) -> Iterator[list[ArchiveRow]]:
    """The rows of a part, not yet stored, some hundred at a time; those of one session stay together."""
    together = section.order[0] == "session"
    lines = packed.rows(section.file_name)
    batch: list[tuple[int, dict[str, Any]]] = []
    for _owner, rows in groupby(lines, lambda row: row[1].get("session") if together else row[0]):
        batch += islice(rows, MOST_TOGETHER + 1)
        if len(batch) > ROWS_AT_ONCE + MOST_TOGETHER:
            raise BadArchive(f"{section.file_name}, line {batch[-1][0]}: no session has so many rows.")
        if len(batch) >= ROWS_AT_ONCE:
            yield _build(section, batch, numbers)
            batch = []
    if batch:
        yield _build(section, batch, numbers)


def _build(
    section: ArchivePart, batch: list[tuple[int, dict[str, Any]]], numbers: ImportedIds
) -> list[ArchiveRow]:
    for ref, target in section.part_by_reference_field.items():
        if target == DEVICES:
            numbers.create_devices([data.get(ref) for _number, data in batch])
    return [_line(section, data, numbers, f"{section.file_name}, line {number}") for number, data in batch]


def _line(section: ArchivePart, data: dict[str, Any], numbers: ImportedIds, where: str) -> ArchiveRow:
    begins_with = {name: section.stored_fields[name].get_default() for name in section.later.split()}
    data = {**begins_with, **data}
    if odd := {*section.row_keys, *section.extra} ^ set(data):
        raise BadArchive(f"{where}: “{min(odd)[:60]}” is missing, or should not be there.")
    number = data["n"]
    if type(number) is not int or not 0 < number <= MOST_NUMBER:
        raise BadArchive(f"{where}: “n” is no number of a row.")
    row = section.model()
    for name, field in section.value_fields.items():
        try:
            value = _value(field, data[name])
        except (ValidationError, ValueError, TypeError, OverflowError) as fault:
            why = fault.messages[0] if isinstance(fault, ValidationError) else fault
            raise BadArchive(f"{where}: “{name}”: {why}") from None
        if name == "name" and value:
            # a file may have names with signs in them that nobody sees
            value = without_invisible(value) or f"#{number}"
        setattr(row, name, value)
    for ref, target in section.part_by_reference_field.items():
        if target == section.name:  # set once all of them are there
            continue
        pk = numbers.find_id(target, data[ref])
        if pk is None and (data[ref] is not None or section.is_required(ref)):
            raise BadArchive(f"{where}: “{ref}” points at a row that is not in the archive.")
        setattr(row, f"{ref}_id", pk)
    return ArchiveRow(number, row, data, where)


def _value(field: Field[Any, Any], data: Any) -> Any:
    """A value as the field keeps it; ValueError, TypeError or ValidationError for another.

    What the field would make of another kind of value is not taken: it must be what is written of it again.
    """
    if data is None:
        if not field.null:
            raise ValueError("it cannot be empty")
        return None
    if isinstance(field, JSONField):
        return data
    if isinstance(field, DateTimeField):
        return read_zoned_moment(data)
    if isinstance(field, DateField):
        day = date.fromisoformat(data)
        if day.year not in YEARS:
            raise ValueError("no day of ours")
        return day
    value = field.to_python(data)
    plain_value = value if isinstance(value, bool | int | str) else json_default(value)
    if type(plain_value) is not type(data) or plain_value != data:
        raise TypeError(f"{type(plain_value).__name__} is wanted")
    field.run_validators(value)
    if field.choices and not (value == "" and field.blank) and value not in dict(field.flatchoices):
        raise ValueError("unknown word")
    return value


def store_rows(section: ArchivePart, lines: list[ArchiveRow], numbers: ImportedIds) -> None:
    """Write rows, with the moments Django would set by itself, and remember their numbers."""
    numbers_of_rows = numbers.rows[section.name]
    for line in lines:
        if line.number in numbers_of_rows:
            raise line.archive_error("this number was there before.")
        numbers_of_rows[line.number] = 0
    automatic = [
        n
        for n, f in section.value_fields.items()
        if getattr(f, "auto_now_add", 0) or getattr(f, "auto_now", 0)
    ]
    moments_of_lines = [{name: getattr(built.row, name) for name in automatic} for built in lines]
    rows = section.model._default_manager.bulk_create([built.row for built in lines])
    for line, row, moments in zip(lines, rows, moments_of_lines, strict=True):
        numbers_of_rows[line.number] = row.pk
        for name, value in moments.items():
            setattr(row, name, value)
    if automatic:
        section.model._default_manager.bulk_update(rows, automatic, batch_size=100)
