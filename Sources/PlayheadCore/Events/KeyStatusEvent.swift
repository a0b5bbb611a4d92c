/// The status of a content key changed.
public struct KeyStatusEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onKeyStatus
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The id of the key.
    public var keyID: ContentKeyID
    /// The new status.
    public var status: ContentKeyStatus
    /// The name of the key system: `W3C Clear Key`, that of a ``KeySystem``, or `app` for ``ContentKeyOptions/keys``.
    public var system: String

    /// Makes the event; the player fills in the context.
    public init(keyID: ContentKeyID, status: ContentKeyStatus, system: String) {
        self.keyID = keyID
        self.status = status
        self.system = system
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields {
        ["keyId": .string(keyID.description), "status": .string(status.rawValue), "system": .string(system)]
    }
    /// Calls ``PlayerDelegate/onKeyStatus(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onKeyStatus(self) }
}
