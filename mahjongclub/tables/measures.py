"""What is played, for monitoring."""

from prometheus_client import Counter

hands_recorded = Counter(
    "mahjongclub_hands_recorded", "Hands recorded as they were played, corrections left out.", ["variant"]
)
