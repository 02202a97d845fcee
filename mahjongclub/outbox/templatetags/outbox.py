"""What other pages show of the outbox."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.template.context import Context
from django.urls import reverse

from mahjongclub.clubs.models import Evening
from mahjongclub.events.registration.models import Entrant
from mahjongclub.events.registration.pages import own_token

from ..forms import EntryMailForm
from ..models import Channel, EntryMail, Event, Subscription
from ..pushing import vapid_public_key

register = template.Library()


@register.inclusion_tag("outbox/_tell_results.html", takes_context=True)
def results_button(context: Context, evening: Evening) -> dict[str, object]:
    """The button that tells the results of an evening now, where there are some and a channel takes them."""
    channels = Channel.objects.filter(club=evening.club_id)
    takes = (
        any(Event.RESULTS in channel.events for channel in channels) and evening.sessions.counting().exists()
    )
    return {"evening": evening, "club": context["club"], "takes": takes, "csrf_token": context["csrf_token"]}


@register.inclusion_tag("outbox/_entry_mail.html", takes_context=True)
def entry_mail_card(context: Context, entrant: Entrant) -> dict[str, object]:
    """Whether somebody who entered is written to, and where they say so; nothing without a mail server."""
    mail = EntryMail.objects.filter(entrant=entrant).first()
    return {
        "mails": bool(settings.MAIL) and (mail is not None or not entrant.has_withdrawn),
        "mail": mail,
        "path": reverse("outbox:entry_mail", args=[entrant.pk, own_token(entrant)]),
        "form": context.get("mail_form") or EntryMailForm(),
        "csrf_token": context["csrf_token"],
    }


@register.inclusion_tag("outbox/_notices.html", takes_context=True)
def notices_card(context: Context) -> dict[str, object]:
    """The card that switches notifications on and off for this browser."""
    request = context["request"]
    device = request.visitor.device_id
    on = device is not None and Subscription.objects.filter(device=device).exists()
    token = context["csrf_token"]
    return {"on": on, "key": vapid_public_key(), "here": request.path, "csrf_token": token}
