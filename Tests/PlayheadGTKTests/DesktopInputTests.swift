import Foundation
import PlayheadSamples
import TestSupport
import Testing

/// Tests damaged and oversized input of the window: folders, lists, its own memory, and a display that disappears.
@Suite("The desktop player's input", .tags(.windows), .enabled(if: DesktopRig.isPossible), .serialized, .timeLimit(.minutes(5)))
struct DesktopInputTests {
    private func sample() async throws -> String {
        try await DesktopTests().sample(SampleRecipe(.file(.mp4), duration: 60, width: 160, height: 90, bFrames: 2))
    }

    private static func index(_ event: [String: Any]) -> Int? { event["index"] as? Int }

    @Test("A folder with more than 10,000 files plays in order, and the window answers with its list open")
    func largeFolder() async throws {
        try await withTemporaryFolder { folder in
            let sample = try await sample()
            for number in [1, 2] {
                try FileManager.default.copyItem(atPath: sample, toPath: folder.appending(path: "\(number).mp4").path)
            }
            for number in 3...10_050 {
                #expect(FileManager.default.createFile(atPath: folder.appending(path: "\(number).mp4").path, contents: nil))
            }
            let rig = try await DesktopRig(["--no-skip-failed", folder.path])
            try await rig.event("onPlay")
            try await rig.press("n", expect: "onPlaylistItem") { Self.index($0) == 1 }
            try await rig.xdotool("key", "t")
            try await rig.press("n", expect: "onError")
            let count = rig.eventCount
            try await rig.press("p", "p", expect: "onPlaylistItem") { Self.index($0) == 0 }
            try await rig.event("onPlay", after: count)
            try await rig.press("space", expect: "onPause")
        }
    }

    @Test("A list that contains itself and an invalid address plays what else is in it, once")
    func listOfItself() async throws {
        try await withTemporaryFolder { folder in
            let list = folder.appending(path: "loop.m3u")
            let lines = ["loop.m3u", "ftp://127.0.0.1/a.mp4", "http://", try await sample(), "loop.m3u"]
            try Data(lines.joined(separator: "\n").utf8).write(to: list)
            let rig = try await DesktopRig([list.path])
            try await rig.event("onPlay")
            try await rig.press("End", expect: "onPlaylistComplete")
            #expect(rig.events("onPlaylistItem").count == 1)
        }
    }

    @Test(
        "A damaged memory is set aside, one of a later version is kept, and one that can't be written is done without",
        arguments: ["{", #"{"version":99}"#, nil])
    func memory(of text: String?) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "playhead/desktop.json")
            if let text {
                try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            // Nobody can create a folder below a device.
            let state = text == nil ? "/dev/null/state" : folder.path
            let rig = try await DesktopRig([try await sample()], environment: ["XDG_STATE_HOME": state])
            try await rig.event("onPlay")
            try await rig.press("Down", expect: "onVolume")
            try await rig.xdotool("key", "q")
            try await eventually("the end") { try await rig.windows().isEmpty }
            let left = try? String(contentsOf: file, encoding: .utf8)
            switch text {
            case "{":
                #expect(try String(contentsOf: file.appendingPathExtension("damaged"), encoding: .utf8) == text)
                #expect(left?.contains(#""version""#) == true)
            default: #expect(left == text)
            }
        }
    }

    @Test("A pipe in place of the memory does not stop the start, and is left alone")
    func pipe() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "playhead/desktop.json")
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            mkfifo(file.path, 0o600)
            let rig = try await DesktopRig([try await sample()], environment: ["XDG_STATE_HOME": folder.path])
            try await rig.event("onPlay")
            try await rig.xdotool("key", "q")
            try await eventually("the end") { try await rig.windows().isEmpty }
            var status = stat()
            #expect(lstat(file.path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        }
    }

    @Test("An empty argument ends the program with a message and status 2", arguments: [[""], ["--", ""], ["a.mp4", ""]])
    func emptyArgument(arguments: [String]) async throws {
        let (status, output) = try await ToolRun.output(of: DesktopRig.program, arguments, environment: [:])
        #expect(status == 2 && output.hasPrefix("Error: An empty argument is neither a file nor a URL.\n"), "\(output)")
    }

    @Test("The title of the window is one line of limited length without control characters, whatever the names of items contain")
    func title() async throws {
        try await withTemporaryFolder { folder in
            let sample = try await sample()
            let names = [
                "line\nbreak \r\n", "tab\tand\u{1B}]0;escape\u{7}", "\u{202E}reversed\u{2066}", "separators \u{2028}\u{2029}\u{85}",
                String(repeating: "long\n", count: 6400),
            ]
            let items = names.enumerated().map { ["title": "\($0) \($1)", "file": URL(fileURLWithPath: sample).absoluteString] }
            let (list, film) = (folder.appending(path: "list.json"), folder.appending(path: "\(names.count) a\nb\tc\u{202E}d\u{1}.mp4"))
            try JSONSerialization.data(withJSONObject: ["playlist": items]).write(to: list)
            try FileManager.default.copyItem(atPath: sample, toPath: film.path)
            let rig = try await DesktopRig(["--no-autoplay", list.path, film.path])
            let window = try #require(try await rig.windows().first)
            for index in 0...names.count {
                var title = ""
                try await eventually("the title of item \(index)") {
                    title = try await rig.display.title(of: window)
                    return title.hasPrefix("\(index) ")
                }
                #expect(title.hasSuffix(" – Playhead") && title.count <= 320, "\(title)")
                let harmful: [Unicode.GeneralCategory] = [.control, .format, .lineSeparator, .paragraphSeparator]
                #expect(!title.unicodeScalars.contains { harmful.contains($0.properties.generalCategory) }, "\(title.debugDescription)")
                try await rig.xdotool("key", "n")
            }
        }
    }

    @Test("The program ends when its display disappears")
    func lostDisplay() async throws {
        let rig = try await DesktopRig([try await sample()])
        try await rig.event("onPlay")
        rig.display.end()
        try await eventually("the end") { kill(rig.pid, 0) != 0 || Self.isZombie(rig.pid) }
    }

    /// Whether a process has ended, and its parent has not read its status yet.
    private static func isZombie(_ pid: Int32) -> Bool {
        (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8))?.split(separator: ")").last?.hasPrefix(" Z") ?? true
    }
}
