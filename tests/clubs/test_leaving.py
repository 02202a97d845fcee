"""What is kept about somebody, taken along or taken away."""

from __future__ import annotations

import json

from django.apps import apps
from django.urls import reverse

from mahjongclub.clubs.models import Account, Club, Membership, Player
from mahjongclub.tables.models import Hand, Session

from .visitors import Visitor, account, errors, player


def settled(visitor: Visitor) -> Session:
    """Aiko's game, Aiko signed in as "Aiko Tanaka"."""
    session = visitor.played_table("Aiko", "Benoît", "Chen", "Dina")
    visitor.sign_up("Aiko Tanaka")
    visitor.post(reverse("people:that_is_me", args=[session.code]), {"player": player("Aiko").pk})
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


def test_removal_takes_the_name_from_everywhere_and_leaves_the_games(
    visitor: Visitor, other: Visitor
) -> None:
    session = settled(visitor)
    visitor.open_table(names=("Aïko", "Q", "R", "S"))
    visitor.post(reverse("people:merge", args=[player("Aiko").pk]), {"other": player("Aïko").pk})
    hands = list(Hand.objects.values_list("session", "outcome", "result"))
    answer = visitor.post("/me/remove/", {"typed": "aiko tanaka"}, follow=True)
    assert "Your account and your name are gone" in answer.content.decode()
    assert visitor.get("/me/").status_code == 302  # signed out
    assert other.sign_in("Aiko Tanaka").status_code == 422
    for page in ("end", "log", "record"):
        text = visitor.read(reverse(f"tables:{page}", args=[session.code]))
        assert "Aiko" not in text, page
        assert "Benoît" in text, page
    assert list(Hand.objects.values_list("session", "outcome", "result")) == hands
    assert rows_with("Aiko") == rows_with("Aïko") == []


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
    assert errors(answer) == ["This is not the name: Aiko Tanaka."]
    assert 'value="Aiko"' in answer.content.decode()
    assert account("Aiko Tanaka")


def test_a_removed_name_typed_again_is_somebody_new(visitor: Visitor) -> None:
    settled(visitor)
    visitor.post("/me/remove/", {"typed": "Aiko Tanaka"})
    session = visitor.open_table(names=("Aiko", "Benoît", "Chen", "Dina"))
    assert player("Aiko").seats.get().session == session


def test_a_club_is_handed_over_before_its_only_owner_leaves(visitor: Visitor, other: Visitor) -> None:
    visitor.sign_up("Odile")
    other.sign_up("Mika")
    lyon, alone = (Club.objects.create(name=name, slug=name.lower()) for name in ("Lyon", "Alone"))
    for club in (lyon, alone):
        Membership.objects.create(club=club, account=account("Odile"), role="owner")
    mika = Membership.objects.create(club=lyon, account=account("Mika"), role="member")
    assert "Lyon" in visitor.read("/me/remove/")
    assert visitor.post("/me/remove/", {"typed": "Odile"}).status_code == 422
    assert Account.objects.count() == 2
    mika.role = "owner"
    mika.save()
    assert "Alone" in visitor.read("/me/remove/")
    assert visitor.post("/me/remove/", {"typed": "Odile"}).status_code == 302
    assert list(Club.objects.all()) == [lyon]


def test_an_organiser_forgets_a_guest_who_asks(visitor: Visitor) -> None:
    visitor.sign_up("Odile")
    club = Club.objects.create(name="Lyon", slug="lyon")
    Membership.objects.create(club=club, account=account("Odile"), role="organiser")
    session = visitor.open_table(names=("Xavier", "Benoît", "Chen", "Dina"))
    Player.objects.filter(name="Xavier").update(club=club)
    address = reverse("people:forget_player", args=[player("Xavier").pk])
    assert visitor.post(address, {"typed": "x"}).status_code == 422
    assert visitor.post(address, {"typed": "Xavier"}).status_code == 302
    assert "Xavier" not in visitor.read(reverse("tables:table", args=[session.code]))
    assert rows_with("Xavier") == []
