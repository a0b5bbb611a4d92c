import CFFmpeg

/// Limits the tags of a container of any format: at each read, those that FFmpeg has added behind the permitted ones are removed.
///
/// FFmpeg adds each tag to a list that it searches first, so that its time is quadratic in the length of the list.
final class TagListLimit {
    /// The maximum number of tags.
    static let maximumTags = TagLimit.maximumComments
    /// The number of bytes of a read once there were more tags: those of one read are compared with each other.
    private static let readSize: Int32 = 4096

    /// The permitted tags while more are removed, so that FFmpeg compares a new one with few others.
    private var permitted: OpaquePointer?
    private var isExceeded = false

    deinit { av_dict_free(&permitted) }

    /// Limits the tags before a read.
    /// - Parameter context: The container, which FFmpeg is reading.
    /// - Returns: The maximum number of bytes to read.
    func apply(to context: UnsafeMutablePointer<AVFormatContext>) -> Int32 {
        let count = Int(av_dict_count(context.pointee.metadata))
        if permitted != nil {
            // FFmpeg converts the names of the permitted ones at the end of the header, if something follows the list.
            if count == 0 { restore(in: context) } else { av_dict_free(&context.pointee.metadata) }
        } else if count > Self.maximumTags {
            isExceeded = true
            let tags = Demuxer.tags(of: context.pointee.metadata)
            for (name, value) in tags.prefix(Self.maximumTags) { av_dict_set(&permitted, name, value, 0) }
            av_dict_free(&context.pointee.metadata)
        }
        return isExceeded ? Self.readSize : .max
    }

    /// Limits the tags once no more are read, and returns the permitted ones to FFmpeg.
    func finish(_ context: UnsafeMutablePointer<AVFormatContext>) {
        _ = apply(to: context)
        restore(in: context)
        isExceeded = false
    }

    private func restore(in context: UnsafeMutablePointer<AVFormatContext>) {
        guard permitted != nil else { return }
        av_dict_free(&context.pointee.metadata)
        swap(&permitted, &context.pointee.metadata)
    }
}
