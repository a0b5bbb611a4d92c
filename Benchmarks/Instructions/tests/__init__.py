"""Tests of the comparison: `python3 -m unittest discover -s Benchmarks/Instructions/tests -t Benchmarks`."""
