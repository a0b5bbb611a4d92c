import Foundation
import OriginTestSupport
import PlayheadSamples
import TestSupport
import Testing

@testable import PlayheadFFmpeg

@Suite(.enabled(if: Samples.areThere))
struct ContainerChapterTests {
    @Test func `the number of chapters is limited`() async throws {
        try await withTemporaryFolder { folder in
            let chapters = (0...ContainerChapter.maximum).map { "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0)\nEND=\($0 + 1)\ntitle=c\($0)\n" }
            try Data((";FFMETADATA1\n" + chapters.joined()).utf8).write(to: folder.appending(path: "chapters.txt"))
            let inputs = ["-f", "lavfi", "-i", "sine=duration=2", "-i", "chapters.txt", "-map_chapters", "1"]
            try await CachedTool("ffmpeg").run(["-v", "error"] + inputs + ["-map", "0", "a.mka"], in: folder)
            let demuxer = try Demuxer(source: MemorySource([UInt8](Data(contentsOf: folder.appending(path: "a.mka")))))
            #expect(demuxer.chapters.count == ContainerChapter.maximum && demuxer.chapters.first?.title == "c0")
        }
    }

    @Test func `chapters of MP3 count from the first sample that is played`() async throws {
        try await withTemporaryFolder { folder in
            let chapters = (0..<2).map { "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0)000\nEND=\($0 + 1)000\ntitle=c\($0)\n" }
            try Data((";FFMETADATA1\n" + chapters.joined()).utf8).write(to: folder.appending(path: "chapters.txt"))
            let inputs = ["-f", "lavfi", "-i", "sine=duration=2", "-i", "chapters.txt", "-map_chapters", "1"]
            try await CachedTool("ffmpeg").run(["-v", "error"] + inputs + ["-map", "0", "a.mp3"], in: folder)
            let demuxer = try Demuxer(source: MemorySource([UInt8](Data(contentsOf: folder.appending(path: "a.mp3")))))
            let start = try #require(demuxer.startTime)
            #expect(start > 0.02)
            let times = demuxer.chapters.flatMap { [$0.start - start, $0.end - start] }
            #expect(times.count == 4 && zip(times, [0.0, 1, 1, 2]).allSatisfy { abs($0 - $1) < 0.001 }, "\(times)")
        }
    }
}
