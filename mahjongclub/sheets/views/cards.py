"""The points tables and the rules card of a game, by the rules in the address, as the help shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.variants import find_variant
from mahjongclub.tables.help.address import read_address
from mahjongclub.tables.wording import said

from ..answers import answer
from ..cards import CardOptions, points_sheet, rules_sheet
from ..sheet import Sheet


def points(request: ClubRequest, variant: str, part: str, page: int = 1) -> HttpResponse:
    """The points tables."""
    return _card(request, variant, part, page, points_sheet, _("Points tables: %(game)s"))


def rules(request: ClubRequest, variant: str, part: str, page: int = 1) -> HttpResponse:
    """The rules card."""
    return _card(request, variant, part, page, rules_sheet, _("Rules card: %(game)s"))


def _card(
    request: ClubRequest, variant: str, part: str, page: int, make: Callable[..., Sheet], heading: str
) -> HttpResponse:
    try:
        found = find_variant(variant)
    except RuleError:
        raise Http404(_("There is no such game.")) from None
    asked = read_address(found, request.GET.dict())
    form = CardOptions(asked, request.GET)
    for fault in asked.faults:
        form.add_error(None, fault)

    def card(chosen: dict[str, Any]) -> Sheet:
        return make(asked, paper=chosen["paper"], language=chosen["language"])

    context = {
        "heading": heading % {"game": said(found.name)},
        "back_href": asked.link(),
        "back_label": _("Help: %(game)s") % {"game": said(found.name)},
    }
    return answer(request, form, card, part, page, context)
