"""Django's admin for support: staff alone, history to be read, names and accounts to be helped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from mahjongclub.clubs.models import Account, Club, Player
from mahjongclub.clubs.people.merging import merge_player
from mahjongclub.events.models import Place, Tournament
from mahjongclub.rounds.models import Round, Table
from mahjongclub.rounds.penalties.models import Penalty
from mahjongclub.tables.models import Access, Hand, Revision, Session
from tests.clubs.club_house import open_club_house
from tests.leagues.tournament_hall import TournamentHall
from tests.tables.conftest import Phone, ron

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def no_rate_limits(db: None) -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def signed_in(name: str, **kind: Any) -> Client:
    client = Client()
    client.force_login(Account.objects.create_user(name, password=PASSWORD, **kind))
    return client


@pytest.fixture
def owner() -> Client:
    return signed_in("Owner", is_staff=True, is_superuser=True)


@pytest.fixture
def staff() -> Client:
    return signed_in("Helper", is_staff=True)


@pytest.fixture
def session() -> Session:
    phone = Phone()
    session = phone.open_table()
    phone.confirm(session, ron(1, 3))
    return session


PAGES = [
    "clubs/account/",
    "clubs/club/",
    "clubs/player/",
    "clubs/evening/",
    "clubs/invitation/",
    "clubs/playermerge/",
    "tables/session/",
    "tables/hand/",
    "tables/revision/",
    "tables/access/",
    "tables/houserules/",
    "leagues/league/",
    "leagues/season/",
    "leagues/tournament/",
    "leagues/place/",
    "leagues/round/",
    "leagues/table/",
    "leagues/penalty/",
    "leagues/team/",
    "exchange/origin/",
    "exchange/upload/",
    "admin/logentry/",
    "account/emailaddress/",
]


def test_staff_look_at_every_list_and_others_are_kept_out(staff: Client) -> None:
    member = signed_in("Member")
    for page in ("", *PAGES):
        assert staff.get(f"/admin/{page}").status_code == 200, page
        answer = Client().get(f"/admin/{page}", follow=True)
        assert answer.request["PATH_INFO"] == "/account/login/", page
        assert member.get(f"/admin/{page}", follow=True).status_code == 404, page


def test_signing_in_is_the_apps_own_page_and_leads_back() -> None:
    Account.objects.create_user("Helper", password=PASSWORD, is_staff=True)
    visitor = Client()
    by_admin = visitor.post("/admin/login/", {"username": "Helper", "password": PASSWORD})
    assert by_admin["Location"].startswith("/account/login/")
    assert visitor.get("/admin/").status_code == 302
    page = visitor.get("/admin/", follow=True)
    form = {"login": "Helper", "password": PASSWORD, "next": "/admin/"}
    assert 'name="next" value="/admin/"' in page.content.decode()
    assert visitor.post("/account/login/", form)["Location"] == "/admin/"
    assert visitor.get("/admin/").status_code == 200


def test_only_staff_see_the_way_there(staff: Client) -> None:
    assert 'href="/admin/"' in staff.get("/").content.decode()
    assert "/admin/" not in signed_in("Member").get("/").content.decode()
    assert "/admin/" not in Client().get("/").content.decode()


@pytest.mark.parametrize("model", [Session, Hand, Revision, Access])
def test_history_is_read_and_never_written(model: Any, owner: Client, session: Session) -> None:
    row = model.objects.latest("pk")
    where = f"/admin/tables/{model._meta.model_name}/"
    page = owner.get(f"{where}{row.pk}/change/")
    assert page.status_code == 200
    assert b'type="submit"' not in page.content.replace(b'<button type="submit">', b"")
    assert b'name="_save"' not in page.content
    before = model.objects.values().get(pk=row.pk)
    assert owner.post(f"{where}{row.pk}/change/", {"number": 9, "version": 9}).status_code == 403
    assert owner.post(f"{where}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert owner.get(f"{where}add/").status_code == 403
    assert model.objects.values().get(pk=row.pk) == before


def test_a_session_is_found_by_its_code_with_its_history(staff: Client, session: Session) -> None:
    found = staff.get("/admin/tables/session/", {"q": session.code}).content.decode()
    assert f"/admin/tables/session/{session.pk}/change/" in found
    assert session.code not in staff.get("/admin/tables/session/", {"q": "nothing-like-it"}).content.decode()
    page = staff.get(f"/admin/tables/session/{session.pk}/change/").content.decode()
    assert "Benoît" in page
    link = f"/admin/tables/hand/?session__id__exact={session.pk}"
    assert link in page
    assert "1 hand" in staff.get(link).content.decode()
    hand = session.hands.get()
    shown = staff.get(f"/admin/tables/hand/{hand.pk}/change/").content.decode()
    assert "&quot;han&quot;: 3" in shown


def test_a_list_asks_as_much_of_the_database_for_many_rows(staff: Client) -> None:
    pages = [*("tables/session/", "tables/hand/", "tables/revision/", "tables/access/")]
    pages += ["clubs/player/", "clubs/club/", "clubs/account/"]

    def asked(page: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert staff.get(f"/admin/{page}").status_code == 200
        return len(queries)

    def more(number: int) -> None:
        phone = Phone()
        session = phone.open_table(names=[f"{name}{number}" for name in "ABCD"])
        phone.confirm(session, ron(1, 3))
        club = Club.objects.create(name=f"Club {number}", slug=f"club-{number}")
        account = Account.objects.create_user(f"Person {number}")
        Session.objects.filter(pk=session.pk).update(club=club)
        Player.objects.create(name=f"Player {number}", club=club, account=account)

    more(1)
    few = [asked(page) for page in pages]
    for number in range(2, 8):
        more(number)
    assert [asked(page) for page in pages] == few


def test_an_account_is_shut_and_opened_again(staff: Client) -> None:
    member = Account.objects.create_user("Dina", password=PASSWORD)
    phone = Client()
    phone.force_login(member)
    assert phone.get("/me/").status_code == 200
    where = f"/admin/clubs/account/{member.pk}/change/"
    inline = {f"memberships-{part}_FORMS": 0 for part in ("TOTAL", "INITIAL")}
    assert staff.post(where, {"username": "Dina", **inline}).status_code == 302
    assert phone.get("/me/").status_code == 302
    assert Client().login(username="Dina", password=PASSWORD) is False
    staff.post(where, {"username": "Dina", "is_active": "on", **inline})
    assert Client().login(username="Dina", password=PASSWORD) is True


def test_staff_give_a_member_a_new_password_but_not_the_owner(staff: Client, owner: Client) -> None:
    member = Account.objects.create_user("Dina", password="forgotten long ago")
    new = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    assert staff.post(f"/admin/clubs/account/{member.pk}/password/", new).status_code == 302
    assert Client().login(username="Dina", password=PASSWORD) is True
    master = Account.objects.get(username="Owner")
    assert staff.post(f"/admin/clubs/account/{master.pk}/password/", new).status_code == 403
    assert staff.post(f"/admin/clubs/account/{master.pk}/change/", {"username": "x"}).status_code == 403
    assert owner.get(f"/admin/clubs/account/{master.pk}/change/").status_code == 200


def test_only_an_owner_makes_staff_and_nobody_shuts_themselves_out(staff: Client, owner: Client) -> None:
    member = Account.objects.create_user("Dina")
    where = f"/admin/clubs/account/{member.pk}/change/"
    form = {"username": "Dina", "is_active": "on", "is_staff": "on", "is_superuser": "on"}
    form |= {f"memberships-{part}_FORMS": "0" for part in ("TOTAL", "INITIAL")}
    staff.post(where, form)
    member.refresh_from_db()
    assert not member.is_staff
    owner.post(where, form)
    member.refresh_from_db()
    assert member.is_staff
    assert not member.is_superuser
    master = Account.objects.get(username="Owner")
    owner.post(f"/admin/clubs/account/{master.pk}/change/", {**form, "username": "Owner", "is_active": ""})
    master.refresh_from_db()
    assert master.is_active
    assert master.is_superuser


def test_a_club_is_renamed_and_a_name_taken_is_said(staff: Client) -> None:
    club = Club.objects.create(name="Four Winds", slug="four-winds")
    Club.objects.create(name="Jade", slug="jade")
    inline = {f"memberships-{part}_FORMS": 0 for part in ("TOTAL", "INITIAL")}
    form = {"visibility": "members", **inline}
    where = f"/admin/clubs/club/{club.pk}/change/"
    taken = staff.post(where, {"name": "JADE", **form})
    assert taken.status_code == 200
    assert "errorlist" in taken.content.decode()
    assert staff.post(where, {"name": "Five Winds", **form}).status_code == 302
    club.refresh_from_db()
    assert (club.name, club.slug) == ("Five Winds", "four-winds")


def test_a_player_is_renamed_and_a_hidden_name_stays_hidden(staff: Client) -> None:
    club = Club.objects.create(name="Four Winds", slug="four-winds")
    aiko = Player.objects.create(name="Aiko", club=club)
    Player.objects.create(name="Benoît", club=club)
    secret = Player.objects.create(name="Zerbinette", club=club, name_hidden=True)
    where = f"/admin/clubs/player/{aiko.pk}/change/"
    assert (
        "Another player in this club has this name." in staff.post(where, {"name": "BENOîT"}).content.decode()
    )
    assert staff.post(where, {"name": "  Aiko   T. "}).status_code == 302
    aiko.refresh_from_db()
    assert aiko.name == "Aiko T."
    lists = [staff.get("/admin/clubs/player/", {"q": word}).content.decode() for word in ("", "zerb", "aiko")]
    assert not any("Zerbinette" in page for page in lists)
    assert secret.shown_name in lists[0]
    assert secret.shown_name not in lists[1]
    page = staff.get(f"/admin/clubs/player/{secret.pk}/change/").content.decode()
    assert "Zerbinette" not in page
    assert staff.post(f"/admin/clubs/player/{secret.pk}/change/", {"name": "Z"}).status_code == 403


JUNK = ["\x00", "9" * 40, "٣", "' OR 1=1 --"]


@pytest.mark.parametrize("turn", range(len(JUNK)))
def test_no_search_or_address_makes_a_fault(turn: int, staff: Client) -> None:
    """Each list with one of them."""
    junk = JUNK[turn]
    for page in PAGES[turn :: len(JUNK)]:
        assert staff.get(f"/admin/{page}", {"q": junk}).status_code < 500, page
        assert staff.get(f"/admin/{page}", {"p": junk, "o": junk, "id__exact": junk}).status_code < 500, page
        assert staff.get(f"/admin/{page}{junk}/change/").status_code < 500, page


def test_support_speaks_french(staff: Client) -> None:
    page = staff.get("/admin/", headers={"Accept-Language": "fr"}).content.decode()
    assert "Joueurs" in page
    assert "Déconnexion" in page
    assert "Modification" in page  # Django's own words are not taken over by the table's


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about SQLite")
@pytest.mark.parametrize(("version", "told"), [((3, 51, 2), True), ((3, 51, 3), False)])
def test_staff_are_told_of_an_sqlite_with_a_fault(
    version: tuple[int, ...], told: bool, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sqlite3.sqlite_version_info", version)
    assert ("a known bug" in staff.get("/admin/").content.decode()) is told
    french = staff.get("/admin/", headers={"Accept-Language": "fr"}).content.decode()
    assert ("un défaut connu" in french) is told


def test_the_pages_of_support_keep_the_strict_policy(staff: Client, session: Session) -> None:
    for page in ("", "tables/session/", f"tables/session/{session.pk}/change/"):
        answer = staff.get(f"/admin/{page}")
        policy = answer["Content-Security-Policy"]
        assert "unsafe" not in policy
        body = answer.content.decode()
        assert "<style" not in body
        assert "style=" not in body
        assert "onclick=" not in body


def test_what_support_changed_is_kept_without_a_name(staff: Client) -> None:
    club = Club.objects.create(name="Lyon", slug="lyon")
    player = Player.objects.create(name="Benoit", club=club)
    account = Account.objects.create_user("Benoit")
    assert staff.post(f"/admin/clubs/player/{player.pk}/change/", {"name": "Benoît"}).status_code == 302
    inline = {f"memberships-{part}_FORMS": 0 for part in ("TOTAL", "INITIAL")}
    staff.post(f"/admin/clubs/account/{account.pk}/change/", {"username": "Benoît", **inline})
    Player.objects.filter(pk=player.pk).update(name_hidden=True)
    account.refresh_from_db()
    assert account.username == "Benoît"
    account.delete()
    staff.get("/admin/")  # has read what just happened
    for page in ("admin/logentry/", f"clubs/player/{player.pk}/history/"):
        text = staff.get(f"/admin/{page}").content.decode()
        assert "Beno" not in text, page
    assert f"#{player.pk}" in staff.get("/admin/admin/logentry/").content.decode()


def test_another_spelling_of_a_hidden_name_is_hidden_from_support(staff: Client) -> None:
    club = Club.objects.create(name="Lyon", slug="lyon")
    kept = Player.objects.create(name="Benoît", club=club, name_hidden=True)
    gone = Player.objects.create(name="Benny", club=club)
    merge_player(kept, gone, None)
    for page in ("player/", "player/?q=Benny", f"player/{gone.pk}/change/", "playermerge/"):
        text = staff.get(f"/admin/clubs/{page}").content.decode()
        assert "Benny" not in text.replace("q=Benny", "").replace('value="Benny"', ""), page


@pytest.fixture
def cup(session: Session) -> Tournament:
    """A tournament in its first round, one player penalised, another's name hidden."""
    hall = TournamentHall(open_club_house(), [f"Player {number}" for number in range(1, 9)], round_count=2)
    hall.draw_and_publish()
    hall.open(1)
    assert hall.post("penalties/", number=1, points="10", reason="late").status_code == 302
    Player.objects.filter(name="Player 2").update(name_hidden=True)
    return hall.tournament


def test_a_tournament_is_found_with_all_its_parts(cup: Tournament, staff: Client) -> None:
    found = staff.get("/admin/leagues/tournament/", {"q": "Spring op"}).content.decode()
    assert f"/admin/leagues/tournament/{cup.pk}/change/" in found
    assert "Spring open" not in staff.get("/admin/leagues/tournament/", {"q": "nothing"}).content.decode()
    page = staff.get(f"/admin/leagues/tournament/{cup.pk}/change/").content.decode()
    for model, rows in (("place", 8), ("round", 2), ("penalty", 1)):
        of = "tournament" if model == "place" else "competition__tournament"
        link = f"/admin/leagues/{model}/?{of}__id__exact={cup.pk}"
        assert link in page
        listed = re.findall(rf"/admin/leagues/{model}/(\d+)/change/", staff.get(link).content.decode())
        assert len(set(listed)) == rows
    table = Table.objects.filter(round__competition__tournament=cup, round__number=1).first()
    assert table is not None
    by_code = staff.get("/admin/leagues/table/", {"q": table.session.code}).content.decode()
    assert f"/admin/leagues/table/{table.pk}/change/" in by_code
    assert (
        f"?round__id__exact={table.round_id}"
        in staff.get(f"/admin/leagues/round/{table.round_id}/change/").content.decode()
    )
    places = [
        staff.get(f"/admin/leagues/place/{place.pk}/change/").content.decode() for place in cup.places.all()
    ]
    assert "Player 1" in places[0]
    assert "Player 2" not in places[1]  # hidden here too


def test_a_tournament_is_read_and_never_written(cup: Tournament) -> None:
    owner = signed_in("Master", is_staff=True, is_superuser=True)
    for model in (Tournament, Place, Round, Table, Penalty):
        is_never_written(model, owner)


def is_never_written(model: Any, owner: Client) -> None:
    row = model.objects.latest("pk")
    where = f"/admin/leagues/{model._meta.model_name}/"
    page = owner.get(f"{where}{row.pk}/change/")
    assert page.status_code == 200
    assert b'name="_save"' not in page.content
    before = model.objects.values().get(pk=row.pk)
    assert owner.post(f"{where}{row.pk}/change/", {"number": 9, "name": "Other"}).status_code == 403
    assert owner.post(f"{where}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert owner.get(f"{where}add/").status_code == 403
    assert model.objects.values().get(pk=row.pk) == before
