"""Gather the texts to translate, of the app and of the engine, or compile them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from mahjongclub.server.compiled_texts import compile_stale_catalogues, translated_languages


class Command(BaseCommand):
    help = "Update the catalogues (locale/, mahjongclub/rules/locale/) from the source, or --compile them."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--compile", action="store_true", help="write the .mo files that are out of date")

    def handle(self, **options: Any) -> None:
        if not options["compile"]:
            # brings Babel, which nothing but gathering needs
            from mahjongclub.server import catalogue

            for domain in catalogue.DOMAINS:
                for language in translated_languages():
                    texts = [entry for entry in catalogue.update_catalogue(language, domain) if entry.id]
                    missing = sum(not all(catalogue.translations(entry)) for entry in texts)
                    self.stdout.write(
                        f"{domain.name}, {language}: {len(texts)} texts, {missing} without a translation"
                    )
        for path in compile_stale_catalogues():
            self.stdout.write(f"compiled {path}")
