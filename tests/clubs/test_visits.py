"""What each role may do at a club, whatever the club lets its members do."""

from __future__ import annotations

import pytest

from mahjongclub.clubs.club_access import ClubVisit
from mahjongclub.clubs.club_model import Club, Role

VISIBILITIES = list(Club.Visibility)


@pytest.mark.parametrize("members_open", [True, False])
@pytest.mark.parametrize("role", [None, *Role])
def test_scorers_open_tables_and_members_where_the_club_lets_them(
    role: Role | None, members_open: bool
) -> None:
    visit = ClubVisit(Club(members_open_tables=members_open), role)
    assert visit.may_open is (
        role in (Role.SCORER, Role.ORGANISER, Role.OWNER) or (members_open and role is not None)
    )


@pytest.mark.parametrize("visibility", VISIBILITIES)
@pytest.mark.parametrize("role", [None, *Role])
def test_who_knows_of_a_club_and_looks_at_its_pages(role: Role | None, visibility: Club.Visibility) -> None:
    visit = ClubVisit(Club(visibility=visibility), role)
    public, members = visibility == Club.Visibility.PUBLIC, visibility == Club.Visibility.MEMBERS
    assert visit.may_know is (public or role is not None)
    assert visit.may_look is (
        public or (members and role is not None) or role in (Role.ORGANISER, Role.OWNER)
    )
