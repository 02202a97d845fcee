"""Mail to people who entered an event: by their consent, how their entry stands, and no more than that."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from smtplib import SMTPException
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone

from mahjongclub.events.models import Tournament
from mahjongclub.events.registration.models import Entrant, Registration
from mahjongclub.events.registration.pages import own_path
from mahjongclub.outbox import entry_mails
from mahjongclub.outbox.entry_mails import delete_old_addresses, send_entry_mails
from mahjongclub.outbox.models import EntryMail
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.leagues.tournament_hall import TournamentHall
from tests.tables.conftest import Phone

ADDRESS = "anne-sophie@example.org"


@pytest.fixture(autouse=True)
def server_with_mail(settings: Any) -> None:
    settings.MAIL = {"EMAIL_HOST": "mail.example"}
    settings.PUBLIC_URL = "https://mahjong.example.org"


@pytest.fixture
def hall(db: None) -> TournamentHall:
    house: ClubHouse = open_club_house()
    opened = TournamentHall(house, [], round_count=1, public="on")
    day = timezone.localdate() + timedelta(days=30)
    Tournament.objects.update(day=day)
    Registration.objects.create(tournament=Tournament.objects.get(), wanted=True, capacity=1)
    return opened


def entered(hall: TournamentHall, name: str) -> tuple[Phone, Entrant]:
    phone = Phone()
    details = {"first_name": name, "last_name": "Żółć", "country": "POL", "agreed": "on"}
    assert phone.post(hall.url("entry/"), details).status_code == 302
    return phone, Entrant.objects.get(first_name=name)


def wants(phone: Phone, entrant: Entrant, **form: str) -> Any:
    return phone.post(f"{own_path(entrant)}mail/", {"address": ADDRESS, "agreed": "on", **form})


def subjects() -> list[str]:
    send_entry_mails()
    found = [one.subject for one in mail.outbox]
    mail.outbox.clear()
    return found


def test_an_entry_is_confirmed_waits_moves_up_and_every_change_is_told_once(hall: TournamentHall) -> None:
    first, placed = entered(hall, "Marguerite")
    second, waiting = entered(hall, "Łukasz")
    assert wants(second, waiting).status_code == 302
    assert subjects() == ["Spring open: You wait for a place, as number 1."]
    assert subjects() == []
    first.post(own_path(placed), {"do": "withdraw"})
    send_entry_mails()
    (told,) = mail.outbox
    mail.outbox.clear()
    assert told.to == [ADDRESS]
    assert told.subject == "Spring open: A place is free: you have moved up, and have a place."
    assert f"https://mahjong.example.org{own_path(waiting)}" in told.body
    Entrant.objects.filter(pk=waiting.pk).update(country="FRA")
    (changed,) = subjects()
    assert "has changed. You have a place." in changed
    Tournament.objects.update(place="Salle des fêtes")
    assert len(subjects()) == 1
    second.post(own_path(waiting), {"do": "withdraw"})
    assert subjects() == ["Spring open: You have withdrawn."]


def test_nobody_is_written_to_without_agreeing_and_a_wrong_address_is_said_at_its_field(
    hall: TournamentHall,
) -> None:
    phone, entrant = entered(hall, "Marguerite")
    refused = wants(phone, entrant, agreed="")
    assert refused.status_code == 422
    assert "We write to nobody without their agreement." in unescape(refused.content.decode())
    assert f'value="{ADDRESS}"' in refused.content.decode()
    for wrong in ("", "no address", "a@b", f"{ADDRESS}\nBcc: x@example.org", "x" * 300 + "@example.org"):
        answer = wants(phone, entrant, address=wrong)
        assert answer.status_code == 422, wrong
        assert 'id="id_address_error"' in answer.content.decode()
    assert not EntryMail.objects.exists()
    assert subjects() == []


def test_whoever_was_written_to_ends_it_by_their_link_alone(hall: TournamentHall) -> None:
    phone, entrant = entered(hall, "Marguerite")
    wants(phone, entrant)
    page = phone.get(own_path(entrant)).content.decode()
    assert ADDRESS in page
    wrong = re.sub(r"/[^/]+/$", "/another-token/mail/", own_path(entrant))
    assert Phone().post(wrong, {"end": "1"}).status_code == 404
    assert EntryMail.objects.count() == 1
    assert phone.post(f"{own_path(entrant)}mail/", {"end": "1"}).status_code == 302
    assert not EntryMail.objects.exists()
    assert ADDRESS not in phone.get(own_path(entrant)).content.decode()


def test_an_address_is_encrypted_and_goes_with_the_entry_and_after_the_event(hall: TournamentHall) -> None:
    phone, entrant = entered(hall, "Marguerite")
    wants(phone, entrant)
    with connection.cursor() as cursor:
        cursor.execute("SELECT address FROM outbox_entrymail")
        assert ADDRESS not in cursor.fetchone()[0]
    delete_old_addresses()
    assert EntryMail.objects.count() == 1
    Tournament.objects.update(day=timezone.localdate() - timedelta(days=40))
    assert subjects() == [], "nothing is told of an event that is over"
    delete_old_addresses()
    assert not EntryMail.objects.exists()
    Tournament.objects.update(day=timezone.localdate() + timedelta(days=4))
    wants(phone, entrant)
    phone.post(own_path(entrant), {"do": "withdraw"})
    phone.post(own_path(entrant), {"do": "forget"})
    assert not EntryMail.objects.exists()


def test_a_mail_that_the_server_does_not_take_is_tried_again_some_times(
    hall: TournamentHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, entrant = entered(hall, "Marguerite")
    wants(phone, entrant)

    def refuse(*_told: Any) -> None:
        raise SMTPException("no")

    with monkeypatch.context() as patched:
        patched.setattr(entry_mails, "send_mail", refuse)
        send_entry_mails()
    assert subjects() == ["Spring open: You have a place."]
    EntryMail.objects.update(told="", tries=5)
    assert subjects() == []


def test_a_mail_is_in_the_language_of_who_asked_for_it(hall: TournamentHall) -> None:
    phone, entrant = entered(hall, "Marguerite")
    form = {"address": ADDRESS, "agreed": "on"}
    phone.post(f"{own_path(entrant)}mail/", form, headers={"Accept-Language": "fr"})
    (subject,) = subjects()
    assert subject.endswith("Vous avez une place.")


def test_a_server_without_mail_offers_none(hall: TournamentHall, settings: Any) -> None:
    settings.MAIL = {}
    phone, entrant = entered(hall, "Marguerite")
    assert "Get mail about this entry" not in phone.get(own_path(entrant)).content.decode()
    assert wants(phone, entrant).status_code == 404
