"""The typed hand: one page of plain fields, looked at, then recorded."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.tables.addresses import access_token
from mahjongclub.tables.models import Session
from tests.plain_browser import PlainBrowser

from .conftest import NAMES, Phone, ron, scores


def typed_url(session: Session) -> str:
    return reverse("tables:typed", args=[session.code])


def send(phone: Phone, session: Session, fields: dict[str, Any], **more: Any) -> HttpResponse:
    """Send the page's form as a browser does, from the table as it is now."""
    session = Session.objects.get(pk=session.pk)
    form = {
        "version": session.version,
        "played": session.state["hands"],
        "key": str(uuid4()),
        "step": "check",
    }
    return phone.post(typed_url(session), {**form, **fields, **more})


def text_of(answer: HttpResponse) -> str:
    return html.unescape(answer.content.decode())


def confirm(phone: Phone, session: Session, fields: dict[str, Any], **more: Any) -> HttpResponse:
    """Look, then confirm what the page shows."""
    page = text_of(send(phone, session, fields))
    looked = re.search(r'name="looked" value="(.*?)">', page)
    assert looked, page
    return send(phone, session, fields, step="record", looked=looked[1], **more)


RON = {"end": "win", "won": "1", "from": "2", "value-1": "3", "fu-1": "40"}


def test_a_ron_is_looked_at_and_recorded(phone: Phone, table: Session) -> None:
    answer = send(phone, table, RON)
    assert answer.status_code == 200
    assert "5,200" in text_of(answer)  # published table: 3 han 40 fu
    assert scores(table) == [25000] * 4
    assert confirm(phone, table, RON).status_code == 302
    assert scores(table) == [25000, 30200, 19800, 25000]


def test_what_is_missing_is_asked_at_its_field_and_the_rest_stays(phone: Phone, table: Session) -> None:
    answer = send(phone, table, {**RON, "fu-1": ""})
    assert answer.status_code == 422
    page = text_of(answer)
    assert "How many fu?" in page
    assert re.search(r'<option value="3" selected>3 han</option>', page)
    assert re.search(r'name="won" value="1"[^>]* checked', page)
    assert scores(table) == [25000] * 4


def test_a_browser_without_script_types_a_hand_in_french(phone: Phone, table: Session) -> None:
    phone.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    browser = PlainBrowser(phone)
    browser.visit(typed_url(table))
    browser.press_named("Victoire")
    browser.press_named("Voir qui paie qui", status=422)
    (field,) = (node for node in browser.page.nodes() if node.get("data-field") == "won")
    (error,) = (node for node in field.nodes() if node.get("class") == "error")
    assert "".join(map(str, error.inside)).strip() == "Qui a gagné\u202f?"
    browser.fill_field("won", "1")
    browser.fill_field("from", "self")
    browser.fill_field("value-1", "mangan")
    browser.press_named("Voir qui paie qui")
    browser.press_named("Confirmer")
    assert browser.address == reverse("tables:table", args=[table.code])
    # published table: mangan drawn by a non-dealer is 2000/4000
    assert re.search(r"33.000", browser.element("seat-1").text)


def test_a_hand_recorded_meanwhile_is_told_and_what_was_typed_stays(
    phone: Phone, other_phone: Phone, table: Session
) -> None:
    page = text_of(send(phone, table, RON))
    looked = re.search(r'name="looked" value="(.*?)">', page)
    assert looked
    old = {"version": table.version, "played": 0}
    other_phone.join(table)
    other_phone.confirm(table, ron(0, 3))
    answer = send(phone, table, RON, **old, step="record", looked=looked[1])
    assert answer.status_code == 409
    assert "Another phone recorded hand 1 meanwhile." in text_of(answer)
    assert re.search(r'name="won" value="1"[^>]* checked', text_of(answer))
    assert scores(table) == [32700, 25000, 25000, 17300]


def test_the_page_depends_on_nothing_but_names_and_rules(phone: Phone, table: Session) -> None:
    before = text_of(phone.get(typed_url(table)))
    phone.confirm(table, ron(1, 2))
    after = text_of(phone.get(typed_url(table)))
    hidden = r'name="(version|played|csrfmiddlewaretoken)" value="[^"]*"'
    assert re.sub(hidden, "", after) == re.sub(hidden, "", before)
    assert 'name="played" value="1"' in after
    assert "data-queue" in after
    assert re.search(r'name="key" value="" data-key', after)


def test_what_changed_after_the_look_is_looked_at_again(phone: Phone, table: Session) -> None:
    looked = re.search(r'name="looked" value="(.*?)">', text_of(send(phone, table, RON)))
    assert looked
    answer = send(phone, table, {**RON, "fu-1": "50"}, step="record", looked=looked[1])
    assert answer.status_code == 200
    assert "You changed something meanwhile." in text_of(answer)
    assert "6,400" in text_of(answer)  # published table: 3 han 50 fu
    assert scores(table) == [25000] * 4


def test_from_the_queue_nobody_is_asked_and_a_repeat_counts_once(phone: Phone, table: Session) -> None:
    sent = {"version": table.version, "played": 0, "key": str(uuid4()), "queued": "1"}
    for _ in range(2):
        assert send(phone, table, RON, **sent).status_code == 302
    assert scores(table) == [25000, 30200, 19800, 25000]
    assert Session.objects.get(pk=table.pk).state["hands"] == 1


def test_what_cannot_have_happened_stands_at_its_field(phone: Phone, table: Session) -> None:
    answer = send(phone, table, {**RON, "from": "1"})
    assert answer.status_code == 422
    assert re.search(r'id="typed-from_error">Nobody wins on their own discard.', text_of(answer))
    answer = send(phone, table, {**RON, "from": "1"}, queued="1")
    assert answer.status_code == 422
    assert "Nobody wins on their own discard." in text_of(answer)


def test_the_typed_hand_begins_with_what_is_noted_or_with_a_draft(phone: Phone, table: Session) -> None:
    phone.post(
        reverse("tables:notes", args=[table.code]),
        {"seat": "3", "out": "1", "version": table.version, "hand": 1, "key": str(uuid4())},
    )
    more = text_of(phone.get(reverse("tables:more", args=[table.code])))
    link = re.search(r'href="([^"]*/type/[^"]*)"', more)
    assert link
    noted = text_of(phone.get(link[1]))
    assert re.search(r'name="riichi" value="3"[^>]* checked', noted)
    page = text_of(phone.get(typed_url(table), {"draft": json.dumps(ron(1, 2))}))
    assert re.search(r'name="won" value="1"[^>]* checked', page)
    assert re.search(r'<option value="40" selected>', page)


@pytest.mark.parametrize(
    "draft",
    ['{"wins": 3}', '{"wins": [3]}', "[]", "{", '{"type": {"a": 1}}', '{"riichi": 7}', "x" * 7000],
)
def test_an_address_that_holds_no_hand_is_no_page(phone: Phone, table: Session, draft: str) -> None:
    assert phone.get(typed_url(table), {"draft": draft}).status_code in (200, 404)


@pytest.mark.parametrize("field", ["end", "won", "from", "value-1", "fu-1", "tiles-1", "riichi", "looked"])
def test_junk_is_answered_at_the_page(phone: Phone, table: Session, field: str) -> None:
    for junk in ("\x00", "9" * 5000, "٣", "<b>", ""):
        assert send(phone, table, {**RON, field: junk}).status_code in (200, 422)
    assert scores(table) == [25000] * 4


@pytest.mark.parametrize("field", ["version", "played", "key"])
@pytest.mark.parametrize("junk", ["x", "\x00", "9" * 5000])
def test_a_form_that_is_not_ours_is_refused(phone: Phone, table: Session, field: str, junk: str) -> None:
    assert send(phone, table, RON, **{field: junk}).status_code in (200, 404)


def test_who_watches_types_nothing_and_strangers_see_nothing(
    phone: Phone, other_phone: Phone, table: Session
) -> None:
    assert other_phone.get(typed_url(table)).status_code == 404
    other_phone.get(reverse("tables:follow_link", args=[table.code, access_token(table.code, "viewer", 1)]))
    assert other_phone.get(typed_url(table)).status_code == 403
    assert send(other_phone, table, RON).status_code == 403
    assert scores(table) == [25000] * 4


def test_an_ended_table_takes_no_hand(phone: Phone, table: Session) -> None:
    key = {"version": table.version, "key": str(uuid4())}
    phone.post(reverse("tables:close", args=[table.code]), key)
    end = reverse("tables:end", args=[table.code])
    assert phone.get(typed_url(table)).headers["Location"] == end
    assert send(phone, table, RON).headers["Location"] == end


POINTS = {"points-0": "4", "points-1": "22", "points-2": "0", "points-3": "8"}
HANDS: list[tuple[str, tuple[str, ...], dict[str, Any], list[int]]] = [
    # all pay all, East double: docs/rules/classical.md, net of each pair by hand
    # seat 1 (22) from East 0 (4): 2 x 18; from 2 (0): 22; from 3 (8): 14. East 0 (4) from 2: 2 x 4; 3 from 0:
    # 2 x 4; 3 from 2: 8
    ("classical", NAMES, {"end": "win", "winner": "1", "from": "self", **POINTS}, [-36, 72, -38, 2]),
    # RULES.md section 3: base + unit x tai, here 3 + 4; Benoît and Chen are no dealer
    ("taiwanese", NAMES, {"end": "win", "won": "1", "from": "2", "tai-1": "4"}, [0, 7, -7, 0]),
    # the association's payment of 4 faan on a discard
    ("hongkong", NAMES, {"end": "win", "won": "1", "from": "2", "faan-1": "4"}, [0, 64, -64, 0]),
    # Tenhou: a mangan on a discard is 8,000
    ("sanma", NAMES[:3], {"end": "win", "won": "1", "from": "2", "value-1": "mangan"}, [0, 8000, -8000]),
    # RULES.md section 5: pure hand 4 from five others
    (
        "six",
        (*NAMES, "Emil", "Farid"),
        {"event-0": "win", "seat-0": "1", "hand-0": "pure"},
        [-4, 20, -4, -4, -4, -4],
    ),
]


@pytest.mark.parametrize(("variant", "names", "fields", "moved"), HANDS, ids=[row[0] for row in HANDS])
def test_every_game_records_what_was_typed(
    phone: Phone, variant: str, names: Any, fields: dict[str, Any], moved: list[int]
) -> None:
    session = phone.open_table(variant, names=names)
    before = scores(session)
    assert confirm(phone, session, fields).status_code == 302
    assert [after - old for after, old in zip(scores(session), before, strict=True)] == moved


def test_ten_records_what_was_typed(phone: Phone) -> None:
    session = phone.open_table("ten", names=NAMES[:2])
    fields = {"end": "win", "declared": "1", "riichi": "on", "value": "4", "fu": "30"}
    assert confirm(phone, session, fields).status_code == 302
    # published table: 4 han 30 fu drawn by a non-dealer is 2000/3900, from a table of four 7,900
    assert scores(session)[1] - scores(session)[0] == 7900


def test_where_all_agree_the_typed_hand_waits_too(phone: Phone, table: Session) -> None:
    Session.objects.filter(pk=table.pk).update(agreeing=True)
    phone.confirm(table, ron(0, 3))
    assert "yet to agree" in text_of(send(phone, table, RON))
    answer = confirm(phone, table, RON)
    assert answer.status_code == 409
    assert "Nothing was recorded yet." in text_of(answer)
    assert confirm(phone, table, RON, without="1").status_code == 302
    assert Session.objects.get(pk=table.pk).state["hands"] == 2


def test_the_phone_that_keeps_a_hand_while_it_is_sent_hears_that_it_is_done_with(
    phone: Phone, table: Session
) -> None:
    key = uuid4().hex
    answer = confirm(phone, table, RON, key=key, kept="1")
    assert answer["Location"] == f"/t/{table.code}/#recorded={key}"
    assert len(Session.objects.get(pk=table.pk).hands.all()) == 1
