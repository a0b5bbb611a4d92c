import Testing

@testable import Playhead

@Suite("Standard deviation without stored values")
struct SpreadTests {
    @Test("The result is the standard deviation of all numbers", arguments: [[5.0], [2, 4, 4, 4, 5, 5, 7, 9], [1e9, 1e9 + 1, 1e9 + 2]])
    func deviation(numbers: [Double]) throws {
        var spread = Spread()
        for number in numbers { spread.add(number) }
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        let expected = (numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)).squareRoot()
        #expect(abs(try #require(spread.standardDeviation) - expected) < 1e-6)
    }

    @Test("Without numbers the result is nil")
    func empty() { #expect(Spread().standardDeviation == nil) }
}
