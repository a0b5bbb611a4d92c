import Foundation
import PlayheadSamples
import TestSupport
import Testing

@Suite("What other programs make", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct ProducerTests {
    /// The recipes of `./test --long`, or of some of each class, whose program is there; `PLAYHEAD_RECIPES` selects by a part of
    /// the description instead.
    static let recipes: [ProducerRecipe] = {
        let wanted = ProcessInfo.processInfo.environment["PLAYHEAD_RECIPES"]
        return Producer.all.flatMap { producer -> [ProducerRecipe] in
            let recipes = producer.recipes.filter { recipe in
                wanted.map { recipe.description.contains($0) } ?? (TestScale.isLong || recipe.isShort)
            }
            guard !recipes.isEmpty, (try? Tool(producer.tool)) == nil else { return recipes }
            print("skipped: \(producer.tool) is not in PATH: \(recipes.count) of its recipes are not played")
            return []
        }
    }()

    @Test("Each picture and each sample is played, as ffprobe counts them, or an error says why not", arguments: recipes)
    func counts(_ recipe: ProducerRecipe) async throws {
        let url = try await Samples.streams.url(of: recipe)
        let (status, output, _) = try await RunningProgram.run(
            ["play", "--json", "--audio", "none", "--video", "none", "--mpris", "off", "--speed", "max", url.path])
        let events = try EventLine.all(output)
        let summary = try #require(events.last)
        if recipe.isRefused {
            #expect(status == 1 && summary.errors?.map(\.code) == [124_003] && !events.contains { $0.event == "onComplete" })
            return
        }
        let facts = try await MediaFacts(of: url)
        let differences = differences(of: facts, events, summary, isRendition: recipe.file.hasPrefix("m"))
        if let known = Self.known[recipe.description], differences.count == 1, differences[0].hasSuffix(known) { return }
        #expect(differences.isEmpty)
    }

    /// Returns what differs from the facts.
    private func differences(of facts: MediaFacts, _ events: [EventLine], _ summary: EventLine, isRendition: Bool) -> [String] {
        var differences: [String] = []
        if summary.framesShown != facts.frames || summary.framesDropped != 0 {
            differences.append("\(summary.framesShown ?? 0) of \(facts.frames) pictures, \(summary.framesDropped ?? 0) dropped")
        }
        let samples = summary.audioFrames ?? 0
        if samples != facts.samples, !isRendition || samples != facts.samples - facts.samplesBeforePictures {
            differences.append("\(samples) of \(facts.samples) samples")
        }
        let duration = events.last { $0.event == "onTime" }?.duration ?? 0
        let tolerance = 0.15
        let isRight = [facts.length, facts.listedLength].contains { $0.map { abs(duration - $0) <= tolerance } ?? false }
        if facts.length > 0, !isRight {
            differences.append("a duration of \(duration) s instead of \(facts.length) s")
        }
        if events.count(where: { $0.event == "onComplete" }) != 1 { differences.append("no completion") }
        differences += summary.errors?.map { "error \($0.code): \($0.message)" } ?? []
        if let warnings = summary.warnings, warnings > 0, !facts.isDamaged { differences.append("\(warnings) warnings") }
        return differences
    }
}
