import Foundation
import PlayheadOrigin

@testable import Playhead

/// A list of three items over loopback, played once at maximum decoding speed: a file, a presentation with rungs, audio in two languages
/// and captions whose server fails at first, and the file again.
@MainActor
enum PlayedThree {
    /// Returns all events.
    static func events() async throws -> [any PlayerEvent] { try await playing.value }

    /// Returns the events of each item, from its onPlaylistItem on.
    static func parts() async throws -> [[any PlayerEvent]] {
        let events = try await events()
        let starts = events.indices.filter { events[$0].name == .onPlaylistItem }
        let ends = Array(starts.dropFirst()) + [events.count]
        return zip(starts, ends).map { Array(events[$0..<$1]) }
    }

    private static let playing = Task { try await play() }

    private static func play() async throws -> [any PlayerEvent] {
        try await RealRig.run(configure: {
            $0.quality.initialLevel = 1
            $0.captions.mode = .on
        }) { rig in
            let first = try await rig.item(Samples.mp4, "a")
            let second = try await captioned(rig, "b")
            rig.origin.addFault(Fault(path: "b/*.m4s", requests: .first(1), kind: .status(503)))
            rig.player.load([first, second, PlayerItem(url: first.url, title: "c")])
            rig.player.play()
            await rig.wait(for: .onPlaylistComplete)
        }
    }

    /// Returns a small ladder with one captions track, whose only cue is as long as the stream.
    static func captioned(_ rig: RealRig, _ name: String) async throws -> PlayerItem {
        _ = try await rig.serve(.hlsSmallLadder, as: name)
        let file = try await Samples.streams.url(of: .hlsSmallLadder)
        let captions = "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"English\",LANGUAGE=\"en\",AUTOSELECT=YES,URI=\"subs.m3u8\""
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").flatMap { line in
            line.hasPrefix("#EXT-X-STREAM-INF") ? [line + ",SUBTITLES=\"s\""] : line == "#EXTM3U" ? [line, captions[...]] : [line]
        }
        rig.origin.add("\(name)/subs.m3u8", text: "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nsubs.vtt\n#EXT-X-ENDLIST\n")
        rig.origin.add("\(name)/subs.vtt", text: "WEBVTT\n\n00:00.000 --> 00:09.000\nHello\n")
        rig.origin.add("\(name)/all.m3u8", text: lines.joined(separator: "\n") + "\n")
        return PlayerItem(url: rig.origin.url("\(name)/all.m3u8"), title: name)
    }
}
