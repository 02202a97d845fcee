"""Install what phones need to settle by themselves: Pyodide from npm, and this release packed for it."""

import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from mahjongclub.offline import installed
from mahjongclub.offline.fetching import VERSION, PyodideNotFetched, check_and_unpack_pyodide, fetch_pyodide
from mahjongclub.server import compiled_texts, joined_files


class Command(BaseCommand):
    help = "Install what phones need to settle hands without network, and pack this release for them."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--package",
            type=Path,
            metavar="FILE.tgz",
            help=f"the npm package pyodide {VERSION}, brought to a machine without Internet",
        )

    def handle(self, **options: Any) -> None:
        try:
            if installed.installed_pyodide_version() == VERSION and not options["package"]:
                self.stdout.write(f"Pyodide {VERSION} is installed already.")
            else:
                with tempfile.TemporaryDirectory() as folder:
                    place = Path(folder)
                    installed.install_pyodide(
                        check_and_unpack_pyodide(options["package"] or fetch_pyodide(place), place), VERSION
                    )
                self.stdout.write(f"Pyodide {VERSION} is installed in {settings.OFFLINE_DIR}.")
            # the packed pages name static files as the server will
            compiled_texts.compile_stale_catalogues()
            joined_files.collect_static_if_changed()
            engine = installed.get_or_pack_engine()
            gone = installed.delete_old_engines()
        except PyodideNotFetched as fault:
            raise CommandError(str(fault)) from None
        except OSError as fault:
            raise CommandError(f"{settings.OFFLINE_DIR} cannot be written: {fault}") from None
        assert engine is not None
        self.stdout.write(f"A phone fetches {engine.download_megabytes:.1f} MB, release {engine.release}.")
        if gone:
            self.stdout.write(f"Removed: {', '.join(gone)}.")
        self.stdout.write("A server that is running offers it after its next start.")
