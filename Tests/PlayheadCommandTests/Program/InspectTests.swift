import Foundation
import TestSupport
import Testing

@Suite("playhead inspect", .timeLimit(.minutes(5)))
struct InspectTests {
    /// Runs the program on a file with this text.
    private func inspect(
        _ text: String, name: String = "list.m3u8", _ options: [String] = ["--json"], encoding: String.Encoding = .utf8
    ) async throws -> (status: Int32, output: String, errors: String) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        try #require(text.data(using: encoding)).write(to: file)
        let (status, output, errors) = try await RunningProgram.run(["inspect", file.path] + options)
        return (status, output.joined(separator: "\n"), errors)
    }

    private func object(_ output: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }

    @Test("A file that is too large is refused")
    func tooLarge() async throws {
        try await withTemporaryFolder { folder in
            let (url, limit) = (folder.appending(path: "list.m3u8"), 64 << 20)
            try Data().write(to: url)
            let file = try FileHandle(forWritingTo: url)
            try file.truncate(atOffset: UInt64(limit) + 1)
            try file.close()
            let (status, output, errors) = try await RunningProgram.run(["inspect", url.path])
            #expect(status == 1 && output.isEmpty && errors.contains("The response is larger than \(limit) bytes."), "\(errors)")
        }
    }

    @Test("The object of a media playlist contains exactly its contents")
    func media() async throws {
        let result = try await inspect(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x0A
            #EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:00.120Z
            #EXTINF:3.5,title
            #EXT-X-BYTERANGE:10@5
            a.ts
            #EXT-X-PART:DURATION=1,URI="p",INDEPENDENT=YES
            """)
        #expect(result.status == 0 && result.errors.isEmpty)
        let playlist = try object(result.output)
        #expect(playlist["kind"] as? String == "media" && playlist["targetDuration"] as? Double == 4)
        #expect(playlist["version"] == nil && playlist["serverControl"] == nil && (playlist["dateRanges"] as? [Any])?.isEmpty == true)
        let segment = try #require((playlist["segments"] as? [[String: Any]])?.first)
        #expect(segment["uri"] as? String == "a.ts" && segment["duration"] as? Double == 3.5 && segment["title"] as? String == "title")
        #expect(segment["byteRange"] as? [String: Int] == ["length": 10, "offset": 5] && segment["map"] == nil)
        #expect((segment["key"] as? [String: Any])?["iv"] as? String == "0x0000000000000000000000000000000a")
        #expect(segment["programDateTime"] as? String == "2026-11-21T18:00:00.120Z")
    }

    @Test("The object of a multivariant playlist contains its variants and renditions")
    func multivariant() async throws {
        let result = try await inspect(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",DEFAULT=YES,CHANNELS="2",URI="en.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000,RESOLUTION=640x360,FRAME-RATE=25,AUDIO="a",CLOSED-CAPTIONS=NONE
            low.m3u8
            """, name: "list")
        let playlist = try object(result.output)
        let variant = try #require((playlist["variants"] as? [[String: Any]])?.first)
        #expect(playlist["kind"] as? String == "multivariant" && variant["resolution"] as? [String: Int] == ["width": 640, "height": 360])
        #expect(variant["closedCaptions"] as? String == "NONE" && variant["audio"] as? String == "a" && variant["codecs"] == nil)
        let rendition = try #require((playlist["renditions"] as? [[String: Any]])?.first)
        #expect(rendition["default"] as? Bool == true && rendition["channels"] as? String == "2" && rendition["language"] == nil)
    }

    @Test(
        "A manifest of DASH is printed with what playback does not use: common initializations, selections, subsets, and positions inside segments"
    )
    func unusedOfManifest() async throws {
        let text = """
            <MPD><InitializationSet id="i1" contentType="video" initialization="http://a.test/i.mp4"/><Period duration="PT4S">
            <Preselection id="p1" lang="de" preselectionComponents="1 2"/><Subset contains="1 3"/>
            <AdaptationSet id="1" contentType="video"><Resync type="2" dT="5"/><Representation id="v" bandwidth="1">
            <BaseURL>a.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>
            """
        let lines = try await inspect(text, name: "a.mpd", []).output.split(separator: "\n").map { $0.drop { $0 == " " } }
        for line in ["initial   i1, video, http://a.test/i.mp4", "selection p1, de, 1, 2", "subset    1, 3"] {
            #expect(lines.contains { $0 == line }, "\(lines)")
        }
        #expect(lines.contains { $0.hasPrefix("v ") && $0.hasSuffix(", resync") })
        let manifest = try object(try await inspect(text, name: "a.mpd").output)
        let set = try #require((manifest["initializationSets"] as? [[String: Any]])?.first)
        #expect(set["initialization"] as? String == "http://a.test/i.mp4" && set["inAllPeriods"] as? Bool == true)
        let period = try #require((manifest["periods"] as? [[String: Any]])?.first)
        #expect(period["subsets"] as? [[String]] == [["1", "3"]])
        let track = try #require((period["adaptationSets"] as? [[String: Any]])?.first?["representations"] as? [[String: Any]]).first
        #expect((track?["resync"] as? [[String: Any]])?.first?["dT"] as? Int == 5)
    }

    @Test("Without --json a summary is printed, with warnings and their lines")
    func summary() async throws {
        let result = try await inspect("#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:four,\na.ts\n", [])
        #expect(result.status == 0 && result.output.contains("HLS media playlist") && result.output.contains("warning   line 3:"))
    }

    @Test("The object of a WebVTT file contains its cues with their settings, and its faults by line")
    func webVTT() async throws {
        let text =
            "WEBVTT\n\nREGION\nid:low\n\none\n00:01.000 --> 00:02.500 line:10% align:left\n<b>Hello</b>\n\n00:03.000 --> nonsense\nlost\n"
        let result = try await inspect(text, name: "captions")
        #expect(result.status == 0 && result.errors.isEmpty)
        let file = try object(result.output)
        let cues = try #require(file["cues"] as? [[String: Any]])
        #expect(file["kind"] as? String == "webvtt" && cues.count == 1 && (file["regions"] as? [Any])?.count == 1)
        #expect(cues[0]["id"] as? String == "one" && cues[0]["startTime"] as? Double == 1 && cues[0]["endTime"] as? Double == 2.5)
        #expect(cues[0]["text"] as? String == "<b>Hello</b>" && cues[0]["line"] as? Double == 10 && cues[0]["align"] as? String == "left")
        #expect((file["warnings"] as? [[String: Any]])?.first?["line"] as? Int == 10)
        #expect(try await inspect(text, name: "a.vtt", []).output.contains("cues      1, from 1.0 to 2.5 s"))
    }

    @Test("A SubRip file is detected by its first timing line, whatever its name", arguments: ["captions", "captions.srt", "captions.txt"])
    func subRip(name: String) async throws {
        let result = try await inspect("1\n00:00:01,000 --> 00:00:02,500\nHello\n\n", name: name)
        let file = try object(result.output)
        let cue = try #require((file["cues"] as? [[String: Any]])?.first)
        #expect(file["kind"] as? String == "srt" && cue["text"] as? String == "Hello" && cue["endTime"] as? Double == 2.5)
    }

    @Test(
        "Captions and manifests in UTF-16 are detected, with and without a byte order mark",
        arguments: [
            ("1\n00:00:01,000 --> 00:00:02,500\nHello\n\n", "srt"), ("WEBVTT\n\n00:01.000 --> 00:02.500\nHello\n", "webvtt"),
            (
                "<?xml version='1.0'?><MPD><ProgramInformation><Title>Hello</Title></ProgramInformation><Period duration='PT4S'/></MPD>",
                "dash"
            ),
        ], [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian])
    func wide(file: (text: String, kind: String), encoding: String.Encoding) async throws {
        let result = try await inspect(file.text, name: "file", encoding: encoding)
        #expect(result.status == 0 && result.output.contains("Hello"), "\(result.errors)")
        #expect(try object(result.output)["kind"] as? String == file.kind)
        #expect(result.output.contains("the text is UTF-16") == (file.kind != "dash"))
    }

    @Test("The object of an ID3 tag contains its frames, also if audio follows")
    func id3() async throws {
        // TIT2 in UTF-8, and a PRIV frame with four bytes.
        let frames = "TIT2\0\0\0\u{6}\0\0\u{3}Title" + "PRIV\0\0\0\u{8}\0\0own\0\u{1}\u{2}\u{3}\u{4}"
        let tag = "ID3\u{4}\0\0\0\0\0\(Character(UnicodeScalar(UInt8(frames.utf8.count))))" + frames
        for name in ["tag.id3", "sound.mp3"] {
            let result = try await inspect(tag + (name == "sound.mp3" ? "sound" : ""), name: name)
            let file = try object(result.output)
            let found = try #require(file["frames"] as? [[String: Any]])
            #expect(file["kind"] as? String == "id3" && found.count == 2 && result.status == 0)
            #expect(found[0]["id"] as? String == "TIT2" && found[0]["value"] as? String == "Title")
            #expect(found[1]["owner"] as? String == "own" && found[1]["data"] as? String == "AQIDBA==")
        }
        #expect(try await inspect(tag, name: "tag", []).output.contains("frame     TIT2, Title"))
    }

    @Test(
        "An unknown kind, an invalid playlist and a missing file fail with the reason",
        arguments: [
            ("hello", "list.txt", "this kind of file"), ("<html>", "list.m3u8", "line 1"),
            ("#EXTM3U\n#EXTINF:4,\na\n#EXT-X-MEDIA:X=1\n", "a", "line 4"),
            ("hello", "a.vtt", "WEBVTT"), ("hello", "a.srt", "SubRip"), ("hello", "a.id3", "ID3"), ("", "empty", "this kind of file"),
        ])
    func refusals(text: String, name: String, reason: String) async throws {
        let result = try await inspect(text, name: name)
        #expect(result.status == 1 && result.output.isEmpty && result.errors.contains(reason))
        #expect(try await RunningProgram.run(["inspect", "/nonexistent/list.m3u8"]).0 == 1)
    }

    @Test("Ads and schedules are detected by their root element")
    func ads() async throws {
        let vast = try await inspect(
            """
            <?xml version="1.0"?>
            <VAST version="3.0"><Ad id="1"><InLine><AdSystem>s</AdSystem><AdTitle>t</AdTitle><Impression id="i">https://t.example/</Impression>
            <Creatives><Creative><Linear skipoffset="00:00:05"><Duration>00:00:15</Duration><MediaFiles>
            <MediaFile type="video/mp4" width="640" height="360" bitrate="500" delivery="progressive">https://m.example/a.mp4</MediaFile>
            </MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>
            """, name: "tag")
        #expect(vast.status == 0 && vast.errors.isEmpty)
        let document = try object(vast.output)
        #expect(document["kind"] as? String == "vast" && document["version"] as? String == "3.0")
        let ad = try #require((document["ads"] as? [[String: Any]])?.first)
        #expect(ad["type"] as? String == "inline" && ad["title"] as? String == "t")
        let linear = try #require(((ad["creatives"] as? [[String: Any]])?.first)?["linear"] as? [String: Any])
        #expect(linear["duration"] as? Double == 15 && linear["skipOffset"] as? Double == 5)
        let vmap = try await inspect(
            "<vmap:VMAP version=\"1.0\"><vmap:AdBreak timeOffset=\"start\" breakType=\"linear\"/></vmap:VMAP>", name: "schedule.xml", [])
        #expect(vmap.status == 0 && vmap.output.hasPrefix("kind      VMAP 1.0\nbreak     start, linear: no ads"))
        let broken = try await inspect("<VAST version=\"3.0\">\n<Ad></VAST>", name: "tag.xml")
        #expect(broken.status == 1 && broken.errors.contains("100: line 2, column 5: </VAST> ends <Ad>"))
    }
}
