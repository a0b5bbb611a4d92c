"""A Locust user whose viewers are played by `playhead monitor`, with their figures in Locust's statistics.

Each Locust user is one process of `playhead monitor` with `viewers` viewers. Locust's own distribution divides the users among its workers.
"""

import json
import os
import signal

from gevent import subprocess
from locust import User, constant


class ViewerFailed(Exception):
    """An error of a viewer, by code and resource."""


class PlayheadUser(User):
    """Plays `stream` by `viewers` viewers, again and again, each time for `watch_time`.

    Entries of the statistics: `startup` and `stall` with their durations in milliseconds; `playback` for each viewer, a failure with its code.
    """

    abstract = True
    wait_time = constant(0)
    #: The URL of the stream; Locust's host if it is empty.
    stream = ""
    #: The number of viewers of each Locust user.
    viewers = 1
    #: The time that each viewer watches, as `--watch-time`.
    watch_time = "30s"
    #: The program.
    program = os.environ.get("PLAYHEAD", "playhead")
    #: Further arguments of `playhead monitor`.
    arguments = ()

    _process = None
    _runs = 0

    def on_start(self):
        # Locust gives users no number that is unique among workers.
        self._seed = int.from_bytes(os.urandom(4), "big")

    def on_stop(self):
        self._end()

    def _command(self):
        self._runs += 1
        return [
            self.program, "monitor", self.stream or self.host, "--viewers", str(self.viewers), "--watch-time", self.watch_time,
            "--output", "none", "--events", "/dev/stdout", "--seed", str(self._seed + self._runs), *self.arguments,
        ]

    def play(self):
        """Plays all viewers once. Called by the task of a subclass."""
        self._process = subprocess.Popen(self._command(), stdout=subprocess.PIPE, text=True, start_new_session=True)
        viewers = {}
        try:
            for line in self._process.stdout:
                # The summary for people follows the events.
                if line.startswith("{"):
                    self._handle(json.loads(line), viewers)
        finally:
            self._end()
        for state in viewers.values():
            if not state["failed"]:
                self._report("playback", state["last"] * 1000)

    def _handle(self, event, viewers):
        state = viewers.setdefault(event["viewer"], {"failed": False, "started": False, "stall": None, "attempt": 0.0, "last": 0.0})
        name, time = event["event"], event["t"]
        state["last"] = time
        if name == "onPlayAttempt":
            state["attempt"] = time
        elif name == "onFirstFrame" and not state["started"]:
            state["started"] = True
            self._report("startup", (time - state["attempt"]) * 1000)
        elif name == "onBuffer" and event["reason"] == "stalled":
            state["stall"] = time
        elif name == "onStateChange" and event["oldState"] == "buffering" and state["stall"] is not None:
            self._report("stall", (time - state["stall"]) * 1000)
            state["stall"] = None
        elif name in ("onError", "onSetupError"):
            state["failed"] = True
            error = event["error"]
            self._report("playback", time * 1000, ViewerFailed(f"{error['code']} {error['message']}"))

    def _report(self, name, milliseconds, failure=None):
        self.environment.events.request.fire(
            request_type="PLAYHEAD", name=name, response_time=milliseconds, response_length=0, exception=failure, context={})

    def _end(self):
        process, self._process = self._process, None
        if process and process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
