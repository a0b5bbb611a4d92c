// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// The status of a content key changed.
public struct KeyStatusEvent: PlayerEvent, Equatable {
    public static let name = EventName.onKeyStatus
    public var context = EventContext()
    /// The id of the key.
    public var keyID: ContentKeyID
    /// The new status.
    public var status: ContentKeyStatus
    /// The name of the key system: `W3C Clear Key`, that of a ``KeySystem``, or `app` for ``ContentKeyOptions/keys``.
    public var system: String

    public init(keyID: ContentKeyID, status: ContentKeyStatus, system: String) {
        self.keyID = keyID
        self.status = status
        self.system = system
    }

    public var fields: EventFields {
        ["keyId": .string(keyID.description), "status": .string(status.rawValue), "system": .string(system)]
    }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onKeyStatus(self) }
}
