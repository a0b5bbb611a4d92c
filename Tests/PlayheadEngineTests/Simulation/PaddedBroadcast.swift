import Foundation
import PlayheadOrigin
import PlayheadSamples

@testable import PlayheadAdaptive

/// A simulated live stream as a broadcast with parts: a small sample whose parts are padded with `free` boxes to the sizes of the simulation.
struct PaddedBroadcast: Sendable {
    private static let frameRate = 30
    private static let seconds = 12.0

    private let entry: String
    private let files: [String: [UInt8]]

    /// Creates the broadcast of a stream.
    init(_ stream: LiveStream) async throws {
        let part = stream.segmentDuration * Double(stream.picturesPerPart) / Double(stream.pictures)
        let rungs = stream.bitrates.indices.map { HLSLayout.Rung(width: 32 * ($0 + 2), height: 18 * ($0 + 2), bitrate: 40_000) }
        let recipe = SampleRecipe(
            .hls(HLSLayout(segments: .fragmentedMP4, segmentDuration: stream.segmentDuration, rungs: rungs, partDuration: part)),
            duration: Self.seconds, width: 64, height: 36, frameRate: Self.frameRate, hasAudio: false)
        let main = try await Samples.url(recipe)
        let folder = main.deletingLastPathComponent()
        entry = main.lastPathComponent
        var bitrates = stream.bitrates.makeIterator()
        let master = try String(contentsOf: main, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.hasPrefix("#EXT-X-STREAM-INF"), let bitrate = bitrates.next() else { return String(line) }
            return line.replacingOccurrences(
                of: "BANDWIDTH=[0-9]+", with: "BANDWIDTH=\(Int(saturating: bitrate))", options: .regularExpression)
        }
        var files = [entry: Array(master.joined(separator: "\n").utf8)]
        for (rung, path) in master.filter({ !$0.hasPrefix("#") && !$0.isEmpty }).enumerated() {
            let playlist = folder.appendingPathComponent(path)
            let text = try String(contentsOf: playlist, encoding: .utf8)
            files[path] = Array(text.utf8)
            let base = (path as NSString).deletingLastPathComponent
            let name = { (uri: String) in base.isEmpty ? uri : base + "/" + uri }
            var segment = 0
            for line in text.split(separator: "\n") {
                if line.hasPrefix("#EXT-X-MAP"), let uri = line.split(separator: "\"").dropFirst().first.map(String.init) {
                    files[name(uri)] = try Self.bytes(playlist, uri)
                } else if !line.hasPrefix("#") {
                    let bits = stream.bits(of: segment, rung: rung)
                    files[name(String(line))] = Self.padded(
                        try Self.bytes(playlist, String(line)), to: stream.parts.map { Int(saturating: bits * $0.share / 8) })
                    segment += 1
                }
            }
        }
        self.files = files
    }

    /// Serves the broadcast from an origin; its media time is the time on the clock of the origin since `start`.
    func serve(from origin: LoopbackOrigin, start: Double, date: Double) throws -> URL {
        let folder = MediaFolder(files: files)
        let recording = try RecordedPresentation(entry: entry, in: folder, hasParts: true)
        let options = LiveOptions(initialDuration: 0, startDate: date, isContinuous: true, parts: .resources)
        return origin.serve(LiveBroadcast(try LivePresentation(recording, options: options), folder: folder), startTime: start)
    }

    private static func bytes(_ playlist: URL, _ uri: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: playlist.deletingLastPathComponent().appendingPathComponent(uri)))
    }

    /// Returns a segment whose fragments have the given sizes. The padding comes first, so that a part is playable only once it is complete.
    private static func padded(_ bytes: [UInt8], to sizes: [Int]) -> [UInt8] {
        var result: [UInt8] = []
        for (index, fragment) in fragments(of: bytes).enumerated() {
            let header = 8
            let missing = (index < sizes.count ? sizes[index] : 0) - fragment.count
            if missing >= header { result += number(missing) + Array("free".utf8) + [UInt8](repeating: 0, count: missing - header) }
            result += fragment
        }
        return result
    }

    /// The fragments of a segment: each ends with its media data.
    private static func fragments(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var fragments: [ArraySlice<UInt8>] = []
        var (start, offset) = (0, 0)
        while offset + 8 <= bytes.count {
            let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let isData = bytes[offset + 4..<offset + 8].elementsEqual("mdat".utf8)
            offset = min(bytes.count, offset + max(8, size))
            if isData {
                fragments.append(bytes[start..<offset])
                start = offset
            }
        }
        return fragments
    }

    private static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
}
