import PlayheadCore

/// A kind of files that a dialog for opening shows.
package struct OpenFilter: Sendable, Hashable {
    package var title: String
    /// The media types, such as `video/*`.
    package var types: [String] = []
    /// The extensions of file names, in lower case.
    package var suffixes: [String] = []

    /// Whether every file is shown.
    package var isForAll: Bool { types.isEmpty && suffixes.isEmpty }

    /// The filters for media, the first of which is selected at first.
    package static let media = [
        OpenFilter(title: "Films and music", types: ["video/*", "audio/*", "application/ogg", "application/mxf", "image/gif"]),
        OpenFilter(title: "Lists and feeds", suffixes: ["m3u", "m3u8", "pls", "xspf", "mpd", "json", "rss", "xml"]), all,
    ]
    /// The filters for captions.
    package static let captions = [OpenFilter(title: "Captions", suffixes: MediaFiles.captionSuffixes), all]

    private static let all = OpenFilter(title: "All files")
}
