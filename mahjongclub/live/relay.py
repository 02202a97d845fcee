"""Several processes, one hub each: what one publishes reaches the others over a channel of Redis.

Both ends run in threads of their own and outlive Redis. What cannot be sent waits, the newest version of
each session; what cannot be heard is made up for by telling every stream to look once the channel is back.
"""

from __future__ import annotations

import contextlib
import logging
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mahjongclub.live.hub import REMEMBERED_SESSIONS, EntryNote, Hub

from .hub import relay_waiting

if TYPE_CHECKING:
    from redis import Redis

CHANNEL = "mahjongclub:live"
#: what a message begins with, after the session's code, that tells of no version
ENTERING = "entering "
WRITTEN = re.compile("([0-9]?):([0-9a-f]{1,16})")
#: so many notes wait while another sending is under way
MOST_NOTES = 100
ANSWER_SECONDS = 2.0  # Redis answers within this, or is taken for gone
QUIET_SECONDS = 5.0  # a channel silent for so long is asked whether it is still there
FIRST_PAUSE = 0.1  # before trying again, doubled each time
LONGEST_PAUSE = 2.0

log = logging.getLogger(__name__)


class RedisRelay:
    """One process's two ends of the channel, each begun when it is first needed."""

    def __init__(self, url: str, hub: Hub) -> None:
        self._url = url
        self._hub = hub
        self._outbox: OrderedDict[str, int] = OrderedDict()
        #: notes to be sent once: what Redis does not take is forgotten
        self._notes: list[tuple[str, EntryNote]] = []
        self._filled = threading.Condition()
        self._running: set[str] = set()

    def queue_version(self, session_code: str, version: int) -> None:
        """Have a version told to the other processes, soon, or as soon as Redis is there again."""
        with self._filled:
            self._put(session_code, version)
            self._begin("live-sender", self._send_for_ever)
            self._filled.notify()

    def send_note(self, session_code: str, note: EntryNote) -> None:
        """Have a note told to the other processes now, or never."""
        with self._filled:
            self._notes = [*self._notes[1 - MOST_NOTES :], (session_code, note)]
            self._begin("live-sender", self._send_for_ever)
            self._filled.notify()

    def start_listening(self) -> None:
        """Start the thread that passes to the hub what the other processes send."""
        with self._filled:
            self._begin("live-listener", self._listen_for_ever)

    def _begin(self, name: str, work: Callable[[], None]) -> None:
        if name not in self._running:
            self._running.add(name)
            threading.Thread(target=work, name=name, daemon=True).start()

    def _put(self, session_code: str, version: int) -> None:
        self._outbox[session_code] = max(version, self._outbox.get(session_code, -1))
        if len(self._outbox) > REMEMBERED_SESSIONS:
            self._outbox.popitem(last=False)
        relay_waiting.set(len(self._outbox))

    def _send_for_ever(self) -> None:
        patience = _Patience("send to")
        with _connect(self._url) as redis:
            while True:
                with self._filled:
                    while not self._outbox and not self._notes:
                        self._filled.wait()
                    sending, self._outbox = self._outbox, OrderedDict()
                    notes, self._notes = self._notes, []
                    relay_waiting.set(0)
                try:
                    with redis.pipeline(transaction=False) as pipeline:
                        for session_code, version in sending.items():
                            pipeline.publish(CHANNEL, f"{session_code} {version}")
                        for session_code, note in notes:
                            pipeline.publish(CHANNEL, f"{session_code} {ENTERING}{entry_note_as_text(note)}")
                        pipeline.execute()
                    patience.restore()
                except Exception as fault:  # whatever it is: these threads must live, and the next try may do
                    with self._filled:
                        for session_code, version in sending.items():
                            self._put(session_code, version)
                    patience.wait(fault)

    def _listen_for_ever(self) -> None:
        patience = _Patience("hear")
        while True:
            try:
                with _connect(self._url) as redis, redis.pubsub() as channel:
                    self._hear(channel, patience)
            except Exception as fault:
                patience.wait(fault)

    def _hear(self, channel: Any, patience: _Patience) -> None:
        """Take what comes until the connection breaks, which raises."""
        channel.subscribe(CHANNEL)
        asked_for_answer = False
        while True:
            message = channel.get_message(timeout=ANSWER_SECONDS if asked_for_answer else QUIET_SECONDS)
            if message is None:
                if asked_for_answer:
                    raise TimeoutError("no answer")
                channel.ping()
                asked_for_answer = True
                continue
            asked_for_answer = False
            if message["type"] == "subscribe":
                self._hub.refresh_all_streams()
                patience.restore()
            elif message["type"] == "message":
                self._pass_on(message["data"])

    def _pass_on(self, data: bytes) -> None:
        session_code, _, content = data.decode(errors="replace").partition(" ")
        if content.startswith(ENTERING):
            if (note := read_entry_note(content.removeprefix(ENTERING))) is not None:
                self._hub.publish_note(session_code, note)
            return
        with contextlib.suppress(ValueError):  # not of our making
            self._hub.publish(session_code, int(content))


def entry_note_as_text(note: EntryNote) -> str:
    """The note as text: "2:ab12", ":ab12" without a seat."""
    return f"{'' if note.seat is None else note.seat}:{note.page_id}"


def read_entry_note(text: str) -> EntryNote | None:
    """The note in a text that came from outside, None where it is none.

    >>> read_entry_note("2:ab12")
    EntryNote(seat=2, page_id='ab12')
    """
    parsed = WRITTEN.fullmatch(text)
    return EntryNote(int(parsed[1]) if parsed[1] else None, parsed[2]) if parsed else None


class _Patience:
    """How long to wait for Redis before trying again, and one line in the log when it goes and comes."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._pause = 0.0

    def wait(self, fault: Exception) -> None:
        """Sleep, twice as long as the last time."""
        if not self._pause:
            log.warning("Cannot %s Redis (%s); trying again until it is back.", self._doing, fault)
        self._pause = min(self._pause * 2 or FIRST_PAUSE, LONGEST_PAUSE)
        time.sleep(self._pause)

    def restore(self) -> None:
        """All is well again."""
        if self._pause:
            log.info("Can %s Redis again.", self._doing)
        self._pause = 0.0


def _connect(url: str) -> Redis:
    # Redis is an extra: imported only where REDIS_URL asks for it.
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return Redis.from_url(
        url,
        socket_timeout=ANSWER_SECONDS,
        socket_connect_timeout=ANSWER_SECONDS,
        retry=Retry(NoBackoff(), 0),  # patience is ours
    )
