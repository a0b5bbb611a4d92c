/// What a beep sounds like.
enum Tone {
    /// The frequency of the first beep in `samples`, in hertz, by its zero crossings; 0 where there is none.
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

    /// Where beeps begin, in samples.
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
}
