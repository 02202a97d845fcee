"""The phone's screens, one module for each thing an address is about."""
