"""What stands in the addresses of clubs: `<row:...>`, the number of a row."""

from django.urls import register_converter


class RowNumber:
    """The number of a row, short enough for every database."""

    regex = "[1-9][0-9]{0,14}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(RowNumber, "row")
