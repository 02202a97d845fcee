"""The whole server: `/live/` streams and probes on the event loop, everything else is Django in threads.

A stream inside Django's ASGI handler would hold a thread, and a database connection once the view
has touched the ORM, for as long as a phone looks at its table. Out here it holds neither.
"""

from typing import Any, cast

from a2wsgi import WSGIMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from mahjongclub.house.bodies import WholeBodies
from mahjongclub.house.probes import PATHS, probes
from mahjongclub.house.settling_in import settle_in
from mahjongclub.live.endpoint import PREFIX, live
from mahjongclub.offline.installed import prepare
from mahjongclub.wsgi import application as django_pages

# Every thread keeps a database connection of its own, so this is also the number of those.
PAGE_THREADS = 8

settle_in()
prepare()  # the phones' engine, aside: no page waits for it
pages = WholeBodies(cast(ASGIApp, WSGIMiddleware(cast(Any, django_pages), workers=PAGE_THREADS)))


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one ASGI connection."""
    path = scope["path"] if scope["type"] == "http" else ""
    answer = live if path.startswith(PREFIX) else probes if path in PATHS else pages
    await answer(scope, receive, send)
