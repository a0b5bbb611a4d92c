import Foundation

/// Generates one recipe in an empty folder.
struct SampleBuilder {
    let recipe: SampleRecipe
    let ffmpeg: Tool
    let folder: URL

    /// Returns the name of the file to play in the folder.
    static func entryName(_ recipe: SampleRecipe) -> String {
        switch recipe.packaging {
        case .file(let format): "sample.\(format.fileExtension)"
        case .hls: "main.m3u8"
        }
    }

    func build() async throws {
        switch recipe.packaging {
        case .file(let format): try await buildFile(format)
        case .hls(let layout): try await buildPresentation(layout)
        }
    }

    private func buildFile(_ format: SampleFormat) async throws {
        var arguments: [String] = []
        if format.hasVideo {
            arguments += input(SampleSource.video(width: recipe.width, height: recipe.height, frameRate: recipe.frameRate), recipe.duration)
        }
        arguments += input(SampleSource.audio(frequency: SampleSource.frequency(language: 0)), recipe.duration)
        if format.usesH264 {
            arguments += h264(keyFrameInterval: recipe.keyFrameInterval, width: recipe.width, height: recipe.height, bitrate: nil)
        } else if format.hasVideo {
            // Not the realtime mode, whose decisions depend on the current speed of the machine.
            arguments += [
                "-c:v", format == .webm ? "libvpx" : "libvpx-vp9", "-deadline", "good", "-cpu-used", "5", "-b:v", "400k", "-g",
                "\(max(1, recipe.keyFrameInterval))", "-threads", "1",
            ]
        }
        try await run(arguments + format.muxingArguments + ["-bitexact", Self.entryName(recipe)], in: folder)
    }

    // MARK: Pieces of commands

    func run(_ arguments: [String], in folder: URL) async throws {
        try await ffmpeg.run(["-hide_banner", "-nostdin", "-loglevel", "error", "-y"] + arguments, in: folder)
    }

    func input(_ graph: String, _ duration: Double) -> [String] {
        ["-f", "lavfi", "-t", "\(duration)", "-i", graph]
    }

    func h264(keyFrameInterval: Int, width: Int, height: Int, bitrate: Int?) -> [String] {
        let interval = max(1, keyFrameInterval)
        var arguments = [
            "-c:v", "libx264", "-preset", recipe.preset.rawValue, "-profile:v", "main", "-level:v",
            Self.level(width, height, recipe.frameRate).name,
            "-g", "\(interval)", "-keyint_min", "\(interval)", "-sc_threshold", "0", "-bf", "\(max(0, recipe.bFrames))",
            "-threads", "\(max(1, recipe.threads))",
        ]
        if let bitrate { arguments += ["-b:v", "\(bitrate)", "-maxrate", "\(bitrate)", "-bufsize", "\(bitrate)"] }
        return arguments
    }

    func h265(keyFrameInterval: Int) -> [String] {
        let interval = max(1, keyFrameInterval)
        return [
            "-c:v", "libx265", "-preset", "superfast", "-tag:v", "hvc1", "-g", "\(interval)", "-x265-params",
            "log-level=none:pools=none:frame-threads=1:keyint=\(interval):min-keyint=\(interval):scenecut=0:bframes=0:open-gop=0",
        ]
    }

    /// Returns the lowest common H.264 level with a sufficient macroblock rate (ITU-T H.264, table A-1).
    static func level(_ width: Int, _ height: Int, _ frameRate: Int) -> (name: String, code: String) {
        let rate = ((width + 15) / 16) * ((height + 15) / 16) * frameRate
        switch rate {
        case ...40_500: return ("3", "1e")
        case ...108_000: return ("3.1", "1f")
        case ...245_760: return ("4", "28")
        case ...983_040: return ("5.1", "33")
        default: return ("6.2", "3e")
        }
    }
}
