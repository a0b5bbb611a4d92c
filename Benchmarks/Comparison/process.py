"""Child processes: their lines with times, and what they used."""

import os
import re
import signal
import subprocess
import threading
import time
from dataclasses import dataclass


class RunFailed(Exception):
    """A run without a result: a timeout, or a player that ended or reported an error."""


@dataclass(frozen=True)
class Usage:
    """Processor time (s) with that of ended child processes, and peak resident memory (MB)."""

    cpu: float
    memory: float


class ChildProcess:
    """A process in a group of its own. Its output is read by a thread that notes the time of each line on the monotonic clock."""

    def __init__(self, command, stdin=None, environment=None, pass_fds=(), user=None, merges_errors=False, folder=None):
        self.lines = []
        self.next_line = 0
        self.is_at_end = False
        self.changed = threading.Condition()
        self.usage = None
        identity = {"user": user, "group": user, "extra_groups": []} if user is not None else {}
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE if stdin == "pipe" else subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if merges_errors else subprocess.DEVNULL, env={**os.environ, **(environment or {})},
            start_new_session=True, pass_fds=pass_fds, cwd=folder, **identity)
        self.reader = threading.Thread(target=self._read, args=(self.process.stdout.fileno(), re.compile(rb"[\r\n]+")), daemon=True)
        self.reader.start()

    def _read(self, descriptor, separator):
        rest = b""
        while True:
            try:
                data = os.read(descriptor, 65536)
            except OSError:
                data = b""
            now = time.monotonic()
            *lines, rest = separator.split(rest + data) if data else [rest, b""]
            with self.changed:
                self.lines += [(now, line.decode("utf-8", "replace")) for line in lines if line]
                self.is_at_end = not data
                self.changed.notify_all()
            if not data:
                return

    def wait_for(self, match, timeout):
        """The time of the next line, in order, for which `match` returns a true value, and this value."""
        deadline = time.monotonic() + timeout
        while True:
            with self.changed:
                while self.next_line >= len(self.lines):
                    if self.is_at_end:
                        last = self.lines[-1][1][:200] if self.lines else "-"
                        raise RunFailed(f"The player ended without the event; its last line: {last}")
                    if not self.changed.wait(max(0.0, deadline - time.monotonic())) and time.monotonic() >= deadline:
                        raise RunFailed(f"No event within {timeout:g} s")
                moment, line = self.lines[self.next_line]
                self.next_line += 1
            value = match(line)
            if value:
                return moment, value

    def wait_until_end(self, timeout):
        """Waits until the process closes its output; returns the time."""
        deadline = time.monotonic() + timeout
        with self.changed:
            while not self.is_at_end:
                remaining = deadline - time.monotonic()
                if remaining <= 0:
                    raise RunFailed(f"Not ended within {timeout:g} s")
                self.changed.wait(remaining)
        return time.monotonic()

    def skip(self):
        """Ignores the lines up to now."""
        with self.changed:
            self.next_line = len(self.lines)

    def write(self, line):
        """Writes a line to the standard input; returns the time just before."""
        moment = time.monotonic()
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise RunFailed(f"The player does not read commands: {error}") from error
        return moment

    def end(self, requested=None, grace=3.0):
        """Ends the process and its group, and returns what it used. With a signal in `requested` the process may end by itself first."""
        if self.usage:
            return self.usage
        memory = self._peak_memory()
        if requested is not None:
            self._signal(requested)
            deadline = time.monotonic() + grace
            while time.monotonic() < deadline and not self.is_at_end:
                time.sleep(0.01)
        self._signal(signal.SIGKILL)
        _, status, resources = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        # Descendants may have started after the signal.
        self._signal(signal.SIGKILL)
        self.reader.join(1.0)
        self.process.stdout.close()
        if self.process.stdin:
            self.process.stdin.close()
        self.usage = Usage(resources.ru_utime + resources.ru_stime, memory or resources.ru_maxrss / 1024)
        return self.usage

    def _signal(self, number):
        try:
            os.killpg(self.process.pid, number)
        except (ProcessLookupError, PermissionError):
            pass

    def _peak_memory(self):
        """The peak of the process alone (MB): `ru_maxrss` counts the memory of this program before `exec` as well."""
        try:
            with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
                match = re.search(r"VmHWM:\s*(\d+) kB", file.read())
        except OSError:
            return None
        return int(match.group(1)) / 1024 if match else None
