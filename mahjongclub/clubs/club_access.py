"""Who may see and do what in a club. Each page of a club begins with `club_page`; docs/roles.md is its table.

Somebody signed in who may not know of the club gets 404, as for a club that does not exist. Somebody who is
not signed in is asked to sign in, whether the club exists or not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from .club_model import Club, Membership, Role
from .devices import ClubRequest
from .room import check_quota
from .row_secrets import is_valid_link_token, link_token, new_secret
from .time_zones import activate_club_zone

#: what a page takes that shows, that changes something, that has a form
READ, POST, FORM = ("GET", "HEAD"), ("POST",), ("GET", "HEAD", "POST")
#: methods that change nothing
READING = ("GET", "HEAD", "OPTIONS", "TRACE")


@dataclass(frozen=True, slots=True)
class ClubVisit:
    """Somebody at a club: their role there, None for a stranger."""

    club: Club
    role: Role | None

    def may(self, role: Role) -> bool:
        """Whether they may do what `role` may."""
        return self.role is not None and self.role.may_act_as(role)

    @property
    def may_know_club(self) -> bool:
        """Whether they may know that this club exists."""
        return self.role is not None or self.club.visibility == Club.Visibility.PUBLIC

    @property
    def may_see_club(self) -> bool:
        """Whether they may look at its page, evenings and wall."""
        return {
            Club.Visibility.PUBLIC: True,
            Club.Visibility.MEMBERS: self.may(Role.MEMBER),
            Club.Visibility.PRIVATE: self.may(Role.ORGANISER),
        }[Club.Visibility(self.club.visibility)]

    # for templates, which cannot pass a role
    @property
    def is_organiser(self) -> bool:
        return self.may(Role.ORGANISER)

    @property
    def is_owner(self) -> bool:
        return self.may(Role.OWNER)

    @property
    def may_score(self) -> bool:
        return self.may(Role.SCORER)

    @property
    def may_open_table(self) -> bool:
        """Whether a table may be opened for the club: by scorers, and by every member where it lets them."""
        return self.may_score or (self.is_member and self.club.members_open_tables)

    @property
    def is_member(self) -> bool:
        return self.role is not None


View = Callable[..., HttpResponse]


def club_page(
    needs: Role | None = None,
    methods: Sequence[str] = (),
    *,
    fresh: bool = False,
    while_locked: bool = False,
) -> Callable[[View], View]:
    """A view of a club, given a ClubVisit in the place of the slug.

    It needs at least the role `needs`; with None, whoever may look at the club's page. Other `methods` are
    refused, where any are named. No browser keeps a page that is `fresh`. Where the host has locked the club
    nothing is posted to it, but to what goes on `while_locked`.
    """

    def wrap(view: Callable[Concatenate[ClubRequest, ClubVisit, ...], HttpResponse]) -> View:
        @wraps(view)
        def page(request: ClubRequest, slug: str, **kwargs: Any) -> HttpResponse:
            visit = enter_club_zone_and_visit(request, slug)
            allowed = visit is not None and (visit.may(needs) if needs else visit.may_see_club)
            if visit is not None and allowed:
                request.club_visit = visit
                if request.method not in READING and not while_locked:
                    check_quota(visit.club)
                return view(request, visit, **kwargs)
            if not request.user.is_authenticated:
                here = request.get_full_path() if request.method in ("GET", "HEAD") else "/"
                return redirect_to_login(here)
            if visit is None or not visit.may_know_club:
                raise Http404("no such club for this account")
            raise PermissionDenied("not in this role")

        answer = never_cache(page) if fresh else page
        return require_http_methods(methods)(answer) if methods else answer

    return wrap


def show(
    request: ClubRequest, visit: ClubVisit, template: str, page_context: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    """A page of a club, which knows the visit and the club beside what it shows."""
    return render(request, template, {"visit": visit, "club": visit.club, **page_context}, status=status)


def enter_club_zone_and_visit(request: ClubRequest, slug: str) -> ClubVisit | None:
    """Take the request to the club of that address, whose time zone all moments are shown and read in.

    Return the visitor there, None where there is no such club. Two queries at most.
    """
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        return None
    activate_club_zone(club)
    return ClubVisit(club, role_in(club, request))


def role_in(club: Club | int, request: ClubRequest) -> Role | None:
    """The visitor's role in a club, or in that of this number."""
    if not request.user.is_authenticated:
        return None
    role = Membership.objects.filter(club=club, account_id=request.user.pk).values_list("role", flat=True)
    role_value = role.first()
    return None if role_value is None else Role(role_value)


SALT = "mahjongclub.clubs.wall"


def wall_token(club: Club) -> str:
    """The token that lets a screen show the club's wall."""
    return link_token(SALT, club.wall_secret)


def is_wall_token(token: str, club: Club) -> bool:
    """Whether a token from a link opens this club's wall."""
    return is_valid_link_token(token, SALT, club.wall_secret, club.pk, club.wall_generation)


def void_wall_links(club: Club) -> None:
    """Void the links given out."""
    Club.objects.filter(pk=club.pk).update(wall_secret=new_secret(), wall_generation=None)


def posted_data(request: HttpRequest) -> QueryDict | None:
    """What is sent to a page with a form, None where it is only shown."""
    return request.POST if request.method == "POST" else None


def organiser_post_data_or_403(request: ClubRequest, visit: ClubVisit) -> QueryDict | None:
    """Return what an organiser posts to a page that everybody reads, None for a GET; 403 for others."""
    if request.method == "POST" and not visit.is_organiser:
        raise PermissionDenied("organisers only")
    return posted_data(request)
