import Foundation

/// Lets `change?[.newKey] as? NSNumber` work, as in code for key-value observing; `as? PlayerItem.Status` works as well.
extension PlayerItem.Status: _ObjectiveCBridgeable {
    /// The raw value as a number.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: rawValue) }

    /// Converts a raw value to a status, or to `nil` if the raw value is invalid.
    public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout PlayerItem.Status?) {
        result = PlayerItem.Status(rawValue: source.intValue)
    }

    /// Converts a raw value to a status.
    /// - Returns: Whether the raw value is valid.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout PlayerItem.Status?) -> Bool {
        result = PlayerItem.Status(rawValue: source.intValue)
        return result != nil
    }

    /// Returns the status with a raw value; `unknown` if the raw value is absent or invalid.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> PlayerItem.Status {
        source.flatMap { PlayerItem.Status(rawValue: $0.intValue) } ?? .unknown
    }
}
