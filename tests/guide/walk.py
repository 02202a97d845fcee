"""A walk through the app along a page of the guide: its steps and names in their order, none left out.

The walk follows the page: `section`, `step` and what is done with each name in heavy type take the next part
of the page and fail where the page has another. A name is on the page of the app where it is pressed, typed
into or looked at, in the language of the walk.
"""

from __future__ import annotations

import re
import time
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.test import Client

from mahjongclub.clubs.models import Account
from mahjongclub.guide.pages import page_address
from tests.guide.html_page import (
    FIELDS,
    TICKED,
    Node,
    field_of,
    fields_named,
    form_of,
    option_value,
    pressable,
    read_page,
    says,
    sent_values,
)
from tests.test_guide import sources_of, text_of, without_code

#: what a page of the guide is made of: the heading of a section, the mark of a step, a name in heavy type
PART = re.compile(r"^## (?P<section>.+)$|^(?P<step>\d+\.|-) |\*\*(?P<name>[^*]+)\*\*", re.MULTILINE)


def parts_of(name: str, language: str) -> list[tuple[str, str]]:
    """Return the parts of a page of the guide in their order, each with its kind."""
    text = without_code(text_of(name, language))
    found = [(match.lastgroup or "", match[match.lastgroup or 0]) for match in PART.finditer(text)]
    return [(kind, " ".join(part.split())) for kind, part in found]


class Walk:
    """Somebody with the guide in one hand and a browser without script in the other."""

    def __init__(self, name: str, language: str, account: Account | None = None) -> None:
        self.name, self.language = name, language
        self.parts = parts_of(name, language)
        self.client = Client(headers={"accept-language": language, "host": "localhost"})
        if account is not None:
            self.sign_in(account)
        self.address = "/"
        self.page = Node("page")
        self.filled: dict[tuple[int, str], list[Any]] = {}
        self.downloaded = b""
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

    def visit(self, address: str, status: int = 200) -> None:
        """Open a page without being told where it is."""
        self._show(self.client.get(address, follow=True), address, status)

    def see(self, source: str) -> str:
        """Look at the name, a heading or a word of the page, and return it."""
        name = self.named(source)
        assert name in self.page.text, f"{name!r} is not on {self.address}"
        return name

    def press(self, source: str, to: str = "") -> None:
        """Follow the link, send the button's form, open what opens or tick what is ticked, by the name.

        `to` is a part of the address, where the name stands on several links.
        """
        name = self.named(source)
        if targets := [node for node in pressable(self.page, name) if to in node.get("href")]:
            self._press(targets[0])
        else:
            self._tick(name)

    def menu(self, source: str) -> None:
        """Follow the name in the club's menu, which a laptop and a phone have in two places."""
        name = self.named(source)
        menus = [node for node in self.page.nodes("nav") if node.get("class") in ("rail", "on-phone")]
        assert menus, f"{self.address} has no menu"
        links = [next(iter(pressable(menu, name)), None) for menu in menus]
        assert all(links), f"{name!r} is not in the menus {[menu.text for menu in menus]}"
        self._press(links[0])  # type: ignore[arg-type]

    def fill(self, source: str, *values: Any) -> None:
        """Type into the field with the name, or choose of it."""
        name = self.named(source)
        fields = fields_named(self.page, name)
        assert fields, f"no field {name!r} on {self.address}: {self.offered()}"
        self._fill(fields[0], values)

    def choose(self, source: str, field_name: str) -> None:
        """Choose the name from a field that the guide does not name."""
        name = self.named(source)
        select = next(node for node in self.page.nodes("select") if node.get("name") == field_name)
        (option,) = (option for option in select.nodes("option") if option.text == name)
        self._fill(select, (option_value(option),))

    def fill_unnamed(self, field_name: str, *values: Any) -> None:
        """Type into a field that the guide does not name."""
        fields = [node for node in self.page.nodes(*FIELDS) if node.get("name") == field_name]
        assert fields, f"no field {field_name!r} on {self.address}: {self.offered()}"
        self._fill(fields[0], values)

    def press_unnamed(self, selector: str) -> None:
        """Press a link or button that the guide does not name: by its address, name, value or form."""
        for node in self.page.nodes("a", "button"):
            form = form_of(self.page, node)
            sent_to = urljoin(self.address, form.get("action")) if form else ""
            known = (node.get("href"), node.get("name"), node.get("value"), sent_to)
            if any(re.search(selector, part) for part in known if part):
                return self._press(node)
        raise AssertionError(f"nothing to press for {selector!r} on {self.address}: {self.offered()}")

    def offered(self) -> str:
        """Return what can be pressed and filled in on the page of the app."""
        main = next(self.page.nodes("main"))
        pressed = [
            f"{node.text} ({node.get('href') or node.get('name')})"
            for node in main.nodes("a", "button", "summary")
        ]
        filled = [f"{node.get('name')}={node.get('value')}" for node in main.nodes(*FIELDS)]
        labels = [label.text for label in main.nodes("label", "legend")]
        return "\n".join((self.heading(), *pressed, "-", *filled, "-", *labels))

    def _fill(self, node: Node, values: tuple[Any, ...]) -> None:
        form = form_of(self.page, node)
        assert form is not None, f"{node} is in no form"
        if node.tag == "select":
            offered = {option_value(option) for option in node.nodes("option")}
            assert offered.issuperset(values), f"{values} is none of {offered}"
        self.filled[id(form), node.get("name")] = list(values)

    def _tick(self, name: str) -> None:
        labels = [label for label in self.page.nodes("label") if says(label.text, name)]
        fields = [node for label in labels if (node := field_of(self.page, label))]
        options = [node for node in self.page.nodes("option") if node.text == name]
        if options:
            select = options[0].around("select")
            assert select is not None
            self._fill(select, (option_value(options[0]),))
            return
        assert fields, f"nothing to press is named {name!r} on {self.address}: {self.offered()}"
        assert fields[0].get("type") in TICKED, f"{name!r} is no button of {self.address}"
        self._fill(fields[0], (fields[0].attributes.get("value", "on"),))

    def _press(self, node: Node) -> None:
        if node.tag == "summary" or node.get("type") == "button":
            return
        if node.tag == "a":
            self.visit(urljoin(self.address, node.get("href")))
            return
        form = form_of(self.page, node)
        assert form is not None, f"{node.text!r} on {self.address} sends nothing without a script"
        values: dict[str, Any] = sent_values(self.page, form)
        for (number, name), typed in self.filled.items():
            if number == id(form):
                values[name] = typed
        if node.get("name"):
            values[node.get("name")] = [node.get("value")]
        address = urljoin(self.address, node.get("formaction") or form.get("action"))
        if form.get("method").lower() == "post":
            self._show(self.client.post(address, values, follow=True), address)
        else:
            self._show(self.client.get(address, values, follow=True), address)

    def _show(self, answer: Any, address: str, status: int = 200) -> None:
        assert answer.status_code == status, f"{answer.status_code} on {address}: {faults_on(answer)}"
        if answer.redirect_chain:
            address = urljoin(address, answer.redirect_chain[-1][0])
        parts = urlsplit(address)
        if not answer.headers["Content-Type"].startswith("text/html"):
            self.downloaded = b"".join(answer.streaming_content) if answer.streaming else answer.content
            return
        self.address = f"{parts.path}?{parts.query}" if parts.query else parts.path
        self.page = read_page(answer.content.decode())
        self.filled = {}
        self.led_to_guide |= any(node.get("href") == page_address(self.name) for node in self.page.nodes("a"))

    def heading(self) -> str:
        """Return the title of the page of the app."""
        return next(self.page.nodes("h1")).text


def faults_on(answer: Any) -> str:
    """Return what a refused form says, and the title of the page."""
    page = read_page(answer.content.decode()) if not answer.streaming else Node("page")
    told = [node.text for node in page.nodes() if "error" in node.get("class") or node.get("role") == "alert"]
    return " | ".join([*(node.text for node in page.nodes("h1")), *told])
