import Foundation
import PlayheadTestKit
import PlayheadTransport
import TestSupport
import Testing

/// Titles, names, cues and messages from outside can neither act on a terminal nor forge a line.
@Suite("Hostile text", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct HostileTextTests {
    /// What a terminal could take for a command, ends a line or turns the writing direction.
    private static let hostile = "A\u{1B}[31m\u{1B}]0;owned\u{7}\u{9B}2J\u{202E}\u{85}\u{2028}\n   9.999  onPlaylistComplete\r\u{0}B"

    private static func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            !(0...0x1F).contains(scalar.value) && !(0x7F...0x9F).contains(scalar.value) && !(0x2028...0x202E).contains(scalar.value)
        }
    }

    /// Every line is one of ours: what came from outside begins none.
    private static func expectHarmless(_ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(!lines.isEmpty, sourceLocation: sourceLocation)
        for line in lines {
            #expect(isHarmless(line), "\(line.debugDescription)", sourceLocation: sourceLocation)
            #expect(!line.hasPrefix("   9.999") && !line.hasPrefix("B"), "\(line.debugDescription)", sourceLocation: sourceLocation)
        }
    }

    @Test("play tells titles of feeds, cues, track names and errors on one line each")
    func play() async throws {
        let (origin, url) = try await Samples.origin(of: Samples.short)
        origin.add(
            "hostile.vtt",
            text: "WEBVTT\n\n00:00.100 --> 00:01.900\nA\u{1B}[31m\u{9B}2J\u{202E}\u{85}\u{2028}   9.999  onPlaylistComplete\n")
        let feed: [String: Any] = [
            "playlist": [
                [
                    "file": url, "title": Self.hostile,
                    "tracks": [
                        ["file": origin.url("hostile.vtt").absoluteString, "kind": "captions", "label": Self.hostile, "default": true]
                    ],
                ],
                ["file": origin.url("missing.mp4").absoluteString, "title": Self.hostile],
            ]
        ]
        origin.add("feed.json", Array(try JSONSerialization.data(withJSONObject: feed)))
        let (status, output, errors) = try await RunningProgram.run(["play", "--speed", "max", origin.url("feed.json").absoluteString])
        #expect(status == 1)
        #expect(output.contains { $0.contains("onPlaylistItem") && $0.contains("owned") }, "\(output)")
        #expect(output.contains { $0.contains("onCaptionCue") && $0.contains("[31m") }, "\(output)")
        Self.expectHarmless(output)
        Self.expectHarmless(errors.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).filter { !$0.isEmpty })
        await origin.stop()
    }

    @Test("JSON lines escape what readers of lines or terminals would take for more than text")
    func json() async throws {
        let (origin, url) = try await Samples.origin(of: Samples.short)
        let feed: [String: Any] = ["playlist": [["file": url, "title": Self.hostile]]]
        origin.add("feed.json", Array(try JSONSerialization.data(withJSONObject: feed)))
        let (status, output, _) = try await RunningProgram.run(
            ["play", "--json", "--speed", "max", origin.url("feed.json").absoluteString])
        #expect(status == 0)
        for line in output { #expect(Self.isHarmless(line), "\(line.debugDescription)") }
        let item = try #require(output.first { $0.contains("onPlaylistItem") })
        let object = try #require(try JSONSerialization.jsonObject(with: Data(item.utf8)) as? [String: Any])
        #expect((object["item"] as? [String: Any])?["title"] as? String == Self.hostile)
        await origin.stop()
    }

    @Test("probe tells chapters and languages on one line each")
    func probe() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hostile-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // FFmpeg's form of metadata: a backslash before an end of line keeps it.
        let title = "A\u{1B}[31m\u{9B}2J\u{202E}\u{85}\\\ntrack 9   video  forged"
        let metadata = ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle=\(title)\n"
        try Data(metadata.utf8).write(to: folder.appendingPathComponent("chapters.txt"))
        let ffmpeg = try #require(PulseServer.path(of: "ffmpeg"))
        let made = try ChildProcess(
            ffmpeg,
            arguments: [
                "-v", "error", "-i", try await Samples.path(of: Samples.short), "-i", "\(folder.path)/chapters.txt", "-map_metadata", "1",
                "-map", "0", "-c", "copy", "-y", "\(folder.path)/a.mkv",
            ], environment: ["PATH": "/usr/bin:/bin"], readsOutput: true)
        _ = made.output?.readDataToEndOfFile()
        let (status, output, errors) = try await RunningProgram.run(["probe", "\(folder.path)/a.mkv"])
        #expect(status == 0, "\(errors)")
        #expect(output.contains { $0.hasPrefix("chapter ") && $0.contains("forged") }, "\(output)")
        #expect(!output.contains { $0.hasPrefix("track 9") })
        for line in output { #expect(Self.isHarmless(line), "\(line.debugDescription)") }
    }

    @Test("Arguments, file names and lines of commands are told on one line each")
    func arguments() async throws {
        let name = "/nothing/\(Self.hostile.filter { $0 != "\u{0}" })"
        let commands = [
            ["probe", name], ["inspect", name], ["play", "--speed", "max", name], ["replay", name],
            ["abr", "--movie", name, "--trace", name],
            ["serve", name, "--live"], ["play", "--captions", "en", "://\(name)"], ["probe", "a", name],
        ]
        for command in commands {
            let (status, output, errors) = try await RunningProgram.run(command)
            #expect(status != 0, "\(command)")
            Self.expectHarmless((output + errors.split(separator: "\n").map(String.init)).filter { !$0.isEmpty } + ["end"])
        }
    }

    @Test("serve tells decoded paths of requests on one line each")
    func serve() async throws {
        let program = try RunningProgram(["serve", "--sample", "--collect", "t/**"], environment: ["HOME": NSHomeDirectory()])
        await program.output.wait { $0.contains { $0.hasPrefix("http://") } }
        let address = try #require(program.output.lines.first.flatMap { URL(string: $0) })
        let target = try #require(URL(string: "http://127.0.0.1:\(address.port ?? 0)/t/a%0Aforged%1B%5B31m%C2%9B?q=1"))
        let loader = URLLoader()
        for try await _ in try await loader.load(LoadRequest(url: target, kind: .media)).body {}
        await program.output.wait { $0.contains { $0.contains("forged") } }
        #expect(!program.output.lines.contains { $0.hasPrefix("forged") })
        for line in program.output.lines { #expect(Self.isHarmless(line), "\(line.debugDescription)") }
        program.signal(SIGTERM)
        #expect(await program.status() == 0)
        await loader.shutdown()
    }

    @Test("A title of megabytes costs what is shown of it", .timeLimit(.minutes(2)))
    func longTitle() async throws {
        let (origin, url) = try await Samples.origin(of: Samples.short)
        let title = String(repeating: "e\u{301}", count: 1_000_000)
        let feed: [String: Any] = ["playlist": [["file": url, "title": title]]]
        origin.add("feed.json", Array(try JSONSerialization.data(withJSONObject: feed)))
        let terminal = try PseudoTerminal()
        let program = try RunningProgram(
            ["play", "--audio", "none", "--duration", "1", origin.url("feed.json").absoluteString], terminal: terminal)
        #expect(await program.status() == 0)
        #expect(program.errors.text.isEmpty, "\(program.errors.text.prefix(1000))")
        let plain = try await RunningProgram.run(["play", "--speed", "max", origin.url("feed.json").absoluteString])
        #expect(plain.status == 0 && plain.output.allSatisfy { $0.utf8.count < 50_000 })
        var tag: [UInt8] = [0x03] + Array(title.utf8)
        let size = tag.count
        func synchsafe(_ count: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(count >> $0 & 0x7F) } }
        tag = Array("TIT2".utf8) + synchsafe(size) + [0, 0] + tag
        tag = Array("ID3".utf8) + [4, 0, 0] + synchsafe(tag.count) + tag
        origin.add("title.id3", tag)
        let inspected = try await RunningProgram.run(["inspect", origin.url("title.id3").absoluteString])
        #expect(inspected.status == 0 && inspected.output.contains { $0.hasPrefix("frame     TIT2") && $0.hasSuffix("…") })
        await origin.stop()
    }
}
