import unittest

from Comparison.live import LiveStream, MediaPlaylist

TEXT = '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI="init.mp4"\n' + "".join(
    f"#EXTINF:4.000000,\n{index}.m4s\n" for index in range(10)) + "#EXT-X-ENDLIST\n"


class LiveTests(unittest.TestCase):
    def setUp(self):
        self.media = MediaPlaylist.parse(TEXT)
        self.live = LiveStream()

    def uris(self, time):
        return [line for line in self.live.playlist(self.media, time).splitlines() if not line.startswith("#")]

    def test_the_window_is_full_at_the_start(self):
        self.assertEqual(self.uris(0.0), [f"{index}.m4s?loop=0" for index in range(2, 8)])

    def test_a_segment_appears_when_it_is_complete(self):
        self.assertEqual(self.uris(3.99)[-1], "7.m4s?loop=0")
        self.assertEqual(self.uris(4.0)[-1], "8.m4s?loop=0")
        self.assertIn("#EXT-X-MEDIA-SEQUENCE:3", self.live.playlist(self.media, 4.0))

    def test_the_presentation_repeats_after_a_discontinuity(self):
        text = self.live.playlist(self.media, 12.0)
        self.assertIn('#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4.000000,\n0.m4s?loop=1', text)
        self.assertIn("#EXT-X-DISCONTINUITY-SEQUENCE:0", text)

    def test_the_discontinuity_sequence_counts_those_that_left_the_window(self):
        # The window of segments 10 to 15 begins with the discontinuity; that of 11 to 16 is after it.
        self.assertIn("#EXT-X-DISCONTINUITY-SEQUENCE:0", self.live.playlist(self.media, 32.0))
        self.assertIn("#EXT-X-DISCONTINUITY-SEQUENCE:1", self.live.playlist(self.media, 36.0))

    def test_the_last_segment_ends_at_the_date_of_the_start(self):
        self.assertIn("#EXT-X-PROGRAM-DATE-TIME:1969-12-31T23:59:36.000Z", self.live.playlist(self.media, 0.0))

    def test_the_manifest_of_a_broadcast_has_the_published_segments(self):
        text = self.live.manifest('<MPD type="static" profiles="">', 4)
        self.assertEqual(text, '<MPD type="dynamic" availabilityStartTime="1969-12-31T23:59:28.000Z" timeShiftBufferDepth="PT24S" '
                         'profiles="">')


if __name__ == "__main__":
    unittest.main()
