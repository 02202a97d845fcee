"""What stands in the addresses of tables: `<code:...>` a session, `<hand:...>` one of its hands."""

from django.urls import register_converter

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
