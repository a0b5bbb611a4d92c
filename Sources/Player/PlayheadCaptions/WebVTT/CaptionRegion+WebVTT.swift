import PlayheadCore

extension CaptionRegion {
    /// Parses the settings of a region (WebVTT §6.2, "collect WebVTT region settings"); invalid ones are ignored.
    init(webVTT settings: ArraySlice<UInt8>, addWarning: (String) -> Void) {
        self.init()
        for setting in WebVTTSettings.split(settings, addWarning: addWarning) where !apply(setting) {
            addWarning(
                "region setting \(WebVTTSettings.quoted(setting.name)) has the invalid value \(WebVTTSettings.quoted(setting.value))")
        }
    }

    private mutating func apply(_ setting: WebVTTSettings.Setting) -> Bool {
        switch setting.name.text {
        case "id": id = setting.value.text
        case "width":
            guard let percentage = WebVTTSettings.percentage(setting.value) else { return false }
            width = percentage
        case "lines":
            guard setting.value.allSatisfy(ASCII.isDigit) else { return false }
            lines = setting.value.decimalValue
        case "regionanchor":
            guard let (x, y) = WebVTTSettings.twoPercentages(setting.value) else { return false }
            (regionAnchorX, regionAnchorY) = (x, y)
        case "viewportanchor":
            guard let (x, y) = WebVTTSettings.twoPercentages(setting.value) else { return false }
            (viewportAnchorX, viewportAnchorY) = (x, y)
        case "scroll":
            guard setting.value.isText("up") else { return false }
            scroll = .up
        default: return false
        }
        return true
    }
}
