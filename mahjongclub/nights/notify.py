"""Telling those who do not know nights: phones and channels."""

from django.dispatch import Signal

#: `evening_id`, `player_ids`: these have a place in a round of that night that they had not before
night_seated = Signal()
#: `reply_ids`: a place is free now for these, who waited for one at an evening
places_free = Signal()
