import Foundation
import PlayheadSamples
import TestSupport
import Testing

/// Tests what the program remembers, and where.
@Suite("The desktop player's memory", .tags(.windows), .enabled(if: DesktopRig.isPossible), .serialized, .timeLimit(.minutes(5)))
struct DesktopMemoryTests {
    @Test(
        "Every item of a list is remembered beside what other windows write, and continues where it was left, also after the program was killed"
    )
    func list() async throws {
        try await withTemporaryFolder { folder in
            let sample = try await DesktopTests().sample(SampleRecipe(.file(.mp4), duration: 70, width: 160, height: 90, bFrames: 2))
            let films = ["a.mp4", "b.mp4"].map { folder.appending(path: $0).path }
            for film in films { try FileManager.default.copyItem(atPath: sample, toPath: film) }
            let environment = ["XDG_STATE_HOME": folder.path]
            let first = try await DesktopRig(films, environment: environment)
            try await first.event("onPlay")
            let count = first.eventCount
            try await first.press("n", expect: "onPlaylistItem")
            try await first.event("onPlay", after: count)
            try await first.press("5", expect: "onSeeked")
            try await first.press("space", expect: "onPause")
            let state = folder.appending(path: "playhead/desktop.json")
            try await eventually("both items, and a position") {
                let text = try String(contentsOf: state, encoding: .utf8)
                return text.contains("\"title\" : \"a.mp4\"") && text.contains("\"title\" : \"b.mp4\"") && text.contains("\"position\"")
            }
            // As a second window writes it: while it does, the first one does not.
            let other = #"{"duration":100,"position":50,"url":"file:///other.mp4"},"#
            let lock = open(state.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            #expect(flock(lock, LOCK_EX) == 0)
            let text = try String(contentsOf: state, encoding: .utf8)
            try text.replacing(/"positions" : \[/) { $0.output + other }.write(to: state, atomically: true, encoding: .utf8)
            close(lock)
            try await first.press("space", expect: "onPlay")
            try await first.press("space", expect: "onPause")
            try await eventually("the positions of both windows") {
                let text = try String(contentsOf: state, encoding: .utf8)
                return text.contains("file:///other.mp4") && text.contains("/b.mp4") && !text.contains(other)
            }
            kill(first.pid, SIGKILL)
            let second = try await DesktopRig(films, environment: environment)
            try await second.event("onPlay")
            #expect(second.events("onSeek").isEmpty)
            try await second.press("n", expect: "onSeek") { ($0["offset"] as? Double).map { abs($0 - 35) < 3 } ?? false }
            try await second.places("the message") { $0["toast"] != nil }
        }
    }

    private func film() async throws -> String {
        try await DesktopTests().sample(SampleRecipe(.file(.mp4), duration: 70, width: 160, height: 90, bFrames: 2))
    }

    /// Returns the first position in a memory.
    private static func position(in file: URL) -> Double? {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
        return text.firstMatch(of: /"position" : ([0-9.]+)/).flatMap { Double($0.output.1) }
    }

    @Test("A film that is never paused is remembered every ten seconds, and continues there after the program was killed")
    func withoutPause() async throws {
        try await withTemporaryFolder { folder in
            let film = try await film()
            let environment = ["XDG_STATE_HOME": folder.path]
            let state = folder.appending(path: "playhead/desktop.json")
            let first = try await DesktopRig([film], environment: environment)
            try await first.event("onTime") { ($0["position"] as? Double ?? 0) > 11 }
            // Nothing before 10 s is remembered, and the first position that is follows at once.
            try await eventually("a position") { Self.position(in: state) != nil }
            let position = try #require(Self.position(in: state))
            #expect((9..<25).contains(position), "\(position)")
            #expect(first.events("onPause").isEmpty && first.events("onSeek").isEmpty)
            kill(first.pid, SIGKILL)
            let second = try await DesktopRig([film], environment: environment)
            try await second.event("onSeek") { ($0["offset"] as? Double ?? 0) >= 9 }
        }
    }

    @Test(
        "A memory behind a symbolic link is read and written there, also if it does not exist yet, and the link remains",
        arguments: [true, false])
    func link(exists: Bool) async throws {
        try await withTemporaryFolder { folder in
            let link = folder.appending(path: "playhead/desktop.json")
            let target = folder.appending(path: "elsewhere/memory.json")
            for file in [link, target] {
                try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            }
            let memory = """
                {"version":1,"positions":[],"recents":[],"preferences":{"volume":0.5,"isMuted":false,"stretching":"uniform",\
                "captionScale":1,"showsRemaining":false,"remembers":true}}
                """
            if exists { try Data(memory.utf8).write(to: target) }
            try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: target.path)
            let rig = try await DesktopRig([try await film()], environment: ["XDG_STATE_HOME": folder.path])
            try await rig.event("onPlay")
            try await rig.press("5", expect: "onSeeked")
            try await rig.press("space", expect: "onPause")
            try await eventually("a position") { Self.position(in: target) != nil }
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target.path)
            try await rig.xdotool("key", "q")
            #expect(try await rig.status() == 0)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target.path)
            let text = try String(contentsOf: target, encoding: .utf8)
            #expect(text.contains(#""volume" : \#(exists ? "0.5" : "1")"#) && Self.position(in: target) != nil)
        }
    }
}
