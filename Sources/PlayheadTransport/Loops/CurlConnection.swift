import CCurl
import Foundation
import NIOCore

/// A connection of a client.
final class CurlConnection {
    /// The maximum number of bytes that may arrive without being part of a response: those in flight for requests that were cancelled, and
    /// the framing, which is larger than what it frames if a server sends single bytes.
    private static let maximumUnusedBytes: UInt64 = 8 << 20
    private static let maximumFraming: UInt64 = 64
    let file: CInt
    /// The number in reports; `nil` before the first request.
    private(set) var number: Int?
    private(set) var facts = ConnectionFacts()
    var pacing = ReadPacing()
    private var port: CInt = 0
    private var usedBytes: UInt64 = 0

    /// The scheme and authority of the server.
    let origin: Substring

    init(file: CInt, origin: Substring) {
        self.file = file
        self.origin = origin
    }

    /// Whether the connection has a local port.
    func hasPort(_ port: CInt) -> Bool {
        if self.port == 0 { self.port = playhead_socket_port(file) }
        return self.port == port
    }

    /// Reports the connection, when its first request is about to be sent.
    func open(_ facts: ConnectionFacts, _ metrics: TransferMetrics) {
        guard number == nil else { return }
        let number = metrics.nextConnection()
        self.number = number
        self.facts = facts
        metrics.report(.connected(number, facts))
    }

    /// Adds bytes of a response.
    func used(_ count: Int) { usedBytes += UInt64(count) }

    /// Closes the connection if far more arrives than belongs to responses: a flood of frames, whose number libcurl does not limit.
    func checkTraffic() {
        let received = playhead_socket_received(file)
        // bounded: bytes that have arrived
        if received > Self.maximumUnusedBytes + usedBytes * Self.maximumFraming { shutdown(file, CInt(SHUT_RDWR)) }
    }
}
