import Foundation
import PlayheadOrigin
import PlayheadSamples
import PlayheadTransport
import Synchronization
import Testing

@testable import Playhead

/// The contents of an item's requests, and the requests that are refused.
@MainActor
@Suite("Requests of items", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct ItemRequestsTests {
    /// A presentation with all other kinds of requests: keys, I-frames, subtitles, a steering manifest.
    private func serveAll(_ rig: RealRig, as name: String) async throws -> URL {
        let clear = try await Samples.streams.url(of: Samples.transportStream)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let secret = try EncryptedPresentation.make(.aes128, of: clear, in: folder.appendingPathComponent("secret"))
        let entry = try IFramePresentation.make(
            of: secret, in: folder.appendingPathComponent("all"), clear: clear.deletingLastPathComponent())
        let files = entry.deletingLastPathComponent()
        for file in try FileManager.default.contentsOfDirectory(atPath: files.path) where !file.hasSuffix("multivariant.m3u8") {
            rig.origin.add("\(name)/\(file)", Array(try Data(contentsOf: files.appendingPathComponent(file))))
        }
        var text = try String(contentsOf: entry, encoding: .utf8)
        text = text.replacingOccurrences(of: "#EXT-X-STREAM-INF:", with: "#EXT-X-STREAM-INF:SUBTITLES=\"s\",PATHWAY-ID=\"A\",")
        text = text.replacingOccurrences(
            of: "#EXT-X-VERSION:7",
            with: """
                #EXT-X-VERSION:7
                #EXT-X-CONTENT-STEERING:SERVER-URI="steering.json",PATHWAY-ID="A"
                #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="subs.m3u8"
                """)
        rig.origin.add("\(name)/all.m3u8", text: text)
        rig.origin.add("\(name)/steering.json", text: "{\"VERSION\":1,\"TTL\":300,\"PATHWAY-PRIORITY\":[\"A\"]}")
        rig.origin.add(
            "\(name)/subs.m3u8", text: "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nsubs.vtt\n#EXT-X-ENDLIST\n")
        rig.origin.add("\(name)/subs.vtt", text: "WEBVTT\n\n00:00.000 --> 00:03.000\nHello\n")
        rig.origin.add("\(name)/side.vtt", text: "WEBVTT\n\n00:00.000 --> 00:03.000\nBeside\n")
        return rig.origin.url("\(name)/all.m3u8")
    }

    @Test("The header of an item is sent with each of its requests, of every kind, and with no request of another item")
    func headers() async throws {
        try await RealRig.run(configure: {
            $0.network.assetOptions = AssetOptions(headers: ["X-All": "all", "X-Level": "configuration"], userAgent: "Configured")
        }) { rig in
            for name in ["a", "b"] {
                let source = ItemSource(url: try await serveAll(rig, as: name), assetOptions: AssetOptions(headers: ["X-Source": name]))
                let entry = PlaylistEntry(
                    sources: [source], title: name, tracks: [ItemTrack(url: rig.origin.url("\(name)/side.vtt"), label: "Beside")],
                    assetOptions: AssetOptions(
                        headers: ["X-Item": name, "X-Level": "item"], cookies: [RequestCookie(name: "item", value: name)]))
                rig.player.load(PlayerItem(entry))
                await rig.wait { _ in rig.player.currentItem?.title == name && rig.player.state == .ready }
                // The stream's own captions come first, then the separate ones; the selection would apply to the next item.
                #expect(rig.player.captionsTracks.map(\.name) == ["Off", "English", "Beside"])
                rig.player.selectCaptions(1)
                try await rig.origin.requests { $0.contains { $0.path == "\(name)/subs.vtt" } }
                rig.player.selectCaptions(2)
                try await rig.origin.requests { $0.contains { $0.path == "\(name)/side.vtt" } }
                _ = try await rig.player.thumbnail(at: 1)
                rig.player.play()
                await rig.wait { _ in rig.player.currentItem?.title == name && rig.player.state == .ended }
            }
            let requests = rig.origin.requests
            for name in ["a", "b"] {
                let paths = Set(requests.map(\.path).filter { $0.hasPrefix("\(name)/") })
                for part in [
                    "all.m3u8", "main.m3u8", "iframes.m3u8", "key0.bin", "side.vtt", "subs.m3u8", "subs.vtt", "steering.json", ".ts",
                ] {
                    #expect(paths.contains { $0.hasSuffix(part) }, "\(name): \(part) in \(paths.sorted())")
                }
            }
            for request in requests {
                let owner = String(request.path.prefix(1))
                let place = "\(request.path): \(request.headers)"
                #expect(request.headers["X-Item"] == owner && request.headers["X-Source"] == owner, "\(place)")
                #expect(request.headers["X-All"] == "all" && request.headers["X-Level"] == "item", "\(place)")
                #expect(request.headers["Cookie"] == "item=\(owner)" && request.headers["User-Agent"] == "Configured", "\(place)")
            }
            for event in rig.trace.events { #expect(!"\(event)".contains("X-Item") && !"\(event.fields)".contains("X-Item")) }
        }
    }

    @Test("A redirect to another host removes header and cookie")
    func redirected() async throws {
        let other = try await LoopbackOrigin.start()
        try await RealRig.run { rig in
            let url = try await rig.serve(Samples.transportStream, as: "a")
            let folder = try await Samples.streams.folder(of: Samples.transportStream)
            let segment = try #require(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".ts") }.min())
            other.add("elsewhere.ts", Array(try Data(contentsOf: folder.appendingPathComponent(segment))))
            rig.origin.addFault(Fault(path: PathPattern("a/\(segment)"), kind: .redirect(to: other.url("elsewhere.ts").absoluteString)))
            rig.player.load(
                PlayerItem(url: url, headers: ["X-Token": "hush"], cookies: [RequestCookie(name: "id", value: "hush")]))
            rig.player.play()
            await rig.wait(for: .onPlaylistComplete)
            #expect(!other.requests.isEmpty && other.requests.allSatisfy { $0.headers["X-Token"] == nil && $0.headers["Cookie"] == nil })
            #expect(rig.origin.requests.allSatisfy { $0.headers["X-Token"] == "hush" })
        }
        await other.stop()
    }

    @Test("Segments and captions at another origin get neither header nor cookie, unless in scope", arguments: [false, true])
    func otherOrigin(isInScope: Bool) async throws {
        let other = try await LoopbackOrigin.start()
        try await RealRig.run { rig in
            let folder = try await Samples.streams.folder(of: Samples.transportStream)
            for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                other.add(file, Array(try Data(contentsOf: folder.appendingPathComponent(file))))
            }
            let name = try await Samples.streams.url(of: Samples.transportStream).lastPathComponent
            // The playlist itself is redirected: its relative URLs refer to the other origin.
            rig.origin.addFault(Fault(path: "a.m3u8", kind: .redirect(to: other.url(name).absoluteString)))
            rig.origin.add("a.m3u8", text: "")
            var options = AssetOptions(headers: ["X-Token": "hush"], cookies: [RequestCookie(name: "id", value: "hush")])
            if isInScope { options.credentialScope = .origins([other.url("")]) }
            rig.player.load(PlayerItem(asset: Asset(url: rig.origin.url("a.m3u8"), options: options)))
            rig.player.play()
            await rig.wait(for: .onPlaylistComplete)
            let segments = other.requests.filter { $0.path.hasSuffix(".ts") }
            #expect(!segments.isEmpty)
            #expect(other.requests.allSatisfy { ($0.headers["X-Token"] != nil) == isInScope && ($0.headers["Cookie"] != nil) == isInScope })
            #expect(rig.origin.requests.allSatisfy { $0.headers["X-Token"] == "hush" && $0.headers["Cookie"] == "id=hush" })
        }
        await other.stop()
    }

    @Test("No event, log or trace contains credentials, although requests with them fail, are retried and redirected")
    func secrets() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-secrets-\(UUID()).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        try await RealRig.run { rig in
            let url = try await rig.serve(Samples.transportStream, as: "a")
            let text = try String(contentsOf: try await Samples.streams.url(of: Samples.transportStream), encoding: .utf8)
            rig.origin.add("a/token.m3u8", text: text.replacingOccurrences(of: ".ts", with: ".ts?token=hush"))
            rig.origin.addFault(Fault(path: "a/*.ts", requests: .first(1), kind: .status(503)))
            rig.origin.addFault(Fault(path: "a/gone.mp4", kind: .redirect(to: rig.origin.url("b/gone.mp4?sig=hush").absoluteString)))
            try rig.player.startTrace(writingTo: file)
            let secret = url.deletingLastPathComponent().appendingPathComponent("token.m3u8").absoluteString + "?hdnts=hush"
            let items = [secret, rig.origin.url("a/gone.mp4?token=hush").absoluteString].compactMap { URL(string: $0) }.map {
                PlayerItem(url: $0, headers: ["Authorization": "hush"], cookies: [RequestCookie(name: "id", value: "hush")])
            }
            rig.player.load(items)
            rig.player.play()
            await rig.wait(for: .onError)
            try rig.player.stopTrace()
            #expect(rig.origin.requests.allSatisfy { $0.headers["Authorization"] == "hush" && $0.headers["Cookie"] == "id=hush" })
            #expect(rig.trace.contains(.onErrorLog) && rig.trace.contains(.onAccessLog))
            for event in rig.trace.events { #expect(!"\(event) \(event.fields)".contains("hush"), "\(event.name)") }
            for item in items { #expect(!"\(item.accessLog) \(item.errorLog) \(item.itemDescription)".contains("hush")) }
            #expect(try !String(contentsOf: file, encoding: .utf8).contains("hush"))
        }
    }

    @Test("A reference to another site fails the item if forbidden, and is followed otherwise", arguments: [true, false])
    func crossSite(isForbidden: Bool) async throws {
        let other = try await LoopbackOrigin.start()
        try await RealRig.run { rig in
            let folder = try await Samples.streams.folder(of: Samples.transportStream)
            for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file.hasSuffix(".ts") {
                other.add(file, Array(try Data(contentsOf: folder.appendingPathComponent(file))))
            }
            let text = try String(contentsOf: try await Samples.streams.url(of: Samples.transportStream), encoding: .utf8)
            let lines = text.split(separator: "\n").map { $0.hasSuffix(".ts") ? other.url(String($0)).absoluteString : String($0) }
            rig.origin.add("a.m3u8", text: lines.joined(separator: "\n") + "\n")
            var options = AssetOptions()
            options.referenceRestrictions = isForbidden ? .forbidCrossSiteReference : .forbidNone
            let item = PlayerItem(asset: Asset(url: rig.origin.url("a.m3u8"), options: options))
            rig.player.load(item)
            rig.player.play()
            if isForbidden {
                await rig.wait(for: .onSetupError)
                #expect(
                    item.error?.code == 120_004 && item.error?.url?.contains(":\(other.port)/") == true, "\(String(describing: item.error))"
                )
                #expect(other.requests.isEmpty)
                await #expect { _ = try await Asset(url: rig.origin.url("a.m3u8"), options: options).load(.duration) } throws: {
                    ($0 as? PlaybackError)?.kind == .referenceForbidden
                }
            } else {
                #expect(await rig.wait(for: .onPlaylistComplete))
            }
        }
        await other.stop()
    }

    @Test("A stream of the network can't make the player read files, unless allowed")
    func files() async throws {
        try await RealRig.run { rig in
            rig.origin.add("a.m3u8", text: "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n")
            rig.player.load(PlayerItem(url: rig.origin.url("a.m3u8")))
            await rig.wait(for: .onSetupError)
            #expect(rig.player.error?.kind == .referenceForbidden && rig.player.error?.url == "file:///etc/hostname")
        }
    }

    @Test("A network that the item may not use fails it, and is checked for each request")
    func network() async {
        let options = { () -> AssetOptions in
            var options = AssetOptions()
            options.allowsExpensiveNetworkAccess = false
            return options
        }()
        let isExpensive = Mutex(true)
        let sent = Mutex(0)
        let loader = GuardedLoader(
            base: CountingLoader { sent.withLock { $0 += 1 } },
            rules: RequestRules(root: ScriptedRig.url("a.m3u8"), options: options) {
                NetworkConditions(isExpensive: isExpensive.withLock { $0 })
            } onForbidden: { _ in
            })
        let request = LoadRequest(url: ScriptedRig.url("a.m3u8"), kind: .manifest)
        await #expect { _ = try await loader.load(request) } throws: { ($0 as? LoadError)?.reason == .networkForbidden }
        #expect(sent.withLock { $0 } == 0)
        isExpensive.withLock { $0 = false }
        _ = try? await loader.load(request)
        isExpensive.withLock { $0 = true }
        // Requests to this machine need no network.
        _ = try? await loader.load(LoadRequest(url: URL(string: "http://127.0.0.1:1/a") ?? request.url, kind: .manifest))
        #expect(sent.withLock { $0 } == 1 || sent.withLock { $0 } == 2)
        #expect(PlaybackError(LoadError(.networkForbidden)).code == 221_005)
    }

    @Test("A media type set by the app takes precedence over that of the server")
    func mimeType() async throws {
        try await RealRig.run { rig in
            let playlist = try await rig.serve(Samples.transportStream, as: "a")
            let text = try String(contentsOf: try await Samples.streams.url(of: Samples.transportStream), encoding: .utf8)
            rig.origin.add("a/list", text: text, type: "text/plain")
            var options = AssetOptions()
            options.overrideMIMEType = "Application/x-mpegURL"
            rig.player.load(PlayerItem(asset: Asset(url: rig.origin.url("a/list"), options: options)))
            #expect(await rig.wait(for: .onReady))
            options.overrideMIMEType = "video/mp4"
            rig.player.load(PlayerItem(asset: Asset(url: playlist, options: options)))
            await rig.wait(for: .onError)
            #expect(rig.player.error?.kind == .unsupportedFormat)
        }
    }
}

/// A loader that counts its requests, and fails each of them.
private struct CountingLoader: Loader {
    let count: @Sendable () -> Void

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        count()
        return LoadResponse(url: request.url, body: LoadBody(bytes: []))
    }
}
