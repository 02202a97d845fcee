"""Telling the parts that `leagues` does not know."""

from django.dispatch import Signal

#: `evening_id`, `player_ids`: these have a place in a round of that night that they had not before
night_seated = Signal()
#: `session_ids`: these tables of an event's round or of a match are open; in the transaction that opens them
round_opened = Signal()
#: `reply_ids`: a place is free now for these, who waited for one at an evening
places_free = Signal()
#: `book`, `session_ids`: these games of a locked book are counted, or may count for another season from now
#: on; a receiver says whether that changed anything. In the transaction that counts them
games_counted = Signal()
#: something is noted to be counted: a thread does it (`counting`)
counting_noted = Signal()
