"""Counts and times of the pages, and everything measured in the form Prometheus reads."""

from __future__ import annotations

import glob
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from django.conf import settings
from django.db import connection
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

#: where several workers of one server count, so that any of them can tell what all counted
SHARED = "PROMETHEUS_MULTIPROC_DIR"

requests = Counter("mahjongclub_requests", "Requests answered.", ["view", "method", "status"])
request_seconds = Histogram(
    "mahjongclub_request_seconds",
    "From the first middleware to the finished answer.",
    ["view"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
database_seconds = Counter("mahjongclub_database_seconds", "Waiting for statements (COMMIT aside).", ["view"])
statements = Counter("mahjongclub_database_statements", "Statements sent to the database.", ["view"])
METHODS = {"GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH"}


class StatementTime:
    """Adds up what the statements of a request take, as a wrapper of Django's connection."""

    def __init__(self) -> None:
        self.seconds, self.count = 0.0, 0

    def __call__(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        began = perf_counter()
        try:
            return execute(*arguments)
        finally:
            self.seconds += perf_counter() - began
            self.count += 1


@contextmanager
def time_statements() -> Iterator[StatementTime]:
    """Time the statements of this thread."""
    timer = StatementTime()
    with connection.execute_wrapper(timer):
        yield timer


def count_request(view: str, method: str | None, status: int, took: float, database: StatementTime) -> None:
    """Count an answered request; a method nobody knows counts as one, so that no visitor makes new series."""
    requests.labels(view, method if method in METHODS else "other", status).inc()
    request_seconds.labels(view).observe(took)
    database_seconds.labels(view).inc(database.seconds)
    statements.labels(view).inc(database.count)


@contextmanager
def share_metrics_with_workers() -> Iterator[None]:
    """While entered, processes begun from here count together. To be entered before they are begun."""
    if not settings.METRICS_TOKEN:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="mahjongclub-metrics-") as directory:
        os.environ[SHARED] = directory
        try:
            yield
        finally:
            del os.environ[SHARED]


def metrics_exposition() -> bytes:
    """Everything measured, as text."""
    directory = os.environ.get(SHARED)
    if directory is None:
        return generate_latest(REGISTRY)
    for path in glob.glob(f"{directory}/gauge_live*.db"):
        number = int(Path(path).stem.rpartition("_")[2])
        try:
            os.kill(number, 0)
        except ProcessLookupError:  # a worker that died had phones: they are elsewhere now
            mark_process_dead(number, directory)
    registry = CollectorRegistry()
    MultiProcessCollector(registry, directory)
    return generate_latest(registry)
