import Foundation

/// Lets `change?[.newKey] as? NSNumber` work in observers for enumerations with integers; `as? PlaybackState` works as well.
extension PlaybackState: _ObjectiveCBridgeable {
    /// The values in the order of their numbers, from 0.
    private static let numbered: [PlaybackState] = [
        .idle, .opening, .ready, .buffering, .play, .playing, .pausing, .paused, .stopping, .seeking, .ended, .error,
    ]

    private init?(_ number: NSNumber) {
        guard Self.numbered.indices.contains(number.intValue) else { return nil }
        self = Self.numbered[number.intValue]
    }

    /// The number of the value: 0 for `idle`, then `opening`, `ready`, `buffering`, `play`, `playing`, `pausing`, `paused`, `stopping`,
    /// `seeking`, `ended` and 11 for `error`.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Self.numbered.firstIndex(of: self) ?? 0) }

    /// Converts a number to a value, or to `nil` if the number is invalid.
    public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout PlaybackState?) { result = PlaybackState(source) }

    /// Converts a number to a value.
    /// - Returns: Whether the number is valid.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout PlaybackState?) -> Bool {
        result = PlaybackState(source)
        return result != nil
    }

    /// Returns the value with a number; `idle` if the number is absent or invalid.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> PlaybackState {
        source.flatMap { PlaybackState($0) } ?? .idle
    }
}
