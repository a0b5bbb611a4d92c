import Foundation
import PlayheadCore
import PlayheadTransport
import Synchronization

@testable import PlayheadAdaptive

/// Loads segments over the simulated network on a clock, one at a time. Playlists, which are not simulated, are returned immediately.
final class TraceLoader: Loader {
    private struct State {
        var network: SimulatedNetwork
        var count = 0
    }

    private let clock: any PlaybackClock
    private let start: Double
    private let body: @Sendable (String) -> [UInt8]?
    private let state: Mutex<State>

    init(_ trace: NetworkTrace, clock: any PlaybackClock, body: @escaping @Sendable (String) -> [UInt8]?) {
        self.clock = clock
        self.body = body
        start = clock.now
        state = Mutex(State(network: SimulatedNetwork(trace, deadline: .infinity)))
    }

    func url(_ path: String) -> URL { URL(string: "http://trace.test/\(path)") ?? URL(fileURLWithPath: "/") }

    /// The number of answers and pieces so far.
    var activity: Int { state.withLock { $0.count } }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        guard let whole = body(String(request.url.path.drop { $0 == "/" })) else {
            throw LoadError(.status(404), kind: request.kind, url: request.url)
        }
        let range = request.byteRange.map { Int($0.offset)..<min(whole.count, $0.end.map { Int($0) } ?? whole.count) }
        let bytes = range.map { Array(whole[$0]) } ?? whole
        var source = LoadBody(bytes: bytes)
        if request.kind == .segment {
            try await sleep { try $0.waitForFirstByte() }
            source = LoadBody(source: TraceBody(bytes, self))
        }
        state.withLock { $0.count += 1 }
        return LoadResponse(status: range == nil ? 200 : 206, url: request.url, contentLength: Int64(bytes.count), body: source)
    }

    /// Starts an operation of the network, and sleeps for its duration.
    @discardableResult
    fileprivate func sleep(_ body: @Sendable (inout SimulatedNetwork) throws -> Double) async throws -> Double {
        let now = clock.now - start
        let (result, end) = try state.withLock { state in
            state.count += 1
            try state.network.wait(max(0, now * 1000 - state.network.now))
            let result = try body(&state.network)
            return (result, state.network.now / 1000)
        }
        if start + end > clock.now { try await clock.sleep(until: start + end) }
        return result
    }
}

/// A body that arrives in the pieces in which the simulation reports progress.
private final class TraceBody: LoadBodySource {
    private let bytes: [UInt8]
    private let loader: TraceLoader
    /// The number of received bits.
    private let received = Mutex(0.0)

    init(_ bytes: [UInt8], _ loader: TraceLoader) {
        self.bytes = bytes
        self.loader = loader
    }

    func next() async throws -> [UInt8]? {
        try Task.checkCancellation()
        let size = Double(bytes.count * 8)
        let before = received.withLock { $0 }
        guard before < size else { return nil }
        let bits = try await loader.sleep {
            try $0.receive(size - before, reportAfter: SimulatedNetwork.progressTime, bits: SimulatedNetwork.progressBits)
        }
        let after = received.withLock { received in
            received = size - before - bits < 1 ? size : received + bits
            return received
        }
        return Array(bytes[Int(saturating: before / 8, rounding: .towardZero)..<Int(saturating: after / 8, rounding: .towardZero)])
    }

    func cancel() {}
}
