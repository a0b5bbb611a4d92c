import PlayheadCore
import PlayheadFFmpeg
import PlayheadNumbers

/// Renditions of I-frames only (RFC 8216bis §4.4.3.6): each segment is one picture, which is shown until the next.
extension RenditionSession {
    /// Appends the picture of `run` to the store, with the time and duration of the manifest.
    func demuxIFrame(_ run: SegmentRun) throws {
        let demuxer = try Demuxer(source: run, probing: Demuxer.Probing(pictures: 1))
        // The rest of the range, such as sound between the packets of the picture, is not used.
        defer { run.cancel() }
        guard let video = demuxer.bestStream(.video) else { throw PlaybackError(.noDecodableTrack, url: run.url) }
        demuxer.select([video])
        // The store accepts no packets before the tracks are known.
        answer(.success(Opened(streams: [video], format: demuxer.format, video: video, audio: nil)))
        guard let packet = try picture(of: video, in: demuxer) else { throw PlaybackError(.segmentInvalid, url: run.url) }
        let stamp = packet.pts ?? packet.dts ?? 0
        packet.setDuration(Int64(saturating: (run.duration / video.timeBase).rounded()))
        let format = TrackFormat(stream: video, offset: run.start - Double(stamp) * video.timeBase, level: run.selection.level)
        _ = store.append(
            MediaPacket(packet, format: format, fallback: run.start), to: .video, generation: plan.generation, blocking: false)
    }

    private func picture(of video: StreamInfo, in demuxer: Demuxer) throws -> Packet? {
        while let packet = try demuxer.read() {
            if packet.streamIndex == video.index { return packet }
        }
        return nil
    }
}
