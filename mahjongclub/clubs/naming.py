"""What a player is called: the one place that decides between a name and a pseudonym."""

from __future__ import annotations

import re
import unicodedata

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Case, CharField, F, Value, When
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext as _
from django.utils.translation import override

LONGEST_PSEUDONYM = 230


def pseudonym(player_id: int) -> str:
    """What stands for a hidden name: the same everywhere, different for every player."""
    return _("Player no. %(number)s") % {"number": player_id}


def name_of_row(player_id: int, name: str, name_hidden: bool) -> str:
    """The name others see, from three columns of a player: where the database need not know it."""
    return pseudonym(player_id) if name_hidden else name


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


def name_key(text: str) -> str:
    """What two names have in common that differ in case alone, whatever the script.

    >>> name_key("ЮЛИЯ") == name_key("Юлия"), name_key("Straße") == name_key("STRASSE")
    (True, True)
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def alphabetical(text: str) -> tuple[str, str]:
    """Where a name stands in a list: case and accents aside, so that nobody looks for Élodie after Zoé.

    >>> sorted(["Zoé", "élodie", "Åsa", "Dina"], key=alphabetical)
    ['Åsa', 'Dina', 'élodie', 'Zoé']
    """
    apart = unicodedata.normalize("NFD", text)
    return name_key("".join(sign for sign in apart if not unicodedata.combining(sign))), text


def same_name(one: str, other: str) -> bool:
    """Whether two names differ in case at most."""
    return name_key(one) == name_key(other)


def hidden_number(text: str) -> int | None:
    """The number of the player whom this text stands for, in one of our languages; None for a name."""
    for language, _title in settings.LANGUAGES:
        with override(language):
            before, _number, after = pseudonym(0).partition("0")
        pattern = re.escape(name_key(before)) + "([0-9]{1,18})" + re.escape(name_key(after))
        if found := re.fullmatch(pattern, name_key(tidy_name(text))):
            return int(found[1])
    return None


def no_pseudonym(text: str) -> None:
    """ValidationError for a new name that looks like a hidden one: it would be taken for somebody else."""
    if hidden_number(text) is not None:
        raise ValidationError(
            _("“%(name)s” is how a hidden name is shown. Type a name.") % {"name": text}, code="pseudonym"
        )


def well_formed_name(text: str) -> None:
    """ValidationError for a name to sign in with that nobody can read, or that looks like an address."""
    if "@" in text:
        raise ValidationError(_("A name has no “@”: leave the address out."), code="at_sign")
    if not text.isprintable() or not any(letter.isalnum() for letter in text):
        raise ValidationError(_("Take a name of letters or digits."), code="unreadable")
    no_pseudonym(text)
