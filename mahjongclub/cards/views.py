"""A card's lines: type, edit and delete them, see which were made, pick one for a hand."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.games.kit.context import BadDraft, Draft, decode_draft
from mahjongclub.rules.reading import whole_number
from mahjongclub.tables.access import visit_as_scorer
from mahjongclub.tables.entry_sheet import TableEntry
from mahjongclub.tables.views.entry import table_entry

from .forms import LineForm
from .made import lines_with_times_made
from .models import CardLine, LinePick
from .owners import CardOwner, group_by_section, pickable_lines


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit_my_card(request: ClubRequest) -> HttpResponse:
    """My card: its lines with those I made, and a form for another line."""
    return _card(request, _mine(request))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit_my_line(request: ClubRequest, number: int) -> HttpResponse:
    """Edit a line of my card."""
    return _line(request, _mine(request), number)


@login_required
@require_POST
def delete_my_line(request: ClubRequest, number: int) -> HttpResponse:
    """Delete a line of my card."""
    return _delete(request, _mine(request), number)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.MEMBER)
@never_cache
def show_or_add_to_club_card(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """A club's card, for its members; its organisers add lines."""
    if request.method == "POST" and not visit.is_organiser:
        raise PermissionDenied("organisers only")
    return _card(request, CardOwner(club=visit.club), may_edit=visit.is_organiser)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.ORGANISER)
@never_cache
def edit_club_line(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Edit a line of a club's card."""
    return _line(request, CardOwner(club=visit.club), number)


@require_POST
@club_page(Role.ORGANISER)
def delete_club_line(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Delete a line of a club's card."""
    return _delete(request, CardOwner(club=visit.club), number)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def pick_card_line_for_hand(request: ClubRequest, code: str, number: int) -> HttpResponse:
    """Choose the line that a hand made; its value goes into the hand, and nothing else of it."""
    access = visit_as_scorer(request, code)
    params = request.POST if request.method == "POST" else request.GET
    lines = list(pickable_lines(request, access.session).select_related("club"))
    if not lines:
        raise Http404("no card of this visitor")
    try:
        draft = decode_draft(params.get("draft", ""))
    except BadDraft:
        raise Http404(_("This address does not fit the table.")) from None
    place = table_entry(access, number, insert=False)
    if place is None or not _is_open_win(place, draft):
        return redirect("tables:table", code)
    if request.method == "POST":
        line = next((line for line in lines if str(line.pk) == request.POST.get("line")), None)
        if line is not None:
            _save_pick(request, place, draft, line)
            kept_draft = {key: value for key, value in draft.items() if key not in ("value", "exempt")}
            filled_in = {"value": line.value, **({"exempt": True} if line.exempt else {})}
            return redirect(place.link({**kept_draft, **filled_in}))
    context = {
        "session": access.session,
        "back_href": place.link(draft),
        "draft": params.get("draft", ""),
        "cards": [
            {"club": lines_of[0].club, "sections": group_by_section(lines_of)}
            for lines_of in (
                [line for line in lines if line.club_id is None],
                [line for line in lines if line.club_id is not None],
            )
            if lines_of
        ],
        "error": _("Choose a line of the card as it is now.") if request.method == "POST" else "",
    }
    return render(request, "cards/pick.html", context, status=422 if context["error"] else 200)


def _mine(request: ClubRequest) -> CardOwner:
    return CardOwner(account=cast(Account, request.user))


def _card(request: ClubRequest, owner: CardOwner, *, may_edit: bool = True) -> HttpResponse:
    """Show a card, after adding the line that was typed."""
    if request.method == "POST":
        with hold_write_lock():
            form = LineForm(owner, owner.unsaved_line(), request.POST)
            if form.is_valid():
                line = form.save()
                messages.success(request, _("The line is on the card."))
                return redirect(f"{owner.path()}?after={line.pk}#id_text")
    else:
        form = LineForm(owner, owner.unsaved_line(_section_after(owner, request.GET.get("after", ""))))
    made = lines_with_times_made(owner)
    context = {
        "sections": group_by_section(made),
        "count": len(made),
        "made": sum(1 for line in made if line.times),
        "form": form,
        "may_edit": may_edit,
    }
    return _show(request, owner, "cards/card.html", context, 422 if form.errors else 200)


def _section_after(owner: CardOwner, number: str) -> str:
    """The section of the line that was just added: the next one mostly stands in it too."""
    line = owner.lines.filter(pk=whole_number(number) or 0).first()
    return line.section if line is not None else ""


def _line(request: ClubRequest, owner: CardOwner, number: int) -> HttpResponse:
    """Show the form of a line, after saving it."""
    line = get_object_or_404(owner.lines, pk=number)
    with hold_write_lock():
        form = LineForm(owner, line, request.POST if request.method == "POST" else None)
        if form.is_bound and form.is_valid():
            form.save()
            messages.success(request, _("The line is saved."))
            return redirect(owner.path())
    context = {"form": form, "delete_href": owner.path("delete", number)}
    return _show(request, owner, "cards/line.html", context, 422 if form.errors else 200)


def _delete(request: ClubRequest, owner: CardOwner, number: int) -> HttpResponse:
    get_object_or_404(owner.lines, pk=number).delete()
    messages.success(request, _("The line is deleted. Hands that were recorded with it stay as they are."))
    return redirect(owner.path())


def _show(
    request: ClubRequest, owner: CardOwner, template: str, page_context: dict[str, Any], status: int
) -> HttpResponse:
    frame = "clubs/_person.html" if owner.club is None else "clubs/_page.html"
    context = {"club": owner.club, "frame": frame, "card_href": owner.path(), **page_context}
    return render(request, template, context, status=status)


def _is_open_win(place: TableEntry, draft: Draft) -> bool:
    """Whether a draft says who won at this table, so that a value is all that is asked next."""
    return draft.get("type") == "win" and draft.get("winner") in range(place.before.seats)


def _save_pick(request: ClubRequest, place: TableEntry, draft: Draft, line: CardLine) -> None:
    """Store the line picked for this hand, in place of another one of the same card."""
    session, winner = place.session, draft["winner"]
    seat = session.seating[winner] if winner < len(session.seating) else winner
    by_owner = session.seats.filter(number=seat, player__account=request.user.pk).exists()
    picks = LinePick.objects.filter(session=session, number=place.number)
    with hold_write_lock():
        picks.filter(line__club=line.club_id, line__account=line.account_id).delete()
        LinePick.objects.create(
            line=line,
            session=session,
            number=place.number,
            winner=winner,
            value=line.value,
            by_owner=by_owner and line.account_id is not None,
        )
