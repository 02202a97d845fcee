"""Somebody with a browser: signs up and in by the pages' own forms, plays at tables."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.clubs.models import Account, Player
from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone, ron

PASSWORD = "four winds and a stick"


class Visitor(Phone):
    """A browser without JavaScript, perhaps signed in."""

    def sign_up(self, name: str, **more: str) -> HttpResponse:
        form = {"username": name, "password1": PASSWORD, "password2": PASSWORD, **more}
        return self.post(reverse("account_signup"), form)

    def sign_in(self, name: str, password: str = PASSWORD, **more: str) -> HttpResponse:
        return self.post(reverse("account_login"), {"login": name, "password": password, **more})

    def confirm_identity(self, answer: HttpResponse, password: str = PASSWORD) -> HttpResponse:
        """Type the password that `answer` led to; what was asked for is then done."""
        assert answer.status_code == 302, answer.status_code
        address = answer["Location"]
        assert address.startswith(reverse("account_reauthenticate")), address
        return self.post(address, {"password": password})

    def post_confirmed(self, address: str, form: dict[str, Any]) -> HttpResponse:
        """Post what asks for the password, and type it."""
        return self.confirm_identity(self.post(address, form))

    def read(self, address: str, **query: Any) -> str:
        answer = self.get(address, query)
        assert answer.status_code == 200, (address, answer.status_code)
        return unescape(answer.content.decode())

    def sit(self, session: Session, seat: int | str) -> None:
        self.post(reverse("tables:sit", args=[session.code]), {"seat": seat})

    def played_table(self, *names: str) -> Session:
        """A riichi table closed after one hand: the first of `names` wins from the second."""
        session = self.open_table(names=names or ("Aiko", "Benoît", "Chen", "Dina"))
        self.confirm(session, ron(0, 1))
        version = Session.objects.get(pk=session.pk).version
        self.post(reverse("tables:close", args=[session.code]), {"version": version})
        session.refresh_from_db()
        assert session.ended_at is not None
        return session


def account(name: str) -> Account:
    return Account.objects.get(username=name)


def player(name: str) -> Player:
    return Player.objects.get(name=name)


def errors(answer: HttpResponse) -> list[str]:
    """What a page says is wrong, at its fields and above the form."""
    found = re.findall(r'class="(?:error|alert)"[^>]*>(.*?)</', answer.content.decode(), re.S)
    return [unescape(text).strip() for text in found]
