"""Somebody's program on this machine that takes what is sent to it, and answers as it is told to."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Came:
    """One request: its path, headers (names in small letters) and body."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Receiver:
    """`came` is what arrived. `answers` are the statuses to come, 200 after them."""

    url: str
    came: list[Came] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    #: what else is done with a request before it is answered
    before: Callable[[BaseHTTPRequestHandler], None] = lambda request: None
    arrived: threading.Condition = field(default_factory=threading.Condition)

    def wait_for(self, count: int, seconds: float = 20.0) -> list[Came]:
        """So many requests, as soon as they are there."""
        with self.arrived:
            assert self.arrived.wait_for(lambda: len(self.came) >= count, seconds), self.came
        return self.came


@contextlib.contextmanager
def receiving(port: int = 0) -> Iterator[Receiver]:
    """A receiver on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            with receiver.arrived:
                receiver.came.append(Came(self.path, headers, body))
                receiver.arrived.notify_all()
            with contextlib.suppress(OSError):  # whoever sent it is gone
                receiver.before(self)
                self.send_response(receiver.answers.pop(0) if receiver.answers else 200)
                self.send_header("Location", f"{receiver.url}/elsewhere")
                self.end_headers()

        def log_message(self, *arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    receiver = Receiver(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
