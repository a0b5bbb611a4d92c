import ArgumentParser
import Foundation
import PlayheadArguments
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// Prints the contents of a stream.
struct ProbeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe", abstract: "Prints the format, the tracks and the chapters of a stream.")

    @Argument(help: "A file or URL.")
    var url: String

    @Flag(help: "Print one JSON object.")
    var json = false

    @Flag(help: "Decode everything and list the frames.")
    var frames = false

    @Option(help: "The level of an HLS ladder to probe; 0 lets the player choose.")
    var quality = 0

    @OptionGroup var thumbnail: ThumbnailArguments

    @OptionGroup var request: RequestArguments

    @OptionGroup var diagnostics: DiagnosticArguments

    func run() async throws {
        diagnostics.apply()
        let location = try Location.url(of: url)
        let loader = try request.loader
        var configuration = EngineConfiguration(loader: RetryingLoader(loader, clock: SystemClock()))
        configuration.initialLevel = quality
        configuration.requestOptions = try request.options
        do {
            let probe = MediaProbe(configuration: configuration)
            let writer = LineWriter.standardOutput
            if let line = try await thumbnail.write(of: location, with: probe) {
                writer.write(line)
                return await loader.shutdown()
            }
            let result = try await probe.run(location, withFrames: frames)
            if json { writer.write(json: JSONText.text(Self.value(of: result))) } else { Self.print(result, to: writer) }
            await loader.shutdown()
        } catch let error as PlaybackError {
            await loader.shutdown()
            ErrorText.print(error.with(severity: .setup))
            throw ExitCode(ExitStatus.failed.rawValue)
        }
    }

    private static func value(of result: MediaProbe.Result) -> EventValue {
        var fields: EventFields = [
            "format": .string(result.format),
            "duration": result.duration.map { .double($0) } ?? .null,
            "isLive": .bool(result.isLive),
            "playable": .bool(result.isPlayable),
            "hasProtectedContent": .bool(result.hasProtectedContent),
            "tracks": .array(result.tracks.map { .object(value(of: $0)) }),
        ]
        if !result.chapters.isEmpty {
            fields["chapters"] = .array(
                result.chapters.map { .object(["title": .string($0.title), "start": .double($0.start), "end": .double($0.end)]) })
        }
        if let frames = result.frames { fields["frames"] = .array(frames.map { .object(value(of: $0)) }) }
        return .object(fields)
    }

    private static func value(of track: AssetTrack) -> EventFields {
        var fields: EventFields = ["index": .int(track.index), "type": .string(track.type), "codec": .string(track.codec)]
        fields["width"] = track.width.map { .int($0) }
        fields["height"] = track.height.map { .int($0) }
        fields["frameRate"] = track.frameRate.map { .double($0) }
        fields["sampleRate"] = track.sampleRate.map { .int($0) }
        fields["channels"] = track.channels.map { .int($0) }
        fields["language"] = track.language.map { .string($0) }
        fields["bitrate"] = track.bitrate.map { .int($0) }
        return fields
    }

    private static func value(of frame: MediaProbe.FrameInfo) -> EventFields {
        var fields: EventFields = [
            "track": .int(frame.track), "time": .double(frame.time), "duration": .double(frame.duration), "key": .bool(frame.isKey),
        ]
        fields["type"] = frame.type.map { .string($0) }
        return fields
    }

    private static func print(_ result: MediaProbe.Result, to writer: LineWriter) {
        writer.write("format    \(result.format)")
        writer.write("duration  \(result.duration.map { EventText.seconds($0) } ?? "unknown")")
        for track in result.tracks {
            var parts = [track.codec]
            if let width = track.width, let height = track.height { parts.append("\(width)×\(height)") }
            if let rate = track.frameRate { parts.append("\((rate * 1000).rounded() / 1000) fps") }
            if let rate = track.sampleRate { parts.append("\(rate) Hz") }
            if let channels = track.channels { parts.append("\(channels) ch") }
            if let language = track.language { parts.append(language) }
            if let bitrate = track.bitrate { parts.append(TimeText.bitrate(bitrate)) }
            writer.write("track \(track.index)   \(track.type)  \(parts.joined(separator: ", "))")
        }
        for chapter in result.chapters {
            writer.write("chapter   \(EventText.seconds(chapter.start))  \(EventText.seconds(chapter.end))  \(chapter.title)")
        }
        for frame in result.frames ?? [] {
            writer.write(
                "frame     \(frame.track)  \(String(format: "%.6f s", frame.time))  \(frame.type ?? "-")\(frame.isKey ? "  key" : "")")
        }
    }
}
