import PlayheadCore

/// The content of a WebVTT file.
package struct WebVTTFile: Sendable, Hashable {
    /// A line of the header with a name and a value, such as `X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000` or `Kind: captions`.
    package struct HeaderField: Sendable, Hashable {
        /// The text before the first colon or equals sign.
        package var name: String
        /// The text after it, without surrounding white space.
        package var value: String

        /// Makes a field.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The text after `WEBVTT` on its line, without surrounding white space.
    package var title = ""
    /// The lines of the header with a name and a value, in the file's order.
    package var headerMetadata: [HeaderField] = []
    /// The cues in the file's order, with times as written (seconds).
    package var cues: [CaptionCue] = []
    /// The regions in the file's order, including those that a later one with the same identifier replaces.
    package var regions: [CaptionRegion] = []
    /// The style sheets (CSS), as written.
    package var styles: [String] = []
    /// The problems of the file, in the order of lines.
    package var warnings: [CaptionWarning] = []

    /// Makes an empty file.
    package init() {}

    /// The mapping of the times of an HLS segment to the stream's timeline; `nil` if the header does not define it.
    package var timestampMap: TimestampMap? {
        headerMetadata.first { $0.name == TimestampMap.headerName }.flatMap { TimestampMap($0.value) }
    }
}
