import CFFmpeg

/// Compressed data of one stream: owns an `AVPacket`.
///
/// `@unchecked Sendable`: it is written by its creator, on one thread, before it is passed on (``shift(by:)`` too); decoders keep their own
/// reference to its data.
package final class Packet: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVPacket>

    init() throws(FFmpegError) {
        guard let packet = av_packet_alloc() else { throw FFmpegError(playhead_averror_nomem, "av_packet_alloc") }
        pointer = packet
    }

    /// The bytes of memory that a packet takes beside its data, about: FFmpeg's structures, its padding, and what refers to them.
    package static let overhead = 512

    /// Creates a packet of `size` zero bytes. The times are ticks of the stream's time base.
    package convenience init(size: Int, time: Int64, duration: Int64, isKey: Bool) throws(FFmpegError) {
        try self.init()
        try FFmpegError.check(av_new_packet(pointer, Int32(clamping: size)), "av_new_packet")
        pointer.pointee.data?.initialize(repeating: 0, count: self.size)
        pointer.pointee.pts = time
        pointer.pointee.dts = time
        pointer.pointee.duration = duration
        pointer.pointee.flags = isKey ? AV_PKT_FLAG_KEY : 0
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&packet)
    }

    /// The index of the stream in its demuxer.
    package var streamIndex: Int { Int(pointer.pointee.stream_index) }
    /// The presentation time, in ticks of the stream's time base, or `nil` if the container does not define it.
    package var pts: Int64? { pointer.pointee.pts == playhead_nopts ? nil : pointer.pointee.pts }
    /// The decoding time, in ticks, or `nil` if the container does not define it.
    package var dts: Int64? { pointer.pointee.dts == playhead_nopts ? nil : pointer.pointee.dts }
    /// The decoding time that the demuxer has counted, in ticks, if the container has no times. Decoders do not receive it.
    package private(set) var countedTime: Int64?
    /// The presentation duration, in ticks; 0 if unknown.
    package var duration: Int64 { pointer.pointee.duration }
    /// Whether decoding can begin with this packet.
    package var isKey: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
    /// Whether the packet is to be decoded but not shown.
    package var isDiscarded: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }
    /// Shows what is decoded from the packet; must precede sharing the packet.
    package func show() { pointer.pointee.flags &= ~AV_PKT_FLAG_DISCARD }
    /// The position in the container's bytes, or `nil` if unknown.
    package var position: Int64? { pointer.pointee.pos < 0 ? nil : pointer.pointee.pos }
    /// A copy of the data.
    package var bytes: [UInt8] {
        guard let data = pointer.pointee.data, size > 0 else { return [] }
        return Array(UnsafeBufferPointer(start: data, count: size))
    }
    /// The number of bytes of data.
    package var size: Int { Int(pointer.pointee.size) }

    /// Whether a demuxer has decrypted the data, or found it clear; must precede sharing the packet.
    var isClear = false

    /// How the data is encrypted, as MP4 says; `nil` if it is clear, or the container says nothing.
    package var encryption: PacketEncryption? { PacketEncryption(beside: pointer) }

    /// Changes the data; must precede sharing the packet. `body` returns the number of bytes to remove at the start.
    /// - Throws: ``FFmpegError`` if memory is exhausted; the error of `body`.
    package func change(_ body: (UnsafeMutableRawBufferPointer) throws -> Int) throws {
        try FFmpegError.check(av_packet_make_writable(pointer), "av_packet_make_writable")
        let removed = min(size, max(0, try body(UnsafeMutableRawBufferPointer(start: pointer.pointee.data, count: size))))
        pointer.pointee.data = pointer.pointee.data?.advanced(by: removed)
        pointer.pointee.size -= Int32(clamping: removed)
    }

    /// Moves the times; must precede sharing the packet.
    package func shift(by ticks: Int64) {
        if let pts { pointer.pointee.pts = Self.limited(pts.saturatingAdding(ticks)) }
        if let dts { pointer.pointee.dts = Self.limited(dts.saturatingAdding(ticks)) }
    }

    private static func limited(_ ticks: Int64) -> Int64 {
        min(max(ticks, NumberLimits.timestamps.lowerBound), NumberLimits.timestamps.upperBound)
    }

    /// Removes impossible times (2^62 ticks and more), so that additions do not overflow: the packet then follows the previous one.
    func dropImpossibleTimes() {
        if let pts, !NumberLimits.timestamps.contains(pts) { pointer.pointee.pts = playhead_nopts }
        if let dts, !NumberLimits.timestamps.contains(dts) { pointer.pointee.dts = playhead_nopts }
        if duration < 0 || !NumberLimits.timestamps.contains(duration) { pointer.pointee.duration = 0 }
    }

    /// Sets the presentation time to the decoding time; must precede sharing the packet.
    package func presentWhenDecoded() { pointer.pointee.pts = pointer.pointee.dts }

    /// Sets the presentation and the decoding time, in ticks; must precede sharing the packet.
    func setTime(_ ticks: Int64) {
        pointer.pointee.pts = ticks
        pointer.pointee.dts = ticks
    }

    /// Replaces the times by a counted decoding time, in ticks; must precede sharing the packet.
    func setCountedTime(_ ticks: Int64) {
        pointer.pointee.pts = playhead_nopts
        pointer.pointee.dts = playhead_nopts
        countedTime = ticks
    }

    /// Moves the position in the container's bytes, if it is known; must precede sharing the packet.
    func movePosition(by bytes: Int64) {
        if let position { pointer.pointee.pos = max(0, position.saturatingAdding(bytes)) }
    }

    /// Sets the presentation duration, in ticks; must precede sharing the packet.
    package func setDuration(_ ticks: Int64) { pointer.pointee.duration = max(0, ticks) }

    /// Whether the packet has no data.
    var isEmpty: Bool { pointer.pointee.size == 0 && pointer.pointee.side_data_elems == 0 }
}
