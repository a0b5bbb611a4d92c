import CFFmpeg

/// The conversion of values to and from FFmpeg.
extension Demuxer {
    /// Returns the entries of a dictionary, in its order.
    static func tags(of dictionary: OpaquePointer?) -> [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        var entry = av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX)
        while let found = entry {
            if let name = found.pointee.key, let value = found.pointee.value {
                result.append((String(cString: name), String(cString: value)))
            }
            entry = av_dict_get(dictionary, "", found, AV_DICT_IGNORE_SUFFIX)
        }
        return result
    }

    /// Returns the tags of all streams.
    static func streamTags(of context: UnsafeMutablePointer<AVFormatContext>) -> [(name: String, value: String)] {
        (0..<Int(context.pointee.nb_streams)).flatMap { tags(of: context.pointee.streams[$0]?.pointee.metadata) }
    }
}
