"""The forms to sign in and up, in our words."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm, SignupForm
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from ..hosting import use_sign_up_invitation


class SignInForm(LoginForm):
    """Name (or mail, where there is mail) and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or email address") if settings.MAIL else _("Name")
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["password"].help_text = ""
        reword_allauth_form(self)


class SignUpForm(SignupForm):
    """A name, a password typed twice (without mail a mistyped one would lock its owner out), perhaps mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = _("The name by which your club knows you. You sign in with it.")
        if "email" in self.fields:
            self.fields["email"].label = _("Email address, if you like")
            self.fields["email"].help_text = _("Only to sign in by a code and to reset a forgotten password.")
        reword_allauth_form(self)

    def try_save(self, request: HttpRequest) -> Any:
        """The account, and the invitation used that it was made by: both or none."""
        with transaction.atomic():
            account, answer = super().try_save(request)
            self.joined = use_sign_up_invitation(request, account) if account is not None else None
        return account, answer


def reword_allauth_form(form: Any) -> None:
    """A form of allauth as the house writes its own: labels above, no placeholder that repeats them."""
    for name, field in form.fields.items():
        field.widget.attrs.pop("placeholder", None)
        if name == "password1":
            field.help_text = _("At least eight characters; a short sentence is good.")
        elif name == "password2":
            field.label = _("Password once more")
