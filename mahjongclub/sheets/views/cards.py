"""The points tables and the rules card of a game, by the rules in the address, as the help shows them."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.utils.translation import gettext as _

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_variant_or_404
from mahjongclub.help.address import read_address

from ..answers import sheet_answer
from ..cards import CardOptions, rules_sheet, typed_points_sheet
from ..sheet import Sheet


def print_points_card(request: ClubRequest, variant: str, output: str, page: int = 1) -> HttpResponse:
    """The points tables."""
    return _card(request, variant, output, page, typed_points_sheet, _("Points tables: %(game)s"))


def print_rules_card(request: ClubRequest, variant: str, output: str, page: int = 1) -> HttpResponse:
    """The rules card."""
    return _card(request, variant, output, page, rules_sheet, _("Rules card: %(game)s"))


def _card(
    request: ClubRequest, variant: str, output: str, page: int, make: Callable[..., Sheet], heading: str
) -> HttpResponse:
    game = find_variant_or_404(variant)
    help_query = read_address(game, request.GET.dict())
    form = CardOptions(help_query, request.GET)
    for fault in help_query.faults:
        form.add_error(None, fault)

    def card(paper: str, language: str, **rules: str) -> Sheet:
        return make(help_query, paper=paper, language=language)

    words = {"game": said(game.name)}
    back = help_query.link(), _("Help: %(game)s") % words
    return sheet_answer(request, form, card, output, page, heading % words, back)
