import Foundation
import NIOCore

/// When the parts of a transfer happened, on the network's own clock: it measures the network, not the playback.
struct TransferTiming {
    /// When the request was sent.
    var started = NIODeadline.now()
    /// When the head arrived.
    var firstByte: NIODeadline?
    private var heldSince: NIODeadline?
    private var held = TimeAmount.zero

    mutating func beginHold(at now: NIODeadline) {
        heldSince = now
    }

    mutating func endHold(at now: NIODeadline) {
        guard let since = heldSince else { return }
        held = held + (now - since)
        heldSince = nil
    }

    /// Sums the transfer up.
    mutating func sample(url: URL, kind: LoadKind, outcome: TransferSample.Outcome, bytes: Int64, end: NIODeadline) -> TransferSample {
        endHold(at: end)
        return TransferSample(
            url: url, kind: kind, outcome: outcome, bytes: bytes, firstByteTime: ((firstByte ?? end) - started).inSeconds,
            duration: (end - started).inSeconds, heldBackTime: held.inSeconds)
    }
}

extension TimeAmount {
    /// The same in seconds.
    var inSeconds: Double { Double(nanoseconds) / 1e9 }
}

extension Double {
    /// Seconds as an amount of time, from 0 to a year; what is no number is 0.
    var timeAmount: TimeAmount {
        guard self > 0 else { return .zero }
        let year = 31_536_000.0
        return .nanoseconds(Int64(saturating: Swift.min(self, year) * 1e9, rounding: .down))
    }
}
