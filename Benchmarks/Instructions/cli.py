"""The command line of the instruction counts."""
import argparse
import platform
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import callgrind, thresholds

FILE = Path(__file__).parent.parent / "Thresholds" / "instructions.json"


def toolchain():
    """The compiler and the architecture, on which the counts depend."""
    version = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    return f"{re.search(r'Swift version [0-9.]+', version)[0]}, {platform.machine()}"


def main():
    parser = argparse.ArgumentParser(prog="Instructions", description=__doc__)
    parser.add_argument("program", help="the program PlayheadWorkloadCounts of a release build")
    parser.add_argument("--filter", default=".*", help="a regular expression that matches the names of the measured workloads")
    parser.add_argument("--update", action="store_true", help="write the measured costs as thresholds")
    options = parser.parse_args()
    names = [name for name in callgrind.names(options.program) if re.fullmatch(options.filter, name)]
    if not names:
        parser.error(f"no workload has a name that matches {options.filter}")
    # A count does not depend on what else runs.
    try:
        with ThreadPoolExecutor(2) as pool:
            measured = dict(zip(names, pool.map(lambda name: callgrind.measure(options.program, name), names)))
    except (RuntimeError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    known = thresholds.Thresholds.parse(FILE.read_text())
    comparisons = thresholds.compare(measured, known)
    print(thresholds.table(comparisons))
    current = toolchain()
    if options.update:
        FILE.write_text(known.updated(current, measured).text())
        return 0
    if current != known.toolchain:
        print(f"The thresholds were measured with {known.toolchain}; this is {current}, whose counts may differ.")
    if thresholds.has_failed(comparisons):
        print(f"A workload costs over {known.tolerance:.0%} more than its threshold, or has no threshold.", file=sys.stderr)
        return 1
    if any(comparison.verdict == "better" for comparison in comparisons):
        print("A workload costs less than its threshold: update the thresholds.")
    return 0
