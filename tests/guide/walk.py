"""A walk through the app along a page of the guide: its steps and names in their order, none left out.

The walk follows the page: `section`, `step` and what is done with each name in heavy type take the next part
of the page and fail where the page has another. A name is on the page of the app where it is pressed, typed
into or looked at, in the language of the walk.
"""

from __future__ import annotations

import re
import time
from typing import Any

from django.test import Client

from mahjongclub.clubs.models import Account
from mahjongclub.guide.pages import page_address
from tests.guide.html_page import option_value, pressable
from tests.plain_browser import PlainBrowser
from tests.test_guide import sources_of, text_of, without_code

#: what a page of the guide is made of: the heading of a section, the mark of a step, a name in heavy type
PART = re.compile(r"^## (?P<section>.+)$|^(?P<step>\d+\.|-) |\*\*(?P<name>[^*]+)\*\*", re.MULTILINE)


def parts_of(name: str, language: str) -> list[tuple[str, str]]:
    """Return the parts of a page of the guide in their order, each with its kind."""
    text = without_code(text_of(name, language))
    found = [(match.lastgroup or "", match[match.lastgroup or 0]) for match in PART.finditer(text)]
    return [(kind, " ".join(part.split())) for kind, part in found]


class Walk(PlainBrowser):
    """Somebody with the guide in one hand and a browser without script in the other."""

    def __init__(self, name: str, language: str, account: Account | None = None) -> None:
        self.name, self.language = name, language
        self.parts = parts_of(name, language)
        super().__init__(Client(headers={"accept-language": language, "host": "localhost"}))
        if account is not None:
            self.sign_in(account)
        self.led_to_guide = False

    def sign_in(self, account: Account) -> None:
        """Be somebody with an account, who typed the password a moment ago."""
        self.client.force_login(account)
        session = self.client.session
        session["account_authentication_methods_user"] = str(account.pk)
        session["account_authentication_methods"] = [
            {"method": "password", "at": time.time(), "reauthenticated": True}
        ]
        session.save()

    # the page of the guide

    def _take(self, kind: str) -> str:
        """Return the next part of the page of the guide, which is of this kind."""
        assert self.parts, f"{self.name} ends before this {kind}"
        found, text = self.parts.pop(0)
        assert found == kind, f"{self.name}, {self.language}: a {found} comes before this {kind}: {text}"
        return text

    def section(self, title: str) -> None:
        """Go on to the next section; it has this title in English."""
        text = self._take("section")
        assert self.language != "en" or text == title, f"{text!r} is walked as {title!r}"

    def step(self) -> None:
        """Go on to the next step, numbered or in a list."""
        self._take("step")

    def named(self, source: str) -> str:
        """Return the next name on the page of the guide: it says this text of the app."""
        name = self._take("name")
        assert source in sources_of(name, self.language), f"{self.name} names {name!r}, not {source!r}"
        return name

    def end(self) -> None:
        """See that nothing of the page is left, and that a page of the app on the way leads to it."""
        assert self.parts == [], f"{self.name}, {self.language}: nobody walks this"
        assert self.led_to_guide, f"no page of the walk leads to {self.name}"

    # the app

    def see(self, source: str) -> str:
        """Look at the name, a heading or a word of the page, and return it."""
        name = self.named(source)
        assert name in self.page.text, f"{name!r} is not on {self.address}"
        return name

    def press(self, source: str, to: str = "") -> None:
        """Press what has the name, as `press_named` does."""
        self.press_named(self.named(source), to)

    def menu(self, source: str) -> None:
        """Follow the name in the club's menu, which a laptop and a phone have in two places."""
        name = self.named(source)
        menus = [node for node in self.page.nodes("nav") if node.get("class") in ("rail", "on-phone")]
        assert menus, f"{self.address} has no menu"
        links = [next(iter(pressable(menu, name)), None) for menu in menus]
        assert all(links), f"{name!r} is not in the menus {[menu.text for menu in menus]}"
        self.press_node(links[0])  # type: ignore[arg-type]

    def fill(self, source: str, *values: Any) -> None:
        """Type into the field with the name, or choose of it."""
        self.fill_named(self.named(source), *values)

    def choose(self, source: str, field_name: str) -> None:
        """Choose the name from a field that the guide does not name."""
        name = self.named(source)
        select = next(node for node in self.page.nodes("select") if node.get("name") == field_name)
        (option,) = (option for option in select.nodes("option") if option.text == name)
        self.fill_node(select, (option_value(option),))

    def show(self, answer: Any, address: str, status: int = 200) -> None:
        """Have the answer on the screen, and see whether it leads to the page of the guide."""
        super().show(answer, address, status)
        self.led_to_guide |= any(node.get("href") == page_address(self.name) for node in self.page.nodes("a"))
