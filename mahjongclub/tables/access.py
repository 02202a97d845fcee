"""Who may see and who may score a session. Every view begins here; each helper returns or raises."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import role_in
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.limits import Limit
from mahjongclub.clubs.time_zones import activate_club_zone
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import Record
from mahjongclub.rules.words import Text

from .models import Access, Session
from .writing import TableOver


def visit_table(request: ClubRequest, code: str) -> Access:
    """Return the visitor's access to a session, with its clock; Http404 for anybody not let in. One query.

    One answer for "no such table" and "not yours", so that codes cannot be probed.
    """
    mine = request.visitor.device_filter()
    if mine is None:
        raise Http404("no such table on this device")
    accesses = Access.objects.select_related("session__clock", "session__club", "device")
    try:
        access = accesses.get(session__code=code, **mine)
    except Access.DoesNotExist:
        raise Http404("no such table on this device") from None
    activate_club_zone(access.session.club)
    request.visitor.set_device(access.device)
    access.directs = request.visitor.directs = may_overrule(request, access.session)
    return access


def may_overrule(request: ClubRequest, session: Session) -> bool:
    """Whether the visitor decides what the table's phones may not: scorers of its club while its round goes
    on, organisers once it is over. No query where the phones decide everything, or nobody is signed in.
    """
    if session.club_id is None:
        return False
    over = not session.phones_may_write()
    if not (over or session.of_round):
        return False
    role = role_in(session.club_id, request)
    return role is not None and role.may_act_as(Role.ORGANISER if over else Role.SCORER)


def visit_as_scorer(request: ClubRequest, code: str) -> Access:
    """As `visit_table`, for what only a scorer may do; PermissionDenied for a viewer, TableOver after it."""
    access = visit_as_scorer_at_any_time(request, code)
    if not access.may_score:
        raise TableOver
    return access


def visit_as_scorer_at_any_time(request: ClubRequest, code: str) -> Access:
    """As `visit_table`, for who was let in to keep the score, whether or not that is past."""
    access = visit_table(request, code)
    if not access.has_scorer_role:
        raise PermissionDenied("watching only")
    return access


#: the access generation of a session until its opener takes scoring back
FIRST_GENERATION = 1


def role_by_standing_link(session: Session, since: int = FIRST_GENERATION) -> str:
    """Return the role that a link made outside the table gives there: a table's card, an evening's code.

    Such a link outlives the table's own. It keeps the score until the opener takes scoring back, and only
    watches after that. A link made anew for the table counts `since` that access generation.
    """
    scorer = session.access_generation == since
    return str(Access.Role.SCORER if scorer else Access.Role.VIEWER)


def grant_access(request: ClubRequest, session: Session, role: str, *, by_club: bool = False) -> Access:
    """Give this device a role at the session; a scorer is never made a viewer by a weaker link.

    Who comes to keep the score mostly sits at the table: the board then asks where. Who comes `by_club` keeps
    it by a role in the table's club, until a link says that they may anyway.
    """
    scorer = role == Access.Role.SCORER
    access, made = Access.objects.get_or_create(
        session=session,
        device=request.visitor.get_or_create_device(),
        defaults={"role": role, "asks_seat": scorer, "by_club": scorer and by_club},
    )
    if not made and scorer and not access.has_scorer_role:
        access.role, access.asks_seat, access.by_club = role, access.seat is None, by_club
        access.save(update_fields=["role", "asks_seat", "by_club"])
    elif scorer and access.by_club and not by_club:
        access.by_club = False
        access.save(update_fields=["by_club"])
    return access


MOST_HANDS = 200
FULL = "table_full"


def is_at_hand_limit(session: Session) -> bool:
    """Whether the table takes no further hand."""
    return bool(session.row_count >= MOST_HANDS)


def check_hand_limit(session: Session) -> None:
    """Raise RuleError where the table takes no further hand."""
    if is_at_hand_limit(session):
        raise RuleError(
            FULL,
            None,
            Text(
                "This table holds its {most} hands: play on at a new one, with the same players.",
                most=MOST_HANDS,
            ),
        )


def check_record_length(record: Record) -> None:
    """Raise RuleError where the game is too long for a table."""
    if len(record.hands) > MOST_HANDS:
        raise RuleError(
            "too_many_hands",
            "hands",
            Text(
                "This game has {hands} hands: a table holds {most}.", hands=len(record.hands), most=MOST_HANDS
            ),
        )


_OPENED = Limit("tables-opened", per_device=30, per_address=settings.TABLES_PER_ADDRESS, seconds=600)


def opening_limit_message(request: ClubRequest) -> str:
    """Return what the form says (status 429) to who has opened too many; "" for who may open one more."""
    if not _OPENED.is_reached(request):
        return ""
    return _("Too many tables were opened from here in a short time. Wait a few minutes, then open this one.")


def count_opened_table(request: ClubRequest) -> None:
    """Count one more table that the visitor has opened."""
    _OPENED.count_use(request)
