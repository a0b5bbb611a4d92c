/// Called when the first picture of a stream is read while the source is still being opened, on the thread of its demuxer.
///
/// `decode` decodes the picture, if it is wanted, and returns `nil` if it cannot be decoded alone.
typealias FirstPictureHandler = @Sendable (_ decode: () -> VideoPicture?) -> Void
