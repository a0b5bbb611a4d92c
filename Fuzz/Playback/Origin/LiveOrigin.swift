import Foundation
import PlayheadCore
import PlayheadOrigin
import TestSupport

/// A live stream whose playlists, or manifest of DASH with its patches, follow the clock of the playback.
struct LiveOrigin: Sendable {
    private let broadcast: LiveBroadcast
    private let clock: ScenarioClock
    private let start: Double

    /// The options of the broadcast.
    var options: LiveOptions { broadcast.presentation.options }

    /// The path to open.
    var entry: String { broadcast.entry }

    /// Starts a broadcast of a presentation, whose options are random.
    /// - Throws: `RecordedPresentationError` if the presentation can't be broadcast.
    init(_ presentation: SamplePresentation, on clock: ScenarioClock, _ random: inout SeededGenerator) throws {
        var options = LiveOptions(startDate: Date().timeIntervalSince1970)
        options.window = [.segments(3 + random.below(5)), .dvr(Double(10 + random.below(60))), .event][random.below(3)]
        options.endsAfter = random.oneIn(3) ? random.number(3...25) : nil
        options.isContinuous = presentation.isFragmented && random.oneIn(2)
        options.parts = presentation.hasParts && random.below(3) > 0 ? .resources : nil
        options.canSkipUntil = random.oneIn(2) ? 6 : nil
        options.hasManifest = presentation.isFragmented && random.oneIn(2)
        options.hasPatches = random.oneIn(2)
        let folder = MediaFolder(files: presentation.files)
        let recording = try RecordedPresentation(
            entry: presentation.entry, in: folder, hasParts: options.parts != nil, hasManifest: options.hasManifest)
        broadcast = LiveBroadcast(try LivePresentation(recording, options: options), folder: folder)
        self.clock = clock
        start = clock.now
    }

    /// Returns the response to a request at the current time, or `nil` if the file does not exist. Data that is not published yet is delayed.
    func answer(_ path: String, query: String?) -> (bytes: [UInt8], delay: Double)? {
        let request = LiveRequest(path: path, query: query)
        let now = clock.now - start
        var time = now
        var answer = broadcast.presentation.answer(to: request, at: time)
        if case .later(let due) = answer {
            // The times of a broadcast are rounded to microseconds.
            time = due + 0.001
            answer = broadcast.presentation.answer(to: request, at: time)
        }
        let bytes: [UInt8]? =
            switch answer {
            case .playlist(let text), .manifest(let text), .patch(let text), .date(let text): Array(text.utf8)
            case .media(let media): broadcast.bytes(of: media)
            case .file(let path): broadcast.folder.bytes(path)
            case .later, .failure: nil
            }
        return bytes.map { ($0, (time - now) / clock.speed) }
    }
}
