"""Keep the score of a real mahjong table, and the books of its club."""

__version__ = "1.0.0"
