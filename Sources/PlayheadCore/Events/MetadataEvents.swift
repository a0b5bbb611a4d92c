/// Metadata arrived; `metadataType` names its kind.
public struct MetaEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onMeta
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The metadata.
    public var metaData: EventFields

    /// Makes the event; the player fills in the context.
    public init(metaData: EventFields) {
        self.metaData = metaData
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["metaData": .object(metaData)] }
    /// Calls ``PlayerDelegate/onMeta(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onMeta(self) }
}

/// Timed metadata was read; ``MetaEvent`` follows when the playhead enters it.
public struct MetaParsedEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onMetaParsed
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The metadata, under the same keys.
    public var metaData: EventFields

    /// Makes the event; the player fills in the context.
    public init(metaData: EventFields) {
        self.metaData = metaData
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["metaData": .object(metaData)] }
    /// Calls ``PlayerDelegate/onMetaParsed(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onMetaParsed(self) }
}
