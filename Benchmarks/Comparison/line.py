"""The shared downstream line of the origin: active transfers leave in turns, in small pieces."""

from collections import deque

# The payload of a full TCP segment on Ethernet.
MINIMUM_PIECE = 1460
MAXIMUM_PIECE = 65536
# The duration of a piece on a fast line, so that a fast line does not need a turn for each segment.
PIECE_DURATION = 0.002
# The bounds of the time between two wake-ups (s).
MINIMUM_WAIT = 0.001
MAXIMUM_WAIT = 0.005


class SharedLine:
    """Distributes the bandwidth of a network over transfers, without a clock: the caller passes the time.

    A transfer has `remaining`, the number of bytes that have not left, and `send(count)`, which sends at most `count` bytes and returns how
    many bytes it sent. A transfer whose client does not read sends 0 bytes and loses its turn.
    """

    def __init__(self, network):
        self.network = network
        self.transfers = deque()
        self.time = 0.0
        self.credit = 0.0

    def add(self, transfer, time):
        """Adds a transfer whose first byte may leave at `time`."""
        if not self.transfers:
            self.time = time
            self.credit = 0.0
        self.transfers.append(transfer)

    def remove(self, transfer):
        """Removes a transfer, for example because its connection is closed."""
        if transfer in self.transfers:
            self.transfers.remove(transfer)

    def piece(self):
        """The number of bytes that one transfer sends in a turn."""
        bandwidth = self.network.conditions(self.time).bandwidth
        return int(min(max(bandwidth * PIECE_DURATION, MINIMUM_PIECE), MAXIMUM_PIECE))

    def serve(self, time):
        """Sends what can leave until `time`, and removes the transfers that are complete."""
        if time <= self.time:
            return
        self.credit += self.network.bytes_between(self.time, time)
        self.time = time
        piece = self.piece()
        blocked = 0
        while self.transfers and blocked < len(self.transfers):
            transfer = self.transfers[0]
            count = min(piece, transfer.remaining)
            if self.credit < count:
                return
            sent = transfer.send(count) if count else 0
            self.credit -= sent
            if transfer.remaining == 0:
                # `send` may have closed the connection, which removes the transfer.
                self.remove(transfer)
                blocked = 0
                continue
            self.transfers.rotate(-1)
            blocked = 0 if sent else blocked + 1
        # The line was idle, and an idle line saves no bandwidth.
        self.credit = 0.0

    def wait(self):
        """The time until the next useful call of `serve`, or None if nothing is active."""
        if not self.transfers:
            return None
        smallest = min(transfer.remaining for transfer in self.transfers)
        count = min(smallest * len(self.transfers), MAXIMUM_PIECE) - self.credit
        bandwidth = self.network.conditions(self.time).bandwidth
        if bandwidth <= 0:
            return MAXIMUM_WAIT
        return min(max(count / bandwidth, MINIMUM_WAIT), MAXIMUM_WAIT)
