import Foundation
import PlayheadCore
import PlayheadTransport
import Synchronization
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("DASH without pictures", .enabled(if: Samples.areThere), .timeLimit(.minutes(2)))
struct DASHSoundTests {
    /// Returns a manifest without pictures: the sound of FFmpeg in English and in German, from the hosts en.test and de.test.
    private func soundOnlyManifest() async throws -> String {
        let original = try await DASHOrigin.original()
        let pictures = try #require(original.range(of: "<AdaptationSet id=\"0\"")).lowerBound
        let start = try #require(original.range(of: "<AdaptationSet id=\"1\"")).lowerBound
        let end = try #require(original.range(of: "</Period>")).lowerBound
        let sound = original[start..<end].replacing(#/\slang="\w+"/#, with: "")
        let sets = ["en", "de"].map { language in
            String(sound).replacing("id=\"1\"", with: "id=\"1\" lang=\"\(language)\"", maxReplacements: 1)
                .replacing(">", with: "><BaseURL>http://\(language).test/</BaseURL>", maxReplacements: 1)
        }
        return String(original[..<pictures]) + sets.joined() + String(original[end...])
    }

    @Test("Without pictures the sounds are audio tracks, between which playback switches")
    func soundOnly() async throws {
        let manifest = try await soundOnlyManifest()
        let origin = try await DASHOrigin { manifest }
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin)
        let description = try await rig.open()
        #expect(description.audioTracks.map(\.language) == ["en", "de"] && description.currentAudioTrack == 0)
        for index in [1, 0] {
            let before = rig.log.count
            rig.engine.send(.selectAudioTrack(index))
            _ = try await rig.log.wait(from: before) { $0 == .audioTrackSelected(index) }
        }
        rig.start()
        try await rig.ended()
        #expect(rig.engine.statistics.audioFrames > 285_000 && rig.warnings == [])
        #expect(Set(origin.urls.map { $0.host ?? "" }) == ["dash.test", "en.test", "de.test"])
        try await rig.close()
    }

    @Test("Without pictures only the automatic level is selected while another sound is played, and others cause a warning")
    func soundOnlyLevels() async throws {
        let manifest = try await soundOnlyManifest()
        let origin = try await DASHOrigin { manifest }
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin)
        #expect(try await rig.open().levels.count == 2)
        rig.engine.send(.selectLevel(1))
        _ = try await rig.log.wait(from: 0) { $0 == .levelSelected(1) }
        rig.engine.send(.selectAudioTrack(1))
        let selected = try await rig.log.wait(from: 0) { $0 == .audioTrackSelected(1) }
        for level in [1, 0] { rig.engine.send(.selectLevel(level)) }
        _ = try await rig.log.wait(from: selected) { $0 == .levelSelected(0) }
        #expect(rig.warnings.map(\.kind) == [.invalidIndex])
        #expect(!rig.log.all.suffix(from: selected).contains(.levelSelected(1)))
        rig.engine.send(.selectAudioTrack(0))
        let returned = try await rig.log.wait(from: selected) { $0 == .audioTrackSelected(0) }
        rig.engine.send(.selectLevel(1))
        _ = try await rig.log.wait(from: returned) { $0 == .levelSelected(1) }
        rig.start()
        try await rig.ended()
        #expect(rig.engine.statistics.audioFrames > 285_000 && rig.warnings.count == 1)
        try await rig.close()
    }

    @Test("If the preferred sound is missing and there are no pictures, the main one is played, with its levels")
    func missingSound() async throws {
        let manifest = try await soundOnlyManifest()
        let origin = try await DASHOrigin(
            answer: { request in
                guard request.url.host == "de.test" else { return nil }
                throw LoadError(.status(404), kind: request.kind, url: request.url)
            }, { manifest })
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin) { $0.preferredAudio.languages = ["de"] }
        #expect(try await rig.open().currentAudioTrack == 0)
        for level in [1, 0] { rig.engine.send(.selectLevel(level)) }
        let automatic = try await rig.log.wait(from: 0) { $0 == .levelSelected(0) }
        #expect(rig.log.all.prefix(automatic).contains(.levelSelected(1)))
        rig.start()
        try await rig.ended()
        #expect(rig.engine.statistics.audioFrames > 285_000 && !rig.warnings.contains { $0.kind == .invalidIndex })
        try await rig.close()
    }

    @Test("Without pictures another sound replaces one that fails; if no sound is left, playback fails", arguments: [false, true])
    func failingSounds(areAllFailing: Bool) async throws {
        let manifest = try await soundOnlyManifest()
        let (gate, opening) = AsyncStream.makeStream(of: Never.self)
        let isFailing = Mutex(false)
        let origin = try await DASHOrigin(
            answer: { request in
                let (host, name) = (request.url.host, request.url.lastPathComponent)
                guard name.hasPrefix("chunk") else { return nil }
                let isCut = host == "de.test" && name >= "chunk-stream1-00003.m4s"
                // The end of the German sound is missing once it is played.
                if isCut { for await _ in gate {} }
                guard isCut || isFailing.withLock({ $0 }) else { return nil }
                throw LoadError(.status(404), kind: request.kind, url: request.url)
            }, { manifest })
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin)
        _ = try await rig.open()
        rig.engine.send(.selectAudioTrack(1))
        let selected = try await rig.log.wait(from: 0) { $0 == .audioTrackSelected(1) }
        if areAllFailing { isFailing.withLock { $0 = true } }
        opening.finish()
        rig.start()
        if areAllFailing {
            #expect(try await rig.failure().kind == .segmentStatus(404))
        } else {
            try await rig.ended()
            #expect(rig.log.all.suffix(from: selected).contains(.audioTrackSelected(0)))
        }
        #expect(Set(rig.warnings.map(\.kind)) == [.segmentStatus(404)])
        try await rig.close()
    }

    @Test("A sound that failed while another one was loaded is loaded again if it is selected instead")
    func failedAndSelectedAgain() async throws {
        let manifest = try await soundOnlyManifest()
        let (english, englishGate) = AsyncStream.makeStream(of: Never.self)
        let (german, germanGate) = AsyncStream.makeStream(of: Never.self)
        let isEnglishHeld = Mutex(false)
        let isGermanFailing = Mutex(true)
        let origin = try await DASHOrigin(
            answer: { request in
                let (host, name) = (request.url.host, request.url.lastPathComponent)
                if host == "en.test", isEnglishHeld.withLock({ $0 }) { for await _ in english {} }
                guard host == "de.test", name.hasPrefix("chunk"), name >= "chunk-stream1-00003.m4s" else { return nil }
                for await _ in german {}
                guard isGermanFailing.withLock({ $0 }) else { return nil }
                throw LoadError(.status(404), kind: request.kind, url: request.url)
            }, { manifest })
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin) { $0.preferredAudio.languages = ["de"] }
        #expect(try await rig.open().currentAudioTrack == 1)
        let source = try #require(await rig.engine.source as? SegmentedSource)
        isEnglishHeld.withLock { $0 = true }
        rig.engine.send(.selectAudioTrack(0))
        try await eventually("the English sound is loaded") { source.audio.state.withLock { $0.staged != nil } }
        germanGate.finish()
        try await eventually("the German sound has failed") { source.audio.state.withLock { $0.failed.contains(1) } }
        isGermanFailing.withLock { $0 = false }
        rig.engine.send(.selectAudioTrack(1))
        _ = try await rig.log.wait(from: 0) { $0 == .audioTrackSelected(1) }
        englishGate.finish()
        rig.start()
        try await rig.ended()
        #expect(rig.engine.statistics.audioFrames > 285_000)
        try await rig.close()
    }
}
