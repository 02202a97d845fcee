"""The cache of several processes: Redis, and while that is away each process for itself.

It counts tries for the limits, so that nobody gets more where there are more processes. Redis stays a
convenience: a page waits half a second for it at most, once in a while, and goes on without.
"""

from __future__ import annotations

import json
import logging
import time
from typing import Any

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

ANSWER_SECONDS = 0.5  # Redis answers within this, or is taken for gone
AWAY_SECONDS = 5.0  # and then left alone for so long

log = logging.getLogger(__name__)


class JsonSerializer:
    """Values as JSON: nothing that comes from Redis is run."""

    def dumps(self, value: Any) -> Any:
        """Whole numbers stay numbers, which Redis counts up."""
        return value if type(value) is int else json.dumps(value)

    def loads(self, data: bytes) -> Any:
        return json.loads(data)


class RedisOrLocalCache(BaseCache):
    """A cache of Django's that never fails for want of Redis. Each thread has one."""

    _away_until = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        patience = {"socket_timeout": ANSWER_SECONDS, "socket_connect_timeout": ANSWER_SECONDS}
        options = {**patience, "retry": Retry(NoBackoff(), 0), "serializer": JsonSerializer}
        self._shared = RedisCache(server, {**params, "OPTIONS": options})
        self._alone = LocMemCache("counts of this process", {**params, "OPTIONS": {}})

    def add(self, *arguments: Any, **more: Any) -> Any:
        return self._ask("add", *arguments, **more)

    def get(self, *arguments: Any, **more: Any) -> Any:
        return self._ask("get", *arguments, **more)

    def set(self, *arguments: Any, **more: Any) -> Any:
        return self._ask("set", *arguments, **more)

    def touch(self, *arguments: Any, **more: Any) -> Any:
        return self._ask("touch", *arguments, **more)

    def delete(self, *arguments: Any, **more: Any) -> Any:
        return self._ask("delete", *arguments, **more)

    def incr(self, *arguments: Any, **more: Any) -> Any:
        return self._ask("incr", *arguments, **more)

    def has_key(self, *arguments: Any, **more: Any) -> Any:
        return self._ask("has_key", *arguments, **more)

    def clear(self) -> None:
        """Forget what this process counted alone. What Redis has is also others', and expires."""
        self._alone.clear()

    def _ask(self, what: str, *arguments: Any, **more: Any) -> Any:
        if time.monotonic() >= RedisOrLocalCache._away_until:
            try:
                return getattr(self._shared, what)(*arguments, **more)
            except (RedisError, json.JSONDecodeError) as fault:
                RedisOrLocalCache._away_until = time.monotonic() + AWAY_SECONDS
                log.warning("Redis does not count (%s): each process counts alone", type(fault).__name__)
        return getattr(self._alone, what)(*arguments, **more)
