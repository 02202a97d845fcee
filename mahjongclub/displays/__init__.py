"""What is looked at from afar and follows by itself: a club's wall, one table over a stream's picture."""
