"""Sessions and their history for support: found and read. Outcomes change only through the app."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from mahjongclub.clubs.support import ReadOnlyAdmin, admin_list_link, readable_json, register_admin

from .models import Access, Hand, HouseRules, Revision, Session, seat_rows


def json_column(label: Any, name: str) -> Any:
    """A column of what a row keeps as JSON, laid out for reading."""

    @admin.display(description=label)
    def column(looking: ReadOnlyAdmin, row: Any) -> Any:
        return readable_json(getattr(row, name))

    return column


@register_admin(Session, _("session"), _("sessions"))
class SessionAdmin(ReadOnlyAdmin):
    list_display = ("code", "variant", "club", "evening", "started_at", "ended_at", "version")
    list_select_related = ("club", "evening")
    list_filter = ("variant", ("ended_at", admin.EmptyFieldListFilter), ("club", admin.EmptyFieldListFilter))
    search_fields = ("code", "club__name")
    search_help_text = _("Code of the session, or name of the club.")
    ordering = ("-pk",)
    fields = (
        "code",
        ("variant", "preset", "house_rules"),
        ("club", "evening"),
        ("created_at", "started_at", "ended_at"),
        ("version", "closed", "agreeing"),
        "players",
        "history",
        "now",
        "noted",
        "paper",
        "frozen",
    )

    @admin.display(description=_("players"))
    def players(self, session: Session) -> SafeString:
        rows = [(row.number + 1, row.name, row.score) for row in seat_rows(session)]
        return format_html_join("\n", "<div>{}. <bdi>{}</bdi>: {}</div>", rows)

    @admin.display(description=_("history"))
    def history(self, session: Session) -> SafeString:
        links = (
            admin_list_link(Hand, _("hands"), session__id__exact=session.pk),
            admin_list_link(Revision, _("revisions"), session__id__exact=session.pk),
            admin_list_link(Access, _("accesses"), session__id__exact=session.pk),
        )
        return format_html_join(" · ", "{}", ((link,) for link in links))

    now = json_column(_("the table now"), "state")
    noted = json_column(_("noted of the hand in play"), "pending")
    paper = json_column(_("from paper"), "on_paper")
    frozen = json_column(_("frozen rules"), "rules")


class SessionRowAdmin(ReadOnlyAdmin):
    """Rows of sessions, found by the session's code."""

    search_fields = ("session__code",)
    search_help_text = _("Code of the session.")
    ordering = ("-pk",)
    list_select_related: ClassVar[Any] = ("session",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        # Django asks for list_select_related only where nothing else was selected yet
        return super().get_queryset(request).select_related(*self.list_select_related)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup == "session__id__exact" or super().lookup_allowed(lookup, value, request)  # type: ignore[arg-type]


@register_admin(Hand, _("hand"), _("hands"))
class HandAdmin(SessionRowAdmin):
    list_display = ("session", "number", "label", "entered_at", "changed_at")
    fields = ("session", "number", "what", "settled", "entered_at", "changed_at", "awaits", "words")

    @admin.display(description=_("name"))
    def label(self, hand: Hand) -> str:
        return str(hand.result.get("label", ""))

    what = json_column(_("outcome"), "outcome")
    settled = json_column(_("result"), "result")
    words = json_column(_("what the seats said"), "said")


@register_admin(Revision, _("revision"), _("revisions"))
class RevisionAdmin(SessionRowAdmin):
    list_display = ("session", "version", "action", "hand_number", "made_at", "made_by")
    list_select_related = ("session", "made_by")
    list_filter = ("action",)
    fields = ("session", "version", "action", "hand_number", "was", "became", "made_by", "made_at")

    was = json_column(_("before"), "before")
    became = json_column(_("after"), "after")


@register_admin(Access, _("access"), _("accesses"))
class AccessAdmin(SessionRowAdmin):
    list_display = ("session", "device", "role", "seat", "created_at")
    list_select_related = ("session", "device")
    list_filter = ("role",)
    fields = ("session", "device", "role", "seat", "created_at")


@register_admin(HouseRules, _("house rules"), _("house rules"))
class HouseRulesAdmin(ReadOnlyAdmin):
    list_display = ("name", "variant", "preset", "club", "changed_at")
    list_select_related = ("club",)
    list_filter = ("variant",)
    search_fields = ("name", "club__name")
    fields = ("name", "club", "variant", "preset", "options", "changed_at")

    options = json_column(_("rules"), "rules")
