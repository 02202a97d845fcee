"""The hand that ends a session once its time is up, and what corrections make of it."""

from __future__ import annotations

import json

from django.urls import reverse

from mahjongclub.tables.models import Clock, Session
from tests.games.six.screens.six_phone import SIX

from .clock_phone import TEN, pass_minutes, set_clock, start, strip
from .conftest import Phone, ron


def test_the_hand_in_play_is_finished_and_ends_the_session(phone: Phone, ten: Session) -> None:
    start(phone, ten)
    phone.confirm(ten, TEN)
    pass_minutes(ten, 60.1)
    assert "Time is up. Finish this hand." in strip(phone, ten)
    phone.confirm(ten, {"type": "win", "winner": 0, "riichi": [0], "han": 2, "fu": 30})
    session = Session.objects.get(pk=ten.pk)
    # dealer, one honba: 3 × 1,000 + 300 (RULES.md section 4)
    assert (session.closed, session.table.ended, session.table.scores) == (True, "time", (13300, 10000))
    assert "Time is up after 2 hands." in phone.get(reverse("tables:end", args=[ten.code])).content.decode()
    assert phone.get(reverse("tables:record", args=[ten.code])).json()["closed"] is True
    assert strip(phone, ten) == ""


def test_the_last_hand_says_before_it_is_confirmed_that_it_is_the_last(phone: Phone, ten: Session) -> None:
    start(phone, ten)
    url = reverse("tables:entry", args=[ten.code, 1])
    draft = {"draft": json.dumps(TEN)}
    assert "Confirm and end the game" not in phone.get(url, draft).content.decode()
    assert "Next: East 1, 1 honba" in phone.get(url, {**draft, "edit": "1"}).content.decode()
    pass_minutes(ten, 60.1)
    page = phone.get(url, draft).content.decode()
    assert "Confirm and end the game" in page  # whole on the button; behind a long sentence it was cut
    assert "Next:" not in page


def test_the_last_round_of_six_names_no_east_to_come(phone: Phone) -> None:
    six = phone.open_table("six", names=SIX)
    set_clock(phone, six)
    start(phone, six)
    url = reverse("tables:entry", args=[six.code, 1])
    draft = {"draft": json.dumps({"type": "round", "next_east": 3})}
    assert "Next: round 2" in phone.get(url, draft).content.decode()
    pass_minutes(six, 91)
    page = phone.get(url, draft).content.decode()
    assert "The game ends here." in page
    assert "Next: round 2" not in page
    assert "Time is up. Finish this round." in strip(phone, six)


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
