"""A page's thread is free before its answer is read, also where the answer is a file."""

from __future__ import annotations

import asyncio
import io
import threading
from pathlib import Path
from resource import RUSAGE_THREAD, getrusage
from typing import Any

from a2wsgi import WSGIMiddleware
from django.http import FileResponse, HttpResponse

from mahjongclub.server.answers import BufferResponseMiddleware, with_file_handover
from mahjongclub.server.page_threads import PageThreads, call_with_large_frame

SCOPE = {
    **{"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []},
    **{"client": ("127.0.0.1", 1), "server": ("localhost", 80), "scheme": "http", "http_version": "1.1"},
}


def served(answer: Any) -> BufferResponseMiddleware:
    """An app with one thread, which answers as Django does."""

    def wsgi(environ: dict[str, Any], start_response: Any) -> Any:
        response = answer()
        start_response("200 OK", list(response.items()))
        if getattr(response, "file_to_stream", None) is not None:
            response.file_to_stream.close = response.close
            return environ["wsgi.file_wrapper"](response.file_to_stream, response.block_size)
        return response

    app = WSGIMiddleware(with_file_handover(wsgi))
    app.executor = PageThreads(1)
    return BufferResponseMiddleware(app)  # type: ignore[arg-type]


async def receive() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


def read_by_two(app: BufferResponseMiddleware) -> tuple[bytes, bytes]:
    """What a slow reader gets, who reads on only once a quick one has it all."""

    async def both() -> tuple[bytes, bytes]:
        go_on, parts = asyncio.Event(), {"slow": [], "quick": []}  # type: ignore[var-annotated]

        def reader(name: str) -> Any:
            async def send(message: Any) -> None:
                if name == "slow":
                    await go_on.wait()
                parts[name].append(message.get("body", b""))

            return send

        slow = asyncio.create_task(app(SCOPE, receive, reader("slow")))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        await asyncio.wait_for(app(SCOPE, receive, reader("quick")), 20)  # type: ignore[arg-type]
        assert not slow.done()
        go_on.set()
        await slow
        return b"".join(parts["slow"]), b"".join(parts["quick"])

    return asyncio.run(both())


def test_a_slow_reader_of_a_page_holds_no_thread() -> None:
    page = b"a page of many parts" * 50_000
    parts = [page[start : start + 4096] for start in range(0, len(page), 4096)]
    assert read_by_two(served(lambda: HttpResponse(parts))) == (page, page)


def test_a_slow_reader_of_a_file_holds_no_thread_and_the_file_is_closed(tmp_path: Path) -> None:
    path, files = tmp_path / "club.zip", []
    path.write_bytes(b"an archive" * 50_000)

    def answer() -> FileResponse:
        files.append(path.open("rb"))
        return FileResponse(files[-1])

    assert read_by_two(served(answer)) == (path.read_bytes(),) * 2
    assert [file.closed for file in files] == [True, True]


def test_a_reader_who_leaves_closes_the_file(tmp_path: Path) -> None:
    file = io.BytesIO(b"x" * 1_000_000)
    closed = threading.Event()
    file.close = closed.set  # type: ignore[method-assign]

    async def leaving(message: Any) -> None:
        raise asyncio.CancelledError

    async def one() -> None:
        task = asyncio.create_task(served(lambda: FileResponse(file))(SCOPE, receive, leaving))  # type: ignore[arg-type]
        await asyncio.wait({task})

    asyncio.run(one())
    assert closed.is_set()


def test_calls_of_a_page_do_not_take_memory_from_the_system_again_and_again() -> None:
    """Where Python's pieces of stack meet, every call would: a hundred calls at each depth of a deep page."""

    def nothing() -> None:
        return

    def deep(depth: int) -> None:
        for _call in range(100):
            nothing()
        if depth:
            deep(depth - 1)

    deep(300)
    before = getrusage(RUSAGE_THREAD).ru_minflt
    call_with_large_frame(deep, 300)
    assert getrusage(RUSAGE_THREAD).ru_minflt - before < 100
