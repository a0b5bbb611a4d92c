import PlayheadCore

/// The head start of the pictures over separate sound.
///
/// The first picture has many more bytes than the first sound. If both were requested at the same time, they would share the bandwidth, and
/// the first picture would arrive later. The sound is requested when the response with the pictures begins, and follows a round trip later.
/// The first picture of a low rung is as small as the first sound, which then follows the requests for the pictures immediately: these use
/// the connections that are open.
final class HeadStart: Sendable {
    /// The events in the session of the pictures that end a wait.
    private enum Phase: Int, Comparable {
        case waiting
        case requested
        case over

        static func < (a: Phase, b: Phase) -> Bool { a.rawValue < b.rawValue }
    }

    private struct State {
        var phase = Phase.waiting
        var waiters: [(phase: Phase, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// The bit rate below which there is no head start, in bits per second.
    private static let minimumBitrate = 1_000_000

    /// Whether the sound follows the requests, and does not wait for the response.
    private let isShort: Bool
    private let state = Locked(State())

    /// Starts the head start of pictures with a level; `nil` if it is unknown.
    init(of level: QualityLevel?) {
        isShort = level?.bitrate.map { $0 < Self.minimumBitrate } ?? false
    }

    /// Whether ``wait()`` would wait.
    var isAwaited: Bool { state.withLock { $0.phase < .over } }

    /// Notes that the pictures were requested.
    func noteRequests() { reach(isShort ? .over : .requested) }

    /// Ends the head start: the response has begun, or there is none.
    func end() { reach(.over) }

    /// Waits until the pictures are requested. A cancelled wait ends the head start.
    func waitForRequests() async { await wait(for: .requested) }

    /// Waits for the end of the head start. A cancelled wait ends it.
    func wait() async { await wait(for: .over) }

    private func reach(_ phase: Phase) {
        let waiters = state.withLock { state in
            state.phase = max(state.phase, phase)
            let ready = state.waiters.filter { $0.phase <= state.phase }
            state.waiters.removeAll { $0.phase <= state.phase }
            return ready
        }
        for waiter in waiters { waiter.continuation.resume() }
    }

    private func wait(for phase: Phase) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReached = state.withLock { state in
                    if state.phase < phase { state.waiters.append((phase, continuation)) }
                    return state.phase >= phase
                }
                if isReached { continuation.resume() }
            }
        } onCancel: {
            end()
        }
    }
}
