"""Runs the rows: all players of a row in turn, one run at a time."""

from dataclasses import dataclass, field

from .players.base import FIRST_FRAME
from .process import RunFailed
from .quiet import wait_until_quiet
from .server import RunningOrigin, certificate

TIMEOUT = 20.0


@dataclass
class Run:
    """What a driver needs for one run."""

    url: str
    certificate: str | None = None
    page_url: str | None = None
    needs_first_frame: bool = True
    is_controlled: bool = False


@dataclass
class Result:
    """The outcome of a run: a value in the unit of the row, or an error."""

    value: float | None = None
    error: str | None = None
    is_disturbed: bool = False
    details: dict = field(default_factory=dict)


class Runner:
    """Performs runs with origins that serve one media library."""

    def __init__(self, library, folder, page=None, waits_for_quiet=True, progress=lambda text: None):
        self.library = library
        self.folder = folder
        self.page = page
        self.waits_for_quiet = waits_for_quiet
        self.progress = progress

    def run_row(self, row, players, count):
        """Runs `count` repetitions, in each all players, whose order rotates. Returns the results by name."""
        results = {player.name: [] for player in players}
        for repetition in range(min(count, row.maximum_runs or count)):
            shift = repetition % max(1, len(players))
            for player in players[shift:] + players[:shift]:
                self.progress(f"{row.key}  run {repetition + 1}  {player.name}")
                results[player.name].append(self._run(row, player))
        return results

    def _run(self, row, player):
        is_quiet = wait_until_quiet() if self.waits_for_quiet else True
        try:
            result = PERFORMERS[row.action](self, row, player)
        except RunFailed as error:
            result = Result(error=str(error))
        result.is_disturbed = not is_quiet
        return result

    def origin(self, row):
        """An origin for one run of a row."""
        tls = certificate(self.folder) if row.is_tls else None
        return RunningOrigin(self.library.root, row.network, tls, self.page)

    def prepare(self, row, origin, **options):
        """The run of a row on an origin."""
        return Run(origin.url(row.path), certificate=certificate(self.folder)["certificate"] if row.is_tls else None,
                   page_url=origin.page_url("") if self.page else None, **options)


def measure_first_frame(runner, row, player):
    """The time from the start of the process to the first picture (ms)."""
    origin = runner.origin(row)
    session = None
    try:
        session = player.start(runner.prepare(row, origin))
        value = session.wait_first_frame(TIMEOUT)
        try:
            details = session.first_frame_details()
        except RunFailed:
            details = {}
        return Result(value * 1000, details=details)
    finally:
        if session:
            session.end()
        log = origin.end()
        if session:
            runner.last_log = relative_log(log, session.child.started)


def relative_log(log, start):
    """The log of an origin with times relative to the start of a player (s)."""
    times = ("connected", "requested", "first", "last", "closed")
    return [{name: round(value - start, 4) if name in times and value is not None else value for name, value in entry.items()} for entry in log]


PERFORMERS = {FIRST_FRAME: measure_first_frame}
