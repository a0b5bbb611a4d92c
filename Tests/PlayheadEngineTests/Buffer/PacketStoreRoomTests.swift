import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("The room of the packet store", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct PacketStoreRoomTests {
    @Test("Tracks that are not played are loaded no further ahead than others, of which they cut nothing and which they do not end")
    func unplayedTracks() async throws {
        var limits = PacketStore.Limits()
        limits.forward = 1
        let store = PacketStore(limits: limits) {}
        let generation = store.reset()
        store.define([.audio], isMuxed: false)
        #expect(await store.waitForRoom([.video], from: 0.5, generation: generation))
        async let answer = store.waitForRoom([.video], from: 5, generation: generation)
        try await eventually("the task waits") { store.locked { store.roomWaiters.count == 1 } }
        store.setPlayhead(4.5)
        #expect(await answer)
        for packet in try await TestPackets().run(to: 10) {
            _ = store.append(packet, to: .audio, generation: generation, blocking: false)
        }
        let boundary = store.cut([.video], from: 5)?.boundary
        #expect(boundary == nil)
        store.fail(PlaybackError(.connectionLost), of: [.video], generation: generation)
        #expect(store.error == nil)
        store.fail(PlaybackError(.connectionLost), of: [.audio], generation: generation)
        #expect(store.error?.kind == .connectionLost)
    }
}
