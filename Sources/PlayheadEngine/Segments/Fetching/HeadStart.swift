import PlayheadCore

/// The head start of the pictures over separate sound.
///
/// The first picture has many more bytes than the first sound. If both were requested at the same time, they would share the bandwidth, and
/// the first picture would arrive later. The sound is requested when the response with the pictures begins, and follows a round trip later.
/// The first picture of a low rung is as small as the first sound, which is then requested immediately.
final class HeadStart: Sendable {
    private struct State {
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// The bit rate below which there is no head start, in bits per second.
    private static let minimumBitrate = 1_000_000

    private let state = Locked(State())

    /// Starts the head start of pictures with a level; `nil` if it is unknown.
    init(of level: QualityLevel?) {
        if let bitrate = level?.bitrate, bitrate < Self.minimumBitrate { end() }
    }

    /// Whether ``wait()`` would wait.
    var isAwaited: Bool { state.withLock { !$0.isOver } }

    /// Ends the head start: the response has begun, or there is none.
    func end() {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            state.isOver = true
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits for the end of the head start. A cancelled wait ends it.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !state.isOver { state.waiters.append(continuation) }
                    return state.isOver
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            end()
        }
    }
}
