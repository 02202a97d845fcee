"""The session's clock: its moments on the server, its hidden time, the hand that ends the session."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from mahjongclub.tables.clock import read_clock
from mahjongclub.tables.clock_model import Clock
from mahjongclub.tables.models import Revision, Session

from .conftest import Phone, ron

TEN = {"type": "draw", "reason": "no_declaration"}


@pytest.fixture
def ten(phone: Phone) -> Session:
    """A session of Ten, its clock set by its rules and not started."""
    return phone.open_table("ten", names=("Aiko", "Benoît"))


def start(phone: Phone, session: Session) -> Clock:
    """The tap that starts the clock."""
    answer = phone.post(reverse("tables:clock_start", args=[session.code]), {"version": 0})
    assert answer.status_code == 302, answer.content.decode()
    return Clock.objects.get(session=session)


def pass_minutes(session: Session, minutes: float) -> Clock:
    """Let the clock have run so much longer, by moving its stored moments."""
    clock = Clock.objects.get(session=session)
    step = timedelta(minutes=minutes)
    assert clock.started_at is not None
    assert clock.deadline is not None
    clock.started_at -= step
    clock.deadline -= step
    clock.save()
    return clock


def strip(phone: Phone, session: Session) -> str:
    """What the clock above the board says."""
    page = phone.get(reverse("tables:table", args=[session.code])).content.decode()
    found = re.search(r'<section id="clock".*?</section>', page, re.DOTALL)
    return found.group() if found else ""


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


def test_a_pause_needs_a_reason_and_a_running_clock(phone: Phone, ten: Session) -> None:
    assert pause(phone, ten, "Tea").status_code == 422  # not started
    start(phone, ten)
    answer = pause(phone, ten, "  ")
    assert answer.status_code == 422
    assert "This field is required." in answer.content.decode()
    pass_minutes(ten, 61)
    assert pause(phone, ten, "Too late").status_code == 422


def test_starting_twice_and_going_on_unpaused_are_refused(phone: Phone, ten: Session) -> None:
    clock = start(phone, ten)
    again = phone.post(reverse("tables:clock_start", args=[ten.code]), {"version": 0})
    assert again.status_code == 422
    assert Clock.objects.get(session=ten).deadline == clock.deadline
    assert phone.post(reverse("tables:clock_resume", args=[ten.code]), {"version": 0}).status_code == 422


def test_the_hand_in_play_is_finished_and_ends_the_session(phone: Phone, ten: Session) -> None:
    start(phone, ten)
    phone.confirm(ten, TEN)
    pass_minutes(ten, 60.1)
    assert "Time is up. The hand in play is the last one." in strip(phone, ten)
    phone.confirm(ten, {"type": "win", "winner": 0, "riichi": [0], "han": 2, "fu": 30})
    session = Session.objects.get(pk=ten.pk)
    # dealer, one honba: 3 × 1,000 + 300 (RULES.md section 4)
    assert (session.closed, session.table.ended, session.table.scores) == (True, "time", (13300, 10000))
    assert "Time is up." in phone.get(reverse("tables:end", args=[ten.code])).content.decode()
    assert phone.get(reverse("tables:record", args=[ten.code])).json()["closed"] is True
    assert strip(phone, ten) == ""


def test_undoing_the_last_hand_opens_the_session_and_it_stays_the_last(phone: Phone, ten: Session) -> None:
    start(phone, ten)
    pass_minutes(ten, 61)
    phone.confirm(ten, TEN)
    session = Session.objects.get(pk=ten.pk)
    assert session.table.ended == "time"
    form = {"version": session.version, "number": 1}
    phone.post(reverse("tables:delete", args=[ten.code, 1]), form)
    assert Session.objects.get(pk=ten.pk).table.ended is None
    phone.confirm(ten, {"type": "win", "winner": 1, "riichi": [], "han": 1, "fu": 30})
    assert Session.objects.get(pk=ten.pk).table.ended == "time"


def test_correcting_after_the_end_changes_the_ranking_not_the_end(phone: Phone, ten: Session) -> None:
    start(phone, ten)
    phone.confirm(ten, TEN)
    pass_minutes(ten, 61)
    phone.confirm(ten, TEN)
    win = {"type": "win", "winner": 1, "riichi": [], "limit": "mangan"}
    session = Session.objects.get(pk=ten.pk)
    phone.confirm(ten, win, number=1, played=session.state["hands"])
    after = Session.objects.get(pk=ten.pk)
    assert (after.table.ended, after.table.scores) == ("time", (10000, 18000))


def test_continuing_takes_the_clock_off(phone: Phone, ten: Session) -> None:
    start(phone, ten)
    pass_minutes(ten, 61)
    phone.confirm(ten, TEN)
    session = Session.objects.get(pk=ten.pk)
    phone.post(reverse("tables:continue", args=[ten.code]), {"version": session.version})
    assert Session.objects.get(pk=ten.pk).table.ended is None
    assert not Clock.objects.filter(session=ten).exists()
    phone.confirm(ten, TEN)
    assert Session.objects.get(pk=ten.pk).table.ended is None


def set_clock(phone: Phone, session: Session, **fields: Any) -> HttpResponse:
    form = {"version": session.version, "minutes": "90", "alarms": "", "at_end": "finish", **fields}
    return phone.post(reverse("tables:clock", args=[session.code]), form)


def test_any_game_may_have_a_clock_and_one_hand_more(phone: Phone, table: Session) -> None:
    answer = set_clock(phone, table, minutes="90", alarms="80, 60", at_end="one_more")
    assert answer.status_code == 302
    clock = start(phone, table)
    assert (clock.alarms, clock.hides) == ([60, 80], False)
    pass_minutes(table, 61)
    assert re.search(">(29:00|28:5[89])<", strip(phone, table))  # not a hiding clock
    pass_minutes(table, 30)
    assert "After this hand 1 more is played." in strip(phone, table)
    phone.confirm(table, ron(1, 2))
    assert Session.objects.get(pk=table.pk).table.ended is None
    assert "The hand in play is the last one." in strip(phone, table)
    phone.confirm(table, ron(1, 2))
    assert Session.objects.get(pk=table.pk).closed
    assert "Time is up." in phone.get(reverse("tables:end", args=[table.code])).content.decode()


def test_a_hand_put_in_or_taken_out_before_moves_the_last_one(phone: Phone, table: Session) -> None:
    set_clock(phone, table)
    start(phone, table)
    for _hand in range(3):
        phone.confirm(table, ron(1, 2))
    pass_minutes(table, 91)
    session = Session.objects.get(pk=table.pk)
    phone.post(reverse("tables:delete", args=[table.code, 1]), {"version": session.version, "number": 1})
    assert Clock.objects.get(session=table).last_hand == 3
    phone.confirm(table, ron(1, 2))
    assert Session.objects.get(pk=table.pk).closed


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("minutes", "0", "greater than or equal to 1"),
        ("minutes", "sixty", "Enter a whole number"),
        ("minutes", "99999999999", "less than or equal to 600"),
        ("alarms", "fifty", "Write minutes with commas"),
        ("alarms", "90", "Alarms sound from minute 1 to minute 89."),
        ("alarms", "0, 5", "Alarms sound from minute 1"),
        ("alarms", "1,2,3,4,5,6", "At most 5 alarms."),
        ("at_end", "never", "not one of the available choices"),
    ],
)
def test_settings_that_cannot_be_are_told_at_their_field(
    phone: Phone, table: Session, field: str, value: str, fault: str
) -> None:
    answer = set_clock(phone, table, **{field: value})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert fault in page
    if field != "at_end":
        assert f'value="{value}"' in page
    assert not Clock.objects.filter(session=table).exists()


def test_a_clock_may_be_taken_off_and_that_is_kept(phone: Phone, ten: Session) -> None:
    answer = phone.post(reverse("tables:clock", args=[ten.code]), {"version": 0, "remove": "1"})
    assert answer.status_code == 302
    assert strip(phone, ten) == ""
    revision = Revision.objects.get(session=ten, action=Revision.Action.CLOCK)
    assert revision.before["minutes"] == 60
    assert "alarms at 50, 55" in phone.get(reverse("tables:log", args=[ten.code])).content.decode()


def test_junk_never_breaks_the_clock(phone: Phone, ten: Session) -> None:
    for name in ("clock", "clock_start", "clock_pause", "clock_resume"):
        for form in ({}, {"version": "x"}, {"version": "-1"}, {"version": "0", "key": "no key"}):
            answer = phone.post(reverse(f"tables:{name}", args=[ten.code]), form)
            assert answer.status_code in (302, 422), (name, form)
    assert phone.get(reverse("tables:clock_now", args=[ten.code]), {"seen": "\x00" * 90}).status_code == 200


def test_a_viewer_sees_the_clock_and_touches_nothing(phone: Phone, other_phone: Phone, ten: Session) -> None:
    share = phone.get(reverse("tables:share", args=[ten.code])).content.decode()
    links = re.findall(r'value="https?://[^/]+(/t/[^"]+)"', share)
    other_phone.get(links[-1])
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


def test_the_same_players_again_have_the_same_clock(phone: Phone, table: Session) -> None:
    set_clock(phone, table, minutes="45", alarms="40", hides="on")
    session = Session.objects.get(pk=table.pk)
    phone.post(reverse("tables:close", args=[table.code]), {"version": session.version})
    phone.post(reverse("tables:again", args=[table.code]))
    clock = Clock.objects.latest("pk")
    assert clock.session.previous_id == table.pk
    assert (clock.minutes, clock.alarms, clock.hides, clock.started_at) == (45, [40], True, None)


def test_a_clock_is_set_before_the_first_hand_too(phone: Phone) -> None:
    form = {"variant": "riichi", "method": "order"} | {
        f"name-{seat}": name for seat, name in enumerate("ABCD")
    }
    phone.post(reverse("tables:new"), form)
    session = Session.objects.latest("pk")
    assert (
        reverse("tables:clock", args=[session.code])
        in phone.get(reverse("tables:seats", args=[session.code])).content.decode()
    )
    set_clock(phone, session, minutes="90")
    phone.post(reverse("tables:start", args=[session.code]))
    assert "Start the clock: 90 minutes" in strip(phone, session)
