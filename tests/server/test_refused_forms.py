"""A form of a page from before a sign-in, or of another site: what its sender is told, and what is kept."""

from __future__ import annotations

import html
import json
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.clubs.visitors import PASSWORD, Visitor
from tests.server.page_forms import post_forms
from tests.tables.conftest import ron

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
OURS = {**BROWSER, "Origin": "http://testserver", "Referer": "http://testserver/t/x/"}
NAMES = {f"name-{seat}": name for seat, name in enumerate(("Aiko", "Benoît", "Chen", "“Dina” <b>"))}
NEW_TABLE = {"variant": "riichi", "method": "order", **NAMES}


@pytest.fixture
def phone(db: None) -> Visitor:
    """A browser whose forms are asked for their token."""
    return Visitor(enforce_csrf_checks=True)


def token_on(answer: HttpResponse) -> str:
    return next(form.fields["csrfmiddlewaretoken"][0] for form in post_forms(answer.content.decode()))


def sign_up_elsewhere(phone: Visitor, name: str = "Odile") -> None:
    """In another tab of this browser."""
    token = token_on(phone.get("/account/signup/"))
    assert phone.sign_up(name, csrfmiddlewaretoken=token).status_code == 302


def kept_form(answer: HttpResponse, address: str) -> dict[str, Any]:
    """The form of the page that sends once more, as it stands."""
    (form,) = [form for form in post_forms(answer.content.decode()) if form.action == address]
    return {name: values[0] for name, values in form.fields.items()}


def test_a_page_from_before_a_sign_in_says_why_and_sends_once_more(phone: Visitor) -> None:
    before = {**NEW_TABLE, "csrfmiddlewaretoken": token_on(phone.get("/new/"))}
    sign_up_elsewhere(phone)
    refused = phone.post("/new/", before, headers=OURS)
    assert refused.status_code == 403
    words = html.unescape(refused.content.decode())
    assert "Somebody signed in or out in this browser" in words
    assert "Odile" in words, "as whom it would be sent"
    again = kept_form(refused, "/new/")
    assert again.items() >= NEW_TABLE.items()
    assert phone.post("/new/", again, headers=OURS).status_code == 302
    assert Session.objects.count() == 1


def test_an_answer_on_its_way_during_a_sign_in_leaves_the_new_forms_good(
    phone: Visitor,
) -> None:
    phone.get("/new/")
    late = phone.get("/new/")  # taken in by the browser after the sign-in
    sign_up_elsewhere(phone)
    fresh = {**NEW_TABLE, "csrfmiddlewaretoken": token_on(phone.get("/new/"))}
    phone.cookies.update(late.cookies)
    assert phone.post("/new/", fresh, headers=OURS).status_code == 302


def test_the_page_is_in_french_too(phone: Visitor) -> None:
    phone.get("/new/")
    refused = phone.post("/new/", NEW_TABLE, headers={**OURS, "Accept-Language": "fr"})
    words = html.unescape(refused.content.decode())
    assert "Rien n’a encore été enregistré" in words
    assert "Renvoyer" in words


@pytest.mark.parametrize("told", [{"Origin": "https://evil.example"}, {"Origin": "null"}, {}], ids=str)
def test_what_another_site_sends_gets_no_button_to_press(phone: Visitor, told: dict[str, str]) -> None:
    """A page of ours that sends their fields with our token is what they are after."""
    phone.get("/new/")
    refused = phone.post("/new/", NEW_TABLE, headers={**BROWSER, **told})
    assert refused.status_code == 403
    assert "Not sent from here" in refused.content.decode()
    assert "Aiko" not in refused.content.decode()
    script = phone.post("/new/", NEW_TABLE, headers={**told, "HX-Request": "true"})
    assert (script.status_code, script.json()) == (403, {"state": "forbidden"})


def test_the_wires_own_address_is_not_ours_over_tls(phone: Visitor) -> None:
    """Whoever sits on the wire can send a form from http://, and read no page of https://."""
    headers = {**BROWSER, "Origin": "http://testserver"}
    refused = phone.post("/new/", NEW_TABLE, headers=headers, secure=True)
    assert refused.status_code == 403
    assert "Aiko" not in refused.content.decode()


def test_no_password_is_written_into_the_page(phone: Visitor) -> None:
    phone.get("/account/login/")
    form = {"login": "Odile", "password": PASSWORD}
    headers = {**OURS, "Referer": "http://testserver/account/login/?next=/me/"}
    refused = phone.post("/account/login/", form, headers=headers).content.decode()
    assert PASSWORD not in refused
    assert 'href="http://testserver/account/login/?next=/me/"' in html.unescape(refused)


def test_a_tap_that_is_refused_gets_a_fresh_token(phone: Visitor) -> None:
    sign_up_elsewhere(phone)
    refused = phone.post("/new/", NEW_TABLE, headers={**OURS, "HX-Request": "true"})
    assert refused.status_code == 403
    told = refused.json()
    assert "Nothing was recorded" in told["why"]
    again = phone.post("/new/", {**NEW_TABLE, "csrfmiddlewaretoken": told["token"]}, headers=OURS)
    assert again.status_code == 302


def test_a_kept_hand_is_recorded_with_the_token_it_is_given(phone: Visitor) -> None:
    """As queue/send.js sends it: with the token of the page, once more with that of the refusal."""
    form = {**NEW_TABLE, "csrfmiddlewaretoken": token_on(phone.get("/new/"))}
    phone.post("/new/", form, headers=OURS)
    table = Session.objects.get()
    phone.post(reverse("tables:start", args=[table.code]), form, headers=OURS)
    sign_up_elsewhere(phone)
    table.refresh_from_db()
    hand = {"draft": json.dumps(ron(1, 2)), "version": table.version, "played": 0, "key": str(uuid4())}
    address = reverse("tables:queued", args=[table.code])
    script = {"Accept": "*/*", "Origin": "http://testserver"}
    hand["csrfmiddlewaretoken"] = form["csrfmiddlewaretoken"]
    refused = phone.post(address, hand, headers=script)
    assert (refused.status_code, refused.json()["state"]) == (403, "stale")
    hand["csrfmiddlewaretoken"] = refused.json()["token"]
    assert phone.post(address, hand, headers=script).json()["state"] == "recorded"
    assert table.hands.count() == 1
