"""What the streams tell of themselves, for monitoring."""

from prometheus_client import Counter, Gauge, Histogram

streams_open = Gauge(
    "mahjongclub_streams_open", "Phones and walls that listen now.", multiprocess_mode="livesum"
)
streams_refused = Counter("mahjongclub_streams_refused", "Streams refused because too many were open.")
hub_lag = Histogram(
    "mahjongclub_hub_lag_seconds",
    "From a change to the moment the last stream of its table in this process was woken.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
relay_waiting = Gauge(
    "mahjongclub_relay_waiting",
    "Tables whose news waits for Redis; it stays above nought while Redis is away.",
    multiprocess_mode="livesum",
)
