import PlayheadCore

/// The warnings of keys that were reported: each failure of a key is reported once, however many segments and renditions need the key, until the key is
/// usable.
final class KeyWarnings: Sendable {
    /// The maximum number of warnings that are known; older ones may be reported again.
    private static let maximum = 256
    private let reported = Locked<[PlaybackError]>([])

    /// Returns whether a report of a playback is no repetition.
    func admit(_ report: EngineReport) -> Bool {
        switch report {
        case .warning(let error):
            guard let failure = Self.failure(error) else { return true }
            return reported.withLock { reported in
                guard !reported.contains(failure) else { return false }
                if reported.count == Self.maximum { reported.removeFirst() }
                reported.append(failure)
                return true
            }
        case .keyStatus(let id, let status, _):
            guard status.isUsable else { return true }
            reported.withLock { reported in reported.removeAll { $0.underlying?.contains(id.description) == true } }
            return true
        default: return true
        }
    }

    /// Returns the failure of a key that a warning is about; `nil` for any other warning.
    private static func failure(_ warning: PlaybackError) -> PlaybackError? {
        var failure = warning.with(severity: .warning)
        switch warning.kind {
        // The URL is that of the segment.
        case .protectedContent: failure.url = nil
        case .keyUnreachable, .keyStatus, .keyInvalid: break
        default: return nil
        }
        return failure
    }
}
