"""Of the tables without a network, for monitoring."""

from prometheus_client import Counter

results_differing = Counter(
    "mahjongclub_offline_differences",
    "Hands that a phone's engine settled otherwise than the server.",
    ["variant"],
)
