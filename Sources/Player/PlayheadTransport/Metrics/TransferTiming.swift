import Foundation
import NIOCore

/// The times of a transfer's parts on the network's own clock, because they measure the network and not the playback.
struct TransferTiming {
    /// The time at which the request was sent.
    var started = NIODeadline.now()
    /// The time at which the head arrived.
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

    /// Returns the sample of the transfer.
    mutating func sample(url: URL, kind: LoadKind, outcome: TransferSample.Outcome, bytes: Int64, end: NIODeadline) -> TransferSample {
        endHold(at: end)
        return TransferSample(
            url: url, kind: kind, outcome: outcome, bytes: bytes, firstByteTime: ((firstByte ?? end) - started).inSeconds,
            duration: (end - started).inSeconds, heldBackTime: held.inSeconds)
    }
}

extension TimeAmount {
    /// The amount in seconds.
    var inSeconds: Double { Double(nanoseconds) / 1e9 }
}

extension Double {
    /// The amount of time for a number of seconds, limited to the range from 0 to a year; NaN is 0.
    var timeAmount: TimeAmount {
        guard self > 0 else { return .zero }
        let year = 31_536_000.0
        return .nanoseconds(Int64(saturating: Swift.min(self, year) * 1e9, rounding: .down))
    }
}
