import unittest

from Comparison.line import SharedLine
from Comparison.network import Network, Period


class FakeTransfer:
    """A transfer that notes when its last byte leaves."""

    def __init__(self, size, clock):
        self.remaining = size
        self.clock = clock
        self.finished = None
        self.is_blocked = False

    def send(self, count):
        if self.is_blocked:
            return 0
        count = min(count, self.remaining)
        self.remaining -= count
        if self.remaining == 0:
            self.finished = self.clock[0]
        return count


def advance(line, clock, until):
    """Moves the fake clock as the origin does: by the waits of the line."""
    while clock[0] < until:
        wait = line.wait()
        clock[0] = until if wait is None else min(until, clock[0] + wait)
        line.serve(clock[0])


class SharedLineTests(unittest.TestCase):
    def setUp(self):
        self.clock = [0.0]
        self.line = SharedLine(Network.constant(0.04, 1_000_000))

    def add(self, size, time=0.0):
        transfer = FakeTransfer(size, self.clock)
        self.line.add(transfer, time)
        return transfer

    def test_a_transfer_alone_has_the_whole_bandwidth(self):
        transfer = self.add(500_000)
        advance(self.line, self.clock, 1.0)
        self.assertAlmostEqual(transfer.finished, 0.5, delta=0.006)

    def test_parallel_transfers_share_the_bandwidth(self):
        small, large = self.add(100_000), self.add(300_000)
        advance(self.line, self.clock, 1.0)
        self.assertAlmostEqual(small.finished, 0.2, delta=0.006)
        self.assertAlmostEqual(large.finished, 0.4, delta=0.006)

    def test_an_idle_line_saves_no_bandwidth(self):
        advance(self.line, self.clock, 5.0)
        transfer = self.add(100_000, 5.0)
        advance(self.line, self.clock, 6.0)
        self.assertAlmostEqual(transfer.finished, 5.1, delta=0.006)

    def test_a_late_wake_up_loses_no_bandwidth(self):
        transfer = self.add(100_000)
        self.clock[0] = 0.1
        self.line.serve(0.1)
        self.assertEqual(transfer.finished, 0.1)

    def test_a_client_that_does_not_read_leaves_the_bandwidth_to_others(self):
        blocked, other = self.add(100_000), self.add(100_000)
        blocked.is_blocked = True
        advance(self.line, self.clock, 0.5)
        self.assertIsNone(blocked.finished)
        self.assertAlmostEqual(other.finished, 0.1, delta=0.006)

    def test_a_removed_transfer_sends_nothing_more(self):
        removed, other = self.add(200_000), self.add(100_000)
        advance(self.line, self.clock, 0.1)
        sent = 200_000 - removed.remaining
        self.line.remove(removed)
        advance(self.line, self.clock, 1.0)
        self.assertEqual(200_000 - removed.remaining, sent)
        self.assertAlmostEqual(other.finished, 0.15, delta=0.006)

    def test_a_small_transfer_leaves_at_its_time(self):
        transfer = self.add(1000)
        advance(self.line, self.clock, 0.1)
        self.assertLessEqual(transfer.finished, 0.002)


class NetworkTests(unittest.TestCase):
    def setUp(self):
        self.network = Network([Period(1.0, 0.1, 1000.0), Period(2.0, 0.2, 0.0), Period(1.0, 0.3, 500.0)])

    def test_bytes_are_summed_over_periods(self):
        self.assertAlmostEqual(self.network.bytes_between(0.5, 3.5), 500 + 250)

    def test_the_periods_repeat(self):
        self.assertAlmostEqual(self.network.bytes_between(0, 8), 3000)
        self.assertEqual(self.network.conditions(4.5).latency, 0.1)
        self.assertEqual(self.network.conditions(3.0).latency, 0.3)

    def test_the_time_of_a_transfer_includes_a_gap(self):
        self.assertAlmostEqual(self.network.time_for(1250, 0.0), 3.5)
        self.assertAlmostEqual(self.network.time_for(0, 0.25), 0.25)

    def test_a_recording_is_parsed(self):
        network = Network.recorded('[{"duration_ms": 1500, "bandwidth_kbps": 800, "latency_ms": 60}]')
        self.assertEqual(network.periods, [Period(1.5, 0.06, 100_000)])
        self.assertEqual(Network.from_json(network.to_json()).periods, network.periods)

    def test_a_network_without_bandwidth_is_invalid(self):
        self.assertRaises(ValueError, Network, [Period(1.0, 0.0, 0.0)])
        self.assertRaises(ValueError, Network, [])


if __name__ == "__main__":
    unittest.main()
