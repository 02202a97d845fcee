"""A riichi table to test on, opened as a phone opens one."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.forms import BaseForm
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from mahjongclub.tables.addresses import access_token
from mahjongclub.tables.models import Session

NAMES = ("Aiko", "Benoît", "Chen", "Dina")


class Phone(Client):
    """A browser without JavaScript: follows the pages' own forms and addresses."""

    def open_table(
        self, variant: str = "riichi", preset: str = "", names: Any = NAMES, **options: Any
    ) -> Session:
        """Open and start a table by its forms; the names sit in the order given."""
        # said beforehand: these people may sit at another running table
        form = {"variant": variant, "method": "order", "elsewhere": "1", **options}
        if preset:
            form["preset"] = preset
        form.update({f"name-{number}": name for number, name in enumerate(names)})
        answer = self.post(reverse("tables:new"), form)
        assert answer.status_code == 302, answer.content.decode()
        session = Session.objects.latest("pk")
        self.post(reverse("tables:start", args=[session.code]))
        return session

    def confirm(
        self, session: Session, outcome: dict[str, Any], number: int | None = None, **fields: Any
    ) -> HttpResponse:
        """Confirm a hand as the confirm sheet does; the next one unless `number` says which."""
        session = Session.objects.get(pk=session.pk)
        form = {
            "draft": json.dumps(outcome),
            "version": session.version,
            "played": session.row_count,
            "key": str(uuid4()),
            **fields,
        }
        return self.post(
            reverse("tables:entry", args=[session.code, number or session.next_row_number]), form
        )

    def join(self, session: Session) -> None:
        """Keep the score of a table that another phone opened."""
        self.get(reverse("tables:follow_link", args=[session.code, access_token(session.code, "scorer", 1)]))

    def viewers_link(self, session: Session) -> str:
        """What lets somebody watch the table, as its page for sharing has it."""
        page = self.get(reverse("tables:share", args=[session.code])).content.decode()
        return re.findall(r'id="link-viewer" value="https?://[^/"]+([^"]+)"', page)[0]


@pytest.fixture
def phone(db: None) -> Phone:
    return Phone()


@pytest.fixture
def other_phone(db: None) -> Phone:
    return Phone()


@pytest.fixture
def table(phone: Phone) -> Session:
    """A riichi table with the club's rules, started on `phone`."""
    return phone.open_table()


@pytest.fixture
def ten(phone: Phone) -> Session:
    """A session of Ten, its clock set by its rules and not started."""
    return phone.open_table("ten", names=("Aiko", "Benoît"))


def ron(winner: int, payer: int, han: int = 3, fu: int = 40, riichi: Any = ()) -> dict[str, Any]:
    """A ron as a record writes it; 3 han 40 fu is 5200, dealer 7700 (published table)."""
    return {
        "type": "win",
        "riichi": list(riichi),
        "wins": [{"winner": winner, "from": payer, "han": han, "fu": fu}],
    }


def draw(*tenpai: int, riichi: Any = ()) -> dict[str, Any]:
    """An exhaustive draw as a record writes it."""
    return {"type": "draw", "tenpai": list(tenpai), "riichi": list(riichi)}


def scores(session: Session) -> list[int]:
    """The scores before each player, as stored with the seats."""
    return [seat.score for seat in Session.objects.get(pk=session.pk).seats.order_by("number")]


def as_it_stands(form: BaseForm) -> dict[str, Any]:
    """What a form sends where nothing was touched."""
    sent: dict[str, Any] = {}
    for field in form:
        value = field.value()
        if value is True:
            sent[field.name] = "on"
        elif value is not False and value is not None:
            sent[field.name] = field.field.prepare_value(value)
    return sent
