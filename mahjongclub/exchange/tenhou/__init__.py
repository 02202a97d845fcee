"""Tenhou's logs: both of their forms read into one, settled by our engine and compared hand by hand.

Knows no database. docs/rules/tenhou.md tells the formats and how they are read.
"""
