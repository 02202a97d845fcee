"""The whole server: streams, probes and files on the event loop, everything else is Django in threads.

A stream inside Django's ASGI handler would hold a thread, and a database connection once the view
has touched the ORM, for as long as a phone looks at its table. Out here it holds neither, and no more does
a file or a page that a phone takes its time to read.
"""

from typing import Any, cast

from a2wsgi import WSGIMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

# First, in a worker of its own too: it reads the settings and the models that what follows asks for.
from mahjongclub.wsgi import application as django_pages

# isort: split

from mahjongclub.hosting.backups import body_limit_at
from mahjongclub.live.endpoint import PREFIX, live_app
from mahjongclub.offline.installed import find_engine_file, load_or_pack_engine_in_background
from mahjongclub.outbox.sender import start_senders
from mahjongclub.server.answers import BufferResponseMiddleware, with_file_handover
from mahjongclub.server.bodies import BufferRequestMiddleware
from mahjongclub.server.page_threads import freeze_gc_after_import, page_threads
from mahjongclub.server.probes import PATHS, answer_probe
from mahjongclub.server.sent_files import SendFilesMiddleware, StaticFiles

#: the views to which files are sent
FILES_AT = {
    *("reading:import", "reading:club", "reading:roster_file", "reading:entrants_file", "reading:plan_file"),
    "reading:dues_file",
    "tournaments:change_seating",
}

freeze_gc_after_import()
start_senders()
load_or_pack_engine_in_background()  # the phones' engine, aside: no page waits for it
in_threads = WSGIMiddleware(cast(Any, with_file_handover(django_pages)))
in_threads.executor = page_threads
pages = BufferResponseMiddleware(
    BufferRequestMiddleware(cast(ASGIApp, in_threads), files_at=FILES_AT, large_at=body_limit_at)
)
pages_and_files = SendFilesMiddleware(pages, StaticFiles().find, find_engine_file)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one ASGI connection."""
    path = scope["path"] if scope["type"] == "http" else ""
    answer = live_app if path.startswith(PREFIX) else answer_probe if path in PATHS else pages_and_files
    await answer(scope, receive, send)
