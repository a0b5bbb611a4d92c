import Foundation

@testable import PlayheadSamples

/// Presentations whose languages are steady tones, so that every sample identifies its language.
enum SteadyTones {
    /// The frequencies of the first and the second language, in hertz.
    static let frequencies = [1000, 500]

    /// Returns `recipe`, fragmented MP4 with the languages `en` and `de`, with its sound replaced by steady tones.
    static func url(_ recipe: SampleRecipe) async throws -> URL {
        let source = try await Samples.url(recipe).deletingLastPathComponent()
        let files = FileManager.default
        let folder = Samples.package.appendingPathComponent(".build/samples-tones/\(source.lastPathComponent)")
        let entry = folder.appendingPathComponent("main.m3u8")
        if files.fileExists(atPath: entry.path) { return entry }
        let draft = folder.deletingLastPathComponent().appendingPathComponent(UUID().uuidString)
        try files.createDirectory(at: draft.deletingLastPathComponent(), withIntermediateDirectories: true)
        try files.copyItem(at: source, to: draft)
        for (language, frequency) in zip(["en", "de"], frequencies) {
            let audio = draft.appendingPathComponent("audio-\(language)")
            try files.removeItem(at: audio)
            try files.createDirectory(at: audio, withIntermediateDirectories: true)
            try await Tool("ffmpeg").run(
                [
                    "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i",
                    "aevalsrc=exprs='0.5*sin(2*PI*\(frequency)*t)|0.5*sin(2*PI*\(frequency)*t)':s=48000:c=stereo", "-t",
                    "\(recipe.duration)",
                    "-c:a", "aac", "-b:a", "96k", "-f", "hls", "-hls_time", "1", "-hls_list_size", "0", "-hls_playlist_type", "vod",
                    "-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init.mp4", "-hls_segment_filename", "segment%03d.m4s",
                    "-bitexact", "main.m3u8",
                ], in: audio)
        }
        // Another process may have created the files meanwhile, which are equivalent.
        try? files.moveItem(at: draft, to: folder)
        try? files.removeItem(at: draft)
        return entry
    }
}
