import Foundation
import Testing

@testable import Playhead

@Suite("Memories of networks")
struct NetworkMemoriesTests {
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    private func memory(_ logMean: Double) -> ThroughputMemory { ThroughputMemory(logMean: logMean, spread: 0.2, latency: 0.05) }

    @Test("Each network has its own memory, with the date of its last measurement")
    func networks() {
        var memories = NetworkMemories()
        #expect(memories.last == nil && memories.memory(of: nil, at: Self.start) == nil)
        memories.keep(memory(14), measuredOn: "home", at: Self.start)
        memories.keep(memory(16), measuredOn: "work", at: Self.start + 60)
        memories.keep(memory(14), measuredOn: "home", at: Self.start + 120)
        #expect(memories.last?.measuredAt == Self.start && memories.last?.network == "home")
        #expect(memories.memory(of: "work", at: Self.start + 120)?.logMean == 16)
        #expect(memories.memory(of: "train", at: Self.start + 120) == nil)
        memories.keep(memory(15), measuredOn: "home", at: Self.start + 180)
        #expect(memories.memory(of: "home", at: Self.start + 180)?.logMean == 15 && memories.last?.measuredAt == Self.start + 180)
    }

    @Test("The memory that the app gives is used on its network until the player has its own")
    func given() {
        let given = ThroughputMemory(logMean: 13, spread: 0.2, latency: 0.05, measuredAt: Self.start, network: "home")
        var memories = NetworkMemories(given)
        #expect(memories.memory(of: "home", at: Self.start) == given && memories.memory(of: "work", at: Self.start) == nil)
        memories.keep(memory(16), measuredOn: "home", at: Self.start + 1)
        #expect(memories.memory(of: "home", at: Self.start + 1)?.logMean == 16)
    }

    @Test("At most 16 networks are remembered; the one measured longest ago is forgotten")
    func bounds() {
        var memories = NetworkMemories()
        for index in 0..<20 { memories.keep(memory(Double(index)), measuredOn: "\(index)", at: Self.start) }
        #expect(memories.memory(of: "3", at: Self.start) == nil && memories.memory(of: "4", at: Self.start) != nil)
    }
}
