"""Where mail is set up: a code to sign in, a forgotten password set anew, another address."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.urls import reverse

from tests.made_up_language import CODE, spoken, unmarked

from . import urls_with_mail
from .visitors import PASSWORD, Visitor, account, errors


@pytest.fixture(autouse=True)
def mail_is_set_up(settings: Any) -> None:
    settings.MAIL = {"EMAIL_HOST": "mail.example"}
    # imported above, so that the site map without mail was made before mail is pretended
    settings.ROOT_URLCONF = urls_with_mail.__name__
    settings.ACCOUNT_LOGIN_METHODS = {"username", "email"}
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    settings.ACCOUNT_LOGIN_BY_CODE_ENABLED = True


def code() -> str:
    """The code in the newest mail."""
    found = re.search(r"^([A-Z0-9]{3,}(?:-[A-Z0-9]+)*)$", mail.outbox[-1].body, re.M)
    assert found is not None, mail.outbox[-1].body
    return found[1]


@pytest.fixture
def aiko(visitor: Visitor) -> Visitor:
    visitor.sign_up("Aiko", email="aiko@example.org")
    visitor.post(reverse("account_logout"))
    return visitor


def test_mail_is_asked_for_but_not_needed(visitor: Visitor, other: Visitor) -> None:
    assert "Email address, if you like" in visitor.read("/account/signup/")
    assert visitor.sign_up("Aiko").status_code == 302
    assert other.sign_up("Ben", email="nonsense").status_code == 422


def test_a_code_by_mail_signs_in(aiko: Visitor) -> None:
    assert "Send me a code by email" in aiko.read("/account/login/")
    aiko.post(reverse("account_request_login_code"), {"email": "aiko@example.org"})
    confirm = reverse("account_confirm_login_code")
    wrong = aiko.post(confirm, {"code": "AAAA"})
    assert wrong.status_code == 422
    assert errors(wrong) != []
    assert aiko.post(confirm, {"code": code()}).status_code == 302
    assert "<bdi>Aiko</bdi>" in aiko.read("/me/")


def test_no_mail_says_a_word_outside_the_catalogues(aiko: Visitor, tmp_path: Path) -> None:
    with spoken(tmp_path):
        language = {"headers": {"accept-language": CODE}}
        aiko.post(reverse("account_request_login_code"), {"email": "aiko@example.org"}, **language)
        aiko.post(reverse("account_reset_password"), {"email": "aiko@example.org"}, **language)
    for sent in mail.outbox[-2:]:
        text = re.sub(
            r"^[A-Z0-9-]+$|https?://\S+|\S+@\S+|[\w.]*\.\w+\b", "", f"{sent.subject}\n{sent.body}", flags=re.M
        )
        assert unmarked(text, ["Aiko", "testserver"]) == []


def test_the_mail_speaks_french(aiko: Visitor) -> None:
    aiko.post(
        reverse("account_request_login_code"),
        {"email": "aiko@example.org"},
        headers={"accept-language": "fr"},
    )
    assert mail.outbox[-1].subject.startswith("mahjongclub: Code de connexion")


def test_a_forgotten_password_is_set_anew(aiko: Visitor, other: Visitor) -> None:
    aiko.post(reverse("account_reset_password"), {"email": "aiko@example.org"})
    assert aiko.post(reverse("account_confirm_password_reset_code"), {"code": code()}).status_code == 302
    form = {"password1": "five red dragons", "password2": "five red dragons"}
    assert aiko.post(reverse("account_complete_password_reset"), form).status_code == 302
    assert other.sign_in("Aiko", PASSWORD).status_code == 422
    assert other.sign_in("aiko@example.org", "five red dragons").status_code == 302


def test_an_unknown_address_is_not_told_apart(visitor: Visitor, aiko: Visitor) -> None:
    answers = [
        visitor.post(reverse("account_reset_password"), {"email": address})
        for address in ("aiko@example.org", "nobody@example.org")
    ]
    assert answers[0].status_code == answers[1].status_code == 302
    assert answers[0].headers["Location"] == answers[1].headers["Location"]


def test_the_address_is_changed_once_it_is_confirmed(aiko: Visitor) -> None:
    aiko.sign_in("Aiko")
    answer = aiko.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
    assert answer.status_code == 302
    assert "new@example.org" in aiko.read("/account/email/")
    link = re.search(r"http://testserver(/account/confirm-email/\S+)", mail.outbox[-1].body)
    assert link is not None
    assert "new@example.org" in aiko.read(link[1])
    aiko.post(link[1])
    assert account("Aiko").email == "new@example.org"
    assert aiko.post(reverse("account_email"), {"email": "x", "action_add": ""}).status_code == 422


def test_a_mail_server_that_is_away_is_told_and_breaks_nothing(aiko: Visitor, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    form = {"email": "aiko@example.org"}
    answer = aiko.post(reverse("account_request_login_code"), form, follow=True)
    assert answer.status_code == 200
    assert "The email could not be sent." in answer.content.decode()
