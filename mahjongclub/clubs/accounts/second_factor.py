"""A second factor: six digits of an authenticator app beside the password, and codes on paper for without it.

Everybody may have one. A passkey is both factors in one, so that whoever signs in with it is not asked.
By a setting (`SECOND_FACTOR_REQUIRED`) the installation's owner and staff have no rights before they have it.
"""

from __future__ import annotations

import base64
from io import BytesIO
from textwrap import wrap
from typing import Any, cast

import segno
from allauth.account.decorators import reauthentication_required
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.base.views import AuthenticateView, ReauthenticateView
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.recovery_codes.views import GenerateRecoveryCodesView, ViewRecoveryCodesView
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal import flows
from allauth.mfa.totp.views import ActivateTOTPView, DeactivateTOTPView
from allauth.mfa.webauthn.internal.flows import did_use_passwordless_login
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import salted_hmac
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ..ciphers import cipher
from ..devices import ClubRequest
from ..models import Account
from .identity import sign_out_elsewhere

APP, CODES = Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES
#: how long a code could be taken a second time: the steps before and after its own, and its own
CODE_LIVES = 3 * 30


def has_second_factor(account: Any) -> bool:
    """Whether the password alone does not sign this account in."""
    return bool(Authenticator.objects.filter(user=account.pk, type=APP).exists())


def lacks_required_second_factor(account: Any) -> bool:
    """Whether the account has rights on this server that it may not use before it has a second factor."""
    staff = getattr(account, "is_staff", False) or getattr(account, "is_superuser", False)
    return bool(settings.SECOND_FACTOR_REQUIRED and staff and not has_second_factor(account))


def remove_second_factor(account: Account) -> bool:
    """Have the password alone sign in again; whether it did not before."""
    return bool(Authenticator.objects.filter(user=account, type__in=(APP, CODES)).delete()[0])


class AskForCodeStage(AuthenticateStage):
    """The step of signing in that asks for the code. Whoever has passkeys alone is not asked."""

    def _should_handle(self, request: HttpRequest) -> bool:
        account = self.login.user
        return (
            account is not None
            and has_second_factor(account)
            and not did_use_passwordless_login(request, account)
        )


class CodeForm(AuthenticateForm):
    """A code of the app, good once, or one of those on paper."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code")
        self.fields["code"].help_text = _(
            "Six digits of your authenticator app, or one of your recovery codes."
        )

    def clean_code(self) -> str:
        code = super().clean_code()
        used = f"second-factor:{self.user.pk}:{code}"
        if self.authenticator.type == APP and not cache.add(used, 1, CODE_LIVES):
            raise SecondFactorAdapter().validation_error("incorrect_code")
        return str(code)


class SecondFactorAdapter(DefaultMFAAdapter):
    """What app and codes stand on is encrypted under the secret key: no copy of the database has it."""

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return _cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:  # the secret key is another: no code is right any more
            return base64.b32encode(salted_hmac("mahjongclub.no-code", encrypted_text).digest()).decode()

    def build_totp_svg(self, url: str) -> str:
        body = BytesIO()
        look = {"border": 0, "dark": "#000", "xmldecl": False, "svgclass": None, "omitsize": True}
        segno.make(url, error="m").save(body, kind="svg", **look)
        return body.getvalue().decode()


def _cipher() -> Fernet:
    return cipher("mahjongclub.second-factor")


@login_required
@never_cache
@require_safe
def show_second_factor(request: ClubRequest) -> HttpResponse:
    """Whether one is set up, and what can be done about it."""
    context = {"has_one": has_second_factor(request.user), "must": lacks_required_second_factor(request.user)}
    return render(request, "mfa/second_factor.html", context)


class AskForCodeView(AuthenticateView):
    """The page between the password and being signed in. A passkey is given on the page before."""

    form_class = CodeForm

    def _build_forms(self) -> Any:
        self.webauthn_form = None
        posted = self.request.POST if self.request.method == "POST" else None
        self.auth_form = self.get_form_class()(user=self.stage.login.user, data=posted)
        return self.auth_form


class ConfirmByCodeView(ReauthenticateView):
    """The code in place of the password, where it is asked whether it is you."""


class FirstCodeForm(ActivateTOTPForm):
    """A code of the app, and its key in groups that can be read."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code of the app")
        self.key = " ".join(wrap(self.secret, 4))


class SetUpSecondFactorView(ActivateTOTPView):
    """The picture for the app, and the first code as a proof that the app has it."""

    form_class = FirstCodeForm

    def form_valid(self, form: Any) -> HttpResponse:
        request = cast(ClubRequest, self.request)
        account = cast(Account, request.user)
        flows.activate_totp(request, form)
        RecoveryCodes.activate(account)
        sign_out_elsewhere(request, account)  # whoever got in by the password alone is out
        messages.success(request, _("The second factor is on."))
        return redirect("mfa_view_recovery_codes")


class TurnOffSecondFactorView(DeactivateTOTPView):
    """The password alone again."""

    def form_valid(self, form: Any) -> HttpResponse:
        flows.deactivate_totp(self.request, self.authenticator)
        remove_second_factor(cast(Account, self.request.user))
        messages.success(self.request, _("The second factor is off."))
        return redirect("second_factor")


class NewRecoveryCodesView(GenerateRecoveryCodesView):
    """Other codes for the paper; those before are void."""

    def form_valid(self, form: Any) -> HttpResponse:
        super().form_valid(form)
        messages.success(self.request, _("These are your new recovery codes. The old ones are void."))
        return redirect("mfa_view_recovery_codes")


@method_decorator(never_cache, name="dispatch")
@method_decorator(reauthentication_required(app="allauth.mfa"), name="dispatch")
class RecoveryCodesView(ViewRecoveryCodesView):
    """The codes that are left."""
