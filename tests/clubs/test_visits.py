"""What each role may do at a club, whatever the club lets its members do."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from mahjongclub.clubs.club_access import (
    ClubVisit,
    club_page,
    enter_club_zone_and_visit,
    is_wall_token,
    organiser_post_data_or_403,
    role_in,
    void_wall_links,
    wall_token,
)
from mahjongclub.clubs.club_model import Club, Role
from mahjongclub.clubs.refusal import Refused

from .club_house import PEOPLE, ClubHouse, open_club_house

VISIBILITIES = list(Club.Visibility)


@pytest.mark.parametrize("members_open", [True, False])
@pytest.mark.parametrize("role", [None, *Role])
def test_scorers_open_tables_and_members_where_the_club_lets_them(
    role: Role | None, members_open: bool
) -> None:
    visit = ClubVisit(Club(members_open_tables=members_open), role)
    assert visit.may_open_table is (
        role in (Role.SCORER, Role.ORGANISER, Role.OWNER) or (members_open and role is not None)
    )


@pytest.mark.parametrize("visibility", VISIBILITIES)
@pytest.mark.parametrize("role", [None, *Role])
def test_who_knows_of_a_club_and_looks_at_its_pages(role: Role | None, visibility: Club.Visibility) -> None:
    visit = ClubVisit(Club(visibility=visibility), role)
    public, members = visibility == Club.Visibility.PUBLIC, visibility == Club.Visibility.MEMBERS
    assert visit.may_know_club is (public or role is not None)
    assert visit.may_see_club is (
        public or (members and role is not None) or role in (Role.ORGANISER, Role.OWNER)
    )


@pytest.mark.parametrize("role", [None, *Role])
def test_a_role_includes_those_after_it(role: Role | None) -> None:
    visit, roles = ClubVisit(Club(), role), list(Role)
    for other in Role:
        assert visit.may(other) is (role is not None and roles.index(role) <= roles.index(other))
    assert visit.is_owner is (role == Role.OWNER)
    assert visit.is_organiser is (role in (Role.OWNER, Role.ORGANISER))
    assert visit.may_score is (role in (Role.OWNER, Role.ORGANISER, Role.SCORER))
    assert visit.is_member is (role is not None)


# --- a page of a club ---


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def request_of(house: ClubHouse, who: str, method: str = "get") -> Any:
    request: Any = getattr(RequestFactory(), method)("/c/lille/page/?q=1")
    request.user = house.accounts.get(who) or AnonymousUser()
    return request


def answer(house: ClubHouse, who: str, needs: Role | None = None, method: str = "get", **more: Any) -> str:
    """What somebody gets who comes to a page of the club: its text, where they are sent, or why not."""

    @club_page(needs, **more)
    def view(request: Any, visit: ClubVisit) -> HttpResponse:
        assert request.club_visit is visit
        return HttpResponse("the page")

    try:
        found = view(request_of(house, who, method), house.club.slug)
    except Http404:
        return "no such club"
    except PermissionDenied:
        return "not allowed"
    return found.get("Location") or found.content.decode() or str(found.status_code)


@pytest.mark.parametrize("needs", [None, *Role])
def test_a_page_is_shown_by_role_and_who_may_not_know_of_the_club_is_told_nothing(
    house: ClubHouse, needs: Role | None
) -> None:
    allowed = PEOPLE[: 1 + list(Role).index(needs)] if needs is not None else PEOPLE[:4]
    for who in PEOPLE[:4]:
        assert answer(house, who, needs) == ("the page" if who in allowed else "not allowed")
    assert answer(house, "stranger", needs) == answer(house, "other_owner", needs) == "no such club"
    assert answer(house, "nobody", needs).endswith("?next=/c/lille/page/%3Fq%3D1")
    # what was posted is not asked for again
    assert answer(house, "nobody", needs, "post").endswith("?next=/")
    house.club.visibility = Club.Visibility.PUBLIC
    house.club.save()
    assert answer(house, "stranger", needs) == ("not allowed" if needs is not None else "the page")


def test_a_club_that_is_not_there_is_as_one_that_may_not_be_known(house: ClubHouse) -> None:
    assert enter_club_zone_and_visit(request_of(house, "owner"), "elsewhere") is None
    house.club.slug = "elsewhere"
    assert answer(house, "owner") == "no such club"
    assert answer(house, "nobody").endswith("?next=/c/lille/page/%3Fq%3D1")


def test_a_page_takes_its_own_methods_alone_and_is_fresh_where_it_says_so(house: ClubHouse) -> None:
    assert answer(house, "owner", methods=("GET",)) == "the page"
    assert answer(house, "owner", method="post", methods=("GET",)) == "405"
    assert answer(house, "owner", method="put") == "the page"
    for fresh in (True, False):
        view = club_page(fresh=fresh)(lambda _request, _visit: HttpResponse())
        assert view(request_of(house, "owner"), house.club.slug).has_header("Cache-Control") is fresh


@pytest.mark.parametrize("method", ["get", "head", "options", "trace", "post", "put", "delete"])
def test_nothing_is_sent_to_a_locked_club_but_to_what_goes_on(house: ClubHouse, method: str) -> None:
    house.club.locked_at = timezone.now()
    house.club.save()
    if method in ("post", "put", "delete"):
        with pytest.raises(Refused, match="locked"):
            answer(house, "owner", method=method)
    else:
        assert answer(house, "owner", method=method) == "the page"
    assert answer(house, "owner", method=method, while_locked=True) == "the page"
    house.club.locked_at = None
    house.club.save()
    assert answer(house, "owner", method=method) == "the page"


def test_the_role_in_a_club_is_the_accounts_own(house: ClubHouse) -> None:
    roles = {who: role_in(house.club, request_of(house, who)) for who in PEOPLE}
    members = {who: Role(who) for who in PEOPLE[:4]}
    assert roles == {**members, "stranger": None, "other_owner": None, "nobody": None}
    assert role_in(house.club.pk, request_of(house, "scorer")) == Role.SCORER


def test_organisers_alone_post_to_what_everybody_reads(house: ClubHouse) -> None:
    for role in (None, *Role):
        visit, organises = ClubVisit(house.club, role), role in (Role.OWNER, Role.ORGANISER)
        assert organiser_post_data_or_403(request_of(house, "owner"), visit) is None
        post = request_of(house, "owner", "post")
        if organises:
            assert organiser_post_data_or_403(post, visit) is post.POST
        else:
            with pytest.raises(PermissionDenied):
                organiser_post_data_or_403(post, visit)


def test_a_link_to_the_wall_opens_it_until_it_is_renewed(house: ClubHouse) -> None:
    token = wall_token(house.club)
    assert is_wall_token(token, house.club)
    assert not is_wall_token(token, Club.objects.exclude(pk=house.club.pk).get())
    assert not is_wall_token("x", house.club)
    void_wall_links(house.club)
    house.club.refresh_from_db()
    assert not is_wall_token(token, house.club)
    assert is_wall_token(wall_token(house.club), house.club)
