"""Runs the program of the workloads under callgrind."""
import os
import re
import subprocess
import tempfile

from .thresholds import Cost

FUNCTION = "playhead_measured_call"


def environment():
    """The variables of the programs: few and always the same, because their number changes the stack, and the seed of hashes the work."""
    return {"PATH": os.environ["PATH"], "LC_ALL": "C", "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no"}


def names(program):
    """The names of the workloads."""
    output = subprocess.run([program], env=environment(), capture_output=True, text=True, check=True).stdout
    return output.split()


def instructions(profile):
    """The instructions in the text of a profile."""
    found = re.search(r"^(?:summary|totals): (\d+)", profile, re.MULTILINE)
    if not found or int(found[1]) == 0:
        raise ValueError(f"the profile has no instructions: is {FUNCTION} in the program?")
    return int(found[1])


def cost(profile, output):
    """The cost of one operation, from the text of a profile and the output of the program: operations and allocations."""
    operations, allocations = (int(number) for number in output.split())
    return Cost(round(instructions(profile) / operations, 1), round(allocations / operations, 3))


def measure(program, name):
    """Measures a workload."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "profile")
        command = ["valgrind", "--tool=callgrind", f"--toggle-collect={FUNCTION}", f"--callgrind-out-file={path}", program, name]
        done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{name} failed with status {done.returncode}:\n{done.stderr}")
        with open(path, encoding="utf-8", errors="replace") as profile:
            return cost(profile.read(), done.stdout)
