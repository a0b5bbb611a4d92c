"""GStreamer's playbin3 with hlsdemux2: gst-launch-1.0 for playback, a small program for control."""

import os
import shutil
import time

from .base import FIRST_FRAME, PLAYBACK, RESUME, SEEK, VERSION, Player, Session
from ..process import ChildProcess

CONTROLLED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "gstreamer_control.py")
# Debian's interpreter, which has the package with GStreamer's interface.
PYTHON = "/usr/bin/python3"


class GStreamer(Player):
    """playbin3 with sinks that show nothing and keep time."""

    name = "gstreamer"
    note = "first frame and seek: the preroll buffer at the video sink; resume: the next buffer there"
    actions = frozenset([FIRST_FRAME, PLAYBACK, SEEK, RESUME, VERSION])

    def unavailable(self):
        return None if shutil.which("gst-launch-1.0") else "gst-launch-1.0 is not installed"

    def supports_stream(self, row):
        return "trusts only the certificates of the system" if row.is_tls else None

    def start(self, run):
        if run.is_controlled:
            return GStreamerSession(ChildProcess([PYTHON, CONTROLLED, run.url], stdin="pipe"), False)
        # Messages of the sink are on only where they are needed: each picture has one.
        silent = "false" if run.needs_first_frame else "true"
        command = ["gst-launch-1.0", "-v", "playbin3", f"uri={run.url}", f"video-sink=fakesink name=video sync=true silent={silent}",
                   "audio-sink=fakesink sync=true"]
        return GStreamerSession(ChildProcess(command), run.needs_first_frame)

    def version_command(self):
        return ["gst-launch-1.0", "--version"]


class GStreamerSession(Session):
    """A running pipeline."""

    def __init__(self, child, logs_pictures):
        super().__init__(child)
        self.logs_pictures = logs_pictures

    def wait_first_frame(self, timeout):
        """Without messages of the sink the event is the start of the clock."""
        events = ("frame", "New clock")
        moment, _ = self.child.wait_for(
            lambda line: "last-message = preroll" in line or not self.logs_pictures and line.startswith(events), timeout)
        return moment - self.child.started

    def wait_buffered(self, position, timeout):
        """The pipeline does not report the loaded range."""
        time.sleep(timeout / 2)

    def _time(self, command, event, timeout):
        self.child.skip()
        sent = self.child.write(command)
        return self.child.wait_for(lambda line: line.startswith(event), timeout)[0] - sent

    def seek(self, target, timeout):
        return self._time(f"seek {target}", "frame", timeout)

    def pause(self):
        self._time("pause", "paused", 5.0)

    def resume(self, timeout):
        return self._time("play", "resumed", timeout)
