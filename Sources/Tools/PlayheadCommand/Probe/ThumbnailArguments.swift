import ArgumentParser
import Foundation
import PlayheadArguments
import PlayheadCore
import PlayheadEngine

/// The options of `playhead probe` for writing a thumbnail.
struct ThumbnailArguments: ParsableArguments {
    /// The maximum size, which no screen exceeds; pictures are not enlarged.
    private static let size = PictureSize(width: 16_384, height: 16_384)

    @Option(help: "Instead write the picture of the key frame at or before this time, in seconds.")
    var thumbnail: Double?

    @Option(help: "With --thumbnail, the file to write: a portable pixmap (PPM).")
    var output: String?

    func validate() throws {
        guard (thumbnail == nil) == (output == nil) else { throw ValidationError("--thumbnail and --output go together.") }
        guard thumbnail?.isFinite ?? true else { throw ValidationError("--thumbnail takes a time in seconds.") }
    }

    /// Writes the thumbnail, if requested.
    /// - Returns: A line about the file; `nil` if no thumbnail is requested.
    func write(of url: URL, with probe: MediaProbe) async throws -> String? {
        guard let thumbnail, let output else { return nil }
        let picture = try await probe.thumbnail(of: url, at: thumbnail, fitting: Self.size)
        var file = Array("P6\n\(picture.width) \(picture.height)\n255\n".utf8)
        for pixel in stride(from: 0, to: picture.pixels.count, by: 4) { file.append(contentsOf: picture.pixels[pixel..<(pixel + 3)]) }
        do throws(OutputFile.Failure) {
            try OutputFile(path: output).write(file)
        } catch {
            standardError("error: \(output) could not be written: \(error).")
            throw ExitCode(ExitStatus.failed.rawValue)
        }
        return "thumbnail \(picture.time) s, \(picture.width)×\(picture.height)"
    }
}
