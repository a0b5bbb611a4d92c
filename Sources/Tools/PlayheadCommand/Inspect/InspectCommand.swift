import ArgumentParser
import Foundation
import PlayheadArguments
import PlayheadCore
import PlayheadTransport

/// Prints the contents and the faults of a playlist, a DASH manifest, of captions, an ID3 tag, ads, or an ad schedule.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract:
            "Prints the contents of a playlist, a DASH manifest, a list, captions, an ID3 tag, ads or an ad schedule, and its defects.")

    /// The maximum file size in bytes; no supported kind is larger.
    private static let limit = 64 << 20

    @Argument(help: "A file or URL.")
    var url: String

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var request: RequestArguments

    @OptionGroup var diagnostics: DiagnosticArguments

    func run() async throws {
        diagnostics.apply()
        let location = try Location.url(of: url)
        let loader = try request.loader
        do {
            let load = try request.options.request(location, for: .multivariantPlaylist)
            let (response, bytes) = try await loader.loadWhole(load, upTo: Self.limit)
            await loader.shutdown()
            let inspection = try FileKinds.inspect(InspectedFile(bytes: bytes, url: response.url.absoluteString))
            let writer = LineWriter.standardOutput
            if json {
                writer.write(json: JSONText.text(.object(inspection.fields)))
            } else {
                for line in inspection.summary { writer.write(line) }
            }
        } catch let error as LoadError {
            await loader.shutdown()
            ErrorText.print(PlaybackError(error, severity: .setup))
            throw ExitCode(ExitStatus.failed.rawValue)
        } catch let error as InspectionError {
            standardError("error: \(error.reason)")
            throw ExitCode(ExitStatus.failed.rawValue)
        }
    }
}
