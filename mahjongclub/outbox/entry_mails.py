"""Mail to people who entered an event and asked for it: that they have a place, wait, move up, what changed.

Nothing is written as it happens: what somebody was told last stands beside their address, and whoever looks
next tells them how it stands now. So a change is told whichever way it was made, and two soon after each
other are one mail. An address goes with its entry, and some weeks after the event.
"""

from __future__ import annotations

import json
import logging
from datetime import timedelta
from hashlib import blake2b
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import F
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from mahjongclub.clubs.time_zones import today
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.events.registration.models import DETAILS, Entrant
from mahjongclub.events.registration.pages import own_path, place_in_line

from .channels.base import public_url
from .models import EntryMail

log = logging.getLogger(__name__)
#: how long after the last day of its event an address is kept
KEPT = timedelta(days=30)
#: a mail that the server does not take is tried so often
MOST_TRIES = 5
HELD, WAITS, PLACE, OUT = "held", "waiting", "in", "out"


def send_entry_mails() -> None:
    """Write to everybody who wants it, and whose entry does not stand as they were told last."""
    if not settings.MAIL:
        return
    mails = EntryMail.objects.select_related("entrant__tournament__club", "entrant__player__merged_into")
    for mail in mails.filter(tries__lt=MOST_TRIES):
        if mail.entrant.tournament.last_day < today(mail.entrant.tournament.club):
            continue
        now = entry_fingerprint(mail.entrant)
        if now != mail.told:
            _write(mail, now)


def delete_old_addresses() -> None:
    """Delete the addresses of events that are over for long."""
    with hold_write_lock():
        for mail in EntryMail.objects.select_related("entrant__tournament"):
            if mail.entrant.tournament.last_day < timezone.now().date() - KEPT:
                mail.delete()


def entry_fingerprint(entrant: Entrant) -> str:
    """Return a word for the state of an entry, and a digest of the event and of the entrant's answers."""
    event = entrant.tournament
    facts = [event.name, event.day.isoformat(), event.days, event.place, entrant.name, entrant.team]
    facts += [getattr(entrant, name) for name in DETAILS]
    digest = blake2b(json.dumps(facts).encode(), digest_size=12).hexdigest()
    return f"{_state(entrant)} {digest}"


def _state(entrant: Entrant) -> str:
    if entrant.has_withdrawn:
        return OUT
    if entrant.awaits_organiser_check:
        return HELD
    return WAITS if entrant.waits else PLACE


def _write(mail: EntryMail, now: str) -> None:
    before = mail.told
    with hold_write_lock():  # of two processes one writes
        mine = EntryMail.objects.filter(pk=mail.pk, told=before).update(told=now)
    if not mine or not mail.address:
        return
    with override(mail.language):
        subject, text = mail_texts(mail.entrant, before)
    try:
        send_mail(subject, text, None, [mail.address])
    except (OSError, SMTPException) as fault:
        log.warning("A mail about an entry could not be sent: %s", fault)
        with hold_write_lock():
            EntryMail.objects.filter(pk=mail.pk, told=now).update(told=before, tries=F("tries") + 1)


def mail_texts(entrant: Entrant, before: str) -> tuple[str, str]:
    """The subject and the text of a mail to somebody who knew of their entry as it stood `before`."""
    event, state, was = entrant.tournament, _state(entrant), before.partition(" ")[0]
    sentence = {
        PLACE: _("You have a place."),
        WAITS: _("You wait for a place, as number %(number)s.") % {"number": place_in_line(entrant)},
        HELD: _("Your entry has arrived. The organiser looks at it first."),
        OUT: _("You have withdrawn."),
    }[state]
    if was == WAITS and state == PLACE:
        sentence = _("A place is free: you have moved up, and have a place.")
    elif was == state:
        sentence = _("Something about your entry or the event has changed. %(said)s") % {"said": sentence}
    when = date_format(event.day, "l j F Y")
    lines = [
        entrant.shown_name,
        sentence,
        ", ".join(filter(None, [event.name, when, event.place])),
        public_url(own_path(entrant)),
        _(
            "You get this mail because you asked for it on the page of your entry, where you can also "
            "stop it."
        ),
    ]
    subject = _("%(what)s: %(value)s") % {"what": event.name, "value": sentence}
    return subject[:200], "\n\n".join(filter(None, lines))
