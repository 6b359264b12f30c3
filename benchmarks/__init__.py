"""Benchmarks: each file prints one table of ratios, this project beside its rivals in one run."""
