import PlayheadCore

/// What a WebVTT file says.
public struct WebVTTFile: Sendable, Hashable {
    /// A line of the header that has a name and a value, as `X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000` or `Kind: captions`.
    public struct HeaderField: Sendable, Hashable {
        /// What stands before the first colon or equals sign.
        public var name: String
        /// What stands after it, without white space around.
        public var value: String

        /// Makes a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What follows `WEBVTT` on its line, without white space around.
    public var title = ""
    /// The lines of the header that have a name and a value, in the file's order.
    public var headerMetadata: [HeaderField] = []
    /// The cues in the file's order, with times as written (seconds).
    public var cues: [CaptionCue] = []
    /// The regions in the file's order, also those that another one of the same identifier replaces.
    public var regions: [CaptionRegion] = []
    /// The style sheets (CSS), as written.
    public var styles: [String] = []
    /// What is wrong with the file, in the order of lines.
    public var warnings: [CaptionWarning] = []

    /// Makes an empty file.
    public init() {}

    /// How the times of an HLS segment lie on the stream's timeline; `nil` where the header does not say.
    public var timestampMap: TimestampMap? {
        headerMetadata.first { $0.name == TimestampMap.headerName }.flatMap { TimestampMap($0.value) }
    }
}
