"""What stands in the addresses of tables: `<code:...>` a session, `<hand:...>` one of its hands."""

from functools import cache

from django.urls import register_converter, reverse

from .codes import LINK_ALPHABET, LINK_LENGTH


class LinkCode:
    """The unguessable part of a session's address."""

    regex = f"[{LINK_ALPHABET}]{{{LINK_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class HandNumber:
    """A hand's number, 1 to 9999: longer ones are no address of ours."""

    regex = "[1-9][0-9]{0,3}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(LinkCode, "code")
register_converter(HandNumber, "hand")

ANY_CODE = LINK_ALPHABET[0] * LINK_LENGTH


def address(page: str, code: str) -> str:
    """The path of a page of one session, such as "log". A board names a dozen: each is looked up once."""
    before, after = _around_code(page)
    return f"{before}{code}{after}"


@cache
def _around_code(page: str) -> tuple[str, str]:
    before, _code, after = reverse(f"tables:{page}", args=[ANY_CODE]).partition(ANY_CODE)
    return before, after
