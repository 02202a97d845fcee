"""Telling those who count games for something, and the thread that counts."""

from django.dispatch import Signal

#: `book`, `session_ids`: these games of a locked book are counted, or may count for another season from now
#: on; a receiver says whether that changed anything. In the transaction that counts them
games_counted = Signal()
#: something is noted to be counted: a thread does it (`counting`)
counting_noted = Signal()
