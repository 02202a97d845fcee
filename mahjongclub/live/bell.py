"""The alarms of tables' clocks, told to the open streams of a table in the moment they sound.

When they sound is written in the database alone. Whoever knows how to read it there says so once
(`set_alarm_reader`); a bell reads it when the first stream of a table with a clock opens, and again at every
news of the table, as a pause or a start is. So nothing is lost with the process, and each rings for its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from mahjongclub.live.hub import Alarm, EntryNote, Hub

#: a moment (seconds since 1970) and the number of the alarm that sounds in it, 1-based
Moment = tuple[float, int]
#: the machine's time may be set while a bell waits: it looks at it again so often
LONGEST_WAIT = 30.0
#: what cannot be read is tried again after so long
TRY_AGAIN = 5.0

log = logging.getLogger(__name__)
_reader: Callable[[str], Sequence[Moment]] | None = None
# One thread, so one connection to the database, however many tables have a clock.
_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="bell")
_listening: Counter[str] = Counter()
_bells: dict[str, asyncio.Task[None]] = {}


def set_alarm_reader(reader: Callable[[str], Sequence[Moment]]) -> None:
    """Have `reader` say which alarms of a session are still to come, the next first. It runs in a thread."""
    global _reader
    _reader = reader


@contextlib.asynccontextmanager
async def ringing_alarms(hub: Hub, code: str) -> AsyncIterator[None]:
    """While entered, the streams of session `code` hear its alarms. One bell for all of a session."""
    _listening[code] += 1
    if code not in _bells:
        _bells[code] = asyncio.create_task(_ring(hub, code))
    try:
        yield
    finally:
        _listening[code] -= 1
        if not _listening[code]:
            del _listening[code]
            _bells.pop(code).cancel()


async def _ring(hub: Hub, code: str) -> None:
    news = hub.stream_news(code)
    heard = asyncio.ensure_future(anext(news))
    ahead: Sequence[Moment] | None = ()
    try:
        while True:
            wait = TRY_AGAIN if ahead is None else LONGEST_WAIT
            if ahead:
                wait = min(wait, max(0.0, ahead[0][0] - time.time()))
            await asyncio.wait({heard}, timeout=wait)
            if heard.done():
                changed = not isinstance(heard.result(), Alarm | EntryNote)
                heard = asyncio.ensure_future(anext(news))
                if changed:
                    ahead = await _read(code)
            elif ahead is None:
                ahead = await _read(code)
            elif ahead and time.time() >= ahead[0][0]:
                hub.publish_note(code, Alarm(ahead[0][1]))
                ahead = ahead[1:]
    finally:
        heard.cancel()


async def _read(code: str) -> Sequence[Moment] | None:
    """The alarms to come, None where they cannot be read: phones ask by themselves meanwhile."""
    if _reader is None:
        return ()
    try:
        return await asyncio.get_running_loop().run_in_executor(_thread, _reader, code)
    except Exception as fault:  # whatever it is: the bell must live, and the next try may do
        log.warning("Cannot read the alarms of a table (%s); trying again.", fault)  # its code is a secret
        return None
