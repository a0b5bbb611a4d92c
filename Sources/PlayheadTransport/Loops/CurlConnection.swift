import CCurl
import Foundation
import NIOCore

/// A connection of a client.
final class CurlConnection {
    /// The maximum number of bytes that may arrive without being part of a response: those in flight for requests that were cancelled, and
    /// the framing.
    private static let maximumUnusedBytes: UInt64 = 64 << 20
    /// The number of events between checks of the traffic.
    private static let eventsPerCheck = 64

    let file: CInt
    /// The number in reports; `nil` before the first request.
    private(set) var number: Int?
    private(set) var facts = ConnectionFacts()
    var pacing = ReadPacing()
    private var port: CInt = 0
    private var events = 0
    private var usedBytes: UInt64 = 0

    init(file: CInt) { self.file = file }

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
        events += 1
        guard events.isMultiple(of: Self.eventsPerCheck) else { return }
        let received = playhead_socket_received(file)
        if received > usedBytes, received - usedBytes > Self.maximumUnusedBytes { shutdown(file, CInt(SHUT_RDWR)) }
    }
}
