"""Running the place: the serve and messages commands, and which host names are answered."""
