"""Positions of frames and boxes in the generated media."""

import functools
import json
import os
import struct
import subprocess
from dataclasses import dataclass

TS_PACKET = 188
TS_PAYLOAD = 184


@dataclass(frozen=True)
class Frame:
    """A coded picture: its time (s), whether it is a key frame, and the position after its last byte."""

    time: float
    is_key: bool
    end: int


@functools.lru_cache(maxsize=None)
def frames(path, init=None):
    """The pictures of a segment or file in the order of the file; for fragmented MP4 `init` is the initialization segment."""
    source, offset = (f"concat:{init}|{path}", os.path.getsize(init)) if init else (path, 0)
    result = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time,pos,size,flags", "-of",
                             "json", source], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    packets = json.loads(result.stdout)["packets"]
    return [Frame(float(packet["pts_time"]), "K" in packet["flags"], _end(packet, path) - offset) for packet in packets]


def _end(packet, path):
    """The position after a packet. In a transport stream its bytes are in packets of 188 bytes with at most 184 bytes of payload."""
    size = int(packet["size"])
    if path.endswith(".ts"):
        size = -(-size // TS_PAYLOAD) * TS_PACKET
    return int(packet["pos"]) + size


@functools.lru_cache(maxsize=None)
def boxes(path):
    """The top-level boxes of an MP4 file: (type, position, size) (ISO/IEC 14496-12 §4.2)."""
    found, position, length = [], 0, os.path.getsize(path)
    with open(path, "rb") as file:
        while position < length:
            file.seek(position)
            size, kind = struct.unpack(">I4s", file.read(8))
            if size == 1:
                size = struct.unpack(">Q", file.read(8))[0]
            elif size == 0:
                size = length - position
            found.append((kind.decode("latin-1"), position, size))
            position += size
    return found
