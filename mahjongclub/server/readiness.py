"""Whether a process may be sent work: its database answers and is migrated, and Redis answers."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration

OK = "ok"
PATIENCE = 4.0  # seconds until a part that says nothing counts as gone
FRESH = 1.0  # seconds for which an answer is good: however often one asks, there is one check at a time
REDIS_SECONDS = 2.0

log = logging.getLogger(__name__)


class ReadinessCheck:
    """One thing a process depends on, looked at in a thread of its own."""

    def __init__(self, name: str, look: Callable[[], str]) -> None:
        self.name, self._look = name, look
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"ready-{name}")
        self._looking: Future[str] | None = None
        self._began = 0.0
        self._last = OK

    async def state(self) -> str:
        """OK, or in a few words what is wrong. A look already under way is waited for."""
        looking = self._looking
        if looking is None or (looking.done() and time.monotonic() - self._began > FRESH):
            self._began = time.monotonic()
            looking = self._looking = self.thread.submit(self._look)
        done, _late = await asyncio.wait({asyncio.wrap_future(looking)}, timeout=PATIENCE)
        state = done.pop().result() if done else "no answer"
        if state != self._last:
            log.log(logging.INFO if state == OK else logging.WARNING, "%s: %s", self.name, state)
        self._last = state
        return state


async def dependency_states() -> dict[str, str]:
    """Return the state of every part this process depends on, by its name."""
    parts = [DATABASE, REDIS] if settings.REDIS_URL else [DATABASE]
    results = await asyncio.gather(*(dependency.state() for dependency in parts))
    return {dependency.name: state for dependency, state in zip(parts, results, strict=True)}


def ping_database() -> str:
    """One query, once more on a fresh connection if the old one has broken."""
    for last in (False, True):
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT app, name FROM django_migrations")
                applied = set(cursor.fetchall())
        except Error as fault:  # told by its kind alone: the text may name hosts and users
            connection.close()
            if last:
                return f"fails ({type(fault).__name__})"
        else:
            missing = [
                key
                for key, step in _wanted().items()
                if key not in applied and not (step.replaces and applied.issuperset(step.replaces))
            ]
            return f"{len(missing)} migrations to apply" if missing else OK
    raise AssertionError("the last try answers")


def ping_redis() -> str:
    """One ping on a connection of its own."""
    from redis import Redis, RedisError

    try:
        with Redis.from_url(
            settings.REDIS_URL, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS
        ) as redis:
            redis.ping()
    except (RedisError, OSError) as fault:
        return f"fails ({type(fault).__name__})"
    return OK


@cache
def _wanted() -> dict[tuple[str, str], Migration]:
    return dict(MigrationLoader(None, ignore_no_migrations=True).disk_migrations or {})


DATABASE = ReadinessCheck("database", ping_database)
REDIS = ReadinessCheck("redis", ping_redis)
