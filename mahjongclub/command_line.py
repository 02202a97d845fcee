"""The command `mahjongclub`, as pip, pipx and uvx install it; and what manage.py runs in a checkout."""

from __future__ import annotations

import atexit
import gc
import os
import secrets
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from typing import Any

from mahjongclub import __version__

#: what can be asked for: its management command and what it does
COMMANDS = {
    "serve": ("serve", "serve the app, for the phones of the local network or behind a proxy"),
    "demo": ("demo_server", "serve a made-up club from a scratch folder, to look around in"),
    "backup": ("backup", "write everything this installation keeps into one file"),
    "restore": ("restore", "bring a backup back"),
    "export": ("export_club", "write one club into an archive"),
    "import": ("import_club", "take a club in from an archive"),
}
#: how every other management command is reached
OTHERS = "manage"
#: of the environment, what would lead a demonstration to something real
NOT_FOR_DEMO = (
    *("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "BACKUP_DIR", "EMAIL_URL"),
    *("PUBLIC_URL", "ALLOWED_HOSTS", "METRICS_TOKEN", "SECOND_FACTOR_REQUIRED"),
)


def main() -> int:
    """Do what the command line says and return the exit code: 0, or 2 for words that mean nothing here."""
    name, *arguments = sys.argv[1:] or ["--help"]
    if name in ("--version", "-V", "version"):
        sys.stdout.write(f"mahjongclub {__version__}\n")
        return 0
    if name in ("--help", "-h", "help"):
        sys.stdout.write(usage_text())
        return 0
    if name == OTHERS:
        run_management_command(["mahjongclub manage", *(arguments or ["help"])])
        return 0
    if name not in COMMANDS:
        sys.stderr.write(f"mahjongclub has no command {name!r}.\n\n{usage_text()}")
        return 2
    if name == "demo" and not {"-h", "--help"} & {*arguments}:
        serve_demo(arguments)
    else:
        run_command(name, arguments)
    return 0


def usage_text() -> str:
    """Return what can be typed, a line a command."""
    lines = "".join(f"  {name:<9} {what}\n" for name, (_command, what) in COMMANDS.items())
    return (
        "usage: mahjongclub COMMAND [OPTION ...]\n\n"
        f"{lines}  {OTHERS:<9} everything else that runs an installation: mahjongclub {OTHERS} help\n\n"
        "mahjongclub COMMAND --help tells its options, mahjongclub --version the version.\n"
        "Data is kept in your own data folder, or where DATA_DIR says.\n"
    )


def serve_demo(arguments: Sequence[str]) -> None:
    """Serve a made-up club from a folder of its own, which goes with the end of the process."""
    for variable in NOT_FOR_DEMO:
        os.environ.pop(variable, None)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # else nothing would be tidied
    folder = tempfile.mkdtemp(prefix="mahjongclub-demo-")
    os.environ |= {"DATA_DIR": folder, "DEMO_TOKEN": secrets.token_urlsafe(12)}
    atexit.register(remove_demo_folder, folder)
    run_command("demo", arguments)


def remove_demo_folder(folder: str) -> None:
    """Remove the scratch folder once every thread that made pages has ended: Windows removes no open file."""
    from django.db import connections

    connections.close_all()
    gc.unfreeze()
    gc.collect()  # the threads' connections
    shutil.rmtree(folder, ignore_errors=True)


def run_command(name: str, arguments: Sequence[str]) -> None:
    """Run one of COMMANDS. SystemExit where it fails, having said why."""

    def run() -> None:
        import django
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import ManagementUtility

        try:
            django.setup()
        except ImproperlyConfigured as fault:
            sys.exit(f"mahjongclub: {fault}")
        command = ManagementUtility().fetch_command(COMMANDS[name][0])
        command.run_from_argv(["mahjongclub", name, *arguments])

    _prepared(run)


def run_management_command(words: Sequence[str]) -> None:
    """Run the management command that these words name, the program first."""

    def run() -> None:
        from django.core.management import execute_from_command_line

        execute_from_command_line(list(words))

    _prepared(run)


def _prepared(run: Callable[[], Any]) -> None:
    """Run with the settings, the room for calls and the habits that every command has."""
    # What is imported stays. To look through it for garbage, again and again, took an eighth of every start.
    gc.set_threshold(50_000, 20, 50)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjongclub.settings")
    from mahjongclub.server.page_threads import call_with_large_frame
    from mahjongclub.server.systems import escape_unwritable_output

    escape_unwritable_output()
    try:
        call_with_large_frame(run)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    sys.exit(main())
