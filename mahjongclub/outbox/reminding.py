"""Reminding those who asked for it of an evening they come to: on phones, and by mail where it is set up.

Each reminder is noted in the transaction that writes its notices, so that of two processes one reminds. A
mail that the server does not take stands in the log, and is not tried again.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from smtplib import SMTPException

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.utils import timezone
from django.utils.translation import override

from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.nights.coming import reminders_due
from mahjongclub.nights.models import Reply

from .channels.base import public_url
from .models import Notice, Subscription
from .notices import evening_notice_words, notify_repliers

log = logging.getLogger(__name__)


def send_due_reminders() -> None:
    """Remind everybody who wants to be, of what is due now and was not said yet."""
    # each club has its own today: of what is near everywhere, `reminders_due` says what is due
    now = timezone.now().date()
    near = (now - timedelta(days=1), now + timedelta(days=2))
    replies = Reply.objects.filter(reminds=True, evening__date__range=near)
    replies = replies.exclude(answer=Reply.Answer.NO).select_related("evening__club", "player__merged_into")
    for reply in replies:
        due = reminders_due(reply.evening)
        if due > reply.reminded:
            _remind(reply, due)


def _remind(reply: Reply, due: int) -> None:
    before = reply.reminded
    with hold_write_lock(), transaction.atomic():
        mine = Reply.objects.filter(pk=reply.pk, reminded=before).update(reminded=due)
        if not mine:
            return
        notify_repliers(Notice.Kind.COMES, [reply])
    _mail(reply)


def _mail(reply: Reply) -> None:
    """To the address that the player's account has confirmed; nobody without one."""
    account = reply.player.person.account_id
    if not settings.MAIL or account is None:
        return
    to = EmailAddress.objects.filter(user=account, verified=True).order_by("-primary", "pk").first()
    words = None
    if to is not None:
        phone = Subscription.objects.filter(account=account).first()
        with override(phone.language if phone is not None else settings.LANGUAGE_CODE):
            words = evening_notice_words(reply, Notice.Kind.COMES)
    if to is None or words is None:
        return
    title, body = words
    evening = reply.evening
    text = "\n\n".join(filter(None, [body, public_url(f"/c/{evening.club.slug}/evenings/{evening.pk}/")]))
    try:
        send_mail(title, text, None, [to.email])
    except (OSError, SMTPException) as fault:
        log.warning("A reminder could not be mailed: %s", fault)
