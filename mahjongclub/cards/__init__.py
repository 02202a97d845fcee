"""The lines of a card that a club or a player has typed for their own use, and which of them were made.

They are copied into nothing that anybody else gets: no record, archive, export, page or answer of the API has
a line, and a hand keeps only what the line filled in.
"""
