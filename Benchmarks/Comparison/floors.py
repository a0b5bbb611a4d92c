"""The floor of a row: the time that no client can undercut on its network.

A floor consists of the round trips that follow each other (R is the round-trip time, B the bandwidth) and of the bytes without which
there is no picture, which have to cross the line. Heads of responses, the sound and the player's own work are not counted, so a floor is a
lower bound.
Where the client may choose between rungs or live segments, the floor is that of the choice with the fewest bytes.
"""

import os
from dataclasses import dataclass

from . import probe
from .live import MediaPlaylist


@dataclass(frozen=True)
class Needs:
    """What has to be transferred: round trips in sequence, and bytes. `late_bytes` of them can leave only after all round trips, the others
    one round trip earlier."""

    round_trips: int
    bytes: int
    late_bytes: int | None = None

    def time(self, network):
        """The floor (s) on a network, from its start."""
        latency = network.conditions(0).latency
        end = network.time_for(self.bytes, (self.round_trips - (0 if self.late_bytes is None else 1)) * latency)
        if self.late_bytes is not None:
            end = max(end, network.time_for(self.late_bytes, self.round_trips * latency))
        return end


def handshake(is_tls):
    """The round trips before the first request of a connection: TCP, and TLS 1.3 (RFC 8446 §2)."""
    return 2 if is_tls else 1


def media_playlists(folder):
    """The paths of the media playlists of the variants of a multivariant playlist."""
    with open(os.path.join(folder, "main.m3u8"), encoding="utf-8") as file:
        return [os.path.join(folder, line.strip()) for line in file if line.strip() and not line.startswith("#")]


def read_playlist(path):
    with open(path, encoding="utf-8") as file:
        return MediaPlaylist.parse(file.read())


def init_path(path, playlist):
    """The initialization segment of a media playlist, or None."""
    if not playlist.map:
        return None
    return os.path.join(os.path.dirname(path), playlist.map.partition('URI="')[2].partition('"')[0])


def segment_bytes(path, playlist, index):
    """The bytes of a segment up to the end of its first key frame, and of the initialization segment."""
    init = init_path(path, playlist)
    segment = os.path.join(os.path.dirname(path), playlist.segments[index][1])
    first = next(frame for frame in probe.frames(segment, init) if frame.is_key)
    return first.end + (os.path.getsize(init) if init else 0)


def hls_start(root, stream, is_tls=False, is_live=False):
    """First picture of HLS.

    With a multivariant playlist: handshake + R (multivariant playlist) + R (media playlists, those of video and audio in parallel) + R
    (initialization segment and segment, in parallel) + (playlists + initialization segment + first key frame) / B. With a media playlist
    one R less. Live: the segments that can be in the first window.
    """
    top = os.path.join(root, stream)
    is_ladder = os.path.exists(os.path.join(top, "main.m3u8"))
    paths = media_playlists(top) if is_ladder else [os.path.join(top, "media.m3u8")]
    top_bytes = os.path.getsize(os.path.join(top, "main.m3u8")) if is_ladder else 0
    choices = []
    for path in paths:
        playlist = read_playlist(path)
        # The window of a live playlist is shorter than the playlist on demand.
        playlist_bytes = 0 if is_live else os.path.getsize(path)
        indexes = range(min(9, len(playlist.segments))) if is_live else [0]
        choices += [top_bytes + playlist_bytes + segment_bytes(path, playlist, index) for index in indexes]
    return Needs(handshake(is_tls) + (3 if is_ladder else 2), min(choices))


def dash_start(root, stream, is_live=False):
    """First picture of DASH: handshake + R (manifest) + R (initialization segment and segment, in parallel) + (manifest + initialization
    segment + first key frame) / B. Live: the segments that can be in the first window."""
    top = os.path.join(root, stream)
    manifest_bytes = os.path.getsize(os.path.join(top, "manifest.mpd"))
    choices = [manifest_bytes + segment_bytes(path, read_playlist(path), index)
               for path in media_playlists(top) for index in (range(min(9, len(read_playlist(path).segments))) if is_live else [0])]
    return Needs(handshake(False) + 2, min(choices))


def mp4_start(root, name, is_tls=False):
    """First picture of an MP4 file.

    Index first: handshake + R + (everything up to the end of the first key frame) / B.
    Index last: handshake + R (head of the file and key frame) + R (tail); the index cannot leave before, the key frame can:
    the later of (handshake + 2 R + index / B) and (handshake + R + (head + key frame + index) / B).
    """
    path = os.path.join(root, name)
    positions = {kind: (position, size) for kind, position, size in probe.boxes(path)}
    key = next(frame for frame in probe.frames(path) if frame.is_key)
    index_position, index_size = positions["moov"]
    if index_position < positions["mdat"][0]:
        return Needs(handshake(is_tls) + 1, key.end)
    return Needs(handshake(is_tls) + 2, key.end + index_size, late_bytes=index_size)


def hls_seek(root, stream, target):
    """Picture of a seek outside the buffer, on open connections and with known playlists: R + (the target's segment up to the end of the
    picture at the target) / B, of the cheapest variant."""
    top = os.path.join(root, stream)
    paths = media_playlists(top) if os.path.exists(os.path.join(top, "main.m3u8")) else [os.path.join(top, "media.m3u8")]
    return Needs(1, min(_bytes_to(path, target) for path in paths))


def _bytes_to(path, target):
    """The bytes of the target's segment from its start up to the picture at the target, which follows the one before it in time."""
    playlist = read_playlist(path)
    start = 0.0
    for duration, uri in playlist.segments:
        if start <= target < start + duration:
            init = init_path(path, playlist)
            pictures = probe.frames(os.path.join(os.path.dirname(path), uri), init)
            base = min(picture.time for picture in pictures)
            needed = [picture for picture in pictures if picture.time - base <= target - start + 1e-6]
            return max(picture.end for picture in needed)
        start += duration
    raise ValueError(f"{path} ends before {target:g} s")


def rung_change(root, media_playlist):
    """First picture of a selected rung, whose playlist may be known: R (initialization segment and segment, in parallel) + (initialization
    segment + key frame) / B, of the segment with the smallest key frame."""
    path = os.path.join(root, media_playlist)
    playlist = read_playlist(path)
    return Needs(1, min(segment_bytes(path, playlist, index) for index in range(len(playlist.segments))))
