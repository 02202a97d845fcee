"""What came into clubs, for support to be looked at; the files themselves are not shown."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from mahjongclub.clubs.support import ReadOnlyAdmin, readable_json, register_admin
from mahjongclub.rules.words import Text

from .models import Origin, Upload


@register_admin(Origin, _("imported game"), _("imported games"))
class OriginAdmin(ReadOnlyAdmin):
    list_display = ("session", "club", "source", "difference_count", "brought_at")
    list_select_related = ("session", "club")
    search_fields = ("session__code", "club__name", "source", "identity")
    search_help_text = _("Code of the table, club, or file.")
    fields = ("session", "club", "source", "identity", "fingerprint", "brought_at", "differences_text")

    @admin.display(description=_("differences"))
    def difference_count(self, origin: Origin) -> int:
        return len(origin.differences)

    @admin.display(description=_("what our engine scores differently"))
    def differences_text(self, origin: Origin) -> Any:
        return readable_json([str(Text.from_json(difference)) for difference in origin.differences])


@register_admin(Upload, _("upload"), _("uploads"))
class UploadAdmin(ReadOnlyAdmin):
    list_display = ("made_at", "club", "account", "file_count")
    list_select_related = ("club", "account")
    search_fields = ("club__name", "account__username")
    search_help_text = _("Club or account.")
    fields = ("made_at", "club", "account", "file_names")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        uploads: QuerySet[Any] = super().get_queryset(request).annotate(count=Count("files"))
        return uploads

    @admin.display(description=_("files"))
    def file_count(self, upload: Any) -> int:
        count: int = upload.count
        return count

    @admin.display(description=_("files"))
    def file_names(self, upload: Upload) -> str:
        return ", ".join(upload.files.order_by("pk").values_list("name", flat=True)) or "-"
