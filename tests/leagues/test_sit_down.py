"""Somebody took another's place in the middle of a game: the club says whose the result is."""

from __future__ import annotations

import re

from django.core.management import call_command

from mahjongclub.clubs.models import Club, Player
from mahjongclub.figures.models import Appearance
from mahjongclub.tables import recording
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.tables.conftest import Phone

from .conftest import Hall, ask, ron
from .test_folding import folded


def played(hall: Hall) -> Session:
    """Benoît wins a hand of 5,200 (3 han 40 fu), Emil takes his place and deals in as much to Dina."""
    session = hall.begin()
    emil = {"type": "seat", "seat": 1, "player": "Emil"}
    for hand in (ron(1, 2), emil, ron(3, 1)):
        recording.record_hand(session.pk, ask(session), hand)
    recording.close_session(session.pk, ask(session))
    return session


def whose(session: Session) -> dict[int, str]:
    rows = Appearance.objects.filter(session=session).select_related("player")
    return {row.seat: row.player.name for row in rows}


def test_a_result_counts_for_whoever_began_unless_the_club_says_otherwise(hall: Hall) -> None:
    session = played(hall)
    assert whose(session) == {0: "Aiko", 1: "Benoît", 2: "Chen", 3: "Dina"}
    # one row a seat: the hands of both are in it
    row = Appearance.objects.get(session=session, seat=1)
    assert (row.hands, row.wins, row.deal_ins, row.score) == (2, 1, 1, 25000)
    hall.club.counts_for = Club.CountsFor.ENDED
    hall.club.save()
    assert whose(session)[1] == "Emil"
    now = folded()
    call_command("rebuild")
    assert folded() == now
    hall.club.counts_for = Club.CountsFor.BEGAN
    hall.club.save()
    assert whose(session)[1] == "Benoît"


def test_the_figures_follow_a_change_taken_back_after_the_end(hall: Hall) -> None:
    hall.club.counts_for = Club.CountsFor.ENDED
    hall.club.save()
    session = played(hall)
    recording.delete_hand(session.pk, ask(session), 2)
    assert whose(session)[1] == "Benoît"


def test_an_owner_chooses_it_in_the_settings(db: None) -> None:
    house: ClubHouse = open_club_house()
    page = house.phone("owner").get(house.url("settings/")).content.decode()
    assert "The player who sat there first" in page
    form = {"name": house.club.name, "visibility": "members", "counts_for": "ended"}
    assert house.phone("owner").post(house.url("settings/"), form).status_code == 302
    house.club.refresh_from_db()
    assert house.club.counts_for == "ended"
    wrong = {**form, "counts_for": "nobody"}
    assert house.phone("owner").post(house.url("settings/"), wrong).status_code == 422
    # what is not asked there (the form of a new club) stays as it is
    del form["counts_for"]
    house.phone("owner").post(house.url("settings/"), form)
    house.club.refresh_from_db()
    assert house.club.counts_for == "ended"


def test_who_sits_down_at_a_table_of_the_club_comes_onto_its_roster(db: None) -> None:
    house = open_club_house()
    Player.objects.create(club=house.club, name="Fatou")
    phone = house.phone("scorer")
    names = {f"name-{seat}": name for seat, name in enumerate(("Aiko", "Benoît", "Chen", "Dina"))}
    form = {"variant": "riichi", "method": "order", "belongs": f"c{house.club.pk}", **names}
    assert phone.post("/new/", form).status_code == 302
    session = Session.objects.latest("pk")
    phone.post(f"/t/{session.code}/seats/start/")
    told = phone.get(f"/t/{session.code}/sit-down/").content.decode()
    assert "counts for the player who sat there first" in told
    assert 'value="Fatou"' in told
    # the roster is told to members alone, not to whom a link lets keep the score
    link = re.findall(r'id="link-scorer" value="https?://[^/"]+([^"]+)"', share(phone, session))[0]
    guest = Phone()
    guest.get(link, follow=True)
    page = guest.get(f"/t/{session.code}/sit-down/")
    assert page.status_code == 200
    assert "Fatou" not in page.content.decode()
    sent = {"seat": 1, "player": "Emil", "version": session.version}
    assert phone.post(f"/t/{session.code}/sit-down/", sent).status_code == 302
    assert house.club.players.find_by_name("Emil") is not None


def share(phone: Phone, session: Session) -> str:
    return phone.get(f"/t/{session.code}/share/").content.decode()
