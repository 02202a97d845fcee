"""The page of penalties, of an event and of a season: its readers see all, an organiser gives one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account
from mahjongclub.clubs.refusal import RefusalsInForm
from mahjongclub.clubs.sent_once import do_form_once
from mahjongclub.clubs.write_lock import hold_write_lock

from .forms import PenaltyForm


@dataclass(frozen=True)
class PenaltyPage:
    """What differs between the pages of events and seasons.

    `give` takes the columns of a `Penalty` and raises Refused; `message` says that it has done so. `delete`
    is the name of the address that withdraws one.
    """

    path: str
    layout: str
    delete: str
    owner: int
    give: Callable[..., object]
    message: str
    is_open: bool = True


def show_or_add_penalty(
    request: ClubRequest, page: PenaltyPage, form: PenaltyForm, context: Mapping[str, Any]
) -> HttpResponse:
    """Show the penalties and the form; a valid form gives one, once however often it is sent."""
    if form.is_valid():
        by = request.user if isinstance(request.user, Account) else None

        def give() -> str:
            page.give(**form.model_values, made_by=by)
            messages.success(request, page.message)
            return page.path

        with RefusalsInForm(form), hold_write_lock():
            return redirect(do_form_once(request, give, by_content=False))
    form_context = {**context, "form": form, "page": page}
    return render(request, "leagues/penalties.html", form_context, status=422 if form.errors else 200)
