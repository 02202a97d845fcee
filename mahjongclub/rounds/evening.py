"""The evening on which the tables of a round are opened."""

from __future__ import annotations

from django.db import transaction

from mahjongclub.clubs.club_model import evenings_tonight, tonight
from mahjongclub.clubs.models import Club, Evening
from mahjongclub.clubs.write_lock import one_writer


def evening_now(club: Club) -> Evening:
    """The club's evening of tonight, the first where there are several; made where there is none."""
    with one_writer(), transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        last = club.evenings.first()
        return evenings_tonight(club).first() or Evening.objects.create(
            club=club, date=tonight(club), place=last.place if last else ""
        )
