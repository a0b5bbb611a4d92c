"""Counts the instructions of the microbenchmarks' workloads with callgrind, and compares them with committed thresholds."""
