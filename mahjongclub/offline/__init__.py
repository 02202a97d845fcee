"""The table without a network: the app's own screens and engine, run by the phone itself in a worker.

`bundle` packs what the phone needs, `copies` gives it a table, `device` is what runs there.
"""
