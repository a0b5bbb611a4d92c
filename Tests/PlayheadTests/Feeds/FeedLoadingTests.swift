import Foundation
import PlayheadOrigin
import Testing

@testable import Playhead

@MainActor
@Suite("Lists loaded by URL", .timeLimit(.minutes(5)))
struct FeedLoadingTests {
    private func withFeed(_ text: String, _ body: (RealRig, URL) async throws -> Void) async throws {
        try await RealRig.run { rig in
            rig.origin.add("feed", text: text, type: "application/json")
            try await body(rig, rig.origin.url("feed"))
        }
    }

    @Test("A feed is loaded and its items play in sequence", .enabled(if: Samples.arePossible))
    func plays() async throws {
        try await RealRig.run { rig in
            _ = try await rig.serve(Samples.mp4, as: "a")
            let file = try await Samples.streams.url(of: Samples.mp4).lastPathComponent
            rig.origin.add(
                "list.json",
                text: "[{\"title\": \"One\", \"file\": \"a/\(file)\"}, {\"title\": \"Two\", \"file\": \"a/\(file)\", \"starttime\": 1}]")
            let items = try await rig.player.load(feed: rig.origin.url("list.json"), options: AssetOptions(headers: ["X-Feed": "1"]))
            #expect(items.map(\.title) == ["One", "Two"] && rig.player.items == items)
            rig.player.play()
            #expect(await rig.wait(for: .onPlaylistComplete))
            #expect(rig.origin.requests.filter { $0.headers["X-Feed"] != nil }.map(\.path) == ["list.json"])
            #expect(abs(rig.player.totalStatistics.played - 3) < 0.2)
            OrderRules.check(rig.trace.events)
        }
    }

    @Test(
        "An item that is a list is replaced by the items of the list, whatever its name; a list in it, too",
        .enabled(if: Samples.arePossible),
        arguments: [
            ("radio", "audio/x-mpegurl", "#EXTM3U\n#EXTINF:2,One\na/FILE\n#EXTINF:-1,Two\nlist.pls\n"),
            ("radio.m3u", "text/plain", "a/FILE\nlist.pls"),
            ("radio", "text/plain", "#EXTM3U\na/FILE\nlist.pls\n"), ("radio", "text/plain", "[playlist]\nFile1=a/FILE\nFile2=list.pls"),
            (
                "radio.xspf", "text/xml",
                "<playlist xmlns='http://xspf.org/ns/0/'><trackList><track><location>a/FILE</location></track>"
                    + "<track><location>list.pls</location></track></trackList></playlist>"
            ),
        ])
    func replaced(name: String, type: String, text: String) async throws {
        try await RealRig.run { rig in
            _ = try await rig.serve(Samples.mp4, as: "a")
            let file = try await Samples.streams.url(of: Samples.mp4).lastPathComponent
            rig.origin.add(name, text: text.replacing("FILE", with: file), type: type)
            rig.origin.add("list.pls", text: "[playlist]\nFile1=a/\(file)\nTitle1=Three\n", type: "audio/x-scpls")
            let last = PlayerItem(url: rig.origin.url("a/\(file)"))
            rig.player.load([PlayerItem(url: rig.origin.url(name)), last])
            rig.player.play()
            #expect(await rig.wait(for: .onPlaylistComplete))
            #expect(rig.player.items.map(\.url.lastPathComponent) == [file, file, file] && rig.player.items.last === last)
            #expect(abs(rig.player.totalStatistics.played - 6) < 0.2)
            OrderRules.check(rig.trace.events)
        }
    }

    @Test("A seek that waits for a list is one in its first item", .enabled(if: Samples.arePossible))
    func sought() async throws {
        try await RealRig.run { rig in
            _ = try await rig.serve(Samples.mp4, as: "a")
            let file = try await Samples.streams.url(of: Samples.mp4).lastPathComponent
            rig.origin.add("radio.pls", text: "[playlist]\nFile1=a/\(file)\nFile2=a/\(file)\n", type: "audio/x-scpls")
            rig.player.load(PlayerItem(url: rig.origin.url("radio.pls")))
            rig.player.seek(to: 1)
            rig.player.play()
            #expect(await rig.wait(for: .onPlaylistComplete))
            #expect(rig.trace.all(SeekEvent.self).count == 1 && rig.trace.all(SeekedEvent.self).count == 1)
            #expect(abs(rig.player.totalStatistics.played - 3) < 0.2)
            OrderRules.check(rig.trace.events)
        }
    }

    @Test(
        "The items of a list play for the reason for which the list was to play", .enabled(if: Samples.arePossible),
        arguments: [false, true])
    func reasons(autoplay: Bool) async throws {
        try await RealRig.run(configure: { $0.autoplay = autoplay }) { rig in
            _ = try await rig.serve(Samples.mp4, as: "a")
            let file = try await Samples.streams.url(of: Samples.mp4).lastPathComponent
            rig.origin.add("radio.pls", text: "[playlist]\nFile1=a/\(file)\n", type: "audio/x-scpls")
            rig.player.load([PlayerItem(url: rig.origin.url("radio.pls")), PlayerItem(url: rig.origin.url("radio.pls"))])
            rig.player.play(reason: .interaction)
            #expect(await rig.wait(for: .onPlaylistComplete))
            // The first list, its item, and the item of the second list.
            #expect(rig.trace.all(PlayAttemptEvent.self).map(\.reason) == [.interaction, .interaction, .playlist])
            let plays = rig.trace.all(PlayEvent.self).map(\.reason)
            #expect(plays.first == .interaction && plays.last == .playlist)
            OrderRules.check(rig.trace.events)
        }
    }

    @Test("A stream is recognized by its content, whatever its name and type", .enabled(if: Samples.arePossible), arguments: [true, false])
    func recognized(isPlaylist: Bool) async throws {
        try await RealRig.run { rig in
            let recipe = isPlaylist ? Samples.transportStream : Samples.mp4
            let entry = try await rig.serve(recipe, as: "a")
            let file = try await Samples.streams.url(of: recipe)
            rig.origin.add("a/stream", Array(try Data(contentsOf: file)), type: "text/plain")
            rig.player.load(PlayerItem(url: entry.deletingLastPathComponent().appendingPathComponent("stream")))
            rig.player.play()
            #expect(await rig.wait(for: .onComplete))
        }
    }

    @Test("A list that contains itself ends with an error")
    func endless() async throws {
        try await RealRig.run { rig in
            rig.origin.add("a.m3u", text: "#EXTM3U\na.m3u\n", type: "audio/x-mpegurl")
            rig.player.load(PlayerItem(url: rig.origin.url("a.m3u")))
            rig.player.play()
            #expect(await rig.wait(for: .onSetupError))
            #expect(rig.player.error?.kind == .listOfItems && rig.player.intendsToPlay)
        }
    }

    @Test("An unavailable or invalid feed is reported as a warning and thrown, and playback continues")
    func failures() async throws {
        try await withFeed("no feed") { rig, url in
            await #expect { try await rig.player.load(feed: url) } throws: { ($0 as? PlaybackError)?.kind == .feedInvalid }
            await #expect { try await rig.player.load(feed: rig.origin.url("nothing?token=hush")) } throws: {
                ($0 as? PlaybackError)?.kind == .feedStatus(404)
            }
            #expect(rig.trace.lines == ["onWarning 320621", "onWarning 320404"] && rig.player.state == .idle)
            #expect(rig.trace.all(WarningEvent.self).allSatisfy { $0.error.url?.contains("hush") == false })
            await #expect { try await rig.player.load(feed: URL(fileURLWithPath: "/nothing/list.json")) } throws: {
                ($0 as? PlaybackError)?.kind == .feedUnreachable
            }
        }
    }

    @Test("A load or a release before a feed has loaded replaces it", arguments: [true, false])
    func replaced(byLoad: Bool) async throws {
        try await withFeed("[{\"file\": \"feed.mp4\"}]") { rig, url in
            rig.origin.addFault(Fault(path: "feed", kind: .latency(0.1)))
            let player = rig.player
            let loading = Task { try await player.load(feed: url) }
            try await rig.origin.requests { !$0.isEmpty }
            let other = PlayerItem(url: rig.origin.url("other.mp4"))
            if byLoad { player.load(other) } else { player.release() }
            await #expect(throws: CancellationError.self) { _ = try await loading.value }
            #expect(player.items == (byLoad ? [other] : []))
        }
    }
}
