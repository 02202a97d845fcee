"""How fast it is: `manage.py bench` measures the whole app on scratch databases of its own."""
