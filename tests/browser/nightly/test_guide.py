"""The first evening, walked step by step by the names that the guide gives."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from mahjongclub.guide.pages import PAGES, page_address
from tests.browser.chromium import axe_clean


@pytest.mark.parametrize("name", list(PAGES))
def test_a_page_of_the_guide_fits_a_phone_and_every_reader(
    open_device: Callable[..., Page], name: str
) -> None:
    phone = open_device()
    phone.goto(page_address(name))
    assert phone.evaluate("document.documentElement.scrollWidth <= screen.width")
    for picture in phone.locator("article img").all():
        assert picture.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 0
    axe_clean(phone)
