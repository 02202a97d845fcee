"""A line on which every answer comes late: bytes wait, each way, before the other end gets them.

Chromium's own throttling slows neither a service worker nor what it fetches; this slows all of it.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from queue import SimpleQueue

from tests.serving import RunningServer


class SlowLine:
    """A way to a server: `url` instead of the server's.

    What is asked is answered `late` seconds later than the server does, half of them each way, and a new call
    costs as much once more; at `rate` bytes a second each way, where that is not 0, for all calls together.
    """

    def __init__(self, server: RunningServer) -> None:
        self.server = server
        self.late = 0.0
        self.rate = 0.0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._open: list[socket.socket] = []
        self._free = {"up": 0.0, "down": 0.0}  # when each way has carried what it was given
        self._lock = threading.Lock()
        self._closed = False

    def through(self, address: str) -> str:
        """The same page of the server, by way of this line."""
        return address.replace(self.server.url, self.url)

    def serve(self) -> None:
        """Take calls until `close`."""
        while True:
            try:
                phone, _address = self._listening.accept()
            except OSError:  # closed
                return
            threading.Thread(target=self._call, args=(phone, time.monotonic()), daemon=True).start()

    def close(self) -> None:
        """Hang up, on who calls just now too."""
        with self._lock:
            self._closed = True
        for end in (self._listening, *self._open):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _call(self, phone: socket.socket, began: float) -> None:
        time.sleep(max(0.0, began + self.late - time.monotonic()))
        try:
            server = socket.create_connection(("127.0.0.1", self.server.port))
        except OSError:
            phone.close()
            return
        with self._lock:
            if not self._closed:
                self._open += [phone, server]
        if phone not in self._open:
            phone.close()
            server.close()
            return
        for way, source, target in (("up", phone, server), ("down", server, phone)):
            waiting: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
            threading.Thread(target=self._hear, args=(source, waiting), daemon=True).start()
            threading.Thread(target=self._tell, args=(way, waiting, target), daemon=True).start()

    def _hear(self, source: socket.socket, waiting: SimpleQueue[tuple[float, bytes]]) -> None:
        data = b"-"
        while data:
            try:
                data = source.recv(4096)
            except OSError:
                data = b""
            waiting.put((time.monotonic(), data))

    def _tell(self, way: str, waiting: SimpleQueue[tuple[float, bytes]], target: socket.socket) -> None:
        while True:
            heard, data = waiting.get()
            with self._lock:
                sent = max(heard, self._free[way]) + (len(data) / self.rate if self.rate else 0)
                self._free[way] = sent
            time.sleep(max(0.0, sent + self.late / 2 - time.monotonic()))
            try:
                if not data:
                    target.shutdown(socket.SHUT_WR)
                    return
                target.sendall(data)
            except OSError:  # who hung up is told no more
                return


@contextlib.contextmanager
def slow_line(server: RunningServer) -> Iterator[SlowLine]:
    """Lay a line to a server; it is as quick as the server until `late` or `rate` is set."""
    line = SlowLine(server)
    calls = threading.Thread(target=line.serve, daemon=True)
    calls.start()
    try:
        yield line
    finally:
        line.close()
        calls.join()
