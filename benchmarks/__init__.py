"""How fast the app is: `python -m benchmarks bench` measures all of it, on scratch databases of its own."""
