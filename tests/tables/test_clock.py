"""The session's clock: its moments on the server, its hidden time, its pauses."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta

import pytest
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from mahjongclub.tables.clock import read_clock
from mahjongclub.tables.models import Clock, Revision, Session

from .clock_phone import TEN, pass_minutes, start, strip
from .conftest import Phone


def every_answer(phone: Phone, session: Session, number: int) -> list[HttpResponse]:
    """Each kind of answer a phone at the table can get."""
    code = session.code
    pages = (
        "table",
        "clock",
        "clock_pause",
        "clock_now",
        "log",
        "record",
        "rules",
        "share",
        "sticks",
        "more",
    )
    answers = [phone.get(reverse(f"tables:{page}", args=[code])) for page in (*pages, "sit", "swap", "close")]
    draft = {"draft": json.dumps({"type": "win", "winner": 0})}
    answers.append(phone.get(reverse("tables:entry", args=[code, number]), draft))
    fragment = {"HX-Request": "true", "HX-Target": "table", "X-Clock": "1"}
    answers.append(phone.get(reverse("tables:table", args=[code]), headers=fragment))
    answers.append(phone.get(reverse("tables:home")))
    return answers


def whole(answer: HttpResponse) -> str:
    """An answer with its headers (apart from the time it was made)."""
    headers = [f"{name}: {value}" for name, value in answer.items() if name not in ("Date", "Expires")]
    return "\n".join([*headers, answer.content.decode()])


def traces(clock: Clock) -> list[str]:
    """The moments from which the end could be told, in the ways a page could write them."""
    assert clock.started_at is not None
    assert clock.deadline is not None
    texts = []
    for moment in (clock.started_at, clock.deadline):
        texts += [moment.isoformat()[:19], f"{moment:%H:%M:%S}", str(int(moment.timestamp()))]
    return texts


def test_ten_has_its_clock_from_its_rules(phone: Phone, ten: Session) -> None:
    # seed 003: 60 minutes, alarms after 50 and 55, the time masked from the first on, the hand finished
    clock = Clock.objects.get(session=ten)
    assert (clock.minutes, clock.alarms, clock.hides, clock.at_end) == (60, [50, 55], True, "finish")
    assert "Start the clock: 60 minutes" in strip(phone, ten)


def test_before_the_first_alarm_the_time_is_shown_and_counted_down(phone: Phone, ten: Session) -> None:
    start(phone, ten)
    pass_minutes(ten, 12.5)
    shown = strip(phone, ten)
    assert re.search(">47:(30|29|28)<", shown)  # a slow machine takes a second or two
    alarm = re.search(r'data-next="(\d+)"', shown)
    assert alarm is not None
    assert 2_247_000 < int(alarm.group(1)) <= 2_250_000


@pytest.mark.parametrize("minutes", [50.1, 52, 55.5, 59.9])
def test_from_the_first_alarm_on_no_answer_tells_the_time(phone: Phone, ten: Session, minutes: float) -> None:
    phone.confirm(ten, TEN)
    start(phone, ten)
    clock = pass_minutes(ten, minutes)
    left = round((60 - minutes) * 60)
    around = range(left - 2, left + 3)
    shown = [f"{second // 60}:{second % 60:02}" for second in around if second > 0]
    for answer in every_answer(phone, ten, 2):
        text = whole(answer)
        assert answer.status_code in (200, 204), answer
        for trace in traces(clock):
            assert trace not in text, (trace, answer)
        # a hand's own time of day may look like a time left
        spoken = re.sub(r"<time.*?</time>", "", text, flags=re.DOTALL)
        for time in shown:
            assert not re.search(rf"(?<![\d:]){time}(?![\d:])", spoken), (time, answer)
        assert "data-next" not in text
        assert "data-left" not in text
    assert "The time is hidden." in strip(phone, ten)


def test_a_paused_clock_stays_hidden_too(phone: Phone, ten: Session) -> None:
    start(phone, ten)
    pass_minutes(ten, 51)
    pause(phone, ten, "Tea")
    shown = strip(phone, ten)
    assert "Tea" in shown
    assert "The time is hidden." in shown
    assert not re.search(r"\d:\d\d", shown)


def test_the_record_keeps_its_start_to_itself_while_the_time_is_hidden(phone: Phone, ten: Session) -> None:
    start(phone, ten)
    url = reverse("tables:record", args=[ten.code])
    assert "started" in phone.get(url).json()
    pass_minutes(ten, 51)
    assert "started" not in phone.get(url).json()


def test_the_log_keeps_the_clock_s_moments_to_itself_while_the_time_is_hidden(
    phone: Phone, ten: Session
) -> None:
    start(phone, ten)
    moment = Revision.objects.get(session=ten, action=Revision.Action.CLOCK_START).made_at
    url = reverse("tables:log", args=[ten.code])
    assert f"{moment:%Y-%m-%dT%H:%M:%S}" in phone.get(url).content.decode()
    pass_minutes(ten, 51)
    page = phone.get(url).content.decode()
    assert "Clock started" in page
    assert f"{moment:%Y-%m-%dT%H:%M}" not in page


def test_phones_ask_and_hear_only_what_is_new(phone: Phone, ten: Session) -> None:
    start(phone, ten)
    url = reverse("tables:clock_now", args=[ten.code])
    seen = re.search(r"seen=([^\"]+)", strip(phone, ten))
    assert seen is not None
    assert phone.get(url, {"seen": seen.group(1)}).status_code == 204
    pass_minutes(ten, 50.01)
    answer = phone.get(url, {"seen": seen.group(1)})
    assert "Alarm 1 of 2 has sounded." in answer.content.decode()
    assert 'data-fired="1"' in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]


def test_an_alarm_told_late_says_so(phone: Phone, ten: Session) -> None:
    clock = start(phone, ten)
    assert clock.started_at is not None
    minute = timedelta(minutes=1)
    assert not read_clock(clock, clock.started_at + 50 * minute + timedelta(seconds=1)).late
    assert read_clock(clock, clock.started_at + 52 * minute).late


def pause(phone: Phone, session: Session, reason: str) -> HttpResponse:
    return phone.post(reverse("tables:clock_pause", args=[session.code]), {"version": 0, "reason": reason})


def test_a_pause_stops_the_time_and_both_ends_stand_in_the_log(phone: Phone, ten: Session) -> None:
    start(phone, ten)
    pass_minutes(ten, 20)
    assert pause(phone, ten, "Somebody at the door").status_code == 302
    clock = Clock.objects.get(session=ten)
    assert clock.paused_at is not None
    assert clock.deadline is not None
    clock.paused_at -= timedelta(minutes=7)  # the pause has lasted seven minutes
    clock.deadline -= timedelta(minutes=7)
    clock.save()
    assert re.search(">(40:00|39:59|39:58)<", strip(phone, ten))
    before = timezone.now()
    phone.post(reverse("tables:clock_resume", args=[ten.code]), {"version": 0})
    assert 2397 < left(ten, before) < 2403
    log = phone.get(reverse("tables:log", args=[ten.code])).content.decode()
    assert "Clock paused" in log
    assert "Somebody at the door" in log
    assert re.search(r"Somebody at the door \(7:0[0-3]\)", log)
    assert "Clock going again" in log


def left(session: Session, now: datetime) -> float:
    clock = Clock.objects.get(session=session)
    assert clock.deadline is not None
    return (clock.deadline - now).total_seconds()


def test_one_tap_stops_the_time_and_the_reason_is_asked_afterwards(phone: Phone, ten: Session) -> None:
    start(phone, ten)
    address = reverse("tables:clock_pause", args=[ten.code])
    assert phone.post(address, {"version": 0}).status_code == 302  # what the button beside the time sends
    stood = Clock.objects.get(session=ten)
    assert stood.paused_at is not None
    assert "Why?" in strip(phone, ten)
    asked = phone.get(address).content.decode()
    assert "Save the reason" in asked
    assert pause(phone, ten, "Somebody at the door").status_code == 302
    assert Clock.objects.get(session=ten).paused_at == stood.paused_at  # it stands since the tap
    assert "Somebody at the door" in strip(phone, ten)
    assert "Why?" not in strip(phone, ten)
    assert "Somebody at the door" in phone.get(reverse("tables:log", args=[ten.code])).content.decode()


def test_a_pause_without_a_reason_is_logged_with_its_length(phone: Phone, ten: Session) -> None:
    start(phone, ten)
    phone.post(reverse("tables:clock_pause", args=[ten.code]), {"version": 0})
    phone.post(reverse("tables:clock_resume", args=[ten.code]), {"version": 0})
    assert re.search(r"\b0:0[0-3]\b", phone.get(reverse("tables:log", args=[ten.code])).content.decode())


def test_a_pause_needs_a_running_clock(phone: Phone, ten: Session) -> None:
    assert pause(phone, ten, "Tea").status_code == 422  # not started
    start(phone, ten)
    pass_minutes(ten, 61)
    assert pause(phone, ten, "Too late").status_code == 422


def test_starting_twice_and_going_on_unpaused_are_refused(phone: Phone, ten: Session) -> None:
    clock = start(phone, ten)
    again = phone.post(reverse("tables:clock_start", args=[ten.code]), {"version": 0})
    assert again.status_code == 422
    assert Clock.objects.get(session=ten).deadline == clock.deadline
    assert phone.post(reverse("tables:clock_resume", args=[ten.code]), {"version": 0}).status_code == 422


def test_junk_never_breaks_the_clock(phone: Phone, ten: Session) -> None:
    for name in ("clock", "clock_start", "clock_pause", "clock_resume"):
        for form in ({}, {"version": "x"}, {"version": "-1"}, {"version": "0", "key": "no key"}):
            answer = phone.post(reverse(f"tables:{name}", args=[ten.code]), form)
            assert answer.status_code in (302, 422), (name, form)
    assert phone.get(reverse("tables:clock_now", args=[ten.code]), {"seen": "\x00" * 90}).status_code == 200


def test_a_viewer_sees_the_clock_and_touches_nothing(phone: Phone, other_phone: Phone, ten: Session) -> None:
    share = phone.get(reverse("tables:share", args=[ten.code])).content.decode()
    links = re.findall(r'value="https?://[^/]+(/t/[^"]+)"', share)
    other_phone.get(links[1])
    assert "The clock has not started." in strip(other_phone, ten)
    for name in ("clock_start", "clock_pause", "clock_resume", "clock"):
        answer = other_phone.post(reverse(f"tables:{name}", args=[ten.code]), {"version": 0})
        assert answer.status_code == 403
    start(phone, ten)
    assert re.search(">(60:00|59:5[89])<", strip(other_phone, ten))
    assert "Pause" not in strip(other_phone, ten)


def test_the_clock_never_makes_an_entry_stale(phone: Phone, ten: Session) -> None:
    """An alarm is no change of the table; a hand opened before it is confirmed after it."""
    session = start(phone, ten).session
    session.refresh_from_db()
    pass_minutes(ten, 50.5)
    strip(phone, ten)
    answer = phone.confirm(ten, TEN, version=session.version)
    assert answer.status_code == 302
