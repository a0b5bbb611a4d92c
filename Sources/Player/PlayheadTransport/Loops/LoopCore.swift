import CCurl
import Foundation
import NIOCore

/// The state of a loop, which only its thread uses: polled sockets, deadlines, and the clients of loaders.
final class LoopCore {
    private let poll: CInt
    private let wakeup: CInt
    private var clients: [Int: CurlClient] = [:]
    private var sockets: [CInt: PolledSocket] = [:]
    /// The earliest time at which anything is due; it may be too early.
    private var nextCheck = NIODeadline.distantFuture
    private var events = [playhead_event](repeating: playhead_event(), count: 64)

    init(poll: CInt, wakeup: CInt) {
        self.poll = poll
        self.wakeup = wakeup
    }

    // MARK: Clients

    /// Adds a transfer to the client of a loader, which is created by its first one.
    func add(
        _ transfer: any TransferReceiver, _ order: TransferOrder, client number: Int, _ settings: ClientSettings, deadline: NIODeadline
    ) {
        let client = clients[number] ?? CurlClient(settings, core: self)
        guard let client else { return transfer.finished(.failure(CurlFailure(code: CURLE_OUT_OF_MEMORY))) }
        clients[number] = client
        client.add(transfer, order, deadline: deadline)
    }

    /// Returns the client with a number, unless it was closed.
    func client(_ number: Int) -> CurlClient? { clients[number] }

    /// Ends the transfers of a client, and closes its connections.
    func close(client number: Int) { clients.removeValue(forKey: number)?.close() }

    // MARK: Sockets

    /// Polls a socket of a client.
    func setPolling(_ file: CInt, reads: Bool, writes: Bool, client: CurlClient) {
        var socket = sockets[file] ?? PolledSocket(client: client)
        socket.reads = reads
        socket.writes = writes
        sockets[file] = socket
        updatePolling(file)
    }

    /// Stops polling a socket.
    func stopPolling(_ file: CInt) {
        guard let socket = sockets.removeValue(forKey: file), socket.isPolled else { return }
        playhead_poll_remove(poll, file)
    }

    private func updatePolling(_ file: CInt) {
        guard var socket = sockets[file] else { return }
        let reads = socket.reads && socket.heldUntil == nil
        _ = playhead_poll_set(poll, file, socket.isPolled ? 1 : 0, reads ? 1 : 0, socket.writes ? 1 : 0)
        socket.isPolled = true
        sockets[file] = socket
    }

    /// Waits until a socket is ready, work was added, or something is due.
    func wait() {
        let left = max(TimeAmount.zero, nextCheck - .now()).nanoseconds
        let longest: Int64 = 60_000
        let timeout = CInt(min(longest, left / 1_000_000 + (left % 1_000_000 > 0 ? 1 : 0)))
        let capacity = CInt(clamping: events.count)
        let count = playhead_poll_wait(poll, &events, capacity, timeout)
        guard count > 0 else { return }
        for event in events.prefix(Int(count)) {
            guard event.file != wakeup else {
                var value: UInt64 = 0
                _ = read(wakeup, &value, MemoryLayout.size(ofValue: value))
                continue
            }
            handle(event)
        }
    }

    private func handle(_ event: playhead_event) {
        guard let socket = sockets[event.file] else { return }
        let reads = event.can_read != 0 || event.has_failed != 0
        var bits = reads ? CURL_CSELECT_IN : 0
        if event.can_write != 0 { bits |= CURL_CSELECT_OUT }
        if event.has_failed != 0 { bits |= CURL_CSELECT_ERR }
        socket.client.handle(event.file, events: bits)
        guard reads, socket.client.pausesRead(of: event.file), sockets[event.file] != nil else { return }
        let until = NIODeadline.now() + ReadPacing.pause
        sockets[event.file]?.heldUntil = until
        updatePolling(event.file)
        expect(until)
    }

    // MARK: Deadlines

    /// Notes that something is due at a time.
    func expect(_ time: NIODeadline) { nextCheck = min(nextCheck, time) }

    /// Handles everything that is due.
    func handleDeadlines() {
        let now = NIODeadline.now()
        guard now >= nextCheck else { return }
        nextCheck = .distantFuture
        for (file, socket) in sockets {
            guard let until = socket.heldUntil else { continue }
            if until <= now {
                sockets[file]?.heldUntil = nil
                updatePolling(file)
            } else {
                expect(until)
            }
        }
        for client in Array(clients.values) { client.handleDeadlines(at: now) }
    }
}

/// A socket that a loop polls.
struct PolledSocket {
    let client: CurlClient
    var reads = false
    var writes = false
    /// Whether the socket is known to the poll.
    var isPolled = false
    /// The time until which it is not read.
    var heldUntil: NIODeadline?
}
