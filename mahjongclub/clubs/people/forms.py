"""The forms about people, and sentences that several of their pages say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..club_forms import NameField
from ..models import LONGEST_ACCOUNT_NAME, LONGEST_NAME, Account, Player
from ..naming import check_no_pseudonym, name_key, tidy_name, well_formed_name


def name_taken_message(name: str) -> str:
    """Why a hidden name cannot be shown again."""
    return _("“%(name)s” stays hidden: another player there has this name now. Add an initial first.") % {
        "name": name
    }


def sign_in_again_message() -> str:
    """Why an account without password and passkey may not do something now."""
    return _(
        "This step needs a recent sign-in. Sign out, sign in again, then repeat the step within five minutes."
    )


class AccountNameForm(forms.Form):
    """Another name to sign in with."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy(
            "You sign in with this name. The names of your players are set on the page of each."
        ),
        max_length=LONGEST_ACCOUNT_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "username", "dir": "auto"}),
    )

    def __init__(self, account: Account, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account

    def clean_name(self) -> str:
        """The name tidied; two accounts are told apart by more than case."""
        name = tidy_name(self.cleaned_data["name"])
        well_formed_name(name)
        if Account.objects.filter(username_key=name_key(name)).exclude(pk=self.account.pk).exists():
            raise forms.ValidationError(_("Somebody signs in with this name already: add an initial."))
        return name


class PlayerNameForm(forms.Form):
    """How a player is spelt."""

    name = NameField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words", "dir": "auto"}),
        validators=[check_no_pseudonym],
    )


class WhoIAmForm(forms.Form):
    """Which player of a roster somebody is: `player` (after validation), None for a new one called `name`."""

    NEW = "new"

    who = forms.ChoiceField(label=gettext_lazy("Who are you here?"), widget=forms.RadioSelect, required=False)
    name = NameField(
        label=gettext_lazy("Name of the new player"),
        max_length=LONGEST_NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words", "dir": "auto"}),
        validators=[check_no_pseudonym],
    )

    def __init__(self, account: Account, players: list[Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = {str(player.pk): player for player in players}
        choices = [(self.NEW, _("A new player")), *((pk, player.name) for pk, player in self.players.items())]
        self.fields["who"].choices = choices  # type: ignore[attr-defined]
        same = (pk for pk, player in self.players.items() if player.name_key == account.username_key)
        self.initial = {"who": next(same, self.NEW), "name": account.username}

    @property
    def player(self) -> Player | None:
        """The player chosen."""
        return self.players.get(self.cleaned_data["who"])


class TypedNameForm(forms.Form):
    """The name typed once more before something that cannot be undone."""

    typed = forms.CharField(
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "dir": "auto"}),
    )

    def __init__(self, name: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.name = name
        self.fields["typed"].label = _("To confirm, type the name: %(name)s") % {"name": name}

    def clean_typed(self) -> str:
        """The same letters, whatever their case."""
        typed = tidy_name(self.cleaned_data["typed"])
        if typed.casefold() != tidy_name(self.name).casefold():
            raise forms.ValidationError(_("The name is different: %(name)s.") % {"name": self.name})
        return typed
