"""The network that the origin simulates: a round-trip time and a downstream bandwidth, constant or recorded."""

import json
import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Period:
    """A period of constant conditions: `duration` and `latency` in seconds, `bandwidth` in bytes per second."""

    duration: float
    latency: float
    bandwidth: float


class Network:
    """Conditions over time. The periods of a recorded network repeat without end."""

    def __init__(self, periods):
        if not periods or any(period.duration <= 0 or period.bandwidth < 0 for period in periods):
            raise ValueError("A network needs periods of positive duration and no negative bandwidth.")
        if all(period.bandwidth == 0 for period in periods):
            raise ValueError("A network without any bandwidth transfers nothing.")
        self.periods = periods
        self.cycle = sum(period.duration for period in periods)

    @classmethod
    def constant(cls, latency, bandwidth):
        """A network with one latency (s) and one bandwidth (bytes/s)."""
        return cls([Period(duration=3600.0, latency=latency, bandwidth=bandwidth)])

    @classmethod
    def recorded(cls, text):
        """Parses `[{"duration_ms": …, "bandwidth_kbps": …, "latency_ms": …}, …]`."""
        return cls([
            Period(entry["duration_ms"] / 1000, entry["latency_ms"] / 1000, entry["bandwidth_kbps"] * 125)
            for entry in json.loads(text)
        ])

    @classmethod
    def from_json(cls, value):
        """The inverse of `to_json`."""
        return cls([Period(*entry) for entry in value])

    def to_json(self):
        """The periods as lists of numbers."""
        return [[period.duration, period.latency, period.bandwidth] for period in self.periods]

    def _pieces(self, start):
        """Yields (period, remaining duration) from `start` on, without end."""
        offset = start % self.cycle
        while True:
            for period in self.periods:
                if offset >= period.duration:
                    offset -= period.duration
                    continue
                yield period, period.duration - offset
                offset = 0.0

    def conditions(self, time):
        """The period at `time`, in seconds since the start of the network."""
        return next(self._pieces(time))[0]

    def bytes_between(self, start, end):
        """The number of bytes that the line can transfer from `start` to `end`."""
        total = 0.0
        for period, remaining in self._pieces(start):
            duration = min(remaining, end - start)
            if duration <= 0:
                return total
            total += duration * period.bandwidth
            start += duration
        return total

    def time_for(self, count, start):
        """The time at which `count` bytes have left that begin to leave at `start`."""
        for period, remaining in self._pieces(start):
            if period.bandwidth * remaining >= count:
                return start + (count / period.bandwidth if count > 0 else 0.0)
            count -= period.bandwidth * remaining
            start += remaining
        return start


def recorded_networks(folder, count):
    """`count` recorded networks of a folder and its subfolders, at regular intervals in the order of their names."""
    files = sorted(os.path.join(parent, name) for parent, _, names in os.walk(folder) for name in names if name.endswith(".json"))
    networks = []
    for index in range(min(count, len(files))):
        with open(files[index * len(files) // min(count, len(files))], encoding="utf-8") as file:
            networks.append(Network.recorded(file.read()))
    return networks
