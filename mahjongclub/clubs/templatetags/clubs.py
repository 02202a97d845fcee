"""What pages have of clubs: the way to the sign-in, and the rail, which a screen from 1024 px shows."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import urlencode
from uuid import uuid4

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name

from ..club_model import Club
from ..corners import club_menu
from ..hosting_model import host_choice
from ..room import limited_quotas
from ..sent_once import FIELD
from ..time_zones import zone_in_words

register = template.Library()


@register.simple_tag(takes_context=True)
def sign_in_href(context: Context) -> str:
    """The sign-in page, which leads back here; from an account's page, to where that one leads.

    Else each page of the account would hold the one before in its `next`, and a crawler find no end.
    """
    request, sign_in = context["request"], reverse("account_login")
    at_account = request.path.startswith(sign_in.removesuffix("login/"))
    following = request.GET.get("next", "") if at_account else request.get_full_path()
    return f"{sign_in}?{urlencode({'next': following}, safe='/')}" if following else sign_in


@register.filter(expects_localtime=True)
def with_zone(moment: datetime) -> str:
    """A moment with the zone that it is told in, for readers elsewhere: "1 May 2027, 18:00 (Asia/Tokyo)"."""
    zone = zone_in_words(get_current_timezone_name())
    return f"{date_format(moment, 'DATETIME_FORMAT')} ({zone})"


@register.simple_tag(takes_context=True)
def form_key(context: Context) -> SafeString:
    """A hidden field by which a form sent twice is known: the same where the form comes back with errors."""
    request = context["request"]
    key = request.POST.get(FIELD, "") if request.method == "POST" else ""
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, key[:50] or uuid4())


@register.inclusion_tag("clubs/_rail.html", takes_context=True)
def club_rail(context: Context) -> dict[str, object]:
    """Where the pages of the visited club lead, and which of them this page is in."""
    request = context["request"]
    visit = request.club_visit
    view = request.resolver_match.view_name if request.resolver_match else ""
    visible = [row for row in club_menu(visit, view) if row.corner.railed]
    return {
        "club": visit.club,
        "first": sorted((row for row in visible if row.corner.key), key=lambda row: row.corner.key),
        "further": [row for row in visible if not row.corner.key],
        "typed": request.GET.get("q", "") if view == "leagues:search" else "",
    }


@register.inclusion_tag("clubs/_room.html")
def club_room_warnings(club: Club) -> dict[str, object]:
    """What the club has hardly any room left for on this server, or none."""
    choice = host_choice()
    rooms_near = [room for room in limited_quotas(club, choice) if room.is_nearly_full]
    return {"told": rooms_near, "full": any(room.is_full for room in rooms_near), "word": choice.word}
