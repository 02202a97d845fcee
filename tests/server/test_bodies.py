"""How much may be sent where, how much by all together, and for how long a body is waited for."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from django.template.loader import get_template
from django.urls import reverse

from mahjongclub.asgi import FILES_AT
from mahjongclub.server import bodies
from mahjongclub.server.bodies import FILES, FORMS, SMALL, BodyLimit, BufferRequestMiddleware
from tests.serving import ROOT

KB = 1024
IMPORT = "/c/some-club/import/"


class Sender:
    """A phone that sends `parts` one by one when let, and what it is answered."""

    def __init__(self, path: str, *parts: int, announced: int | None = None) -> None:
        headers = [(b"transfer-encoding", b"chunked")]
        if announced is not None:
            headers = [(b"content-length", str(announced).encode())]
        self.scope = {"type": "http", "method": "POST", "path": path, "headers": headers}
        self.parts: asyncio.Queue[int] = asyncio.Queue()
        for part in parts:
            self.parts.put_nowait(part)
        self.status = 0

    async def receive(self) -> dict[str, Any]:
        part = await self.parts.get()
        return {"type": "http.request", "body": b"x" * part, "more_body": part > 0}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]

    def to(self, app: BufferRequestMiddleware) -> asyncio.Task[None]:
        return asyncio.create_task(app(self.scope, self.receive, self.send))  # type: ignore[arg-type]


async def taken(scope: Any, receive: Any, send: Any) -> None:
    size, more = 0, True
    while more:
        part = await receive()
        size, more = size + len(part["body"]), part["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": [], "size": size})
    await send({"type": "http.response.body", "body": b""})


def status(app: BufferRequestMiddleware, sender: Sender) -> int:
    """What it is answered to a body that is all there."""

    async def one() -> None:
        await sender.to(app)

    asyncio.run(one())
    return sender.status


def test_forms_are_small_and_files_may_be_larger_where_they_are_taken() -> None:
    app = BufferRequestMiddleware(taken, files_at=FILES_AT)
    for path in ("/new/", "/t/23456789abcdef/copy/back/", "/nowhere/", "/account/login/"):
        assert app.limit_at(path) == FORMS
        assert status(app, Sender(path, FORMS.size, 0)) == 200
        assert status(app, Sender(path, FORMS.size, 1, 0)) == 413
        assert status(app, Sender(path, announced=FORMS.size + 1)) == 413  # nothing of it is read
    assert reverse("reading:import", args=["some-club"]) == IMPORT
    assert app.limit_at(IMPORT) == FILES
    assert status(app, Sender(IMPORT, FILES.size, 0)) == 200
    assert status(app, Sender(IMPORT, FILES.size, 1, 0)) == 413
    assert app.held == 0


def test_every_form_with_files_is_sent_to_where_they_are_taken() -> None:
    """A form that takes files says so in its template; another one needs its view in FILES_AT."""
    pages = [path.name for path in (ROOT / "templates").rglob("*.html") if "multipart/" in path.read_text()]
    taken = [
        "bring_club.html",
        "dues.html",
        "import.html",
        "list.html",
        "roster.html",
        "tournament_plan.html",
    ]
    assert sorted(pages) == [*taken, "upload.html"]
    assert {"reading:club", "reading:import"} <= FILES_AT
    assert get_template("exchange/import.html")


def test_all_together_are_bounded_and_a_hand_has_its_place() -> None:
    async def many() -> None:
        app = BufferRequestMiddleware(taken, together=1024 * KB)
        halves = [Sender("/new/", 128 * KB) for _half in range(4)]
        waiting = [half.to(app) for half in halves]
        while app.held < 512 * KB:
            await asyncio.sleep(0)
        refused, hand = Sender("/new/", 128 * KB, 0), Sender("/new/", SMALL, 0)
        await refused.to(app)
        await hand.to(app)
        assert (refused.status, hand.status) == (503, 200)
        assert app.held == 512 * KB
        halves[0].parts.put_nowait(0)
        await waiting[0]
        again = Sender("/new/", 128 * KB, 0)
        await again.to(app)
        assert (halves[0].status, again.status) == (200, 200)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert app.held == 0

    asyncio.run(many())


def test_small_ones_are_bounded_too() -> None:
    async def many() -> None:
        app = BufferRequestMiddleware(taken, together=4 * SMALL)
        waiting = [Sender("/new/", SMALL).to(app) for _hand in range(4)]
        while app.held < 4 * SMALL:
            await asyncio.sleep(0)
        last = Sender("/new/", 1, 0)
        await last.to(app)
        assert last.status == 503
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(many())


@pytest.mark.parametrize("still", [True, False], ids=["nothing comes", "it comes too slowly"])
def test_a_body_is_not_waited_for_without_end(monkeypatch: pytest.MonkeyPatch, still: bool) -> None:
    whole, gap = (60.0, 0.01) if still else (0.05, 60.0)
    monkeypatch.setattr(bodies, "FORMS", BodyLimit(FORMS.size, whole))

    async def slow() -> int:
        sender = Sender("/new/", 1)
        answer = sender.to(BufferRequestMiddleware(taken, patience=gap))
        while not answer.done():
            if not still:
                sender.parts.put_nowait(1)
            await asyncio.sleep(0.001)
        return sender.status

    assert asyncio.run(slow()) == 408


def test_a_part_that_comes_at_the_last_moment_does_not_undo_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "FORMS", BodyLimit(FORMS.size, 0.01))

    class AtTheLastMoment(Sender):
        async def receive(self) -> dict[str, Any]:
            part = await super().receive()
            time.sleep(0.02)  # the part is here and the time is over, both before anybody looks
            return part

    async def late() -> int:
        sender = AtTheLastMoment("/new/", 1)
        await asyncio.wait_for(sender.to(BufferRequestMiddleware(taken, patience=60.0)), 10)
        return sender.status

    assert asyncio.run(late()) == 408
