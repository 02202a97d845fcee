"""Lines of the log: each with its request's id, none to be forged, none with an address that is a right."""

from __future__ import annotations

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

#: the id of the request being answered, "" outside of one
request_id: ContextVar[str] = ContextVar("request_id", default="")

#: what a middleware or a logger adds to a record of a request, and a line in JSON shows
EXTRAS = ("view", "method", "status", "milliseconds")
# Ends of lines and controls of terminals: with them a name typed by a visitor could write lines of its own.
UNPRINTABLE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")


class RequestIdAndRouteFilter(logging.Filter):
    """Gives every record its request's id, and takes the address out of a record about a request.

    Whoever has the address of a table, of an invitation or of a first start may enter: no log keeps it.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        request = getattr(record, "request", None)
        path = getattr(request, "path", "")
        if path and isinstance(record.args, tuple):
            route = route_of(request)
            record.args = tuple(
                word.replace(path, route) if isinstance(word, str) else word for word in record.args
            )
        return True


def route_of(request: object) -> str:
    """The address of a request as the site map has it, with what it is of left open.

    "(no page)" where it leads nowhere: then too it may have been meant as a right.
    """
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match is not None else "(no page)"


class TextFormatter(logging.Formatter):
    """A line for people. What follows of a fault stands indented, so that no line but ours begins one."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = _printable(record.message)
        line = super().formatMessage(record)
        number = getattr(record, "request_id", "")
        return f"{line} [{number}]" if number else line

    def formatException(self, ei: object) -> str:
        return _indented(super().formatException(ei))  # type: ignore[arg-type]


class JsonFormatter(logging.Formatter):
    """A line for machines: one object, whatever stands in the message."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if number := getattr(record, "request_id", ""):
            line["request_id"] = number
        line.update((name, getattr(record, name)) for name in EXTRAS if hasattr(record, name))
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=True, default=str)


def _printable(text: str) -> str:
    return UNPRINTABLE.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def _indented(text: str) -> str:
    return "\n".join(f"    {_printable(line)}" for line in text.split("\n"))
