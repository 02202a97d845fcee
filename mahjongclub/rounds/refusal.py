"""What cannot be done now, and why in words."""


class Refused(ValueError):
    """A season, an event or a round cannot do this now; the message is for whoever asked.

    `field` names the field of a form that it is about, "" for none.
    """

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field
