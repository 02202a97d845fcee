"""Doing once what a form asks for, however often it is sent: tapped twice, sent again by Back.

A page puts a key into its form ({% form_key %}); a form without one, kept from before, is known for a moment
by what stands in it, and by who sent it from where.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction
from django.utils import timezone

from .devices import ClubRequest
from .limits import client_address
from .models import SentForm

FIELD = "form_key"
#: how long a form with a key is known, and one without
KEY_LASTS, CONTENT_LASTS = timedelta(days=1), timedelta(seconds=10)


def sent_form_path(request: ClubRequest, stands: Callable[[str], bool]) -> str:
    """Return the path to which this form led when it was sent before, "" where it was not, or where what it
    made stands no more. One query."""
    key, lasts = _key_of(request)
    sent_form = SentForm.objects.filter(key=key, sent_at__gte=timezone.now() - lasts).first()
    return sent_form.path if sent_form is not None and sent_form.path and stands(sent_form.path) else ""


def do_form_once(
    request: ClubRequest,
    work: Callable[[], str],
    stands: Callable[[str], bool] = lambda path: True,
    *,
    by_content: bool = True,
) -> str:
    """Do the work of a form, which returns the path to go to; where this form was sent before, and what it
    made still `stands`, return the path it led to then. What `work` raises goes through, and the form may be
    sent again. Unless `by_content` a form without a key is always another one."""
    key, lasts = _key_of(request)
    if lasts is CONTENT_LASTS and not by_content:
        return work()
    now = timezone.now()
    with transaction.atomic():  # inside of the turn to write, where `work` takes that too
        SentForm.objects.filter(sent_at__lt=now - KEY_LASTS).delete()
        SentForm.objects.filter(key=key, sent_at__lt=now - lasts).delete()
        # of two that come at once the second waits here for what the first one wrote
        row, is_new = SentForm.objects.get_or_create(key=key)
        if is_new or not stands(row.path):
            row.path = work()
            row.save(update_fields=["path"])
    return row.path


def _key_of(request: ClubRequest) -> tuple[UUID, timedelta]:
    try:
        key = UUID(request.POST.get(FIELD, ""))
        return uuid5(key, request.path), KEY_LASTS
    except ValueError:
        content = sorted((name, texts) for name, texts in request.POST.lists() if name not in IGNORED)
        fingerprint = (request.path, request.user.pk, client_address(request), content)
        return uuid5(NAMESPACE_URL, repr(fingerprint)), CONTENT_LASTS


#: fields that say nothing of what is asked for
IGNORED = (FIELD, "csrfmiddlewaretoken")
