"""Playhead, by the JSON lines and commands of `playhead play`."""

import json
import signal

from .base import ADAPTATION, AUDIO_CHANGE, DROPS, FIRST_FRAME, PLAYBACK, RESUME, RUNG_CHANGE, SEEK, VERSION, Player, Session
from ..process import ChildProcess


class Playhead(Player):
    """A binary of Playhead; several can be compared under different names."""

    is_playhead = True
    note = "first frame: the first picture on the output (firstPictureTime), with onFirstFrame in the JSON file; seek: onSeeked; resume: onPlay; changes: onAudioTrackChanged, onVisualQuality"
    actions = frozenset([FIRST_FRAME, PLAYBACK, SEEK, RESUME, AUDIO_CHANGE, RUNG_CHANGE, DROPS, ADAPTATION, VERSION])

    def __init__(self, name, path):
        self.name = name
        self.path = path

    def start(self, run):
        command = [self.path, "play", run.url, "--json", "--audio", "none", "--video", "none"]
        if run.is_controlled:
            command += ["--control", "-"]
        if run.certificate:
            command += ["--certificate-authority", run.certificate]
        return PlayheadSession(ChildProcess(command, stdin="pipe" if run.is_controlled else None))

    def version_command(self):
        return [self.path, "--version"]


class PlayheadSession(Session):
    """A running `playhead play`."""

    def __init__(self, child):
        super().__init__(child)
        self.levels = []
        self.details = {}
        self.scanned = 0
        self.loaded = []
        self.position = 0.0

    def _wait(self, name, timeout, condition=lambda event: True):
        def match(line):
            event = json.loads(line) if line.startswith("{") else {}
            if event.get("event") == "onLevels":
                self.levels = event["levels"]
            return event if event.get("event") == name and condition(event) else None
        return self.child.wait_for(match, timeout)

    def wait_first_frame(self, timeout):
        moment, event = self._wait("onFirstFrame", timeout)
        self.details = {"t": event["t"]}
        return moment - self.child.started

    def first_picture(self, first_frame):
        """onFirstFrame reports that playback moves; the summary has the time between it and the first picture (ms)."""
        summary = self.summary()
        started, shown = summary.get("startupTime"), summary.get("firstPictureTime")
        self.details["onFirstFrame"] = first_frame * 1000
        return first_frame if started is None or shown is None else first_frame - (started - shown) / 1000

    def first_frame_details(self):
        _, event = self._wait("onVisualQuality", 1.0)
        self.details["height"] = event.get("height")
        return self.details

    def buffered_until(self):
        with self.child.changed:
            lines = self.child.lines[self.scanned:]
            self.scanned = len(self.child.lines)
        for _, line in lines:
            event = json.loads(line) if line.startswith("{") else {}
            self.position = event.get("position") or self.position
            if event.get("event") == "onBufferChange":
                self.loaded = event["ranges"]
        return next((entry["end"] for entry in self.loaded if entry["start"] - 0.5 <= self.position <= entry["end"]), None)

    def _time(self, command, name, timeout, condition=lambda event: True):
        self.child.skip()
        sent = self.child.write(command)
        return self._wait(name, timeout, condition)[0] - sent

    def seek(self, target, timeout):
        return self._time(f"seek {target}", "onSeeked", timeout)

    def pause(self):
        self.child.write("pause")
        self._wait("onPause", 5.0)

    def resume(self, timeout):
        return self._time("play", "onPlay", timeout)

    def select_audio(self, timeout):
        return self._time("audio 1", "onAudioTrackChanged", timeout)

    def select_rung(self, height, timeout):
        index = next(level["index"] for level in self.levels if level["height"] == height)
        return self._time(f"quality {index}", "onVisualQuality", timeout, lambda event: event.get("height") == height)

    def summary(self):
        """Ends the program and returns its last line."""
        self.child.end(requested=signal.SIGINT)
        return next((json.loads(line) for _, line in reversed(self.child.lines) if '"summary"' in line), {})

    def statistics(self):
        summary = self.summary()
        heights = {int(quality["label"].removesuffix("p")): quality["time"] for quality in summary.get("qualities", [])
                   if quality["label"].removesuffix("p").isdigit()}
        return {"stalls": summary.get("stalls"), "stalled_time": summary.get("stalledTime"), "heights": heights,
                "dropped": summary.get("framesDropped"), "shown": summary.get("framesShown")}
