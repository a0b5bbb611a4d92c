import Foundation
import PlayheadCore
import PlayheadMonitor
import Synchronization
import TestSupport
import Testing

@Suite("Files of events")
struct EventsFileTests {
    private let viewer = CrowdPlan(streams: [URL(filePath: "/a")]).viewer(3, generation: 1, networks: 0)

    private func write(_ count: Int, to path: String) async throws -> (lost: Int, failure: String?) {
        let file = try EventsFile(path: path) { _ in }
        for index in 0..<count {
            var event = ErrorLogEvent(
                entry: .init(date: 0, uri: "https://a/\(index)?token=word", errorStatusCode: 404, errorDomain: "HTTP"))
            event.context = EventContext(sequence: index + 1)
            file.append(event, of: viewer)
        }
        return await file.close()
    }

    private func check(_ text: String, count: Int) throws {
        let lines = text.split(separator: "\n")
        #expect(lines.count == count)
        for (index, line) in lines.enumerated() {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(object["viewer"] as? String == "3.1" && object["seq"] as? Int == index + 1)
            #expect(object["event"] as? String == "onErrorLog")
        }
        #expect(!text.contains("word"))
    }

    @Test("Each event is a line with the name of its viewer, without secrets")
    func lines() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "events.jsonl").path
            #expect(try await write(1000, to: path) == (0, nil))
            try check(try String(contentsOfFile: path, encoding: .utf8), count: 1000)
        }
    }

    @Test(
        "A name with .zst is compressed; the program zstd reads it", .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/zstd")))
    func compressed() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "events.jsonl.zst").path
            #expect(try await write(3000, to: path) == (0, nil))
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/zstd")
            process.arguments = ["-q", "-d", path]
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            let text = try String(contentsOf: folder.appending(path: "events.jsonl"), encoding: .utf8)
            try check(text, count: 3000)
            #expect(try Data(contentsOf: URL(filePath: path)).count < text.utf8.count / 10)
        }
    }

    @Test("A full disk is reported once, and then nothing is written", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDisk() async throws {
        let reports = Mutex<[String]>([])
        let file = try EventsFile(path: "/dev/full") { reason in reports.withLock { $0.append(reason) } }
        for _ in 0..<5 {
            file.append(ErrorLogEvent(entry: .init(date: 0, errorStatusCode: 404, errorDomain: "HTTP")), of: viewer)
            file.flush()
        }
        let (_, failure) = await file.close()
        #expect(failure?.contains("No space left") == true && reports.withLock { $0.count } == 1)
    }

    @Test("A path that can't be written is an error at the opening")
    func unwritable() {
        #expect(throws: OutputFile.Failure.self) { try EventsFile(path: "/nothing/here") { _ in } }
    }

    private func read(_ path: String) throws -> [String] {
        var lines: [String] = []
        try EventsReader(path: path).read { number, line in
            #expect(number == lines.count + 1)
            lines.append(line)
        }
        return lines
    }

    @Test(
        "Compressed or not, what was written is read; of a cut file the lines before the end; of a damaged one an error",
        arguments: ["a", "a.zst"])
    func reading(name: String) async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: name).path
            #expect(try await write(3000, to: path) == (0, nil))
            try check(try read(path).joined(separator: "\n"), count: 3000)
            var bytes = try Data(contentsOf: URL(filePath: path))
            try bytes.dropLast(bytes.count / 3).write(to: URL(filePath: path))
            let cut = try read(path)
            #expect((1..<3000).contains(cut.count))
            guard name.hasSuffix(".zst") else { return }
            bytes.replaceSubrange(bytes.count / 2..<bytes.count / 2 + 64, with: Data(repeating: 0xFF, count: 64))
            try bytes.write(to: URL(filePath: path))
            #expect(throws: EventsReader.Failure.self) { try read(path) }
        }
    }

    @Test("A line of any length takes bounded memory, and the next one is read")
    func longLines() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "a").path
            try Data((String(repeating: "x", count: 3 * EventsReader.maximumLength) + "\nb\n\nc").utf8).write(to: URL(filePath: path))
            var lines: [Int: String] = [:]
            try EventsReader(path: path).read { lines[$0] = $1 }
            #expect(lines == [2: "b", 4: "c"])
            #expect(throws: EventsReader.Failure.self) { try EventsReader(path: path + "b").read { _, _ in } }
        }
    }

    @Test("A file that expands too much is an error", .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/zstd")))
    func bomb() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "a.zst").path
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", "head -c 134217728 /dev/zero | zstd -q > '\(path)'"]
            try process.run()
            process.waitUntilExit()
            let error = #expect(throws: EventsReader.Failure.self) { try read(path) }
            #expect(error?.description.contains("expands") == true)
        }
    }
}
