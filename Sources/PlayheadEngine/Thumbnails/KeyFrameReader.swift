import Foundation
import PlayheadCore
import PlayheadFFmpeg

/// Decodes single key frames, on a queue of its own: FFmpeg's calls block.
struct KeyFrameReader: Sendable {
    private let queue = DispatchQueue(label: "playhead.thumbnails", qos: .utility)

    /// Runs `work` on the queue.
    func run<R: Sendable>(_ work: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: work)) }
        }
    }

    /// A key frame of a container, and how far it and the next one are behind the container's beginning, in seconds.
    struct Found {
        var frame: Frame
        var time: Double
        var next: Double?
    }

    /// The last key frame that is no more than `time` seconds behind the beginning, else the first one. Blocks.
    /// - Throws: What the source throws; `FFmpegError`, `PlaybackError`.
    static func find(in demuxer: Demuxer, at time: Double) throws -> Found {
        guard let stream = demuxer.bestStream(.video) else { throw PlaybackError(.noDecodableTrack) }
        demuxer.select([stream])
        return try find(in: demuxer, stream, at: time)
    }

    /// The same of a demuxer whose only selected stream is `stream`.
    static func find(in demuxer: Demuxer, _ stream: StreamInfo, at time: Double) throws -> Found {
        let origin = demuxer.startTime ?? 0
        // Times that were made from ticks, and playlists' durations, are off by a little.
        let tolerance = 0.01
        var group: [Packet] = []
        var start = 0.0
        var next: Double?
        while let packet = try read(demuxer, isEnough: !group.isEmpty) {
            guard packet.streamIndex == stream.index else { continue }
            let ticks = packet.pts ?? packet.dts
            let offset = ticks.map { Double($0) * stream.timeBase - origin } ?? 0
            if packet.isKey, !group.isEmpty, offset > time + tolerance {
                next = offset
                break
            }
            if packet.isKey {
                group = [packet]
                start = offset
            } else if !group.isEmpty {
                group.append(packet)
            }
        }
        guard let frame = try decode(group, of: stream) else { throw PlaybackError(.decoding, underlying: "There is no key frame.") }
        return Found(frame: frame, time: start, next: next)
    }

    /// What breaks off behind a key frame, as a part of a file does, is as good as its end.
    private static func read(_ demuxer: Demuxer, isEnough: Bool) throws -> Packet? {
        do {
            return try demuxer.read()
        } catch let error as FFmpegError {
            if isEnough { return nil }
            throw error
        }
    }

    /// The first picture: of the key frame alone, or, where the decoder wants more, with what follows.
    private static func decode(_ group: [Packet], of stream: StreamInfo) throws -> Frame? {
        guard let key = group.first else { return nil }
        let decoder = try Decoder(stream: stream)
        if let frame = try decode([key], with: decoder) { return frame }
        decoder.flush()
        return try decode(group, with: decoder)
    }

    private static func decode(_ packets: [Packet], with decoder: Decoder) throws -> Frame? {
        for packet in packets.map(Optional.some) + [nil] {
            _ = try decoder.send(packet)
            if case .frame(let frame) = try decoder.receive() { return frame }
        }
        return nil
    }

    /// The picture of `frame` as large as fits into `size`, in its shape, but never larger than it is.
    static func thumbnail(of frame: Frame, at time: Double, fitting size: PictureSize) throws -> Thumbnail {
        let shown = (width: Double(frame.width) * frame.pixelAspect, height: Double(frame.height))
        let scale = min(1, Double(max(1, size.width)) / max(1, shown.width), Double(max(1, size.height)) / max(1, shown.height))
        let width = max(1, Int(saturating: shown.width * scale))
        let height = max(1, Int(saturating: shown.height * scale))
        let pixels = try PictureScaler().rgba(frame, width: width, height: height)
        return Thumbnail(time: time, width: width, height: height, pixels: pixels)
    }
}
