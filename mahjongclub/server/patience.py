"""How long a connection is waited for: the head of a request in coming, an answer in being taken.

uvicorn waits for either without end. Both are held here, at the connection, and so for everything that is
sent: pages, files, streams. An `abort` frees what waits for the reader: the sender finds it gone.
"""

from __future__ import annotations

import asyncio
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from .systems import UNSEEN_FACTOR, queued_bytes


class TimeoutProtocol(H11Protocol):
    """uvicorn's protocol, closing a connection whose head is not whole or whose reader takes nothing."""

    head_seconds: float = settings.HEAD_SECONDS
    send_seconds: float = settings.SEND_SECONDS
    _head: asyncio.TimerHandle | None = None
    _sending: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        # Told as soon as anything is left, not from 64 KB on: the end of an answer too has to be taken.
        transport.set_write_buffer_limits(high=0)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._await_head()  # part of a head, or of a body that nobody reads
        else:
            self._head_is_here()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._await_reader(None)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._all_is_taken()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_here()
        self._all_is_taken()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        if self._head is None:
            self._head = self.loop.call_later(self.head_seconds, self.transport.abort)

    def _head_is_here(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _await_reader(self, left_before: int | None) -> None:
        """Look again after `send_seconds`, and hang up where as much is left as there was before."""
        left, factor = unread_bytes_and_patience(self.transport)
        if left == left_before:
            self.transport.abort()
        else:
            self._sending = self.loop.call_later(self.send_seconds * factor, self._await_reader, left)

    def _all_is_taken(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None


def unread_bytes_and_patience(transport: asyncio.Transport) -> tuple[int, int]:
    """How many bytes the reader has yet to take, of ours and of the system's buffer, and how many times
    longer than usual it is to be waited for.

    The system takes megabytes at once and asks for more when a third of them is gone: by our buffer alone
    a phone on a slow line would seem to take nothing for minutes. Where the system does not tell, that is
    all there is to go by, and such a phone is given the time.
    """
    ours = transport.get_write_buffer_size()
    queued = queued_bytes(transport.get_extra_info("socket"))
    return (ours, UNSEEN_FACTOR) if queued is None else (ours + queued, 1)
