"""The clubs of this installation for its owner: their sizes, what each may have, and the lock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.club_forms import NameField
from mahjongclub.clubs.club_model import LONGEST_CLUB_NAME, LONGEST_REASON, Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.hosting_model import host_choice
from mahjongclub.clubs.models import Account, Club
from mahjongclub.clubs.naming import alphabetical_key, name_key
from mahjongclub.clubs.room import LABELS

from .access import host_only_view, log_host_change
from .sizes import clubs_with_sizes, count_hands_by_club, estimated_bytes

ROWS = 40
#: of what was done to a club, so much is listed
MOST_DONE = 10
#: what the list can be sorted by, each with its heading; the largest first, names by the alphabet
ORDERS = {
    "name": gettext_lazy("Club"),
    "people": gettext_lazy("Players"),
    "games": gettext_lazy("Games"),
    "hands": gettext_lazy("Hands"),
    "month": gettext_lazy("This month"),
    "size": gettext_lazy("Size"),
    "last": gettext_lazy("Last use"),
}
HIGHEST = 1_000_000_000


def limit_field(label: Any, help_text: Any = "") -> forms.IntegerField:
    """A limit, empty for none."""
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        min_value=0,
        max_value=HIGHEST,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class ClubQuotaForm(forms.ModelForm):
    """What this club may have; an empty field is what holds for every club."""

    most_people = limit_field(LABELS["people"])
    most_games = limit_field(LABELS["games"])
    most_channels = limit_field(LABELS["channels"])

    class Meta:
        model = Club
        fields = ["most_people", "most_games", "most_channels"]


class LockForm(forms.Form):
    """Why a club is locked: its members read it."""

    reason = NameField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy(
            "The members of the club can read the reason, and it stays in the list of what was done."
        ),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )


@require_safe
@host_only_view
def list_hosted_clubs(request: ClubRequest, host: Account) -> HttpResponse:
    """Every club with its sizes; ?q= by its name, address or owner, ?sort= by one of ORDERS."""
    typed = request.GET.get("q", "")[:LONGEST_CLUB_NAME].replace("\0", "")
    order = request.GET.get("sort", "")
    order = order if order in ORDERS else "last"
    clubs_found = list(_found(typed))
    every_hand = count_hands_by_club() if order in ("hands", "size") else {}
    page = Paginator(sorted(clubs_found, key=lambda club: _rank(club, order, every_hand)), ROWS).get_page(
        request.GET.get("page")
    )
    hands = every_hand or count_hands_by_club(page.object_list)
    query = {"q": typed} if typed else {}
    context = {
        "page": page,
        "rows": [_row(club, hands.get(club.pk, 0)) for club in page.object_list],
        "typed": typed,
        "order": order,
        "orders": [
            {"label": label, "query": urlencode({**query, "sort": key}), "current": key == order}
            for key, label in ORDERS.items()
        ],
        "query": urlencode({**query, **({"sort": order} if order != "last" else {})}),
        "count": len(clubs_found),
        "locked": sum(club.locked_at is not None for club in clubs_found),
    }
    return render(request, "hosting/clubs.html", context)


def _found(typed: str) -> Any:
    every = clubs_with_sizes()
    if not typed.strip():
        return every
    key = name_key(typed.strip())
    owned = Q(memberships__role=Role.OWNER, memberships__account__username_key__contains=key)
    matching = Club.objects.filter(
        Q(name_key__contains=key) | Q(slug__contains=typed.strip().lower()) | owned
    )
    return every.filter(pk__in=matching.values("pk"))


def _rank(club: Any, order: str, hands: dict[int, int]) -> tuple[Any, ...]:
    by_name = alphabetical_key(club.name)
    if order == "name":
        return (by_name,)
    if order == "last":
        return (-club.last.timestamp(), by_name)
    many = hands.get(club.pk, 0)
    if order == "size":
        many = estimated_bytes(many, club.games, club.people)
    return (-(many if order in ("hands", "size") else getattr(club, order)), by_name)


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club with how much it has: its hands, and about how many bytes."""

    club: Any
    hands: int
    bytes: int


def _row(club: Any, hands: int) -> ClubRow:
    return ClubRow(club=club, hands=hands, bytes=estimated_bytes(hands, club.games, club.people))


@require_http_methods(["GET", "HEAD", "POST"])
@host_only_view
def edit_hosted_club(request: ClubRequest, host: Account, number: int) -> HttpResponse:
    """One club: its sizes, its owners; posting says what it may have."""
    club_with_sizes = get_object_or_404(clubs_with_sizes(), pk=number)
    form = ClubQuotaForm(request.POST if request.method == "POST" else None, instance=club_with_sizes)
    if request.method == "POST" and form.is_valid():
        Club.objects.filter(pk=number).update(**form.cleaned_data)
        if form.changed_data:
            changes = [f"{form.fields[name].label}: {form.cleaned_data[name]}" for name in form.changed_data]
            log_host_change(host, ", ".join(changes).replace("None", "-"), club_with_sizes)
        messages.success(request, _("The settings are saved."))
        return redirect("hosting:club", number)
    return _page(request, club_with_sizes, form, LockForm(), 422 if form.is_bound else 200)


@require_POST
@host_only_view
def lock_or_unlock_club(request: ClubRequest, host: Account, number: int) -> HttpResponse:
    """Lock the club with a reason, or unlock it (`open`). Twice changes nothing."""
    club = get_object_or_404(clubs_with_sizes(), pk=number)
    if "open" in request.POST:
        opened = Club.objects.filter(pk=number).exclude(locked_at=None)
        if opened.update(locked_at=None, locked_reason=""):
            log_host_change(host, _("Unlocked."), club)
        messages.success(request, _("%(club)s is open again.") % {"club": club.name})
        return redirect("hosting:club", number)
    form = LockForm(request.POST)
    if not form.is_valid():
        return _page(request, club, ClubQuotaForm(instance=club), form, 422)
    reason = form.cleaned_data["reason"]
    if Club.objects.filter(pk=number, locked_at=None).update(locked_at=timezone.now(), locked_reason=reason):
        log_host_change(host, _("Locked: %(reason)s") % {"reason": reason}, club)
    messages.success(request, _("%(club)s is locked.") % {"club": club.name})
    return redirect("hosting:club", number)


def _page(
    request: ClubRequest, club: Any, form: ClubQuotaForm, lock_form: LockForm, status: int = 200
) -> HttpResponse:
    choice = host_choice()
    done = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Club), object_id=str(club.pk)
    ).select_related("user")
    owners = club.memberships.filter(role=Role.OWNER).select_related("account")
    context = {
        "club": club,
        "row": _row(club, count_hands_by_club([club]).get(club.pk, 0)),
        "owners": [membership.account for membership in owners],
        "form": form,
        "fields": [
            {"field": form[f"most_{key}"], "of_all": getattr(choice, f"most_{key}")} for key in LABELS
        ],
        "lock_form": lock_form,
        "done": done[:MOST_DONE],
    }
    return render(request, "hosting/club.html", context, status=status)
