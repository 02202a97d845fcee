"""QR codes drawn by the phone: the same modules as those of the server's library."""

from __future__ import annotations

import pytest
import segno
from playwright.sync_api import Page

from tests.browser.modules import open_with

from .conftest import Server

#: versions 1 to 20, among them the first of each size of header, of version bits and of uneven blocks
LENGTHS = (1, 17, 18, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 520, 586, 644, 718, 792, 858)


@pytest.fixture
def phone(page: Page, server: Server) -> Page:
    open_with(page, "queue/qr")
    return page


def text_of(length: int) -> str:
    return ("https://mahjong.example.org/t/abc/type/#take=%7B%22" * 20)[:length]


def modules(page: Page, text: str) -> list[list[int]] | None:
    found: list[list[int]] | None = page.evaluate("(text) => modules['queue/qr'].qrModules(text)", text)
    return found


@pytest.mark.parametrize("length", LENGTHS)
def test_the_phone_draws_what_the_servers_library_draws(
    phone: Page, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # segno 1.6.6 puts eight bits more behind what ends with a byte already; no reader minds
    aligned = "segno.encoder.write_padding_bits"
    monkeypatch.setattr(aligned, lambda bits, _version, length: bits.extend([0] * (-length % 8)))
    text = text_of(length)
    ours = segno.make(text, error="l", mask=0, mode="byte", micro=False, boost_error=False)
    assert modules(phone, text) == [list(row) for row in ours.matrix]


def test_a_text_too_long_for_a_screen_has_no_code(phone: Page) -> None:
    assert modules(phone, text_of(859)) is None
    assert phone.evaluate("modules['queue/qr'].qrPicture('x'.repeat(859), 'x')") is None
