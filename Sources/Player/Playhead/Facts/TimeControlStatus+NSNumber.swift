import Foundation

/// Lets `change?[.newKey] as? NSNumber` work in observers for AVFoundation; `as? TimeControlStatus` works as well.
extension TimeControlStatus: _ObjectiveCBridgeable {
    /// The values in the order of their numbers, from 0.
    private static let numbered: [TimeControlStatus] = [.paused, .waitingToPlayAtSpecifiedRate, .playing]

    private init?(_ number: NSNumber) {
        guard Self.numbered.indices.contains(number.intValue) else { return nil }
        self = Self.numbered[number.intValue]
    }

    /// The number of the value, as in AVFoundation.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Self.numbered.firstIndex(of: self) ?? 0) }

    /// Converts a number to a value, or to `nil` if the number is invalid.
    public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout TimeControlStatus?) {
        result = TimeControlStatus(source)
    }

    /// Converts a number to a value.
    /// - Returns: Whether the number is valid.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout TimeControlStatus?) -> Bool {
        result = TimeControlStatus(source)
        return result != nil
    }

    /// Returns the value with a number; `paused` if the number is absent or invalid.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> TimeControlStatus {
        source.flatMap { TimeControlStatus($0) } ?? .paused
    }
}
