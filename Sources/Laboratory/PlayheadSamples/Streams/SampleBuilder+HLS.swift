import Foundation

extension SampleBuilder {
    private static let audioCodec = "mp4a.40.2"

    func buildPresentation(_ layout: HLSLayout) async throws {
        if layout.segments == .packedAudio, !layout.isMultivariant {
            return try await buildPackedAudio(layout, language: 0, in: folder)
        }
        if layout.hasDiscontinuity { return try await buildWithDiscontinuity(layout) }
        if !layout.isMultivariant {
            return try await buildRendition(
                layout, size: (recipe.width, recipe.height), bitrate: nil, hasAudio: recipe.hasAudio, in: folder)
        }
        try await buildMultivariant(layout)
    }

    private func buildMultivariant(_ layout: HLSLayout) async throws {
        var audio: GeneratedPlaylist?
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
        for (index, language) in layout.languages.enumerated() {
            let name = "audio-\(language)"
            let subfolder = try makeFolder(name)
            if layout.segments == .packedAudio {
                try await buildPackedAudio(layout, language: index, in: subfolder)
            } else {
                try await buildAudio(layout, language: index, in: subfolder)
            }
            let playlist = try GeneratedPlaylist(subfolder.appendingPathComponent("main.m3u8"))
            if playlist.peakBitrate > audio?.peakBitrate ?? 0 { audio = playlist }
            let title = Locale(identifier: "en").localizedString(forLanguageCode: language) ?? language
            lines.append(
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"audio\",NAME=\"\(title)\",LANGUAGE=\"\(language)\",DEFAULT=\(index == 0 ? "YES" : "NO")"
                    + ",AUTOSELECT=YES,CHANNELS=\"2\",URI=\"\(name)/main.m3u8\"")
        }
        if layout.segments == .packedAudio {
            let group = layout.languages.isEmpty ? "" : ",AUDIO=\"audio\""
            let first = layout.languages.first ?? ""
            lines.append("#EXT-X-STREAM-INF:BANDWIDTH=\(audio?.peakBitrate ?? 0),CODECS=\"\(Self.audioCodec)\"\(group)")
            lines.append("audio-\(first)/main.m3u8")
        } else {
            let own = HLSLayout.Rung(width: recipe.width, height: recipe.height, bitrate: 0)
            for rung in layout.rungs.isEmpty ? [own] : layout.rungs {
                let name = "video-\(rung.height)p"
                let subfolder = try makeFolder(name)
                try await buildRendition(
                    layout, size: (rung.width, rung.height), bitrate: rung.bitrate > 0 ? rung.bitrate : nil,
                    hasAudio: layout.languages.isEmpty && recipe.hasAudio,
                    in: subfolder)
                let video = try GeneratedPlaylist(subfolder.appendingPathComponent("main.m3u8"))
                let level = Self.level(rung.width, rung.height, recipe.frameRate).code
                lines.append(
                    "#EXT-X-STREAM-INF:BANDWIDTH=\(video.peakBitrate + (audio?.peakBitrate ?? 0))"
                        + ",AVERAGE-BANDWIDTH=\(video.averageBitrate + (audio?.averageBitrate ?? 0))"
                        + ",CODECS=\"avc1.4d40\(level)\(recipe.hasAudio ? ",\(Self.audioCodec)" : "")\",RESOLUTION=\(rung.width)x\(rung.height),FRAME-RATE=\(recipe.frameRate).000"
                        + (layout.languages.isEmpty ? "" : ",AUDIO=\"audio\""))
                lines.append("\(name)/main.m3u8")
            }
        }
        try write(lines, to: folder)
    }

    private func buildRendition(
        _ layout: HLSLayout, size: (width: Int, height: Int), bitrate: Int?, hasAudio: Bool, duration: Double? = nil, firstFrame: Int = 0,
        hasOtherCodecs: Bool = false, in folder: URL
    ) async throws {
        let duration = duration ?? recipe.duration
        var arguments = input(
            SampleSource.video(width: size.width, height: size.height, frameRate: recipe.frameRate, firstFrame: firstFrame), duration)
        if hasAudio { arguments += input(SampleSource.audio(frequency: SampleSource.frequency(language: 0)), duration) }
        let interval = Int(saturating: layout.segmentDuration * Double(recipe.frameRate))
        if hasOtherCodecs {
            arguments += h265(keyFrameInterval: interval)
        } else {
            arguments += h264(keyFrameInterval: interval, width: size.width, height: size.height, bitrate: bitrate)
        }
        if hasAudio { arguments += hasOtherCodecs ? ["-c:a", "ac3", "-b:a", "192k"] : ["-c:a", "aac", "-b:a", "96k"] }
        try await segment(arguments, layout, in: folder)
    }

    private func buildAudio(_ layout: HLSLayout, language: Int, in folder: URL) async throws {
        let arguments = input(SampleSource.audio(frequency: SampleSource.frequency(language: language)), recipe.duration)
        try await segment(arguments + ["-c:a", "aac", "-b:a", "96k"], layout, in: folder)
    }

    /// Runs an encoder and divides its output into segments.
    private func segment(_ arguments: [String], _ layout: HLSLayout, in folder: URL) async throws {
        let arguments = arguments + (layout.timestampOffset > 0 ? ["-output_ts_offset", "\(layout.timestampOffset)"] : [])
        if let part = layout.partDuration {
            try await buildFragments(arguments, segmentDuration: layout.segmentDuration, partDuration: part, in: folder)
        } else {
            try await run(arguments + segmenting(layout), in: folder)
        }
    }

    private func segmenting(_ layout: HLSLayout) -> [String] {
        let isMP4 = layout.segments == .fragmentedMP4
        let name = layout.isSingleFile ? "segments" : "segment%03d"
        return [
            "-f", "hls", "-hls_time", "\(layout.segmentDuration)", "-hls_list_size", "0", "-hls_playlist_type", "vod",
            "-hls_flags", "independent_segments" + (layout.isSingleFile ? "+single_file" : ""),
            "-hls_segment_type", isMP4 ? "fmp4" : "mpegts", "-hls_fmp4_init_filename", "init.mp4",
            "-hls_segment_filename", name + (isMP4 ? (layout.isSingleFile ? ".mp4" : ".m4s") : ".ts"), "-bitexact", "main.m3u8",
        ]
    }

    private func buildWithDiscontinuity(_ layout: HLSLayout) async throws {
        // At a segment boundary, so that the beeps continue at whole seconds.
        let half = max(1, (recipe.duration / 2 / layout.segmentDuration).rounded(.down)) * layout.segmentDuration
        guard half < recipe.duration else { throw SampleStreamError.badRecipe("a discontinuity in \(recipe.duration) s") }
        let firstFrame = Int(saturating: half * Double(recipe.frameRate))
        let secondSize = (width: recipe.width * 3 / 4 / 2 * 2, height: recipe.height * 3 / 4 / 2 * 2)
        let folders = try (makeFolder("first"), makeFolder("second"))
        try await buildRendition(
            layout, size: (recipe.width, recipe.height), bitrate: nil, hasAudio: recipe.hasAudio, duration: half, in: folders.0)
        try await buildRendition(
            layout, size: secondSize, bitrate: nil, hasAudio: recipe.hasAudio, duration: recipe.duration - half, firstFrame: firstFrame,
            hasOtherCodecs: layout.hasCodecChange, in: folders.1)
        let parts = try (
            GeneratedPlaylist(folders.0.appendingPathComponent("main.m3u8")),
            GeneratedPlaylist(folders.1.appendingPathComponent("main.m3u8"))
        )
        let target = max(parts.0.targetDuration, parts.1.targetDuration)
        let first = parts.0.segmentLines.map { Self.moved($0, to: "first") }
        let second = parts.1.segmentLines.map { Self.moved($0, to: "second") }
        try write(
            mediaHead(target: target) + first + ["#EXT-X-DISCONTINUITY"] + second + ["#EXT-X-ENDLIST"], to: folder)
        for folder in [folders.0, folders.1] { try FileManager.default.removeItem(at: folder.appendingPathComponent("main.m3u8")) }
    }

    private func buildPackedAudio(_ layout: HLSLayout, language: Int, in folder: URL) async throws {
        let whole = folder.appendingPathComponent("whole.aac")
        let arguments = input(SampleSource.audio(frequency: SampleSource.frequency(language: language)), recipe.duration)
        try await run(arguments + SampleFormat.adts.muxingArguments + ["-bitexact", whole.lastPathComponent], in: folder)
        let adts = [UInt8](try Data(contentsOf: whole))
        try FileManager.default.removeItem(at: whole)
        let segments = try PackedAudio.segments(adts: adts, segmentDuration: layout.segmentDuration, sampleRate: SampleSource.sampleRate)
        var lines = mediaHead(target: Int(saturating: segments.map(\.duration).max() ?? 1))
        var offset = 0
        for (index, segment) in segments.enumerated() {
            lines.append("#EXTINF:\(String(format: "%.6f", segment.duration)),")
            if layout.isSingleFile {
                lines += ["#EXT-X-BYTERANGE:\(segment.bytes.count)@\(offset)", "segments.aac"]
                offset += segment.bytes.count
            } else {
                let name = String(format: "segment%03d.aac", index)
                try Data(segment.bytes).write(to: folder.appendingPathComponent(name))
                lines.append(name)
            }
        }
        if layout.isSingleFile {
            try Data(segments.flatMap(\.bytes)).write(to: folder.appendingPathComponent("segments.aac"))
        }
        try write(lines + ["#EXT-X-ENDLIST"], to: folder)
    }

    // MARK: Playlists

    func mediaHead(target: Int) -> [String] {
        [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(max(1, target))", "#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD",
            "#EXT-X-INDEPENDENT-SEGMENTS",
        ]
    }

    /// Returns a line of a playlist whose files have been moved into a subfolder.
    private static func moved(_ line: String, to folder: String) -> String {
        if line.hasPrefix("#EXT-X-MAP:") { return line.replacingOccurrences(of: "URI=\"", with: "URI=\"\(folder)/") }
        return line.hasPrefix("#") ? line : "\(folder)/\(line)"
    }

    private func makeFolder(_ name: String) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    func write(_ lines: [String], to folder: URL) throws {
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appendingPathComponent("main.m3u8"))
    }
}
