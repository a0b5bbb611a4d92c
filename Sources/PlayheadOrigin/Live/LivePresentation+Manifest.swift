extension LivePresentation {
    /// Whether segments are delivered while they are produced, which a manifest announces; playlists list parts instead.
    var deliversOpenSegments: Bool { options.hasManifest && partTarget != nil }

    /// The number of segments that the manifest lists before they are complete: the open one and the next, so that no player waits for an
    /// update.
    private static let segmentsAhead = 2

    /// Whether a segment will be complete before the encoder stops.
    func isFinished(_ ordinal: Int, of track: RecordedTrack, in epoch: Int) -> Bool {
        let due = track.end(of: ordinal)
        return due <= epochEnd(epoch) - epochs[epoch] && time(of: due, in: epoch) <= end
    }

    /// Returns the text of the manifest at a time; nil without dates, which its players need.
    func manifest(at time: Double, host: String?) -> String? {
        guard let date = options.startDate else { return nil }
        var periods: [PresentationManifest.Period] = []
        var hasEnded = true
        var edge = 0
        for track in recording.order.compactMap({ recording.tracks[$0] }) where !track.isText {
            let moment = moment(of: track, at: shownTime(at: time, path: track.path, host: host))
            hasEnded = hasEnded && moment.hasEnded
            let complete = track.completeCount(at: moment.local)
            let ahead = deliversOpenSegments && !moment.hasEnded ? Self.segmentsAhead : 0
            for ordinal in firstListed(track, complete: complete)..<complete + ahead {
                guard ordinal < complete || isFinished(ordinal, of: track, in: moment.epoch) else { break }
                let isMissing = track.segment(ordinal).isGap || isHit(.gap, track, ordinal, in: moment.epoch)
                guard !isMissing else { continue }
                recording.add(
                    ordinal, of: track, to: &periods, shift: epochs[moment.epoch], name: LiveName(epoch: moment.epoch, ordinal: ordinal),
                    isContinuous: options.isContinuous)
                if ordinal < complete { edge = max(edge, epochs[moment.epoch] + track.end(of: ordinal)) }
            }
        }
        periods.sort { $0.start < $1.start }
        let begin = Microseconds.from(date) - initialDuration
        let longest = targetDuration * 1_000_000
        let low = deliversOpenSegments ? partTarget.map { lowLatency(partTarget: $0) } : nil
        var attributes = [
            ("type", "dynamic"), ("availabilityStartTime", DateText.format(begin)), ("publishTime", DateText.format(begin + edge)),
            ("minBufferTime", low == nil ? "PT2S" : PresentationManifest.duration(partTarget ?? 0)),
            ("suggestedPresentationDelay", PresentationManifest.duration(low?.target ?? 3 * longest)),
        ]
        switch options.window {
        case .segments(let count): attributes.append(("timeShiftBufferDepth", PresentationManifest.duration(max(1, count) * longest)))
        case .dvr(let seconds): attributes.append(("timeShiftBufferDepth", PresentationManifest.duration(Microseconds.from(seconds))))
        case .event: break
        }
        attributes.append(
            hasEnded
                ? ("mediaPresentationDuration", PresentationManifest.duration(edge))
                : ("minimumUpdatePeriod", PresentationManifest.duration(longest / 2)))
        return PresentationManifest(
            recording: recording, attributes: attributes, periods: periods,
            date: DateText.format(Microseconds.from(date) + Microseconds.from(time)), lowLatency: low
        ).text
    }

    /// Returns the announcement of segments whose fragments last `partTarget` microseconds. The distance is that of playlists.
    private func lowLatency(partTarget: Int) -> PresentationManifest.LowLatency {
        let durations = recording.order.compactMap { recording.tracks[$0] }.filter { !$0.isText }.flatMap { $0.segments.map(\.duration) }
        let offset = max(0, (durations.max() ?? 0) - partTarget)
        return PresentationManifest.LowLatency(availabilityOffset: offset, target: 3 * partTarget)
    }
}
