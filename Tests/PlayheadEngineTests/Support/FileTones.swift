import Foundation

@testable import PlayheadSamples

/// Files with two languages that are steady tones in different codecs, rates and channels; the picture is that of ``Samples/small``.
enum FileTones {
    /// The tested containers: with an index, with a distributed index, and without one.
    static let containers = ["mkv", "mp4", "ts"]
    /// The frequencies of the first and the second language, in hertz.
    static let frequencies = [1000.0, 500.0]

    static func url(_ container: String) async throws -> URL {
        let picture = try await Samples.url(Samples.small)
        let folder = Samples.package.appendingPathComponent(".build/samples-tones")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("two-languages.\(container)")
        if FileManager.default.fileExists(atPath: file.path) { return file }
        let draft = folder.appendingPathComponent("\(UUID().uuidString).\(container)")
        func tone(_ frequency: Double) -> String { "0.5*sin(2*PI*\(Int(saturating: frequency, rounding: .towardZero))*t)" }
        try await Tool("ffmpeg").run(
            [
                "-nostdin", "-loglevel", "error", "-i", picture.path,
                "-f", "lavfi", "-i", "aevalsrc=exprs='\(tone(frequencies[0]))|\(tone(frequencies[0]))':s=48000:c=stereo",
                "-f", "lavfi", "-i", "aevalsrc=exprs='\(tone(frequencies[1]))':s=44100:c=mono",
                "-map", "0:v", "-map", "1:a", "-map", "2:a", "-t", "\(Samples.small.duration)", "-c:v", "copy", "-c:a:0", "aac",
                "-c:a:1", "libmp3lame", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu",
                "-metadata:s:a:1", "title=Kommentar", "-bitexact", draft.path,
            ], in: folder)
        // Another process may have created the file meanwhile, which is equivalent.
        try? FileManager.default.moveItem(at: draft, to: file)
        try? FileManager.default.removeItem(at: draft)
        return file
    }
}
