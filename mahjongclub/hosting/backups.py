"""Backups for the owner of the installation: made, looked into, fetched, brought, restored.

Everything is what the commands do (`server/backups`). What gives away or replaces everything asks for the
password, or a passkey, typed a moment ago.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import wraps
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import ResolverMatch
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.accounts.identity import SignInAgainRequired, check_identity_confirmed
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account, Club, Player
from mahjongclub.server.backups import archive, jobs, staging
from mahjongclub.server.backups.making import STEPS, make_backup, store_uploaded_backup
from mahjongclub.server.backups.restoring import LOOK_STEPS, examine_backup
from mahjongclub.server.bodies import BodyLimit
from mahjongclub.tables.models import Hand, Session

from .access import HostView, host_only_view, log_host_change

#: what a backup is told by, and the tables that hold it
COUNTED = {
    "clubs_account": Account,
    "clubs_club": Club,
    "clubs_player": Player,
    "tables_session": Session,
    "tables_hand": Hand,
}
SALT = "mahjongclub.hosting.upload"
#: how long a page that takes an upload is good for, and the upload with it
TICKET_SECONDS = 3600


def requires_recent_sign_in(view: HostView) -> HostView:
    """Wrap a view of the host's so that it needs a sign-in of a moment ago."""

    @wraps(view)
    def page(request: ClubRequest, host: Account, **kwargs: Any) -> HttpResponse:
        try:
            check_identity_confirmed(request)
        except SignInAgainRequired:
            messages.error(request, _("Sign out and in again first: this page needs a recent sign-in."))
            return redirect("hosting:backups")
        return view(request, host, **kwargs)

    return page


@require_safe
@host_only_view
def list_backups(request: ClubRequest, host: Account) -> HttpResponse:
    """The backups there are, what is being done, and what came of the last restore."""
    if request.htmx and "job" in request.GET:
        job = jobs.current_job()
        answer = render(request, "hosting/_job.html", {"job": job})
        if job is None or not job.running:
            answer["HX-Refresh"] = "true"  # the list has one more by now
        return answer
    context = {
        "rows": [_row(path) for path in backup_files()],
        "directory": settings.BACKUP_DIR,
        "program": settings.PROGRAM,
        "job": jobs.current_job(),
        "outcome": staging.restore_outcome(),
        "wanted": staging.restore_request(),
        "restores": _restores_here(),
    }
    return render(request, "hosting/backups.html", context)


@require_POST
@host_only_view
def start_backup(request: ClubRequest, host: Account) -> HttpResponse:
    """Have a backup made; where one is being made already, that one is watched."""
    directory = Path(settings.BACKUP_DIR)

    def work(step: Callable[[], None]) -> dict[str, Any]:
        call_command("erase_names", stdout=StringIO())
        return {"name": make_backup(directory, step=step).name}

    if jobs.start_job("make", "", STEPS, work):
        log_host_change(host, _("A backup is made."))
    else:
        messages.info(request, _("Another task is still running. Wait until it is done."))
    return redirect("hosting:backups")


@require_safe
@host_only_view
@requires_recent_sign_in
def download_backup(request: ClubRequest, host: Account, name: str) -> Any:
    """The file itself: it holds everybody's names and the key of this installation."""
    path = _called(name)
    try:
        file = path.open("rb")
    except FileNotFoundError:
        raise Http404("the file is gone") from None
    log_host_change(host, _("Downloaded: %(name)s") % {"name": name})
    answer = FileResponse(file, as_attachment=True, filename=name, content_type="application/gzip")
    answer["Content-Encoding"] = "identity"  # packed already
    return answer


@require_safe
@host_only_view
@requires_recent_sign_in
def choose_backup_to_upload(request: ClubRequest, host: Account) -> HttpResponse:
    """Show the form for a backup file. It posts to `upload_backup`, whose address is good for a while."""
    if not _restores_here():
        return redirect("hosting:backups")
    return render(request, "hosting/upload.html", {"ticket": upload_ticket(host), "most": upload_limit()})


def upload_ticket(host: Account) -> str:
    """What stands in the address of an upload: who may, from now on for TICKET_SECONDS."""
    return signing.TimestampSigner(salt=SALT).sign(str(host.pk)).replace(":", "~")


def account_id_of_ticket(ticket: str) -> str:
    """Return the id of the account that a ticket for an upload is of; "" for a ticket that is not good."""
    try:
        signer = signing.TimestampSigner(salt=SALT)
        return str(signer.unsign(ticket.replace("~", ":"), max_age=TICKET_SECONDS))
    except signing.BadSignature:
        return ""


def upload_limit() -> int:
    """How many bytes an upload may have: what the disk has room for beside its proof, 4 GB at most."""
    try:
        free = shutil.disk_usage(settings.DATA_DIR).free
    except OSError:
        return 0
    return min(4 << 30, free // 8)


def body_limit_at(match: ResolverMatch) -> BodyLimit | None:
    """How much may be sent to an address: much to that of an upload, with a ticket for it, alone.

    Asked before anybody knows who sends: without the ticket nobody fills the disk.
    """
    if match.view_name != "hosting:upload" or not account_id_of_ticket(match.kwargs["ticket"]):
        return None
    return BodyLimit(upload_limit(), TICKET_SECONDS, str(settings.DATA_DIR))


@require_POST
@host_only_view
def upload_backup(request: ClubRequest, host: Account, ticket: str) -> HttpResponse:
    """Take a file in among the backups, under a name of ours. Nothing of it is restored by that."""
    if account_id_of_ticket(ticket) != str(host.pk):
        return redirect("hosting:bring")
    file = request.FILES.get("file")
    try:
        if file is None:
            raise CommandError(_("Choose a file."))
        backup = store_uploaded_backup(file.chunks(), Path(settings.BACKUP_DIR))
    except CommandError as fault:
        context = {"ticket": ticket, "most": upload_limit(), "fault": str(fault), "chosen": file is not None}
        return render(request, "hosting/upload.html", context, status=422)
    log_host_change(host, _("Uploaded: %(name)s") % {"name": backup.name})
    return redirect("hosting:backup", backup.name)


@require_http_methods(["GET", "HEAD", "POST"])
@host_only_view
@requires_recent_sign_in
def show_or_examine_backup(request: ClubRequest, host: Account, name: str) -> HttpResponse:
    """One backup: what it holds beside what is here now, once it has been looked into (POST)."""
    path = _called(name)
    if request.method == "POST":
        started = jobs.start_job("check", name, LOOK_STEPS, lambda step: examine_backup(path, step=step))
        if not started:
            messages.info(request, _("Another task is still running. Wait until it is done."))
        return redirect("hosting:backup", name)
    return _page(request, path)


@require_POST
@host_only_view
@requires_recent_sign_in
def restart_and_restore(request: ClubRequest, host: Account, name: str) -> HttpResponse:
    """Have it restored: the app stops, does it, and starts again. Only what was looked into last."""
    path, job = _called(name), jobs.current_job()
    if not _restores_here():
        raise Http404("at the terminal alone")
    if job is None or not _is_of(job, name) or job.fault:
        return redirect("hosting:backup", name)
    if "sure" not in request.POST:
        return _page(request, path, _("Tick the box to say that you know what is replaced."))
    log_host_change(host, _("To be restored: %(name)s") % {"name": name})
    staging.queue_restore(path, host.pk)
    return render(request, "hosting/restoring.html", {"name": name})


def _page(request: ClubRequest, path: Path, fault: str = "") -> HttpResponse:
    job = jobs.current_job()
    looked = job if job is not None and _is_of(job, path.name) else None
    context: dict[str, object] = {
        "row": _row(path),
        "path": path,
        "program": settings.PROGRAM,
        "job": looked or (job if job is not None and job.running else None),
        "looked": looked,
        "fault": fault,
        "restores": _restores_here(),
    }
    if looked is not None and looked.done and not looked.fault:
        made = datetime.fromisoformat(looked.result["made"])
        context |= {
            "made": made,
            "counts": [
                {
                    "label": LABELS[table](),
                    "there": looked.result["rows"].get(table, 0),
                    "here": model._default_manager.count(),
                }
                for table, model in COUNTED.items()
            ],
            "since": Session.objects.filter(created_at__gt=made).count(),
            "accounts_since": Account.objects.filter(date_joined__gt=made).count(),
            "running": Session.objects.live().count(),
        }
    return render(request, "hosting/backup.html", context, status=422 if fault else 200)


LABELS: dict[str, Callable[[], str]] = {
    "clubs_account": lambda: _("Accounts"),
    "clubs_club": lambda: _("Clubs"),
    "clubs_player": lambda: _("Players"),
    "tables_session": lambda: _("Games"),
    "tables_hand": lambda: _("Hands"),
}


def _is_of(job: jobs.Job, name: str) -> bool:
    return job.kind == "check" and job.name == name


def _restores_here() -> bool:
    """Whether the browser can restore: SQLite's whole database is swapped in one step at a start."""
    return connection.vendor == "sqlite"


def backup_files() -> list[Path]:
    """The backups in BACKUP_DIR, the newest first; plain files of our own names alone."""
    directory = Path(settings.BACKUP_DIR)
    try:
        backups = [path for path in directory.iterdir() if archive.moment_in_name(path)]
    except OSError:
        return []
    return sorted((path for path in backups if path.is_file() and not path.is_symlink()), reverse=True)


def _called(name: str) -> Path:
    """The backup of that name: one of those listed, so that no name leads elsewhere."""
    backup = next((path for path in backup_files() if path.name == name), None)
    if backup is None:
        raise Http404("no such backup")
    return backup


@dataclass(frozen=True, slots=True)
class BackupRow:
    """A backup that lies here: when it was made, its size in bytes, and why it was made."""

    name: str
    made: datetime
    size: int
    reason: str


def _row(path: Path) -> BackupRow:
    made = datetime.strptime(archive.moment_in_name(path), archive.STAMP).replace(tzinfo=UTC)
    try:
        size = path.stat().st_size
    except OSError:
        size = 0
    return BackupRow(name=path.name, made=made, size=size, reason=archive.reason_in_name(path))
