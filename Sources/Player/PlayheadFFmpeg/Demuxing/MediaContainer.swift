/// A container that may be opened: media files only, nothing that references other resources.
package struct MediaContainer: Sendable {
    /// The name of the demuxer in FFmpeg.
    let demuxer: String
    /// The extensions of file names, in lower case.
    let extensions: [String]

    private init(_ demuxer: String, _ extensions: String...) {
        self.demuxer = demuxer
        self.extensions = extensions
    }

    /// All containers.
    static let all = [
        MediaContainer("mov", "mp4", "m4v", "m4a", "m4b", "mov", "qt", "3gp", "3g2", "f4v"),
        MediaContainer("matroska", "mkv", "mka", "mk3d"), MediaContainer("webm", "webm", "weba"),
        MediaContainer("mpegts", "ts", "mts", "m2ts", "m2t", "trp"),
        MediaContainer("mpeg", "mpg", "mpeg", "vob", "m2p"), MediaContainer("mpegvideo", "m1v", "m2v", "mpv"),
        MediaContainer("mp3", "mp3", "mp2", "mpa"), MediaContainer("aac", "aac", "adts"), MediaContainer("ac3", "ac3"),
        MediaContainer("eac3", "eac3", "ec3"), MediaContainer("flac", "flac"), MediaContainer("wav", "wav", "wave"),
        MediaContainer("w64", "w64"), MediaContainer("ogg", "ogg", "oga", "ogv", "ogx", "ogm", "opus", "spx"),
        MediaContainer("avi", "avi", "divx"),
        MediaContainer("flv", "flv"), MediaContainer("aiff", "aif", "aiff", "aifc"), MediaContainer("caf", "caf"),
        MediaContainer("asf", "asf", "wma", "wmv"), MediaContainer("au", "au", "snd"), MediaContainer("h264", "h264", "264"),
        MediaContainer("hevc", "hevc", "h265", "265"), MediaContainer("m4v"), MediaContainer("ivf", "ivf"), MediaContainer("amr", "amr"),
        MediaContainer("dts", "dts"), MediaContainer("wv", "wv"), MediaContainer("tta", "tta"), MediaContainer("ape", "ape"),
        MediaContainer("gif", "gif"), MediaContainer("mxf", "mxf"), MediaContainer("dv", "dv", "dif"), MediaContainer("nut", "nut"),
    ]

    /// The names of all demuxers, as FFmpeg reads them.
    static let demuxers = all.map(\.demuxer).joined(separator: ",")

    private static let extensions = Set(all.flatMap(\.extensions))

    /// Whether the name of a file is that of media.
    package static func isNamed(_ name: String) -> Bool {
        !name.hasPrefix(".") && name.contains(".") && extensions.contains(name.split(separator: ".").last?.lowercased() ?? "")
    }
}
