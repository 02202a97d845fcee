"""Setting the clock: for any game, before the first hand, and taking it off."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Clock, Revision, Session

from .clock_phone import pass_minutes, set_clock, start, strip
from .conftest import Phone, ron


def test_any_game_may_have_a_clock_and_one_hand_more(phone: Phone, table: Session) -> None:
    answer = set_clock(phone, table, minutes="90", alarms="80, 60", at_end="one_more")
    assert answer.status_code == 302
    clock = start(phone, table)
    assert (clock.alarms, clock.hides) == ([60, 80], False)
    pass_minutes(table, 61)
    assert re.search(">(29:00|28:5[89])<", strip(phone, table))  # not a hiding clock
    pass_minutes(table, 30)
    assert "Finish this hand, then play 1 more." in strip(phone, table)
    phone.confirm(table, ron(1, 2))
    assert Session.objects.get(pk=table.pk).table.ended is None
    assert "Finish this hand." in strip(phone, table)
    phone.confirm(table, ron(1, 2))
    assert Session.objects.get(pk=table.pk).closed
    end = phone.get(reverse("tables:end", args=[table.code])).content.decode()
    assert "Time is up after 2 hands." in end


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
