import Foundation
import PlayheadTransport
import Testing

@Suite("playhead play FEED", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct FeedTests {
    private func withFeed(_ name: String, _ text: String, _ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        try await body(file.path)
    }

    @Test("The items of a feed are played in sequence, between other items", arguments: ["json", "rss"])
    func plays(kind: String) async throws {
        let path = try await Samples.path(of: Samples.short)
        let text =
            kind == "json"
            ? "{\"playlist\": [{\"title\": \"One\", \"file\": \"\(path)\"}, {\"title\": \"Two\", \"file\": \"\(path)\"}]}"
            : "<rss><channel><item><title>One</title><enclosure url=\"\(path)\"/></item><item><title>Two</title><enclosure url=\"\(path)\"/></item></channel></rss>"
        try await withFeed("list.\(kind)", text) { feed in
            let (status, output, errors) = try await RunningProgram.run(["play", "--json", "--speed", "max", feed, path])
            let events = try EventLine.all(output)
            #expect(status == 0 && errors.isEmpty, "\(errors)")
            #expect(events.filter { $0.event == "onPlaylistItem" }.map(\.index) == [0, 1, 2])
            #expect(output.contains { $0.contains("\"title\":\"Two\"") } && events.last?.framesShown == 180)
        }
    }

    @Test("A feed that is too large is refused")
    func tooLarge() async throws {
        try await withFeed("list.json", "") { feed in
            let limit = LoadKind.feed.maximumBytes
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: feed))
            try file.truncate(atOffset: UInt64(limit) + 1)
            try file.close()
            let (status, _, errors) = try await RunningProgram.run(["play", "--json", feed])
            #expect(status == 1 && errors.contains("The response is larger than \(limit) bytes."), "\(errors)")
        }
    }

    @Test("An invalid feed ends the program with status 1, the error code, and a summary")
    func refused() async throws {
        try await withFeed("list.txt", "no list") { feed in
            let (status, output, errors) = try await RunningProgram.run(["play", "--json", "--feed", feed])
            #expect(status == 1 && errors.contains("120621"), "\(errors)")
            let events = try EventLine.all(output)
            #expect(events.count == 1 && events.last?.errors?.map(\.code) == [120_621])
        }
    }

    @Test("--skip-failed continues with the next item after a failure")
    func skips() async throws {
        let path = try await Samples.path(of: Samples.short)
        let arguments = ["play", "--json", "--speed", "max", path, "/nothing/here.mp4", path]
        let (status, output, errors) = try await RunningProgram.run(arguments + ["--skip-failed"])
        let events = try EventLine.all(output)
        #expect(status == 0 && errors.isEmpty && events.last?.framesShown == 120, "\(errors)")
        #expect(events.compactMap(\.error?.code) == [321_003] && events.last?.warnings == 1)
        let stopped = try await RunningProgram.run(arguments)
        let played = try EventLine.all(stopped.output)
        #expect(stopped.status == 1 && played.last?.framesShown == 60)
    }
}
