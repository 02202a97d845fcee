"""What a calendar's lines hold is what another library reads, whatever a club and its places are called."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from mahjongclub.clubs import file_kinds
from mahjongclub.exchange.exporting.ical import LINE, calendar_file, local_line, property_line, zone_lines

NAMES = [
    "Anne-Sophie de La Rochefoucauld; Łukasz, Żółć",
    "田中 愛子 " * 20,
    "ليلى منصور",
    "O'Brien\\n\nBEGIN:VEVENT\r\nEND:VEVENT",
    "👩‍👩‍👧‍👦" * 30,
    ":;,\\",
]


def read_back(text: str) -> str:
    lines = ("BEGIN:VEVENT", "UID:1", property_line("SUMMARY", text), "END:VEVENT")
    content = calendar_file(lines)
    assert all(len(line) <= LINE for line in content.split(b"\r\n"))
    (event,) = Calendar.from_ical(content).walk("VEVENT")
    return str(event["SUMMARY"])


@pytest.mark.parametrize("text", NAMES)
def test_a_text_is_read_back_as_it_was_written(text: str) -> None:
    assert read_back(text) == text.replace("\r\n", "\n")


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])))
def test_any_text_is_read_back(text: str) -> None:
    assert read_back(text) == text


def test_moments_are_told_in_utc_and_days_as_days() -> None:
    paris = datetime(2026, 11, 26, 19, 30, tzinfo=ZoneInfo("Europe/Paris"))
    assert property_line("DTSTART", paris) == "DTSTART:20261126T183000Z"
    assert property_line("DTSTART", datetime(2026, 1, 2, tzinfo=UTC)) == "DTSTART:20260102T000000Z"
    assert property_line("DTSTART", date(2026, 1, 2)) == "DTSTART;VALUE=DATE:20260102"


def test_ods_is_offered_where_it_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "ods" in dict(file_kinds.offered_file_kinds())
    monkeypatch.setattr(file_kinds, "find_spec", lambda _name: None)
    file_kinds.offered_file_kinds.cache_clear()
    assert list(dict(file_kinds.offered_file_kinds())) == ["xlsx", "csv"]
    assert file_kinds.file_kind_or_xlsx("ods") == "xlsx"
    file_kinds.offered_file_kinds.cache_clear()


def test_a_zone_that_this_machine_does_not_know_is_told_in_utc() -> None:
    moment = datetime(2026, 10, 22, 17, 30, tzinfo=UTC)
    assert local_line("DTSTART", moment, "Mars/Olympus_Mons") == "DTSTART:20261022T173000Z"
    assert zone_lines("Mars/Olympus_Mons", date(2026, 1, 1), date(2026, 12, 31)) == []
