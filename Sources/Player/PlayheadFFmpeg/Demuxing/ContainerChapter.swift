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

    init?(_ chapter: AVChapter) {
        let base = Double(chapter.time_base.num) / Double(chapter.time_base.den)
        guard base.isFinite, base > 0, chapter.start != playhead_nopts else { return nil }
        start = Double(chapter.start) * base
        end = chapter.end == playhead_nopts ? start : max(start, Double(chapter.end) * base)
        let entry = av_dict_get(chapter.metadata, "title", nil, 0)
        title = entry.flatMap { $0.pointee.value }.map { String(cString: $0) } ?? ""
    }

    /// Returns all chapters of a container, in the order of time.
    static func all(of context: AVFormatContext) -> [ContainerChapter] {
        let chapters = (0..<min(Int(context.nb_chapters), maximum)).compactMap { index in
            context.chapters[index].flatMap { ContainerChapter($0.pointee) }
        }
        return chapters.sorted { $0.start < $1.start }
    }
}
