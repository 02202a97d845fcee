"""Entering a hand: a draft is a hand of the game record that is not complete yet; each tap adds to it."""
