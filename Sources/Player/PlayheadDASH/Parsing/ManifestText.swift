import PlayheadXML

/// Values of attributes.
enum ManifestText {
    /// The maximum duration, in seconds.
    private static let maximum = 1e10

    /// Parses a duration (XML Schema Part 2 §3.2.6) in seconds; `nil` if it is invalid or out of range.
    static func duration(_ text: String) -> Double? {
        var rest = Substring(text)
        let isNegative = rest.first == "-"
        if isNegative { rest = rest.dropFirst() }
        guard rest.popFirst() == "P", !rest.isEmpty else { return nil }
        var total = 0.0
        var isTime = false
        while !rest.isEmpty {
            if !isTime, rest.first == "T" {
                isTime = true
                rest = rest.dropFirst()
                guard !rest.isEmpty else { return nil }
                continue
            }
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(digits.count)
            guard let value = Double(digits), let unit = rest.popFirst(),
                let seconds = seconds(of: unit, isTime: isTime)
            else { return nil }
            total += value * seconds
        }
        // Periods may start long after 1970.
        return total <= maximum ? (isNegative ? -total : total) : nil
    }

    private static func seconds(of unit: Character, isTime: Bool) -> Double? {
        let (minute, hour, day) = (60.0, 3600.0, 86_400.0)
        return switch (unit, isTime) {
        case ("Y", false): 365 * day
        case ("M", false): 30 * day
        case ("W", false): 7 * day
        case ("D", false): day
        case ("H", true): hour
        case ("M", true): minute
        case ("S", true): 1
        default: nil
        }
    }

    /// Parses a date and time (XML Schema Part 2 §3.2.7; UTC without a zone) in seconds since 1970; `nil` if it is invalid.
    static func date(_ text: String) -> Double? {
        let halves = text.split(separator: "T", maxSplits: 1)
        guard let day = halves.first else { return nil }
        let parts = day.split(separator: "-").map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let date = parts[2], (1...9999).contains(year),
            (1...12).contains(month), (1...31).contains(date)
        else { return nil }
        let midnight = Double(days(year, month, date)) * 86_400
        guard halves.count == 2 else { return midnight }
        var clock = halves[1]
        var zone = 0.0
        if clock.last == "Z" {
            clock = clock.dropLast()
        } else if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) {
            let offset = clock[clock.index(after: sign)...].split(separator: ":").map { Double($0) }
            guard let hours = offset.first ?? nil else { return nil }
            let minutes = offset.count > 1 ? offset[1] ?? 0 : 0
            zone = (hours * 60 + minutes) * (clock[sign] == "-" ? -60 : 60)
            clock = clock[..<sign]
        }
        let time = clock.split(separator: ":").map { Double($0) }
        guard time.count >= 2, let hours = time[0], let minutes = time[1], let seconds = time.count > 2 ? time[2] : 0,
            (0...24).contains(hours), (0...59).contains(minutes), (0..<61).contains(seconds), abs(zone) < 100_000
        else { return nil }
        return midnight + hours * 3600 + minutes * 60 + seconds - zone
    }

    /// The number of days since 1970-01-01 in the Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Years begin in March, so that the leap day is the last one.
        let year = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = (year / 400, year % 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Parses a Boolean (XML Schema Part 2 §3.2.2); `nil` if it is invalid.
    static func flag(_ text: String) -> Bool? {
        switch text.trimmed {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// Parses a rate such as `25` or `30000/1001`.
    static func rate(_ text: String) -> Double? {
        let parts = text.split(separator: "/").map { Double($0) }
        guard let first = parts.first ?? nil, let second = parts.count > 1 ? parts[1] : 1, parts.count <= 2, second > 0 else { return nil }
        let rate = first / second
        return rate > 0 && NumberLimits.frameRates.contains(rate) ? rate : nil
    }

    /// Parses a range of bytes such as `0-861`.
    static func byteRange(_ text: String) -> ByteRange? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let limits = Int64(NumberLimits.byteCounts.lowerBound)...Int64(NumberLimits.byteCounts.upperBound)
        guard parts.count == 2, let first = Int64(parts[0]), limits.contains(first) else { return nil }
        if parts[1].isEmpty { return ByteRange(offset: first, length: nil) }
        guard let last = Int64(parts[1]), limits.contains(last), last >= first else { return nil }
        return ByteRange(offset: first, length: last - first + 1)
    }

    /// Parses the identifier of a key: 32 hexadecimal digits, with or without hyphens.
    static func keyID(_ text: String) -> String? {
        let digits = text.lowercased().filter { $0 != "-" }
        return digits.utf8.count == 32 && digits.allSatisfy(\.isHexDigit) ? digits : nil
    }
}

extension Manifest {
    /// Parses a date and time of XML Schema in seconds since 1970; `nil` if it is invalid.
    package static func date(_ text: String) -> Double? { ManifestText.date(text) }
}
