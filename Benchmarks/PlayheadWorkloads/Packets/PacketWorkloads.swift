import PlayheadEngine

/// Insertion into the packet store, and moves of its cursors.
enum PacketWorkloads {
    private static let count = 2 * PacketRun.countPerTrack

    static var all: [Workload] { [append, next, seek] }

    /// Packets arrive from a demuxer.
    private static var append: Workload {
        Workload("packet-append", operations: count) {
            (store: PacketStore.empty(), run: try PacketRun())
        } work: { input in
            input.store.store.append(input.run, generation: input.store.generation)
        } check: { input, appended in
            appended == count && input.store.store.bytes == PacketRun.bytes
        }
    }

    /// The engine takes packets while the playhead moves, so that packets behind it are dropped.
    private static var next: Workload {
        Workload("packet-next", operations: count) {
            try PacketStore.filled()
        } work: { store in
            var taken = 0
            for _ in 0..<PacketRun.countPerTrack {
                guard case .packet(let picture) = store.next(.video), case .packet = store.next(.audio) else { return taken }
                store.setPlayhead(picture.time)
                taken += 2
            }
            return taken
        } check: { store, taken in
            taken == count && store.bytes < PacketRun.bytes / 2
        }
    }

    /// The viewer seeks inside the loaded range.
    private static var seek: Workload {
        Workload("packet-seek", operations: count) {
            try PacketStore.filled()
        } work: { store in
            // The positions are spread over the range in an order without a pattern.
            (0..<count).filter { store.seek(to: Double($0 * 371 % count) * 0.019) }.count
        } check: { store, moves in
            moves == count && store.bytes == PacketRun.bytes
        }
    }
}

extension PacketStore {
    /// Makes a store without packets that has room for a run, and returns it with its generation.
    fileprivate static func empty() -> (store: PacketStore, generation: Int) {
        var limits = Limits()
        limits.forward = 60
        limits.back = 5
        let store = PacketStore(limits: limits) {}
        let generation = store.reset()
        store.define([.video, .audio], isMuxed: true)
        return (store, generation)
    }

    /// Makes a store with the packets of a run.
    fileprivate static func filled() throws -> PacketStore {
        let (store, generation) = empty()
        _ = store.append(try PacketRun(), generation: generation)
        return store
    }

    /// Appends a run, as a demuxing thread does.
    /// - Returns: The number of accepted packets.
    fileprivate func append(_ run: PacketRun, generation: Int) -> Int {
        run.packets.count { append($0.packet, to: $0.kind, generation: generation, blocking: true) }
    }
}
