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

/// The playhead enters a chapter, by playback or by a seek.
public struct ChapterEvent: PlayerEvent, Equatable {
    public static let name = EventName.onChapter
    public var context = EventContext()
    /// The index of the chapter, from 0.
    public var index: Int
    /// The chapter.
    public var chapter: Chapter

    public init(index: Int, chapter: Chapter) {
        self.index = index
        self.chapter = chapter
    }

    public var fields: EventFields {
        [
            "index": .int(index), "title": .string(chapter.title), "start": .double(chapter.range.start),
            "end": .double(chapter.range.end),
        ]
    }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onChapter(self) }
}
