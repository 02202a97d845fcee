"""What whoever runs the place has chosen: who may make accounts and found clubs, and invitations to do so."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_WORD = 300
LONGEST_NOTE = 100


class AdmissionPolicy(models.TextChoices):
    """Who may come in."""

    OPEN = "open", _("Everybody")
    INVITED = "invited", _("By invitation")
    CLOSED = "closed", _("Nobody")


class HostChoice(models.Model):
    """The choices of the owner of the installation: one row, or none as long as nothing was chosen."""

    accounts = models.CharField(max_length=10, choices=AdmissionPolicy, default=AdmissionPolicy.OPEN)
    founding = models.CharField(max_length=10, choices=AdmissionPolicy, default=AdmissionPolicy.OPEN)
    #: what somebody reads who comes without an invitation: whom to ask
    word = models.CharField(max_length=LONGEST_WORD, blank=True, default="")

    #: how many clubs an account may own, and what a club may have; None for any number
    most_clubs = models.PositiveIntegerField(null=True, blank=True, default=None)
    most_people = models.PositiveIntegerField(null=True, blank=True, default=None)
    most_games = models.PositiveIntegerField(null=True, blank=True, default=None)
    most_channels = models.PositiveIntegerField(null=True, blank=True, default=None)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="one_row_of_host_choices")]

    def __str__(self) -> str:
        return f"accounts {self.accounts}, founding {self.founding}"


def host_choice() -> HostChoice:
    """What was chosen; what holds without a choice is today's way, everything open."""
    return HostChoice.objects.filter(pk=1).first() or HostChoice(pk=1)


class HostInvitation(models.Model):
    """A link of the host's, good once. Only the hash of its token is kept.

    Who makes an account by it is its `account`. To found a club by it they have it until it is used.
    """

    class Gives(models.TextChoices):
        ACCOUNT = "account", _("Create an account")
        CLUB = "club", _("To create a club, with an account")

    gives = models.CharField(max_length=10, choices=Gives, default=Gives.ACCOUNT)
    #: for whom, in the host's words: it goes with the account of whoever used it
    note = models.CharField(max_length=LONGEST_NOTE, blank=True, default="")
    token_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="host_invitations"
    )
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"host invitation {self.pk}"

    @property
    def is_open(self) -> bool:
        """Whether it can still be followed."""
        return self.used_at is None and self.expires_at > timezone.now()

    @property
    def may_found_club_by_it(self) -> bool:
        """Whether a club may be founded by it."""
        return self.gives == self.Gives.CLUB
