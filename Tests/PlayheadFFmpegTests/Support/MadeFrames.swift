import CFFmpeg

@testable import PlayheadFFmpeg

extension Frame {
    /// Makes a block of audio like a decoder: planar floats. `layout` has the channels in FFmpeg's notation, such as `5.1` or `9 channels`.
    static func sound(_ layout: String, rate: Int, count: Int, sample: (_ channel: Int, _ index: Int) -> Float) throws -> Frame {
        let frame = try Frame()
        try FFmpegError.check(av_channel_layout_from_string(&frame.pointer.pointee.ch_layout, layout), "av_channel_layout_from_string")
        frame.pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
        frame.pointer.pointee.sample_rate = Int32(rate)
        frame.pointer.pointee.nb_samples = Int32(count)
        guard count > 0 else { return frame }
        try FFmpegError.check(av_frame_get_buffer(frame.pointer, 0), "av_frame_get_buffer")
        for channel in 0..<frame.channels {
            frame.pointer.pointee.extended_data[channel]?.withMemoryRebound(to: Float.self, capacity: count) { plane in
                for index in 0..<count { plane[index] = sample(channel, index) }
            }
        }
        return frame
    }

    /// Makes a picture of one colour, 4:2:0.
    static func picture(width: Int, height: Int, y: UInt8, u: UInt8, v: UInt8) throws -> Frame {
        let frame = try Frame()
        frame.pointer.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        frame.pointer.pointee.width = Int32(width)
        frame.pointer.pointee.height = Int32(height)
        try FFmpegError.check(av_frame_get_buffer(frame.pointer, 0), "av_frame_get_buffer")
        let half = (height + 1) / 2
        frame.pointer.pointee.data.0?.update(repeating: y, count: Int(frame.pointer.pointee.linesize.0) * height)
        frame.pointer.pointee.data.1?.update(repeating: u, count: Int(frame.pointer.pointee.linesize.1) * half)
        frame.pointer.pointee.data.2?.update(repeating: v, count: Int(frame.pointer.pointee.linesize.2) * half)
        return frame
    }
}
