"""Serve the app: bring database, texts and static files up to date, print the address, listen."""

import io
import ipaddress
import logging
import os
import socket
from argparse import ArgumentParser
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import segno
import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from uvicorn.supervisors import Multiprocess

from mahjongclub.server.backups import staging
from mahjongclub.server.measures import share_metrics_with_workers
from mahjongclub.server.own_files import restrict_files_to_owner
from mahjongclub.server.patience import TimeoutProtocol
from mahjongclub.server.sqlite_library import empty_stale_write_ahead_log, sqlite_warning
from mahjongclub.server.systems import missing_protections, raise_open_file_limit
from mahjongclub.server.upgrading import upgrade_database
from mahjongclub.server.ways_to_https import ways_to_https

from ... import compiled_texts, joined_files

log = logging.getLogger(__name__)

# How long an answer may still take after Ctrl-C; streams end by themselves before that.
SHUTDOWN_SECONDS = 2
# A connection stays open while four names are typed, and for longer than a proxy keeps its own (Caddy: two
# minutes): on a bad line opening another takes as long as an answer.
IDLE_SECONDS = 130


def time_zone_in_words() -> str:
    """Which time zone the server is in, whose it is, and how another one is said."""
    zone = settings.TIME_ZONE
    if settings.TIME_ZONE_SAID:
        return f"Time zone: {zone}, by TIME_ZONE. Each club has its own in its settings."
    return f"Time zone: {zone}, that of this machine (set TIME_ZONE for another). Each club has its own."


class Command(BaseCommand):
    help = "Serve the app on HOST and PORT, for the phones of the local network or behind a proxy."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host",
            default=settings.HOST,
            help="address to listen on (default: HOST, else with https as PUBLIC_URL this machine alone)",
        )
        parser.add_argument("--port", default=8000, type=int, help="port to listen on (default: 8000)")
        parser.add_argument(
            "--workers", default=1, type=int, help="processes; more than one needs REDIS_URL (default: 1)"
        )
        parser.add_argument(
            "--without-backup",
            action="store_true",
            help="bring the database up to a new version without a backup first",
        )

    def handle(self, **options: Any) -> None:
        workers = options["workers"]
        if workers > 1 and not settings.REDIS_URL:
            raise CommandError("Several processes need REDIS_URL: through it phones hear of every change.")
        if workers > 1 and os.name == "nt":
            raise CommandError("Windows has no several processes on one port: leave --workers out.")
        raise_open_file_limit()
        restrict_files_to_owner()
        if staging.run_requested_restore(settings.BACKUP_DIR, self.stdout.write):
            staging.restart_process()  # with the key that was restored
        serving = staging.hold_serving_lock()
        listener = listening_socket(options["host"], options["port"])
        try:
            compiled_texts.compile_stale_catalogues()
        except OSError as fault:  # installed where only its installer may write
            self.stderr.write(f"Translations may be old, as they could not be compiled: {fault}")
        restrict_files_to_owner()  # after the texts, which are for whoever runs the code
        joined_files.collect_static_if_changed()
        upgrade_database(settings.BACKUP_DIR, self.stdout.write, back_up=not options["without_backup"])
        self.prepare()
        call_command("erase_names", stdout=io.StringIO())
        empty_stale_write_ahead_log(connection)
        if word := sqlite_warning():
            log.warning(word)
        for sentence in missing_protections():
            self.stdout.write(f"{sentence} (docs/security.md, On other systems)")
        self.show_address(options["host"], listener.getsockname()[1])
        config = uvicorn.Config(
            "mahjongclub.asgi:application",
            http=TimeoutProtocol,
            log_config=None,  # the log lines of settings.LOGGING
            access_log=False,
            server_header=False,
            lifespan="off",
            ws="none",
            workers=workers,
            # Only a server behind a proxy believes what is said about a visitor, and that proxy alone.
            proxy_headers=bool(settings.PUBLIC_URL),
            forwarded_allow_ips=settings.TRUSTED_PROXIES,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            timeout_keep_alive=IDLE_SECONDS,
        )
        try:
            if workers > 1:
                with share_metrics_with_workers():
                    several = Multiprocess(config, sockets=[listener])
                    staging.stop_when_restore_queued(several.should_exit.set)
                    several.run()
            else:
                server = uvicorn.Server(config)
                staging.stop_when_restore_queued(partial(setattr, server, "should_exit", True))
                server.run(sockets=[listener])
        except KeyboardInterrupt:  # raised again by uvicorn once all is closed
            pass
        finally:
            serving.release()
        if staging.restore_request() is not None:
            listener.close()
            staging.restart_process()

    def prepare(self) -> None:
        """What else is done before anybody is served, with the database up to date."""

    def print_after_address(self, local: str) -> None:
        """What else is printed once it is said where the app is; `local` is its address on this machine."""

    def show_address(self, host: str, port: int) -> None:
        """Print where the app is, with a QR code for the phones when they can reach it."""
        reach = settings.PUBLIC_URL or f"http://{url_host(reachable_address(host))}:{port}"
        address = f"{reach}/"
        if settings.PUBLIC_URL or not is_loopback(host):
            code = io.StringIO()
            segno.make(address, error="l").terminal(out=code, border=2, compact=self.can_draw_half_blocks())
            self.stdout.write(f"\nmahjongclub is at {address} - on a phone of the same network, scan:\n")
            self.stdout.write(code.getvalue())
            if not settings.PUBLIC_URL:
                self.stdout.write(f"On this machine: http://localhost:{port}/")
                self.show_cost_of_plain_http(urlsplit(reach).hostname or "localhost", port)
        else:
            self.stdout.write(f"\nmahjongclub is at {address} (this machine only)")
        self.stdout.write(time_zone_in_words())
        call_command("owner_link", address, stdout=self.stdout)
        self.print_after_address(settings.PUBLIC_URL or local_address(host, port))
        self.stdout.write("Ctrl-C stops it.")
        self.stdout.flush()

    def show_cost_of_plain_http(self, host: str, port: int) -> None:
        """Print what phones lack without https, and the shortest ways to it."""
        self.stdout.write(
            "\nThis is plain HTTP: phones let their screens go dark, and open nothing without network.\n"
            "With https they do better. Run one of these beside it, then start this again with\n"
            "PUBLIC_URL set to the address (docs/https.md):"
        )
        for way in ways_to_https(url_host(host), port):
            self.stdout.write(f"  {way.name}: {way.command}")

    def can_draw_half_blocks(self) -> bool:
        """Tell whether the terminal's encoding has the half blocks of a compact QR code."""
        try:
            "▀▄█".encode(getattr(self.stdout, "encoding", None) or "utf-8")
        except UnicodeEncodeError:
            return False
        return True


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket listening on host and port; CommandError where that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=512)
    except (OSError, OverflowError) as error:
        another = "make run PORT=8001" if settings.IS_CHECKOUT else f"{settings.PROGRAM} serve --port 8001"
        raise CommandError(f"Cannot listen on {host} port {port}: {error}. Try: {another}") from error
    # An answer's head and body are two packets: without this the second waits for a phone's word that it has
    # the first, which comes after 40 ms. asyncio sets it on sockets that know their protocol; these do not.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # A phone that is gone acknowledges nothing. What waits for it is little and lies in the system's buffer,
    # where `TimeoutProtocol` does not look. Linux would try for a quarter of an hour. Connections inherit
    # this.
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        patience = round(settings.SEND_SECONDS * 1000)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, patience)
    return listener


def local_address(host: str, port: int) -> str:
    """Return where a browser of this machine finds a server that listens on `host`."""
    anywhere = host in ("0.0.0.0", "::") or is_loopback(host)
    return f"http://{'localhost' if anywhere else url_host(host)}:{port}"


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach `host`."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def reachable_address(host: str) -> str:
    """Return the address under which others reach a server that listens on `host`."""
    if host not in ("0.0.0.0", "::"):
        return host
    # Connecting a datagram socket sends nothing; it only asks which way a packet would leave.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def url_host(host: str) -> str:
    """Return `host` as it stands in a URL."""
    return f"[{host}]" if ":" in host else host
