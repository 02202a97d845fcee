"""What a player is called: the one place that decides between a name and a pseudonym."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.db.models import Case, CharField, F, Value, When
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext as _

LONGEST_PSEUDONYM = 230


def pseudonym(player_id: int) -> str:
    """What stands for a hidden name: the same everywhere, different for every player."""
    return _("Player no. %(number)s") % {"number": player_id}


def shown_name(path: str = "") -> Case:
    """The name others see, for a query; `path` leads to the player, such as "player__"."""
    before, _number, after = pseudonym(0).partition("0")
    hidden = Concat(
        Value(before),
        Cast(f"{path}pk", CharField()),
        Value(after),
        output_field=CharField(max_length=LONGEST_PSEUDONYM),
    )
    return Case(When(**{f"{path}name_hidden": True}, then=hidden), default=F(f"{path}name"))


def tidy_name(text: str) -> str:
    """A name as it is kept: composed letters, one blank between words, none around them."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", text)).strip()


def well_formed_name(text: str) -> None:
    """ValidationError for a name to sign in with that nobody can read, or that looks like an address."""
    if "@" in text:
        raise ValidationError(_("A name has no “@”: leave the address out."), code="at_sign")
    if not text.isprintable() or not any(letter.isalnum() for letter in text):
        raise ValidationError(_("Take a name of letters or digits."), code="unreadable")
