"""Who may come in: the host's choice, and the host's invitations."""

from __future__ import annotations

import segno
from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from mahjongclub.clubs.addresses import absolute_url
from mahjongclub.clubs.club_forms import LIFETIMES, NameField
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.hosting import create_host_invitation
from mahjongclub.clubs.hosting_model import (
    LONGEST_NOTE,
    LONGEST_WORD,
    AdmissionPolicy,
    HostChoice,
    HostInvitation,
    host_choice,
)
from mahjongclub.clubs.models import Account
from mahjongclub.clubs.room import LABELS

from .access import host_only_view, log_host_change
from .clubs import limit_field
from .version import server_facts

#: of invitations that were used or have ended, so many are listed
MOST_GONE = 20


class AdmissionAndLimitsForm(forms.ModelForm):
    """Who may make accounts and found clubs."""

    accounts = forms.ChoiceField(
        label=gettext_lazy("Who may create an account"),
        choices=AdmissionPolicy.choices,
        widget=forms.RadioSelect,
    )
    founding = forms.ChoiceField(
        label=gettext_lazy("Who may create a club"), choices=AdmissionPolicy.choices, widget=forms.RadioSelect
    )
    word = forms.CharField(
        label=gettext_lazy("Text for visitors without an invitation"),
        help_text=gettext_lazy("Whom to ask, and how, for instance. May be empty."),
        max_length=LONGEST_WORD,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"}),
    )

    most_clubs = limit_field(
        gettext_lazy("Clubs an account may own"),
        gettext_lazy("An invitation of yours still lets somebody create one more club. Empty: any number."),
    )
    most_people = limit_field(LABELS["people"])
    most_games = limit_field(LABELS["games"])
    most_channels = limit_field(LABELS["channels"])

    class Meta:
        model = HostChoice
        fields = [
            *("accounts", "founding", "word"),
            *("most_clubs", "most_people", "most_games", "most_channels"),
        ]


class HostInvitationForm(forms.Form):
    """What it opens, for whom, for how long."""

    gives = forms.ChoiceField(
        label=gettext_lazy("Invitation for"),
        choices=HostInvitation.Gives.choices,
        widget=forms.RadioSelect,
        initial=HostInvitation.Gives.ACCOUNT,
    )
    note = NameField(
        label=gettext_lazy("Note"),
        help_text=gettext_lazy("Who the invitation is for. Only you see this note."),
        max_length=LONGEST_NOTE,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"), choices=LIFETIMES, coerce=int, initial=7, widget=forms.RadioSelect
    )


@require_http_methods(["GET", "HEAD", "POST"])
@host_only_view
def edit_who_may_join(request: ClubRequest, host: Account) -> HttpResponse:
    """Choose who may make accounts and clubs here; the page leads to the host's other pages."""
    form = AdmissionAndLimitsForm(request.POST if request.method == "POST" else None, instance=host_choice())
    if request.method == "POST" and form.is_valid():
        chosen = form.save()
        if form.changed_data:
            accounts, founding = chosen.get_accounts_display(), chosen.get_founding_display()
            sentence = _("Accounts: %(accounts)s. Clubs: %(founding)s.")
            numbers = [
                f"{form.fields[name].label}: {form.cleaned_data[name]}"
                for name in form.changed_data
                if name.startswith("most_")
            ]
            log_host_change(
                host, " ".join([sentence % {"accounts": accounts, "founding": founding}, *numbers])
            )
        messages.success(request, _("The settings are saved."))
        return redirect("hosting:choices")
    status = 422 if form.is_bound else 200
    return render(request, "hosting/choices.html", {"form": form, "about": server_facts()}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@host_only_view
def manage_host_invitations(request: ClubRequest, host: Account) -> HttpResponse:
    """Make an invitation, shown once with its link and QR code; the open ones, to be revoked."""
    form = HostInvitationForm(request.POST if request.method == "POST" else None)
    link, made = "", None
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        made, token = create_host_invitation(host, data["gives"], data["note"], data["days"])
        path = reverse("clubs:invited", args=[token])
        link = absolute_url(request, path)
        form = HostInvitationForm()
    now, every = timezone.now(), HostInvitation.objects.select_related("account")
    context: dict[str, object] = {
        "form": form,
        "link": link,
        "made": made,
        "picture": segno.make(link, error="m").svg_inline(scale=6, border=4, dark="#000", light="#fff")
        if link
        else "",
        "open": every.filter(used_at=None, expires_at__gt=now),
        "gone": every.exclude(used_at=None, expires_at__gt=now)[:MOST_GONE],
        "choice": host_choice(),
    }
    return render(request, "hosting/invitations.html", context, status=422 if form.errors else 200)


@require_POST
@host_only_view
def revoke_host_invitation(request: ClubRequest, host: Account, number: int) -> HttpResponse:
    """The invitation's link no longer works; what came of one that was used stays. Twice changes nothing."""
    HostInvitation.objects.filter(pk=number, used_at=None).delete()
    messages.success(request, _("The invitation is revoked: its link no longer works."))
    return redirect("hosting:invitations")
