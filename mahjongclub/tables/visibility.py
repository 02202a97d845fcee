"""May this viewer see the result of this session now? Every reader of results asks here.

Results of a round wait until it is over, or until the organiser shows them (`Session.embargoed`). Until then
they are seen by whoever may keep the score for the club, and at the phones of the table itself.
"""

from __future__ import annotations

from functools import cached_property

from django.http import Http404

from mahjongclub.clubs.club_access import ClubVisit
from mahjongclub.clubs.devices import ClubRequest

from .models import Access, Session


class Viewer:
    """Somebody who looks at the results of one club."""

    def __init__(self, *, may_score: bool = False, request: ClubRequest | None = None) -> None:
        self.may_score = may_score
        self._request = request

    @cached_property
    def own_embargoed_ids(self) -> frozenset[int]:
        """The sessions under embargo that the viewer's device is at."""
        device = self._request.visitor.device_id if self._request is not None else None
        if device is None:
            return frozenset()
        accesses = Access.objects.filter(device=device, session__embargoed=True)
        return frozenset(accesses.values_list("session_id", flat=True))

    def may_see_result(self, session: Session) -> bool:
        """Whether the viewer may see the scores and the result of a session. No query but for an embargo."""
        return not session.embargoed or self.may_score or session.pk in self.own_embargoed_ids

    def check_may_see_result(self, session: Session) -> None:
        """Http404 where the viewer may not see the result yet."""
        if not self.may_see_result(session):
            raise Http404("the results of this round are not shown yet")


#: whoever stands before a screen, a picture sent along, or a program that reads
EVERYBODY = Viewer()


def viewer_of(request: ClubRequest, visit: ClubVisit) -> Viewer:
    """The visitor of a club's page as a reader of its results."""
    return Viewer(may_score=visit.may_score, request=request)
