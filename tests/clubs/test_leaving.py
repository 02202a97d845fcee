"""What is kept about somebody, taken along or taken away."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from mahjongclub.clubs.models import Account, Club, Erasure, Membership, Player
from mahjongclub.clubs.naming import name_key
from mahjongclub.clubs.people.leaving import erase_name_now
from mahjongclub.tables.models import Hand, Session

from ..tables.conftest import ron
from .visitors import Visitor, account, errors, player


def settled(visitor: Visitor) -> Session:
    """Aiko's game, Aiko signed in as "Aiko Tanaka"."""
    session = visitor.played_table("Aiko", "Benoît", "Chen", "Dina")
    visitor.sign_up("Aiko Tanaka")
    visitor.post(reverse("tables:that_is_me", args=[session.code]), {"player": player("Aiko").pk})
    return session


def test_the_file_holds_what_is_kept_about_me_and_nobody_else(visitor: Visitor) -> None:
    session = settled(visitor)
    answer = visitor.get("/me/personal-data.json")
    assert "attachment" in answer.headers["Content-Disposition"]
    data = json.loads(answer.content)
    assert data["account"]["name"] == "Aiko Tanaka"
    assert [(one["name"], len(one["tables"])) for one in data["players"]] == [("Aiko", 1)]
    assert data["players"][0]["tables"][0]["table"] == session.code
    assert data["players"][0]["tables"][0]["score"] == session.seats.get(number=0).score
    assert "Benoît" not in answer.content.decode()


def two_weeks_later() -> None:
    """What the server does once the time has come."""
    Erasure.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    call_command("erase_names", stdout=StringIO())


@pytest.fixture
def lyon(visitor: Visitor, other: Visitor) -> Session:
    """Lyon's table of Aiko Tanaka (`visitor`, Aiko on the roster), organised by Odile (`other`)."""
    other.sign_up("Odile")
    club = Club.objects.create(name="Lyon", slug="lyon", visibility="public")
    Membership.objects.create(club=club, account=account("Odile"), role="owner")
    visitor.sign_up("Aiko Tanaka")
    Membership.objects.create(club=club, account=account("Aiko Tanaka"), role="scorer")
    visitor.post("/me/roster/lyon/", {"who": "new", "name": "Aiko"})
    session = visitor.open_table(belongs=f"c{club.pk}", names=("Aiko", "Benoît", "Chen", "Dina"))
    visitor.confirm(session, ron(0, 1))
    visitor.post(reverse("tables:close", args=[session.code]), {"version": 1})
    return session


def test_removal_takes_the_name_from_everywhere_and_leaves_the_games(
    visitor: Visitor, other: Visitor, lyon: Session
) -> None:
    other.post("/c/lyon/players/", {"name": "Aïko", f"same-{name_key('Aïko')}": "new"})
    other.post(reverse("people:merge", args=[player("Aiko").pk]), {"other": player("Aïko").pk})
    hands = list(Hand.objects.values_list("session", "outcome", "result"))
    answer = visitor.post_confirmed("/me/remove/", {"typed": "aiko tanaka"})
    assert "Your account and your name are deleted" in visitor.read(answer["Location"])
    assert visitor.get("/me/").status_code == 302  # signed out
    assert Visitor().sign_in("Aiko Tanaka").status_code == 422
    for page in ("end", "log", "record"):
        text = visitor.read(reverse(f"tables:{page}", args=[lyon.code]))
        assert "Aiko" not in text, page
        assert "Benoît" in text, page
    assert list(Hand.objects.values_list("session", "outcome", "result")) == hands
    two_weeks_later()
    assert rows_with("Aiko") == rows_with("Aïko") == []


def test_what_was_claimed_by_a_seat_goes_back_to_who_typed_it(visitor: Visitor, other: Visitor) -> None:
    session = settled(visitor)
    assert "go back to the person who typed them" in visitor.read("/me/remove/")
    visitor.post_confirmed("/me/remove/", {"typed": "Aiko Tanaka"})
    assert (player("Aiko").account, player("Aiko").name_hidden) == (None, False)
    two_weeks_later()
    assert "Aiko" in visitor.read(reverse("tables:end", args=[session.code]))


def test_a_stranger_who_claimed_by_a_seat_erases_no_name(visitor: Visitor, other: Visitor) -> None:
    """Let in to keep the score, they sat down where Aiko sits, claimed her and removed their account."""
    session = visitor.played_table("Aiko", "Benoît", "Chen", "Dina")
    page = visitor.read(reverse("tables:share", args=[session.code]))
    other.get(page.split('id="link-scorer" value="http://testserver')[1].split('"')[0])
    other.sit(session, 0)
    other.sign_up("Thief")
    other.post(reverse("tables:that_is_me", args=[session.code]), {"player": player("Aiko").pk})
    assert player("Aiko").account == account("Thief")
    other.post_confirmed("/me/remove/", {"typed": "Thief"})
    two_weeks_later()
    assert player("Aiko").seats.filter(session=session).exists()
    assert "Aiko" in visitor.read(reverse("tables:end", args=[session.code]))


def test_until_then_an_organiser_keeps_the_name(visitor: Visitor, other: Visitor, lyon: Session) -> None:
    visitor.post_confirmed("/me/remove/", {"typed": "Aiko Tanaka"})
    aiko = player("Aiko")
    page = other.read("/players/")
    assert "Names to be erased" in page
    assert "as the account was removed" in page
    assert "Keep the name" in other.read(reverse("people:player", args=[aiko.pk]))
    answer = other.post(reverse("people:keep_name", args=[aiko.pk]), follow=True)
    assert "The name stays." in answer.content.decode()
    two_weeks_later()
    assert "Aiko" in other.read("/c/lyon/players/")
    assert "Names to be erased" not in other.read("/players/")


def test_a_scorer_neither_keeps_nor_erases_a_name_that_waits(visitor: Visitor, lyon: Session) -> None:
    visitor.post_confirmed("/me/remove/", {"typed": "Aiko Tanaka"})
    aiko = player("Aiko").pk
    visitor.sign_up("Somebody")
    Membership.objects.create(club=lyon.club, account=account("Somebody"), role="scorer")
    for name in ("keep_name", "forget_player", "hide_player"):
        assert visitor.post(reverse(f"people:{name}", args=[aiko])).status_code == 404, name
    assert Erasure.objects.filter(player=aiko).exists()
    visitor.post("/me/roster/lyon/", {"who": str(aiko)})
    assert Player.objects.get(pk=aiko).account is None


def test_a_name_that_waits_to_be_erased_is_nobodys(visitor: Visitor, other: Visitor, lyon: Session) -> None:
    """It is neither given to an account nor shown, except by keeping it; another may have the name."""
    visitor.post_confirmed("/me/remove/", {"typed": "Aiko Tanaka"})
    waiting = player("Aiko")
    odile = account("Odile")
    other.post(reverse("people:give_player", args=[waiting.pk]), {"account": odile.pk})
    assert other.post(reverse("people:hide_player", args=[waiting.pk]), {"hidden": "no"}).status_code == 403
    waiting.refresh_from_db()
    assert (waiting.account, waiting.name_hidden) == (None, True)
    other.post("/c/lyon/players/", {"name": "Aiko"})
    answer = other.post(reverse("people:keep_name", args=[waiting.pk]), follow=True)
    assert "“Aiko” stays hidden" in answer.content.decode()
    two_weeks_later()
    assert Player.objects.get(pk=waiting.pk).name == "Aiko"


def test_names_are_erased_as_somebody_signs_in(visitor: Visitor, other: Visitor, lyon: Session) -> None:
    visitor.post_confirmed("/me/remove/", {"typed": "Aiko Tanaka"})
    Erasure.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    visitor.sign_up("Somebody")
    assert rows_with("Aiko") == []


def test_a_name_to_be_erased_leaves_in_no_archive(visitor: Visitor, lyon: Session, tmp_path: Any) -> None:
    visitor.post_confirmed("/me/remove/", {"typed": "Aiko Tanaka"})
    file = tmp_path / "lyon.zip"
    call_command("export_club", "lyon", str(file), "--hidden-names", stdout=StringIO())
    with ZipFile(file) as packed:
        assert not any("Aiko" in packed.read(name).decode() for name in packed.namelist())


def test_the_password_is_asked_for(visitor: Visitor) -> None:
    visitor.sign_up("Aiko Tanaka")
    answer = visitor.post("/me/remove/", {"typed": "Aiko Tanaka"})
    assert account("Aiko Tanaka")
    wrong = visitor.confirm_identity(answer, "not the password")
    assert wrong.status_code == 422
    assert account("Aiko Tanaka")
    visitor.confirm_identity(answer)
    assert not Account.objects.exists()


def test_an_account_without_password_has_signed_in_lately(visitor: Visitor) -> None:
    """It signs in by codes sent by mail, and has nothing to type here."""
    Account.objects.create_user("Aiko Tanaka")
    visitor.force_login(account("Aiko Tanaka"))
    Account.objects.update(last_login=timezone.now() - timedelta(minutes=6))
    answer = visitor.post("/me/remove/", {"typed": "Aiko Tanaka"})
    assert answer.status_code == 422
    assert "This step needs a recent sign-in." in errors(answer)[0]
    assert 'value="Aiko Tanaka"' in answer.content.decode()
    visitor.force_login(account("Aiko Tanaka"))
    assert visitor.post("/me/remove/", {"typed": "Aiko Tanaka"}).status_code == 302
    assert not Account.objects.exists()


def rows_with(word: str) -> list[str]:
    """Every row of the database in which the word stands, but for the browsers' sign-in sessions."""
    found = []
    for model in apps.get_models():
        if model._meta.db_table != "django_session":
            found += [f"{model.__name__} {row}" for row in model.objects.values() if word in str(row)]
    return found


def test_the_name_must_be_typed(visitor: Visitor) -> None:
    settled(visitor)
    answer = visitor.post("/me/remove/", {"typed": "Aiko"})
    assert answer.status_code == 422
    assert errors(answer) == ["The name is different: Aiko Tanaka."]
    assert 'value="Aiko"' in answer.content.decode()
    assert account("Aiko Tanaka")


def test_a_removed_name_typed_again_is_somebody_new(visitor: Visitor) -> None:
    settled(visitor)
    Player.objects.update(claimed_by_seat=False)
    visitor.post_confirmed("/me/remove/", {"typed": "Aiko Tanaka"})
    session = visitor.open_table(names=("Aiko", "Benoît", "Chen", "Dina"))
    assert Player.objects.filter(name="Aiko").latest("pk").seats.get().session == session
    two_weeks_later()
    assert player("Aiko").seats.get().session == session


def test_a_club_is_handed_over_before_its_only_owner_leaves(visitor: Visitor, other: Visitor) -> None:
    visitor.sign_up("Odile")
    other.sign_up("Mika")
    lyon, alone = (Club.objects.create(name=name, slug=name.lower()) for name in ("Lyon", "Alone"))
    for club in (lyon, alone):
        Membership.objects.create(club=club, account=account("Odile"), role="owner")
    mika = Membership.objects.create(club=lyon, account=account("Mika"), role="member")
    assert "Lyon" in visitor.read("/me/remove/")
    assert visitor.post_confirmed("/me/remove/", {"typed": "Odile"}).status_code == 422
    assert Account.objects.count() == 2
    mika.role = "owner"
    mika.save()
    assert "Alone" in visitor.read("/me/remove/")
    assert visitor.post("/me/remove/", {"typed": "Odile"}).status_code == 302  # the password is typed
    assert list(Club.objects.all()) == [lyon]


def test_an_organiser_forgets_a_guest_who_asks(visitor: Visitor) -> None:
    visitor.sign_up("Odile")
    club = Club.objects.create(name="Lyon", slug="lyon")
    Membership.objects.create(club=club, account=account("Odile"), role="organiser")
    session = visitor.open_table(names=("Xavier", "Benoît", "Chen", "Dina"))
    Player.objects.filter(name="Xavier").update(club=club)
    address = reverse("people:forget_player", args=[player("Xavier").pk])
    assert visitor.post(address, {"typed": "x"}).status_code == 422
    assert visitor.post_confirmed(address, {"typed": "Xavier"}).status_code == 302
    assert "Xavier" not in visitor.read(reverse("tables:table", args=[session.code]))
    assert "asked by Odile" in visitor.read("/players/")
    two_weeks_later()
    assert rows_with("Xavier") == []
    assert visitor.get(address).status_code == 404


def test_who_had_left_the_table_is_erased_with_the_others(visitor: Visitor) -> None:
    session = settled(visitor)
    for player_name in ("Aikido", "Gil"):
        session.refresh_from_db()
        form = {"seat": 0, "player": player_name, "version": session.version}
        visitor.post(f"/t/{session.code}/sit-down/", form)
    # the game is over: nobody sits down any more
    assert session.seat_names[0] == "Aiko"
    running = visitor.open_table(names=("Aiko", "Benoît", "Chen", "Dina"))
    visitor.post(f"/t/{running.code}/sit-down/", {"seat": 0, "player": "Gil", "version": running.version})
    data = json.loads(visitor.get("/me/personal-data.json").content)
    assert data["players"][0]["tables_left"] == [running.code]
    assert running.code in visitor.get("/me/").content.decode()
    pk = player("Aiko").pk
    erase_name_now(player("Aiko"))
    log = visitor.get(f"/t/{running.code}/log/").content.decode()
    assert "Aiko" not in log.replace("Aiko Tanaka", "")
    assert f"Gil replaces Player no. {pk}" in log
    record = json.loads(visitor.get(reverse("tables:record", args=[running.code])).content)
    assert record["players"][0] == f"Player no. {pk}"
