"""What a program that ends leaves behind."""

import os
import signal
import subprocess
import sys
import time
import unittest

from Comparison.leftovers import PACKAGE_PARENT

PROGRAM = """
import signal, sys, time
from Comparison.leftovers import Guard
from Comparison.process import ChildProcess
# A shell starts its jobs in the background with this signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
guard = Guard()
guard.exit_on(signal.SIGTERM, signal.SIGHUP)
child = ChildProcess(["sh", "-c", "setsid sleep 1000 & echo $!; sleep 1000"])
print(child.process.pid, child.wait_for(str.isdigit, 30) and child.lines[0][1], flush=True)
time.sleep(1000)
"""


class LeftoversTests(unittest.TestCase):
    """Processes in groups and sessions of their own end with the program."""

    def is_running(self, identity):
        try:
            with open(f"/proc/{identity}/stat", encoding="ascii") as file:
                return file.read().rsplit(")", 1)[1].split()[0] != "Z"
        except OSError:
            return False

    def test_no_process_is_left_after_a_signal(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL):
            with self.subTest(number):
                program = subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                           cwd=PACKAGE_PARENT, start_new_session=True)
                children = [int(word) for word in program.stdout.readline().split()]
                self.assertEqual([self.is_running(child) for child in children], [True, True])
                os.kill(program.pid, number)
                program.wait()
                program.stdout.close()
                deadline = time.monotonic() + 60
                while any(map(self.is_running, children)) and time.monotonic() < deadline:
                    time.sleep(0.01)
                self.assertFalse(any(map(self.is_running, children)))


if __name__ == "__main__":
    unittest.main()
