"""What the log says: whose request each line is, nothing forged, no address that is a right."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest
from django.conf import settings as django_settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import include, path

from mahjongclub.server.log_lines import JsonFormatter, RequestIdAndRouteFilter, TextFormatter
from mahjongclub.server.watching import RequestLogMiddleware

FORGED = "Aiko\n2026-11-22 09:00:00 ERROR mahjongclub: all is lost\x1b[2J\u2028"


def faulty(request: HttpRequest, token: str) -> HttpResponse:
    logging.getLogger("mahjongclub.test").warning("%s sat down", FORGED)
    raise ValueError(FORGED)


urlpatterns = [path("faulty/<str:token>/", faulty, name="faulty"), path("", include("mahjongclub.urls"))]


class Lines:
    """A handler as settings.LOGGING has it, writing where the test can read."""

    def __init__(self, formatter: logging.Formatter) -> None:
        self.stream = io.StringIO()
        self.handler = logging.StreamHandler(self.stream)
        self.handler.setFormatter(formatter)
        self.handler.addFilter(RequestIdAndRouteFilter())

    def __iter__(self) -> Iterator[str]:
        return iter(self.stream.getvalue().splitlines())

    def json(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self]


@pytest.fixture(params=[JsonFormatter, TextFormatter], ids=["json", "text"])
def lines(request: pytest.FixtureRequest) -> Iterator[Lines]:
    how = django_settings.LOGGING["formatters"]["text"]
    formatter = (
        JsonFormatter()
        if request.param is JsonFormatter
        else TextFormatter(how["format"], how["datefmt"], how["style"])
    )
    found = Lines(formatter)
    loggers = [logging.getLogger(name) for name in ("mahjongclub", "django", "mahjongclub.requests")]
    levels = [logger.level for logger in loggers]
    for logger in loggers[:2]:
        logger.addHandler(found.handler)
    loggers[2].setLevel(logging.INFO)
    yield found
    for logger, level in zip(loggers, levels, strict=True):
        logger.removeHandler(found.handler)
        logger.setLevel(level)


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_every_line_of_a_request_has_its_id_and_none_is_forged_or_tells_a_token(lines: Lines) -> None:
    client = Client(raise_request_exception=False)
    answer = client.get("/faulty/secret-token/", headers={"x-request-id": "proxy-17.a_b"})
    assert answer.status_code == 500
    assert answer.headers["X-Request-ID"] == "proxy-17.a_b"
    written = lines.stream.getvalue()
    assert "secret-token" not in written
    assert "\x1b" not in written
    assert "/faulty/<str:token>/" in written
    if isinstance(lines.handler.formatter, JsonFormatter):
        entries = lines.json()
        assert [entry["logger"] for entry in entries] == [
            *("mahjongclub.test", "django.request", "mahjongclub.requests"),
        ]
        assert {entry["request_id"] for entry in entries} == {"proxy-17.a_b"}
        assert entries[0]["message"] == f"{FORGED} sat down"
        assert "ValueError" in str(entries[1]["exception"])
        assert {name: entries[2][name] for name in ("view", "method", "status")} == {
            "view": "faulty",
            "method": "GET",
            "status": 500,
        }
        return
    own = [line for line in lines if not line.startswith("    ")]
    assert len(own) == 3  # what follows of a fault is indented, so that it begins no line
    assert all(re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (WARNING|ERROR|INFO) ", line) for line in own)
    assert all(line.endswith("[proxy-17.a_b]") for line in own)


@pytest.mark.django_db
@pytest.mark.parametrize("given", ["", "two words", "a\u00e9", "x" * 65, 'quote"', "%0a", "a,b"])
def test_an_id_that_could_do_harm_is_replaced(client: Client, given: str) -> None:
    answers = [client.get("/no-such-page/", headers={"x-request-id": given}) for _time in range(2)]
    ids = [answer.headers["X-Request-ID"] for answer in answers]
    assert all(re.fullmatch("[0-9a-f]{32}", number) for number in ids)
    assert ids[0] != ids[1]


@pytest.mark.django_db
def test_a_refused_host_and_a_redirect_have_an_id_too(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example"}).headers["X-Request-ID"]


def test_a_file_that_is_kept_for_years_has_none(rf: RequestFactory) -> None:
    kept = HttpResponse(headers={"Cache-Control": "max-age=315360000, public, immutable"})
    assert "X-Request-ID" not in RequestLogMiddleware(lambda _request: kept)(rf.get("/static/site.css"))
    assert "X-Request-ID" in RequestLogMiddleware(lambda _request: HttpResponse())(rf.get("/"))
