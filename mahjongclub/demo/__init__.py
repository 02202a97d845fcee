"""A club that never was, for trials, screenshots and measuring."""
