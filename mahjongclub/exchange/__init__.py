"""What goes out of a club and what comes in: sheets, records, archives, feeds, the read API."""
