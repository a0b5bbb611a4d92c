"""Runs the rows: all players of a group of rows in turn, one run at a time."""

import dataclasses
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field

from .media import LADDER
from .players import reference
from .players.base import ADAPTATION, AUDIO_CHANGE, DROPS, FIRST_FRAME, PLAYBACK, RESUME, RUNG_CHANGE, SEEK, VERSION
from .process import ChildProcess, RunFailed
from .server import RunningOrigin, certificate

TIMEOUT = 20.0
# The time of playback before the first command, and between commands (s).
PLAYED = 1.0
# The time that a player gets to load what a seek inside the buffer needs (s).
LOADING_TIME = 8.0
# The rung change follows after the player has selected a rung.
ADAPTED = 6.0
RUNG_HEIGHT = 360


@dataclass
class Run:
    """What a driver needs for one run."""

    url: str
    certificate: str | None = None
    page_url: str | None = None
    # Whether the time of the first picture is measured, for which some players need a detailed log.
    needs_first_frame: bool = True
    # Whether commands follow.
    is_controlled: bool = False


@dataclass
class Result:
    """The outcome of a run in a row: a value in the unit of the row, or an error."""

    value: float | None = None
    error: str | None = None
    is_disturbed: bool = False
    details: dict = field(default_factory=dict)


class Runner:
    """Performs runs with origins that serve one media library."""

    def __init__(self, library, folder, page=None, networks=(), gate=None, logs=None, progress=lambda text: None):
        self.library = library
        self.folder = folder
        self.page = page
        self.networks = networks
        self.gate = gate
        self.logs = logs
        self.progress = progress
        self.log_count = 0

    def run_group(self, rows, players, counts):
        """Runs the repetitions of a group, in each all players with runs left, in an order that rotates.

        `counts` has the number of runs for each name. Returns the results by key of the row and name of the player.
        """
        results = {row.key: {player.name: [] for player in players if player.supports(row) is None} for row in rows}
        for repetition in range(max(counts.values(), default=0)):
            shift = repetition % max(1, len(players))
            for player in players[shift:] + players[:shift]:
                if repetition < counts[player.name]:
                    self.progress(f"{rows[0].group or rows[0].key}  run {repetition + 1}  {player.name}")
                    supported = [row for row in rows if player.supports(row) is None]
                    for key, result in self._run(supported, player).items():
                        results[key][player.name].append(result)
        return results

    def _run(self, rows, player):
        is_quiet = self.gate.wait() if self.gate else True
        try:
            results = PERFORMERS[rows[0].action](self, rows, player)
        except (RunFailed, OSError) as error:
            results = {row.key: Result(error=str(error)) for row in rows}
        for result in results.values():
            result.is_disturbed = not is_quiet
        return results

    @contextmanager
    def playback(self, row, player, **options):
        """Starts an origin and a player, and ends both; the origin's log goes to a file if that is requested."""
        origin = RunningOrigin(self.library.root, row.network, certificate(self.folder) if row.is_tls else None, self.page)
        session = None
        try:
            session = player.start(Run(origin.url(row.path), page_url=origin.page_url("") if self.page else None,
                                       certificate=certificate(self.folder)["certificate"] if row.is_tls else None, **options))
            yield session
        finally:
            if session:
                session.end()
            log = origin.end()
            if session and self.logs:
                self._write_log(row, player, relative_log(log, session.child.started))

    def _write_log(self, row, player, log):
        os.makedirs(self.logs, exist_ok=True)
        self.log_count += 1
        name = f"{(row.group or row.key).replace('/', '-')}.{player.name}.{self.log_count}.json"
        with open(os.path.join(self.logs, name), "w", encoding="utf-8") as file:
            file.write("[\n" + ",\n".join(map(json.dumps, log)) + "\n]\n")


def relative_log(log, start):
    """The log of an origin with times relative to the start of a player (s)."""
    times = ("connected", "requested", "first", "last", "closed")
    return [{name: round(value - start, 4) if name in times and value is not None else value for name, value in entry.items()}
            for entry in log]


def measure_first_frame(runner, rows, player):
    """The time from the start of the process to the first picture (ms)."""
    with runner.playback(rows[0], player) as session:
        value = session.wait_first_frame(TIMEOUT)
        try:
            details = session.first_frame_details()
        except RunFailed:
            details = {}
        return {rows[0].key: Result(session.first_picture(value) * 1000, details=details)}


def measure_control(runner, rows, player):
    """The rows of a group in one playback: the time from each command to its effect (ms)."""
    results = {}
    with runner.playback(rows[0], player, is_controlled=True) as session:
        session.wait_first_frame(TIMEOUT)
        for row in rows:
            time.sleep(PLAYED)
            try:
                results[row.key] = Result(perform(row, session) * 1000)
            except RunFailed as error:
                results[row.key] = Result(error=str(error))
    return results


def perform(row, session):
    """Performs the command of a row; returns its latency (s)."""
    if row.action == SEEK:
        if row.variation == "inside":
            session.wait_buffered(row.target + PLAYED, LOADING_TIME)
        elif row.variation == "outside" and (session.buffered_until() or 0.0) >= row.target:
            raise RunFailed("The target is loaded")
        return session.seek(row.target, TIMEOUT)
    if row.action == RESUME:
        session.pause()
        time.sleep(PLAYED)
        return session.resume(TIMEOUT)
    if row.action == AUDIO_CHANGE:
        return session.select_audio(TIMEOUT)
    time.sleep(ADAPTED - PLAYED)
    return session.select_rung(RUNG_HEIGHT, TIMEOUT)


def measure_load(runner, rows, player):
    """Processor time (s) from the start of the process until `duration` after the first picture, and peak memory (MB)."""
    with runner.playback(rows[0], player, needs_first_frame=False) as session:
        session.wait_first_frame(TIMEOUT)
        time.sleep(rows[0].duration)
        usage = session.end()
    return {row.key: Result(usage.cpu if row.variation == "cpu" else usage.memory) for row in rows}


def measure_drops(runner, rows, player):
    """Dropped pictures while every processor is busy."""
    row = rows[0]
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        with runner.playback(row, player, needs_first_frame=False) as session:
            session.wait_first_frame(TIMEOUT)
            time.sleep(row.duration)
            statistics = session.statistics()
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
    if statistics.get("dropped") is None:
        raise RunFailed("No count of dropped pictures")
    return {row.key: Result(statistics["dropped"], details=statistics)}


def measure_adaptation(runner, rows, player):
    """Stalled time (s), stalls, and the mean bit rate of the pictures (kbit/s of the recipe), over recorded networks."""
    def play(network):
        with runner.playback(dataclasses.replace(rows[0], network=network), player, needs_first_frame=False) as session:
            session.begin()
            time.sleep(rows[0].duration)
            return session.statistics()

    with ThreadPoolExecutor(player.concurrent_playbacks) as executor:
        found = list(executor.map(play, runner.networks))
    rates = {rung.height: rung.kilobits for rung in LADDER}
    heights = [(height, seconds) for statistics in found for height, seconds in statistics.get("heights", {}).items()]
    shown = sum(seconds for _, seconds in heights)
    values = {
        "stalls": sum(statistics["stalls"] or 0 for statistics in found),
        "stalled_time": sum(statistics["stalled_time"] or 0.0 for statistics in found),
        "bitrate": sum(rates.get(height, 0) * seconds for height, seconds in heights) / shown if shown else None,
    }
    return {row.key: Result(values[row.variation], details={"networks": found}) for row in rows}


def measure_version(runner, rows, player):
    """The time in which a process starts, prints its version and ends (ms)."""
    child = ChildProcess(player.version_command())
    try:
        return {rows[0].key: Result((child.wait_until_end(TIMEOUT) - child.started) * 1000)}
    finally:
        child.end()


def measure_reference(runner, row):
    """The processor time of decoding alone (s): with one thread, and with as many as FFmpeg selects."""
    origin = RunningOrigin(runner.library.root, row.network)
    try:
        return [reference.decode(origin.url(row.path), row.duration, threads).cpu for threads in (1, None)]
    finally:
        origin.end()


PERFORMERS = {
    FIRST_FRAME: measure_first_frame, SEEK: measure_control, RESUME: measure_control, AUDIO_CHANGE: measure_control,
    RUNG_CHANGE: measure_control, PLAYBACK: measure_load, DROPS: measure_drops, VERSION: measure_version, ADAPTATION: measure_adaptation,
}
