"""The interface of the drivers."""

import time

from ..process import RunFailed

# What a driver can do and report.
FIRST_FRAME, PLAYBACK, SEEK, RESUME, AUDIO_CHANGE, RUNG_CHANGE, DROPS, ADAPTATION, VERSION = (
    "first frame", "playback", "seek", "resume", "audio change", "rung change", "dropped pictures", "adaptation", "version")


class Player:
    """A player that can be measured."""

    name = ""
    is_playhead = False
    # The actions that the driver can perform and time.
    actions = frozenset()
    # Reasons for the absence of actions, for the report.
    reasons = {}
    note = ""
    # The number of recorded networks that are played at a time; each playback should need a fraction of a processor.
    concurrent_playbacks = 7

    def unavailable(self):
        """Why the player cannot be measured on this machine, or None."""
        return None

    def supports(self, row):
        """None, or why the row is left out."""
        if row.action not in self.actions:
            return self.reasons.get(row.action, f"no report of: {row.action}")
        return self.supports_stream(row)

    def supports_stream(self, row):
        """None, or why the stream of the row is left out."""
        return None

    def start(self, run):
        """Starts the playback of `run` and returns a `Session`."""
        raise NotImplementedError

    def version_command(self):
        """The command that prints the version."""
        raise NotImplementedError


class Session:
    """A playback in progress. All latencies are in seconds."""

    def __init__(self, child):
        self.child = child
        self.usage = None

    def begin(self):
        """Loads the stream, if the start of the process did not."""

    def wait_first_frame(self, timeout):
        """Waits for the first picture; returns the time since the start of the process."""
        raise NotImplementedError

    def first_picture(self, first_frame):
        """The time of the first picture (s), if it differs from that of `wait_first_frame`. The player may end."""
        return first_frame

    def first_frame_details(self):
        """More about the start, for the JSON file."""
        return {}

    def buffered_until(self):
        """The end of the loaded range around the position (s), or None if unknown."""
        return None

    def seek(self, target, timeout):
        """Seeks; returns the time until the picture of the target is shown."""
        raise NotImplementedError

    def pause(self):
        raise NotImplementedError

    def resume(self, timeout):
        """Resumes; returns the time until playback continues."""
        raise NotImplementedError

    def select_audio(self, timeout):
        """Selects the second audio track; returns the time until it plays."""
        raise NotImplementedError

    def select_rung(self, height, timeout):
        """Selects the rung of a height; returns the time until its first picture."""
        raise NotImplementedError

    def statistics(self):
        """Ends or observes the playback; returns `dropped`, `stalls`, `stalled_time` (s) and `heights` (s for each height), if known."""
        return {}

    def wait_buffered(self, position, timeout):
        """Waits until the media is loaded up to a position; where a player does not report that, for half of the time."""
        deadline = time.monotonic() + timeout
        while (self.buffered_until() or 0.0) < position:
            if time.monotonic() > deadline:
                raise RunFailed(f"Not loaded up to {position:g} s within {timeout:g} s")
            time.sleep(0.05)

    def end(self):
        """Ends the player and returns its `Usage`; a second call returns the same."""
        if self.usage is None:
            self.usage = self._end()
        return self.usage

    def _end(self):
        return self.child.end()
