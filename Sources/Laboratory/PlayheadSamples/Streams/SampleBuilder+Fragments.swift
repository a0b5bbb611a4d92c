import Foundation
import PlayheadOrigin

extension SampleBuilder {
    /// Makes one fragmented file and divides it into segments of several fragments each, which the HLS muxer of `ffmpeg` does not support.
    func buildFragments(_ arguments: [String], segmentDuration: Double, partDuration: Double, in folder: URL) async throws {
        let whole = folder.appendingPathComponent("whole.mp4")
        // Slightly shorter, so that a frame that ends at the boundary, apart from rounding, is the last one of the fragment.
        let microseconds = Int(saturating: partDuration * 1e6, rounding: .towardZero) - 2000
        try await run(
            arguments + [
                "-f", "mp4", "-movflags", "+frag_keyframe+empty_moov+delay_moov+default_base_moof", "-frag_duration", "\(microseconds)",
                "-bitexact", whole.lastPathComponent,
            ], in: folder)
        let bytes = [UInt8](try Data(contentsOf: whole))
        try FileManager.default.removeItem(at: whole)
        let reader = BoxReader(bytes: bytes)
        let head = reader.boxes.prefix { $0.type == "ftyp" || $0.type == "moov" }
        guard let headEnd = head.last?.whole.upperBound, head.contains(where: { $0.type == "moov" }) else {
            throw SampleStreamError.badOutput("a fragmented file does not begin with its index")
        }
        let initialization = Array(bytes[..<headEnd])
        try Data(initialization).write(to: folder.appendingPathComponent("init.mp4"))
        let fragments = FragmentIndex(bytes, initialization: InitializationBoxes(initialization)).fragments
        var segments: [(range: Range<Int>, duration: Double)] = []
        for fragment in fragments {
            let time = fragment.startSeconds - (fragments.first?.startSeconds ?? 0)
            let duration = Double(fragment.duration) / Double(fragment.timescale)
            if fragment.isIndependent, time >= Double(segments.count) * segmentDuration - 0.001 {
                segments.append((fragment.range, duration))
            } else if let last = segments.indices.last {
                segments[last].range = segments[last].range.lowerBound..<fragment.range.upperBound
                segments[last].duration += duration
            }
        }
        guard !segments.isEmpty else { throw SampleStreamError.badOutput("a fragmented file has no fragments") }
        var lines = mediaHead(target: Int(saturating: segments.map(\.duration).max() ?? 1)) + ["#EXT-X-MAP:URI=\"init.mp4\""]
        for (index, segment) in segments.enumerated() {
            let name = String(format: "segment%03d.m4s", index)
            try Data(bytes[segment.range]).write(to: folder.appendingPathComponent(name))
            lines += ["#EXTINF:\(String(format: "%.6f", segment.duration)),", name]
        }
        try write(lines + ["#EXT-X-ENDLIST"], to: folder)
    }
}
