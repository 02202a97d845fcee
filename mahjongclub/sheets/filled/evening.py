"""The report of an evening: every game with its ranking, and what each player took home."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from mahjongclub.clubs.models import Evening, Player
from mahjongclub.clubs.naming import alphabetical_key, pseudonym
from mahjongclub.games.kit.wording import label_in_words, points_in_words, said
from mahjongclub.games.registry import find_game
from mahjongclub.nights.story import story_of
from mahjongclub.rules.variant import Variant
from mahjongclub.tables.models import Session
from mahjongclub.tables.ranking import result_in_words, tenths_in_words
from mahjongclub.tables.replaying import standings
from mahjongclub.tables.visibility import EVERYBODY

from ..sheet import Sheet, WrittenText, printable_text
from .session import printable_sentence


def evening_sheet(evening: Evening, *, paper: str, language: str) -> Sheet:
    """Everything played at an evening, in the language of the sheet. Three queries beside the story's."""
    sessions_of_evening = evening.sessions.select_related("round_table__round__competition")
    sessions = list(sessions_of_evening.prefetch_related("seats__player").order_by("created_at"))
    labels = {session.pk: _label(session, number) for number, session in enumerate(sessions, 1)}
    played = [
        session for session in sessions if session.ended_at is not None and EVERYBODY.may_see_result(session)
    ]
    day = date_format(evening.date)
    called = ", ".join(detail for detail in (evening.name, evening.place) if detail)
    return Sheet(
        template="evening",
        title=_("Evening of %(day)s") % {"day": day},
        language=language,
        paper=paper,
        file_name=slugify(f"{_('Evening')} {evening.date.isoformat()}"),
        data={
            "club": printable_text(
                evening.club.name, stand_in=_("Club no. %(number)s") % {"number": evening.club_id}
            ),
            "called": printable_text(called, stand_in="–") if called else None,
            "count": _counted(len(played)),
            "story": [printable_sentence(text, "–", "ja") for text in story_of(evening).sentences()],
            "games": [_game(session, labels[session.pk]) for session in played],
            "playing": [
                _playing(session, labels[session.pk]) for session in sessions if session not in played
            ],
            "together": list(_together(played)),
            "words": {
                "story": _("The night"),
                "games": _("Games"),
                "playing": _("Being played"),
                "nothing": _("No game has been finished yet."),
            },
        },
    )


def _counted(games: int) -> str:
    return ngettext("%(count)s game", "%(count)s games", games) % {"count": games}


def player_name_text(player: Player, variant: Variant | None = None) -> WrittenText:
    """A player's name for a sheet, with what stands in for it."""
    han = find_game(variant.key).paper.han if variant is not None else "ja"
    return printable_text(player.shown_name, han=han, stand_in=pseudonym(player.pk))


def _title(session: Session) -> str:
    preset = session.game.find_preset(session.preset)
    return f"{said(session.game.name)}, {said(preset.name)}"


def _label(session: Session, number: int) -> str:
    """Where a game was played: "Round 2, table 3"; its number of the evening where no round was drawn."""
    table = getattr(session, "round_table", None)
    if table is None:
        return _("Game %(number)s") % {"number": number}
    within = {"round": table.round.number, "table": table.number}
    if table.round.competition.season_id is not None:
        return _("Match %(round)s, table %(table)s") % within
    return pgettext("tournament", "Round %(round)s, table %(table)s") % within


def _game(session: Session, label: str) -> dict[str, object]:
    """One game: places, scores and, where they differ from them, final points."""
    seats, game = list(session.seats.all()), session.game
    head = [_("Place"), _("Player"), _("Points on the table")]
    return {
        "label": label,
        "title": _title(session),
        "on_paper": _("on paper") if session.on_paper else "",
        "head": [*head, _("Result")] if game.decimal_points else head,
        "rows": [
            {
                "place": str(row.rank),
                "name": player_name_text(seats[row.seat].player, game),
                "cells": [
                    points_in_words(row.score),
                    *([tenths_in_words(row.tenths)] if game.decimal_points else []),
                ],
            }
            for row in standings(session)
        ],
    }


def _playing(session: Session, label: str) -> dict[str, object]:
    """A game that has not ended: what it is, and who plays."""
    return {
        "label": label,
        "title": _("%(what)s: %(value)s")
        % {"what": _title(session), "value": label_in_words(session.game.label(session.table))},
        "names": [player_name_text(seat.player, session.game) for seat in session.seats.all()],
    }


def _together(played: Sequence[Session]) -> Iterable[dict[str, object]]:
    """For each game played more than once: everybody's games, places and sum, the highest first."""
    by_game: dict[str, list[Session]] = defaultdict(list)
    for session in played:
        by_game[session.variant].append(session)
    for sessions in by_game.values():
        if len(sessions) < 2:
            continue
        game = sessions[0].game
        sums: dict[int, int] = defaultdict(int)
        places: dict[int, list[int]] = defaultdict(list)
        players: dict[int, Player] = {}
        for session in sessions:
            seats = list(session.seats.all())
            for row in standings(session):
                player = seats[row.seat].player
                players[player.pk] = player
                sums[player.pk] += row.tenths
                places[player.pk].append(row.rank)
        order = sorted(players, key=lambda pk: (-sums[pk], alphabetical_key(players[pk].shown_name)))
        yield {
            "title": _("%(what)s: %(value)s") % {"what": _("Everybody’s evening"), "value": said(game.name)},
            "head": [_("Player"), _("Games"), _("Places"), _("Result")],
            "rows": [
                {
                    "name": player_name_text(players[pk], game),
                    "cells": [
                        str(len(places[pk])),
                        ", ".join(map(str, places[pk])),
                        result_in_words(game, sums[pk]),
                    ],
                }
                for pk in order
            ],
        }
