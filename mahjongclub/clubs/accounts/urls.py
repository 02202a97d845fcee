"""The pages of an account. Those that need mail are there only where mail is set up."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as account
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.webauthn import views as passkeys
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path

from . import second_factor
from .adapter import can_offer_passkeys
from .first_owner import create_first_owner
from .forms import reword_allauth_form
from .signing_up import SignUpView

Page = Callable[..., HttpResponse]


FORMS = ("form", "verify_form", "change_form")


def with_own_form_wording(page: Page) -> Page:
    """The page with its forms in our words, answering 422 where one is shown again for what was typed.

    Who is not signed in is asked to sign in, and gets no session by asking.
    """

    @wraps(page)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = page(request, *args, **kwargs)
        except ReauthenticationRequired:
            if request.user.is_authenticated:
                raise
            # allauth would keep in a session of the visitor's whatever was posted
            return redirect_to_login(request.get_full_path())
        context = getattr(response, "context_data", None) or {}
        forms = [form for name in FORMS if (form := context.get(name)) is not None]
        if request.method == "POST" and response.status_code == 200 and any(form.errors for form in forms):
            response.status_code = 422
        for form in forms:
            reword_allauth_form(form)
        return response

    return answer


def only_where_passkeys_work(page: Page) -> Page:
    """The page where a browser would make a passkey, and no such page elsewhere."""

    @wraps(page)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not can_offer_passkeys(request):
            raise Http404("passkeys need https")
        return page(request, *args, **kwargs)

    return answer


def allauth_path(route: str, view: Page, name: str) -> URLPattern:
    """An address under its allauth name."""
    return path(route, with_own_form_wording(view), name=name)


ALWAYS = [
    path("owner/<str:token>/", create_first_owner, name="first_owner"),
    allauth_path("login/", account.login, "account_login"),
    allauth_path("logout/", account.logout, "account_logout"),
    allauth_path("signup/", SignUpView.as_view(), "account_signup"),
    allauth_path("inactive/", account.account_inactive, "account_inactive"),
    allauth_path("reauthenticate/", account.reauthenticate, "account_reauthenticate"),
    allauth_path("password/change/", account.password_change, "account_change_password"),
    allauth_path("password/set/", account.password_set, "account_set_password"),
    allauth_path("passkeys/", only_where_passkeys_work(passkeys.list_webauthn), "mfa_index"),
    allauth_path("passkeys/", only_where_passkeys_work(passkeys.list_webauthn), "mfa_list_webauthn"),
    allauth_path("passkeys/add/", only_where_passkeys_work(passkeys.add_webauthn), "mfa_add_webauthn"),
    allauth_path("passkeys/login/", only_where_passkeys_work(passkeys.login_webauthn), "mfa_login_webauthn"),
    allauth_path(
        "passkeys/confirm/",
        only_where_passkeys_work(passkeys.reauthenticate_webauthn),
        "mfa_reauthenticate_webauthn",
    ),
    allauth_path(
        "passkeys/<int:pk>/name/", only_where_passkeys_work(passkeys.edit_webauthn), "mfa_edit_webauthn"
    ),
    allauth_path(
        "passkeys/<int:pk>/remove/", only_where_passkeys_work(passkeys.remove_webauthn), "mfa_remove_webauthn"
    ),
]
SECOND_FACTOR = [
    path("second-factor/", second_factor.show_second_factor, name="second_factor"),
    allauth_path("second-factor/code/", second_factor.AskForCodeView.as_view(), "mfa_authenticate"),
    allauth_path("second-factor/confirm/", second_factor.ConfirmByCodeView.as_view(), "mfa_reauthenticate"),
    allauth_path("second-factor/set-up/", second_factor.SetUpSecondFactorView.as_view(), "mfa_activate_totp"),
    allauth_path(
        "second-factor/turn-off/", second_factor.TurnOffSecondFactorView.as_view(), "mfa_deactivate_totp"
    ),
    allauth_path(
        "second-factor/codes/", second_factor.RecoveryCodesView.as_view(), "mfa_view_recovery_codes"
    ),
    allauth_path(
        "second-factor/codes/new/",
        second_factor.NewRecoveryCodesView.as_view(),
        "mfa_generate_recovery_codes",
    ),
]
BY_MAIL = [
    allauth_path("email/", account.email, "account_email"),
    allauth_path("confirm-email/", account.email_verification_sent, "account_email_verification_sent"),
    allauth_path("confirm-email/<str:key>/", account.confirm_email, "account_confirm_email"),
    allauth_path("login/code/", account.request_login_code, "account_request_login_code"),
    allauth_path("login/code/confirm/", account.confirm_login_code, "account_confirm_login_code"),
    allauth_path("password/reset/", account.password_reset, "account_reset_password"),
    allauth_path(
        "password/reset/confirm/", account.confirm_password_reset_code, "account_confirm_password_reset_code"
    ),
    allauth_path(
        "password/reset/complete/", account.complete_password_reset, "account_complete_password_reset"
    ),
    allauth_path(
        "password/reset/done/", account.password_reset_from_key_done, "account_password_reset_completed"
    ),
]
urlpatterns = [*ALWAYS, *SECOND_FACTOR, *(BY_MAIL if settings.MAIL else [])]
