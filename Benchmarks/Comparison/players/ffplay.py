"""ffplay, by its log."""

import re
import shutil

from .base import DROPS, FIRST_FRAME, PLAYBACK, VERSION, Player, Session
from ..process import ChildProcess


class FFplay(Player):
    """ffplay on SDL's dummy drivers."""

    name = "ffplay"
    note = "first frame: the first picture at the end of the filters (showinfo), at most 10 ms before it is shown"
    actions = frozenset([FIRST_FRAME, PLAYBACK, DROPS, VERSION])

    def unavailable(self):
        return None if shutil.which("ffplay") else "ffplay is not installed"

    def start(self, run):
        log = ["-nostats", "-vf", "showinfo=checksum=0"] if run.needs_first_frame else ["-stats"]
        command = ["ffplay", "-hide_banner", "-loglevel", "info", *log, run.url]
        drivers = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        return FFplaySession(ChildProcess(command, environment=drivers, merges_errors=True), run.needs_first_frame)

    def version_command(self):
        return ["ffplay", "-version"]


class FFplaySession(Session):
    """A running ffplay."""

    def __init__(self, child, logs_pictures):
        super().__init__(child)
        self.logs_pictures = logs_pictures

    def wait_first_frame(self, timeout):
        """Without a log of pictures the event is the first defined clock of the status line."""
        if self.logs_pictures:
            moment, _ = self.child.wait_for(lambda line: "Parsed_showinfo" in line and " n:" in line, timeout)
        else:
            moment, _ = self.child.wait_for(lambda line: "fd=" in line and not line.lstrip().startswith("nan"), timeout)
        return moment - self.child.started

    def statistics(self):
        """The status line counts dropped pictures."""
        with self.child.changed:
            lines = [line for _, line in self.child.lines]
        counts = [int(match.group(1)) for match in (re.search(r"fd=\s*(\d+)", line) for line in lines[-50:]) if match]
        return {"dropped": counts[-1] if counts else None}
