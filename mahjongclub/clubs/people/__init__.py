"""People's matters: my page, whose player it was, two spellings of one person, leaving."""
