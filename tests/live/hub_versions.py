"""What the hub knows of a table, asked as a stream asks."""

from __future__ import annotations

import asyncio
import contextlib

from mahjongclub.live.hub import Hub


def known_version(hub: Hub, code: str) -> int | None:
    """Return the version that a stream of the table hears first, None where the hub knows none."""

    async def first_news() -> int | None:
        async with contextlib.aclosing(hub.stream_news(code)) as versions:
            news = await anext(versions)
        assert news is None or isinstance(news, int)
        return news

    return asyncio.run(first_news())
