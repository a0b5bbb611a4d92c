import Foundation
import PlayheadCore
import PlayheadFFmpeg

/// Decodes single key frames on its own queue, because FFmpeg calls block.
struct KeyFrameReader: Sendable {
    private let queue = DispatchQueue(label: "playhead.thumbnails", qos: .utility)

    /// Runs `work` on the queue.
    func run<R: Sendable>(_ work: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: work)) }
        }
    }

    /// A key frame of a container, and the times of it and the next one relative to the start of the container, in seconds.
    struct Found {
        var frame: Frame
        var time: Double
        var next: Double?
    }

    /// Returns the last key frame at most `time` seconds after the start, otherwise the first one. Blocks.
    /// - Throws: Errors of the byte source; `FFmpegError`, `PlaybackError`.
    static func find(in demuxer: Demuxer, at time: Double) throws -> Found {
        guard let stream = demuxer.bestStream(.video) else { throw PlaybackError(.noDecodableTrack) }
        demuxer.select([stream])
        return try find(in: demuxer, stream, at: time)
    }

    /// Does the same for a demuxer whose only selected stream is `stream`.
    static func find(in demuxer: Demuxer, _ stream: StreamInfo, at time: Double) throws -> Found {
        let origin = demuxer.startTime ?? 0
        // Times that were converted from ticks, and durations in playlists, are slightly inexact.
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

    /// Reads a packet. An error after a key frame, as in a part of a file, counts as the end.
    private static func read(_ demuxer: Demuxer, isEnough: Bool) throws -> Packet? {
        do {
            return try demuxer.read()
        } catch let error as FFmpegError {
            if isEnough { return nil }
            throw error
        }
    }

    /// Decodes the first picture: from the key frame alone, or with the following packets if the decoder needs them.
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

    /// Returns the picture of `frame` scaled down to fit into `size`, with its aspect ratio, but never enlarged.
    static func thumbnail(of frame: Frame, at time: Double, fitting size: PictureSize) throws -> Thumbnail {
        let shown = (width: Double(frame.width) * frame.pixelAspect, height: Double(frame.height))
        let scale = min(1, Double(max(1, size.width)) / max(1, shown.width), Double(max(1, size.height)) / max(1, shown.height))
        let width = max(1, Int(saturating: shown.width * scale))
        let height = max(1, Int(saturating: shown.height * scale))
        let pixels = try PictureScaler().rgba(frame, width: width, height: height)
        return Thumbnail(time: time, width: width, height: height, pixels: pixels)
    }
}
