import CFFmpeg

/// FFmpeg's I/O over a ``ByteSource``: owns the `AVIOContext` and its buffer.
///
/// Used on the demuxer's thread.
final class InputContext {
    private static let bufferSize = 65_536

    let source: any ByteSource
    /// Receives all bytes that are read.
    private let decrypter: (any PacketDecrypter)?
    /// The last error of the source, which FFmpeg can only return as a number.
    private(set) var lastError: (any Error)?
    private var context: UnsafeMutablePointer<AVIOContext>?
    /// The position of the next byte that FFmpeg reads from the source.
    private(set) var position: Int64 = 0
    /// The last bytes that were read of a protected container: the auxiliary information of its samples lies in front of them.
    private var passed: (start: Int64, bytes: [UInt8]) = (0, [])
    /// The number of last bytes that are kept.
    private static let keptSize = 256 << 10
    /// The first bytes of the source.
    private(set) var head: [UInt8] = []
    private var tables: BoxTableGuard
    private var tags = ID3FrameLimit()
    private var comments = TagLimit()
    private var elements = MatroskaTagLimit()
    private let list = TagListLimit()
    /// The container that FFmpeg reads, while it exists.
    var container: UnsafeMutablePointer<AVFormatContext>?
    private(set) var pages = OggPages()
    /// The limit of the time for the header; `nil` once it is read.
    private var budget: HeaderBudget?
    /// Whether a read at the end waits for a source that grows.
    var waitsForGrowth = false
    var transport = TransportStreamWatch()
    /// The rest of a transport stream after a change of its video stream, at which it ends here.
    private(set) var rest: TransportStreamWatch.Rest?

    var pointer: UnsafeMutablePointer<AVIOContext>? { context }

    /// The position of the second `moov` of an MP4 file, where an appended recording begins, or `nil` if the file has only one.
    var appendedMovie: Int64? { tables.appendedMovie }

    init(source: any ByteSource, decrypter: (any PacketDecrypter)? = nil) throws(FFmpegError) {
        self.source = source
        self.decrypter = decrypter
        tables = BoxTableGuard(size: source.size)
        guard let buffer = av_malloc(Self.bufferSize) else { throw FFmpegError(playhead_averror_nomem, "av_malloc") }
        // The context references this object without owning it: deinit frees the context before the object is deallocated.
        let opaque = Unmanaged.passUnretained(self).toOpaque()
        context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 0, opaque,
            { opaque, bytes, count in InputContext.from(opaque)?.read(bytes, count) ?? playhead_averror_io }, nil,
            { opaque, offset, whence in InputContext.from(opaque)?.seek(offset, whence) ?? Int64(playhead_averror_io) })
        guard let context else {
            av_free(buffer)
            throw FFmpegError(playhead_averror_nomem, "avio_alloc_context")
        }
        context.pointee.seekable = source.isSeekable ? AVIO_SEEKABLE_NORMAL : 0
    }

    deinit {
        guard context != nil else { return }
        // FFmpeg may have replaced the buffer.
        av_free(context?.pointee.buffer)
        avio_context_free(&context)
    }

    /// The truncation of a file whose first bytes declare a larger length, or `nil`.
    var truncation: TruncatedFile? {
        let announced = AnnouncedLength(head: head)
        guard let size = source.size, let bytes = announced.bytes, announced.isBeyond(size) else { return nil }
        return TruncatedFile(announced: bytes, size: size)
    }

    /// Whether the size in the header of a smaller file says nothing about its length.
    var hasPlaceholderSize: Bool { source.size.map { $0 < 0x7FFF_0000 } == true && AnnouncedLength.isPlaceholder(head: head) }

    /// Whether the demuxer has read everything in which each track should have started.
    var isPastStart: Bool {
        guard let length = source.startLength, let context else { return false }
        let unread = Int64(context.pointee.buf_end - context.pointee.buf_ptr)
        // A part of a packet may be left of a transport stream, but 188 bytes of a fragment can be a second of silence.
        let rest = head.first == TransportPacket.sync ? TransportPacket.size - 1 : 0
        return position - unread >= Int64(length) - Int64(rest)
    }

    /// Discards FFmpeg's buffer before a seek, so that the timed ID3 in it is read again: a seek in the buffer reads nothing.
    func discardBuffer() {
        guard source.isSeekable, transport.hasTagStreams, let context else { return }
        avio_flush(context)
    }

    /// Drops the timed ID3 before the place of a seek.
    func dropPassedTags() {
        guard transport.hasTagStreams, let context else { return }
        let unread = Int64(context.pointee.buf_end - context.pointee.buf_ptr)
        transport.dropTags(before: position - unread)
    }

    /// Clears an I/O error, so that reading can continue after a seek.
    func clearError() {
        lastError = nil
        context?.pointee.error = 0
        context?.pointee.eof_reached = 0
    }

    /// Limits the tags of the container once its header is read.
    func limitTags() {
        if let container { list.finish(container) }
    }

    private static func from(_ opaque: UnsafeMutableRawPointer?) -> InputContext? {
        opaque.map { Unmanaged<InputContext>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Reads the header of the container by `body`, a call of FFmpeg, within a limit of processor time in seconds.
    /// - Returns: The result of the call, or an error if it took more time.
    func readHeader(within seconds: Double, _ body: () -> Int32) -> Int32 {
        budget = HeaderBudget(seconds: seconds)
        budget?.resume()
        let result = body()
        budget?.pause()
        let isExceeded = budget?.isExceeded == true
        budget = nil
        guard isExceeded else { return result }
        lastError = FFmpegError(playhead_averror_invaliddata, "header of more than \(seconds) s of processor time")
        return result < 0 ? result : playhead_averror_invaliddata
    }

    private func read(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
        guard let bytes, count > 0 else { return playhead_averror_io }
        let limit = container.map { list.apply(to: $0) } ?? .max
        budget?.pause()
        defer { budget?.resume() }
        if budget?.isExceeded == true { return playhead_averror_invaliddata }
        if rest != nil { return playhead_averror_eof }
        let count = min(count, limit)
        do {
            let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
            var got = try source.read(into: buffer)
            while got == 0, waitsForGrowth, try source.waitForGrowth(beyond: position) { got = try source.read(into: buffer) }
            // A source that returns more than the capacity would make FFmpeg read past the buffer.
            guard (0...Int(count)).contains(got) else { return playhead_averror_io }
            tags.apply(to: UnsafeMutableBufferPointer(start: bytes, count: got), at: position)
            comments.apply(to: UnsafeMutableBufferPointer(start: bytes, count: got), at: position)
            elements.apply(to: UnsafeMutableBufferPointer(start: bytes, count: got), at: position)
            let new = UnsafeBufferPointer(start: UnsafePointer(bytes), count: got)
            if position == 0 { context?.pointee.seekable = source.isSeekable ? AVIO_SEEKABLE_NORMAL : 0 }
            decrypter?.note(new, at: position)
            if decrypter?.isProtecting == true { keep(new) }
            try tables.consume(new, at: position)
            if decrypter != nil { hide(tables.encryptionTypes, in: UnsafeMutableBufferPointer(start: bytes, count: got)) }
            pages.consume(new, at: position)
            if got == 0 {
                transport.finish()
            } else if let rest = transport.consume(new, at: position), source.splitsTransportStreams {
                self.rest = rest
                transport.finishBeforeRest()
                let kept = max(0, got - rest.count)
                position = position.saturatingAdding(Int64(kept))
                return kept == 0 ? playhead_averror_eof : Int32(kept)
            }
            if position == Int64(head.count), head.count < AnnouncedLength.sample {
                head += UnsafeBufferPointer(start: bytes, count: min(got, AnnouncedLength.sample - head.count))
            }
            position = position.saturatingAdding(Int64(got))
            return got == 0 ? playhead_averror_eof : Int32(got)
        } catch let refusal as BoxTableGuard.Refusal {
            lastError = FFmpegError(playhead_averror_invaliddata, "\(refusal)")
            return playhead_averror_invaliddata
        } catch {
            lastError = error
            return error is CancellationError ? playhead_averror_exit : playhead_averror_io
        }
    }

    private func keep(_ new: UnsafeBufferPointer<UInt8>) {
        if passed.start.saturatingAdding(Int64(passed.bytes.count)) != position { passed = (position, []) }
        passed.bytes += new
        let excess = passed.bytes.count - Self.keptSize
        // Moved once as much again has been read.
        guard excess > Self.keptSize else { return }
        passed.bytes.removeFirst(excess)
        passed.start += Int64(excess)
    }

    /// Returns bytes that were read last; `nil` if they are not kept.
    func passedBytes(at place: Int64, count: Int) -> [UInt8]? {
        let first = place.saturatingSubtracting(passed.start)
        guard first >= 0, count >= 0, first <= Int64(passed.bytes.count), count <= passed.bytes.count - Int(first) else { return nil }
        // bounded: the guard
        return Array(passed.bytes[Int(first)..<Int(first) + count])
    }

    /// Changes the types of boxes, so that FFmpeg skips them: it fails in files whose fragments are not in an index of the whole file.
    private func hide(_ types: [Range<Int64>], in bytes: UnsafeMutableBufferPointer<UInt8>) {
        let read = position..<position.saturatingAdding(Int64(bytes.count))
        // A part of a type may have been passed on before.
        for place in types.joined() where read.contains(place) { bytes[Int(place - position)] = UInt8(ascii: "x") }
    }

    private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        let whence = whence & ~playhead_avseek_force
        if whence == playhead_avseek_size { return source.size ?? -1 }
        guard source.isSeekable else { return Int64(playhead_averror_io) }
        let base: Int64?
        switch whence {
        case SEEK_SET: base = 0
        case SEEK_CUR: base = position
        case SEEK_END: base = source.size
        default: base = nil
        }
        // Offsets come from the stream: they may be outside of the file, or overflow.
        guard let base, case let (target, overflow) = base.addingReportingOverflow(offset), !overflow,
            NumberLimits.byteCounts.contains(Int(target))
        else {
            return Int64(playhead_averror_io)
        }
        do {
            try source.seek(to: target)
            position = target
            return target
        } catch {
            lastError = error
            return Int64(playhead_averror_io)
        }
    }
}
