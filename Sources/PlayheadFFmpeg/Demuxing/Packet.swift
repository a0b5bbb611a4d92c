import CFFmpeg

/// Compressed data of one stream: owns an `AVPacket`.
///
/// `@unchecked Sendable`: it is written by who makes it, on one thread, before it is handed to anybody else (``shift(by:)`` too); decoders take
/// a reference of their own to its data.
public final class Packet: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVPacket>

    init() throws(FFmpegError) {
        guard let packet = av_packet_alloc() else { throw FFmpegError(playhead_averror_nomem, "av_packet_alloc") }
        pointer = packet
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&packet)
    }

    /// Index of the stream in its demuxer.
    public var streamIndex: Int { Int(pointer.pointee.stream_index) }
    /// When it is presented, in ticks of the stream's time base, or `nil` where the container does not say.
    public var pts: Int64? { pointer.pointee.pts == playhead_nopts ? nil : pointer.pointee.pts }
    /// When it is decoded, in ticks, or `nil` where the container does not say.
    public var dts: Int64? { pointer.pointee.dts == playhead_nopts ? nil : pointer.pointee.dts }
    /// How long it is presented, in ticks; 0 where unknown.
    public var duration: Int64 { pointer.pointee.duration }
    /// Whether decoding can begin here.
    public var isKey: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
    /// Whether it is to be decoded but not shown.
    public var isDiscarded: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }
    /// Where in the container's bytes it begins, or `nil` where that is not known.
    public var position: Int64? { pointer.pointee.pos < 0 ? nil : pointer.pointee.pos }
    /// A copy of the data.
    public var bytes: [UInt8] {
        guard let data = pointer.pointee.data, size > 0 else { return [] }
        return Array(UnsafeBufferPointer(start: data, count: size))
    }
    /// Bytes of data.
    public var size: Int { Int(pointer.pointee.size) }

    /// Moves its times; before it is handed to anybody else.
    public func shift(by ticks: Int64) {
        if let pts { pointer.pointee.pts = Self.limited(pts.saturatingAdding(ticks)) }
        if let dts { pointer.pointee.dts = Self.limited(dts.saturatingAdding(ticks)) }
    }

    private static func limited(_ ticks: Int64) -> Int64 {
        min(max(ticks, NumberLimits.timestamps.lowerBound), NumberLimits.timestamps.upperBound)
    }

    /// Drops times that no stream has (2^62 ticks and more), so that nobody who adds to them overflows: the packet then comes after the one before it.
    func dropImpossibleTimes() {
        if let pts, !NumberLimits.timestamps.contains(pts) { pointer.pointee.pts = playhead_nopts }
        if let dts, !NumberLimits.timestamps.contains(dts) { pointer.pointee.dts = playhead_nopts }
        if duration < 0 || !NumberLimits.timestamps.contains(duration) { pointer.pointee.duration = 0 }
    }

    /// Presents it when it is decoded; before it is handed to anybody else.
    public func presentWhenDecoded() { pointer.pointee.pts = pointer.pointee.dts }

    /// Sets how long it is presented, in ticks; before it is handed to anybody else.
    public func setDuration(_ ticks: Int64) { pointer.pointee.duration = max(0, ticks) }

    /// Whether it carries nothing at all.
    var isEmpty: Bool { pointer.pointee.size == 0 && pointer.pointee.side_data_elems == 0 }
}
