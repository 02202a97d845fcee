"""The wall's link for a screen without an account: derived, never stored; a new generation voids it."""

from __future__ import annotations

from django.utils.crypto import constant_time_compare, salted_hmac

from .club_model import Club

TOKEN_LENGTH = 24


def wall_token(club: Club) -> str:
    """The token that lets a screen show the club's wall."""
    message = f"{club.pk}:{club.wall_generation}"
    return salted_hmac("mahjongclub.clubs.wall", message, algorithm="sha256").hexdigest()[:TOKEN_LENGTH]


def opens_wall(token: str, club: Club) -> bool:
    """Whether a token from a link opens this club's wall."""
    return constant_time_compare(token, wall_token(club))
