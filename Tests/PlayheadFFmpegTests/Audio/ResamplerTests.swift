import CFFmpeg
import Foundation
import Testing

@testable import PlayheadFFmpeg

struct ResamplerTests {
    private static func sine(_ frequency: Double, _ rate: Int, _ index: Int) -> Float {
        let step = 2 * Double.pi * frequency / Double(rate)
        return Float(0.5 * sin(step * Double(index)))
    }

    @Test(arguments: [(44_100, 48_000), (48_000, 44_100), (48_000, 48_000), (8000, 48_000), (96_000, 44_100), (22_050, 8000)])
    func `a sine keeps its length and values at another rate`(_ from: Int, _ to: Int) throws {
        let resampler = Resampler(sampleRate: to, channels: 2)
        var output: [Float] = []
        let block = 1024
        let blocks = 40
        for number in 0..<blocks {
            let frame = try Frame.sound("stereo", rate: from, count: block) { channel, index in
                Self.sine(channel == 0 ? 440 : 1000, from, number * block + index)
            }
            try resampler.convert(frame, into: &output)
        }
        try resampler.drain(into: &output)
        let expected = Double(blocks * block) * Double(to) / Double(from)
        #expect(abs(Double(output.count / 2) - expected) <= 2)
        // The filter has less context at the ends.
        let inside = 200..<(output.count / 2 - 200)
        let worst = inside.map { index in
            max(abs(output[index * 2] - Self.sine(440, to, index)), abs(output[index * 2 + 1] - Self.sine(1000, to, index)))
        }.max()
        #expect(try #require(worst) < 0.005)
    }

    @Test(
        arguments: [
            // 1 and 0.7071 as in ITU-R BS.775, divided by their sum.
            ("5.1", [[0.4142, 0], [0, 0.4142], [0.2929, 0.2929], [0, 0], [0.2929, 0], [0, 0.2929]]), ("stereo", [[1, 0], [0, 1]]),
            ("mono", [[1, 1]]),
        ] as [(String, [[Float]])])
    func `channels are mixed to stereo without exceeding full scale`(_ layout: String, _ gains: [[Float]]) throws {
        for (speaking, gain) in gains.enumerated() {
            let resampler = Resampler(sampleRate: 48_000, channels: 2)
            var output: [Float] = []
            try resampler.convert(
                Frame.sound(layout, rate: 48_000, count: 64) { channel, _ in channel == speaking ? 0.25 : 0 }, into: &output)
            try #require(output.count == 128)
            let expected = gain.map { $0 * 0.25 }
            // Mono keeps its loudness or its level; both are in use.
            let factor: Float = layout == "mono" ? output[0] / 0.25 : 1
            #expect(factor == 1 || abs(factor - 0.7071) < 0.001)
            for (index, sample) in output.enumerated() { #expect(abs(sample - expected[index % 2] * factor) < 0.001) }
        }
    }

    @Test(arguments: [
        "9 channels", "11 channels", "24 channels", "64 channels", "22.2", "hexadecagonal", "ambisonic 1", "FL@a+FR+LFE", "FR+FL",
    ])
    func `any layout of up to 64 channels becomes stereo`(_ layout: String) throws {
        let resampler = Resampler(sampleRate: 48_000, channels: 2)
        var output: [Float] = []
        for _ in 0..<3 {
            try resampler.convert(Frame.sound(layout, rate: 48_000, count: 256) { _, _ in 0.1 }, into: &output)
        }
        #expect(output.count == 3 * 256 * 2)
        #expect(output.allSatisfy { $0.isFinite })
        #expect(output.contains { $0 > 0.01 })
    }

    @Test func `a change of format in the middle loses no sample`() throws {
        let resampler = Resampler(sampleRate: 48_000, channels: 2)
        var output: [Float] = []
        var expected = 0.0
        for (layout, rate) in [
            ("stereo", 44_100), ("mono", 22_050), ("5.1", 48_000), ("9 channels", 48_000), ("stereo", 44_100), ("stereo", 48_000),
        ] {
            for _ in 0..<4 { try resampler.convert(Frame.sound(layout, rate: rate, count: 1000) { _, _ in 0.25 }, into: &output) }
            expected += 4000 * 48_000 / Double(rate)
        }
        try resampler.drain(into: &output)
        #expect(abs(Double(output.count / 2) - expected) <= 12)
    }

    @Test func `after draining another sound begins`() throws {
        let resampler = Resampler(sampleRate: 48_000, channels: 2)
        var counts: [Int] = []
        for _ in 0..<3 {
            var output: [Float] = []
            try resampler.convert(Frame.sound("stereo", rate: 44_100, count: 4410) { _, _ in 0.25 }, into: &output)
            try resampler.drain(into: &output)
            try resampler.drain(into: &output)
            counts.append(output.count / 2)
        }
        #expect(Set(counts).count == 1)
        #expect(abs(counts[0] - 4800) <= 2)
    }

    @Test func `after a reset earlier samples are dropped`() throws {
        let resampler = Resampler(sampleRate: 48_000, channels: 1)
        var output: [Float] = []
        try resampler.convert(Frame.sound("mono", rate: 44_100, count: 4410) { _, _ in 0.25 }, into: &output)
        resampler.reset()
        output = []
        try resampler.drain(into: &output)
        #expect(output.isEmpty)
        try resampler.convert(Frame.sound("mono", rate: 44_100, count: 4410) { _, _ in 0 }, into: &output)
        #expect(!output.isEmpty && output.allSatisfy { $0 == 0 })
    }

    @Test func `an empty block gives nothing`() throws {
        let resampler = Resampler(sampleRate: 48_000, channels: 2)
        var output: [Float] = []
        try resampler.convert(Frame.sound("stereo", rate: 44_100, count: 0) { _, _ in 0 }, into: &output)
        #expect(output.isEmpty)
    }

    @Test(arguments: [
        ("stereo", 0), ("stereo", -1), ("stereo", 1), ("stereo", Int(Int32.max)), ("65 channels", 48_000), ("500 channels", 48_000),
    ])
    func `an absurd format is refused, and the next block is accepted`(_ layout: String, _ rate: Int) throws {
        let resampler = Resampler(sampleRate: 48_000, channels: 2)
        var output: [Float] = []
        #expect(throws: FFmpegError.self) {
            try resampler.convert(Frame.sound(layout, rate: rate, count: 16) { _, _ in 0 }, into: &output)
        }
        try resampler.convert(Frame.sound("stereo", rate: 48_000, count: 16) { _, _ in 0.5 }, into: &output)
        #expect(output.count == 32)
    }

    @Test(arguments: [(0, 2), (-1, 2), (Int.max, 2), (48_000, 0), (48_000, -1), (48_000, Int.max), (48_000, 65)])
    func `an absurd output is refused`(_ rate: Int, _ channels: Int) throws {
        let resampler = Resampler(sampleRate: rate, channels: channels)
        var output: [Float] = []
        #expect(throws: FFmpegError.self) {
            try resampler.convert(Frame.sound("stereo", rate: 48_000, count: 16) { _, _ in 0 }, into: &output)
        }
        try resampler.drain(into: &output)
        #expect(output.isEmpty)
    }

    @Test func `a picture is refused`() throws {
        let resampler = Resampler(sampleRate: 48_000, channels: 2)
        var output: [Float] = []
        #expect(throws: FFmpegError.self) { try resampler.convert(.picture(width: 16, height: 16, y: 0, u: 0, v: 0), into: &output) }
    }
}
