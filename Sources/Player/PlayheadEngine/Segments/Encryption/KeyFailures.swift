import PlayheadCore

/// The failures of the keys of one presentation: each is one warning, however many segments and renditions need the key, until the key is
/// usable.
final class KeyFailures: Sendable {
    /// A key of samples, or of whole segments.
    enum Key: Hashable {
        case content(ContentKeyID)
        case url(String)
    }

    private struct Failure {
        /// The error, as a warning. Without a URL it is about all segments that need the keys.
        let error: PlaybackError
        var keys: Set<Key> = []
        var isReported = false

        func isReason(of warning: PlaybackError) -> Bool {
            error.kind == warning.kind && error.underlying == warning.underlying && (error.url == nil || error.url == warning.url)
        }
    }

    /// The maximum number of failures, and about that of the keys of one; older failures may be reported again.
    private static let maximum = 256
    private let failures = Locked<[Failure]>([])

    /// Notes why keys were not obtained or not used.
    func note(_ error: PlaybackError, of keys: Set<Key>) {
        failures.withLock { failures in
            let place = Self.place(of: error, in: &failures)
            // bounded: its place
            if failures[place].keys.count < Self.maximum { failures[place].keys.formUnion(keys) }
        }
    }

    /// Notes that a key is usable: what fails from now on is another failure.
    func remove(_ key: Key) {
        failures.withLock { failures in failures.removeAll { $0.keys.contains(key) } }
    }

    /// Returns whether a warning is not the repetition of one about a key.
    func admit(_ warning: PlaybackError) -> Bool {
        failures.withLock { failures in
            guard warning.isOfKeys || failures.contains(where: { $0.isReason(of: warning) }) else { return true }
            let place = Self.place(of: warning, in: &failures)
            // bounded: its place
            defer { failures[place].isReported = true }
            return !failures[place].isReported
        }
    }

    /// Returns the index of the failure that is the reason of `error`, which is added if it is not known.
    private static func place(of error: PlaybackError, in failures: inout [Failure]) -> Int {
        if let known = failures.firstIndex(where: { $0.isReason(of: error) }) { return known }
        var error = error.with(severity: .warning)
        // The URL is that of the segment.
        if error.kind == .protectedContent { error.url = nil }
        if failures.count == maximum { failures.removeFirst() }
        failures.append(Failure(error: error))
        return failures.count - 1
    }
}

extension PlaybackError {
    /// Whether the error is in the category of keys.
    fileprivate var isOfKeys: Bool {
        switch kind {
        case .protectedContent, .keyUnreachable, .keyStatus, .keyInvalid: true
        default: false
        }
    }
}
