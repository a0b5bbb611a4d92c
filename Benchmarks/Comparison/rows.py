"""The rows of the comparison. Their keys are stable: they are the keys of the JSON files."""

from dataclasses import dataclass
from typing import Callable

from . import floors
from .network import Network
from .players.base import AUDIO_CHANGE, FIRST_FRAME, PLAYBACK, RESUME, RUNG_CHANGE, SEEK, STATISTICS, VERSION

# Round-trip time (s) and bandwidth (bytes/s) of the constant networks.
NETWORKS = {"40ms-8M": Network.constant(0.040, 1_000_000), "120ms-3M": Network.constant(0.120, 375_000)}
# Loopback without a simulated line: the bandwidth is not a limit.
LOCAL = Network.constant(0.0, 250_000_000)


@dataclass(frozen=True)
class Row:
    """A row: an action on a stream over a network. `unit` is that of its value."""

    key: str
    action: str
    path: str = ""
    network: Network = LOCAL
    is_tls: bool = False
    is_live: bool = False
    # The height of the only rung (px), or None for a ladder or a file.
    height: int | None = None
    # How the action is performed: see `runner.py`.
    variation: str = ""
    target: float | None = None
    duration: float | None = None
    unit: str = "ms"
    is_quick: bool = False
    maximum_runs: int | None = None
    note: str = ""
    needs: Callable | None = None

    def floor(self, root):
        """The floor (s), or None."""
        return self.needs(root).time(self.network) if self.needs else None

    @property
    def is_hls(self):
        return self.path.endswith(".m3u8")


def _hls_start(stream, **options):
    return lambda root: floors.hls_start(root, stream, **options)


def _first_frame_rows():
    streams = [
        ("fmp4-ladder", "ladder-fmp4/main.m3u8", _hls_start("ladder-fmp4"), {}),
        ("live", "live/ladder-fmp4/main.m3u8", _hls_start("ladder-fmp4", is_live=True), {"is_live": True}),
        ("ts-ladder", "ladder-ts/main.m3u8", _hls_start("ladder-ts"), {}),
        ("720p30", "720p30-ts/media.m3u8", _hls_start("720p30-ts"), {}),
        ("1080p60", "1080p60-ts/media.m3u8", _hls_start("1080p60-ts"), {}),
        ("mp4-index-first", "index-first.mp4", lambda root: floors.mp4_start(root, "index-first.mp4"), {}),
        ("mp4-index-last", "index-last.mp4", lambda root: floors.mp4_start(root, "index-last.mp4"), {}),
    ]
    for network_name, network in NETWORKS.items():
        for name, path, needs, options in streams:
            is_quick = network_name == "40ms-8M" or name == "fmp4-ladder"
            yield Row(f"first-frame/{name}/{network_name}", FIRST_FRAME, path, network, needs=needs, is_quick=is_quick, **options)
    yield Row("first-frame/fmp4-ladder-https/40ms-8M", FIRST_FRAME, "ladder-fmp4/main.m3u8", NETWORKS["40ms-8M"], is_tls=True,
              needs=_hls_start("ladder-fmp4", is_tls=True), note="https; the row without it is first-frame/fmp4-ladder/40ms-8M")


ROWS = [*_first_frame_rows()]
