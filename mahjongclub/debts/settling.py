"""Begin a debt sheet, and tick off what was paid."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count

from mahjongclub.clubs.models import Device, Evening
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.tables.models import Session

from .forms import DebtSheetForm, prefill_unsaved_terms
from .models import DebtSheet, Repayment
from .sheet import Debt, SheetState


def find_or_create_sheet(
    sessions: Collection[Session], evening: Evening | None, device: Device, before: DebtSheet | None
) -> DebtSheet:
    """Return the sheet of these games, made now if there is none: it begins with the rates of `before`.

    Games of several clubs have a sheet of no club: then nobody but those who sat there sees it.
    """
    with hold_write_lock(), transaction.atomic():
        same_games = DebtSheet.objects.annotate(games=Count("sessions")).filter(games=len(sessions))
        for session in sessions:
            same_games = same_games.filter(pk__in=session.debt_sheets.values("pk"))
        if (existing := same_games.first()) is not None:
            return existing
        clubs = {session.club for session in sessions}
        club = clubs.pop() if len(clubs) == 1 else None
        sheet = DebtSheet(club=club, evening=evening, made_by=device)
        sat = [
            one.player.person_id
            for session in sessions
            for rows in (session.seats, session.sitters)
            for one in rows.select_related("player")
        ]
        prefill_unsaved_terms(sheet, before, {*sat})
        sheet.save()
        sheet.sessions.set(sessions)
        return sheet


def save_terms_if_valid(sheet: DebtSheet, typed: Mapping[str, Any]) -> DebtSheetForm:
    """Store what a point is worth and the rest of what was typed, where it is valid. Return the form."""
    with hold_write_lock(), transaction.atomic():
        form = DebtSheetForm(SheetState(DebtSheet.objects.select_for_update().get(pk=sheet.pk)), typed)
        if form.is_valid():
            form.save()
        return form


def save_repayment_if_owed(sheet: DebtSheet, debt: dict[str, Any], device: Device) -> bool:
    """Store that a debt was paid, as the page showed it. False where it is owed no more like that.

    A second tap finds its own tick and changes nothing.
    """
    key: UUID = debt["key"]
    with hold_write_lock(), transaction.atomic():
        sheet = DebtSheet.objects.select_for_update().get(pk=sheet.pk)
        if sheet.repayments.filter(key=key).exists():
            return True
        owed = [
            open_debt
            for tally in SheetState(sheet).tallies()
            if tally.unit == debt["variant"]
            for open_debt in tally.debts
            if _is_same(open_debt, debt)
        ]
        if not owed:
            return False
        sheet.repayments.create(
            payer_id=owed[0].payer or None,
            payee_id=owed[0].payee or None,
            variant=debt["variant"],
            amount=owed[0].amount,
            key=key,
            made_by=device,
        )
        return True


def _is_same(owed: Debt, shown_debt: dict[str, Any]) -> bool:
    amount: Decimal = shown_debt["amount"]
    return (owed.payer, owed.payee, owed.amount) == (shown_debt["payer"], shown_debt["payee"], amount)


def delete_repayment(sheet: DebtSheet, number: int) -> None:
    """Take back that something was paid; nothing where somebody has done so already."""
    with hold_write_lock(), transaction.atomic():
        Repayment.objects.filter(sheet=sheet, pk=number).delete()
