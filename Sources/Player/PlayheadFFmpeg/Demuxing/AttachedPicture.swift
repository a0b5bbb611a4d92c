import CFFmpeg

/// The cover in a file: an attached picture of ID3, FLAC, MP4, Matroska or Ogg.
enum AttachedPicture {
    /// The maximum length in bytes; a longer picture is ignored.
    private static let limit = 16 << 20

    /// Returns the image file of the front cover, or else of the first picture; `nil` without pictures.
    static func bytes(in context: AVFormatContext) -> [UInt8]? {
        let pictures = (0..<Int(context.nb_streams)).compactMap { context.streams[$0] }.filter { stream in
            stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 && (1...limit).contains(Int(stream.pointee.attached_pic.size))
        }
        guard let picture = (pictures.first(where: isFrontCover) ?? pictures.first)?.pointee.attached_pic, let data = picture.data else {
            return nil
        }
        return [UInt8](UnsafeBufferPointer(start: data, count: Int(picture.size)))
    }

    /// Whether the picture has type 3 of ID3v2 APIC, in the words of FFmpeg.
    private static func isFrontCover(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
        av_dict_get(stream.pointee.metadata, "comment", nil, 0).map { String(cString: $0.pointee.value) } == "Cover (front)"
    }
}
