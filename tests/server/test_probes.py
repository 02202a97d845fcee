"""What a load balancer, a container's health check and monitoring are told, and what they are not."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import pytest
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from prometheus_client.parser import text_string_to_metric_families

from mahjongclub.server import probes, readiness
from mahjongclub.server.page_threads import PageThreads
from tests.serving import free_port
from tests.tables.conftest import Phone, ron

from .asgi_asking import ask

TOKEN = "a token of this test alone"


@pytest.fixture(autouse=True)
def _fresh(settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every answer is looked at anew, and the probe's connection is closed when a test ends."""
    settings.REDIS_URL = ""
    monkeypatch.setattr(readiness, "FRESH", -1)
    yield
    readiness.DATABASE.thread.submit(connections.close_all).result()


def ready(status: int) -> dict[str, object]:
    answer = ask("/readyz", host="evil.example")
    assert answer.status == status
    assert answer.headers["cache-control"] == "no-store"
    return dict(json.loads(answer.text))


def test_healthz_says_alive_under_any_name_and_without_a_database() -> None:
    # no mark lets this test touch a database: a query would fail it
    assert ask("/healthz", host="10.1.2.3:8000").status == 200
    assert ask("/healthz", host="evil.example").text == "ok"
    assert ask("/healthz", "POST").status == 405
    assert ask("/healthz/", host="evil.example").status == 400  # any other page wants a good name


def test_healthz_answers_503_while_no_thread_of_the_pages_comes_free(monkeypatch: pytest.MonkeyPatch) -> None:
    threads, go_on = PageThreads(2), threading.Event()
    monkeypatch.setattr(probes, "page_threads", threads)
    monkeypatch.setattr(probes, "STUCK_SECONDS", 0)
    begun = [threading.Event() for _ in range(2)]

    def page(number: int) -> None:
        begun[number].set()
        go_on.wait()

    first = threads.submit(page, 0)
    begun[0].wait()
    assert ask("/healthz").status == 200
    second = threads.submit(page, 1)
    begun[1].wait()
    assert ask("/healthz").status == 503
    monkeypatch.setattr(probes, "STUCK_SECONDS", 30)
    assert ask("/healthz").status == 200  # not yet
    monkeypatch.setattr(probes, "STUCK_SECONDS", 0)
    go_on.set()
    first.result(), second.result()
    assert ask("/healthz").status == 200


@pytest.mark.django_db(transaction=True)
def test_readyz_says_ready_once_all_migrations_are_applied() -> None:
    assert ready(200) == {"ready": True, "database": "ok"}
    recorder = MigrationRecorder(connections["default"])
    last = MigrationLoader(None).graph.leaf_nodes("account")[0]
    recorder.record_unapplied(*last)
    try:
        assert ready(503) == {"ready": False, "database": "1 migrations to apply"}
    finally:
        recorder.record_applied(*last)
    assert ready(200)["database"] == "ok"


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_gone_is_named_without_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as moved:
        moved.setitem(connections["default"].settings_dict, "NAME", "/nowhere/secret-place")
        assert ready(503) == {"ready": False, "database": "fails (OperationalError)"}
    assert ready(200)["database"] == "ok"


@pytest.mark.django_db(transaction=True)
def test_a_redis_that_is_gone_is_named_without_its_password(settings) -> None:
    settings.REDIS_URL = f"redis://:secret-word@127.0.0.1:{free_port()}/0"
    assert ready(503) == {"ready": False, "database": "ok", "redis": "fails (ConnectionError)"}


def test_a_part_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "PATIENCE", 0.05)
    asked = []
    go_on = threading.Event()
    stuck = readiness.ReadinessCheck("database", lambda: (asked.append(1), go_on.wait(20), readiness.OK)[2])
    monkeypatch.setattr(readiness, "DATABASE", stuck)
    assert ready(503)["database"] == "no answer"
    assert ready(503)["database"] == "no answer"
    go_on.set()
    assert len(asked) == 1  # the second waited with the first, and began no look of its own


def test_without_a_token_there_is_no_address_for_metrics(settings) -> None:
    settings.METRICS_TOKEN = ""
    assert ask("/metrics").status == 404
    assert ask("/metrics", authorization="Bearer ").status == 404


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Bearer wrong", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", "Bearer \xff"],
)
def test_metrics_want_the_token(settings, header: str) -> None:
    settings.METRICS_TOKEN = TOKEN
    answer = ask("/metrics", authorization=header)
    assert answer.status == 401
    assert "mahjongclub" not in answer.text


def metrics() -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Every sample by its name and its labels."""
    answer = ask("/metrics", authorization=f"Bearer {TOKEN}", host="evil.example")
    assert answer.status == 200
    families = text_string_to_metric_families(answer.text)
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in families
        for sample in family.samples
    }


@pytest.mark.django_db
def test_pages_hands_and_statements_are_counted_by_name_and_never_by_address(settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    phone = Phone()
    before = metrics()
    session = phone.open_table()
    phone.confirm(session, ron(1, 2))
    phone.get(f"/t/{session.code}/")
    phone.get("/t/23456789abcdef/")
    phone.get("/no/such/page/")
    phone.generic("BREW", "/new/")
    after = metrics()

    def more(name: str, **labels: str) -> float:
        key = (f"mahjongclub_{name}", frozenset(labels.items()))
        return after.get(key, 0) - before.get(key, 0)

    assert more("requests_total", view="tables:table", method="GET", status="200") == 1
    assert more("requests_total", view="tables:table", method="GET", status="404") == 1
    assert more("requests_total", view="", method="GET", status="404") == 1
    assert more("requests_total", view="tables:new", method="other", status="405") == 1
    assert more("request_seconds_count", view="tables:table") == 2
    assert more("database_statements_total", view="tables:table") >= 2
    assert more("database_seconds_total", view="tables:table") > 0
    assert more("hands_recorded_total", variant="riichi") == 1
    assert session.code not in str(after)
