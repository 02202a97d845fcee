"""`python -m tests.rights`: write docs/rights.md from the table of rights."""

from __future__ import annotations

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjongclub.settings")
django.setup()

from .page import PAGE, page  # noqa: E402 - it reads the models

PAGE.write_text(page())
print(PAGE)
