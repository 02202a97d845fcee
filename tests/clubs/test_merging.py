"""Two spellings of one person come together, and can be parted again; no game changes."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.people.merging import TwoAccounts
from mahjongclub.clubs.people.merging import merge_player as merge_players
from mahjongclub.tables.models import Hand, Session
from mahjongclub.tables.recording import Submission, append_entry, delete_hand

from .visitors import Visitor, account, errors, player


def merge(visitor: Visitor, kept: str, gone: str) -> Any:
    address = reverse("people:merge", args=[player(kept).pk])
    return visitor.post(address, {"other": player(gone).pk})


def undo(visitor: Visitor, kept: str, gone: str) -> Any:
    done = player(kept).merges.get(gone=player(gone))
    return visitor.post(reverse("people:undo_merge", args=[done.pk]), follow=True)


def names(visitor: Visitor, session: Session) -> list[str]:
    return json.loads(visitor.read(reverse("tables:record", args=[session.code])))["players"]


def played(session: Session) -> list[Any]:
    hands = Hand.objects.filter(session=session).order_by("number")
    return [*hands.values_list("outcome", "result"), *session.seats.values_list("number", "score")]


@pytest.fixture
def evenings(visitor: Visitor) -> list[Session]:
    """Two tables: Benoît at the first, "Benoit" at the second; Aiko at both."""
    tables = [("Aiko", "Benoît", "Chen", "Dina"), ("Benoit", "Aiko", "Eva", "Fred")]
    return [visitor.played_table(*names) for names in tables]


def test_the_games_of_both_stand_under_one_name(visitor: Visitor, evenings: list[Session]) -> None:
    before = [played(session) for session in evenings]
    page = visitor.read(reverse("people:merge", args=[player("Benoît").pk]))
    assert "Benoit" in page
    assert merge(visitor, "Benoît", "Benoit").status_code == 302
    assert names(visitor, evenings[1]) == ["Benoît", "Aiko", "Eva", "Fred"]
    assert [played(session) for session in evenings] == before
    assert "2 games" in visitor.read(reverse("people:player", args=[player("Benoît").pk]))
    assert "<bdi>Benoit</bdi>" not in visitor.read("/players/")


def test_the_other_spelling_leads_to_the_same_player_from_now_on(
    visitor: Visitor, evenings: list[Session]
) -> None:
    merge(visitor, "Benoît", "Benoit")
    session = visitor.open_table(names=("Benoit", "Gil", "Hana", "Ida"))
    assert names(visitor, session)[0] == "Benoît"


def test_undone_each_has_their_own_games_again(visitor: Visitor, evenings: list[Session]) -> None:
    merge(visitor, "Benoît", "Benoit")
    visitor.open_table(names=("Benoît", "Gil", "Hana", "Ida"))
    answer = undo(visitor, "Benoît", "Benoit")
    assert "Benoit is a separate player again." in answer.content.decode()
    assert [names(visitor, session)[index] for session, index in zip(evenings, (1, 0), strict=True)] == [
        "Benoît",
        "Benoit",
    ]
    assert player("Benoît").seats.count() == 2  # the one since then stays
    assert player("Benoit").seats.count() == 1


def test_who_sat_at_one_table_are_two_people(visitor: Visitor, evenings: list[Session]) -> None:
    address = reverse("people:merge", args=[player("Benoît").pk])
    look = visitor.read(address, other=player("Aiko").pk)
    answer = merge(visitor, "Benoît", "Aiko")
    assert answer.status_code == 422
    for page in (look, answer.content.decode()):
        assert "sat at one table, so they are two people" in page
        assert evenings[0].created_at.strftime("%Y-%m-%d") in page
    assert player("Aiko").seats.count() == 2


def test_merges_are_undone_the_newest_first(visitor: Visitor, evenings: list[Session]) -> None:
    visitor.played_table("Ben", "Gil", "Hana", "Ida")
    merge(visitor, "Benoît", "Benoit")
    merge(visitor, "Benoît", "Ben")
    answer = undo(visitor, "Benoît", "Benoit")
    assert "Undo the merge with Ben first" in answer.content.decode()
    assert player("Benoît").seats.count() == 3
    undo(visitor, "Benoît", "Ben")
    undo(visitor, "Benoît", "Benoit")
    assert [player(name).seats.count() for name in ("Benoît", "Benoit", "Ben")] == [1, 1, 1]


def test_a_merge_of_a_merge_is_undone_in_order(visitor: Visitor, evenings: list[Session]) -> None:
    visitor.played_table("Ben", "Gil", "Hana", "Ida")
    merge(visitor, "Benoit", "Ben")
    merge(visitor, "Benoît", "Benoit")
    assert Player.objects.filter(known_on__isnull=False).find_by_name("ben") == player("Benoît")
    undo(visitor, "Benoît", "Benoit")
    assert Player.objects.filter(known_on__isnull=False).find_by_name("ben") == player("Benoit")
    undo(visitor, "Benoit", "Ben")
    assert [player(name).seats.count() for name in ("Benoît", "Benoit", "Ben")] == [1, 1, 1]


@pytest.mark.parametrize("chosen", ["", "0", "x", "99999999999999999999999", "\x00", "-1"])
def test_an_odd_choice_is_refused(visitor: Visitor, evenings: list[Session], chosen: str) -> None:
    answer = visitor.post(reverse("people:merge", args=[player("Benoît").pk]), {"other": chosen})
    assert answer.status_code == 422
    assert errors(answer) != []


def test_somebody_elses_guests_are_out_of_reach(
    visitor: Visitor, other: Visitor, evenings: list[Session]
) -> None:
    other.open_table(names=("Benoît", "Q", "R", "S"))
    mine = Player.objects.filter(name="Benoît").latest("pk")
    theirs = Player.objects.filter(name="Benoît").earliest("pk")
    for action in ("player", "merge"):
        assert other.get(reverse(f"people:{action}", args=[theirs.pk])).status_code == 404
    answer = other.post(reverse("people:merge", args=[mine.pk]), {"other": theirs.pk})
    assert answer.status_code == 422
    merge(visitor, "Chen", "Eva")
    done = player("Chen").merges.get()
    assert other.post(reverse("people:undo_merge", args=[done.pk])).status_code == 404
    assert player("Eva").merged_into == player("Chen")


def test_a_name_may_change_places_with_its_other_spelling(visitor: Visitor, evenings: list[Session]) -> None:
    merge(visitor, "Benoit", "Benoît")
    kept = player("Benoit").pk
    assert visitor.post(reverse("people:player", args=[kept]), {"name": "Benoît"}).status_code == 302
    assert player("Benoît").pk == kept
    assert names(visitor, evenings[0])[1] == "Benoît"
    assert player("Benoit").merged_into == player("Benoît")


def test_accounts_are_never_merged(visitor: Visitor, other: Visitor) -> None:
    visitor.played_table("Aiko", "Benoît", "Chen", "Dina")
    visitor.played_table("Eva", "Fred", "Gil", "Hana")
    for browser, name, guest in ((visitor, "A", "Aiko"), (other, "E", "Eva")):
        browser.sign_up(name)
        Player.objects.filter(name=guest).update(account=account(name))
    with pytest.raises(TwoAccounts):
        merge_players(player("Aiko"), player("Eva"), None)
    assert merge(visitor, "Aiko", "Eva").status_code == 422
    assert player("Eva").seats.count() == 1


def test_who_sat_down_in_the_middle_of_a_game_is_merged_and_parted(
    visitor: Visitor, evenings: list[Session]
) -> None:
    first, second = evenings
    append_entry(first.pk, asking(first), {"type": "seat", "seat": 0, "player": "Benoit"})
    # now both have sat at the first table
    assert "sat at one table" in merge(visitor, "Benoît", "Benoit").content.decode()
    delete_hand(first.pk, asking(first), first.row_count)
    append_entry(first.pk, asking(first), {"type": "seat", "seat": 0, "player": "Eva"})
    append_entry(first.pk, asking(first), {"type": "seat", "seat": 0, "player": "Gil"})
    visitor.open_table(names=("Ewa", "Hana", "Ida", "Jo"))
    assert merge(visitor, "Ewa", "Eva").status_code == 302
    assert [hand["player"] for hand in told(visitor, first)] == ["Ewa", "Gil"]
    # who left has sat there too, and is nobody else who did
    assert "sat at one table" in merge(visitor, "Gil", "Ewa").content.decode()
    undo(visitor, "Ewa", "Eva")
    assert [hand["player"] for hand in told(visitor, first)] == ["Eva", "Gil"]
    assert names(visitor, second)[2] == "Eva"


def test_a_merge_of_who_had_left_by_then_is_undone(visitor: Visitor, evenings: list[Session]) -> None:
    first = evenings[0]
    visitor.open_table(names=("Dinah", "Hana", "Ida", "Jo"))
    merge(visitor, "Dinah", "Dina")
    append_entry(first.pk, asking(first), {"type": "seat", "seat": 3, "player": "Gil"})
    assert names(visitor, first)[3] == "Dinah"
    undo(visitor, "Dinah", "Dina")
    assert first.seat_names[3] == "Gil"
    delete_hand(first.pk, asking(first), first.row_count)
    assert Session.objects.get(pk=first.pk).seat_names[3] == names(visitor, first)[3]


def told(visitor: Visitor, session: Session) -> list[Any]:
    record = json.loads(visitor.read(reverse("tables:record", args=[session.code])))
    return [hand for hand in record["hands"] if hand["type"] == "seat"]


def asking(session: Session) -> Submission:
    session.refresh_from_db()
    return Submission(uuid4(), session.version, session.opener)
