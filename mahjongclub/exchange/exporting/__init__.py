"""What a club takes along: sheets, its calendar, the read API and the pages they stand on."""
