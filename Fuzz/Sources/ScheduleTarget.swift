import PlayheadAds

/// Plans VMAP documents as schedules: the positions of breaks in contents of any length, and the due breaks. The document follows sixteen
/// bytes of numbers.
enum ScheduleTarget {
    private static let headLength = 16

    static func run(_ input: [UInt8]) {
        var numbers = InputReader(input.prefix(headLength))
        guard let document = try? VMAPParser.parse(Array(input.dropFirst(headLength))) else { return }
        let breaks = document.schedule(base: nil)
        require(breaks.count == document.adBreaks.count, "a break is lost")
        for adBreak in breaks { check(adBreak.offset) }
        var rules = AdRules()
        rules.timeBetweenAds = numbers.bool() ? numbers.seconds() : 0
        rules.playsAgain = numbers.bool()
        var planner = AdBreakPlanner(rules: rules)
        planner.begin(item: 1, breaks: breaks)
        planner.update(duration: numbers.bool() ? numbers.seconds() : nil)
        play(&planner, &numbers)
    }

    /// The text of an offset is parsed as the same offset.
    private static func check(_ offset: AdBreakOffset) {
        require(!offset.text.isEmpty, "an offset without text")
        guard let again = AdBreakOffset(offset.text) else { return require(false, "the offset \(offset.text) can't be read") }
        require(again.text == offset.text, "the offset \(offset.text) is read as \(again.text)")
    }

    private static func play(_ planner: inout AdBreakPlanner, _ numbers: inout InputReader) {
        var position = 0.0
        var now = 0.0
        _ = planner.dueBefore(contentAt: numbers.seconds(), isBeginning: true, now: now)
        while !numbers.isAtEnd {
            let target = numbers.seconds()
            let isSeek = numbers.bool()
            let due =
                isSeek
                ? planner.due(seekingFrom: position, to: target, now: now) : planner.due(playingFrom: position, to: target, now: now)
            var time = -Double.infinity
            for occurrence in due {
                require(occurrence.time >= time && occurrence.time > position && occurrence.time <= target, "a break is not in its place")
                time = occurrence.time
                planner.ended(occurrence, at: now)
                now += 1
            }
            position = target
            if let next = planner.next(after: position, now: now) { require(next.time > position, "the next break is not ahead") }
            _ = planner.due(joiningAt: position, now: now)
            _ = planner.barrier(from: 0, to: position)
        }
        _ = planner.dueAfterContent(now: now)
    }
}
