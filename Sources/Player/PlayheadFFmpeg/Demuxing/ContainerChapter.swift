import CFFmpeg

/// A chapter of a container.
package struct ContainerChapter: Sendable, Hashable {
    /// The title; empty if absent.
    package var title: String
    /// The start, in seconds of the container's times.
    package var start: Double
    /// The end, in seconds of the container's times.
    package var end: Double

    /// The maximum number of chapters of a file.
    static let maximum = 1000

    /// Reads a chapter whose times count from `origin`, in seconds of the container's times.
    init?(_ chapter: AVChapter, origin: Double) {
        let base = Double(chapter.time_base.num) / Double(chapter.time_base.den)
        guard base.isFinite, base > 0, chapter.start != playhead_nopts else { return nil }
        start = Double(chapter.start) * base + origin
        end = chapter.end == playhead_nopts ? start : max(start, Double(chapter.end) * base + origin)
        let entry = av_dict_get(chapter.metadata, "title", nil, 0)
        title = entry.flatMap { $0.pointee.value }.map { String(cString: $0) } ?? ""
    }

    /// Returns all chapters of a container in the order of time; `format` is its name in FFmpeg, `start` that of its first stream in seconds.
    static func all(of context: AVFormatContext, format: String, start: Double) -> [ContainerChapter] {
        // FFmpeg's times of MP3 include the delay of the encoder, those of its tags do not.
        let origin = format == "mp3" ? start : 0
        let chapters = (0..<min(Int(context.nb_chapters), maximum)).compactMap { index in
            context.chapters[index].flatMap { ContainerChapter($0.pointee, origin: origin) }
        }
        return chapters.sorted { $0.start < $1.start }
    }
}
