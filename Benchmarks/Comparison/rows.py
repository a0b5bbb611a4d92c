"""The rows of the comparison. Their keys are stable: they are the keys of the JSON files."""

from dataclasses import dataclass
from typing import Callable

from . import floors
from .network import Network
from .players.base import ADAPTATION, AUDIO_CHANGE, DROPS, FIRST_FRAME, PLAYBACK, RESUME, RUNG_CHANGE, SEEK, VERSION

# Round-trip time (s) and bandwidth (bytes/s) of the constant networks.
NETWORKS = {"40ms-8M": Network.constant(0.040, 1_000_000), "120ms-3M": Network.constant(0.120, 375_000)}
# Loopback without a simulated line: the bandwidth is not a limit.
LOCAL = Network.constant(0.0, 250_000_000)


RECORDED_NETWORKS = 20
# The target of a seek outside the buffer (s): in the second second of a segment.
FAR_TARGET = 53.0


@dataclass(frozen=True)
class Row:
    """A row: an action on a stream over a network. `unit` is that of its value."""

    key: str
    action: str
    path: str = ""
    network: Network = LOCAL
    is_tls: bool = False
    # Rows of one group are measured in the same playback, in their order; by default a row is a group.
    group: str = ""
    # The variation of the action: see `runner.py`.
    variation: str = ""
    target: float | None = None
    duration: float | None = None
    unit: str = "ms"
    is_quick: bool = False
    is_higher_better: bool = False
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
        ("fmp4-ladder", "ladder-fmp4/main.m3u8", _hls_start("ladder-fmp4")),
        ("live", "live/ladder-fmp4/main.m3u8", _hls_start("ladder-fmp4", is_live=True)),
        ("dash", "ladder-fmp4/manifest.mpd", lambda root: floors.dash_start(root, "ladder-fmp4")),
        ("dash-live", "live/ladder-fmp4/manifest.mpd", lambda root: floors.dash_start(root, "ladder-fmp4", is_live=True)),
        ("ts-ladder", "ladder-ts/main.m3u8", _hls_start("ladder-ts")),
        ("720p30", "720p30-ts/media.m3u8", _hls_start("720p30-ts")),
        ("1080p60", "1080p60-ts/media.m3u8", _hls_start("1080p60-ts")),
        ("mp4-index-first", "index-first.mp4", lambda root: floors.mp4_start(root, "index-first.mp4")),
        ("mp4-index-last", "index-last.mp4", lambda root: floors.mp4_start(root, "index-last.mp4")),
    ]
    for network_name, network in NETWORKS.items():
        for name, path, needs in streams:
            is_quick = network_name == "40ms-8M" and name in QUICK_STREAMS
            yield Row(f"first-frame/{name}/{network_name}", FIRST_FRAME, path, network, needs=needs, is_quick=is_quick)
    yield Row("first-frame/fmp4-ladder-https/40ms-8M", FIRST_FRAME, "ladder-fmp4/main.m3u8", NETWORKS["40ms-8M"], is_tls=True,
              needs=_hls_start("ladder-fmp4", is_tls=True), note="https; the row without it is first-frame/fmp4-ladder/40ms-8M")


def _control_rows():
    """Commands during playback over the first network; the rows of a stream share a playback."""
    for name, path in (("fmp4", "single-fmp4/main.m3u8"), ("ts", "720p30-ts/media.m3u8")):
        stream = path.partition("/")[0]
        common = {"path": path, "network": NETWORKS["40ms-8M"], "group": f"control/{name}", "maximum_runs": 3, "is_quick": name == "fmp4"}
        yield Row(f"seek-inside-forward/{name}/40ms-8M", SEEK, variation="inside", target=10.0, **common)
        yield Row(f"seek-inside-back/{name}/40ms-8M", SEEK, target=2.0, **common)
        yield Row(f"resume/{name}/40ms-8M", RESUME, **common)
        if name == "fmp4":
            yield Row(f"audio-change/{name}/40ms-8M", AUDIO_CHANGE, needs=lambda root: floors.Needs(1, 0), **common)
        yield Row(f"seek-outside/{name}/40ms-8M", SEEK, variation="outside", target=FAR_TARGET,
                  needs=lambda root, stream=stream: floors.hls_seek(root, stream, FAR_TARGET), **common)
    yield Row("rung-change/fmp4-ladder/40ms-8M", RUNG_CHANGE, "ladder-fmp4/main.m3u8", NETWORKS["40ms-8M"], group="control/rung",
              maximum_runs=3, needs=lambda root: floors.rung_change(root, "ladder-fmp4/360p/media.m3u8"),
              note="the rung of 360p, selected 6 s after the first picture")


def _load_rows():
    """Processor time, memory and dropped pictures, from loopback in real time."""
    for name, path in (("720p30", "720p30-ts/media.m3u8"), ("1080p60", "1080p60-ts/media.m3u8")):
        common = {"path": path, "group": f"load/{name}", "duration": 30.0, "maximum_runs": 1}
        yield Row(f"cpu/{name}", PLAYBACK, variation="cpu", unit="s", **common)
        yield Row(f"memory/{name}", PLAYBACK, variation="memory", unit="MB", **common,
                  note="the peak of the process; for chromium the proportional memory of all its processes at the end")
    for name, path in (("720p30", "720p30-ts/media.m3u8"), ("1080p60", "1080p60-ts/media.m3u8")):
        yield Row(f"drops-busy/{name}", DROPS, path, duration=10.0, unit="pictures", maximum_runs=1,
                  note="dropped pictures in 10 s, while one more process for each processor computes")


def _adaptation_rows():
    """Recorded networks: sums over all of them, of 60 s each."""
    common = {"path": "ladder-fmp4/main.m3u8", "group": "adaptation", "duration": 60.0, "maximum_runs": 1,
              "note": f"{RECORDED_NETWORKS} recorded networks, 60 s of each from the start of the player"}
    yield Row("adaptation/stalled-time", ADAPTATION, variation="stalled_time", unit="s", **common)
    yield Row("adaptation/stalls", ADAPTATION, variation="stalls", unit="stalls", **common)
    yield Row("adaptation/bitrate", ADAPTATION, variation="bitrate", unit="kbit/s", is_higher_better=True, **common)


def _start_rows():
    yield Row("process-start", VERSION, is_quick=True,
              note="from the start of the process to its end, with the option that prints the version")


QUICK_STREAMS = ("fmp4-ladder", "live", "dash", "dash-live", "720p30", "mp4-index-first", "mp4-index-last")
ROWS = [*_first_frame_rows(), *_control_rows(), *_load_rows(), *_start_rows(), *_adaptation_rows()]
