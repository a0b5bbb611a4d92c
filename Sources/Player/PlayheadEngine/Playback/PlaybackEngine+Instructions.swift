import PlayheadCore

/// Performing the instructions of ``PlayoutMachine``.
extension PlaybackEngine {
    /// Performs instructions in order.
    /// - Returns: The monotonic time to wait for, in seconds, if the machine ends its turns.
    @discardableResult
    func perform(_ instructions: [PlayoutInstruction]) -> Double? {
        sharePlayhead()
        var deadline: Double?
        for instruction in instructions {
            if case .wait(let end) = instruction { deadline = end } else { perform(instruction) }
        }
        return deadline
    }

    private func perform(_ instruction: PlayoutInstruction) {
        switch instruction {
        case .wait: break
        case .report(let content): report(content)
        case .reportFirstFrame:
            report(.firstFrame)
            video.levels.reportFirst()
        case .rememberNetwork: rememberNetwork()
        case .move, .skipGap, .startLive, .playOut: performMove(instruction)
        case .presentCaptions: captions.present(at: machine.position)
        case .present: video.present()
        case .drop: video.drop()
        case .decodeOnlyReferences(let isOn): video.decodeOnlyReferences(isOn, at: machine.position)
        case .startDevice: device.resume()
        case .holdDevice: device.pause()
        case .playSilence(let end): useSound { sound throws(PlaybackError) in try sound.fillSilence(until: end) }
        case .restartSound(let time):
            // If that time is not loaded, the sound continues with the next packet.
            _ = store.seek(to: time, only: .audio)
            restartSound(at: time)
        case .setTempo(let tempo):
            sound?.setTempo(tempo)
            source?.setRate(machine.effectiveRate)
        case .beginSeek(let seek): begin(seek)
        case .showSought: video.finishSearch()
        case .finishSeek(let seek, let position): finish(seek, at: position)
        case .forget(let time):
            metadata.trim(before: time)
            captions.controller.trim(before: time)
        case .end(let duration): end(duration)
        case .fail(let error):
            passSourceReports()
            report(.failed(error))
        }
    }

    // MARK: The playhead

    private func performMove(_ instruction: PlayoutInstruction) {
        switch instruction {
        case .move(let start, let end, let played):
            metadata.advance(from: start, to: end)
            captions.present(at: end)
            let level = video.levels.level
            shared.withLock { snapshot in
                snapshot.statistics.played += played
                if let level { snapshot.statistics.timeByLevel[level, default: 0] += played }
            }
            store.setPlayhead(end)
        case .skipGap(let start, let end):
            // What was loaded may have been replaced since the facts were collected.
            if !store.seek(to: end) { source?.seek(to: end) }
            metadata.advance(from: start, to: end)
            store.setPlayhead(end)
            restartDecoders(at: end, behindGap: true)
        case .startLive(let start, let end):
            if sound != nil { _ = store.seek(to: end, only: .audio) }
            metadata.advance(from: start, to: end)
            video.firstPosition = end
            store.setPlayhead(end)
            restartSound(at: end)
            video.dropBeforeStart()
        case .playOut(let limit):
            let position = machine.position
            shared.withLock { snapshot in
                snapshot.statistics.played = max(snapshot.statistics.played, limit)
                snapshot.statistics.playedOutAt = position
            }
        default: break
        }
    }

    /// Restarts decoding at `time` (seconds), to which the cursors of the store were moved.
    private func restartDecoders(at time: Double, behindGap: Bool = false) {
        video.restart(at: time, behindGap: behindGap)
        restartSound(at: time)
    }

    /// Restarts sound at `time` (seconds), to which its cursor was moved; delayed sound begins with what precedes it, if that is loaded.
    private func restartSound(at time: Double) {
        guard let sound else { return }
        if sound.delay != 0 { _ = store.seek(to: time - sound.delay, only: .audio) }
        sound.restart(at: time, rate: machine.tempo)
    }

    private func begin(_ seek: PlayoutSeek) {
        if store.seek(to: seek.target) {
            source?.playheadMoved(to: seek.target)
        } else {
            report(.seekLeftBuffer(id: seek.id))
            // The source reads as far ahead as the new playhead needs.
            store.movePlayhead(to: seek.target)
            source?.seek(to: seek.target)
        }
        store.setPlayhead(seek.target)
        restartDecoders(at: seek.target)
    }

    private func finish(_ seek: PlayoutSeek, at position: Double) {
        video.finishSearch()
        report(.seeked(id: seek.id, position: position))
        metadata.seek(to: position)
        captions.controller.seek(to: position)
        captions.present(at: position)
    }

    private func end(_ duration: Double) {
        video.levels.reset()
        // After the end nothing is loaded any more, so that no further report follows.
        bufferReport.expedite()
        _ = reportBuffer(configuration.clock.now)
        passSourceReports()
        report(.ended(duration: duration))
    }

    /// Ends the playback with an error.
    func fail(_ error: PlaybackError) { perform(machine.report(failure: error, at: configuration.clock.now)) }
}
