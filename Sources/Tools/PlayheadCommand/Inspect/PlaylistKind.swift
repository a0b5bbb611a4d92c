import PlayheadCore
import PlayheadHLS

/// The kind of HLS playlists.
enum PlaylistKind: FileKind {
    static func inspect(_ file: InspectedFile) throws -> Inspection? {
        guard file.begins(with: "#EXT") || ["m3u8", "m3u"].contains(file.fileExtension) else { return nil }
        do {
            switch try HLSPlaylist.parse(file.bytes, url: file.url) {
            case .media(let playlist): return Inspection(fields: MediaPlaylistJSON.fields(of: playlist), summary: summary(of: playlist))
            case .multivariant(let playlist):
                return Inspection(fields: MultivariantPlaylistJSON.fields(of: playlist), summary: summary(of: playlist))
            }
        } catch {
            throw InspectionError(reason: "\(error)")
        }
    }

    private static func summary(of playlist: MediaPlaylist) -> [String] {
        var lines = ["kind      HLS media playlist"]
        lines.append("type      \(playlist.isComplete ? "complete" : "live")\(playlist.playlistType.map { ", \($0.rawValue)" } ?? "")")
        if let version = playlist.version { lines.append("version   \(version)") }
        lines.append("target    \(playlist.targetDuration) s")
        lines.append("segments  \(playlist.segments.count) from number \(playlist.mediaSequence), \(playlist.duration) s")
        if let skipped = playlist.skipped { lines.append("skipped   \(skipped.count)") }
        if let target = playlist.partTargetDuration { lines.append("parts     of \(target) s at most") }
        let methods = Set(playlist.segments.flatMap { $0.keys.map(\.method.rawValue) }).sorted()
        if !methods.isEmpty { lines.append("keys      \(methods.joined(separator: ", "))") }
        if let date = playlist.segments.first(where: { $0.programDateTimeText != nil })?.programDateTimeText {
            lines.append("date      \(date)")
        }
        if !playlist.dateRanges.isEmpty { lines.append("ranges    \(playlist.dateRanges.map(\.id).joined(separator: ", "))") }
        return lines + warnings(playlist.warnings)
    }

    private static func summary(of playlist: MultivariantPlaylist) -> [String] {
        var lines = ["kind      HLS multivariant playlist"]
        if let version = playlist.version { lines.append("version   \(version)") }
        for variant in playlist.variants { lines.append("variant   \(description(of: variant))") }
        for variant in playlist.iFrameVariants { lines.append("I-frames  \(description(of: variant))") }
        for rendition in playlist.renditions {
            let parts = [rendition.groupID, rendition.name, rendition.language, rendition.uri].compactMap { $0 }
            lines.append("\(rendition.type.rawValue.lowercased())  \(parts.joined(separator: ", "))")
        }
        if let steering = playlist.contentSteering { lines.append("steering  \(steering.serverURI)") }
        return lines + warnings(playlist.warnings)
    }

    private static func description(of variant: Variant) -> String {
        let size = variant.resolution.map { "\($0.width)×\($0.height)" }
        let parts = [TimeText.bitrate(variant.bandwidth), size, variant.frameRate.map { "\($0) fps" }, variant.codecs, variant.uri]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    private static func warnings(_ warnings: [PlaylistWarning]) -> [String] {
        warnings.map { "warning   \($0.line > 0 ? "line \($0.line): " : "")\($0.message)" }
    }
}
