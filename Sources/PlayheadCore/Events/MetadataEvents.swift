// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// Metadata arrived; `metadataType` names its kind.
public struct MetaEvent: PlayerEvent, Equatable {
    public static let name = EventName.onMeta
    public var context = EventContext()
    /// The metadata.
    public var metaData: EventFields

    public init(metaData: EventFields) {
        self.metaData = metaData
    }

    public var fields: EventFields { ["metaData": .object(metaData)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onMeta(self) }
}

/// Timed metadata was read; ``MetaEvent`` follows when the playhead enters it.
public struct MetaParsedEvent: PlayerEvent, Equatable {
    public static let name = EventName.onMetaParsed
    public var context = EventContext()
    /// The metadata, under the same keys.
    public var metaData: EventFields

    public init(metaData: EventFields) {
        self.metaData = metaData
    }

    public var fields: EventFields { ["metaData": .object(metaData)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onMetaParsed(self) }
}
