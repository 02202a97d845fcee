"""Letting other phones in: a link and a QR code for each role, and a short code to say aloud."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

import segno
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.addresses import absolute_url
from mahjongclub.clubs.club_access import role_in
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.room import quota_message
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.games.kit.wording import isolated

from ..access import grant_access, visit_as_scorer, visit_table
from ..addresses import access_token, token_matches
from ..club_choice import (
    NOBODY,
    ClubAndEvening,
    SamePlayerTwice,
    attach_session,
    club_choices,
    may_take_table_back,
)
from ..club_games import other_running_seats
from ..models import SPOKEN_CODE_LIVES, Access, JoinCode, Session, unnamed_seats
from ..notify import notify_table


@require_safe
def show_share_links(request: ClubRequest, code: str) -> HttpResponse:
    """Show links, QR codes and short codes; a viewer can pass on watching alone."""
    access = visit_table(request, code)
    session = access.session
    invitations = [
        {
            "role": role,
            "link": access_link(request, session, role),
            "code": f"{(spoken := get_or_create_spoken_code(session, role).code)[:3]} {spoken[3:]}",
            "qr": reverse("tables:qr_code", args=[code, role]),
        }
        for role in _roles_to_pass_on(access)
    ]
    return render(
        request,
        "tables/share.html",
        {
            "session": session,
            "access": access,
            "invitations": invitations,
            "overlay": overlay_link(request, session) if access.may_score else "",
            "may_take_back": access.may_score and session.opener_id == access.device_id,
        },
    )


@require_safe
def show_qr_code(request: ClubRequest, code: str, role: str) -> HttpResponse:
    """The QR code of a link, as SVG."""
    access = visit_table(request, code)
    if role not in Access.Role.values:
        raise Http404("no such role")
    if role not in _roles_to_pass_on(access):
        raise PermissionDenied("watching only")
    picture = segno.make(access_link(request, access.session, role), error="m")
    body = BytesIO()
    picture.save(body, kind="svg", xmldecl=False, scale=6, border=4, dark="#000", light="#fff")
    return HttpResponse(
        body.getvalue(), content_type="image/svg+xml", headers={"Cache-Control": "private, max-age=600"}
    )


@require_POST
def take_scoring_back(request: ClubRequest, code: str) -> HttpResponse:
    """Take scoring back for the opener: other phones may only watch, old links and codes are void."""
    access = visit_as_scorer(request, code)
    session = access.session
    if session.opener_id != access.device_id:
        raise PermissionDenied("only the phone that opened the table")
    revoke_scoring(session, session.accesses.exclude(pk=access.pk))
    messages.success(request, _("Only this phone keeps the score now. The old links and codes are void."))
    return redirect("tables:share", code)


def revoke_scoring(session: Session, phones: QuerySet[Access]) -> None:
    """Make the links and codes given out void, and let these phones only watch."""
    with hold_write_lock(), transaction.atomic():
        # A new version has every phone ask anew, and find that it may only watch.
        Session.objects.filter(pk=session.pk).update(
            access_generation=F("access_generation") + 1, version=F("version") + 1
        )
        phones.update(role=Access.Role.VIEWER, by_club=False, seat=None, asks_seat=False)
        session.join_codes.all().delete()
    session.refresh_from_db(fields=["version", "access_generation"])
    notify_table(session)


@require_safe
def follow_link(request: ClubRequest, code: str, token: str) -> HttpResponse:
    """Give this device what the token of a link or QR code says, and lead to the table."""
    session = get_object_or_404(Session, code=code)
    for role in (Access.Role.SCORER, Access.Role.VIEWER):
        if token_matches(token, code, role, session.access_generation):
            grant_access(request, session, role)
            return redirect("tables:table", code)
    raise Http404("no such table")


def access_link(request: ClubRequest, session: Session, role: str) -> str:
    """The absolute link that gives `role` at the session."""
    token = access_token(session.code, role, session.access_generation)
    path = reverse("tables:follow_link", args=[session.code, token])
    return absolute_url(request, path)


def overlay_link(request: ClubRequest, session: Session) -> str:
    """The absolute link by which a stream shows the session; it lets nobody in."""
    token = access_token(session.code, Access.Role.VIEWER, session.access_generation)
    path = reverse("displays:overlay", args=[session.code, token])
    return absolute_url(request, path)


def get_or_create_spoken_code(session: Session, role: str) -> JoinCode:
    """Return the short code of a role; make a new one where there is none or the last has expired."""
    code = JoinCode.objects.filter(session=session, role=role).first()
    if code is None or code.expires_at <= timezone.now():
        with hold_write_lock(), transaction.atomic():
            # Two phones may ask at once: one of them makes it.
            locked = Session.objects.select_for_update().get(pk=session.pk)
            code = JoinCode.objects.filter(session=locked, role=role).first()
            code = code or JoinCode(session=locked, role=role, expires_at=timezone.now())
            if code.expires_at <= timezone.now():
                code.change_code(timezone.now() + SPOKEN_CODE_LIVES)
    return code


def _roles_to_pass_on(access: Access) -> list[str]:
    roles = [Access.Role.SCORER, Access.Role.VIEWER]
    return [role.value for role in roles if access.may_score or role == Access.Role.VIEWER]


@require_http_methods(["GET", "HEAD", "POST"])
def choose_table_club(request: ClubRequest, code: str) -> HttpResponse:
    """Let whoever opened the table choose among their clubs, and organisers who keep its score, theirs.

    A club that got the table after it was opened gives it back to whoever opened it, account or not.
    """
    access = visit_table(request, code)
    session = access.session
    if not request.user.is_authenticated and not may_take_table_back(access):
        return redirect_to_login(request.get_full_path() if request.method in ("GET", "HEAD") else "/")
    offered = _offered(request, access)
    now = ClubAndEvening(session.club, session.evening)
    errors: list[str] = []
    word = request.POST.get("belongs", "") if request.method == "POST" else now.key
    if request.method == "POST":
        chosen = next((offer for offer in offered if offer.key == word), None)
        if chosen is None:
            errors = [_("Choose one of your clubs.")]
        elif chosen.club is not None and unnamed_seats(session):
            errors = [_("Name the players first (under “More”): a club’s standings count by names.")]
        elif why := attach_error_message(session, chosen):
            errors = [why]
        else:
            try:
                attach_session(session.pk, chosen)
            except SamePlayerTwice as fault:
                errors = [
                    _("%(name)s and another player of this table are one person on the club’s roster.")
                    % {"name": fault.name}
                ]
            else:
                messages.success(request, chosen.title)
                _say_two_tables(request, session.pk)
                return redirect("tables:end" if session.table.ended else "tables:table", code)
    context = {
        "session": session,
        "access": access,
        "offered": [
            {"word": offer.key, "title": offer.title, "chosen": offer.key == word} for offer in offered
        ],
        "errors": errors,
    }
    return render(request, "tables/attach.html", context, status=422 if errors else 200)


def _say_two_tables(request: ClubRequest, pk: int) -> None:
    """Say who of a table given to a club plays at another: it was played already, so it is kept."""
    session = Session.objects.get(pk=pk)
    if session.ended_at is None and (elsewhere := other_running_seats(session)):
        names = ", ".join(dict.fromkeys(isolated(name) for table in elsewhere for name in table.names))
        text = _("At two running tables now: %(names)s. End the table that is no longer played.")
        messages.warning(request, text % {"names": names})


def attach_error_message(session: Session, chosen: ClubAndEvening) -> str:
    """Why the host lets the table not be given to that club, or taken from a locked one; "" where it may."""
    if chosen.club == session.club:
        return quota_message(chosen.club)
    return quota_message(session.club) or quota_message(chosen.club, games=1)


def _offered(request: ClubRequest, access: Access) -> list[ClubAndEvening]:
    """What may be chosen: by the opener every club they are in, by others who keep the score their own clubs.

    PermissionDenied for who only looks on, and where the table belongs to a club that the visitor may not
    take it from.
    """
    session = access.session
    opener = session.opener_id == access.device_id
    if not opener and not access.may_score:
        raise PermissionDenied("watching only")
    final = session.club is not None and (session.of_round or not session.phones_may_write())
    least = Role.MEMBER if opener and not final else Role.ORGANISER
    if session.club is not None and not may_take_table_back(access):
        role = role_in(session.club, request)
        if role is None or not role.may_act_as(least):
            raise PermissionDenied("not yours to give away")
    offered = club_choices(request, least)
    now = ClubAndEvening(session.club, session.evening)
    if session.club is not None and not offered:
        offered = [NOBODY]
    return offered if not offered or now in offered else [*offered, now]


@lru_cache(maxsize=512)
def qr_in_page(link: str) -> str:
    """A QR code of a link as an SVG to stand in a page; it holds nothing anybody typed."""
    drawn = segno.make(link, error="m").svg_inline(
        scale=4, border=2, dark="#000", light="#fff", omitsize=True
    )
    return mark_safe(drawn)


@dataclass(frozen=True, slots=True)
class TableCode:
    """What lets a phone keep the score of an open table: a QR code as SVG, and a code to say aloud."""

    qr: str
    spoken: str


def table_codes(request: ClubRequest, sessions: Sequence[Session]) -> list[TableCode]:
    """Return the codes of these open tables, in their order. One query."""
    join_codes = JoinCode.objects.filter(
        session__in=sessions, role=Access.Role.SCORER, expires_at__gt=timezone.now()
    )
    codes = {join_code.session_id: join_code.code for join_code in join_codes.select_related("session")}
    spoken = [codes.get(session.pk, "") for session in sessions]
    return [
        TableCode(
            qr_in_page(access_link(request, session, Access.Role.SCORER)), f"{code[:3]} {code[3:]}".strip()
        )
        for session, code in zip(sessions, spoken, strict=True)
    ]
