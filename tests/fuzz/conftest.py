"""The world is made once for all files that follow each other; each request takes back what it wrote."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from unittest.mock import patch

import pytest
from django.db import transaction
from django.test import override_settings
from django.views.defaults import page_not_found, permission_denied
from pytest_django.plugin import DjangoDbBlocker

from mahjongclub import urls
from tests.made_up_language import spoken

from .browser import refuse_plainly, tally
from .forms import FoundForm, forms_on
from .site import addresses
from .visits import PagesOf, Seen, pages_seen_by
from .world import World


@pytest.fixture(scope="package")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    refusals = {
        "handler403": refuse_plainly(permission_denied, 403),
        "handler404": refuse_plainly(page_not_found, 404),
    }
    with (
        patch.multiple(urls, create=True, **refusals),
        # spares each request a query
        override_settings(SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies"),
        django_db_blocker.unblock(),
        transaction.atomic(),
    ):
        yield World()
        transaction.set_rollback(True)


@pytest.fixture(scope="package")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One more language than there are."""
    with spoken(tmp_path_factory.mktemp("language")):
        yield


@pytest.fixture(scope="package")
def pages_of(world: World, made_up: None) -> PagesOf:
    """Somebody's pages: all of their own club's, and a third of the private club's."""

    @cache
    def pages(who: str) -> list[Seen]:
        every = list(addresses(world))
        own = [address for address in every if not address.foreign]
        foreign = [address for address in every if address.foreign]
        foreign = foreign[who == "owner" :: 3]
        return pages_seen_by(world, who, [*own, *foreign])

    return pages


@pytest.fixture(scope="package")
def forms(pages_of: PagesOf) -> list[FoundForm]:
    """What the owner of the open club is offered."""
    return forms_on(pages_of("owner"))


@pytest.fixture(autouse=True)
def counted(record_property: pytest.RecordProperty) -> Iterator[None]:
    """Tell the summary at the end how many requests were sent."""
    before = tally.requests
    yield
    record_property("requests", tally.requests - before)
