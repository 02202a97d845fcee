"""What cannot be done now, and why in words."""


class Refused(ValueError):
    """A season, an event or a round cannot do this now; the message is for whoever asked."""
