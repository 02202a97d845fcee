"""The hall is made once; each request takes back what it wrote."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from unittest.mock import patch

import pytest
from django.db import transaction
from django.template.backends.django import Template
from django.test import override_settings
from django.views.defaults import page_not_found, permission_denied
from pytest_django.plugin import DjangoDbBlocker

from mahjongclub import urls
from mahjongclub.server.backups import jobs
from mahjongclub.sheets import answers
from mahjongclub.sheets.typesetting import Printed
from tests.fuzz.browser import refuse_plainly

from .hall import Hall
from .visiting import Visits

#: what an answer looks like is not asked here and takes most of the time: tests/fuzz and tests/sheets look
BLANK = {
    (Template, "render"): lambda *_page, **_context: "",
    (answers, "print_sheet"): lambda _sheet: Printed(b"", {}),
    (answers, "svg_pages"): lambda _sheet, _printed: [b""],
    (jobs, "start_job"): lambda *_work: True,  # no backup is made
}
REFUSALS = {
    "handler403": refuse_plainly(permission_denied, 403),
    "handler404": refuse_plainly(page_not_found, 404),
}


@pytest.fixture(scope="module")
def visits(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Visits]:
    with ExitStack() as stack:
        stack.enter_context(patch.multiple(urls, create=True, **REFUSALS))
        for (place, name), blank in BLANK.items():
            stack.enter_context(patch.object(place, name, blank))
        # everybody has typed their password as the hall was made, and however long this takes, lately
        stack.enter_context(override_settings(ACCOUNT_REAUTHENTICATION_TIMEOUT=24 * 3600))
        stack.enter_context(django_db_blocker.unblock())
        stack.enter_context(transaction.atomic())
        logging.disable(logging.CRITICAL)  # a line for each refusal, which pytest would keep
        stack.callback(logging.disable, logging.NOTSET)
        yield Visits(Hall())
        transaction.set_rollback(True)
