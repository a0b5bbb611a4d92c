import CFFmpeg

/// What the channels of a sound are: owns an `AVChannelLayout`, which may hold memory of its own and must not be copied as bytes.
struct ChannelLayout: ~Copyable {
    /// The channels that FFmpeg's mixers take at most (`SWR_CH_MAX`); more would write past their tables.
    static let supportedChannels = 1...64

    private(set) var raw = AVChannelLayout()

    /// The usual layout of so many channels; without an order where there is none, as for nine.
    /// - Parameter channels: Within ``supportedChannels``, else FFmpeg refuses what is made with it.
    init(channels: Int32) {
        av_channel_layout_default(&raw, channels)
    }

    /// The layout of `frame`, or the usual one of its channel count where it has no order.
    /// - Throws: ``FFmpegError`` where memory is short.
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
        // A deinit sees its value as a constant; the bytes that are copied here are used for nothing else afterwards.
        var raw = raw
        av_channel_layout_uninit(&raw)
    }

    /// Whether both mean the same channels in the same order.
    func isSame(as other: borrowing ChannelLayout) -> Bool {
        withUnsafePointer(to: raw) { mine in withUnsafePointer(to: other.raw) { av_channel_layout_compare(mine, $0) == 0 } }
    }

    /// FFmpeg's text for it, such as `stereo`.
    var name: String {
        var text = [CChar](repeating: 0, count: 128)
        _ = withUnsafePointer(to: raw) { av_channel_layout_describe($0, &text, text.count) }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
