import PlayheadCore
import Testing

@testable import PlayheadEngine

@Suite("Failures of loading in the packet store", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct LoadingFailureTests {
    private let store = PacketStore {}

    /// Replaces the sound by that of a staged generation.
    private func takeOver(_ generation: Int, isMuxed: Bool = false) async throws {
        _ = store.append(try await TestPackets().make(0, isKey: true), to: .audio, generation: generation, blocking: false)
        #expect(store.takeOver(.audio, at: 0, amount: 0, isUrgent: true, isMuxed: isMuxed))
    }

    @Test("A failure of the only sound is dropped once another one replaces it, and does not count while that is loaded")
    func replacedSound() async throws {
        let first = store.reset()
        store.define([.audio], isMuxed: false)
        store.fail(PlaybackError(.segmentInvalid), generation: first)
        let failing = store.stage(.audio)
        #expect(store.error == nil && store.extent(beyond: 0).error == nil)
        store.unstage(failing)
        #expect(store.error?.kind == .segmentInvalid && store.hasFailed(.audio))
        let second = store.stage(.audio)
        try await takeOver(second)
        #expect(store.error == nil)
        store.fail(PlaybackError(.connectionLost), generation: second)
        #expect(store.error?.kind == .connectionLost)
    }

    @Test("A failure of the pictures is dropped once others replace them, although separate sound has the same generation")
    func replacedPictures() async throws {
        let generation = store.reset()
        store.define([.video, .audio], isMuxed: false)
        for packet in try await TestPackets().run(to: 3) {
            _ = store.append(packet, to: .video, generation: generation, blocking: false)
        }
        store.fail(PlaybackError(.segmentInvalid), of: [.video], generation: generation)
        #expect(store.error?.kind == .segmentInvalid && !store.hasFailed(.audio))
        let fresh = store.cut([.video], from: 1)?.generation
        #expect(fresh != nil && store.error == nil)
    }

    @Test("What ends all sounds of a file stays if one of them replaces another")
    func file() async throws {
        store.reset()
        store.define([.audio], isMuxed: true)
        let read = store.renew()
        let staged = store.stage(.audio)
        for generation in [read, staged] {
            store.fail(PlaybackError(.connectionLost), generation: generation)
            store.expectEnd(PlaybackError(.truncated), generation: generation)
        }
        try await takeOver(staged, isMuxed: true)
        #expect(store.error?.kind == .connectionLost && store.extent(beyond: 0).endError?.kind == .truncated)
    }
}
