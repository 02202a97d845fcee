"""Lists as organisers have them: bytes or pasted text become a table of which each column is known. Pure.

`encodings` turns bytes into text, `tables` text into cells, `headings` and `columns` say what each column is,
`people` makes a person of a row; `countries`, `numbers` and `dates` read what stands in one cell.
"""
