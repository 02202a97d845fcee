"""Every form that writes is sent once, however often its button is tapped (`data-once`, page/once.js)."""

from __future__ import annotations

import pytest

from ..site import LEFT_OUT
from ..test_forms_sent_once import unguarded
from ..visits import PagesOf


@pytest.mark.parametrize("who", ["guest", "scorer", "owner"])
def test_every_form_of_the_site_is_sent_once(pages_of: PagesOf, who: str) -> None:
    found, pages = {}, 0
    for seen in pages_of(who):
        if seen.page and not seen.address.foreign and seen.address.pattern not in LEFT_OUT:
            pages += 1
            found |= dict.fromkeys(unguarded(seen.page), seen.address.path)
    assert pages > 30
    assert found == {}
