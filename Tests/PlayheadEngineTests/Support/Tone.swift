/// Detection of beeps and tones.
enum Tone {
    /// Returns the frequency of the first beep in `samples`, in hertz, from its zero crossings; 0 if there is none.
    static func frequency(of samples: [Float], rate: Int) -> Double {
        let threshold: Float = 0.2
        guard let start = samples.firstIndex(where: { abs($0) > threshold }) else { return 0 }
        // The first 60 ms: a beep lasts 100 ms at the normal rate.
        let part = samples[start..<min(samples.count, start + rate * 6 / 100)]
        var crossings: [Int] = []
        for index in part.indices.dropFirst() where part[index - 1] < 0 && part[index] >= 0 && part[index] - part[index - 1] > 0.001 {
            crossings.append(index)
        }
        guard let first = crossings.first, let last = crossings.last, last > first else { return 0 }
        return Double(crossings.count - 1) * Double(rate) / Double(last - first)
    }

    /// Returns the starts of beeps, in samples.
    static func onsets(of samples: [Float], rate: Int) -> [Int] {
        let threshold: Float = 0.2
        var onsets: [Int] = []
        var last = Int.min / 2
        for (index, sample) in samples.enumerated() where abs(sample) > threshold {
            if index - last > rate / 50 { onsets.append(index) }
            last = index
        }
        return onsets
    }

    /// Returns the sample at which a steady tone of `from` hertz changes to `to` hertz: the start of the first 10 ms of the other tone.
    static func change(in samples: some RandomAccessCollection<Float>, from: Double, to: Double, rate: Int) -> Int? {
        let samples = Array(samples)
        let step = rate / 100
        let middle = (from + to) / 2
        return stride(from: 0, to: samples.count - step, by: step).first { start in
            let crossings = (start + 1..<start + step).count { samples[$0 - 1] < 0 && samples[$0] >= 0 }
            let frequency = Double(crossings) * 100
            return frequency > 0 && (to < from ? frequency < middle : frequency > middle)
        }
    }

    /// Returns the longest silence, in seconds.
    static func maximumSilence(in samples: some Sequence<Float>, rate: Int) -> Double {
        let threshold: Float = 0.02
        var longest = 0
        var current = 0
        for sample in samples {
            current = abs(sample) < threshold ? current + 1 : 0
            longest = max(longest, current)
        }
        return Double(longest) / Double(rate)
    }
}
