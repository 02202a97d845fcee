"""The counts that limit how often anybody may try: kept in a cache, which may be in Redis."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache


def count_apart() -> None:
    """Give a worker, and the servers it starts, a database of Redis of their own: what several workers count
    together is soon more than one address may."""
    if settings.REDIS_URL:
        worker = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
        url = urlsplit(settings.REDIS_URL)._replace(path=f"/{1 + int(worker or 0) % 15}").geturl()
        os.environ["REDIS_URL"] = settings.REDIS_URL = settings.CACHES["default"]["LOCATION"] = url


def forget_counts() -> None:
    """Make the next visit the first one."""
    cache.clear()
    if settings.REDIS_URL:
        from redis import Redis

        with Redis.from_url(settings.REDIS_URL) as counts:
            if keys := list(counts.scan_iter(f"{settings.CACHES['default']['KEY_PREFIX']}:*")):
                counts.delete(*keys)
