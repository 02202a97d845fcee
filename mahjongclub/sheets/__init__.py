"""What is printed: one Typst template a sheet, its words and figures handed in as data."""
