import PlayheadCore

extension CaptionLayout {
    /// Parses the settings of a cue (WebVTT §6.3, "parse the WebVTT cue settings"); invalid ones are ignored. `regions` are the regions
    /// defined before, the last of each identifier.
    init(webVTT settings: ArraySlice<UInt8>, regions: [String: CaptionRegion], addWarning: (String) -> Void) {
        self.init()
        guard settings.contains(where: { !ASCII.isWhitespace($0) }) else { return }
        for setting in WebVTTSettings.split(settings, addWarning: addWarning) where !apply(setting, regions: regions) {
            addWarning("cue setting \(WebVTTSettings.quoted(setting.name)) has the invalid value \(WebVTTSettings.quoted(setting.value))")
        }
    }

    private mutating func apply(_ setting: WebVTTSettings.Setting, regions: [String: CaptionRegion]) -> Bool {
        switch setting.name.text {
        case "region":
            region = regions[setting.value.text]
            return region != nil
        case "vertical":
            guard !setting.value.isEmpty, let direction = WritingDirection(rawValue: setting.value.text) else { return false }
            vertical = direction
            // There are no vertical regions.
            region = nil
        case "line": return takeLine(setting.value)
        case "position": return takePosition(setting.value)
        case "size":
            guard let percentage = WebVTTSettings.percentage(setting.value) else { return false }
            size = percentage
            // A cue with a size is removed from its region.
            if size != 100 { region = nil }
        case "align":
            guard let alignment = TextAlignment(rawValue: setting.value.text) else { return false }
            align = alignment
        default: return false
        }
        return true
    }

    private mutating func takeLine(_ value: ArraySlice<UInt8>) -> Bool {
        let (place, alignment) = WebVTTSettings.splitAtComma(value)
        let isPercentage = place.last == ASCII.percent
        guard let number = isPercentage ? WebVTTSettings.percentage(place) : Self.lineNumber(place) else { return false }
        if let alignment {
            guard let alignment = LineAlignment(rawValue: alignment.text) else { return false }
            lineAlign = alignment
        }
        line = number
        snapToLines = !isPercentage
        // A cue with a line is removed from its region.
        region = nil
        return true
    }

    private mutating func takePosition(_ value: ArraySlice<UInt8>) -> Bool {
        let (place, alignment) = WebVTTSettings.splitAtComma(value)
        guard let number = WebVTTSettings.percentage(place) else { return false }
        if let alignment {
            // "auto" is the value without an alignment; it cannot be written.
            guard let alignment = PositionAlignment(rawValue: alignment.text), alignment != .auto else { return false }
            positionAlign = alignment
        }
        position = number
        return true
    }

    /// Returns a number of lines, possibly negative; -0 is 0.
    private static func lineNumber(_ bytes: ArraySlice<UInt8>) -> Double? {
        let isNegative = bytes.first == ASCII.minus
        guard let number = WebVTTSettings.number(isNegative ? bytes.dropFirst() : bytes) else { return nil }
        return isNegative && number != 0 ? -number : number
    }
}
