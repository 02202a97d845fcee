"""The filled sheet of a session: every hand, the running scores, corrections, the ranking explained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mahjongclub.clubs.naming import pseudonym
from mahjongclub.games.kit.seat_names import LINE, name_fitted_to_seat
from mahjongclub.games.kit.wording import (
    isolated,
    label_in_words,
    option_in_words,
    points_in_words,
    said,
    signed_points,
)
from mahjongclub.games.registry import find_game, game_of
from mahjongclub.rounds.models import Table
from mahjongclub.rules.entries import is_entry
from mahjongclub.rules.rotation import unrotated
from mahjongclub.tables.club_games import played_on
from mahjongclub.tables.models import Hand, Revision, Session
from mahjongclub.tables.ranking import (
    RankingRow,
    ending_reason,
    ending_sentence,
    ranking_rows,
    result_in_words,
    score_chart,
    tenths_in_words,
    winners_in_words,
)
from mahjongclub.tables.replaying import starting_state, values_by_player
from mahjongclub.tables.sitters import Seating
from mahjongclub.tables.views.revisions import (
    action_in_words,
    revised_hand_numbers,
    revision_side_in_words,
)

from ..blank.filling import fields_of_event, preset_label, seat_headings
from ..fonts import CJK
from ..sheet import PAPER_SIZES, Sheet, SheetField, WrittenText, printable_text
from ..tournament import place_numbers_at_table, table_of_event
from ..widths import certain_line_count
from .chart import SIZE, ChartData, chart_data

#: The options that say how places and final points come about.
RANKING_OPTIONS = ("starting_points", "return_points", "uma", "oka", "ties", "leftover_sticks")
#: The measures of the table of hands, in mm, as filled.typ has them: the paper's edge, the column of labels,
#: a score's among four players, what is left free in a cell; the size of its words and a mm in points.
EDGE, LABEL, COLUMN, INSET = 10, 14, 28, 1.1
WORDS, MM = 7.5, 72 / 25.4
#: With more players the words stand below the scores.
MOST_BESIDE = 4
CORRECTIONS = (
    Revision.Action.CORRECT,
    Revision.Action.INSERT,
    Revision.Action.DELETE,
    Revision.Action.UNDO,
    Revision.Action.SWAP,
    Revision.Action.MOVE,
    Revision.Action.RESULT,
)


@dataclass(frozen=True)
class SeatedName:
    """Who sits where: the name, its short form within a sentence, and what stands in for both."""

    place: str
    name: str
    stand_in: str

    @property
    def short(self) -> str:
        """The name as a sentence has room for it; the columns have it whole."""
        return isolated(name_fitted_to_seat(self.name, LINE))


def session_sheet(session: Session, *, paper: str, language: str) -> Sheet:
    """The sheet of a session as it stands. Runs in the language of the sheet."""
    title = _("Score sheet: %(game)s") % {"game": said(session.game.name)}
    han = find_game(session.variant).paper.han
    seats, sat = seated_players(session)
    hands = list(session.hands.order_by("number"))
    room = _room(paper, len(seats))
    table = table_of_event(session)
    numbers = place_numbers_at_table(session, table) or [""] * len(seats)
    return Sheet(
        template="filled",
        title=title,
        language=language,
        paper=paper,
        file_name=slugify(f"{title} {played_on(session).isoformat()}"),
        data={
            "subtitle": preset_label(session.game, session.preset, session.current_rules),
            "fields": _fields(session, table, han),
            "players": [
                {
                    "place": seat.place,
                    "name": printable_text(seat.name, han=han, stand_in=seat.stand_in),
                    "number": (_("No. %(number)s") % {"number": number}) if number else "",
                }
                for seat, number in zip(seats, numbers, strict=True)
            ],
            "start": [
                points_in_words(score)
                for score in unrotated(
                    session.table if session.is_paper_only else starting_state(session)
                ).scores
            ],
            "hands": [_hand(session, hand, seats, sat, han, room) for hand in hands],
            "below": len(seats) > MOST_BESIDE,
            "room": room,
            "chart": _chart(session, hands),
            "ranking": _ranking(session, seats, han),
            "corrections": _corrections(session, seats, sat, han),
            "words": _words(session),
        },
    )


def ranking_picture(session: Session, *, language: str) -> Sheet:
    """The ranking of an ended session on one square page, for a chat. Runs in the language of the picture."""
    title, day = said(session.game.name), played_on(session)
    (seats, _sat), han = seated_players(session), find_game(session.variant).paper.han
    rows = ranking_rows(session, [seat.name for seat in seats])
    return Sheet(
        template="picture",
        title=title,
        language=language,
        paper="a4",
        file_name=slugify(f"{title} {day.isoformat()}"),
        data={
            "day": date_format(day),
            "rows": [
                {
                    "place": str(row.rank),
                    "name": printable_text(row.name, han=han, stand_in=seats[row.seat].stand_in),
                    "points": result_in_words(session.game, row.tenths),
                    "score": points_in_words(row.score) if session.game.decimal_points else "",
                }
                for row in rows
            ],
        },
    )


def printable_sentence(words: str, stand_in: str, han: str) -> WrittenText:
    """A sentence of ours with names in it: in our language, but for the shapes of Han characters."""
    text = printable_text(words, han=han, stand_in=stand_in or "–")
    return text if text["language"] in CJK else {**text, "language": ""}


def seated_players(session: Session) -> tuple[list[SeatedName], Seating]:
    """Everybody at the table, in seat order; at a seat that changed, all who sat there. A query, or three."""
    players = [seat.player for seat in session.seats.select_related("player").order_by("number")]
    sat = Seating(session, [player.shown_name for player in players])
    seats = [
        SeatedName(place, name, pseudonym(player.pk))
        for place, name, player in zip(seat_headings(session.game), sat.joined_names, players, strict=True)
    ]
    return seats, sat


def _places_at(seats: Sequence[SeatedName], result: Mapping[str, Any], *, entry: bool) -> list[str]:
    """What stands in for the names at the seats of a hand; what is no hand tells of the players by number."""
    places = [seat.place for seat in seats]
    sat = result["sitting"][:-1] if "sitting" in result else range(len(places))
    return places if entry else [places[player] for player in sat]


def _then(seats: Sequence[SeatedName], names: Sequence[str]) -> list[str]:
    """How these seats are called in a sentence about a hand that these players played."""
    return [replace(seat, name=name).short for seat, name in zip(seats, names, strict=False)]


def _fields(session: Session, table: Table | None, han: str) -> list[SheetField]:
    """Where and when; only what is known."""
    fields: list[SheetField] = [{"label": _("Date"), "value": date_format(played_on(session))}]
    if session.club is not None:
        club = printable_text(
            session.club.name, han=han, stand_in=_("Club no. %(number)s") % {"number": session.club_id}
        )
        fields.append({"label": _("Club"), "value": club, "share": 2})
    if table is not None:
        event = printable_text(table.round.tournament.name, han=han, stand_in="–")
        return [*fields, *fields_of_event(event, table.round.number, table.number)]
    evening = session.evening
    if evening is not None and (evening.name or evening.place):
        called = ", ".join(detail for detail in (evening.name, evening.place) if detail)
        fields.append(
            {"label": _("Evening"), "value": printable_text(called, han=han, stand_in="–"), "share": 2}
        )
    return fields


def _room(paper: str, seats: int) -> float:
    """How wide the words of what happened may be, in mm: beside the scores, or below all of them."""
    across = PAPER_SIZES[paper][0] - 2 * EDGE - LABEL
    if seats > MOST_BESIDE:
        return across - 2 * INSET
    beside = across * 1.6 / 3.6 if seats == 2 else across - seats * COLUMN
    return beside - 2 * INSET


def _hand(
    session: Session, hand: Hand, seats: Sequence[SeatedName], sat: Seating, han: str, room: float
) -> dict[str, object]:
    """One row: its label, what happened, and the change and score of every seat."""
    result, entry = hand.result, is_entry(hand.outcome)
    sitting = result.get("sitting") or range(len(result["deltas"]))
    declared = set() if entry else {sitting[seat] for seat in hand.outcome.get("riichi", ())}
    called = sat.players_before(hand.number) if entry else sat.names_before(hand.number)
    printable = printable_sentence(
        _happened(session, hand, sat, _then(seats, called)),
        _happened(session, hand, sat.nameless, _places_at(seats, result, entry=entry)),
        han,
    )
    return {
        "label": label_in_words(result["label"]),
        "words": {**printable, "lines": certain_line_count(printable["text"], room * MM / WORDS)},
        "corrected": hand.changed_at is not None,
        "seats": [
            {"delta": _signed(delta), "score": points_in_words(score), "riichi": number in declared}
            for number, (delta, score) in enumerate(
                zip(values_by_player(result, "deltas"), values_by_player(result), strict=True)
            )
        ],
    }


def _happened(session: Session, hand: Hand, sat: Seating, names: Sequence[str]) -> str:
    game = game_of(session)
    rules = session.current_rules
    outcome_text = game.hand_sentence(rules, sat.with_sitter_name(hand.outcome), names)
    if is_entry(hand.outcome):
        kinds = {"adjust": _("Points adjusted: %(what)s"), "rules": _("Rules changed: %(what)s")}
        return kinds.get(hand.outcome["type"], "%(what)s") % {"what": outcome_text}
    words = (outcome_text, game.figures_in_words(rules, hand, names))
    return ". ".join(word for word in words if word)


def _chart(session: Session, hands: Sequence[Hand]) -> ChartData | None:
    """The chart with what it shows in words; a single hand needs none."""
    if len(hands) < 2:
        return None
    seats = [""] * session.game.players
    chart = score_chart(session, [hand.result for hand in hands], seats, SIZE)
    if chart is None:
        return None
    return chart_data(chart, _("The scores over the hands; the table has the same numbers."))


def _ranking(session: Session, seats: Sequence[SeatedName], han: str) -> dict[str, object] | None:
    """Places and final points, part by part, with the rules they follow; None while the session runs."""
    ended = session.table.ended
    if not ended:
        return None
    names_by_seat = [seat.short for seat in seats]
    rows = ranking_rows(session, names_by_seat)
    why = ending_sentence(session, names_by_seat, 0)
    if ending_reason(session, ended) == "bust":
        why = f"{why} {winners_in_words(rows)}."
    parts = list(dict.fromkeys(component.part for row in rows for component in row.parts))
    names = {
        "score": _("Against the return"),
        "uma": "Uma",
        "oka": "Oka",
        "bust": _("Bust bonus"),
        "yakitori": "Yakitori",
        "chips": _("Chips"),
        "penalty": _("Penalty"),
    }
    head = [_("Place"), _("Player"), _("Points on the table"), *(names[key] for key in parts)]
    return {
        "head": [*head, _("Result")] if parts else head,
        "rows": [{"seat": row.seat, "place": str(row.rank), "cells": _cells(row, parts)} for row in rows],
        "why": printable_sentence(why, "–", han),
        "rules": _rules_of_ranking(session, rows, explained=bool(parts)),
    }


def _cells(row: RankingRow, parts: Sequence[str]) -> list[str]:
    """The score, each part of the final points, and what they add up to."""
    tenths_by_part = {component.part: component.tenths for component in row.parts}
    cells = [points_in_words(row.score)]
    cells += [tenths_in_words(tenths_by_part[key]) if key in tenths_by_part else "" for key in parts]
    return [*cells, tenths_in_words(row.tenths)] if parts else cells


def _rules_of_ranking(session: Session, rows: Sequence[RankingRow], *, explained: bool) -> list[str]:
    """The options behind the final points, and what a tie came to."""
    rules = session.current_rules
    lines = [
        _("%(what)s: %(value)s")
        % {"what": said(option.label), "value": option_in_words(option, getattr(rules, option.name))}
        for option in rules.describe_options()
        if option.name in RANKING_OPTIONS
    ]
    places = [row.rank for row in rows]
    if len(set(places)) < len(places):
        lines.append(
            _("Equal scores share the place and what it earns.")
            if explained
            else _("Equal scores share the place.")
        )
    return lines


def _corrections(
    session: Session, seats: Sequence[SeatedName], sat: Seating, han: str
) -> list[dict[str, object]]:
    """What was changed after it had been recorded, the oldest first."""
    revisions = list(session.revisions.filter(action__in=CORRECTIONS).order_by("version"))
    places = [seat.place for seat in seats]
    numbers = revised_hand_numbers(session) if revisions else {}
    short = {
        number: _then(seats, sat.players if number is None else sat.players_before(number))
        for number in {revision.hand_number for revision in revisions}
    }
    return [
        {
            "at": date_format(localtime(revision.made_at), "SHORT_DATETIME_FORMAT"),
            "what": action_in_words(session, revision),
            "hand": str(numbers.get(revision.version, "")),
            **{
                name: printable_sentence(
                    revision_side_in_words(session, revision, side, sat, short[revision.hand_number]),
                    revision_side_in_words(session, revision, side, sat.nameless, places),
                    han,
                )
                for name, side in (("before", revision.before), ("after", revision.after))
            },
        }
        for revision in revisions
    ]


def _paper(session: Session) -> str:
    """What a paper has to do with the final points, as templates/tables/_from_paper.html has it."""
    if session.is_paper_only:
        return _("Played on paper: only the final points are known, no hands.")
    if session.on_paper:
        return _("The final points are those of the paper. The hands are as they were recorded.")
    return ""


def _words(session: Session) -> dict[str, str]:
    """The words of the template."""
    riichi = pgettext("score sheet, very short", "R")
    return {
        "hand": pgettext("score sheet", "Round") if game_of(session).in_rounds else _("Hand"),
        "what": _("What happened"),
        "start": _("Start"),
        "score": _("Score"),
        "corrected": _("corrected"),
        "riichi": _("%(what)s: %(value)s") % {"what": riichi, "value": _("riichi declared")},
        "riichi-sign": riichi,
        "ranking": _("The ranking"),
        "chart": _("Progress"),
        "corrections": _("Corrections"),
        "when": _("When"),
        "before": _("Before"),
        "after": _("After"),
        "signatures": _("Signatures"),
        "referee": _("Referee"),
        "open": _("Not finished yet"),
        "paper": _paper(session),
    }


def _signed(delta: int) -> str:
    return signed_points(delta) if delta else ""
