import PlayheadCore

/// An interval of the timeline with a known wall clock (EXT-X-PROGRAM-DATE-TIME, RFC 8216bis §4.4.4.6), as plain values.
package struct ProgramDateTimeFacts: Sendable, Hashable {
    /// The start of the segment with the tag, in seconds on the playback's timeline.
    package var start: Double
    /// The end of the interval: the next tag, or the end of the segment; in seconds on the playback's timeline.
    package var end: Double
    /// The date, in seconds since 1970.
    package var date: Double
    /// The date as written, if available; otherwise it is formatted in UTC.
    package var text: String?

    /// Makes an interval.
    package init(start: Double, end: Double, date: Double, text: String? = nil) {
        self.start = start
        self.end = max(start, end)
        self.date = date
        self.text = text
    }

    /// The interval as timed metadata.
    package var timedMetadata: TimedMetadata {
        let text = EventValue.string(text ?? ISODateText.text(date))
        return TimedMetadata(
            kind: .programDateTime, start: start, end: end,
            fields: [
                "programDateTime": text, "metadataTime": .double(start),
                "metadata": .object(["programDateTime": text, "start": .double(start), "end": .double(end)]),
            ])
    }
}

/// Dates in the format of ISO 8601, in UTC.
enum ISODateText {
    private static let secondsPerDay = 86_400
    /// The range of years with four digits; dates outside are limited to it.
    private static let range = -62_167_219_200.0...253_402_300_799.0

    /// Formats `seconds` since 1970 with milliseconds, such as `2026-11-21T20:00:00.000Z`.
    static func text(_ seconds: Double) -> String {
        let kept = seconds.isNaN ? 0 : min(max(seconds, range.lowerBound), range.upperBound)
        let milliseconds = Int(saturating: kept * 1000)
        let second = (milliseconds - mod(milliseconds, 1000)) / 1000
        let ofDay = mod(second, secondsPerDay)
        let date = civil(days: (second - ofDay) / secondsPerDay)
        let time = "\(pad(ofDay / 3600)):\(pad(ofDay / 60 % 60)):\(pad(ofDay % 60)).\(pad(mod(milliseconds, 1000), 3))"
        return "\(pad(date.year, 4))-\(pad(date.month))-\(pad(date.day))T\(time)Z"
    }

    private static func mod(_ value: Int, _ divisor: Int) -> Int { (value % divisor + divisor) % divisor }

    private static func pad(_ value: Int, _ digits: Int = 2) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// Returns the Gregorian date of a day since 1970-01-01. Years begin in March here, so that leap days are at the end.
    private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let dayOfEra = mod(shifted, 146_097)
        let era = (shifted - dayOfEra) / 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
    }
}
