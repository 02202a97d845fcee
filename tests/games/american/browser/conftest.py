"""The tests of this folder hold phones with a browser."""

from tests.browser.devices import phone

__all__ = ["phone"]
