"""Everybody of the club visits every address of the site."""

from __future__ import annotations

import pytest

from .visits import PagesOf, visit_everything
from .world import World

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "who",
    ["owner", *(pytest.param(who, marks=pytest.mark.nightly) for who in ("member", "scorer", "organiser"))],
)
def test_nothing_fails_and_nothing_of_another_club_is_shown(
    world: World, pages_of: PagesOf, who: str
) -> None:
    visit_everything(world, who, pages_of)
