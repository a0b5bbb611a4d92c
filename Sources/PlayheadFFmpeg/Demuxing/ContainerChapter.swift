import CFFmpeg

/// A chapter that a container has inside.
public struct ContainerChapter: Sendable, Hashable {
    /// Its title; empty where it has none.
    public var title: String
    /// Where it begins, in seconds of the container's times.
    public var start: Double
    /// Where it ends, in seconds of the container's times.
    public var end: Double

    /// A file can have no more of them than this.
    static let most = 1000

    init?(_ chapter: AVChapter) {
        let base = Double(chapter.time_base.num) / Double(chapter.time_base.den)
        guard base.isFinite, base > 0, chapter.start != playhead_nopts else { return nil }
        start = Double(chapter.start) * base
        end = chapter.end == playhead_nopts ? start : max(start, Double(chapter.end) * base)
        let entry = av_dict_get(chapter.metadata, "title", nil, 0)
        title = entry.flatMap { $0.pointee.value }.map { String(cString: $0) } ?? ""
    }

    /// All of a container, in the order of time.
    static func all(of context: AVFormatContext) -> [ContainerChapter] {
        let chapters = (0..<min(Int(context.nb_chapters), most)).compactMap { index in
            context.chapters[index].flatMap { ContainerChapter($0.pointee) }
        }
        return chapters.sorted { $0.start < $1.start }
    }
}
