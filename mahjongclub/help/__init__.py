"""Help at the table: what the set-up, rules and points cards of each variant show."""
