#if canImport(CGtk)
    import Playhead
    import PlayheadCaptions
    import PlayheadEngine
    import PlayheadView

    /// The captions of a file that the viewer opened.
    struct CaptionsFile {
        /// The name of the file.
        var name: String
        private var timeline = CueTimeline()

        /// Parses a WebVTT or SubRip file; `encoding` is a name of iconv, or `nil` to detect it.
        /// - Throws: `PlaybackError` if the file is neither.
        init(name: String, bytes: [UInt8], encoding: String?) throws {
            self.name = name
            let cues = try PlayheadEngine.CaptionsFile.cues(of: bytes, url: name, encoding: encoding)
            guard !cues.isEmpty else {
                throw PlaybackError(
                    .captionsInvalid, severity: .warning, url: name, underlying: "The file has no cues in WebVTT or SubRip.")
            }
            timeline.insert(contentsOf: cues)
        }

        /// The end of the last cue with an end, in seconds.
        var end: Double { timeline.cues.map(\.endTime).filter(\.isFinite).max() ?? 0 }

        /// Returns the cues at a time, shown later by `delay`; both in seconds.
        func cues(at time: Double, delay: Double) -> [CaptionCue] {
            timeline.active(at: time - delay).map { cue in
                var cue = cue
                cue.markupStartTime = cue.markupStartTime ?? cue.startTime
                cue.startTime += delay
                cue.endTime += delay
                return cue
            }
        }
    }

    extension PlayerView {
        /// The cues to show: those of the viewer's file, or those of the stream.
        var shownCues: [CaptionCue] {
            guard let player else { return [] }
            guard let captionsFile else { return player.currentCues }
            return captionsFile.cues(at: player.position, delay: captionsDelay)
        }

        /// Shows the captions of a file instead of those of the stream, until the next item or the choice of a track.
        /// - Parameters:
        ///   - name: The name of the file, for the settings.
        ///   - bytes: The content, WebVTT or SubRip.
        /// - Returns: A warning if the captions end long after the item: they may belong to another film.
        /// - Throws: `PlaybackError` if the file has another format than captions.
        @discardableResult
        public func showCaptions(name: String, bytes: [UInt8]) throws -> String? {
            show(try CaptionsFile(name: name, bytes: bytes, encoding: player?.configuration.captions.encoding))
        }

        /// Shows the captions of a file as ``showCaptions(name:bytes:)`` does, which is parsed outside of the main actor. If the item changes
        /// meanwhile, they are not shown.
        package func loadCaptions(name: String, bytes: [UInt8]) async throws -> String? {
            let (encoding, item) = (player?.configuration.captions.encoding, player?.currentItem)
            let file = try await Task.detached { try CaptionsFile(name: name, bytes: bytes, encoding: encoding) }.value
            return item === player?.currentItem ? show(file) : nil
        }

        private func show(_ file: CaptionsFile) -> String? {
            captionsFile = file
            showCues()
            setNeedsUpdate()
            guard let player, player.duration > 0 else { return nil }
            return CaptionsLength.isPlausible(end: file.end, duration: player.duration)
                ? nil : "The captions end at \(BarText.clock(file.end)): they may belong to another film."
        }
    }
#endif
