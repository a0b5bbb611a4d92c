"""mpv, by JSON IPC over a socket pair."""

import json
import shutil
import socket
import threading
import time

from .base import ADAPTATION, AUDIO_CHANGE, DROPS, FIRST_FRAME, PLAYBACK, RESUME, RUNG_CHANGE, SEEK, VERSION, Player, Session
from ..process import ChildProcess, RunFailed


class MPV(Player):
    """mpv with its default cache, without windows and sound."""

    name = "mpv"
    note = "first frame and seek: playback-restart; resume: the first change of time-pos"
    actions = frozenset([FIRST_FRAME, PLAYBACK, SEEK, RESUME, DROPS, VERSION])
    reasons = {
        RUNG_CHANGE: "selects a rung of HLS when it opens a stream",
        AUDIO_CHANGE: "mpv 0.35 plays no sound after a change of the HLS rendition",
        ADAPTATION: "does not adapt",
    }

    def unavailable(self):
        return None if shutil.which("mpv") else "mpv is not installed"

    def start(self, run):
        ours, theirs = socket.socketpair()
        command = ["mpv", "--no-config", "--vo=null", "--ao=null", "--hwdec=no", "--no-terminal", "--no-ytdl",
                   f"--input-ipc-client=fd://{theirs.fileno()}", run.url]
        child = ChildProcess(command, pass_fds=[theirs.fileno()])
        theirs.close()
        return MPVSession(child, ours)

    def version_command(self):
        return ["mpv", "--no-config", "--version"]


class MPVSession(Session):
    """A running mpv."""

    def __init__(self, child, connection):
        super().__init__(child)
        self.connection = connection
        self.messages = []
        self.next_message = 0
        self.request = 0
        self.is_at_end = False
        self.changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        rest = b""
        while True:
            try:
                data = self.connection.recv(65536)
            except OSError:
                data = b""
            now = time.monotonic()
            *lines, rest = (rest + data).split(b"\n")
            with self.changed:
                self.messages += [(now, json.loads(line)) for line in lines if line]
                self.is_at_end = not data
                self.changed.notify_all()
            if not data:
                return

    def _wait(self, match, timeout, first=None):
        """The time of the next message that matches, and the message."""
        deadline = time.monotonic() + timeout
        index = self.next_message if first is None else first
        with self.changed:
            while True:
                while index >= len(self.messages):
                    if self.is_at_end or time.monotonic() >= deadline:
                        raise RunFailed("mpv ended" if self.is_at_end else f"No event within {timeout:g} s")
                    self.changed.wait(max(0.0, deadline - time.monotonic()))
                moment, message = self.messages[index]
                index += 1
                if match(message):
                    if first is None:
                        self.next_message = index
                    return moment, message

    def _send(self, *command):
        """Sends a command; returns the time, its number and the index of the first message after it."""
        self.request += 1
        with self.changed:
            first = len(self.messages)
        moment = time.monotonic()
        try:
            self.connection.sendall(json.dumps({"command": command, "request_id": self.request}).encode() + b"\n")
        except OSError as error:
            raise RunFailed(f"mpv does not read commands: {error}") from error
        return moment, self.request, first

    def _get(self, name):
        _, number, first = self._send("get_property", name)
        return self._wait(lambda message: message.get("request_id") == number and "error" in message, 5.0, first)[1].get("data")

    def _time(self, match, timeout, *command):
        moment, _, first = self._send(*command)
        self.next_message = first
        return self._wait(match, timeout)[0] - moment

    def wait_first_frame(self, timeout):
        return self._wait(lambda message: message.get("event") == "playback-restart", timeout)[0] - self.child.started

    def first_frame_details(self):
        return {"height": self._get("video-params/h")}

    def buffered_until(self):
        return self._get("demuxer-cache-time")

    def seek(self, target, timeout):
        return self._time(lambda message: message.get("event") == "playback-restart", timeout, "seek", target, "absolute+exact")

    def pause(self):
        self._send("set_property", "pause", True)
        time.sleep(0.2)

    def resume(self, timeout):
        """The report is the first change of the position."""
        self._send("observe_property", 7, "time-pos")
        time.sleep(0.1)
        return self._time(lambda message: message.get("id") == 7 and message.get("event") == "property-change", timeout,
                          "set_property", "pause", False)

    def statistics(self):
        dropped = (self._get("frame-drop-count") or 0) + (self._get("decoder-frame-drop-count") or 0)
        return {"dropped": dropped, "height": self._get("video-params/h")}

    def _end(self):
        usage = self.child.end()
        self.connection.close()
        return usage
