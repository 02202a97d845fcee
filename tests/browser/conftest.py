"""The tests of this folder hold phones with a browser."""

from .devices import phone

__all__ = ["phone"]
