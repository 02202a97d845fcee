"""How many people may enter an event by its page at once, before an organiser looks at them first.

Nobody is refused for what others at the same address do. Within their budgets entries stand at once; beyond,
they are taken and wait for an organiser's look. Attempts are counted before they are answered, so that the
page answers no list of guesses.
"""

from __future__ import annotations

from enum import Enum

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.limits import Limit, add_to_count

from ..models import Tournament
from .models import Entrant

#: one browser, at whatever event
ENTERED = Limit("entered-event", per_device=20, per_address=None, seconds=3600)
#: one network (a club's router, a household), and everybody, at one event: nobody is refused by these two
AT_ONCE = Limit("entered-at-once", per_device=None, per_address=30, seconds=600, altogether=200)
#: so many entries of an event wait for an organiser's look at most
MOST_HELD = 200


class EntryVerdict(Enum):
    """The answer to an attempt to enter."""

    FREE = "stands at once"
    CROWDED = "waits for an organiser's look"
    FULL = "cannot be taken just now"
    STOPPED = "is the browser's own fault"


def count_and_judge_attempt(request: ClubRequest, tournament: Tournament) -> EntryVerdict:
    """Count an attempt to enter; what becomes of it. Whoever is signed in goes by the browser and the account
    alone."""
    if ENTERED.is_reached(request) or _too_many_of_account(request):
        return EntryVerdict.STOPPED
    new_browser = request.visitor.device_id is None
    crowded = AT_ONCE.is_reached(request, tournament.pk) and not request.user.is_authenticated
    ENTERED.count_use(request)
    AT_ONCE.count_use(request, tournament.pk)
    if not crowded:
        request.visitor.get_or_create_device()  # by which the next attempt is known
        if new_browser:
            ENTERED.count_use(request)
        return EntryVerdict.FREE
    held_entrants = tournament.entrants.filter(doubt=Entrant.Doubt.MANY).exclude(status=Entrant.Status.OUT)
    return EntryVerdict.FULL if held_entrants.count() >= MOST_HELD else EntryVerdict.CROWDED


def _too_many_of_account(request: ClubRequest) -> bool:
    """Whether an account has tried as often as one browser may, whatever browsers it came in. Counts it."""
    if request.user.pk is None:
        return False
    return add_to_count(f"{ENTERED.name}:account:{request.user.pk}", ENTERED.seconds) > (
        ENTERED.per_device or 0
    )
