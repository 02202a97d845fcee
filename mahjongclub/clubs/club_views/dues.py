"""What members of a club have paid: until when and how much, for organisers alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ..club_access import ClubVisit, club_page, show
from ..club_forms import FARTHEST, FIRST_DATE, NameField
from ..club_model import LONGEST_CURRENCY, Club, Role
from ..devices import ClubRequest
from ..models import Player
from ..money import AmountField, amount_for_field, amount_in_words, read_amount
from ..name_lists import date_order_choices
from ..naming import alphabetical_key
from ..readings import ReadingChoice, list_text_with_corrections, unanswered_readings
from ..roster import last_dues_by_player, save_paid_until
from ..typed_days import DayField
from ..typed_names import LONGEST_LIST
from .dues_list import KINDS, DuesList, read_dues, with_colons_as_columns

EVERYBODY, WHO_IS_DUE = "all", "due"


class DuesTermsForm(forms.Form):
    """What a member pays for a period."""

    dues = AmountField(
        label=gettext_lazy("What a member pays"),
        help_text=gettext_lazy(
            "For one period, such as a year. Empty: no dues, or they are not counted here."
        ),
    )
    currency = NameField(
        label=gettext_lazy("Currency"),
        max_length=LONGEST_CURRENCY,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DuesForAllForm(forms.Form):
    """Until when many have paid at once."""

    who = forms.ChoiceField(
        label=gettext_lazy("Who has paid"),
        choices=(
            (EVERYBODY, gettext_lazy("Everybody on the roster")),
            (WHO_IS_DUE, gettext_lazy("Those who are due")),
        ),
        initial=EVERYBODY,
        widget=forms.RadioSelect,
    )
    until = DayField(label=gettext_lazy("Until"))
    amount = AmountField(label=gettext_lazy("What each has paid"))

    def clean_until(self) -> date:
        """A day that dues can run to."""
        return _checked(self.cleaned_data["until"])


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@club_page(Role.ORGANISER)
def edit_paid_until(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Until when each player has paid, who is due first. What another organiser entered meanwhile stays."""
    text = list_text_with_corrections(request.POST, "list")
    return dues_page(request, visit, text, readings=unanswered_readings(request.POST))


def dues_page(
    request: ClubRequest,
    visit: ClubVisit,
    text: str,
    fault: str = "",
    readings: Sequence[ReadingChoice] = (),
) -> HttpResponse:
    """The page of dues with the dates of a list filled in, to be looked at and saved.

    `fault` is why there is none, `readings` are the ways in which the letters of a file can be read, where
    somebody has to say which is right.
    """
    rows = _rows(visit.club)
    totals = _totals(visit.club, rows)
    text = with_colons_as_columns(text)
    is_too_long = len(text) > LONGEST_LIST
    listed = DuesList() if not text or is_too_long else read_dues(visit, text, request)
    listed.faults += [_("This list is too long.")] if is_too_long else []
    if text:
        for row in rows:
            if (until := listed.until.get(row.pk)) is not None:
                row.typed, row.filled = until.isoformat(), until.isoformat() != row.was
    saves = request.method == "POST" and not text and not fault
    do = request.POST.get("do", "") if saves else ""
    terms = DuesTermsForm(request.POST if do == "terms" else None, initial=_terms(visit.club))
    many = DuesForAllForm(request.POST if do == "all" else None, initial={"amount": visit.club.dues_cents})
    done = ""
    if terms.is_bound and terms.is_valid():
        data = terms.cleaned_data
        Club.objects.filter(pk=visit.club.pk).update(dues_cents=data["dues"], dues_currency=data["currency"])
        done = _("Saved.")
    elif many.is_bound and many.is_valid():
        done = _set_many(rows, **many.cleaned_data)
    elif saves and not do:
        done = _save(rows, request)
    if done:
        messages.success(request, done)
        return redirect("clubs:dues", visit.club.slug)
    failed = any(row.error for row in rows)
    context = {
        "rows": rows,
        "due": sum(row.due for row in rows),
        "failed": failed,
        "terms": terms,
        "many": many,
        "totals": totals,
        "currency": visit.club.dues_currency,
        "filled": sum(row.filled for row in rows),
        "text": text,
        "fault": fault,
        "readings": readings,
        "listing": listed,
        "column_kinds": KINDS.items(),
        "asked": listed.names_asked_about,
        "date_orders": date_order_choices(),
    }
    wrong = (
        failed or terms.errors or many.errors or bool(fault) or listed.has_open_questions or bool(readings)
    )
    return show(request, visit, "clubs/dues.html", context, status=422 if wrong else 200)


def _terms(club: Club) -> dict[str, object]:
    return {"dues": club.dues_cents, "currency": club.dues_currency}


@dataclass(slots=True)
class DuesRow:
    """A player's dues as the page shows them, and what is typed in their place.

    `was` and `had` are the day and the amount, in cents, that the form was shown with. `until` is the last
    day paid for, `cents` what was paid; `filled` says that a list gave the day.
    """

    pk: int
    name: str
    until: date | None
    cents: int | None
    typed: str
    was: str
    amount: str
    had: str
    due: bool
    changed: bool = False
    filled: bool = False
    error: str = ""
    #: whether the error is about the amount, not the day
    is_amount_wrong: bool = False


def _rows(club: Club) -> list[DuesRow]:
    """Everybody of the roster: who is due first, the longest first, then the others by name."""
    today = timezone.localdate()
    paid = last_dues_by_player(club)
    rows = [_row(player, paid.get(player.pk), today) for player in club.players.on_roster().without_merged()]
    return sorted(rows, key=lambda row: (row.was if row.due else "9999-99-99", alphabetical_key(row.name)))


def _row(player: Player, paid: Any, today: date) -> DuesRow:
    until: date | None = paid.paid_until if paid is not None else None
    cents: int | None = paid.paid_cents if paid is not None else None
    return DuesRow(
        pk=player.pk,
        name=player.shown_name,
        until=until,
        cents=cents,
        typed=until.isoformat() if until else "",
        was=until.isoformat() if until else "",
        amount=amount_for_field(cents),
        had="" if cents is None else str(cents),
        due=until is not None and until < today,
    )


def _totals(club: Club, rows: list[DuesRow]) -> list[str]:
    """What was paid for the time that runs, and what those who are due owe."""
    paid = [row.cents for row in rows if row.cents is not None and not row.due]
    due = sum(row.due for row in rows) * (club.dues_cents or 0)
    words = []
    if paid:
        words.append(_("Paid: %(amount)s") % {"amount": amount_in_words(sum(paid), club.dues_currency)})
    if due:
        words.append(_("Due: %(amount)s") % {"amount": amount_in_words(due, club.dues_currency)})
    return words


def _set_many(rows: list[DuesRow], who: str, until: date, amount: int | None) -> str:
    """Have all these paid until then; nobody's time becomes shorter. What was done, in words."""
    wanted = [row for row in rows if row.due or who == EVERYBODY]
    changed = [row for row in wanted if row.until is None or row.until < until]
    with transaction.atomic():
        for row in changed:
            save_paid_until(row.pk, until, amount)
    text = ngettext(
        "%(count)s player has paid until %(day)s.", "%(count)s players have paid until %(day)s.", len(changed)
    )
    return text % {"count": len(changed), "day": date_format(until, "DATE_FORMAT")}


def _save(rows: list[DuesRow], request: ClubRequest) -> str:
    """Store what was typed at each player; "" where something of it is wrong."""
    for row in rows:
        _read(row, request)
    if any(row.error for row in rows):
        return ""
    with transaction.atomic():
        for row in rows:
            if row.changed:
                save_paid_until(row.pk, row.until, row.cents)
    return _("Saved.")


def _read(row: DuesRow, request: ClubRequest) -> None:
    """Put into the row what was typed, where somebody typed something else than stood there."""
    typed, was = request.POST.get(f"paid-{row.pk}"), request.POST.get(f"was-{row.pk}", "")
    amount, had = request.POST.get(f"amount-{row.pk}"), request.POST.get(f"had-{row.pk}", "")
    before, row.amount = row.amount, row.amount if amount is None else amount
    try:
        if typed is not None and typed.strip() != was:
            row.typed, row.changed = typed, True
            until: date | None = DayField(required=False).clean(typed)
            row.until = _checked(until) if until is not None else None
        if amount is not None:
            row.is_amount_wrong = True
            cents = read_amount(amount)
            row.is_amount_wrong = False
            if str("" if cents is None else cents) != had:
                row.cents, row.changed = cents, True
                if cents is not None and row.until is None:
                    raise forms.ValidationError(_("Say until when the dues are paid, too."))
            else:
                row.amount = before
    except forms.ValidationError as fault:
        row.error = " ".join(fault.messages)


def _checked(until: date) -> date:
    if not FIRST_DATE <= until <= timezone.localdate() + FARTHEST:
        raise forms.ValidationError(_("Give a date between 1900 and five years from now."))
    return until
