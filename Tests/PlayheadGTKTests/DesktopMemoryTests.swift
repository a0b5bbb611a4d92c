import Foundation
import PlayheadSamples
import TestSupport
import Testing

/// Tests what the program remembers of lists.
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
}
