"""Adding a channel: each kind has its own questions."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator, URLValidator
from django.utils.encoding import iri_to_uri
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from .channels.base import ChannelKind
from .models import LONGEST_ADDRESS, LONGEST_CHAT, LONGEST_ENDPOINT, Event
from .pushing import is_push_public_key, is_push_secret
from .sending import allowed_url_schemes, is_typed_inner_address

#: what an organiser may ask for, in this order
ASKED_FOR = (Event.EVENING, Event.RESULTS, Event.STANDINGS)


class SubscriptionForm(forms.Form):
    """What a browser says of its subscription."""

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT)
    public_key = forms.CharField(max_length=200)
    shared_secret = forms.CharField(max_length=100)

    def clean(self) -> None:
        """An address of the internet, and keys that are keys."""
        super().clean()
        cleaned = self.cleaned_data
        endpoint = cleaned.get("endpoint", "")
        keys = is_push_public_key(cleaned.get("public_key", "")) and is_push_secret(
            cleaned.get("shared_secret", "")
        )
        if not keys or is_inner_url(endpoint) or not endpoint.isascii():
            raise ValidationError("This is no subscription.")


class ChannelForm(forms.Form):
    """Where, what, in which language."""

    address = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST_ADDRESS,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "dir": "ltr"}),
    )
    chat = forms.CharField(
        label=gettext_lazy("To whom"),
        max_length=LONGEST_CHAT,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "dir": "ltr"}),
    )
    events = forms.MultipleChoiceField(
        label=gettext_lazy("What the channel announces"),
        choices=[(event.value, event.label) for event in ASKED_FOR],
        widget=forms.CheckboxSelectMultiple,
        initial=[event.value for event in ASKED_FOR],
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"), choices=settings.LANGUAGES, widget=forms.RadioSelect
    )

    def __init__(self, kind: ChannelKind, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        self.fields["language"].initial = get_language() or "en"
        address = self.fields["address"]
        address.help_text = kind.address_help
        if kind.has_bot:
            address.label = _("Token of the bot")
            address.validators.append(RegexValidator(kind.token_shape, _("This is not the token of a bot.")))
            chat = self.fields["chat"]
            chat.help_text = kind.chat_help
            chat.validators.append(RegexValidator(kind.chat_shape, _("Nobody can be reached this way.")))
        else:
            del self.fields["chat"]

    def clean_address(self) -> str:
        """An address of the internet, as typed; what its name leads to is looked at with each message."""
        address = str(self.cleaned_data["address"])
        if self.kind.has_bot:
            return address
        whole = iri_to_uri(address)
        if is_inner_url(address) or whole is None or len(whole) > LONGEST_ADDRESS:
            raise ValidationError(_("An address that begins with https:// and leads out to the internet."))
        return whole


def is_inner_url(address: str) -> bool:
    """Whether this is no address of the internet, as it is typed."""
    try:
        URLValidator(schemes=allowed_url_schemes())(address)
        parts = urlsplit(address)
        return parts.username is not None or is_typed_inner_address(parts.hostname or "") or parts.port == 0
    except (ValidationError, ValueError):
        return True


class EntryMailForm(forms.Form):
    """Where somebody is written to about their entry, and that they agree to it."""

    address = forms.EmailField(
        label=gettext_lazy("Email address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "dir": "ltr"}),
    )
    agreed = forms.BooleanField(
        label=gettext_lazy("Write to me about this entry: its place, the waiting list, changes"),
        error_messages={"required": gettext_lazy("We write to nobody without their agreement.")},
    )
