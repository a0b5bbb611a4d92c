import PlayheadAds

/// Inputs whose trap is known and about to be fixed. They are left out here, in one place, which is removed together with the faults.
enum KnownFaults {
    /// A break farther away than an integer can say has no text: one at a mark of the publisher is at infinity.
    static func isKnown(_ breaks: [AdBreak]) -> Bool {
        breaks.contains { if case .midRoll(.seconds(let seconds)) = $0.offset { abs(seconds) >= 0x1p63 } else { false } }
    }

    /// A schedule with such a break.
    static func isKnown(_ document: [UInt8]) -> Bool {
        (try? VMAPParser.parse(document)).map { isKnown($0.schedule) } ?? false
    }
}
