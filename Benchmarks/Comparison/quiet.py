"""Waits until the machine is idle, because work of other processes disturbs a measurement."""

import time

IDLE_SHARE = 0.85
SAMPLE = 0.5
MAXIMUM_WAIT = 30.0


def processor_times():
    """(idle, total) of each processor, in ticks."""
    with open("/proc/stat", encoding="ascii") as file:
        rows = [line.split() for line in file if line.startswith("cpu") and line[3].isdigit()]
    return [(int(row[4]) + int(row[5]), sum(map(int, row[1:9]))) for row in rows]


def idle_shares(before, after):
    """The idle share of each processor between two samples."""
    return [(idle2 - idle1) / max(1, total2 - total1) for (idle1, total1), (idle2, total2) in zip(before, after)]


class QuietGate:
    """Waits for an idle machine before runs: a limited time for each run, and for all runs together, so that the program ends in time."""

    def __init__(self, total):
        self.remaining = total

    def wait(self):
        """Whether every processor was idle within the time limits."""
        started = time.monotonic()
        limit = min(MAXIMUM_WAIT, self.remaining)
        before = processor_times()
        while True:
            time.sleep(SAMPLE)
            after = processor_times()
            # The first sample is part of every run.
            waited = time.monotonic() - started - SAMPLE
            is_quiet = min(idle_shares(before, after)) >= IDLE_SHARE
            if is_quiet or waited >= limit:
                self.remaining -= waited
                return is_quiet
            before = after
