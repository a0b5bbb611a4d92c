import Foundation
import Testing

@testable import Playhead

/// The automatic selection among the captions of a stream, tested with the whole player.
@Suite("Automatic selection of captions", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
@MainActor
struct CaptionChoosingTests {
    /// The captions of the stream, in order: 1 and 2 full, 3 for the deaf, 4 and 5 forced.
    private static let renditions = [
        #"NAME="English",LANGUAGE="en",AUTOSELECT=YES"#, #"NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES"#,
        #"NAME="English CC",LANGUAGE="en",AUTOSELECT=YES,CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog""#,
        #"NAME="English forced",LANGUAGE="en",AUTOSELECT=YES,FORCED=YES"#,
        #"NAME="Deutsch forced",LANGUAGE="de",AUTOSELECT=YES,FORCED=YES"#,
    ]

    /// Loads a stream in English, with additional German audio.
    private func load(_ rig: RealRig) async throws {
        _ = try await rig.serve(Samples.alternateAudio, as: "hls")
        let file = try await Samples.streams.url(of: Samples.alternateAudio)
        let list = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            line.hasPrefix("#EXT-X-STREAM-INF") ? line + ",SUBTITLES=\"s\"" : String(line)
        }
        let captions = Self.renditions.map { "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",\($0),URI=\"../captions.m3u8\"" }
        rig.origin.add("captions.m3u8", text: "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nall.vtt\n#EXT-X-ENDLIST\n")
        rig.origin.add("all.vtt", text: "WEBVTT\n\n00:00.000 --> 00:03.000\nHello\n")
        rig.origin.add("hls/chosen.m3u8", text: ([list[0]] + captions + list.dropFirst()).joined(separator: "\n") + "\n")
        rig.player.load(PlayerItem(url: rig.origin.url("hls/chosen.m3u8")))
        await rig.wait(for: .onReady)
        #expect(rig.player.captionsTracks.count == 6)
    }

    /// Waits until `track` is selected.
    private func expect(_ track: Int, _ rig: RealRig) async {
        if rig.player.currentCaptionsTrack == track { return }
        await rig.wait { ($0 as? CaptionsChangeEvent)?.track == track }
        #expect(rig.player.currentCaptionsTrack == track)
    }

    @Test("Forced captions follow the language of the audio")
    func forced() async throws {
        try await RealRig.run { rig in
            try await load(rig)
            await expect(4, rig)
            rig.player.selectAudioTrack(1)
            await expect(5, rig)
        }
    }

    @Test("With preferred languages: full captions if the audio is in none of them, and forced ones otherwise")
    func languages() async throws {
        try await RealRig.run(configure: {
            $0.captions.languages = ["de-AT"]
        }) { rig in
            try await load(rig)
            await expect(2, rig)
            rig.player.selectAudioTrack(1)
            await expect(5, rig)
        }
    }

    @Test("With the accessibility preference: captions that describe sounds")
    func accessible() async throws {
        try await RealRig.run(configure: {
            $0.captions.languages = ["en"]
            $0.captions.prefersAccessibility = true
        }) { rig in
            try await load(rig)
            await expect(3, rig)
        }
    }
}
