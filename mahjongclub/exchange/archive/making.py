"""Making an archive for somebody at a browser: in a thread, whose signs of life any process can read.

A process that ends leaves its archive unfinished and silent; whichever process is asked about it next makes
it from the beginning, as an archive is the club of one moment. Files lie in DATA_DIR/exports for a day.
"""

from __future__ import annotations

import contextlib
import logging
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread, Timer
from time import monotonic
from uuid import UUID, uuid4

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from mahjongclub.clubs.models import Account, Club
from mahjongclub.clubs.write_lock import hold_write_lock

from ..models import KEPT, SILENT, Export
from .writing import write_archive

log = logging.getLogger(__name__)
#: seconds between two signs of life
SIGN = 1.0


class ExportTakenOver(Exception):
    """Another process makes this archive by now, or nobody wants it any more."""


def get_or_create_archives_folder() -> Path:
    """Return the folder of the files, for this system's user alone; make it where there is none."""
    path = Path(settings.DATA_DIR) / "exports"
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def archive_path(export: Export) -> Path:
    """Return the path of an archive's file, once made. Each run has its own, and overwrites no other."""
    return get_or_create_archives_folder() / f"{export.token}.{export.run}.zip"


def delete_files_to_restart_exports(exports: QuerySet[Export]) -> None:
    """Delete the files of these archives; each is made once more when it is asked for next."""
    exports = exports.filter(failed=False)
    for export in exports:
        delete_archive_files(export)
    exports.update(run=None, alive_at=None, rows_done=0, size=None, finished_at=None)


def delete_archive_files(export: Export) -> None:
    """Delete the files of an archive, once this transaction stands."""
    name = archive_path(export).stem

    def remove() -> None:
        for path in get_or_create_archives_folder().glob(f"{name}.*"):
            _remove(path)

    transaction.on_commit(remove)


def get_or_create_export(club: Club, account: Account) -> Export:
    """Begin a new archive of the club, or return the one being made already."""
    delete_expired_exports()
    with hold_write_lock(), transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        pending = club.exports.filter(finished_at=None, failed=False).first()
        export = pending or Export.objects.create(club=club, made_by=account)
    start_export_unless_running(export)
    return export


def start_export_unless_running(export: Export) -> None:
    """Have this archive made where nobody has begun, or whoever did has been silent too long."""
    if export.finished_at is not None or export.failed:
        return
    now, run = timezone.now(), uuid4()
    nobody = Q(alive_at=None) | Q(alive_at__lt=now - SILENT)
    waiting = Export.objects.filter(nobody, pk=export.pk, finished_at=None, failed=False)
    with hold_write_lock():
        taken_over = waiting.update(run=run, alive_at=now, rows_done=0)
    if taken_over:
        thread = Thread(target=_make_and_leave, args=[export.pk, run], daemon=True)
        transaction.on_commit(thread.start)  # it looks for the row


def _make_and_leave(pk: int, run: UUID) -> None:
    try:
        write_export_archive(pk, run)
    except ExportTakenOver:
        pass
    except Exception:
        log.exception("archive %s could not be made", pk)
        _note(pk, run, failed=True, finished_at=timezone.now())
    finally:
        connection.close()


def write_export_archive(pk: int, run: UUID) -> None:
    """Write the archive as `run`. ExportTakenOver where another has taken it over meanwhile."""
    export = Export.objects.select_related("club").get(pk=pk)
    export.run = run
    target = archive_path(export)
    draft = target.with_suffix(".part")
    told_at = 0.0

    def sign(done: int, whole: int) -> None:
        nonlocal told_at
        if monotonic() - told_at >= SIGN:
            told_at = monotonic()
            signs.submit(_note, pk, run, alive_at=timezone.now(), rows_done=done, rows=whole).result()

    # the thread that reads the club sees one moment and cannot write: another gives the signs of life
    with ThreadPoolExecutor(1) as signs:
        try:
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                write_archive(export.club, file, sign)
            try:
                size = draft.stat().st_size
                os.replace(draft, target)
            except FileNotFoundError:  # taken away: somebody in it is to be forgotten
                raise ExportTakenOver from None
            try:
                signs.submit(_note, pk, run, finished_at=timezone.now(), size=size).result()
            except BaseException:
                target.unlink(missing_ok=True)
                raise
        finally:
            draft.unlink(missing_ok=True)
            signs.submit(lambda: connection.close())  # that thread's, not this one's
    forget = Timer(KEPT.total_seconds() + 60, delete_expired_exports)
    forget.daemon = True
    forget.start()


def _note(pk: int, run: UUID, **values: object) -> None:
    with hold_write_lock():
        if not Export.objects.filter(pk=pk, run=run, finished_at=None).update(**values):
            raise ExportTakenOver


def delete_expired_exports() -> None:
    """Remove files and rows of more than a day ago, and files of which no row is left."""
    before = timezone.now() - KEPT
    with hold_write_lock():
        Export.objects.filter(Q(created_at__lt=before - KEPT) | Q(finished_at__lt=before)).delete()
    files = {f"{token}.{run}" for token, run in Export.objects.values_list("token", "run")}
    for path in get_or_create_archives_folder().iterdir():
        if path.stem not in files:
            _remove(path)


def _remove(path: Path) -> None:
    """Take a file away; one that Windows keeps while it is written or sent goes with the next sweep."""
    with contextlib.suppress(PermissionError):
        path.unlink(missing_ok=True)
