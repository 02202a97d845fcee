"""Blank score sheets, one module a game: what its players write down, in the shape they are used to."""
