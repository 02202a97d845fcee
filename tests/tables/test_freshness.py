"""A phone that asks for news of its table: one row tells it that nothing has changed."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from mahjongclub.tables.models import Access, Clock, Session

from .conftest import Phone, draw

HTMX = {"HX-Request": "true", "HX-Target": "table", "X-Clock": "1"}


def ask(phone: Phone, session: Session, tag: str = "", **headers: str) -> HttpResponse:
    """Ask as the table's own fragment asks for news, having `tag`."""
    known = {"If-None-Match": tag} if tag else {}
    return phone.get(reverse("tables:table", args=[session.code]), headers={**HTMX, **known, **headers})


def tag_inside(answer: HttpResponse) -> str:
    """The tag that a page or fragment will send when it asks for news."""
    found = re.search(r'If-None-Match":"([^"]+)"}', answer.content.decode())
    assert found is not None
    return found[1].encode().decode("unicode_escape")


def test_nothing_new_is_told_by_one_row(phone: Phone, table: Session) -> None:
    page = phone.get(reverse("tables:table", args=[table.code]))
    tag = tag_inside(page)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = ask(phone, table, tag)
    assert (answer.status_code, answer.content) == (304, b"")
    assert len(queries) == 1
    assert tag == ask(phone, table)["ETag"]


def test_nothing_new_is_told_by_one_row_where_there_is_a_clock(phone: Phone, table: Session) -> None:
    Clock.objects.create(session=table, minutes=60, alarms=[30])
    tag = tag_inside(ask(phone, table))
    with CaptureQueriesContext(connection) as queries:
        assert ask(phone, table, tag).status_code == 304
    assert len(queries) == 1


def test_a_name_hidden_elsewhere_is_news(
    phone: Phone, table: Session, django_capture_on_commit_callbacks: Any
) -> None:
    """Else the phones at the table would go on showing it until the next hand."""
    aiko = table.seats.get(number=0).player
    tag = tag_inside(ask(phone, table))
    assert aiko.name in ask(phone, table).content.decode()
    with (
        patch("mahjongclub.tables.notify.publish_version") as told,
        django_capture_on_commit_callbacks(execute=True),
    ):
        aiko.name_hidden = True
        aiko.save(update_fields=["name_hidden"])
    told.assert_any_call(table.code, Session.objects.get(pk=table.pk).version)
    answer = ask(phone, table, tag)
    assert answer.status_code == 200
    assert aiko.name not in answer.content.decode()


def test_a_table_that_has_ended_is_not_told(
    phone: Phone, table: Session, django_capture_on_commit_callbacks: Any
) -> None:
    phone.confirm(table, draw(0, 1))
    phone.post(reverse("tables:close", args=[table.code]), {"version": 1})
    version = Session.objects.get(pk=table.pk).version
    aiko = table.seats.get(number=0).player
    with (
        patch("mahjongclub.tables.notify.publish_version") as told,
        django_capture_on_commit_callbacks(execute=True),
    ):
        aiko.name_hidden = True
        aiko.save(update_fields=["name_hidden"])
    told.assert_not_called()
    assert Session.objects.get(pk=table.pk).version == version
    assert aiko.name not in phone.get(reverse("tables:end", args=[table.code])).content.decode()


def test_a_hand_entered_elsewhere_is_news(phone: Phone, table: Session) -> None:
    tag = tag_inside(ask(phone, table))
    phone.confirm(table, draw(0, 1))
    answer = ask(phone, table, tag)
    assert answer.status_code == 200
    assert ask(phone, table, tag_inside(answer)).status_code == 304


def test_the_answer_to_a_confirmation_already_holds_its_news(phone: Phone, table: Session) -> None:
    form = {"draft": '{"type":"draw","tenpai":[0]}', "version": table.version, "played": 0}
    answer = phone.post(reverse("tables:entry", args=[table.code, 1]), form, headers=HTMX)
    assert ask(phone, table, tag_inside(answer)).status_code == 304


def test_page_and_fragment_are_not_taken_for_each_other(phone: Phone, table: Session) -> None:
    url = reverse("tables:table", args=[table.code])
    page, fragment = phone.get(url), ask(phone, table)
    assert page["ETag"] != fragment["ETag"]
    assert page["ETag"].startswith('W/"')
    for answer in (page, fragment):
        assert {"HX-Request", "HX-Target", "Cookie", "Accept-Language"} <= set(answer["Vary"].split(", "))
        assert "private" in answer["Cache-Control"]
        assert "no-cache" in answer["Cache-Control"]
    assert phone.get(url, headers={"If-None-Match": page["ETag"]}).status_code == 304
    assert phone.get(url, headers={"If-None-Match": fragment["ETag"]}).status_code == 200


@pytest.mark.parametrize("change", [{"role": "viewer"}, {"seat": 2}])
def test_what_this_phone_may_do_and_where_it_sits_is_news(
    phone: Phone, table: Session, change: dict[str, str | int]
) -> None:
    tag = tag_inside(ask(phone, table))
    Access.objects.filter(session=table).update(**change)
    assert ask(phone, table, tag).status_code == 200


def test_another_language_is_news(phone: Phone, table: Session) -> None:
    tag = tag_inside(ask(phone, table))
    assert ask(phone, table, tag, **{"Accept-Language": "fr"}).status_code == 200


PASSWORD = "four winds and a stick"


def sign_up(phone: Phone, name: str = "Odile") -> None:
    phone.post(reverse("account_signup"), {"username": name, "password1": PASSWORD, "password2": PASSWORD})
    told_all(phone)


def told_all(phone: Phone) -> None:
    """What just happened was read: a browser drops the cookie that said it."""
    phone.get("/me/")
    phone.cookies.pop("messages", None)


def reader_of_page(answer: HttpResponse) -> str:
    """Whom the page was made for, as it tells a phone that keeps it."""
    return re.search(r'<meta name="reader" content="(\w+)"', answer.content.decode())[1]  # type: ignore[index]


def test_whoever_signs_in_or_out_gets_the_table_anew(phone: Phone, table: Session) -> None:
    """With 304 a browser shows what it has: the old form, which is refused, or the name of who has left."""
    url = reverse("tables:table", args=[table.code])
    page, fragment = phone.get(url)["ETag"], tag_inside(ask(phone, table))
    reader = reader_of_page(phone.get(url))
    sign_up(phone)
    signed_in = phone.get(url, headers={"If-None-Match": page})
    assert signed_in.status_code == 200
    assert reader_of_page(signed_in) != reader
    assert ask(phone, table, fragment).status_code == 200, "the forms have another secret now"
    fragment = tag_inside(ask(phone, table))
    assert ask(phone, table, fragment).status_code == 304
    phone.post(reverse("account_logout"))
    told_all(phone)
    signed_out = phone.get(url, headers={"If-None-Match": signed_in["ETag"]})
    assert signed_out.status_code == 200
    assert reader_of_page(signed_out) not in (reader_of_page(signed_in), "")


def test_a_new_name_of_the_account_is_news(phone: Phone, table: Session) -> None:
    sign_up(phone)
    url = reverse("tables:table", args=[table.code])
    tag = phone.get(url)["ETag"]
    assert phone.get(url, headers={"If-None-Match": tag}).status_code == 304
    phone.post("/me/name/", {"name": "Odile B."})
    told_all(phone)
    assert phone.get(url, headers={"If-None-Match": tag}).status_code == 200


def test_a_name_hidden_after_the_end_is_news(phone: Phone, table: Session) -> None:
    phone.confirm(table, draw(0, 1))
    table.refresh_from_db()
    phone.post(reverse("tables:close", args=[table.code]), {"version": table.version})
    url = reverse("tables:sheet", args=[table.code])  # what of an ended table still follows it
    sheet = {"HX-Request": "true", "HX-Target": "score-sheet"}
    asking = {**sheet, "If-None-Match": tag_inside(phone.get(url, headers=sheet))}
    assert phone.get(url, headers=asking).status_code == 304
    player = table.seats.get(number=0).player
    player.name_hidden = True
    player.save()
    answer = phone.get(url, headers=asking)
    assert answer.status_code == 200
    assert "Aiko" not in answer.content.decode()


def test_a_browser_stores_no_page_of_who_is_signed_in(phone: Phone, table: Session) -> None:
    """So that going back after signing out shows nothing of theirs."""
    url = reverse("tables:table", args=[table.code])
    assert "no-store" not in phone.get(url)["Cache-Control"]
    sign_up(phone)
    for page in (url, "/", "/me/", "/help/riichi/"):
        assert "no-store" in phone.get(page)["Cache-Control"], page
    answer = phone.post(reverse("account_logout"))
    assert answer["Clear-Site-Data"] == '"cache"'
    assert "Clear-Site-Data" not in phone.get("/")


def test_an_alarm_of_the_clock_is_news_its_running_is_not(phone: Phone, table: Session) -> None:
    start = timezone.now()
    clock = Clock.objects.create(
        session=table, minutes=60, alarms=[30], started_at=start, deadline=start + timedelta(minutes=60)
    )
    tag = tag_inside(ask(phone, table))
    clock.deadline = start + timedelta(minutes=45)  # a quarter of an hour later
    clock.save()
    assert ask(phone, table, tag).status_code == 304
    clock.deadline = start + timedelta(minutes=29)
    clock.save()
    assert ask(phone, table, tag).status_code == 200


def test_a_message_is_shown_once_and_never_kept(phone: Phone, table: Session) -> None:
    """A page with a message has no tag, and a waiting message is not passed over by a 304."""
    url = reverse("tables:table", args=[table.code])
    tag = phone.get(url)["ETag"]
    phone.cookies["messages"] = "waiting"
    answer = phone.get(url, headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert "ETag" not in answer


def test_a_stranger_learns_nothing_from_a_tag(phone: Phone, other_phone: Phone, table: Session) -> None:
    tag = tag_inside(ask(phone, table))
    assert ask(other_phone, table, tag).status_code == 404


def test_word_to_load_the_page_anew_is_never_kept(phone: Phone, table: Session) -> None:
    """The page was loaded before there was a clock: only a whole page brings what makes it ring."""
    Clock.objects.create(session=table, minutes=60, alarms=[30])
    answer = phone.get(
        reverse("tables:table", args=[table.code]), headers={"HX-Request": "true", "HX-Target": "table"}
    )
    assert answer["HX-Refresh"] == "true"
    assert "ETag" not in answer


@pytest.mark.parametrize("page", ["entry", "tiles"])
def test_a_step_by_htmx_is_not_kept_for_the_page(phone: Phone, table: Session, page: str) -> None:
    draft = json.dumps({"type": "win", "riichi": [], "wins": [{"winner": 1, "from": 2}]})
    target = {"entry": "table", "tiles": "tiles"}[page]
    step = {"entry": ("tables:entry", ()), "tiles": ("tables:step", ("tiles",))}[page]
    url = reverse(step[0], args=[table.code, 1, *step[1]])
    whole = phone.get(url, {"draft": draft})
    part = phone.get(url, {"draft": draft}, headers={"HX-Request": "true", "HX-Target": target})
    assert b"<html" in whole.content
    assert b"<html" not in part.content
    assert "HX-Request" in whole["Vary"]
    assert "no-store" in part["Cache-Control"]
