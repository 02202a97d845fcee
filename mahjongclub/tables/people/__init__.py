"""Players with their games: my page, whose seat it was, two spellings of one person, leaving."""
