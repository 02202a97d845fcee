"""One name everywhere: renamed it follows, hidden it is a pseudonym, in pages, records and files."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from mahjongclub.clubs.founding import create_club_with_owner
from mahjongclub.clubs.models import Club, Membership, Player
from mahjongclub.clubs.naming import pseudonym, shown_name_expression
from mahjongclub.tables.models import Session

from .visitors import Visitor, account, errors, player

PAGES = ("table", "log", "record", "rules", "share", "sit", "swap", "sticks")


def everywhere(visitor: Visitor, session: Session) -> dict[str, str]:
    """Each page that shows the players of a session, as text."""
    pages = {name: visitor.read(reverse(f"tables:{name}", args=[session.code])) for name in PAGES}
    return {**pages, "home": visitor.read("/"), "players": visitor.read("/players/")}


def renamed(visitor: Visitor, name: str, new: str) -> None:
    answer = visitor.post(reverse("people:player", args=[player(name).pk]), {"name": new})
    assert answer.status_code == 302, errors(answer)


def test_a_name_spelt_right_is_right_on_every_page(visitor: Visitor) -> None:
    session = visitor.open_table(names=("Aiko", "Benoit", "Chen", "Dina"))
    before = everywhere(visitor, session)
    renamed(visitor, "Benoit", "Benoît")
    after = everywhere(visitor, session)
    for page, text in before.items():
        assert ("Benoît" in after[page]) == ("Benoit" in text), page
        assert "Benoit" not in after[page].replace("Benoît", ""), page
    assert "Benoit" in before["table"]


def test_a_phone_at_the_table_hears_of_the_new_name(visitor: Visitor) -> None:
    session = visitor.open_table(names=("Aiko", "Benoit", "Chen", "Dina"))
    address = reverse("tables:table", args=[session.code])
    tag = visitor.get(address).headers["ETag"]
    assert visitor.get(address, headers={"if-none-match": tag}).status_code == 304
    renamed(visitor, "Benoit", "Benoît")
    assert visitor.get(address, headers={"if-none-match": tag}).status_code == 200


def test_two_people_of_one_phone_keep_two_names(visitor: Visitor) -> None:
    visitor.open_table(names=("Aiko", "Benoît", "Chen", "Dina"))
    answer = visitor.post(reverse("people:player", args=[player("Chen").pk]), {"name": "AIKO"})
    assert answer.status_code == 422
    assert "Aiko is there already" in errors(answer)[0]
    assert 'value="AIKO"' in answer.content.decode()


@pytest.mark.parametrize("name", ["", "   ", "x" * 201, "a\x00b"])
def test_an_odd_name_is_refused(visitor: Visitor, name: str) -> None:
    visitor.open_table(names=("Aiko", "Benoît", "Chen", "Dina"))
    answer = visitor.post(reverse("people:player", args=[player("Chen").pk]), {"name": name})
    assert answer.status_code == 422
    assert errors(answer) != []


@pytest.fixture
def hidden(visitor: Visitor) -> Session:
    """A table at which Aiko, who is signed in on its phone, has hidden her name."""
    session = visitor.open_table(names=("Aiko", "Benoît", "Chen", "Dina"))
    visitor.sign_up("Mme Tanaka")
    visitor.post(reverse("tables:that_is_me", args=[session.code]), {"player": player("Aiko").pk})
    visitor.post("/me/hide/", {"hidden": "yes"})
    visitor.read("/me/")  # and has read what just happened
    return session


def test_a_hidden_name_is_on_no_page(visitor: Visitor, hidden: Session) -> None:
    shown = pseudonym(player("Aiko").pk)
    visitor.post(reverse("account_logout"))
    pages = everywhere(visitor, hidden)
    assert [page for page, text in pages.items() if "Aiko" in text] == []
    assert shown in pages["table"]
    assert json.loads(pages["record"])["players"][0] == shown
    assert "Aiko" not in visitor.read("/new/")


def test_a_hidden_name_is_shown_again(visitor: Visitor, hidden: Session) -> None:
    assert "Show my name again" in visitor.read("/me/")
    visitor.post("/me/hide/", {"hidden": "no"})
    assert "Aiko" in visitor.read(reverse("tables:table", args=[hidden.code]))


def test_a_pseudonym_speaks_the_readers_language(visitor: Visitor, hidden: Session) -> None:
    answer = visitor.get(reverse("tables:table", args=[hidden.code]), headers={"accept-language": "fr"})
    assert f"Joueur n° {player('Aiko').pk}" in answer.content.decode()


def test_the_query_and_the_player_say_the_same(visitor: Visitor, hidden: Session) -> None:
    found = Player.objects.annotate(shown=shown_name_expression())
    assert [one.shown for one in found] == [one.shown_name for one in found]


def test_the_same_players_again_are_the_same_people(visitor: Visitor, hidden: Session) -> None:
    visitor.post(reverse("tables:again", args=[hidden.code]))
    again = Session.objects.latest("pk")
    assert again.pk != hidden.pk
    assert player("Aiko").seats.filter(session=again).exists()
    assert Player.objects.count() == 4


def test_typing_the_name_or_the_pseudonym_finds_the_player(visitor: Visitor, hidden: Session) -> None:
    for typed in ("aiko", pseudonym(player("Aiko").pk)):
        session = visitor.open_table(names=(typed, "Benoît", "Chen", "Dina"))
        assert player("Aiko").seats.filter(session=session).exists()


def test_who_hides_the_name_hides_it_at_the_next_claim_too(visitor: Visitor, hidden: Session) -> None:
    session = visitor.open_table(names=("Tanaka", "Benoît", "Chen", "Dina"))
    visitor.post(reverse("tables:that_is_me", args=[session.code]), {"player": player("Tanaka").pk})
    assert player("Tanaka").name_hidden


def test_a_phone_alone_hides_nobody(visitor: Visitor) -> None:
    visitor.open_table(names=("Aiko", "Benoît", "Chen", "Dina"))
    answer = visitor.post(reverse("people:hide_player", args=[player("Aiko").pk]), {"hidden": "yes"})
    assert answer.status_code == 403
    assert not player("Aiko").name_hidden


def test_a_hidden_name_is_a_pseudonym_among_the_members_too(visitor: Visitor, other: Visitor) -> None:
    visitor.sign_up("Aiko")
    club = create_club_with_owner(account("Aiko"), "Lyon", Club.Visibility.MEMBERS)
    other.sign_up("Benoît")
    Membership.objects.create(club=club, account=account("Benoît"), role="member")
    fellow = Visitor()
    fellow.sign_up("Chen")
    Membership.objects.create(club=club, account=account("Chen"), role="member")
    other.post("/me/roster/lyon/")
    other.post("/me/hide/", {"hidden": "yes"})
    shown = pseudonym(player("Benoît").pk)
    assert "Benoît" not in fellow.read("/c/lyon/members/")
    assert shown in fellow.read("/c/lyon/members/")
    assert "Benoît" in other.read("/c/lyon/members/")  # oneself
    assert "Benoît" in visitor.read("/c/lyon/members/")  # who invites and takes out sees whom
