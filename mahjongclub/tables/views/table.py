"""The table itself: the board, what is noted during a hand, the rarer things, the rules, the stick check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.write_lock import with_write_lock
from mahjongclub.games.base import Game
from mahjongclub.games.kit.context import BadDraft, Screen, SeatTap
from mahjongclub.games.kit.wording import (
    WIND_NAMES,
    honba_in_words,
    isolated,
    or_list,
    ordinal_in_words,
    points_in_words,
    said,
)
from mahjongclub.games.registry import game_of
from mahjongclub.help.address import help_address
from mahjongclub.help.preset_source import source_in_words
from mahjongclub.rules.game import RuleError, TableState
from mahjongclub.rules.need import FIRST, RankPlace, Step, WayToWin, places, ways_to_better_place
from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.rotation import unrotated

from ..access import visit_as_scorer, visit_table
from ..board import next_hand_entry, sticks_label, table_on_board
from ..clock import clock_of
from ..club_choice import may_choose_club
from ..entry_sheet import TableEntry
from ..models import Access, Session, names_by_seat, unnamed_seats
from ..ranking import ranks_so_far
from ..recording import StalePage, change_hand_notes
from ..rules_form import rules_name
from ..rules_overview import rules_overview
from ..writing import may_phones_close
from .answers import (
    BadSubmission,
    answer_after_change,
    hand_number_of,
    not_modified_answer,
    submission_of,
    table_answer,
    table_etag,
    wants_table_fragment,
    with_tag,
)

#: the pages of a table that send here, and are gone back to
PAGES = ("close", "undo")


@require_POST
def delete_hand_notes(request: ClubRequest, code: str) -> HttpResponse:
    """Delete the notes of the hand being played, then lead back to the page they stood in the way of."""
    access = visit_as_scorer(request, code)
    try:
        change_hand_notes(
            access.session.pk, submission_of(request), hand_number_of(request), lambda session, notes: {}
        )
    except BadSubmission:
        raise Http404(_("This address does not fit the table.")) from None
    except StalePage:
        messages.error(request, _("The table has changed meanwhile. Check again, then confirm."))
    except RuleError as fault:
        messages.error(request, said(fault.text))
    return _back(code, request.POST.get("back", ""))


def _back(code: str, page: str) -> HttpResponse:
    if page in PAGES:
        return redirect(f"tables:{page}", code)
    if number := whole_number(page, 4):
        return redirect("tables:delete", code, number)
    return redirect("tables:table", code)


@require_safe
def show_table(request: ClubRequest, code: str) -> HttpResponse:
    """Show the board between two hands; a viewer may tap a seat to compare the scores with it."""
    access = visit_table(request, code)
    if access.session.started_at is None:
        return redirect("tables:seats", code)
    if access.session.table.ended:  # every phone of the table shows the end, not a next hand
        ranking = reverse("tables:end", args=[code])
        return HttpResponseClientRedirect(ranking) if request.htmx else redirect(ranking)
    tag = table_etag(request, access, "fragment" if wants_table_fragment(request) else "page")
    if answer := not_modified_answer(request, tag):
        return answer
    place = replace(next_hand_entry(access), dismissed_notices=tuple(request.GET.getlist("dismissed")))
    screen = game_of(access.session).screen(place, {})
    if not access.may_score:
        screen = _comparing(place, screen, request.GET.get("compare", ""))
    if request.htmx and screen.mark and screen.mark == request.GET.get("shown"):
        return HttpResponse(status=204)
    return with_tag(request, table_answer(request, place, screen), tag)


@require_POST
@with_write_lock
def save_hand_notes(request: ClubRequest, code: str) -> HttpResponse:
    """Save notes of the hand being played, as its variant reads the form. StalePage: the table as it is."""
    access = visit_as_scorer(request, code)
    session, game = access.session, game_of(access.session)
    try:
        submission = submission_of(request)
        receipt = change_hand_notes(
            session.pk,
            submission,
            hand_number_of(request),
            lambda locked, pending: game.changed_notes(locked, pending, request.POST),
            commutes=game.notes_commute,
        )
    except (BadSubmission, BadDraft):
        raise Http404(_("This address does not fit the table.")) from None
    except StalePage as stale:
        access.session = stale.session
        error_text = _("The table has changed meanwhile. Nothing was noted: check again, then tap.")
        return _note_again(request, access, status=409, errors=[error_text])
    except RuleError as fault:
        return _note_again(
            request, access, status=422, errors=[said(fault.text, names_by_seat(access.session))]
        )
    return answer_after_change(request, access, receipt.session)


def _note_again(request: ClubRequest, access: Access, **extra: Any) -> HttpResponse:
    """The step of a note that was not taken, on the table as it is, with what was typed and why."""
    session, game = access.session, game_of(access.session)
    place = next_hand_entry(access)
    try:
        screen = game.screen(place, {} if session.table.ended else game.draft_of_refused_note(request.POST))
    except BadDraft:
        raise Http404(_("This address does not fit the table.")) from None
    if screen.sheet and screen.sheet.get("errors"):
        extra.pop("errors", None)  # the sheet says it itself, at its place
    return table_answer(request, place, screen, **extra)


@require_safe
def show_more_menu(request: ClubRequest, code: str) -> HttpResponse:
    """Show what is not done every hand, and what the header's menu has elsewhere; a viewer has less."""
    access = visit_table(request, code)
    if access.session.table.ended:
        return redirect(f"{reverse('tables:end', args=[code])}?more=1")
    sheet = {"template": "tables/_more_sheet.html", "title": _("More"), "more": more_menu(request, access)}
    return table_answer(request, next_hand_entry(access), Screen(step="more", sheet=sheet))


def more_menu(request: ClubRequest, access: Access) -> dict[str, object]:
    """What `tables/_more_body.html` lists of a table: each group's entries as (icon, label, below it, href).

    `rare` are those that one table in a hundred needs; they stand behind a fold. `words` are the texts of the
    table whose words are explained here: on the felt there is no room.
    """
    session, game = access.session, game_of(access.session)
    running, scorer = not session.table.ended, access.may_score
    playing = running and scorer
    # of a table of a round the organiser says by which rules it is played, and when it ends
    theirs = playing and (access.directs or not session.of_round)
    place = next_hand_entry(access)
    # a table of a round goes by its clock
    has_clock = clock_of(session) is not None
    may_have_clock = playing and not session.of_round

    def entry(icon: str, label: str, page: str, offered: bool = True, below: str = "") -> tuple[str, ...]:
        href = page if "/" in page else reverse(f"tables:{page}", args=[session.code])
        return (icon, label, below, href) if offered else ()

    own_rows = [
        (
            "warn" if "help" in link else "tiles",
            link["label"],
            link.get("help", ""),
            link["href"],
            link.get("leaves", False),
        )
        for group in (game.more_sheet_links(place) if playing else [])
        for link in group["links"]
    ]
    this_game = [
        entry("clock", _("Clock"), "clock", playing and has_clock),
        entry("swap", _("Adjust points"), "adjust", theirs),
        entry("people", _("Replace a player"), "sit_down", playing),
        entry("people", _("Who sits out"), "sit_out", playing and bool(session.rotation)),
        entry("again", _("Swap two seats"), "swap", scorer),
        entry("book", _("Rules"), "rules", below=rules_name(session)),
        entry("check", _("Ask everyone to confirm"), "agreeing", playing),
    ]
    paper = "sheets:table_blank" if running else "sheets:table_filled"
    rare = [
        entry("", _("Check the sticks"), "sticks", game.has_sticks and scorer),
        entry("", _("What do I need?"), "need", session.game.values is not None and running),
        entry("", _("Type the hand"), f"{reverse('tables:typed', args=[session.code])}?noted=1", playing),
        entry("", _("Clock"), "clock", may_have_clock and not has_clock),
        entry("", _("Name the players"), "names", scorer and bool(unnamed_seats(session))),
        entry("", _("Change the rules"), "other_rules", theirs),
        entry("", _("Start from existing scores"), "begin", theirs),
        entry("", _("Score sheet to print"), reverse(paper, args=[session.code])),
        entry("", _("Words of the game"), f"{help_address(session, seat=access.seat_now)}#words"),
        entry("", _("The dice of the first dealer"), "dice", session.game.thrown_dealer and playing),
        entry("", _("Club and evening"), "attach", may_choose_club(request, access)),
    ]
    help_rows = [
        entry("help", _("Help at the table"), help_address(session, seat=access.seat_now)),
        entry("phone", _("How do I …"), reverse("help:app"), below=_("help for the app")),
    ]
    return {
        "end_href": reverse("tables:close", args=[session.code])
        if theirs or (playing and may_phones_close(session))
        else "",
        "share_href": reverse("tables:share", args=[session.code]),
        "referee": playing and session.extra_minutes is not None,
        "this_game": [*own_rows, *((*row, True) for row in this_game if row)],
        # who watches has none
        "seat": entry("phone", _("My seat"), "sit", access.has_scorer_role, _seat_in_words(access, place)),
        "help": [row for row in help_rows if row],
        "rare": [row for row in rare if row],
        "words": [
            *(["honba"] if game.has_honba else []),
            *(f"{label}, {below}" for _icon, label, below, *_more in own_rows),
        ],
    }


def _seat_in_words(access: Access, place: TableEntry) -> str:
    """The seat that the phone's owner said is theirs: "South, Ann"."""
    if access.seat_now is None:
        return _("not chosen")
    wind = game_of(access.session).wind_of(place.before, access.seat_now)
    return ", ".join(str(text) for text in (WIND_NAMES.get(wind, ""), place.names[access.seat_now]) if text)


@require_safe
def show_table_rules(request: ClubRequest, code: str) -> HttpResponse:
    """The rules of this table: what differs from the preset, then the rest by topic."""
    access = visit_table(request, code)
    session = access.session
    preset = session.game.find_preset(session.preset)
    return render(
        request,
        "tables/rules.html",
        {
            "session": session,
            "name": rules_name(session),
            "preset": said(preset.name),
            "source": source_in_words(preset.source),
            "game": said(session.game.name),
            "overview": rules_overview(session),
            "help": help_address(session),
        },
    )


def _comparing(place: TableEntry, screen: Screen, seat_text: str) -> Screen:
    """What a viewer's taps do: show every score's distance to the tapped seat, or stop showing it."""
    here = reverse("tables:table", args=[place.session.code])
    seats = range(place.before.seats)
    chosen = _seats_by_text(place.session).get(seat_text)
    # A step without a sheet that comes by itself tells how far the players are.
    base_screen = screen if screen.unasked and screen.sheet is None else Screen()
    taps = {
        seat: replace(
            base_screen.taps.get(seat, SeatTap()),
            href=here if seat == chosen else f"{here}?compare={seat}",
            state="idle",
        )
        for seat in seats
    }
    if chosen is not None:
        taps[chosen] = SeatTap(here, _("compared"), "winner")
    return Screen(
        taps=taps,
        compared_to=chosen,
        waiting=base_screen.waiting or _("Tap a seat to compare the scores"),
        scores=screen.scores,
        middle=screen.middle,
        below=screen.below,
    )


def _seats_by_text(session: Session) -> dict[str, int]:
    """Every seat of the table by the way a form writes it."""
    return {str(seat): seat for seat in range(session.game.seats)}


@require_safe
def show_needed_hands(request: ClubRequest, code: str) -> HttpResponse:
    """For each player the smallest hands that gain a place, one's own seat first. Nothing is stored.

    With `mine` it is the sheet of one's own seat over the board, which shows the differences to all.
    """
    access = visit_table(request, code)
    session = access.session
    if session.game.values is None:
        raise Http404(_("This address does not fit the table."))
    if session.started_at is None:
        return redirect("tables:seats", code)
    if session.table.ended:
        return redirect("tables:end", code)
    place = next_hand_entry(access)
    if "mine" in request.GET and access.seat_now is not None:
        sheet = {
            "template": "tables/_need_sheet.html",
            "title": _("What do I need?"),
            **_needs(place, alone=access.seat),
        }
        return table_answer(request, place, Screen(step="need", sheet=sheet, compared_to=access.seat_now))
    context = {"session": session, "access": access, **_needs(place)}
    return render(request, "tables/need.html", context)


def _needs(place: TableEntry, alone: int | None = None) -> dict[str, object]:
    """What `need.html` and `_need_sheet.html` show: every player, or the one of this number `alone`."""
    session, game, mine = place.session, game_of(place.session), place.access.seat
    table = table_on_board(session.table, game.screen(place, {}), session.riichi_out)
    standings, scores = session.game.standings(place.rules, table), unrotated(table).scores
    ranking, places_by_seat = [row.seat for row in standings], places(standings)
    everybody = [isolated(name) for name in place.everybody]
    leading = any(ranks_so_far(scores))
    players = []
    for number in [alone] if alone is not None else sorted(ranking, key=lambda number: number != mine):
        seat, now = session.seat_of(number), places_by_seat[number]
        rows = []
        if seat is not None:
            ways = ways_to_better_place(session.game, place.rules, session.table, session.pending, seat, now)
            rows = _rows(game, place.rules, seat, ways, place.isolated_names)
        others = [other for other in ranking if other != number]
        players.append(
            {
                "name": place.everybody[number],
                "mine": number == mine,
                "out": seat is None,
                "place": _place_in_words(now) if leading else "",
                "score": scores[number],
                "gaps": _gaps(scores, ranking, number, everybody)
                if alone is None
                else [_gap(scores[number] - scores[other], everybody[other]) for other in others],
                "first": now == FIRST,
                "rows": rows,
            }
        )
    return {
        "players": players,
        "note": game.need_note,
        "lying": ", ".join(_lying(game, table)),
        "by_points": any(row.parts for row in standings),
    }


def _lying(game: Game, table: TableState) -> list[str]:
    """What lies on the table for the next winner."""
    honba = [honba_in_words(table.honba)] if game.has_honba and table.honba else []
    return honba + ([sticks_label(table.sticks)] if game.has_sticks and table.sticks else [])


def _gaps(scores: Sequence[int], ranking: list[int], number: int, names: list[str]) -> list[str]:
    """How far a player is from the place before and from the first; the first from the second."""
    at = ranking.index(number)
    others = [ranking[at - 1], *ranking[: 1 if at > 1 else 0]] if at else ranking[1:2]
    return [_gap(scores[number] - scores[other], names[other]) for other in others]


def _gap(ahead: int, name: str) -> str:
    if not ahead:
        return _("level with %(name)s") % {"name": name}
    words = _("%(points)s ahead of %(name)s") if ahead > 0 else _("%(points)s behind %(name)s")
    return words % {"points": points_in_words(abs(ahead)), "name": name}


def _rows(
    game: Game, rules: Any, seat: int, ways: list[WayToWin], names: Sequence[str]
) -> list[dict[str, Any]]:
    """One row for the discarders on whom the same hands are needed, one for a self-draw."""
    alike: dict[tuple[Any, ...], list[str]] = {}
    for way in ways:
        steps = tuple(_step_in_words(game, rules, seat, step) for step in (way.gain, way.lead) if step)
        whom = alike.setdefault((way.source is None, steps, game.value_in_words(rules, way.most)), [])
        whom += [] if way.source is None else [names[way.source]]
    return [
        {
            "how": game.self_draw_label if self_drawn else game.discard_label % {"name": _whom(whom, names)},
            "steps": steps,
            "most": most,
            "first": any(step.first for step in steps),
        }
        for (self_drawn, steps, most), whom in alike.items()
    ]


def _whom(discarders: list[str], names: Sequence[str]) -> str:
    return _("anybody") if len(discarders) == len(names) - 1 > 1 else or_list(discarders)


@dataclass(frozen=True)
class NeededHand:
    """A hand, what it pays, and the place it leads to; `first` where that is the first, shared or not."""

    hand: str
    paid: str
    place: str
    first: bool


def _step_in_words(game: Game, rules: Any, seat: int, step: Step) -> NeededHand:
    moved = [
        transfer
        for transfer in step.settlement.transfers
        if transfer.target == seat and transfer.reason == "hand"
    ]
    amounts = sorted({transfer.points for transfer in moved})
    paid = "/\u200b".join(points_in_words(amount) for amount in amounts)
    if len(amounts) == 1 < len(moved):
        paid = _("%(points)s all") % {"points": paid}
    hand = game.value_in_words(rules, step.value)
    return NeededHand(hand, paid, _place_in_words(step.place), step.place.rank == FIRST.rank)


def _place_in_words(place: RankPlace) -> str:
    """ "2nd", or "2nd" with "tied" below it, as markup."""
    rank = ordinal_in_words(place.rank)
    return format_html("{} <small>{}</small>", rank, _("tied")) if place.shared else rank
