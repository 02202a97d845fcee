"""The forms that a club's owner is offered, sent by others, and with what belongs to another club."""

from __future__ import annotations

import pytest

from ..browser import PLAIN, tally
from ..forms import FoundForm, as_sent, foreign_values
from ..site import one_in_ten
from ..visits import HARMLESS, Faults, look
from ..world import World

pytestmark = pytest.mark.django_db

OUTSIDERS = ("guest", "viewer", "stranger")


@pytest.mark.parametrize("who", [*OUTSIDERS, "member", "scorer", "organiser"])
def test_a_form_found_by_the_owner_is_sent_by_others(world: World, forms: list[FoundForm], who: str) -> None:
    faults, browser = Faults(), world.browsers[who]
    for form in forms:
        with faults.noted():
            answer = browser.post(form.address.path, as_sent(form.fields), **{PLAIN: True})
            look(world, form.address, form.fields, answer)
            if who in OUTSIDERS and form.address.path.startswith("/c/"):
                # whoever may see a game of a public club may look on at its table
                looks_on = {"tables_access"} if "/games/" in form.address.path else set()
                assert tally.written <= HARMLESS | looks_on, f"{who} at {form} wrote to {tally.written}"
                assert answer.status_code in (302, 403, 404, 405), f"{who} at {form}: {answer.status_code}"
    faults.tell()


def test_the_owner_does_send_them(world: World, forms: list[FoundForm]) -> None:
    """Else the others would be refused for what they sent, not for who they are."""
    owner, wrote = world.browsers["owner"], set()
    for form in forms:
        owner.post(form.address.path, as_sent(form.fields), **{PLAIN: True})
        wrote |= tally.written if form.address.path.startswith("/c/") else set()
    assert {"clubs_club", "clubs_evening", "leagues_season", "tables_houserules", "clubs_membership"} <= wrote


@pytest.mark.parametrize("who", ["owner", "stranger"])
def test_no_field_reaches_into_another_club(world: World, forms: list[FoundForm], who: str) -> None:
    faults, browser, foreign = Faults(), world.browsers[who], foreign_values(world)
    browser.before_taking_back = world.shut_is_untouched
    for place, form in enumerate(forms[::3]):
        if form.address.path.endswith("/type/"):
            continue  # a hundred fields, and none that names a thing
        for turn, name in one_in_ten(list(enumerate(form.fields)), place):
            fields = form.with_field(name, [foreign[turn % len(foreign)]])
            with faults.noted():
                answer = browser.post(form.address.path, as_sent(fields), **{PLAIN: True})
                look(world, form.address, fields, answer)
    browser.before_taking_back = None
    faults.tell()
