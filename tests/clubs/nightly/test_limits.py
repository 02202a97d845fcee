"""Who is counted as one, and what many addresses may do together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.test import override_settings
from redis import Redis

from mahjongclub.server import counts
from tests.redis_server import running_redis
from tests.tables.conftest import Phone

from ..test_limits import guesses

# several processes


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A Redis, and the cache of an installation that has it."""
    monkeypatch.setattr(counts, "AWAY_SECONDS", 0.0)
    monkeypatch.setattr(counts.RedisOrLocalCache, "_away_until", 0.0)
    with running_redis(tmp_path / "redis") as server:
        whole = {
            "default": {"BACKEND": "mahjongclub.server.counts.RedisOrLocalCache", "LOCATION": server.url}
        }
        with override_settings(CACHES=whole):
            yield server
            caches["default"].clear()


def test_processes_with_redis_count_together(shared: Any, db: None) -> None:
    assert guesses(["192.0.2.1"], 30) == [422] * 30
    with Redis.from_url(shared.url) as redis:
        keys = {key.decode() for key in redis.keys("*")}
        address = next(key for key in keys if "wrong-codes:address:192.0.2.1" in key)
        assert int(redis.get(address)) == 30
        assert 0 < redis.ttl(address) <= 600
        assert any("wrong-codes:altogether" in key for key in keys)
        redis.set(address, 60)  # the rest came to another process
    assert guesses(["192.0.2.1"], 1) == [429]


def test_a_redis_that_goes_away_stops_no_page_and_no_limit(shared: Any, db: None) -> None:
    assert guesses(["192.0.2.1"], 1) == [422]
    shared.stop()
    assert guesses(["192.0.2.1"], 61) == [422] * 60 + [429], "each process counts alone"
    assert Phone().get("/account/login/").status_code == 200
    shared.start()
    assert guesses(["192.0.2.1"], 1) == [422], "and together again"


def test_nothing_that_lies_in_redis_is_run(shared: Any, db: None) -> None:
    """A pickle there would be code."""
    with Redis.from_url(shared.url) as redis:
        redis.set(":1:wrong-codes:address:192.0.2.1", b"cposix\nsystem\n(S'touch /tmp/run'\ntR.")
        redis.set(":1:api:192.0.2.1", b"\x80\x04.")
    assert guesses(["192.0.2.1"], 1) == [422]
    assert Phone(REMOTE_ADDR="192.0.2.1").get("/api/1/clubs/").status_code == 200
