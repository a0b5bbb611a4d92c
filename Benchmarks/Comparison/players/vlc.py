"""VLC, by its log."""

import os
import shutil
import tempfile

from .base import FIRST_FRAME, PLAYBACK, VERSION, Player, Session
from ..process import ChildProcess

# VLC refuses to run as root; this is the user "nobody".
UNPRIVILEGED_USER = 65534


class VLC(Player):
    """VLC without an interface, with dummy outputs."""

    name = "vlc"
    note = 'first frame: "Received first picture" of the decoder'
    actions = frozenset([FIRST_FRAME, PLAYBACK, VERSION])

    def __init__(self):
        self.user = UNPRIVILEGED_USER if os.geteuid() == 0 else None

    def unavailable(self):
        return None if shutil.which("vlc") else "vlc is not installed"

    def supports_stream(self, row):
        return "trusts only the certificates of the system" if row.is_tls else None

    def start(self, run):
        command = ["vlc", "-I", "dummy", "--vout", "vdummy", "--aout", "adummy", "--no-video-title-show", "--no-color", "-vv", run.url]
        return VLCSession(self.user, command)

    def version_command(self):
        # The program itself refuses to run as root, even for this.
        return ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups", "vlc", "--version"] if self.user else [
            "vlc", "--version"]


class VLCSession(Session):
    """A running VLC, with a folder for its files."""

    def __init__(self, user, command):
        self.folder = tempfile.TemporaryDirectory(prefix="bench-vlc-")
        if user is not None:
            os.chown(self.folder.name, user, user)
        super().__init__(ChildProcess(command, environment={"HOME": self.folder.name}, user=user, merges_errors=True, folder="/"))

    def wait_first_frame(self, timeout):
        moment, _ = self.child.wait_for(lambda line: "Received first picture" in line, timeout)
        return moment - self.child.started

    def _end(self):
        usage = self.child.end()
        self.folder.cleanup()
        return usage
