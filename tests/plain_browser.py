"""A browser without script, on Django's test client: links, buttons and fields are found by what they say."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.test import Client

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


class PlainBrowser:
    """A page that is open, and what was typed into it and not yet sent."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.address = "/"
        self.page = Node("page")
        self.filled: dict[tuple[int, str], list[Any]] = {}
        self.downloaded = b""

    def visit(self, address: str, status: int = 200) -> None:
        """Open a page by its address."""
        self.show(self.client.get(address, follow=True), address, status)

    def press_named(self, name: str, to: str = "", status: int = 200) -> None:
        """Follow the link, send the button's form, open what opens or tick what is ticked, by the name.

        `to` is a part of the address, where the name stands on several links.
        """
        if targets := [node for node in pressable(self.page, name) if to in node.get("href")]:
            self.press_node(targets[0], status)
        else:
            self.tick(name)

    def press_matching(self, selector: str) -> None:
        """Press a link or button by its address, name, value or form."""
        for node in self.page.nodes("a", "button"):
            form = form_of(self.page, node)
            sent_to = urljoin(self.address, form.get("action")) if form else ""
            known = (node.get("href"), node.get("name"), node.get("value"), sent_to)
            if any(re.search(selector, part) for part in known if part):
                return self.press_node(node)
        raise AssertionError(f"nothing to press for {selector!r} on {self.address}: {self.offered()}")

    def fill_named(self, name: str, *values: Any) -> None:
        """Type into the field with the name on its label, or choose of it."""
        fields = fields_named(self.page, name)
        assert fields, f"no field {name!r} on {self.address}: {self.offered()}"
        self.fill_node(fields[0], values)

    def fill_field(self, field_name: str, *values: Any) -> None:
        """Type into the field that is sent under the name, or choose of it."""
        fields = [node for node in self.page.nodes(*FIELDS) if node.get("name") == field_name]
        assert fields, f"no field {field_name!r} on {self.address}: {self.offered()}"
        if fields[0].get("type") in TICKED:
            offered = {field.attributes.get("value", "on") for field in fields}
            assert offered.issuperset(values), f"{values} is none of {offered}"
        self.fill_node(fields[0], values)

    def value_of(self, field_name: str) -> str:
        """Return what a field of the page holds."""
        (node,) = (node for node in self.page.nodes(*FIELDS) if node.get("name") == field_name)
        return node.get("value")

    def element(self, identifier: str) -> Node:
        """Return the element of the page with the id."""
        return next(node for node in self.page.nodes() if node.get("id") == identifier)

    def offered(self) -> str:
        """Return what can be pressed and filled in on the page."""
        main = next(self.page.nodes("main"))
        pressed = [
            f"{node.text} ({node.get('href') or node.get('name')})"
            for node in main.nodes("a", "button", "summary")
        ]
        filled = [f"{node.get('name')}={node.get('value')}" for node in main.nodes(*FIELDS)]
        labels = [label.text for label in main.nodes("label", "legend")]
        return "\n".join((self.heading(), *pressed, "-", *filled, "-", *labels))

    def heading(self) -> str:
        """Return the title of the page."""
        return next(self.page.nodes("h1")).text

    def fill_node(self, node: Node, values: tuple[Any, ...]) -> None:
        """Type into a field, or choose of it."""
        form = form_of(self.page, node)
        assert form is not None, f"{node} is in no form"
        if node.tag == "select":
            offered = {option_value(option) for option in node.nodes("option")}
            assert offered.issuperset(values), f"{values} is none of {offered}"
        self.filled[id(form), node.get("name")] = list(values)

    def tick(self, name: str) -> None:
        """Tick the field or choose the option with the name."""
        labels = [label for label in self.page.nodes("label") if says(label.text, name)]
        fields = [node for label in labels if (node := field_of(self.page, label))]
        options = [node for node in self.page.nodes("option") if node.text == name]
        if options:
            select = options[0].around("select")
            assert select is not None
            self.fill_node(select, (option_value(options[0]),))
            return
        assert fields, f"nothing to press is named {name!r} on {self.address}: {self.offered()}"
        assert fields[0].get("type") in TICKED, f"{name!r} is no button of {self.address}"
        self.fill_node(fields[0], (fields[0].attributes.get("value", "on"),))

    def press_node(self, node: Node, status: int = 200) -> None:
        """Follow a link, or send the form of a button with what was typed."""
        if node.tag == "summary" or node.get("type") == "button":
            return
        if node.tag == "a":
            self.visit(urljoin(self.address, node.get("href")), status)
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
        if (node.get("formmethod") or form.get("method")).lower() == "post":
            self.show(self.client.post(address, values, follow=True), address, status)
        else:
            self.show(self.client.get(address, values, follow=True), address, status)

    def press_enter(self, field_name: str) -> None:
        """Send the form of a field as Enter does: by its first button."""
        field = next(node for node in self.page.nodes(*FIELDS) if node.get("name") == field_name)
        form = form_of(self.page, field)
        buttons = (
            node
            for node in self.page.nodes("button")
            if node.get("type") in ("", "submit") and form_of(self.page, node) is form
        )
        self.press_node(next(buttons))

    def show(self, answer: Any, address: str, status: int = 200) -> None:
        """Have the answer on the screen, or keep it where it is a file."""
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


def faults_on(answer: Any) -> str:
    """Return what a refused form says, and the title of the page."""
    page = read_page(answer.content.decode()) if not answer.streaming else Node("page")
    told = [node.text for node in page.nodes() if "error" in node.get("class") or node.get("role") == "alert"]
    return " | ".join([*(node.text for node in page.nodes("h1")), *told])
