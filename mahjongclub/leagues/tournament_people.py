"""One person holds one place of a tournament at a time: who holds two is two people."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext as _

from .tournament_course import Course
from .tournament_model import Tournament


def why_not_one_person(one: int, other: int) -> str | None:
    """The tournament in a round of which both players hold a place, in words; None where there is none."""
    found = Tournament.objects.all()
    for player in (one, other):
        held = Q(places__stints__player=player) | Q(places__stints__player__merged_into=player)
        found = found.filter(held)
    for tournament in found.distinct():
        course = Course(tournament)
        for number in range(1, tournament.round_count + 1):
            players = (course.player(place.pk, number) for place in course.places)
            if {one, other} <= {player.pk for player in players if player is not None}:
                return _("Both hold a place of “%(name)s” in round %(round)s, so they are two people.") % {
                    "name": tournament.name,
                    "round": number,
                }
    return None
