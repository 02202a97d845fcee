"""The games: pure Python that settles every hand the club plays. See `variants.find_variant` and `record`."""
