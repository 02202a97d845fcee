"""What is told outside, to channels and phones: written with what it tells of, and sent after it."""
