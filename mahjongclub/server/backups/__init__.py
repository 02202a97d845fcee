"""Backups: one file that holds the whole installation, proven to restore as it is made."""
