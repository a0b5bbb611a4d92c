import Foundation
import Playhead
import PlayheadEngine
import PlayheadTransport
import TestSupport

/// Passes a mutated file through the probe and the player. The seed determines the file and the mutation; the formats alternate.
@MainActor
struct FileScenario {
    private let seed: UInt64
    private let library: SampleLibrary
    private let limits: ScenarioLimits

    /// The time after which a playback is released, in seconds, because a mutated file may have an extreme duration.
    private static let duration = 12.0

    init(seed: UInt64, library: SampleLibrary, limits: ScenarioLimits) {
        self.seed = seed
        self.library = library
        self.limits = limits
    }

    /// - Returns: The violations.
    func run() async -> [String] {
        var random = SeededGenerator(seed: seed)
        let sorts = library.files.count + 1
        let sort = Int(seed % UInt64(sorts))
        WorkerLine.note(sort < library.files.count ? library.files[sort].name : "captions")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-fuzz-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let item =
                sort < library.files.count ? try media(library.files[sort], in: folder, using: &random) : try captions(folder, &random)
            return try await check(item, random)
        } catch {
            return ["the file can't be written: \(error)"]
        }
    }

    private func media(_ sample: SamplePresentation, in folder: URL, using random: inout SeededGenerator) throws -> PlayerItem {
        let url = folder.appendingPathComponent(sample.entry)
        try Data(ByteMutator.mutate(sample.files[sample.entry] ?? [], &random)).write(to: url)
        return PlayerItem(url: url)
    }

    /// Returns an unchanged file with mutated captions.
    private func captions(_ folder: URL, _ random: inout SeededGenerator) throws -> PlayerItem {
        let name = random.oneIn(3) ? "captions.srt" : "captions.vtt"
        let text = SampleDocuments.all["side/\(name)"] ?? []
        let url = folder.appendingPathComponent(name)
        let damaged = random.oneIn(2) ? ByteMutator.mutate(text, &random) : TextMutator(paths: []).mutate(text, tags: [], &random)
        try Data(damaged).write(to: url)
        let media = folder.appendingPathComponent("file.mp4")
        try Data(library.files.first { $0.name == "mp4" }.flatMap { $0.files[$0.entry] } ?? []).write(to: media)
        return PlayerItem(url: media, captions: [SidecarCaptions(url: url, isDefault: true)])
    }

    private func check(_ item: PlayerItem, _ random: SeededGenerator) async throws -> [String] {
        let clock = ScenarioClock(speed: 1)
        let loader = URLLoader()
        var keys = ContentKeyOptions()
        if let id = ContentKeyID(SampleLibrary.key.id) { keys.keys[id] = ContentKey(SampleLibrary.key.key) }
        var probing = EngineConfiguration(loader: loader, clock: clock)
        probing.requestOptions.contentKeys = keys
        var breaches = await ProbeCheck(configuration: probing, limits: limits).run(item.url, withFrames: true)
        await loader.shutdown()
        var configuration = PlayerConfiguration()
        configuration.autoplay = true
        configuration.network.assetOptions.contentKeys = keys
        configuration.postsNotifications = false
        configuration.captions.mode = .on
        configuration.pacing = .unpaced
        configuration.clock = clock
        var random = random
        let commands = random.oneIn(3) ? random : nil
        breaches += await PlaybackCheck(configuration: configuration, limits: limits).run([item], for: Self.duration, commands: commands)
        return breaches
    }
}
