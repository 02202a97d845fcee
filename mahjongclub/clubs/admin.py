"""Accounts, clubs and players for support: found, renamed, an account shut or given a new password."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django import forms
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .models import Account, Club, Evening, Invitation, Membership, Player, PlayerMerge
from .naming import check_no_pseudonym, check_readable_name, name_key, tidy_name
from .roster import NameTaken, rename_player
from .support import ReadOnlyAdmin, ReadOnlyInline, register_admin

# Who may do what in a club is its members' roles; a passkey is its owner's alone.
for unneeded in (Group, Authenticator, EmailAddress):
    admin.site.unregister(unneeded)


class NamelessLogAdmin(admin.ModelAdmin):
    """What support changed is kept under the row's number: a name hidden or removed later stands nowhere."""

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> LogEntry:
        """As Django keeps it, with "#17" in place of the name."""
        entry = super().log_change(request, obj, message)
        entry.object_repr = f"#{obj.pk}"
        entry.save(update_fields=["object_repr"])
        return entry


class AccountAdminForm(UserChangeForm):
    """An account's name is kept tidy and nobody else's, as where it was made."""

    def clean_username(self) -> str:
        name = tidy_name(self.cleaned_data["username"])
        if Account.objects.filter(username_key=name_key(name)).exclude(pk=self.instance.pk).exists():
            raise ValidationError(_("Somebody signs in with this name already: add an initial."))
        return name


class MembershipInline(ReadOnlyInline):
    model = Membership
    fields = readonly_fields = ("club", "role", "joined_at")
    verbose_name_plural = _("clubs")


@register_admin(Account, _("account"), _("accounts"))
class AccountAdmin(NamelessLogAdmin, ReadOnlyAdmin, UserAdmin):
    """Staff help accounts; only an owner of the installation makes staff, or touches another owner."""

    form = AccountAdminForm
    list_display = ("username", "email", "is_active", "is_staff", "is_superuser", "last_login", "date_joined")
    list_filter = ("is_active", "is_staff", "is_superuser")
    search_fields = ("username", "email")
    ordering = ("username",)
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("username", "email", "password")}),
        (_("May sign in"), {"fields": ("is_active", "is_staff", "is_superuser")}),
        (_("Moments"), {"fields": ("last_login", "date_joined")}),
    )
    inlines = (MembershipInline,)

    def has_change_permission(self, request: HttpRequest, obj: Account | None = None) -> bool:
        may = obj is None or not obj.is_superuser or _owns(request)
        return may and self.admin_site.has_permission(request)

    def get_readonly_fields(self, request: HttpRequest, obj: Account | None = None) -> tuple[str, ...]:
        fixed = ("email", "is_superuser", "last_login", "date_joined")
        if obj is not None and obj.pk == request.user.pk:
            return (*fixed, "is_active", "is_staff")  # nobody locks themselves out
        return fixed if _owns(request) else (*fixed, "is_staff")


def _owns(request: HttpRequest) -> bool:
    """Whether whoever looks owns the installation."""
    return bool(getattr(request.user, "is_superuser", False))


class MembersInline(ReadOnlyInline):
    model = Membership
    fields = readonly_fields = ("account", "role", "joined_at")
    verbose_name_plural = _("members")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("account")


class ClubAdminForm(forms.ModelForm):
    """A club's name, kept tidy and no other club's."""

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        check_readable_name(name)
        if Club.objects.filter(name_key=name_key(name)).exclude(pk=self.instance.pk).exists():
            raise ValidationError(_("Another club has this name: add your town, for instance."))
        return name


@register_admin(Club, _("club"), _("clubs"))
class ClubAdmin(ReadOnlyAdmin):
    form = ClubAdminForm
    list_display = ("name", "slug", "visibility", "members", "created_at")
    list_filter = ("visibility",)
    search_fields = ("name", "slug")
    ordering = ("name",)
    fields = ("name", "visibility", "slug", "created_at")
    readonly_fields = ("slug", "created_at")
    inlines = (MembersInline,)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.admin_site.has_permission(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        clubs: QuerySet[Any] = super().get_queryset(request).annotate(member_count=Count("memberships"))
        return clubs

    @admin.display(description=_("members"))
    def members(self, club: Any) -> int:
        return int(club.member_count)


class PlayerAdminForm(forms.ModelForm):
    """A player's name, kept tidy and nobody else's in the club."""

    class Meta:
        model = Player
        fields = ("name",)

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        check_readable_name(name)
        check_no_pseudonym(name)
        others = Player.objects.without_hidden().filter_by_name(name).exclude(pk=self.instance.pk)
        others = others.exclude(merged_into=self.instance)
        places = {"club": self.instance.club_id, "known_on": self.instance.known_on_id}
        if any(where and others.filter(**{place: where}).exists() for place, where in places.items()):
            raise ValidationError(_("Another player in this club has this name."))
        return name

    def _post_clean(self) -> None:
        """The model is not touched: `rename_player` writes, and moves the name of a second spelling aside."""


#: players who hide their name, and other spellings of them
HIDDEN = Q(name_hidden=True) | Q(merged_into__name_hidden=True)


@register_admin(Player, _("player"), _("players"))
class PlayerAdmin(NamelessLogAdmin, ReadOnlyAdmin):
    """A hidden name stays hidden here too: neither shown nor found."""

    form = PlayerAdminForm
    list_display = ("name_or_pseudonym", "club", "account_name", "name_hidden", "merged_into")
    list_select_related = ("club", "account", "merged_into")
    list_filter = ("name_hidden",)
    search_fields = ("name", "club__name", "account__username")
    search_help_text = _("Name, club or account; hidden names are not found.")
    ordering = ("name", "pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("club", "account", "merged_into")

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        players_matching, repeats = super().get_search_results(request, queryset, search_term)
        return (players_matching.exclude(HIDDEN) if search_term else players_matching), repeats

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return self.admin_site.has_permission(request) and (obj is None or not obj.is_hidden)

    def get_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        first = "name_or_pseudonym" if obj is not None and obj.is_hidden else "name"
        return (first, "club", "account_name", "name_hidden", "merged_into", "created_at")

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        return ("name_or_pseudonym", "club", "account_name", "name_hidden", "merged_into", "created_at")

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        try:
            rename_player(obj, form.cleaned_data["name"])
        except NameTaken:  # taken since the form looked
            self.message_user(request, _("Another player in this club has this name."), level="error")

    @admin.display(description=_("name"), ordering="name")
    def name_or_pseudonym(self, player: Player) -> str:
        return str(player)

    @admin.display(description=_("account"))
    def account_name(self, player: Player) -> str:
        return str(player.account) if player.account and not player.is_hidden else "-"


@register_admin(Evening, _("evening"), _("evenings"))
class EveningAdmin(ReadOnlyAdmin):
    list_display = ("date", "club", "name", "place")
    list_select_related = ("club",)
    search_fields = ("name", "place", "club__name")
    fields = ("date", "club", "name", "place", "created_at")


@register_admin(Invitation, _("invitation"), _("invitations"))
class InvitationAdmin(ReadOnlyAdmin):
    list_display = ("club", "role", "places", "made_by", "made_at", "expires_at")
    list_select_related = ("club", "made_by")
    search_fields = ("club__name", "made_by__username")
    fields = ("club", "role", "places", "made_by", "made_at", "expires_at")


@register_admin(PlayerMerge, _("merge of players"), _("merges of players"))
class PlayerMergeAdmin(ReadOnlyAdmin):
    list_display = ("second_spelling", "kept", "made_by", "made_at")
    list_select_related = ("gone__merged_into", "kept", "made_by")
    fields = readonly_fields = ("second_spelling", "kept", "made_by", "made_at")

    @admin.display(description=_("second spelling"), ordering="gone__name")
    def second_spelling(self, merge: PlayerMerge) -> str:
        return str(merge.gone)


@register_admin(EmailAddress, _("email address"), _("email addresses"))
class EmailAddressAdmin(ReadOnlyAdmin):
    list_display = fields = ("email", "user", "verified", "primary")
    list_select_related = ("user",)
    search_fields = ("email", "user__username")


@register_admin(LogEntry, _("change made here"), _("changes made here"))
class ChangeAdmin(ReadOnlyAdmin):
    list_display = ("action_time", "user", "content_type", "object_repr", "__str__")
    list_select_related = ("user", "content_type")
    search_fields = ("user__username", "object_repr")
    fields = ("action_time", "user", "content_type", "object_repr", "change_message")
