import Foundation
import Testing

@testable import PlayheadCore

/// A trace as a file: every written value can be read, and an invalid trace is reported.
@Suite("Traces as files")
struct TraceFileTests {
    @Test("Every sort of input is read as written")
    func roundTrip() throws {
        let trace = TraceSamples.trace
        let read = try PlaybackTrace(parsing: trace.encoded())
        #expect(read.problem == nil)
        #expect(read.head == trace.head && read.end == trace.end)
        // Not-a-number equals nothing, itself included: the text is compared, too.
        for (one, other) in zip(read.entries, trace.entries) where !"\(other)".contains("nan") { #expect(one == other) }
        #expect(try read.encoded() == trace.encoded())
        #expect(read.entries.count == trace.entries.count)
    }

    @Test("A recorder writes what the trace encodes")
    func recorder() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-trace-\(UUID()).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        let trace = TraceSamples.trace
        let recorder = try TraceRecorder(writingTo: file, head: trace.head)
        for entry in trace.entries { recorder.record(entry.input, at: entry.time, emitted: entry.emitted) }
        #expect(try PlaybackTrace(contentsOf: file).problem == .unfinished(line: trace.entries.count + 1))
        if let end = trace.end { recorder.end(end) }
        #expect(recorder.problem == nil)
        recorder.record(.stop, at: InputTime(monotonic: 0, wall: 0), emitted: 0)
        #expect(try Data(contentsOf: file) == trace.encoded())
    }

    @Test("A file that cannot be written or read is reported")
    func files() {
        let folder = FileManager.default.temporaryDirectory
        #expect(throws: TraceError.self) {
            try TraceRecorder(writingTo: folder.appendingPathComponent("none-\(UUID())/a"), head: TraceSamples.trace.head)
        }
        #expect(throws: TraceError.self) { try PlaybackTrace(contentsOf: folder.appendingPathComponent("none-\(UUID())")) }
        #expect(throws: TraceError.self) { try PlaybackTrace(contentsOf: folder) }
        #expect(throws: TraceError.self) { try PlaybackTrace(contentsOf: URL(fileURLWithPath: "/dev/zero")) }
    }

    @Test("A file that is not regular is written in place and never replaced, and a full disk is reported")
    func kindsOfFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-trace-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (target, link, pipe) = (
            folder.appendingPathComponent("target"), folder.appendingPathComponent("link"), folder.appendingPathComponent("pipe")
        )
        try Data(repeating: 0x78, count: 1 << 20).write(to: target)
        #expect(symlink("target", link.path) == 0 && mkfifo(pipe.path, 0o600) == 0)
        let recorder = try TraceRecorder(writingTo: link, head: TraceSamples.trace.head)
        recorder.end(TraceSamples.trace.end ?? PlaybackTrace.End(emitted: 0, counts: TraceCounts()))
        #expect(recorder.problem == nil)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "target")
        #expect(try PlaybackTrace(contentsOf: target).problem == nil)
        #expect(throws: TraceError.self) { try TraceRecorder(writingTo: pipe, head: TraceSamples.trace.head) }
        #expect(throws: TraceError.self) { try TraceRecorder(writingTo: folder, head: TraceSamples.trace.head) }
        var information = stat()
        #expect(lstat(pipe.path, &information) == 0 && information.st_mode & S_IFMT == S_IFIFO)
        let full = URL(fileURLWithPath: "/dev/full")
        #expect(throws: TraceError.unwritten("/dev/full could not be written to its end: No space left on device.")) {
            try TraceRecorder(writingTo: full, head: TraceSamples.trace.head)
        }
        #expect(stat(full.path, &information) == 0 && information.st_mode & S_IFMT == S_IFCHR)
    }

    @Test(
        "A file that is not a trace, or one of another version, is refused",
        arguments: ["", "\n", "{}\n", "[1]\n", "#EXTM3U\n", "{\"a\":1}\n", "\u{0}\n"])
    func noTrace(text: String) {
        #expect(throws: TraceError.noTrace) { try PlaybackTrace(parsing: Data(text.utf8)) }
        #expect(throws: TraceError.version(2)) { try PlaybackTrace(parsing: Data("{\"playheadTrace\":2}\n".utf8)) }
        #expect(throws: TraceError.malformed(line: 1, reason: "'options' is missing.")) {
            try PlaybackTrace(parsing: Data("{\"playheadTrace\":1}\n".utf8))
        }
    }

    @Test("A file truncated at any byte is read as far as possible, and reports its end")
    func cutOff() throws {
        var trace = TraceSamples.trace
        trace.entries = Array(trace.entries.prefix(6))
        let text = try trace.encoded()
        let head = try #require(text.firstIndex(of: UInt8(ascii: "\n")))
        for length in 0..<text.count {
            let part = Data(text.prefix(length))
            guard length > head else {
                #expect(throws: TraceError.noTrace) { try PlaybackTrace(parsing: part) }
                continue
            }
            let read = try PlaybackTrace(parsing: part)
            let lines = part.count { $0 == UInt8(ascii: "\n") }
            let expected: TraceError = part.last == UInt8(ascii: "\n") ? .unfinished(line: lines) : .cutOff(line: lines + 1)
            #expect(read.problem == expected)
            #expect(read.entries.count == lines - 1)
        }
    }

    @Test("A damaged line is reported with its problem, and the lines before it are read")
    func damaged() throws {
        let text = String(decoding: try TraceSamples.trace.encoded(), as: UTF8.self)
        var lines = text.split(separator: "\n").map(String.init)
        func problem() throws -> TraceError? {
            try PlaybackTrace(parsing: Data((lines.joined(separator: "\n") + "\n").utf8)).problem
        }
        let kept = lines[3]
        lines[3] = "nonsense"
        #expect(try problem() == .malformed(line: 4, reason: "It is not valid JSON."))
        lines[3] = #"{"at":{"monotonic":1,"wall":2},"input":{"fly":{}},"emitted":1}"#
        #expect(try problem().map { "\($0)".hasPrefix("Line 4 of the trace can't be read") } == true)
        lines[3] = #"{"at":{"monotonic":"1","wall":2},"input":{"stop":{}},"emitted":1}"#
        #expect(try problem() == .malformed(line: 4, reason: "'at.monotonic' has another type."))
        lines[3] = #"{"at":{"monotonic":1,"wall":2},"input":{"stop":{}}}"#
        #expect(try problem() == .malformed(line: 4, reason: "'told' is missing."))
        lines[3] = kept
        lines.append(kept)
        #expect(try problem() == .excess(line: lines.count))
    }

    @Test("The file contains no credentials")
    func secrets() throws {
        var trace = TraceSamples.trace
        let item = ItemDescription(url: "https://me:pass@a.example/v.m3u8?token=hidden1&x=1&Signature=hidden2")
        let error = PlaybackError(
            .segmentStatus(403), url: "https://b.example/hdnts=hidden3/s.ts", underlying: "of s.ts?sig=hidden4 and more")
        trace.entries = [MachineInput.load(items: [item], index: 0), .engine(playback: 1, .warning(error))].map {
            PlaybackTrace.Entry($0, at: InputTime(monotonic: 1, wall: 1), emitted: 0)
        }
        let text = String(decoding: try trace.encoded(), as: UTF8.self)
        #expect(!text.contains("hidden") && !text.contains("pass@") && text.contains("x=1") && text.contains("and more"))
        // The events of the file are the events of the playback, as lines.
        #expect(try PlaybackTrace(parsing: Data(text.utf8)).lines == trace.lines)
    }
}
