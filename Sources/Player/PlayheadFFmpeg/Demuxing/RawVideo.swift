import CFFmpeg

/// The times of video without a container, such as raw H.264: FFmpeg reports no times for it, or only some, and cannot seek in it.
///
/// Pictures are counted from the start of the file on, and the places of the key frames are kept.
struct RawVideo {
    /// The place of a key frame.
    struct Place {
        /// The decoding time, in ticks.
        var time: Int64
        /// The position in the file, in bytes.
        var position: Int64
    }

    private static let formats: Set<String> = ["h264", "hevc", "m4v", "mpegvideo"]

    /// The stream of the pictures.
    let stream: StreamInfo
    /// The decoding time of the next picture, in ticks.
    var next: Int64 = 0
    private let usualDuration: Int64
    private var places: [Place] = []

    /// Counts the pictures of `context`; `nil` if its format has times.
    init?(_ context: UnsafeMutablePointer<AVFormatContext>, _ streams: [StreamInfo]) {
        guard let format = context.pointee.iformat, Self.formats.contains(String(cString: format.pointee.name)), streams.count == 1,
            let stream = streams.first, stream.kind == .video, stream.timeBase > 0
        else { return nil }
        self.stream = stream
        let usual = 25.0
        usualDuration = max(1, Int64(saturating: 1 / ((stream.frameRate ?? usual) * stream.timeBase)))
    }

    /// Sets the time of the next packet.
    mutating func place(_ packet: Packet) {
        packet.setCountedTime(next)
        if packet.isKey, let position = packet.position, position > places.last?.position ?? -1 {
            places.append(Place(time: next, position: position))
        }
        if packet.duration <= 0 { packet.setDuration(usualDuration) }
        next = next.saturatingAdding(packet.duration)
    }

    /// Returns the last key frame at or before `time` (ticks), or the first one; `nil` if none was read.
    func place(before time: Int64) -> Place? {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? places[low - 1] : places.first
    }
}
