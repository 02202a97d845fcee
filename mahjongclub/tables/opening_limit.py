"""How many sessions one browser, and one address, may begin in a while, whichever page begins them.

A new table, the same players again, a typed sheet and a result from paper are counted together: each leaves
rows that nobody clears away. The tables of a tournament's round are not counted: its organiser answers for
them.
"""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.limits import Limit

_OPENED = Limit("tables-opened", per_device=30, per_address=settings.TABLES_PER_ADDRESS, seconds=600)


def too_many_opened(request: ClubRequest) -> str:
    """What to say at the form (status 429) to who has opened too many; "" for who may open one more."""
    if not _OPENED.reached(request):
        return ""
    return _("Too many tables were opened from here in a short time. Wait a few minutes, then open this one.")


def count_opened(request: ClubRequest) -> None:
    """One more was opened."""
    _OPENED.count(request)
