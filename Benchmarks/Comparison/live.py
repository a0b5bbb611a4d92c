"""Live playlists, generated from the segments of an on-demand presentation."""

import math
from dataclasses import dataclass
from datetime import datetime, timezone


# The type in the manifest of a recording, which is another one in that of a broadcast.
STATIC_TYPE = 'type="static"'


@dataclass(frozen=True)
class MediaPlaylist:
    """The parts of an on-demand media playlist that a live playlist needs."""

    version: int
    map: str | None
    segments: list  # of (duration in seconds, URI)

    @classmethod
    def parse(cls, text):
        """Parses a media playlist as FFmpeg writes it."""
        version, map_line, duration, segments = 3, None, None, []
        for line in text.splitlines():
            if line.startswith("#EXT-X-VERSION:"):
                version = int(line.partition(":")[2])
            elif line.startswith("#EXT-X-MAP:"):
                map_line = line
            elif line.startswith("#EXTINF:"):
                duration = float(line.partition(":")[2].partition(",")[0])
            elif line and not line.startswith("#") and duration is not None:
                segments.append((duration, line))
                duration = None
        return cls(version, map_line, segments)


@dataclass(frozen=True)
class LiveStream:
    """A window that moves through the segments, which repeat without end, each time after a discontinuity."""

    window: int = 6
    # The number of segments that are published at the start, so that the window is full.
    published: int = 8
    date: float = 0.0

    def playlist(self, media, time):
        """The text of the live playlist at `time` seconds after the start."""
        count = len(media.segments)
        target = math.ceil(max(duration for duration, _ in media.segments))
        last = self._published(media, time)
        first = max(0, last - self.window)
        lines = [
            "#EXTM3U",
            f"#EXT-X-VERSION:{media.version}",
            f"#EXT-X-TARGETDURATION:{target}",
            f"#EXT-X-MEDIA-SEQUENCE:{first}",
            f"#EXT-X-DISCONTINUITY-SEQUENCE:{max(0, (first - 1) // count)}",
        ]
        for index in range(first, last):
            duration, uri = media.segments[index % count]
            if index and index % count == 0:
                lines.append("#EXT-X-DISCONTINUITY")
            if media.map and (index == first or index % count == 0):
                lines.append(media.map)
            if index == first:
                lines.append(f"#EXT-X-PROGRAM-DATE-TIME:{self._date(media, index)}")
            lines += [f"#EXTINF:{duration:.6f},", f"{uri}?loop={index // count}"]
        return "\n".join(lines) + "\n"

    def manifest(self, text, segment_duration):
        """The manifest of the broadcast of a recording, which ends with it."""
        start = datetime.fromtimestamp(self.date - self.published * segment_duration, timezone.utc)
        return text.replace(STATIC_TYPE, f'type="dynamic" availabilityStartTime="{start.isoformat(timespec="milliseconds")[:-6]}Z" '
                            f'timeShiftBufferDepth="PT{self.window * segment_duration}S"', 1)

    def _start(self, media, index):
        """The media time at which segment `index` starts, counted over the repetitions."""
        durations = [duration for duration, _ in media.segments]
        return index // len(durations) * sum(durations) + sum(durations[: index % len(durations)])

    def _published(self, media, time):
        """The number of segments that are complete at `time`."""
        elapsed = self._start(media, self.published) + time
        index = self.published
        while self._start(media, index + 1) <= elapsed:
            index += 1
        return index

    def _date(self, media, index):
        """The date of the start of segment `index`; the segment published last at the start ends at `date`."""
        date = self.date - self._start(media, self.published) + self._start(media, index)
        return datetime.fromtimestamp(date, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
