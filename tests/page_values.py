"""A page asks its data for nothing they lack: held in every request that a test sends by Django's client.

A plugin of pytest. Where a template names what is not there, Django shows nothing and tells its log.
"""

from __future__ import annotations

import logging
from dataclasses import is_dataclass
from typing import Any

from django.db.models import Model
from django.http import HttpResponse
from django.template import VariableDoesNotExist
from django.test import Client


class Lacking(logging.Filter):
    """What was asked in vain of a dataclass or a row: a dict or a form may lack what a page asks."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep the name, and the record from every handler: writing it out may ask the database."""
        fault = record.exc_info[1] if record.exc_info else None
        if isinstance(fault, VariableDoesNotExist) and len(fault.params) == 2:
            name, asked = fault.params
            if is_dataclass(asked) or isinstance(asked, Model):
                self.names.append(f"{type(asked).__name__}.{name}")
        return False


def pytest_configure() -> None:
    lacking = Lacking()
    logger = logging.getLogger("django.template")
    logger.setLevel(logging.DEBUG)
    logger.addFilter(lacking)
    send = Client.request

    def request(self: Client, **environ: Any) -> HttpResponse:
        lacking.names.clear()
        answer = send(self, **environ)
        assert not lacking.names, f"{environ.get('PATH_INFO')} asks for {sorted(set(lacking.names))}"
        return answer

    Client.request = request  # type: ignore[method-assign]
