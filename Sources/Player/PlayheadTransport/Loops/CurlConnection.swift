import CCurl
import Foundation
import NIOCore

/// A connection of a client.
final class CurlConnection {
    /// The maximum number of bytes that may arrive without being part of a response: those in flight for requests that were cancelled, and
    /// the framing, which is larger than what it frames if a server sends single bytes.
    private static let maximumUnusedBytes: UInt64 = 8 << 20
    private static let maximumFraming: UInt64 = 64
    /// The minimum size of the first datagrams of QUIC (RFC 9000 §14.1).
    private static let datagramSize: UInt64 = 1200
    let file: CInt
    /// Whether the connection uses QUIC.
    let isQUIC: Bool
    /// The record; `nil` before the first request.
    private(set) var record: ConnectionRecord?
    var pacing = ReadPacing()
    private var port: CInt = 0
    private var usedBytes: UInt64 = 0
    private var datagramBytes: UInt64 = 0
    private var lastArrival = NIODeadline.now()
    private var requests: Set<Int> = []
    private var isSpoiled = false

    /// The scheme and authority of the server.
    let origin: Substring

    init(file: CInt, isQUIC: Bool, origin: Substring) {
        self.file = file
        self.isQUIC = isQUIC
        self.origin = origin
    }

    /// Whether the connection has a local port.
    func hasPort(_ port: CInt) -> Bool {
        if self.port == 0 { self.port = playhead_socket_port(file) }
        return self.port == port
    }

    /// Reports the connection, when its first request is about to be sent.
    func open(_ record: ConnectionRecord, _ metrics: TransferMetrics) {
        self.record = record
        metrics.connections?(record)
    }

    /// Handles the head of a response, and returns the record before it.
    func respond() -> ConnectionRecord? {
        defer { record?.isUsed = true }
        return record
    }

    /// Reports that the connection was closed.
    func closed(_ metrics: TransferMetrics) {
        record?.closed = metrics.clock.now
        if let record { metrics.connections?(record) }
    }

    /// Whether further requests need another connection, because the window of QUIC is reduced by responses that were not read to their
    /// ends, and a failure of one request is one of the connection.
    var takesNoRequest: Bool { isSpoiled && !requests.isEmpty }

    /// Handles a request on the connection.
    func begin(_ request: Int) {
        requests.insert(request)
        pacing.request(on: request)
    }

    /// Handles the end of a request, and whether its response was read to its end.
    func end(_ request: Int, isComplete: Bool) {
        requests.remove(request)
        pacing.end(on: request)
        if isQUIC, !isComplete { isSpoiled = true }
        if isSpoiled, requests.isEmpty { close() }
    }

    private func close() { shutdown(file, CInt(SHUT_RDWR)) }

    /// Adds bytes of a response.
    func used(_ count: Int) { usedBytes += UInt64(count) }

    /// Closes the connection if nothing has arrived in the second half of a wait: the server, or the way to it, may be gone without notice,
    /// and every request on the connection would wait in the same way.
    func closeIfSilent(since start: NIODeadline, at now: NIODeadline) {
        if now - lastArrival >= lastArrival - start { close() }
    }

    /// Handles events, and closes the connection if far more arrives than belongs to responses: a flood of frames, whose number libcurl does not limit.
    ///
    /// A socket of UDP does not count what it has received. Each event is at least a datagram.
    func checkTraffic() {
        lastArrival = .now()
        if isQUIC { datagramBytes = datagramBytes.saturatingAdding(Self.datagramSize) }
        let received = isQUIC ? datagramBytes : playhead_socket_received(file)
        // bounded: bytes that have arrived
        if received > Self.maximumUnusedBytes + usedBytes * Self.maximumFraming { close() }
    }
}
