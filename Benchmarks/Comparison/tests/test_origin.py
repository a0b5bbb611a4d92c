"""Compares the origin's measured times with its model, over loopback and the real clock."""

import http.client
import os
import tempfile
import threading
import time
import unittest

from Comparison.network import Network
from Comparison.origin import byte_range, response
from Comparison.server import RunningOrigin

LATENCY = 0.040
BANDWIDTH = 1_000_000
# A busy machine delays a wake-up of the origin.
TOLERANCE = 0.025


class ModelTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        with open(os.path.join(folder.name, "small"), "wb") as file:
            file.write(b"s" * 100)
        with open(os.path.join(folder.name, "large"), "wb") as file:
            file.write(bytes(range(256)) * 1000)
        self.origin = RunningOrigin(folder.name, Network.constant(LATENCY, BANDWIDTH))
        self.addCleanup(self.origin.end)

    def connect(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.origin.ports[0], timeout=10)
        self.addCleanup(connection.close)
        return connection

    def load(self, connection, path, headers=None):
        """The duration of a request, and its body."""
        start = time.monotonic()
        connection.request("GET", path, headers=headers or {})
        body = connection.getresponse().read()
        return time.monotonic() - start, body

    def assert_time(self, measured, expected):
        self.assertGreater(measured, expected - 0.003)
        self.assertLess(measured, expected + TOLERANCE)

    def test_a_new_connection_costs_two_round_trips_and_an_open_one_costs_one(self):
        connection = self.connect()
        self.assert_time(self.load(connection, "/small")[0], 2 * LATENCY)
        self.assert_time(self.load(connection, "/small")[0], LATENCY)

    def test_a_body_takes_its_size_over_the_bandwidth(self):
        connection = self.connect()
        self.load(connection, "/small")
        duration, body = self.load(connection, "/large")
        self.assertEqual(body, bytes(range(256)) * 1000)
        self.assert_time(duration, LATENCY + len(body) / BANDWIDTH)

    def test_parallel_bodies_share_the_line(self):
        connections = [self.connect(), self.connect()]
        durations = []
        for connection in connections:
            self.load(connection, "/small")
        threads = [threading.Thread(target=lambda connection=connection: durations.append(self.load(connection, "/large")[0]))
                   for connection in connections]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for duration in durations:
            self.assert_time(duration, LATENCY + 2 * 256_000 / BANDWIDTH)

    def test_a_closed_connection_ends_its_transfer(self):
        connection = self.connect()
        connection.request("GET", "/large")
        connection.getresponse().read(20_000)
        connection.close()
        self.assert_time(self.load(self.connect(), "/large")[0], 2 * LATENCY + 256_000 / BANDWIDTH)
        log = self.origin.end()
        self.assertLess(log[0]["sent"], 256_000)
        self.assertIsNotNone(log[0]["closed"])
        self.assertIsNone(log[0]["last"])

    def test_a_range_has_its_bytes(self):
        self.assertEqual(self.load(self.connect(), "/large", {"Range": "bytes=256-511"})[1], bytes(range(256)))


class ResponseTests(unittest.TestCase):
    def test_ranges(self):
        self.assertEqual(byte_range("bytes=0-", 10), (0, 10))
        self.assertEqual(byte_range("bytes=2-3", 10), (2, 4))
        self.assertEqual(byte_range("bytes=2-99", 10), (2, 10))
        self.assertEqual(byte_range("bytes=-3", 10), (7, 10))
        self.assertEqual(byte_range("bytes=10-", 10), "unsatisfiable")
        self.assertIsNone(byte_range("bytes=3-2", 10))
        self.assertIsNone(byte_range(None, 10))

    def test_the_answer_to_head_has_no_body(self):
        answer = response("HEAD", (b"body", "text/plain"), None)
        self.assertIn(b"Content-Length: 4\r\n", answer)
        self.assertTrue(answer.endswith(b"\r\n\r\n"))

    def test_an_unknown_path_is_not_found(self):
        self.assertTrue(response("GET", None, None).startswith(b"HTTP/1.1 404 "))


if __name__ == "__main__":
    unittest.main()
