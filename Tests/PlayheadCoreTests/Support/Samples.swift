import PlayheadCore

extension ItemDescription {
    static let sample = ItemDescription(url: "https://example.com/a.m3u8", title: "A")
    static let samples: [ItemDescription] = ["a", "b", "c"].map { (name: String) in
        ItemDescription(url: "https://example.com/\(name).m3u8", title: name, startTime: name == "b" ? 2 : nil)
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

extension MediaDescription {
    /// A live stream with a window of a minute, with captions.
    static let live = MediaDescription(
        duration: .infinity, window: .sample, levels: [.automatic, .sample],
        audioTracks: [MediaTrack(index: 0, name: "English", language: "en")], currentAudioTrack: 0, captionsTracks: .english)
    /// A live stream with a window of ten minutes: DVR.
    static let dvr = MediaDescription(
        duration: .infinity, window: .long, levels: [.automatic, .sample],
        audioTracks: [MediaTrack(index: 0, name: "English", language: "en")], currentAudioTrack: 0, captionsTracks: .english)
}

extension LiveWindow {
    /// A minute of which 50 s are seekable.
    static let sample = LiveWindow(seekable: TimeRange(start: 0, end: 50), edge: 60, targetLatency: 10, measuredAt: 0)
    /// Ten minutes of which 590 s are seekable.
    static let long = LiveWindow(seekable: TimeRange(start: 0, end: 590), edge: 600, targetLatency: 10, measuredAt: 0)
    /// The window at a later time, with the same length.
    func moved(to time: Double) -> LiveWindow {
        var window = self
        let step = time - measuredAt
        window.seekable = TimeRange(start: seekable.start + step, end: seekable.end + step)
        window.edge += step
        window.measuredAt = time
        return window
    }

    static let nonsense = LiveWindow(seekable: TimeRange(start: -.infinity, end: .nan), edge: 1e300, targetLatency: -1, measuredAt: .nan)
}

extension [MediaTrack] {
    /// Off, English and German.
    static let english = [
        MediaTrack.captionsOff, MediaTrack(index: 1, name: "English", language: "en"),
        MediaTrack(index: 2, name: "Deutsch", language: "de"),
    ]
}

extension CaptionCue {
    static let sample = CaptionCue(id: "1", startTime: 1, endTime: 2, text: "Hello", markup: "<i>Hello</i>")
}

extension TimedMetadata {
    static let sample = TimedMetadata(
        kind: .dateRange, start: 3, end: 5,
        fields: ["metadataTime": 3.0, "metadata": .object(["start": 3.0, "end": 5.0, "tag": "EXT-X-DATERANGE"])])
}

extension ContentKeyID {
    static var sample: ContentKeyID {
        guard let id = ContentKeyID(0..<16) else { preconditionFailure("an id has 16 octets") }
        return id
    }
}
