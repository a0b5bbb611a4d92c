"""Decoding by the ffmpeg command as fast as possible: the reference of the processor time."""

from ..process import ChildProcess


def decode(url, duration, threads=None):
    """The `Usage` of decoding the first `duration` seconds; without `threads` with as many as FFmpeg selects."""
    options = ["-threads", str(threads)] if threads else []
    child = ChildProcess(["ffmpeg", "-nostdin", "-v", "error", *options, "-i", url, "-t", str(duration), "-map", "0:v:0", "-map", "0:a:0",
                          "-f", "null", "-"])
    child.wait_until_end(duration * 2)
    return child.end()
