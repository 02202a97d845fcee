"""Riichi on screens, for every game played so; Ten counts its hands likewise."""
