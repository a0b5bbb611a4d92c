import Testing

@testable import PlayheadEngine

@Suite("Playout: the supply of data before a start")
struct StartSupplyTests {
    @Test(
        "A tenth of a second suffices if data arrives faster than it is played",
        arguments: [
            // The columns: seconds at the first data, seconds of data after 40 ms, whether they suffice.
            (0.03, 0.12, true), (0.03, 0.09, false), (0.08, 0.12, false), (0.0, 0.5, false),
        ])
    func amounts(first: Double, ahead: Double, suffices: Bool) {
        var supply = StartSupply()
        supply.record(first, since: nil, at: 10)
        #expect(supply.suffices(ahead, at: 10.04) == suffices)
    }

    @Test("Data that arrives as slowly as it is played does not suffice")
    func slow() {
        var supply = StartSupply()
        supply.record(0.03, since: nil, at: 10)
        #expect(!supply.suffices(0.14, at: 10.1))
        #expect(supply.suffices(0.15, at: 10.1))
    }

    @Test("Data that arrives in one piece counts from the beginning of its transfer", arguments: [(0.25, true), (0.18, false)])
    func pieces(ahead: Double, suffices: Bool) {
        var supply = StartSupply()
        supply.record(ahead, since: 9.8, at: 10)
        #expect(supply.suffices(ahead, at: 10) == suffices)
    }
}
