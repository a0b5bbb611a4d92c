"""Ends what the program has started, however the program itself ends.

All processes inherit a mark in their environment. A second process, in a session of its own, waits until the program has ended, also by a signal that cannot be
handled, and kills the processes with the mark.
"""

import os
import secrets
import signal
import subprocess
import sys
import time

MARK = "PLAYHEAD_BENCH_RUN"
PACKAGE_PARENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Guard:
    """Ends the started processes at the latest with this process."""

    def __init__(self):
        self.mark = f"{os.getpid()}.{secrets.token_hex(8)}"
        # The environment of this process as the system shows it stays without the mark, so that it is not found.
        self.process = subprocess.Popen(
            [sys.executable, "-m", f"{__package__}.leftovers", self.mark], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True, cwd=PACKAGE_PARENT)
        os.environ[MARK] = self.mark

    def exit_on(self, *numbers):
        """Ends this process by an exception on these signals, after what it has started."""
        def handle(number, _):
            end(self.mark)
            sys.exit(128 + number)
        for number in numbers:
            signal.signal(number, handle)

    def close(self):
        """Ends what is left, and waits for it."""
        self.process.stdin.close()
        self.process.wait()
        os.environ.pop(MARK, None)


def marked(mark):
    """The ids of the processes with the mark."""
    entry = f"{MARK}={mark}".encode()
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if entry in file.read().split(b"\0"):
                    found.append(int(name))
        except OSError:
            continue
    return found


def end(mark):
    """Kills the processes with the mark, and those that they start meanwhile."""
    while found := marked(mark):
        for identity in found:
            try:
                os.kill(identity, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(0.01)


if __name__ == "__main__":
    sys.stdin.read()
    end(sys.argv[1])
