import Foundation
import PlayheadCore
import PlayheadTransport
import Synchronization

/// A body in memory with the delivery of a hostile origin.
final class HostileBody: LoadBodySource {
    private struct State {
        var rest: ArraySlice<UInt8>
        var given = 0
        var isCancelled = false
    }

    private static let usualPiece = 16_384
    /// The length of an endless body, which exceeds the limit of every document and playlist.
    private static let endlessLength = 96 << 20
    /// The time after which the transport gives up on a stalled body, in seconds.
    private static let stallTime = 0.3

    private let manner: HostileAnswer.Manner
    private let failure: LoadError
    private let state: Mutex<State>

    init(_ bytes: [UInt8], manner: HostileAnswer.Manner, failure: LoadError) {
        self.manner = manner
        self.failure = failure
        state = Mutex(State(rest: bytes[...]))
    }

    func next() async throws -> [UInt8]? {
        try Task.checkCancellation()
        let (size, limit) = measures
        let piece = state.withLock { state -> [UInt8]? in
            guard !state.isCancelled else { return nil }
            let count = min(size, limit - state.given, state.rest.count)
            let piece = Array(state.rest.prefix(max(0, count)))
            state.rest = state.rest.dropFirst(piece.count)
            state.given += piece.count
            return piece
        }
        guard let piece else { throw CancellationError() }
        return piece.isEmpty ? try await ending() : piece
    }

    private var measures: (size: Int, limit: Int) {
        switch manner {
        case .whole, .late, .endless: (Self.usualPiece, .max)
        case .pieces(let size): (size, .max)
        case .cut(let limit, _), .stall(let limit): (Self.usualPiece, limit)
        }
    }

    private func ending() async throws -> [UInt8]? {
        switch manner {
        case .whole, .late, .pieces: return nil
        case .cut: throw failure
        case .stall:
            try await SystemClock().sleep(for: Self.stallTime)
            throw failure
        case .endless:
            let isOver = state.withLock { state in
                state.given += Self.usualPiece
                return state.given > Self.endlessLength
            }
            return isOver ? nil : [UInt8](repeating: 0x47, count: Self.usualPiece)
        }
    }

    func cancel() { state.withLock { $0.isCancelled = true } }
}
