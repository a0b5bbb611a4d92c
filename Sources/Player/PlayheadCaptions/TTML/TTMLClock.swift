import PlayheadXML

/// The times of a document of TTML (W3C TTML2 §12.3).
struct TTMLClock {
    /// The frames per second.
    private let frameRate: Double
    /// The ticks per second.
    private let tickRate: Double

    /// Reads the parameters of the outermost element.
    init(_ root: XMLElement) {
        func number(_ name: String) -> Double? { root[attribute: name].flatMap(Double.init).flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil } }
        let multiplier = (root[attribute: "frameRateMultiplier"] ?? "").split(separator: " ").compactMap { Double($0) }
        let isFraction = multiplier.count == 2 && multiplier[0] > 0 && multiplier[1] > 0
        frameRate = (number("frameRate") ?? 30) * (isFraction ? multiplier[0] / multiplier[1] : 1)
        tickRate = number("tickRate") ?? (number("frameRate") == nil ? 1 : frameRate)
    }

    /// Returns the seconds of a time expression; `nil` if it is invalid.
    func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let seconds: Double?
        if parts.count >= 3 {
            let numbers = parts.map { Double($0) }
            guard parts.count <= 4, let hours = numbers[0], let minutes = numbers[1], let second = numbers[2] else { return nil }
            let frames = parts.count == 4 ? numbers[3] : 0
            seconds = frames.map { hours * 3600 + minutes * 60 + second + $0 / frameRate }
        } else {
            seconds = offset(text)
        }
        return seconds.flatMap { $0 >= 0 && NumberLimits.durations.contains($0) ? $0 : nil }
    }

    private func offset(_ text: String) -> Double? {
        let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("f", 1 / frameRate), ("t", 1 / tickRate)]
        for (unit, seconds) in units where text.hasSuffix(unit) {
            if let number = Double(text.dropLast(unit.count)) { return number * seconds }
        }
        return nil
    }
}
