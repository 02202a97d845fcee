"""Django's admin as support uses it: for staff alone, looking at everything, changing names and accounts.

What was played changes only through the app, which settles and follows: here it is read.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.auth.views import LogoutView, redirect_to_login
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from .accounts.second_factor import lacks_required_second_factor
from .support_words import COLUMNS


class SupportSite(admin.AdminSite):
    """The admin's pages. Signing in, out and a new password are the app's own pages, with their limits."""

    site_header = site_title = _("mahjongclub: support")
    index_title = _("Look up and help")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        """For staff, with a second factor where that is required."""
        return super().has_permission(request) and not lacks_required_second_factor(request.user)

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """To the app's sign-in; for whoever is signed in and no staff there is no such page."""
        if self.has_permission(request):
            return redirect("admin:index")
        if lacks_required_second_factor(request.user):
            return redirect("second_factor")
        if request.user.is_authenticated:
            raise Http404("for staff")
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"))

    def logout(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # type: ignore[override]
        """Out, and to the start page."""
        return LogoutView.as_view(next_page="/")(request)

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: Any = None
    ) -> HttpResponse:
        """The app's own page."""
        return redirect("account_change_password")


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that staff look at and search. Nothing is added, changed or deleted."""

    actions = None
    show_full_result_count = False
    list_per_page = 50

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.admin_site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyInline(admin.TabularInline):
    """Rows shown within another's page, to be looked at."""

    extra = 0
    can_delete = False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


Kind = type[admin.ModelAdmin]


def register_admin(model: type[models.Model], singular: Any, many: Any) -> Callable[[Kind], Kind]:
    """Register an admin page, and what it calls one row, many, and their columns.

    The words are set here and not in the model itself: they are the admin's alone, and no migration's.
    """

    def register(kind: Kind) -> Kind:
        model._meta.verbose_name, model._meta.verbose_name_plural = singular, many
        for field in model._meta.fields:
            field.verbose_name = COLUMNS.get(field.name, field.verbose_name)
        return admin.register(model)(kind)

    return register


def readable_json(value: Any) -> SafeString | str:
    """A JSON value laid out to be read, an object with a line for each of its names."""
    if value in (None, {}, []):
        return "-"
    lines = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    text = "\n".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in lines)
    return format_html("<pre>{}</pre>", text or json.dumps(value, ensure_ascii=False))


def admin_list_link(model: type[models.Model], words: Any, **conditions: Any) -> SafeString:
    """A link to the list of a model's rows that meet the conditions."""
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
    return format_html('<a href="{}?{}">{}</a>', reverse(name), urlencode(conditions), words)
