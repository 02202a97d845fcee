"""The tests of this folder hold phones with a browser."""

from tests.browser.devices import open_device, phone

__all__ = ["open_device", "phone"]
