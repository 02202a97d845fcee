"""The way to the sign-in from any page."""

from __future__ import annotations

from urllib.parse import urlencode

from django import template
from django.template.context import Context
from django.urls import reverse

register = template.Library()


@register.simple_tag(takes_context=True)
def sign_in_href(context: Context) -> str:
    """The sign-in page, which leads back here; from an account's page, to where that one leads.

    Else each page of the account would hold the one before in its `next`, and a crawler find no end.
    """
    request, sign_in = context["request"], reverse("account_login")
    at_account = request.path.startswith(sign_in.removesuffix("login/"))
    following = request.GET.get("next", "") if at_account else request.get_full_path()
    return f"{sign_in}?{urlencode({'next': following}, safe='/')}" if following else sign_in
