"""Bringing a club in from the browser: whoever may found one uploads its archive, and owns it here.

What would keep the server from everybody else for long is left to who runs it (`import_club`): large files,
and many hands or rows while tables are playing, for a club comes in within one transaction.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from mahjongclub.clubs.club_forms import NameField
from mahjongclub.clubs.club_model import LONGEST_CLUB_NAME, Club
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.hosting import (
    NotInvited,
    find_host_invitation,
    may_found_club,
    use_founding_invitation,
)
from mahjongclub.clubs.hosting_model import HostInvitation, host_choice
from mahjongclub.clubs.limits import Limit
from mahjongclub.clubs.models import Account
from mahjongclub.clubs.naming import name_key
from mahjongclub.clubs.room import LABELS, quota_for
from mahjongclub.games.kit.wording import isolated
from mahjongclub.tables.models import Hand

from .bringing import ImportedArchive, import_archive
from .container import (
    BadArchive,
    CheckedArchive,
    ClubAlreadyHere,
    NewerArchive,
    NotAnArchive,
    OlderArchive,
    TooManyRows,
)

#: bytes of the file, and of what it unfolds to: a club of a hundred thousand hands has less
MOST_BYTES, MOST_UNFOLDED = 16 << 20, 256 << 20
#: hands that come in while nobody plays (a minute), and while somebody does (a few seconds)
MOST_HANDS, HANDS_BESIDE = 30_000, 2_000
#: rows of all kinds that come in then; a club that records everything has six to seven rows a hand
MOST_ROWS, ROWS_BESIDE = 7 * MOST_HANDS, 7 * HANDS_BESIDE
#: how lately a hand was recorded where somebody plays
LATELY = timedelta(minutes=30)
#: as many as somebody tries who moves a federation
BROUGHT = Limit("clubs-brought", per_device=12, per_address=40, seconds=3600)


class ArchiveForm(forms.Form):
    """The archive of a club, and how it is called here."""

    archive = forms.FileField(
        label=gettext_lazy("Archive of the club"),
        help_text=gettext_lazy("The file that its owner made on the page Export, as it is. At most 16 MB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,application/zip"}),
    )
    name = NameField(
        label=gettext_lazy("Name of the club here"),
        help_text=gettext_lazy("Empty: the player’s own name."),
        max_length=LONGEST_CLUB_NAME,
        required=False,
    )
    second = forms.BooleanField(
        label=gettext_lazy("If the club is here already, import it as a second club"), required=False
    )

    def clean_archive(self) -> UploadedFile[bytes]:
        """A file of a size that is read here."""
        file: UploadedFile[bytes] = self.cleaned_data["archive"]
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(_too_large())
        return file

    def clean_name(self) -> str:
        """Two clubs must be told apart by their names."""
        name = str(self.cleaned_data["name"])
        if name and Club.objects.filter(name_key=name_key(name)).exists():
            raise forms.ValidationError(_("Another club has this name: add your town, for instance."))
        return name


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_club_archive(request: ClubRequest) -> HttpResponse:
    """A club from another server. ?invitation= is the host's, where one is needed to found a club."""
    owner = cast(Account, request.user)
    invitation = find_host_invitation(request.GET.get("invitation", ""))
    if not may_found_club(owner, invitation):
        return render(request, "clubs/found_closed.html", {"choice": host_choice()}, status=403)
    if request.method == "POST" and BROUGHT.is_reached(request):
        return render(request, "429.html", status=429)
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    if form.is_bound:
        BROUGHT.count_use(request)
    if form.is_bound and form.is_valid():
        try:
            brought = _bring(form, owner, invitation)
        except NotInvited:  # used in another tab, in the same moment
            return render(request, "clubs/found_closed.html", {"choice": host_choice()}, status=403)
        except BadArchive as fault:
            form.add_error("archive", archive_fault_in_words(fault))
        except TooMuchToImport as fault:
            form.add_error("archive", str(fault))
        else:
            _tell(request, brought)
            return redirect("tables:club", brought.club.slug)
    return render(request, "exchange/bring_club.html", {"form": form}, status=422 if form.is_bound else 200)


class TooMuchToImport(Exception):
    """More than is brought in from a browser, or than the host lets a club have: the text says what to do."""


def _bring(form: ArchiveForm, owner: Account, invitation: HostInvitation | None) -> ImportedArchive:
    """The club of the form's archive. BadArchive, TooMuchToImport or NotInvited, and nothing is stored."""
    packed = CheckedArchive(form.cleaned_data["archive"], most_bytes=MOST_UNFOLDED, most_rows=MOST_ROWS)
    _check_size(packed.manifest.files["hands.jsonl"].rows, packed.row_count)

    data = form.cleaned_data
    return import_archive(
        packed,
        owner=owner,
        allow_second=data["second"],
        name=data["name"],
        begin=partial(use_founding_invitation, owner, invitation),
        finish=_check_room,
    )


def _check_size(hands: int, rows: int) -> None:
    if hands > MOST_HANDS:
        raise TooMuchToImport(_too_large())
    is_large = hands > HANDS_BESIDE or rows > ROWS_BESIDE
    if is_large and Hand.objects.filter(entered_at__gte=timezone.now() - LATELY).exists():
        raise TooMuchToImport(
            _(
                "Tables are playing on this server, and so large a club would keep them waiting. Try again "
                "when nobody has played for half an hour."
            )
        )


def _check_room(club: Club) -> None:
    """TooMuchToImport where the club has more than the host lets a club have."""
    for key in ("games", "people"):
        room = quota_for(club, key)
        if room.most is not None and room.used > room.most:
            usage = {"what": LABELS[key], "used": room.used, "most": room.most}
            raise TooMuchToImport(
                _(
                    "%(what)s: the archive has %(used)d, and a club may have %(most)d on this server. Ask "
                    "the person who runs the server for more room."
                )
                % usage
            )


def _too_large() -> str:
    return _(
        "This club is too large to be imported in a browser. Ask the person who runs the server, who can "
        "import a club of any size."
    )


def archive_fault_in_words(fault: BadArchive) -> str:
    """What is wrong with an archive, in the reader's language; a place in the file is told in English."""
    if isinstance(fault, NotAnArchive):
        return _("This file is not the archive of a club. Its owner makes one on the club’s page Export.")
    if isinstance(fault, TooManyRows):
        return _too_large()
    if isinstance(fault, NewerArchive):
        return _(
            "A newer version of this program made this archive: the person who runs the server can update it."
        )
    if isinstance(fault, OlderArchive):
        return _(
            "A version before 1.0 made this archive. Import it with the last 0.x version, and export the "
            "club again there."
        )
    if isinstance(fault, ClubAlreadyHere):
        return _("The club of this archive is here already. Tick the box below to have it a second time.")
    text = _("This archive is damaged or was changed, and nothing was saved. Make a new one. (%(reason)s)")
    return text % {"reason": str(fault)}


def _tell(request: ClubRequest, brought: ImportedArchive) -> None:
    games = brought.counts["sessions"]
    text = ngettext(
        "%(club)s has been imported, with %(count)s game.",
        "%(club)s has been imported, with %(count)s games.",
        games,
    )
    messages.success(request, text % {"club": isolated(brought.club.name), "count": games})
    members = len(brought.members)
    if members > 1:
        text = ngettext(
            "%(count)s other member is to be invited again.",
            "%(count)s other members are to be invited again.",
            members - 1,
        )
        messages.info(request, text % {"count": members - 1})
    for warning in brought.warnings:
        messages.warning(request, warning)
