import PlayheadCore
import Testing

/// The playhead at the time of each event, if the engine provides it between its reports.
@Suite struct PlayheadTests {
    private var machine = MachineRig.playing().machine

    private mutating func feed(_ input: MachineInput, playhead: Double?) -> [any PlayerEvent] {
        machine.handle(input, at: 0, playhead: playhead).compactMap { output in
            guard case .event(var event, _, _, let timeline) = output else { return nil }
            event.context.position = timeline.position
            return event
        }
    }

    private mutating func feed(_ report: EngineReport, playhead: Double?) -> [any PlayerEvent] {
        feed(.engine(playback: machine.playback, report), playhead: playhead)
    }

    @Test mutating func eventsBetweenTwoReportsContainTheCurrentPlayhead() {
        #expect(feed(.pause(.external), playhead: 1.098).map(\.context.position) == [1.098])
        #expect(feed(.paused(position: 1.099), playhead: 1.099).map(\.context.position) == [1.099, 1.099])
    }

    @Test(arguments: [
        EngineReport.waiting(.stalled), .buffered([TimeRange(start: 0, end: 7)]), .warning(PlaybackError(.decoding)), .levelSelected(1),
        .visualQuality(QualityLevel(index: 2, label: "x"), mode: .auto, reason: .auto),
    ])
    mutating func soAreReportsOfOtherThings(report: EngineReport) {
        let events = feed(report, playhead: 1.07)
        #expect(!events.isEmpty && events.allSatisfy { $0.context.position == 1.07 })
    }

    @Test mutating func payloadsAreTheSame() throws {
        let seek = try #require(feed(.seek(id: 1, target: 5, precision: .exact), playhead: 1.05).first as? SeekEvent)
        #expect(seek.position == 1.05)
        machine = MachineRig.playing().machine
        let rate = try #require(feed(.setRate(2), playhead: 1.06).first as? PlaybackRateChangedEvent)
        #expect(rate.position == 1.06)
        let change = feed(.buffered([TimeRange(start: 0, end: 8)]), playhead: 1.08).first as? BufferChangeEvent
        #expect(change?.position == 1.08)
    }

    @Test mutating func onTimeIsNotBeforeAnEmittedPosition() throws {
        _ = feed(.setVolume(0.5), playhead: 1.12)
        // The report was pending when the volume was set.
        let time = try #require(feed(.progress(position: 1.1), playhead: nil).first as? TimeEvent)
        #expect(time.position == 1.12)
        let next = try #require(feed(.progress(position: 1.2), playhead: 1.203).first as? TimeEvent)
        #expect(next.position == 1.203)
    }

    @Test mutating func aLateReportOfAStartHasTheCurrentPlayhead() {
        machine = MachineRig.paused().machine
        _ = feed(.play(.external), playhead: 2)
        #expect(feed(.started(position: 2), playhead: 2.15).map(\.context.position) == [2.15, 2.15])
        #expect(feed(.progress(position: 2.1), playhead: nil).map(\.context.position) == [2.15])
        machine = MachineRig.paused().machine
        _ = feed(.play(.external), playhead: 2)
        // The media has ended since.
        #expect(feed(.started(position: 2), playhead: 10).map(\.context.position) == [2, 2])
    }

    @Test mutating func theEndIsEmittedOnce() {
        let last = feed(.progress(position: 9.9), playhead: 10).compactMap { $0 as? TimeEvent }
        #expect(last.map(\.position) == [9.9])
        let entry = feed(.accessLog(AccessLogEntry()), playhead: 10)
        #expect(entry.allSatisfy { $0.context.position == 10 })
        #expect(feed(.ended(duration: 10), playhead: 10).compactMap { ($0 as? TimeEvent)?.position } == [10])
    }

    @Test mutating func theEngineDoesNotMoveThePlayheadWhileItStopsForAnAd() {
        #expect(feed(.ads(.hold), playhead: 1.05).map(\.context.position) == [1.05])
        #expect(feed(.setVolume(0.5), playhead: 1.06).map(\.context.position) == [1.05])
        #expect(feed(.paused(position: 1.07), playhead: 1.07).map(\.context.position) == [1.05])
    }

    @Test mutating func aPlayheadFromBeforeASeekIsIgnored() {
        _ = feed(.seek(id: 1, target: 5, precision: .exact), playhead: 1.05)
        // The engine has not received the seek yet.
        #expect(feed(.setVolume(0.5), playhead: 1.06).map(\.context.position) == [1.05])
        #expect(feed(.seeked(id: 1, position: 5), playhead: 1.07).last?.context.position == 5)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -3, 99])
    mutating func nonsenseIsKeptWithinTheItem(playhead: Double) {
        let position = feed(.setVolume(0.5), playhead: playhead).first?.context.position ?? -1
        #expect((1...10).contains(position))
    }

    @Test mutating func aPlayheadThatIsReadStillMovesTheWatchdog() {
        for step in 1...3 {
            let position = 1 + Double(step) / 10
            let outputs = machine.handle(
                .engine(playback: machine.playback, .progress(position: position)), at: Double(step) / 10, playhead: position)
            #expect(outputs.contains { if case .startTimer(.progress, _) = $0 { true } else { false } })
        }
    }

    @Test mutating func aCueThatNoneReplacesIsRemoved() {
        let cue = CaptionCue(id: "c", startTime: 1.4, endTime: 2, text: "c")
        _ = feed(.captionsTracks([.captionsOff, MediaTrack(index: 1, name: "English", language: "en")], current: 1), playhead: nil)
        _ = feed(.captionCues([cue], start: 1.4, end: 2), playhead: nil)
        // Before the first cue of a track there is no earlier change.
        let event = feed(.captionCues([], start: -.infinity, end: 5), playhead: nil).last as? CaptionCueEvent
        #expect(event?.cues.isEmpty == true && event?.start == 1.4 && event?.end == 5 && machine.cues.isEmpty)
    }

    @Test mutating func enteredMetadataIsNotAheadOfThePlayhead() {
        let cue = CaptionCue(id: "c", startTime: 1.4, endTime: 2, text: "c")
        _ = feed(.captionsTracks([.captionsOff, MediaTrack(index: 1, name: "English", language: "en")], current: 1), playhead: nil)
        #expect(feed(.captionCues([cue], start: 1.4, end: 2), playhead: nil).last?.context.position == 1.4)
        let metadata = TimedMetadata(kind: .id3, start: 1.6, end: 1.6, fields: [:])
        #expect(feed(.metadata(metadata, .parsed), playhead: nil).last?.context.position == 1.4)
        #expect(feed(.metadata(metadata, .entered), playhead: nil).last?.context.position == 1.6)
    }
}
