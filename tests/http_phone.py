"""A phone that speaks plain HTTP with the real server: cookies, tokens of forms, streams of news."""

from __future__ import annotations

import contextlib
import html
import http.client
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urlsplit

from benchmarks.phones import ALL_TENPAI
from tests.serving import RunningServer

PASSWORD = "four winds and a stick"
PLAYERS = ("Aiko", "Benoît", "Chen", "Dina")


@dataclass
class Answer:
    """What the server said: status, headers, text."""

    status: int
    headers: http.client.HTTPMessage
    text: str


@dataclass
class HttpPhone:
    """A browser without script at `url`; one connection a request. OSError and HTTPException go through."""

    url: str
    cookies: dict[str, str] = field(default_factory=dict)
    timeout: float = 15.0
    #: what its browser asks for
    language: str = "en"

    def get(self, path: str) -> Answer:
        return self._request("GET", path)

    def post(self, path: str, form: dict[str, Any]) -> Answer:
        body = urlencode({**form, "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")})
        return self._request("POST", path, body)

    def send_files(self, path: str, field: str, files: dict[str, bytes]) -> Answer:
        """Post files, by their names, as a form with one field for them does."""
        part = 'Content-Disposition: form-data; name="{}"'
        parts = [(part.format("csrfmiddlewaretoken"), self.cookies.get("csrftoken", "").encode())]
        parts += [(f'{part.format(field)}; filename="{name}"', content) for name, content in files.items()]
        body = b"".join(
            b"--x\r\n" + head.encode() + b"\r\n\r\n" + content + b"\r\n" for head, content in parts
        )
        return self._request("POST", path, body + b"--x--\r\n", "multipart/form-data; boundary=x")

    def found_club(self, who: str, club: str) -> str:
        """Make an account on this browser and found a public club; the path of the club."""
        form = {"username": who, "password1": PASSWORD, "password2": PASSWORD}
        self.get("/account/signup/")
        assert self.post("/account/signup/", form).status == 302
        self.get("/clubs/new/")
        founded = self.post("/clubs/new/", {"name": club, "visibility": "public"})
        assert founded.status == 302, founded.text
        return founded.headers["Location"]

    def open_table(self) -> str:
        """Open and start a riichi table; its code."""
        self.get("/new/?variant=riichi")
        names = {f"name-{number}": name for number, name in enumerate(PLAYERS)}
        answer = self.post("/new/", {"variant": "riichi", "method": "order", **names})
        assert answer.status == 302, answer.text
        code = answer.headers["Location"].split("/")[2]
        assert self.post(f"/t/{code}/seats/start/", {}).status == 302
        return code

    def scorer_link(self, code: str) -> str:
        """The path that lets another phone keep the score too."""
        found = re.search(r'id="link-scorer" value="([^"]+)"', self.get(f"/t/{code}/share/").text)
        assert found is not None
        return urlsplit(html.unescape(found[1])).path

    def join(self, link: str) -> None:
        """Follow a link to a table."""
        assert self.get(link).status == 302
        self.get("/new/?variant=riichi")  # a page with a form brings the token of forms

    def look(self, code: str) -> tuple[int, int]:
        """The version of the table and the number of the hand being played."""
        page = self.get(f"/t/{code}/").text
        version, number = re.search(r'data-version="(\d+)"', page), re.search(r"/hand/(\d+)/", page)
        assert version is not None, page
        assert number is not None, page
        return int(version[1]), int(number[1])

    def confirm(self, code: str, seen: tuple[int, int], key: str, outcome: Any = ALL_TENPAI) -> int:
        """Submit the hand to come as the confirm sheet does, having `seen` what `look` gives; the status."""
        version, number = seen
        form = {"draft": json.dumps(outcome), "version": version, "played": number - 1, "key": key}
        answer = self.post(f"/t/{code}/hand/{number}/", form)
        if answer.status == 302:
            assert answer.headers["Location"] == f"/t/{code}/"
        return answer.status

    def live_path(self, code: str) -> str:
        """The address of the table's stream for this phone."""
        found = re.search(r'data-live="([^"]+)"', self.get(f"/t/{code}/").text)
        assert found is not None
        return html.unescape(found[1])

    @contextlib.contextmanager
    def listening(self, path: str) -> Iterator[http.client.HTTPResponse]:
        """The open stream at `path`."""
        connection = self._connection()
        with contextlib.closing(connection):
            connection.request("GET", path)
            with connection.getresponse() as stream:
                assert stream.status == 200
                yield stream

    def _connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=self.timeout)

    def _request(
        self,
        method: str,
        path: str,
        body: str | bytes | None = None,
        kind: str = "application/x-www-form-urlencoded",
    ) -> Answer:
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Accept-Language": self.language,
        }
        if body is not None:
            headers["Content-Type"] = kind
        with contextlib.closing(self._connection()) as connection:
            connection.request(method, path, body, headers)
            with connection.getresponse() as response:
                text = response.read().decode()
                for cookie in response.headers.get_all("Set-Cookie", []):
                    self.cookies.update({name: morsel.value for name, morsel in SimpleCookie(cookie).items()})
                return Answer(response.status, response.headers, text)


def owner(server: RunningServer) -> HttpPhone:
    """A phone of the club's owner."""
    found = re.search(r"https?://[^/\s]+(/account/owner/\S+/)", server.log.read_text(errors="replace"))
    assert found is not None
    phone = HttpPhone(server.url)
    phone.get(found[1])
    person = {"username": "Odile", "password1": PASSWORD, "password2": PASSWORD}
    assert phone.post(found[1], {**person, "name": "Arras", "visibility": "members"}).status == 302
    return phone
