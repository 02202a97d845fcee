"""Who is not of the club visits every address of the site."""

from __future__ import annotations

import pytest

from ..browser import text_of
from ..site import addresses
from ..visits import PagesOf, visit_everything
from ..world import World

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("who", ["guest", "viewer", "stranger"])
def test_nothing_fails_and_nothing_is_let_out(world: World, pages_of: PagesOf, who: str) -> None:
    visit_everything(world, who, pages_of)


def test_whoever_owns_the_private_club_does_see_it(world: World) -> None:
    """Else the canaries of the other tests would sing to nobody."""
    foreign = [address.path for address in addresses(world) if address.foreign]
    shown = [path for path in foreign if "Kanarienvogel" in text_of(world.browsers["insider"].get(path))]
    assert len(shown) > 50, shown
