"""A thumb that knows no game: it taps what the page shows, until a hand is recorded."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from urllib.parse import urljoin, urlsplit
from uuid import uuid4

from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone

#: Taps without a confirmation in sight after which it begins anew, and how often it does.
TAPS, TURNS = 24, 12


@dataclass
class Tap:
    """What can be tapped: a link, or a button with the fields its form sends."""

    address: str
    fields: dict[str, list[str]] | None = None
    choices: dict[str, list[str]] = field(default_factory=dict)

    @property
    def confirms(self) -> bool:
        """Whether it is the button under the payments: it alone says how many hands its phone has seen."""
        return self.fields is not None and {"draft", "played"} <= set(self.fields)

    def sent(self, chance: Random) -> dict[str, list[str]]:
        """The fields as a browser sends them, one of each row of choices taken."""
        chosen = {name: [chance.choice(values)] for name, values in self.choices.items()}
        return {**(self.fields or {}), **chosen, "key": [str(uuid4())]}


class _Page(HTMLParser):
    """The links and the buttons of a page's main part."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.taps: list[Tap] = []
        self._form: Tap | None = None
        self._main = False
        self._apart = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "main":
            self._main = True
        if tag == "template":  # shown by a script, in place of an answer
            self._apart = True
        if not self._main or self._apart:
            return
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "a" and "href" in given:
            self.taps.append(Tap(urljoin(self.address, given["href"])))
        elif tag == "form":
            self._form = Tap(urljoin(self.address, given.get("action", "")), {})
            if given.get("method") != "post":
                self._form = None
        elif self._form is not None and self._form.fields is not None:
            if tag == "input" and given.get("type") in ("hidden", "text", "number") and name:
                self._form.fields[name] = [value]
            elif tag == "input" and given.get("type") == "radio":
                self._form.choices.setdefault(name, []).append(value)
            elif tag == "button" and "disabled" not in given and name != "without":
                own = {name: [value]} if name else {}
                # the fields are filled in below: those after the button belong to it as well
                self.taps.append(_Button(self._form, own))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "main":
            self._main = False
        elif tag == "template":
            self._apart = False


class _Button(Tap):
    """A button of a form that may still be growing."""

    def __init__(self, form: Tap, own: dict[str, list[str]]) -> None:
        self.form, self.own = form, own
        self.address = form.address

    @property
    def fields(self) -> dict[str, list[str]]:  # type: ignore[override]
        return {**(self.form.fields or {}), **self.own}

    @property
    def choices(self) -> dict[str, list[str]]:  # type: ignore[override]
        return self.form.choices


def taps_on(page: str, address: str) -> list[Tap]:
    """Everything that can be tapped on a page."""
    reader = _Page(address)
    reader.feed(page)
    return reader.taps


class Thumb:
    """Plays hands on a phone by tapping, by lot from a numbered source."""

    def __init__(self, phone: Phone, session: Session, seed: str, language: str = "en") -> None:
        self.phone, self.session, self.chance = phone, session, Random(seed)
        self.language = language
        self.table = reverse("tables:table", args=[session.code])
        self.taps = 0

    def play_hand(self, begin: str = "") -> None:
        """Tap until a hand is confirmed. `begin` is the page of a hand to correct or to insert."""
        begin = begin or self.table
        for _turn in range(TURNS):
            answer = self._get(begin)
            for _tap in range(TAPS):
                shown = taps_on(answer.content.decode(), answer.wsgi_request.get_full_path())
                if confirming := [tap for tap in shown if tap.confirms]:
                    answer = self._follow(confirming[0])
                    assert not [tap for tap in taps_on(answer.content.decode(), "/") if tap.confirms]
                    return
                here = [tap for tap in shown if self._plays(tap, begin)]
                if not here:
                    break
                answer = self._follow(self.chance.choice(here))
        raise AssertionError(f"no hand after {self.taps} taps from {begin}")

    def _plays(self, tap: Tap, begin: str) -> bool:
        """Whether a tap is about the hand begun: not the log, the clock, or leaving."""
        parts = urlsplit(tap.address)
        if begin == self.table:
            own = ("hand/", "during/", "dice/", "more/")
            return any(parts.path.startswith(self.table + page) for page in own)
        inserts = "insert=1" in begin
        return parts.path.startswith(urlsplit(begin).path) and ("insert=1" in parts.query) == inserts

    def _get(self, address: str) -> HttpResponse:
        return self._seen(self.phone.get(address, headers={"accept-language": self.language}, follow=True))

    def _follow(self, tap: Tap) -> HttpResponse:
        self.taps += 1
        if tap.fields is None:
            return self._get(tap.address)
        headers = {"accept-language": self.language}
        return self._seen(
            self.phone.post(tap.address, tap.sent(self.chance), headers=headers, follow=True), tap
        )

    def _seen(self, answer: HttpResponse, tap: Tap | None = None) -> HttpResponse:
        # 422: what was tapped cannot be, and the page says why; anything else is a page
        assert answer.status_code in (200, 422), (answer.status_code, tap)
        return answer
