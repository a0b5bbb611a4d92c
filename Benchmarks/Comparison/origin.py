"""An origin that simulates a network in user space, on loopback TCP, as a process of its own.

    python3 -m Comparison.origin CONFIGURATION

The configuration is JSON: `root` (the folder to serve), `network` (`Network.to_json`), `tls` (null, or `certificate` and `key`, files), and
`page` (null, or a folder that is served on a second port without delay). The first line of output has the ports; at the end of standard
input the process prints the log of the requests, and ends.

The model:

- A new connection is open one round trip (R) after it was accepted, and with TLS one R later, or two R for a full handshake of TLS 1.2. The
  handshake itself is not delayed; instead no request of the connection counts as received before that time.
- The first byte of a response may leave R after the request was received.
- All responses share one line (`SharedLine`). A response ends at once if its client closes the connection.
- TCP's slow start and losses are not simulated.
"""

import asyncio
import json
import mimetypes
import os
import re
import socket
import ssl
import sys
import time
import urllib.parse

from .line import SharedLine
from .live import LiveStream, MediaPlaylist
from .media import SEGMENT_DURATION
from .network import Network

# Kernel buffers are small so that a client that does not read stops the transfer.
SEND_BUFFER = 16384
LARGEST_HEAD = 65536
LIVE_PREFIX = "/live/"
TYPES = {".m3u8": "application/vnd.apple.mpegurl", ".mpd": "application/dash+xml", ".ts": "video/mp2t", ".m4s": "video/mp4", ".mp4": "video/mp4", ".js": "text/javascript"}


class Files:
    """The content of the origin by path: files of a folder, and live playlists and manifests below `/live/`."""

    def __init__(self, root, start):
        self.root = os.path.realpath(root)
        self.start = start
        self.live = LiveStream(date=time.time())
        self.contents = {}

    def content(self, path, now):
        """The bytes of a path and their type, or None."""
        is_live = path.startswith(LIVE_PREFIX)
        relative = path[len(LIVE_PREFIX):] if is_live else path.lstrip("/")
        name = os.path.realpath(os.path.join(self.root, relative))
        if not name.startswith(self.root + os.sep):
            return None
        extension = os.path.splitext(name)[1]
        kind = TYPES.get(extension) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        data = self._read(name)
        if data is not None and is_live and extension == ".m3u8" and b"#EXTINF" in data:
            data = self.live.playlist(MediaPlaylist.parse(data.decode()), now - self.start).encode()
        if data is not None and is_live and extension == ".mpd":
            data = self.live.manifest(data.decode(), SEGMENT_DURATION).encode()
        return None if data is None else (data, kind)

    def _read(self, name):
        if name not in self.contents:
            try:
                with open(name, "rb") as file:
                    self.contents[name] = file.read()
            except OSError:
                return None
        return self.contents[name]


class Transfer:
    """A response on its way: head and body."""

    def __init__(self, connection, data, record):
        self.connection = connection
        self.data = memoryview(data)
        self.position = 0
        self.record = record

    @property
    def remaining(self):
        return len(self.data) - self.position

    def send(self, count):
        """Sends at most `count` bytes; 0 if the client has not read the previous ones."""
        transport = self.connection.transport
        if transport.is_closing() or transport.get_write_buffer_size() > 0:
            return 0
        now = time.monotonic()
        if self.position == 0:
            self.record["first"] = now
        transport.write(self.data[self.position:self.position + count])
        count = min(count, self.remaining)
        self.position += count
        self.record["sent"] = self.position
        if self.remaining == 0:
            self.record["last"] = now
            asyncio.get_running_loop().call_soon(self.connection.finish_response)
        return count


class Connection(asyncio.Protocol):
    """A connection of a client: one request after the other."""

    def __init__(self, origin, is_shaped):
        self.origin = origin
        self.is_shaped = is_shaped
        self.input = b""
        self.transfer = None
        self.pending = None

    def connection_made(self, transport):
        self.transport = transport
        self.accepted = time.monotonic()
        self.number = self.origin.next_connection()
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        transport.set_write_buffer_limits(high=0)
        self.open_time = self.accepted + self.origin.latency() * self._round_trips() if self.is_shaped else self.accepted

    def _round_trips(self):
        """The round trips before the first request: TCP's handshake, and that of TLS (RFC 8446 §2; RFC 5246 §7.3)."""
        tls = self.transport.get_extra_info("ssl_object")
        if tls is None:
            return 1
        return 2 if tls.version() == "TLSv1.3" or tls.session_reused else 3

    def data_received(self, data):
        self.input += data
        self._handle_input()

    def connection_lost(self, error):
        if self.pending:
            self.pending.cancel()
        if self.transfer:
            self.origin.line.remove(self.transfer)
            self.transfer.record["closed"] = time.monotonic()
            self.transfer = None

    def _handle_input(self):
        if self.transfer is not None:
            return
        head, separator, rest = self.input.partition(b"\r\n\r\n")
        if not separator:
            if len(head) > LARGEST_HEAD:
                self.transport.close()
            return
        self.input = rest
        self._respond(head.decode("latin-1"))

    def _respond(self, head):
        now = time.monotonic()
        lines = head.split("\r\n")
        method, target = (lines[0].split(" ") + ["", ""])[:2]
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        self.closes = headers.get("connection", "").lower() == "close" or lines[0].endswith("HTTP/1.0")
        path = urllib.parse.unquote(urllib.parse.urlsplit(target).path)
        record = {
            "connection": self.number, "connected": self.accepted, "method": method, "path": path, "range": headers.get("range"),
            "requested": now, "first": None, "last": None, "closed": None, "sent": 0,
        }
        received = max(now, self.open_time)
        latency = self.origin.latency() if self.is_shaped else 0.0
        data = response(method, self.origin.files(self.is_shaped).content(path, received + latency / 2), headers.get("range"))
        self.transfer = Transfer(self, data, record)
        record["size"] = len(data)
        if self.is_shaped:
            self.origin.log.append(record)
            due = received + latency
            self.pending = asyncio.get_running_loop().call_at(due, self._activate, due)
        else:
            self.transport.write(data)
            self.transfer = None
            if self.closes:
                self.transport.close()

    def _activate(self, due):
        self.pending = None
        self.origin.activate(self.transfer, due)

    def finish_response(self):
        """Continues with the next request."""
        self.transfer = None
        if self.closes:
            self.transport.close()
        else:
            self._handle_input()


def response(method, content, range_header):
    """The bytes of a response, head and body (RFC 9110 §14, §15)."""
    fields = ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Headers: *", "Accept-Ranges: bytes", "Cache-Control: no-store"]
    body, status = b"", "200 OK"
    if method == "OPTIONS":
        status = "204 No Content"
    elif method not in ("GET", "HEAD"):
        status = "405 Method Not Allowed"
    elif content is None:
        status = "404 Not Found"
    else:
        body, kind = content
        fields.append(f"Content-Type: {kind}")
        bounds = byte_range(range_header, len(body))
        if bounds == "unsatisfiable":
            status = "416 Range Not Satisfiable"
            fields.append(f"Content-Range: bytes */{len(body)}")
            body = b""
        elif bounds is not None:
            status = "206 Partial Content"
            fields.append(f"Content-Range: bytes {bounds[0]}-{bounds[1] - 1}/{len(body)}")
            body = memoryview(body)[bounds[0]:bounds[1]]
    if not status.startswith("204"):
        fields.append(f"Content-Length: {len(body)}")
    head = "\r\n".join([f"HTTP/1.1 {status}", *fields, "", ""]).encode()
    return head if method == "HEAD" else head + body


def byte_range(header, length):
    """The half-open bounds of a single byte range, None without a valid one, or "unsatisfiable" (RFC 9110 §14.1.2)."""
    match = re.fullmatch(r"bytes=(\d*)-(\d*)", header or "")
    if not match or match.groups() == ("", ""):
        return None
    first, last = match.groups()
    if not first:
        return (max(0, length - int(last)), length) if int(last) and length else "unsatisfiable"
    if last and int(last) < int(first):
        return None
    if int(first) >= length:
        return "unsatisfiable"
    return int(first), min(int(last) + 1, length) if last else length


class Origin:
    """The server: its line, its clock and its log."""

    def __init__(self, configuration):
        self.network = Network.from_json(configuration["network"])
        self.line = SharedLine(self.network)
        # The network starts with the first connection, so that a recorded one does not depend on the start of the player.
        self.start = None
        self.shaped_files = Files(configuration["root"], time.monotonic())
        self.page_files = Files(configuration["page"], time.monotonic()) if configuration.get("page") else None
        self.log = []
        self.connections = 0
        self.wake_up = None

    def files(self, is_shaped):
        return self.shaped_files if is_shaped else self.page_files

    def next_connection(self):
        self.connections += 1
        return self.connections

    def time(self):
        """The time in the network."""
        if self.start is None:
            self.start = time.monotonic()
        return time.monotonic() - self.start

    def latency(self):
        """The round-trip time at present (s)."""
        return self.network.conditions(self.time()).latency

    def activate(self, transfer, due):
        """Starts a transfer on the line; `due` is on the monotonic clock."""
        self.line.add(transfer, due - self.start)
        self._serve()

    def _serve(self):
        if self.wake_up:
            self.wake_up.cancel()
            self.wake_up = None
        self.line.serve(self.time())
        wait = self.line.wait()
        if wait is not None:
            self.wake_up = asyncio.get_running_loop().call_later(wait, self._serve)


async def run(configuration):
    """Serves until the end of standard input."""
    origin = Origin(configuration)
    loop = asyncio.get_running_loop()
    context = None
    if configuration.get("tls"):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(configuration["tls"]["certificate"], configuration["tls"]["key"])
    servers = [await loop.create_server(lambda: Connection(origin, True), "127.0.0.1", 0, ssl=context)]
    if origin.page_files:
        servers.append(await loop.create_server(lambda: Connection(origin, False), "127.0.0.1", 0))
    print(json.dumps({"ports": [server.sockets[0].getsockname()[1] for server in servers]}), flush=True)
    ended = loop.create_future()
    loop.add_reader(sys.stdin, lambda: sys.stdin.buffer.read1() or ended.done() or ended.set_result(None))
    await ended
    try:
        print(json.dumps(origin.log), flush=True)
    except BrokenPipeError:
        # The parent ended.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    for server in servers:
        server.close()


if __name__ == "__main__":
    asyncio.run(run(json.loads(sys.argv[1])))
