"""Signing up, in and out; nobody needs to."""

from __future__ import annotations

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from mahjongclub.clubs.models import Account
from tests.tables.conftest import ron

from .visitors import PASSWORD, Visitor, account, errors


def test_whoever_signs_up_is_signed_in_and_lands_on_their_page(visitor: Visitor) -> None:
    answer = visitor.sign_up("Aiko  Tanaka")
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/me/"
    assert "<h1><bdi>Aiko Tanaka</bdi></h1>" in visitor.read("/me/")


def test_the_menu_says_who_is_signed_in(visitor: Visitor) -> None:
    assert "/account/login/?next=/help/" in visitor.read("/help/")
    visitor.sign_up("Aiko")
    assert "My page · <bdi>Aiko</bdi>" in visitor.read("/help/")
    visitor.post(reverse("account_logout"))
    assert "/account/login/?next=/help/" in visitor.read("/help/")


@pytest.mark.parametrize(
    ("name", "first", "second", "told"),
    [
        ("", PASSWORD, PASSWORD, "This field is required."),
        ("aiko", PASSWORD, PASSWORD, "A user with that username already exists."),
        ("a@b.example", PASSWORD, PASSWORD, "A name has no “@”: leave the address out."),
        ("\u200b", PASSWORD, PASSWORD, "Choose a name of letters or digits."),
        ("Benoît", "short", "short", "This password is too short. It must contain at least 8 characters."),
        ("Benoît", PASSWORD, PASSWORD + "!", "You must type the same password each time."),
    ],
)
def test_a_fault_is_told_at_its_field_and_the_name_stays(
    visitor: Visitor, other: Visitor, name: str, first: str, second: str, told: str
) -> None:
    visitor.sign_up("Aiko")
    form = {"username": name, "password1": first, "password2": second}
    answer = other.post(reverse("account_signup"), form)
    assert answer.status_code == 422
    assert any(told in error for error in errors(answer))
    assert name in answer.content.decode()
    assert Account.objects.count() == 1


def test_signing_in_takes_the_name_in_any_case(visitor: Visitor, other: Visitor) -> None:
    visitor.sign_up("Aiko")
    assert other.sign_in("AIKO").status_code == 302
    assert "<bdi>Aiko</bdi>" in other.read("/me/")


def test_a_wrong_password_says_no_more_than_that(visitor: Visitor, other: Visitor) -> None:
    visitor.sign_up("Aiko")
    answers = [other.sign_in("Aiko", "wrong"), other.sign_in("Nobody", "wrong")]
    assert [answer.status_code for answer in answers] == [422, 422]
    assert errors(answers[0]) == errors(answers[1]) != []
    assert 'value="Aiko"' in answers[0].content.decode()


def test_after_a_few_wrong_passwords_even_the_right_one_waits(visitor: Visitor, other: Visitor) -> None:
    visitor.sign_up("Aiko")
    for _try in range(6):
        other.sign_in("Aiko", "wrong")
    assert other.sign_in("Aiko").status_code in (422, 429)
    assert other.get("/me/").status_code == 302


def test_too_many_sign_ups_from_one_address_are_told_to_wait(visitor: Visitor) -> None:
    answers = [visitor.post(reverse("account_signup"), {"username": ""}) for _try in range(21)]
    assert answers[-1].status_code == 429
    assert "Wait a few minutes" in answers[-1].content.decode()


@pytest.mark.parametrize(
    "evil", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "\\\\evil"]
)
@pytest.mark.parametrize("page", ["account_login", "account_signup"])
def test_nobody_is_led_elsewhere_after_signing_in(visitor: Visitor, page: str, evil: str) -> None:
    form = {"username": "Aiko", "password1": PASSWORD, "password2": PASSWORD}
    if page == "account_login":
        visitor.sign_up("Aiko")
        visitor.post(reverse("account_logout"))
        form = {"login": "Aiko", "password": PASSWORD}
    answer = visitor.post(reverse(page), {**form, "next": evil})
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/me/"


def test_who_came_from_a_table_goes_back_to_it(visitor: Visitor) -> None:
    visitor.sign_up("Aiko")
    visitor.post(reverse("account_logout"))
    assert visitor.sign_in("Aiko", next="/help/riichi/").headers["Location"] == "/help/riichi/"


def test_a_page_of_ones_own_asks_to_sign_in_first(visitor: Visitor) -> None:
    for address in ("/me/", "/me/name/", "/me/remove/", "/me/personal-data.json"):
        assert visitor.get(address).headers["Location"] == f"/account/login/?next={address}"


def test_a_visitor_without_account_gets_no_session(visitor: Visitor, django_assert_num_queries) -> None:
    session = visitor.open_table()
    visitor.confirm(session, ron(1, 2))
    assert "sessionid" not in visitor.cookies
    with django_assert_num_queries(0):
        Client().get("/help/")
    with django_assert_num_queries(0):
        Client().get("/account/login/")


@pytest.mark.parametrize(
    "page", ["passkeys/add", "passkeys/1/remove", "second-factor/set-up", "second-factor/codes/new"]
)
def test_nor_by_posting_where_one_must_sign_in(client: Client, db: None, page: str) -> None:
    """Else anybody could fill the database with what they post."""
    answer = client.post(f"/account/{page}/", {"name": "x" * 1000}, headers={"host": "localhost"})
    assert answer.status_code == 302
    assert answer["Location"] == f"/account/login/?next=/account/{page}/"
    assert "sessionid" not in client.cookies
    assert not Session.objects.exists()


def test_an_account_costs_a_page_two_queries(visitor: Visitor, django_assert_max_num_queries) -> None:
    visitor.sign_up("Aiko")
    with django_assert_max_num_queries(2):
        visitor.get("/help/")


def test_the_password_is_changed_by_who_knows_it(visitor: Visitor, other: Visitor) -> None:
    visitor.sign_up("Aiko")
    form = {"oldpassword": "wrong", "password1": "five red dragons", "password2": "five red dragons"}
    assert visitor.post(reverse("account_change_password"), form).status_code == 422
    form["oldpassword"] = PASSWORD
    assert visitor.post(reverse("account_change_password"), form).status_code == 302
    assert other.sign_in("Aiko").status_code == 422
    assert other.sign_in("Aiko", "five red dragons").status_code == 302


def test_the_name_to_sign_in_with_is_changed(visitor: Visitor, other: Visitor) -> None:
    visitor.sign_up("Aiko")
    other.sign_up("Benoît")
    taken = visitor.post("/me/name/", {"name": "benoît"})
    assert taken.status_code == 422
    assert errors(taken) == ["Somebody signs in with this name already: add an initial."]
    assert 'value="benoît"' in taken.content.decode()
    assert visitor.post("/me/name/", {"name": " Aiko   Tanaka "}).status_code == 302
    assert account("Aiko Tanaka")


def test_without_mail_nothing_of_mail_is_offered(visitor: Visitor) -> None:
    page = visitor.read("/account/login/")
    assert "by email" not in page
    assert "The server’s administrator" in page
    for address in ("email/", "login/code/", "password/reset/", "confirm-email/x/"):
        assert visitor.get(f"/account/{address}").status_code == 404


def test_passkeys_are_offered_where_a_browser_makes_them(visitor: Visitor) -> None:
    visitor.sign_up("Aiko")
    for host, secure, offered in [
        ("192.168.1.20:8000", False, False),
        ("192.168.1.20", True, False),
        ("localhost:8000", False, True),
        ("club.local", False, False),
        ("club.local", True, True),
    ]:
        there = visitor.get("/account/passkeys/", headers={"host": host}, secure=secure)
        mine = visitor.get("/me/", headers={"host": host}, secure=secure)
        assert (there.status_code == 200) == offered, host
        assert ("/account/passkeys/" in mine.content.decode()) == offered, host


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/account/login/", "Personne n’a besoin d’un compte"),
        ("/account/signup/", "Créer un compte"),
    ],
)
def test_the_pages_speak_french(visitor: Visitor, address: str, words: str) -> None:
    answer = visitor.get(address, headers={"accept-language": "fr"})
    assert words in answer.content.decode()
