import os
import tempfile
import unittest
from unittest import mock

from Comparison import floors
from Comparison.floors import Needs
from Comparison.network import Network
from Comparison.probe import Frame

NETWORK = Network.constant(0.040, 1_000_000)


class NeedsTests(unittest.TestCase):
    def test_round_trips_and_bytes_add_up(self):
        self.assertAlmostEqual(Needs(4, 100_000).time(NETWORK), 0.260)

    def test_bytes_that_come_late_wait_for_the_last_round_trip(self):
        self.assertAlmostEqual(Needs(3, 20_000, late_bytes=10_000).time(NETWORK), 0.130)

    def test_bytes_that_come_early_fill_the_last_round_trip(self):
        self.assertAlmostEqual(Needs(3, 100_000, late_bytes=10_000).time(NETWORK), 0.180)


class StreamTests(unittest.TestCase):
    """Streams of files with given sizes; the key frame of a segment ends at the number in its name."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        self.write("ladder/main.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=2\nlarge/media.m3u8\n"
                   "#EXT-X-STREAM-INF:BANDWIDTH=1\nsmall/media.m3u8\n")
        for name, first in (("large", 50_000), ("small", 20_000)):
            lines = ['#EXTM3U', '#EXT-X-MAP:URI="init.mp4"']
            for end in (first, first // 2):
                lines += ["#EXTINF:4.0,", f"{end}.m4s"]
            self.write(f"ladder/{name}/media.m3u8", "\n".join(lines) + "\n")
            self.write(f"ladder/{name}/init.mp4", "i" * 1000)
        patch = mock.patch("Comparison.probe.frames", self.frames)
        patch.start()
        self.addCleanup(patch.stop)

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    @staticmethod
    def frames(path, init=None):
        end = int(os.path.splitext(os.path.basename(path))[0])
        return [Frame(10.0, True, end), Frame(12.0, False, end + 5000), Frame(11.0, False, end + 7000)]

    def size(self, name):
        return os.path.getsize(os.path.join(self.root, name))

    def test_dash_needs_three_round_trips(self):
        self.write("ladder/manifest.mpd", "m" * 700)
        self.assertEqual(floors.dash_start(self.root, "ladder"), Needs(3, 700 + 1000 + 20_000))
        self.assertEqual(floors.dash_start(self.root, "ladder", is_live=True), Needs(3, 700 + 1000 + 10_000))

    def test_a_ladder_needs_four_round_trips_and_the_smallest_key_frame(self):
        playlists = self.size("ladder/main.m3u8") + self.size("ladder/small/media.m3u8")
        self.assertEqual(floors.hls_start(self.root, "ladder"), Needs(4, playlists + 1000 + 20_000))

    def test_a_media_playlist_needs_three_round_trips(self):
        self.assertEqual(floors.hls_start(self.root, "ladder/large"), Needs(3, self.size("ladder/large/media.m3u8") + 1000 + 50_000))

    def test_tls_adds_a_round_trip(self):
        self.assertEqual(floors.hls_start(self.root, "ladder", is_tls=True).round_trips, 5)

    def test_live_counts_the_smallest_segment_of_the_window(self):
        needs = floors.hls_start(self.root, "ladder", is_live=True)
        self.assertEqual(needs.bytes, self.size("ladder/main.m3u8") + 1000 + 10_000)

    def test_a_seek_needs_the_segment_up_to_the_picture(self):
        self.assertEqual(floors.hls_seek(self.root, "ladder", 5.0), Needs(1, 10_000 + 7000))
        self.assertEqual(floors.hls_seek(self.root, "ladder", 4.0), Needs(1, 10_000))

    def test_a_seek_after_the_end_is_an_error(self):
        self.assertRaises(ValueError, floors.hls_seek, self.root, "ladder", 8.0)

    def test_an_index_at_the_end_needs_a_round_trip_more(self):
        boxes = {"first": [("ftyp", 0, 32), ("moov", 32, 900), ("mdat", 932, 9000)],
                 "last": [("ftyp", 0, 32), ("mdat", 32, 9000), ("moov", 9032, 900)]}
        with mock.patch("Comparison.probe.boxes", lambda path: boxes[os.path.basename(path)]), mock.patch(
                "Comparison.probe.frames", lambda path: [Frame(0.0, True, 4000)]):
            self.assertEqual(floors.mp4_start(self.root, "first"), Needs(2, 4000))
            self.assertEqual(floors.mp4_start(self.root, "last"), Needs(3, 4900, late_bytes=900))


if __name__ == "__main__":
    unittest.main()
