"""The log: every hand with what it moved, the revisions behind it, the same as a sheet; undo, delete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.games.base import DRAW, Game
from mahjongclub.games.kit.seat_names import COLUMN, TWO_COLUMNS, names_fitted_to_seat
from mahjongclub.games.kit.wording import (
    fault_in_words,
    isolated,
    label_in_words,
    said,
    transfer_in_words,
)
from mahjongclub.games.registry import game_of, has_unrecorded_notes
from mahjongclub.rules.entries import is_entry
from mahjongclub.rules.figures import FAULTS, wins_of
from mahjongclub.rules.game import Standing, rank_by_score
from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.rotation import unrotated

from ..access import visit_as_scorer, visit_table
from ..agreeing import agreement_in_words
from ..board import live_href
from ..clock import is_time_hidden
from ..entry_sheet import change_rows
from ..models import Access, Hand, Revision, Session
from ..payments import payments_after_change
from ..recording import delete_hand
from ..replaying import (
    consequence,
    game_record,
    standings,
    starting_state,
    stored_outcomes,
    stored_warnings,
    values_by_player,
)
from ..sitters import Seating
from .answers import attempt_change, not_modified_answer, table_etag, vary_on_htmx
from .revisions import OF_ENTRIES, revision_rows, start_in_words

#: the page on which what is no hand is put right
PAGES = {
    "adjust": "tables:adjust",
    "rules": "tables:other_rules",
    "seat": "tables:sit_down",
    "sit": "tables:sit_out",
}


@require_safe
def show_log(request: ClubRequest, code: str) -> HttpResponse:
    """Show the log, which is the score sheet: a line a hand, more on a tap, and what was corrected."""
    access = visit_table(request, code)
    if request.htmx:
        return HttpResponseClientRedirect(request.path)  # a page of its own, no part of the table
    return _log_page(request, access)


@require_safe
def show_score_sheet(request: ClubRequest, code: str) -> HttpResponse:
    """The log by its other address; to htmx the score sheet alone, which follows the table."""
    access = visit_table(request, code)
    session = access.session
    if session.started_at is None:
        return redirect("tables:seats", code)
    beside = bool(request.htmx and request.htmx.target == "beside")
    if not beside and not (request.htmx and request.htmx.target == "score-sheet"):
        return vary_on_htmx(_log_page(request, access), fragment=False)
    tag = table_etag(request, access, "sheet")
    if same := not_modified_answer(request, tag):
        return same
    # beside the board it comes anew with the table
    sat = Seating(access.session)
    sheet = log_sheet(access.session, sat)
    context = {
        **_sheet_context(access, sheet, sat, tag, live="" if beside else live_href(access)),
        "beside": beside,
        "opens": not beside,
    }
    return vary_on_htmx(render(request, "tables/_score_sheet.html", context), fragment=True)


def _log_page(request: ClubRequest, access: Access) -> HttpResponse:
    session = access.session
    tag = table_etag(request, access, "sheet")
    sat = Seating(session)
    sheet = log_sheet(session, sat)
    context = _sheet_context(access, sheet, sat, tag, live=live_href(access))
    hands = sum(not hand.kind for hand in sheet.hands)
    counted = (
        ngettext("%(count)s round", "%(count)s rounds", hands)
        if game_of(session).in_rounds
        else ngettext("%(count)s hand", "%(count)s hands", hands)
    )
    context |= {
        "counted": counted % {"count": hands},
        "revisions": revision_rows(session, sat),
        "begun": start_in_words(session.begun, sat.starting_names) if session.begun else "",
    }
    return render(request, "tables/log.html", context)


def _sheet_context(access: Access, sheet: LogSheet, sat: Seating, tag: str, live: str) -> dict[str, object]:
    """What `tables/_score_sheet.html` asks for where a tap on a line opens it in place."""
    return {
        "access": access,
        "session": access.session,
        "names": sat.joined_names,
        "sheet": sheet,
        "live": live,
        "tag": tag,
        "opens": True,
    }


@dataclass(frozen=True, slots=True)
class LogSheet:
    """The rows of a sheet in the order played; `start` are the scores of a game that began with some.

    `staggered` says that names need two lines, `heads` are names whole and as a column has room for them,
    `foot` is every seat with its score and place.
    """

    staggered: bool
    heads: list[tuple[str, str]]
    start: Sequence[int] | None
    hands: list[HandRow]
    foot: list[Standing]
    decimals: int


def log_sheet(session: Session, sat: Seating) -> LogSheet:
    """The rows of the sheet in the order played; at its foot each seat's score, place and result."""
    table = session.table
    ranked = standings(session) if table.ended else rank_by_score(unrotated(table))
    return LogSheet(
        # where a name is wider than its column, every second one stands a line higher: each has room for two
        staggered=any(names_fitted_to_seat(turn, COLUMN) != turn[-1] for turn in sat.names_in_turn),
        heads=[
            (name, names_fitted_to_seat(turn, TWO_COLUMNS))
            for name, turn in zip(sat.joined_names, sat.names_in_turn, strict=True)
        ],
        start=unrotated(starting_state(session)).scores if session.begun else None,
        hands=[
            replace(
                hand_row(session, hand, sat),
                agreement=agreement_in_words(hand, sat.names_before(hand.number)),
            )
            for hand in session.hands.order_by("number")
        ],
        foot=sorted(ranked, key=attrgetter("seat")),
        decimals=1 if table.ended and session.game.decimal_points else 0,
    )


def end_in_one_word(game: Game, outcome: Mapping[str, Any]) -> str:
    """How a hand of a record ended, in the one or two words of a line of the log: "ron", "draw"."""
    kind = outcome["type"]
    if kind in OF_ENTRIES:
        return str(OF_ENTRIES[kind][Revision.Action.INSERT])
    if kind in FAULTS:
        ends = {end.key: str(end.label) for end in game.questions.ends}
        return pgettext("riichi", "false win") if kind == "chombo" else _within_sentence(ends[kind])
    wins = wins_of(outcome)
    if game.in_rounds and wins:
        return ngettext("%(count)s win", "%(count)s wins", len(wins)) % {"count": len(wins)}
    if not wins:
        drawn = _("draw") if game.draw_label == DRAW else _within_sentence(str(game.draw_label))
        return _("called off") if kind == "abort" else drawn
    by_discard, self_drawn = game.won_by
    return str(self_drawn if wins[0][1] is None else by_discard)


def _within_sentence(label: str) -> str:
    return label[:1].lower() + label[1:]


@dataclass(frozen=True, slots=True)
class SeatOfHand:
    """A seat of a hand in the log: what the hand moved there, the score after it, whether it won."""

    name: str
    delta: int
    score: int
    won: bool


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand for the log, in words; `kind` and `entry` (a path) are of what is no hand, "" else.

    `out` is who sat out, `agreement` who agreed to it, a line each.
    """

    number: int
    kind: str
    word: str
    entry: str
    label: str
    words: str
    lines: Sequence[str]
    transfers: list[str]
    seats: list[SeatOfHand]
    out: str
    warnings: list[str]
    at: datetime
    changed_at: datetime | None
    agreement: Sequence[str] = ()


def hand_row(session: Session, hand: Hand, sat: Seating) -> HandRow:
    """One hand for the log: label, words, transfers, each seat's change and score; names as of then."""
    rules, entry = session.current_rules, is_entry(hand.outcome)
    names = sat.all_names_before(hand.number)
    players_there = sat.players_before(hand.number) if entry else names[: session.game.seats]
    result, game, called = hand.result, game_of(session), [isolated(name) for name in players_there]
    sitting = result.get("sitting") or range(session.game.players)
    won = set() if entry else {sitting[winner] for winner, _source, _parts in wins_of(hand.outcome)}
    words = (
        game.hand_sentence(rules, sat.with_sitter_name(hand.outcome), called),
        "" if entry else game.figures_in_words(rules, hand, called),
    )
    return HandRow(
        number=hand.number,
        kind=hand.outcome["type"] if entry else "",
        word=end_in_one_word(game, hand.outcome),
        entry=reverse(PAGES[hand.outcome["type"]], args=[session.code]) if entry else "",
        label=label_in_words(result["label"]),
        words=". ".join(word for word in words if word),
        lines=[] if entry else game.in_lines(game.variant.read_outcome(rules, hand.outcome), called),
        transfers=[transfer_in_words(transfer, names, why=not entry) for transfer in result["transfers"]],
        seats=[
            SeatOfHand(name=name, delta=delta, score=score, won=number in won and delta > 0)
            for number, (name, delta, score) in enumerate(
                zip(
                    sat.players_before(hand.number + entry),
                    values_by_player(result, "deltas"),
                    values_by_player(result, "scores"),
                    strict=True,
                )
            )
        ],
        out=names[-1] if session.rotation and not entry else "",
        warnings=[said(text, names) for text in stored_warnings(result)],
        at=hand.entered_at,
        changed_at=hand.changed_at,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def undo_last_hand(request: ClubRequest, code: str) -> HttpResponse:
    """Show what an undo of the last hand changes (GET), then delete it (POST)."""
    access = visit_as_scorer(request, code)
    if request.htmx:
        return HttpResponseClientRedirect(request.path)  # a page of its own, no part of the table
    last = access.session.row_count
    if request.method != "POST" and not last:
        return redirect("tables:table", code)
    number_asked = whole_number(request.POST.get("number", ""), 4)
    number = last if number_asked is None else number_asked
    return _take_out(request, access, number, back="table")


@require_http_methods(["GET", "HEAD", "POST"])
def delete_recorded_hand(request: ClubRequest, code: str, number: int) -> HttpResponse:
    """Show what a deletion changes from there on (GET), then delete the hand (POST)."""
    access = visit_as_scorer(request, code)
    if number > access.session.row_count and request.method != "POST":
        return redirect("tables:log", code)
    return _take_out(request, access, number, back="log")


def _take_out(request: ClubRequest, access: Access, number: int, back: str) -> HttpResponse:
    session, status, noted = access.session, 200, False
    errors: list[str] = []
    hand = session.hands.filter(number=number).first()
    entry = hand is not None and is_entry(hand.outcome)
    if number == session.row_count and not entry and has_unrecorded_notes(session):
        noted = True
        status = 422 if request.method == "POST" else 200
    elif request.method == "POST":
        notes_after_undo = game_of(session).notes_after_undo
        errors, status, session = attempt_change(
            request, session, lambda pk, sub: delete_hand(pk, sub, number, notes_after_undo)
        )
        if not errors:
            return redirect(f"tables:{back}", session.code)
    hand = session.hands.filter(number=number).first()
    if hand is None:
        return redirect(f"tables:{back}", session.code)
    outcomes, sat = stored_outcomes(session), Seating(session)
    del outcomes[number - 1]
    changed = consequence(session, outcomes, number)
    names = sat.players_after(outcomes) if changed.state else sat.players
    if changed.fault is not None and not errors:
        errors = [
            _("This change would make a later hand impossible, so nothing is changed. %(why)s")
            % {"why": fault_in_words(changed.fault, names)}
        ]
    words = (
        {**REMOVAL_OF_ENTRY, "title": REMOVED[hand.outcome["type"]]}
        if entry
        else removal_in_words(hand.result["label"], last=back == "table", rounds=game_of(session).in_rounds)
    )
    context = {
        "session": session,
        "hand": hand_row(session, hand, sat),
        "last": number == session.row_count,
        "words": words,
        "back": back,
        "names": names,
        "changes": [row for row in change_rows(changed, names) if not row.edited],
        "put_right": payments_after_change(session, changed.state, names) if changed.state else [],
        "after": list(zip(names, unrotated(changed.state).scores, strict=True)) if changed.state else [],
        "then": words["then"] % {"label": label_in_words(session.game.label(changed.state))}
        if changed.state and not changed.state.ended
        else "",
        "errors": errors,
        "noted": noted,
        "drop_back": "undo" if back == "table" else number,
    }
    return render(request, "tables/delete.html", context, status=status)


#: the same words of the page that takes back what is no hand, and its heading
REMOVAL_OF_ENTRY: dict[str, str | Promise] = {
    "button": gettext_lazy("Undo"),
    "scores": gettext_lazy("Scores without this entry"),
    "then": gettext_lazy("Next: hand %(label)s."),
}
REMOVED: dict[str, str | Promise] = {
    "adjust": gettext_lazy("Undo the adjustment"),
    "rules": gettext_lazy("Undo the rule change"),
    "seat": gettext_lazy("Undo the replacement"),
    "sit": gettext_lazy("Undo the change of who sits out"),
}


def removal_in_words(label: str, *, last: bool, rounds: bool) -> dict[str, str]:
    """The heading of the page that takes a hand out, its button, and what it says of the scores."""
    named = {"label": label_in_words(label)}
    if rounds:
        return {
            "title": _("Undo the last round") if last else _("Delete round %(label)s") % named,
            "button": _("Undo round %(label)s") % named if last else _("Delete round %(label)s") % named,
            "scores": _("Scores without this round"),
            "then": _("Next: round %(label)s."),
        }
    return {
        "title": _("Undo the last hand") if last else _("Delete hand %(label)s") % named,
        "button": _("Undo hand %(label)s") % named if last else _("Delete hand %(label)s") % named,
        "scores": _("Scores without this hand"),
        "then": _("Next: hand %(label)s."),
    }


@require_safe
def download_record(request: ClubRequest, code: str) -> HttpResponse:
    """The session as a game record, to keep or to settle elsewhere."""
    access = visit_table(request, code)
    if access.session.is_paper_only:
        raise Http404("a record is made of hands")
    game_data = game_record(access.session)
    if is_time_hidden(access.session):
        game_data.pop("started", None)  # the clock is started in the same moment
    answer = JsonResponse(game_data, json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="mahjong-{code}.json"'
    return answer
