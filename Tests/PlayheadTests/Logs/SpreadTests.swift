import Testing

@testable import Playhead

@Suite("Spread of numbers that are not kept")
struct SpreadTests {
    @Test("It is that of all numbers", arguments: [[5.0], [2, 4, 4, 4, 5, 5, 7, 9], [1e9, 1e9 + 1, 1e9 + 2]])
    func deviation(numbers: [Double]) throws {
        var spread = Spread()
        for number in numbers { spread.add(number) }
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        let expected = (numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)).squareRoot()
        #expect(abs(try #require(spread.standardDeviation) - expected) < 1e-6)
    }

    @Test("Without numbers there is none")
    func empty() { #expect(Spread().standardDeviation == nil) }
}
