"""The command line of `./bench`."""

import argparse
import dataclasses
import fnmatch
import os
import shutil
import signal
import subprocess
import sys
import time

from . import history
from .leftovers import Guard
from .media import MediaLibrary
from .network import recorded_networks
from .players.base import ADAPTATION
from .players.chromium import Chromium
from .players.ffplay import FFplay
from .players.gstreamer import GStreamer
from .players.mpv import MPV
from .players.playhead import Playhead
from .players.vlc import VLC
from .quiet import QuietGate
from .report import LEGEND, RowReport, notes, table
from .rows import RECORDED_NETWORKS, ROWS
from .runner import Runner, measure_reference

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RESULTS = os.path.join(ROOT, "Benchmarks", "results")
PEERS = [MPV, FFplay, GStreamer, VLC, Chromium]
DEFAULT_RUNS = 7
DEFAULT_PEER_RUNS = 2
QUICK_RUNS = 3
QUICK_PEER_RUNS = 2
# The total time of waiting for an idle machine (s).
DEFAULT_WAIT = 90.0
QUICK_WAIT = 30.0


def parse(arguments):
    """The options; wrong usage ends the program with status 2."""
    parser = argparse.ArgumentParser(
        prog="./bench", description="Measures Playhead beside other players: time to the first picture, seeks, processor time, memory.",
        epilog="Results are printed as a table; --json and --save write them as JSON. The exit status is 1 if --check finds a "
        "worse ratio or if a Playhead failed in a row, and 2 for wrong usage.")
    parser.add_argument("--quick", action="store_true", help=f"fewer rows, {QUICK_RUNS} runs: at most 5 minutes")
    parser.add_argument("--rows", metavar="PATTERN", action="append", help="only rows whose key contains PATTERN, where * and "
                        "? match any characters; may be repeated")
    parser.add_argument("--players", metavar="A,B", help="only these players besides Playhead; an empty list for none: " +
                        ", ".join(peer.name for peer in PEERS))
    parser.add_argument("--playhead", metavar="[NAME=]PATH", action="append", help="a binary of playhead to measure, by default "
                        "the release build; may be repeated, and the runs alternate")
    parser.add_argument("--runs", metavar="N", type=positive, help=f"runs of each player in each row; by default {DEFAULT_RUNS} of "
                        f"Playhead and {DEFAULT_PEER_RUNS} of others, fewer for rows that last long")
    parser.add_argument("--no-wait", action="store_true", help="do not wait for an idle machine before each run")
    parser.add_argument("--json", metavar="FILE", help="write all results and runs to FILE")
    parser.add_argument("--networks", metavar="FOLDER", default=os.path.join(ROOT, "..", "shared", "corpora", "traces-real"),
                        help="recorded networks, JSON files as for `playhead serve --trace`; by default ../shared/corpora/traces-real")
    parser.add_argument("--logs", metavar="FOLDER", help="write the origin's log of the requests of each run to FOLDER")
    parser.add_argument("--check", action="store_true", help="compare with Benchmarks/results/baseline.json: status 1 if a ratio to the "
                        "floor or to the best other player is worse by more than the spreads")
    parser.add_argument("--save", action="store_true", help="add the results to the history in Benchmarks/results, which is committed")
    parser.add_argument("--baseline", action="store_true", help="save, and replace the baseline of --check")
    parser.add_argument("--list", action="store_true", help="print the keys of the rows and end")
    return parser.parse_args(arguments)


def positive(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return value


def select_rows(options):
    """The rows that the options ask for."""
    rows = [row for row in ROWS if row.is_quick or not options.quick]
    if options.rows:
        rows = [row for row in rows if any(fnmatch.fnmatchcase(row.key, f"*{pattern}*") for pattern in options.rows)]
    return rows


def select_players(options):
    """The Playheads and the available peers."""
    playheads = []
    for entry in options.playhead or [os.path.join(ROOT, ".build/release/playhead")]:
        name, separator, path = entry.rpartition("=")
        playheads.append(Playhead(name if separator else "playhead", path))
    for player in playheads:
        if not shutil.which(player.path):
            raise UsageError(f"There is no program at {player.path}")
    if len({player.name for player in playheads}) < len(playheads):
        raise UsageError("Several binaries need different names: --playhead before=PATH --playhead after=PATH")
    wanted = None if options.players is None else [name for name in options.players.split(",") if name]
    unknown = set(wanted or []) - {peer.name for peer in PEERS}
    if unknown:
        raise UsageError(f"Unknown player: {', '.join(sorted(unknown))}")
    peers = []
    for peer in (kind() for kind in PEERS if wanted is None or kind.name in wanted):
        reason = peer.unavailable()
        if reason:
            print(f"Left out: {peer.name}: {reason}", file=sys.stderr)
        else:
            peers.append(peer)
    return playheads, peers


class UsageError(Exception):
    """Wrong usage."""


def show_progress(text):
    """Shows the current run on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def groups(rows):
    """The rows by group, in order."""
    found = {}
    for row in rows:
        found.setdefault(row.group or row.key, []).append(row)
    return list(found.values())


def run_counts(options, rows, players):
    """The runs of each player in a group. Other players get fewer, because only their medians are needed."""
    limit = rows[0].maximum_runs
    count, peer_count = (QUICK_RUNS, QUICK_PEER_RUNS) if options.quick else (DEFAULT_RUNS, DEFAULT_PEER_RUNS)
    if limit:
        limit = max(1, limit - 1) if options.quick else limit
        count, peer_count = min(count, limit), 1
    return {player.name: options.runs or (count if player.is_playhead else peer_count) for player in players}


def measure(options):
    """Runs the rows and returns the reports, the players and the names of the Playheads."""
    playheads, peers = select_players(options)
    build = os.path.join(ROOT, ".build", "bench")
    library = MediaLibrary(os.path.join(build, "media"))
    library.generate()
    pages = [player.prepare(build) for player in peers if isinstance(player, Chromium)]
    gate = None if options.no_wait else QuietGate(QUICK_WAIT if options.quick else DEFAULT_WAIT)
    runner = Runner(library, build, page=pages[0] if pages else None, gate=gate, logs=options.logs,
                    networks=recorded_networks(options.networks, RECORDED_NETWORKS), progress=show_progress)
    everyone = [*playheads, *peers]
    names, playhead_names = [player.name for player in everyone], [player.name for player in playheads]
    reports = []
    for rows in groups(select_rows(options)):
        if rows[0].action == ADAPTATION and not runner.networks:
            print(f"Left out: {rows[0].group}: no recorded networks in {options.networks}", file=sys.stderr)
            continue
        players = [player for player in everyone if any(player.supports(row) is None for row in rows)]
        results = runner.run_group(rows, players, run_counts(options, rows, players))
        for row in rows:
            left_out = {player.name: player.supports(row) for player in everyone if player.supports(row)}
            reports.append(make_report(runner, row, results[row.key], left_out))
        show_progress("")
        # The rows appear as they are measured where people wait for them.
        print("\n".join(table(reports[-len(rows):], names, playhead_names)[1:]), file=sys.stderr, flush=True)
    return reports, everyone, playhead_names


def make_report(runner, row, results, left_out):
    """The report of a row; the floor of processor time is measured."""
    if row.variation != "cpu":
        return RowReport(row, row.floor(runner.library.root), results, left_out)
    floor, automatic = measure_reference(runner, row)
    note = (f"the floor is the processor time of decoding by ffmpeg -threads 1; with the threads that it selects {automatic:.2f} s; "
            f"{row.duration:g} s of playback")
    return RowReport(dataclasses.replace(row, note=note), floor, results, left_out)


def check(options, current):
    """Prints what is worse than in the baseline; returns whether anything is."""
    path = os.path.join(RESULTS, "baseline.json")
    if not os.path.exists(path):
        raise UsageError("There is no baseline in Benchmarks/results; --baseline writes it.")
    found = history.findings(current, history.read(path), current["playhead"])
    print("\n".join([f"Worse: {line}" for line in found]) or "No ratio is worse than in the baseline.")
    return bool(found)


def main(arguments):
    """Runs the program; returns the exit status."""
    options = parse(arguments)
    if options.list:
        print("\n".join(row.key for row in select_rows(options)))
        return 0
    started = time.monotonic()
    guard = Guard()
    guard.exit_on(signal.SIGTERM, signal.SIGHUP)
    try:
        reports, players, playheads = measure(options)
        names = [player.name for player in players]
        print("\n".join(table(reports, names, playheads)))
        print("\n".join([LEGEND, *notes(reports, players), f"{time.monotonic() - started:.0f} s"]))
        value = history.document(reports, playheads, versions(players), ROOT)
        if options.json:
            history.write(options.json, value)
        if options.save or options.baseline:
            for path in history.save(RESULTS, value, options.baseline):
                print(f"Saved {os.path.relpath(path, ROOT)}")
        is_worse = check(options, value) if options.check else False
    except UsageError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    finally:
        guard.close()
    has_failed = any(all(run.error for run in report.results[name]) for report in reports for name in playheads if report.results.get(name))
    return 1 if is_worse or has_failed else 0


def versions(players):
    """The first line of the version of each player."""
    found = {}
    for player in players:
        command = player.version_command()
        result = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        found[player.name] = result.stdout.partition("\n")[0].strip()
    return found
