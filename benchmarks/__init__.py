"""Benchmarks: this project beside its rivals in one run. What prints tables says so in the first lines of its file."""
