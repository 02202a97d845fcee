"""Where a club can tell what happens: a module for each kind of channel, and a row in `registry.py`."""
