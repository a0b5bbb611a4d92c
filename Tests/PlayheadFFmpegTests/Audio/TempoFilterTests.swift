import Foundation
import Testing

@testable import PlayheadFFmpeg

struct TempoFilterTests {
    private static let sampleRate = 48_000

    private static func sine(_ frequency: Double, seconds: Double, channels: Int) -> [Float] {
        let step = 2 * Double.pi * frequency / Double(sampleRate)
        return (0..<Int(saturating: seconds * Double(sampleRate), rounding: .towardZero)).flatMap { index -> [Float] in
            [Float](repeating: Float(0.5 * sin(step * Double(index))), count: channels)
        }
    }

    private static func run(_ filter: TempoFilter, _ samples: [Float], block: Int) throws -> [Float] {
        var output: [Float] = []
        for start in stride(from: 0, to: samples.count, by: block) {
            try samples[start..<min(start + block, samples.count)].withUnsafeBufferPointer { try filter.process($0, into: &output) }
        }
        try filter.finish(into: &output)
        return output
    }

    /// Returns the number of upward zero crossings per second of the first channel.
    private static func frequency(_ samples: [Float], channels: Int) -> Double {
        let first = stride(from: 0, to: samples.count, by: channels).map { samples[$0] }
        let crossings = first.indices.dropFirst().filter { first[$0 - 1] < 0 && first[$0] >= 0 }
        guard let start = crossings.first, let end = crossings.last, end > start else { return 0 }
        return Double(crossings.count - 1) * Double(sampleRate) / Double(end - start)
    }

    @Test(arguments: [0.25, 0.5, 0.9, 1, 1.5, 2, 3, 4], [1, 2])
    func `sound becomes shorter or longer at the same pitch`(_ rate: Double, _ channels: Int) throws {
        let samples = Self.sine(440, seconds: 3, channels: channels)
        let filter = try TempoFilter(rate: rate, sampleRate: Self.sampleRate, channels: channels)
        let output = try Self.run(filter, samples, block: 1024 * channels)
        let expected = Double(samples.count) / rate
        #expect(abs(Double(output.count) - expected) < expected * 0.02)
        #expect(abs(Self.frequency(output, channels: channels) - 440) < 4.4)
        let middle = output[(output.count / 4)..<(output.count * 3 / 4)]
        #expect(abs(try #require(middle.max()) - 0.5) < 0.05)
    }

    @Test func `the division of the sound into blocks changes nothing`() throws {
        let samples = Self.sine(440, seconds: 2, channels: 2)
        let outputs = try [64, 1024, 9000, samples.count].map { block in
            try Self.run(TempoFilter(rate: 1.5, sampleRate: Self.sampleRate, channels: 2), samples, block: block * 2)
        }
        #expect(outputs.allSatisfy { $0 == outputs[0] })
    }

    @Test(arguments: [(0.25, [0.5, 0.5]), (0.5, [0.5]), (1, [1]), (2, [2]), (3, [2, 1.5]), (4, [2, 2])] as [(Double, [Double])])
    func `rates beyond the range of one filter are combined from several`(_ rate: Double, _ factors: [Double]) {
        #expect(TempoFilter.factors(of: rate) == factors)
    }

    @Test(arguments: [0, -1, 0.2, 4.1, .nan, .infinity, -.infinity])
    func `a rate out of range is refused`(_ rate: Double) {
        #expect(throws: FFmpegError.self) { try TempoFilter(rate: rate, sampleRate: 48_000, channels: 2) }
    }

    @Test(arguments: [(0, 2), (-1, 2), (Int.max, 2), (48_000, 0), (48_000, -1), (48_000, 9), (48_000, 65), (48_000, Int.max)])
    func `a format out of range is refused`(_ rate: Int, _ channels: Int) {
        #expect(throws: FFmpegError.self) { try TempoFilter(rate: 1, sampleRate: rate, channels: channels) }
    }

    @Test(arguments: 1...8)
    func `every usual count of channels is accepted`(_ channels: Int) throws {
        let samples = Self.sine(440, seconds: 0.5, channels: channels)
        let output = try Self.run(TempoFilter(rate: 2, sampleRate: Self.sampleRate, channels: channels), samples, block: 512 * channels)
        #expect(output.count % channels == 0)
        #expect(abs(output.count - samples.count / 2) < samples.count / 10)
    }

    @Test func `samples without all channels are skipped`() throws {
        let filter = try TempoFilter(rate: 1, sampleRate: Self.sampleRate, channels: 2)
        var output: [Float] = []
        try [0.5].withUnsafeBufferPointer { try filter.process($0, into: &output) }
        try [Float](repeating: 0.5, count: 4097).withUnsafeBufferPointer { try filter.process($0, into: &output) }
        try filter.finish(into: &output)
        #expect(output.count == 4096)
    }

    @Test func `nothing in, nothing out`() throws {
        let filter = try TempoFilter(rate: 2, sampleRate: Self.sampleRate, channels: 2)
        var output: [Float] = []
        try filter.process(UnsafeBufferPointer(start: nil, count: 0), into: &output)
        try filter.finish(into: &output)
        #expect(output.isEmpty)
    }

    @Test func `after the end further samples are refused`() throws {
        let filter = try TempoFilter(rate: 2, sampleRate: Self.sampleRate, channels: 1)
        var output: [Float] = []
        try filter.finish(into: &output)
        #expect(throws: FFmpegError.self) {
            try [Float](repeating: 0, count: 1024).withUnsafeBufferPointer { try filter.process($0, into: &output) }
        }
    }
}
