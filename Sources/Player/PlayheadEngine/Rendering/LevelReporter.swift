import PlayheadCore

/// Reports the level of the pictures that are shown, from the first frame on.
struct LevelReporter {
    private let report: @Sendable (EngineReport) -> Void
    /// The level that is shown.
    private(set) var level: QualityLevel?
    /// The level that the app selected; 0 is automatic selection.
    var choice = 0
    private var isReported = false
    private var isFirstFrameReported = false

    /// Makes a reporter that calls `report`.
    init(_ report: @escaping @Sendable (EngineReport) -> Void) { self.report = report }

    /// Notes the level of a picture that is shown.
    mutating func show(_ level: QualityLevel) {
        guard level != self.level else { return }
        self.level = level
        if isFirstFrameReported { reportLevel(level) }
    }

    /// Reports the level that is shown; called after the first frame was reported.
    mutating func reportFirst() {
        isFirstFrameReported = true
        if let level { reportLevel(level) }
    }

    /// Marks the level to be reported as an initial one after the next first frame.
    mutating func reset() {
        isReported = false
        isFirstFrameReported = false
    }

    private mutating func reportLevel(_ level: QualityLevel) {
        let isFirst = !isReported
        isReported = true
        let isAutomatic = choice == 0
        report(.visualQuality(level, mode: isAutomatic ? .auto : .manual, reason: isFirst ? .initialChoice : isAutomatic ? .auto : .api))
    }
}
