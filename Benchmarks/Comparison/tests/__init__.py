"""Tests of the comparison: `python3 -m unittest discover -s Benchmarks/Comparison/tests -t Benchmarks`."""
