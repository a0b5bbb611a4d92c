import Foundation
import PlayheadCore
import PlayheadFFmpeg
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("The packet store", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct PacketStoreTests {
    private static func limits(forward: Double = 5, back: Double = 5) -> PacketStore.Limits {
        var limits = PacketStore.Limits()
        limits.forward = forward
        limits.back = back
        return limits
    }

    /// Appends on a separate thread until a packet is refused.
    private func append(
        _ packets: [MediaPacket], to store: PacketStore, _ kind: TrackKind, _ generation: Int, finishes: Bool = false
    ) -> WorkerThread {
        WorkerThread(name: "test.append") {
            for packet in packets { guard store.append(packet, to: kind, generation: generation, blocking: true) else { return } }
            if finishes { store.finish([kind], generation: generation) }
        }
    }

    @Test("A thread that appends blocks while enough is loaded, and continues as the playhead moves")
    func backPressure() async throws {
        let signals = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let store = PacketStore(limits: Self.limits()) { signals.continuation.yield() }
        let generation = store.reset()
        store.define([.video], isMuxed: true)
        let thread = append(try await TestPackets().run(to: 60), to: store, .video, generation, finishes: true)
        var taken = 0
        var isDone = false
        var iterator = signals.stream.makeAsyncIterator()
        while !isDone {
            switch store.next(.video) {
            case .packet(let packet):
                taken += 1
                store.setPlayhead(packet.time)
                #expect(store.loaded(beyond: packet.time) < 5.1 || store.loaded(beyond: packet.time) == .infinity)
            case .ended: isDone = true
            case .starved, .sparse: _ = await iterator.next()
            }
        }
        #expect(taken == 1500)
        // Packets far behind the playhead were dropped.
        #expect(store.bytes <= 700 * (100 + Packet.overhead))
        await thread.join()
    }

    @Test("Closing, a reset and a take-over release a thread that waits for room, and refuse its packets", arguments: 0..<3)
    func wakesAppender(way: Int) async throws {
        let store = PacketStore(limits: Self.limits(forward: 1)) {}
        let generation = store.reset()
        store.define([.video], isMuxed: true)
        let thread = append(try await TestPackets().run(to: 60), to: store, .video, generation)
        switch way {
        case 0: store.close()
        case 1: store.reset()
        default:
            _ = store.stage(.video)
            #expect(store.takeOver(.video, at: 0, amount: -.infinity, isUrgent: false) == false)
            let other = store.stage(.video)
            _ = store.append(try await TestPackets().make(0, isKey: true), to: .video, generation: other, blocking: true)
            #expect(store.takeOver(.video, at: 0, amount: 0, isUrgent: true))
        }
        await thread.join()
        #expect(!store.append(try await TestPackets().make(0, isKey: true), to: .video, generation: generation, blocking: true))
        #expect(!store.isCurrent(generation, of: [.video]))
    }

    @Test("A thread that appends before the tracks are defined blocks until they are")
    func beforeDefinition() async throws {
        let store = PacketStore {}
        let generation = store.reset()
        let thread = append(try await TestPackets().run(to: 1), to: store, .video, generation, finishes: true)
        store.define([.video], isMuxed: true)
        await thread.join()
        #expect(store.loaded(beyond: 0) == .infinity)
    }

    @Test("Separate sound waits for the pictures, unless none is left or the playhead needs it", arguments: 0..<4)
    func leadingSound(way: Int) async throws {
        let store = PacketStore(limits: Self.limits(forward: 30)) {}
        let generation = store.reset()
        store.define([.video, .audio], isMuxed: false)
        let packets = try await TestPackets().run(to: 8)
        for packet in packets.prefix(while: { $0.time < 1 }) {
            _ = store.append(packet, to: .video, generation: generation, blocking: false)
        }
        _ = store.append(packets[0], to: .audio, generation: generation, blocking: false)
        #expect(await store.waitForRoom([.audio], from: 1.9, generation: generation))
        async let answer = store.waitForRoom([.audio], from: 5, generation: generation)
        switch way {
        case 0: for packet in packets { _ = store.append(packet, to: .video, generation: generation, blocking: false) }
        case 1: store.setPlayhead(3.5)
        case 2: store.finish([.video], generation: generation)
        default: _ = store.next(.audio)
        }
        #expect(await answer)
    }

    @Test("The playhead, a new generation and closing resume a task that waits for room", arguments: 0..<4)
    func waitForRoom(way: Int) async throws {
        let store = PacketStore(limits: Self.limits(forward: 1)) {}
        let generation = store.reset()
        store.define([.video, .audio], isMuxed: false)
        for packet in try await TestPackets().run(to: 3) {
            _ = store.append(packet, to: .video, generation: generation, blocking: false)
        }
        #expect(await store.waitForRoom([.audio], generation: generation))
        async let answer = store.waitForRoom([.video], generation: generation)
        switch way {
        case 0: store.setPlayhead(2.5)
        case 1: store.close()
        case 2: store.reset()
        default: _ = store.cut([.video], from: 1)
        }
        #expect(await answer == (way == 0))
    }

    @Test("Reports growth even while packets are left, because a client may wait for an amount of data")
    func growth() async throws {
        let calls = Locked(0)
        let store = PacketStore { calls.withLock { $0 += 1 } }
        let generation = store.reset()
        store.define([.video], isMuxed: true)
        let before = calls.withLock { $0 }
        for packet in try await TestPackets().run(to: 10) {
            _ = store.append(packet, to: .video, generation: generation, blocking: false)
        }
        let emitted = calls.withLock { $0 } - before
        // At least one report for every 0.1 s of media, but not for every packet.
        #expect(emitted >= 80 && emitted <= 110)
    }

    @Test("A track that is far behind the others of its container has a gap; in a separate container the track is late")
    func sparse() async throws {
        for isMuxed in [true, false] {
            let store = PacketStore {}
            let generation = store.reset()
            store.define([.video, .audio], isMuxed: isMuxed)
            for packet in try await TestPackets().run(to: 6) {
                _ = store.append(packet, to: .video, generation: generation, blocking: false)
            }
            #expect((store.sparseEnd(.audio) != nil) == isMuxed)
            if case .sparse = store.next(.audio) { #expect(isMuxed) } else { #expect(!isMuxed) }
        }
    }

    @Test("After reading has failed, a track without packets does not delay the packets of the others", arguments: [true, false])
    func leftOver(isMuxed: Bool) async throws {
        let store = PacketStore {}
        let generation = store.reset()
        store.define([.video, .audio], isMuxed: isMuxed)
        for packet in try await TestPackets().run(to: 0.5) {
            _ = store.append(packet, to: .video, generation: generation, blocking: false)
        }
        #expect(store.sparseEnd(.audio) == nil)
        store.fail(PlaybackError(.connectionLost), generation: generation)
        #expect((store.sparseEnd(.audio) != nil) == isMuxed)
        while case .packet = store.next(.video) {}
        #expect(store.sparseEnd(.video) == nil)
    }

    @Test("Bytes are limited too once they last one second, and packets without duration at twice the limit")
    func byteLimits() async throws {
        let packets = try await TestPackets()
        // 1 s of 25 packets is 100,000 bytes; 30 s would be 3,000,000.
        for (limit, step, most) in [(250_000, 0.04, 254_000), (20_000, 0.04, 108_000), (250_000, 0, 504_000), (250_000, -0.04, 504_000)] {
            var limits = PacketStore.Limits()
            limits.forwardBytes = limit
            let store = PacketStore(limits: limits) {}
            let generation = store.reset()
            store.define([.video], isMuxed: true)
            var count = 0
            while !store.isFull, count < 1000 {
                let packet = try packets.make(50 + Double(count) * step, isKey: true, size: 4000 - Packet.overhead)
                _ = store.append(packet, to: .video, generation: generation, blocking: false)
                if count == 0 { store.setPlayhead(50) }
                count += 1
            }
            #expect(store.isFull && store.bytes <= most && store.bytes >= min(limit, 100_000), "\(limit), \(step): \(store.bytes)")
        }
    }

    @Test("A thread that appends blocks at the hard limit, even if the playhead does not limit it")
    func overfull() async throws {
        var limits = PacketStore.Limits()
        limits.forwardBytes = 50_000
        let store = PacketStore(limits: limits) {}
        let generation = store.reset()
        store.define([.video, .audio], isMuxed: true)
        let packets = try await TestPackets()
        let all = try (0..<200).map { try packets.make(Double($0) * 0.04, isKey: true, size: 2000 - Packet.overhead) }
        let thread = WorkerThread(name: "test.append") {
            for packet in all { guard store.append(packet, to: .video, generation: generation, blocking: false) else { return } }
            store.finish([.video, .audio], generation: generation)
        }
        var taken = 0
        var most = 0
        taking: while true {
            most = max(most, store.bytes)
            switch store.next(.video) {
            case .packet(let packet):
                taken += 1
                store.setPlayhead(packet.time)
            case .starved, .sparse: await Task.yield()
            case .ended: break taking
            }
        }
        #expect(taken == 200)
        await thread.join()
        // As much again is kept behind the playhead.
        #expect(store.bytes <= 52_000 && most <= 154_000)
        let other = PacketStore(limits: limits) {}
        let second = other.reset()
        other.define([.video], isMuxed: true)
        let stuck = WorkerThread(name: "test.append") {
            for packet in all { guard other.append(packet, to: .video, generation: second, blocking: false) else { return } }
        }
        while !other.isFull { await Task.yield() }
        #expect(other.bytes <= 102_000)
        other.close()
        await stuck.join()
    }

    @Test("Sound that a search passes takes no room, and that at the target stays")
    func passedSound() async throws {
        var limits = PacketStore.Limits()
        limits.forwardBytes = 50_000
        let store = PacketStore(limits: limits) {}
        let generation = store.reset()
        store.define([.audio], isMuxed: true)
        store.setPlayhead(1000)
        let packets = try await TestPackets()
        for index in 0...1000 {
            _ = store.append(try packets.make(Double(index), 1, isKey: true), to: .audio, generation: generation)
            store.skipPassedSound(before: 990)
            store.setPlayhead(1000)
            let isOverfull = store.locked { store.isOverfull(.audio, generation) }
            #expect(!isOverfull && store.bytes < 100_000)
        }
        #expect(store.seek(to: 990))
        #expect(abs(try #require(store.nextTime(.audio)) - 989) < 0.001)
    }

    @Test("An outlying timestamp of another track does not hold back a track without packets")
    func outlier() async throws {
        let store = PacketStore(limits: Self.limits(forward: 5)) {}
        let generation = store.reset()
        store.define([.video], isMuxed: true)
        let packets = try await TestPackets()
        for packet in try packets.run(to: 1) { _ = store.append(packet, to: .video, generation: generation, blocking: false) }
        _ = store.append(try packets.make(1000), to: .video, generation: generation, blocking: false)
        while case .packet = store.next(.video) {}
        #expect(!store.isFull)
        #expect(store.append(try packets.make(1.04), to: .video, generation: generation, blocking: true))
        #expect(!store.isFull)
    }

    @Test("An absent track stays absent until its next packet, however little is loaded beyond the playhead")
    func absence() async throws {
        let store = PacketStore {}
        let generation = store.reset()
        store.define([.video, .audio], isMuxed: true)
        let packets = try await TestPackets()
        for packet in try packets.run(to: 6) { _ = store.append(packet, to: .video, generation: generation, blocking: false) }
        #expect(store.sparseEnd(.audio) != nil)
        store.setPlayhead(5.5)
        #expect(store.sparseEnd(.audio) != nil)
        #expect(abs(store.loaded(beyond: 5.5) - 0.5) < 0.01)
        #expect(store.loadedRange() == TimeRange(start: 0, end: 6))
        #expect(store.seek(to: 3))
        _ = store.append(try packets.make(5.9, isKey: true), to: .audio, generation: generation, blocking: false)
        #expect(store.sparseEnd(.audio) == nil)
        guard case .packet = store.next(.audio) else {
            Issue.record("there is one")
            return
        }
        #expect(store.sparseEnd(.audio) == nil)
    }

    @Test("A gap that is covered by the duration of the last packet does not count as loaded sound")
    func longPacket() async throws {
        let store = PacketStore(limits: Self.limits(forward: 10)) {}
        let generation = store.reset()
        store.define([.video, .audio], isMuxed: true)
        let packets = try await TestPackets()
        _ = store.append(try packets.make(0, 70, isKey: true), to: .audio, generation: generation, blocking: false)
        for packet in try packets.run(to: 8) { _ = store.append(packet, to: .video, generation: generation, blocking: false) }
        _ = store.next(.audio)
        #expect(!store.isFull)
        #expect(store.sparseEnd(.audio) != nil)
        #expect(store.sparseEnd(.video) == nil)
    }

    @Test("A packet without a duration counts as loaded")
    func noDuration() async throws {
        let store = PacketStore {}
        let generation = store.reset()
        store.define([.audio], isMuxed: true)
        _ = store.append(try await TestPackets().make(8, 0, isKey: true), to: .audio, generation: generation, blocking: false)
        #expect(store.isLoaded(8) && store.seek(to: 8) && !store.isLoaded(8.1))
    }

    @Test("A failure is reported until the failed track is not played any more")
    func failures() async throws {
        let store = PacketStore {}
        let first = store.reset()
        store.define([.video, .audio], isMuxed: false)
        store.fail(PlaybackError(.segmentInvalid), generation: first)
        store.fail(PlaybackError(.connectionLost), generation: first)
        #expect(store.error?.kind == .segmentInvalid)
        // Audio in another language does not clear the failure of the video.
        _ = store.stage(.audio)
        #expect(store.error?.kind == .segmentInvalid)
        let second = store.reset()
        #expect(store.error == nil)
        store.fail(PlaybackError(.truncated), generation: first)
        #expect(store.error == nil)
        store.fail(PlaybackError(.truncated), generation: second)
        #expect(store.error?.kind == .truncated)
    }

    @Test("The error at the end and the staged sound are dropped with their generation")
    func extent() {
        let store = PacketStore {}
        let generation = store.reset()
        store.define([.video, .audio], isMuxed: false)
        store.expectEnd(PlaybackError(.truncated), generation: generation)
        let staged = store.stage(.audio)
        #expect(store.extent(beyond: 0).endError?.kind == .truncated && store.extent(beyond: 0).stagedSound == staged)
        store.reset()
        #expect(store.extent(beyond: 0).endError == nil && store.extent(beyond: 0).stagedSound == nil)
    }

    @Test("A seek before the first loaded picture is outside, unless no picture is earlier")
    func seekBeforeStart() async throws {
        let store = PacketStore {}
        var generation = store.reset()
        store.define([.video], isMuxed: true)
        let packets = try await TestPackets()
        for packet in try packets.run(5, to: 8) { _ = store.append(packet, to: .video, generation: generation, blocking: false) }
        #expect(!store.seek(to: 4.9))
        #expect(store.seek(to: 5))
        #expect(store.loadedRange() == TimeRange(start: 5, end: 8))
        generation = store.reset()
        for packet in try packets.run(0.08, to: 3) { _ = store.append(packet, to: .video, generation: generation, blocking: false) }
        #expect(store.seek(to: 0))
    }

    @Test("Appends, seeks, trims and resets from several threads keep the store consistent")
    func manyThreads() async throws {
        let store = PacketStore(limits: Self.limits(forward: 2, back: 1)) {}
        let packets = try await TestPackets().run(to: 20)
        let generation = store.reset()
        store.define([.video, .audio], isMuxed: false)
        var threads = [TrackKind.video, .audio].map { append(packets, to: store, $0, generation, finishes: true) }
        threads.append(
            WorkerThread(name: "test.take") {
                var numbers = SeededGenerator(seed: 3)
                var ended = 0
                while ended < 200 {
                    for kind in TrackKind.allCases {
                        if case .packet(let packet) = store.next(kind) { store.setPlayhead(packet.time) } else { ended += 1 }
                    }
                    if Int.random(in: 0..<50, using: &numbers) == 0 { _ = store.seek(to: .random(in: 0..<20, using: &numbers)) }
                    _ = store.loadedRange()
                }
                store.close()
            })
        for thread in threads { await thread.join() }
        #expect(store.tracks == [] && store.bytes == 0)
    }
}
