import Foundation
import PlayheadAdaptive

/// The measured throughput of the networks that a player used, each with its age.
struct NetworkMemories: Sendable {
    /// The maximum number of networks; the one that was measured longest ago is forgotten.
    private static let limit = 16

    /// In the order of their last change.
    private var memories: [ThroughputMemory] = []

    /// Starts with the memory of an earlier player, if any.
    init(_ memory: ThroughputMemory? = nil) { memories = memory.map { [$0] } ?? [] }

    /// The memory that changed last.
    var last: ThroughputMemory? { memories.last }

    /// Keeps what was measured on `network` until `date`. Without a new measurement the date of the earlier one remains.
    mutating func keep(_ memory: ThroughputMemory?, measuredOn network: String?, at date: Date) {
        guard var memory else { return }
        memory.network = network
        let old = memories.firstIndex { $0.network == network }
        if let old, memories[old].measures(as: memory) {
            memory.measuredAt = memories[old].measuredAt
        } else {
            memory.measuredAt = date
        }
        if let old { memories.remove(at: old) }
        memories.append(memory)
        if memories.count > Self.limit { memories.removeFirst() }
    }

    /// Returns what is known at `date` about `network`; of several memories the last one.
    func memory(of network: String?, at date: Date) -> ThroughputMemory? {
        memories.reversed().lazy.compactMap { $0.usable(at: date, on: network) }.first
    }
}

extension ThroughputMemory {
    fileprivate func measures(as other: ThroughputMemory) -> Bool {
        logMean == other.logMean && spread == other.spread && latency == other.latency
    }
}
