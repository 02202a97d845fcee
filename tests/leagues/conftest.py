"""A club whose games are played in a moment: sessions opened and ended by the verbs the pages use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from mahjongclub.clubs.models import Club, Device, Evening, Player
from mahjongclub.pairing.scoring import read_scoring
from mahjongclub.rules.registry import find_variant
from mahjongclub.rules.rotation import unrotated
from mahjongclub.seasons.models import League, Season
from mahjongclub.tables import recording
from mahjongclub.tables.club_choice import ClubAndEvening
from mahjongclub.tables.models import Seat, Session
from mahjongclub.tables.notify import results_changed
from mahjongclub.tables.paper import save_paper_game

NAMES = ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou")


class Hall:
    """A club with six players; `play` ends a game of it."""

    def __init__(self) -> None:
        self.club = Club.objects.create(name="Four Winds", slug="four-winds", visibility="public")
        self.players = [Player.objects.create(name=name, club=self.club) for name in NAMES]
        self.device = Device.objects.create()

    def begin(
        self,
        seats: Sequence[int] = (0, 1, 2, 3),
        day: date = date(2026, 3, 5),
        variant: str = "riichi",
        preset: str = "",
        rotation: str = "",
        **rules: Any,
    ) -> Session:
        """A started game of these players (numbers into `players`, seat 0 first) on that day."""
        game = find_variant(variant)
        chosen = game.find_preset(preset) if preset else game.default_preset
        evening, _new = Evening.objects.get_or_create(club=self.club, date=day)
        began = timezone.make_aware(datetime(day.year, day.month, day.day, 19, 0))
        session = Session(
            variant=variant,
            preset=chosen.key,
            rotation=rotation,
            rules=chosen.rules.with_options(rules).to_json(),
            club=self.club,
            evening=evening,
            started_at=began,
            dice=[4, 3] if variant == "ten" else None,
            state={},
        )
        session.state = recording.initial_state(session)
        session.save()
        Seat.objects.bulk_create(
            Seat(
                session=session,
                number=number,
                player=self.players[who],
                score=unrotated(session.table).scores[number],
            )
            for number, who in enumerate(seats)
        )
        return session

    def play(self, hands: Iterable[dict[str, Any]], *args: Any, **kwargs: Any) -> Session:
        """A game with these hands, closed after them unless the rules ended it."""
        session = self.begin(*args, **kwargs)
        for hand in hands:
            recording.record_hand(session.pk, ask(session), hand)
        session.refresh_from_db()
        if session.ended_at is None:
            recording.close_session(session.pk, ask(session))
        session.refresh_from_db()
        return session

    def paper(self, *seats: int, day: date = date(2026, 3, 5)) -> Session:
        """A result on paper: these players (numbers) from the first place to the last, 40,000 to 10,000."""
        people = [self.players[who].pk for who in seats]
        scores = [40000, 30000, 20000, 10000]
        game = find_variant("riichi")
        evening, _new = Evening.objects.get_or_create(club=self.club, date=day)
        return save_paper_game(
            self.device,
            ClubAndEvening(self.club, evening),
            game,
            game.default_preset,
            None,
            [],
            {"scores": scores, "sticks": 0, "bank": None},
            day,
            players=people,
        )

    def season(self, starts: date = date(2026, 1, 1), ends: date | None = None, **scoring: Any) -> Season:
        """A season of riichi in a league of its own, its games counted."""
        from mahjongclub.seasons.changes import add_season

        league, _new = League.objects.get_or_create(club=self.club, name="Spring")
        name = f"from {starts}"
        return add_season(league, name, "riichi", starts, ends, read_scoring(scoring))


def ask(session: Session) -> recording.Submission:
    """A submission from somebody who saw the session as it is."""
    version = Session.objects.values_list("version", flat=True).get(pk=session.pk)
    return recording.Submission(uuid4(), version, None)


def move(session: Session, club: Club | None) -> None:
    """Attach a session to a club or to none, as the club's pages do."""
    with transaction.atomic():
        Session.objects.filter(pk=session.pk).update(club=club, evening=None)
        results_changed.send(Session, session_ids=[session.pk])


def ron(winner: int, payer: int, han: int = 3, fu: int = 40, riichi: Sequence[int] = ()) -> dict[str, Any]:
    """3 han 40 fu is 5,200, from the dealer's hand 7,700 (RULES.md, riichi)."""
    wins = [{"winner": winner, "from": payer, "han": han, "fu": fu}]
    return {"type": "win", "wins": wins, "riichi": list(riichi)}


def tsumo(winner: int, han: int = 3, fu: int = 40) -> dict[str, Any]:
    """3 han 40 fu self-drawn by a non-dealer: 2,600 from the dealer, 1,300 from the others."""
    return {"type": "win", "wins": [{"winner": winner, "from": None, "han": han, "fu": fu}]}


def drawn(*tenpai: int) -> dict[str, Any]:
    """An exhausted wall."""
    return {"type": "draw", "tenpai": list(tenpai)}


@pytest.fixture
def hall(db: None) -> Hall:
    return Hall()
