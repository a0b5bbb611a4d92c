import Foundation
import PlayheadCore
import PlayheadSamples
import Synchronization
import Testing

@testable import PlayheadEngine

@Suite("The reported steps of an engine", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct EngineStepTests {
    /// Plays a stream to its end, and returns the steps.
    private static func steps(of recipe: SampleRecipe) async throws -> [EngineStep] {
        let steps = Mutex<[EngineStep]>([])
        let observer: @Sendable (EngineStep) -> Void = { step in steps.withLock { $0.append(step) } }
        let rig = EngineRig(try await Samples.url(recipe)) { $0.onStep = observer }
        _ = try await rig.open()
        try await rig.loaded(to: 1)
        rig.start()
        try await rig.ended()
        try await rig.close()
        return steps.withLock { $0 }
    }

    @Test(
        "Each container is opened, then each track has a first packet, a first frame and decoding; the first picture is reported once",
        arguments: [SampleRecipe(.file(.mp4), duration: 2), .hlsTransportStream, .hlsAlternateAudio])
    func order(recipe: SampleRecipe) async throws {
        let steps = try await Self.steps(of: recipe)
        for kind in TrackKind.allCases {
            let opened = try #require(steps.firstIndex { if case .opened(let kinds, _, _) = $0 { kinds.contains(kind) } else { false } })
            let packet = try #require(steps.firstIndex(of: .firstPacket(kind)))
            let frame = try #require(steps.firstIndex(of: .firstFrame(kind)))
            #expect(opened < packet && packet < frame, "\(kind)")
            #expect(steps.count { $0 == .firstPacket(kind) || $0 == .firstFrame(kind) } == 2)
            let levels = steps.compactMap { if case .buffered(kind, let seconds) = $0 { seconds } else { nil } }
            #expect(levels.contains { $0 > 0.5 } && levels.allSatisfy { $0 >= 0 })
            let work = steps.compactMap { if case .decoded(kind, let seconds) = $0 { seconds } else { nil } }
            #expect(!work.isEmpty && work.allSatisfy { $0 >= 0 })
        }
        let picture = try #require(steps.firstIndex(of: .firstPicture(isEarly: false)))
        #expect(steps.firstIndex(of: .firstFrame(.video)).map { $0 < picture } == true)
        #expect(steps.count { if case .firstPicture = $0 { true } else { false } } == 1)
    }
}
