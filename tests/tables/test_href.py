"""A link says where it leads once, and browser and htmx both follow it."""

import pytest
from django.template import Context, Template


def link(arguments: str, **context: object) -> str:
    return Template("{% load tables %}<a {% href " + arguments + " %}>").render(Context(context))


@pytest.mark.parametrize(
    ("arguments", "attributes"),
    [
        ("to", 'href="/t/" hx-get="/t/" hx-push-url="true"'),
        ('to "replace"', 'href="/t/" hx-get="/t/" hx-replace-url="true"'),
        ('to history=""', 'href="/t/" hx-get="/t/"'),
        ('to history="" at="#set-up"', 'href="/t/#set-up" hx-get="/t/"'),
        ("to leaves=board.leaves", 'href="/t/" hx-get="/t/" hx-push-url="true"'),
        ("to leaves=True", 'href="/t/"'),
    ],
)
def test_a_link_is_followed_as_its_page_asks(arguments: str, attributes: str) -> None:
    assert link(arguments, to="/t/") == f"<a {attributes}>"


def test_a_draft_in_an_address_stays_inside_its_attributes() -> None:
    told = link("to", to='/t/?draft={"type":"win"}&insert=1')
    assert told.count("/t/?draft={&quot;type&quot;:&quot;win&quot;}&amp;insert=1") == 2
    assert '"win"' not in told
