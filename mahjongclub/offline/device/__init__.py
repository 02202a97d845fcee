"""What runs on the phone, under Pyodide: the app's own tables, on a database as short-lived as one answer.

A hand's worth needs no database: all of it stands in the address.
"""

#: the parts of the app whose pages a phone answers, by the names of their addresses
ANSWERED = ("tables", "worth")

#: files of the bundle that say what the server has: addresses beside the tables, names of static files
ELSEWHERE = "elsewhere.json"
STATIC_NAMES = "static_names.json"
#: the time zones of the bundle: Python brings none to a phone
ZONES = "zoneinfo"
#: what an answer says that only the server can give
NEEDS_SERVER = 504
