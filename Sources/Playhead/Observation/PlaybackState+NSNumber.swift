import Foundation

/// Lets `change?[.newKey] as? NSNumber` work in observers that were written for enumerations with integers; `as? PlaybackState` works as well.
extension PlaybackState: _ObjectiveCBridgeable {
    /// The values in the order of their numbers, from 0.
    private static let numbered: [PlaybackState] = [
        .idle, .opening, .ready, .buffering, .play, .playing, .pausing, .paused, .stopping, .seeking, .ended, .error,
    ]

    private init?(_ number: NSNumber) {
        guard Self.numbered.indices.contains(number.intValue) else { return nil }
        self = Self.numbered[number.intValue]
    }

    /// The number of the value: 0 for `idle`, then `opening`, `ready`, `buffering`, `play`, `playing`, `pausing`, `paused`, `stopping`, `seeking`,
    /// `ended` and 11 for `error`.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Self.numbered.firstIndex(of: self) ?? 0) }

    /// The value with a number, or `nil`.
    public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout PlaybackState?) { result = PlaybackState(source) }

    /// The value with a number.
    /// - Returns: Whether there is one.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout PlaybackState?) -> Bool {
        result = PlaybackState(source)
        return result != nil
    }

    /// The value with a number; `idle` without one.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> PlaybackState {
        source.flatMap { PlaybackState($0) } ?? .idle
    }
}
