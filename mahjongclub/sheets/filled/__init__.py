"""What has been played, on paper: a session with every hand, an evening, a season."""
