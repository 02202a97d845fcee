"""The table itself: the board, the riichi sticks put out during a hand, the rarer things, the rules."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.game import RuleError

from ..access import score, visit
from ..board import place_to_record
from ..entry.place import BadDraft, EntryPlace, Screen, SeatTap
from ..games import game_of
from ..help.address import help_address
from ..models import Access, Session, names_by_seat
from ..recording import Stale, change_pending
from ..wording import option_in_words, said
from ..writing import in_turn
from .answers import BadSubmission, done, hand_number_of, submission_of, table_answer, wants_table_fragment
from .freshness import table_tag, tagged, unchanged


@require_safe
def table(request: ClubRequest, code: str) -> HttpResponse:
    """The board between two hands; a viewer may tap a seat to compare the scores with it."""
    access = visit(request, code)
    if access.session.started_at is None:
        return redirect("tables:seats", code)
    tag = table_tag(access, "fragment" if wants_table_fragment(request) else "page")
    if answer := unchanged(request, tag):
        return answer
    place = place_to_record(access.session, access, names_by_seat(access.session))
    screen = game_of(access.session).screen(place, {})
    if not access.may_score:
        screen = _comparing(place, screen, request.GET.get("compare", ""))
    if request.htmx and screen.mark and screen.mark == request.GET.get("shown"):
        return HttpResponse(status=204)
    return tagged(request, table_answer(request, place, screen), tag)


@require_POST
@in_turn
def during(request: ClubRequest, code: str) -> HttpResponse:
    """Note something of the hand being played, as its variant reads the form. Stale: the table as it is."""
    access = score(request, code)
    session, game = access.session, game_of(access.session)
    try:
        submission = submission_of(request)
        receipt = change_pending(
            session.pk,
            submission,
            hand_number_of(request),
            lambda locked, pending: game.during(locked, pending, request.POST),
            commutes=game.notes_commute,
        )
    except (BadSubmission, BadDraft):
        raise Http404(_("This address does not fit the table.")) from None
    except Stale as stale:
        access.session = stale.session
        told = _("Another phone changed the table meanwhile. Nothing was noted: look again, then tap.")
        return _note_again(request, access, status=409, errors=[told])
    except RuleError as fault:
        return _note_again(
            request, access, status=422, errors=[said(fault.text, names_by_seat(access.session))]
        )
    return done(request, access, receipt.session)


def _note_again(request: ClubRequest, access: Access, **extra: Any) -> HttpResponse:
    """The step of a note that was not taken, on the table as it is, with what was typed and why."""
    session, game = access.session, game_of(access.session)
    place = place_to_record(session, access, names_by_seat(session))
    try:
        screen = game.screen(place, {} if session.table.ended else game.note_draft(request.POST))
    except BadDraft:
        raise Http404(_("This address does not fit the table.")) from None
    if screen.sheet and screen.sheet.get("errors"):
        extra.pop("errors", None)  # the sheet says it itself, at its place
    return table_answer(request, place, screen, **extra)


@require_safe
def more(request: ClubRequest, code: str) -> HttpResponse:
    """What is not done every hand."""
    access = score(request, code)
    session = access.session
    place = place_to_record(session, access, names_by_seat(session))
    groups = [] if session.table.ended else game_of(session).more_links(place)

    groups = [
        *groups,
        {"title": _("This table"), "links": _table_links(session, request.user.is_authenticated)},
    ]
    sheet = {"template": "tables/_more_sheet.html", "groups": groups, "title": _("More")}
    return table_answer(request, place, Screen(step="more", sheet=sheet))


def _table_links(session: Session, signed_in: bool) -> list[dict[str, Any]]:
    """What can be done with the table as a whole."""
    game, running = game_of(session), not session.table.ended
    pages = [
        (_("Help: walls and deal, rules, points"), help_address(session), True),
        (_("Type the hand"), f"{reverse('tables:typed', args=[session.code])}?noted=1", running),
        (_("Which seat is mine?"), "sit", True),
        (_("Swap two seats"), "swap", True),
        (_("Check the sticks"), "sticks", game.has_sticks),
        (_("The dice of the first dealer"), "dice", game.thrown_dealer and running),
        (_("The rules of this table"), "rules", True),
        (_("Print a score sheet"), reverse("sheets:table_blank", args=[session.code]), True),
        (_("Clock"), "clock", running),
        (_("Club and evening"), "attach", signed_in),
        (_("All agree"), "agreeing", running),
        (_("Stop here and rank"), "close", running),
    ]
    return [
        {
            "label": label,
            "href": page if "/" in page else reverse(f"tables:{page}", args=[session.code]),
            "leaves": True,
        }
        for label, page, offered in pages
        if offered
    ]


@require_safe
def rules(request: ClubRequest, code: str) -> HttpResponse:
    """Every option this session is played by, frozen when it was opened."""
    access = visit(request, code)
    session = access.session
    frozen = session.frozen_rules
    preset = session.game.find_preset(session.preset)
    rows = []
    for option in frozen.describe_options():
        value = getattr(frozen, option.name)
        rows.append(
            {
                "label": said(option.label),
                "help": said(option.help),
                "value": option_in_words(option, value),
                "changed": value != getattr(preset.rules, option.name),
            }
        )
    return render(
        request,
        "tables/rules.html",
        {
            "session": session,
            "preset": session.house_rules.name if session.house_rules else said(preset.name),
            "game": said(session.game.name),
            "rows": rows,
        },
    )


def _comparing(place: EntryPlace, screen: Screen, asked: str) -> Screen:
    """What a viewer's taps do: show every score's distance to the tapped seat, or stop showing it."""
    here = reverse("tables:table", args=[place.session.code])
    seats = range(place.before.seats)
    chosen = _seats_by_text(place.session).get(asked)
    # A step without a sheet that comes by itself tells how far the players are.
    told = screen if screen.unasked and screen.sheet is None else Screen()
    taps = {
        seat: SeatTap(
            here if seat == chosen else f"{here}?compare={seat}", told.taps.get(seat, SeatTap()).hint, "idle"
        )
        for seat in seats
    }
    if chosen is not None:
        taps[chosen] = SeatTap(here, _("compared"), "winner")
    return Screen(
        taps=taps,
        compared_to=chosen,
        waiting=told.waiting or _("Tap a seat to compare the scores."),
        scores=screen.scores,
        middle=screen.middle,
        below=screen.below,
    )


def _seats_by_text(session: Session) -> dict[str, int]:
    """Every seat of the table by the way a form writes it."""
    return {str(seat): seat for seat in range(session.game.seats)}
