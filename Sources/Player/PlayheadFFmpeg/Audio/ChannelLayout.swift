import CFFmpeg

/// The channel layout of audio: owns an `AVChannelLayout`, which may own memory and must not be copied as bytes.
struct ChannelLayout: ~Copyable {
    /// The maximum number of channels of FFmpeg's mixers (`SWR_CH_MAX`); more would write past their tables.
    static let supportedChannels = 1...64

    private(set) var raw = AVChannelLayout()

    /// Makes the default layout of a channel count; unordered if there is none, as for nine.
    /// - Parameter channels: Within ``supportedChannels``, otherwise FFmpeg refuses the layout.
    init(channels: Int32) {
        av_channel_layout_default(&raw, channels)
    }

    /// Makes the layout of `frame`, or the default one of its channel count if it is unordered.
    /// - Throws: ``FFmpegError`` if memory cannot be allocated.
    init(of frame: Frame) throws(FFmpegError) {
        let source = frame.pointer
        if source.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
            av_channel_layout_default(&raw, source.pointee.ch_layout.nb_channels)
            return
        }
        let result = av_channel_layout_copy(&raw, &source.pointee.ch_layout)
        if result < 0 { throw FFmpegError(result, "av_channel_layout_copy") }
    }

    deinit {
        // A deinit has a constant value; the copied bytes are not used afterwards.
        var raw = raw
        av_channel_layout_uninit(&raw)
    }

    /// Whether both have the same channels in the same order.
    func isSame(as other: borrowing ChannelLayout) -> Bool {
        withUnsafePointer(to: raw) { mine in withUnsafePointer(to: other.raw) { av_channel_layout_compare(mine, $0) == 0 } }
    }

    /// The name in FFmpeg, such as `stereo`.
    var name: String {
        var text = [CChar](repeating: 0, count: 128)
        _ = withUnsafePointer(to: raw) { av_channel_layout_describe($0, &text, text.count) }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
