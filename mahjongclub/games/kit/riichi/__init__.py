"""What riichi and Ten share."""
