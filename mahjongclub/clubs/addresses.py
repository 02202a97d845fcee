"""What stands in the addresses of clubs: `<row:...>`, the number of a row; and addresses from outside."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import register_converter


class RowNumberConverter:
    """The number of a row, short enough for every database."""

    regex = "[1-9][0-9]{0,14}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(RowNumberConverter, "row")


def absolute_url(request: HttpRequest, path: str) -> str:
    """Return a path as the world reaches it, to be sent or scanned: by PUBLIC_URL, else as the reader did."""
    return f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else request.build_absolute_uri(path)
