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


def wait_until_quiet(maximum=MAXIMUM_WAIT):
    """Whether every processor was idle within the time limit."""
    deadline = time.monotonic() + maximum
    before = processor_times()
    while True:
        time.sleep(SAMPLE)
        after = processor_times()
        if min(idle_shares(before, after)) >= IDLE_SHARE:
            return True
        if time.monotonic() >= deadline:
            return False
        before = after
