"""Telling the parts that `leagues` does not know."""

from django.dispatch import Signal

#: `evening_id`, `player_ids`: these have a place in a round of that night that they had not before
night_seated = Signal()
#: `session`: a table of a tournament's round is open
round_table_opened = Signal()
#: `reply_ids`: a place is free now for these, who waited for one at an evening
places_free = Signal()
#: something is noted to be counted: a thread does it (`counting`)
counting_noted = Signal()
