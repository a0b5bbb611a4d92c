import PlayheadCore

extension ItemDescription {
    static let sample = ItemDescription(url: "https://example.com/a.m3u8", title: "A")
    static let samples: [ItemDescription] = ["a", "b", "c"].map { (name: String) in
        ItemDescription(url: "https://example.com/\(name).m3u8", title: name)
    }
}

extension QualityLevel {
    static let sample = QualityLevel(index: 1, label: "720p", bitrate: 2_000_000, width: 1280, height: 720)
}

extension MediaDescription {
    /// Ten seconds with two levels and two audio tracks.
    static let sample = MediaDescription(
        duration: 10, width: 1280, height: 720, frameRate: 25, levels: [.automatic, .sample],
        audioTracks: [MediaTrack(index: 0, name: "English", language: "en"), MediaTrack(index: 1, name: "Deutsch", language: "de")],
        currentAudioTrack: 0)
    /// A stream without an end.
    static let endless = MediaDescription(duration: .infinity)
}
