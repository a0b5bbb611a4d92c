import PlayheadCore

/// The content of a WebVTT file.
public struct WebVTTFile: Sendable, Hashable {
    /// A line of the header with a name and a value, such as `X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000` or `Kind: captions`.
    public struct HeaderField: Sendable, Hashable {
        /// The text before the first colon or equals sign.
        public var name: String
        /// The text after it, without surrounding white space.
        public var value: String

        /// Makes a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The text after `WEBVTT` on its line, without surrounding white space.
    public var title = ""
    /// The lines of the header with a name and a value, in the file's order.
    public var headerMetadata: [HeaderField] = []
    /// The cues in the file's order, with times as written (seconds).
    public var cues: [CaptionCue] = []
    /// The regions in the file's order, including those that a later one with the same identifier replaces.
    public var regions: [CaptionRegion] = []
    /// The style sheets (CSS), as written.
    public var styles: [String] = []
    /// The problems of the file, in the order of lines.
    public var warnings: [CaptionWarning] = []

    /// Makes an empty file.
    public init() {}

    /// The mapping of the times of an HLS segment to the stream's timeline; `nil` if the header does not define it.
    public var timestampMap: TimestampMap? {
        headerMetadata.first { $0.name == TimestampMap.headerName }.flatMap { TimestampMap($0.value) }
    }
}
