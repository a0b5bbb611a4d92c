/// The properties of both MPRIS interfaces, without the position.
struct MPRISProperties: Sendable, Equatable {
    /// The properties of `org.mpris.MediaPlayer2`.
    var root: [BusField] = []
    /// The properties of `org.mpris.MediaPlayer2.Player`.
    var player: [BusField] = []

    /// The media types that `OpenUri` accepts.
    static let mimeTypes = [
        "application/dash+xml", "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/aac", "audio/flac", "audio/mp4",
        "audio/mpeg", "audio/ogg",
        "video/mp2t", "video/mp4", "video/webm", "video/x-matroska",
    ]

    /// Returns the properties of `new` that are absent from `old` or differ. `CanControl` never changes.
    static func changes(from old: [BusField], to new: [BusField]) -> [BusField] {
        new.filter { field in !old.contains(field) }
    }
}
