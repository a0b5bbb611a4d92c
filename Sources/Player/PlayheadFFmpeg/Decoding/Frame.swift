import CFFmpeg

/// A decoded picture or block of audio: owns an `AVFrame`.
///
/// `@unchecked Sendable`: it is written by its creator, a decoder or a filter, before it is passed on, and only read afterwards.
package final class Frame: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVFrame>
    /// The orientation in which the picture is shown; set by the creator, before the frame is passed on.
    var orientation = Orientation()

    /// The coding type of a picture.
    package enum PictureType: String, Sendable, Hashable {
        /// Coded without references.
        case intra = "I"
        /// Coded from earlier pictures.
        case predicted = "P"
        /// Coded from earlier and later pictures.
        case bidirectional = "B"
        /// Another type, or unknown.
        case other = "?"
    }

    init() throws(FFmpegError) {
        guard let frame = av_frame_alloc() else { throw FFmpegError(playhead_averror_nomem, "av_frame_alloc") }
        pointer = frame
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&frame)
    }

    /// The presentation time, in ticks of the packets' time base, or `nil` if it cannot be estimated.
    package var pts: Int64? {
        if pointer.pointee.pts != playhead_nopts { return pointer.pointee.pts }
        return pointer.pointee.best_effort_timestamp == playhead_nopts ? nil : pointer.pointee.best_effort_timestamp
    }
    /// The presentation duration, in ticks; 0 if unknown.
    package var duration: Int64 { playhead_frame_duration(pointer) }
    /// Whether decoding can begin with this frame.
    package var isKey: Bool { playhead_frame_is_key(pointer) != 0 }
    /// The coding type of the picture.
    package var pictureType: PictureType {
        switch pointer.pointee.pict_type {
        case AV_PICTURE_TYPE_I: .intra
        case AV_PICTURE_TYPE_P: .predicted
        case AV_PICTURE_TYPE_B: .bidirectional
        default: .other
        }
    }
    /// The width of the picture in pixels, as it is shown: after a rotation that the stream declares.
    package var width: Int { Int(orientation.isTransposed ? pointer.pointee.height : pointer.pointee.width) }
    /// The height of the picture in pixels, as it is shown: after a rotation that the stream declares.
    package var height: Int { Int(orientation.isTransposed ? pointer.pointee.width : pointer.pointee.height) }
    /// The width of a pixel divided by its height; 1 if the stream does not define it.
    package var pixelAspect: Double {
        let ratio = pointer.pointee.sample_aspect_ratio
        guard ratio.num > 0, ratio.den > 0 else { return 1 }
        return orientation.isTransposed ? 1 / av_q2d(ratio) : av_q2d(ratio)
    }
    /// Whether the picture consists of two fields of different times.
    package var isInterlaced: Bool { playhead_frame_is_interlaced(pointer) != 0 }
    /// Whether the decoder replaced damaged parts of the picture. References that are absent, as at a start in the middle, do not count.
    package var isDamaged: Bool { pointer.pointee.decode_error_flags & ~FF_DECODE_ERROR_MISSING_REFERENCE != 0 }
    /// Returns a part of a picture that is not rotated, which shares its memory.
    /// - Throws: ``FFmpegError`` if the part is empty or outside of the picture.
    package func cropped(left: Int, top: Int, width: Int, height: Int) throws(FFmpegError) -> Frame {
        let (right, bottom) = (self.width - left - width, self.height - top - height)
        guard min(left, top, right, bottom) >= 0, width > 0, height > 0, orientation == Orientation() else {
            throw FFmpegError(playhead_averror_invaliddata, "cropping of a picture")
        }
        let part = try Frame()
        try FFmpegError.check(av_frame_ref(part.pointer, pointer), "av_frame_ref")
        part.pointer.pointee.crop_left = left
        part.pointer.pointee.crop_top = top
        part.pointer.pointee.crop_right = right
        part.pointer.pointee.crop_bottom = bottom
        try FFmpegError.check(av_frame_apply_cropping(part.pointer, Int32(AV_FRAME_CROP_UNALIGNED)), "av_frame_apply_cropping")
        return part
    }
    /// The number of bytes of the buffers that the frame keeps.
    package var byteCount: Int {
        withUnsafeBytes(of: pointer.pointee.buf) { buffers in
            buffers.bindMemory(to: UnsafeMutablePointer<AVBufferRef>?.self).reduce(0) { $0 + Int(clamping: $1?.pointee.size ?? 0) }
        }
    }
    /// The number of samples per channel.
    package var sampleCount: Int { Int(pointer.pointee.nb_samples) }
    /// The sample rate in Hz.
    package var sampleRate: Int { Int(pointer.pointee.sample_rate) }
    /// The number of channels.
    package var channels: Int { Int(pointer.pointee.ch_layout.nb_channels) }
}
