"""Telling those who do not know rounds: phones and channels."""

from django.dispatch import Signal

#: `session_ids`: these tables of an event's round or of a match are open; in the transaction that opens them
round_opened = Signal()
