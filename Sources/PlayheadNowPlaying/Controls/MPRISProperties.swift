/// What both interfaces of MPRIS say at one moment, but the position.
struct MPRISProperties: Sendable, Equatable {
    /// `org.mpris.MediaPlayer2`.
    var root: [BusField] = []
    /// `org.mpris.MediaPlayer2.Player`.
    var player: [BusField] = []

    /// What can be opened, where anything can.
    static let mimeTypes = [
        "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/aac", "audio/flac", "audio/mp4", "audio/mpeg", "audio/ogg",
        "video/mp2t", "video/mp4", "video/webm", "video/x-matroska",
    ]

    /// Those properties of `new` that `old` has not, or not so. `CanControl` never changes.
    static func changes(from old: [BusField], to new: [BusField]) -> [BusField] {
        new.filter { field in !old.contains(field) }
    }
}
