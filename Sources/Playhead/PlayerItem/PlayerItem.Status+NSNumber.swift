import Foundation

/// Lets `change?[.newKey] as? NSNumber` work, as in code that was written for key-value observing; `as? PlayerItem.Status` works as well.
extension PlayerItem.Status: _ObjectiveCBridgeable {
    /// The raw value as a number.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: rawValue) }

    /// The status with a number for its raw value, or `nil`.
    public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout PlayerItem.Status?) {
        result = PlayerItem.Status(rawValue: source.intValue)
    }

    /// The status with a number for its raw value.
    /// - Returns: Whether there is one.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout PlayerItem.Status?) -> Bool {
        result = PlayerItem.Status(rawValue: source.intValue)
        return result != nil
    }

    /// The status with a number for its raw value; `unknown` without one.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> PlayerItem.Status {
        source.flatMap { PlayerItem.Status(rawValue: $0.intValue) } ?? .unknown
    }
}
