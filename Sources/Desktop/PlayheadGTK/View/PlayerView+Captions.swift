#if canImport(CGtk)
    import Playhead
    import PlayheadCaptions
    import PlayheadView

    /// The captions of the stream, or of a file that the viewer opened.
    extension PlayerView {
        /// The cues to show: those of the viewer's file, or those of the stream.
        var shownCues: [CaptionCue] {
            guard let player else { return [] }
            guard let openedCaptions else { return player.currentCues }
            return openedCaptions.cues(at: player.position, delay: captionsDelay)
        }

        /// Shows the captions of a file instead of those of the stream, until the next item or the choice of a track.
        /// - Parameters:
        ///   - name: The name of the file, for the settings.
        ///   - bytes: The content, WebVTT or SubRip.
        /// - Returns: A warning if the captions end long after the item: they may belong to another film.
        /// - Throws: `PlaybackError` if the file has another format than captions.
        @discardableResult
        public func showCaptions(name: String, bytes: [UInt8]) throws -> String? {
            show(try OpenedCaptions(name: name, bytes: bytes, encoding: player?.configuration.captions.encoding))
        }

        /// Shows the captions of a file as ``showCaptions(name:bytes:)`` does, which is parsed outside of the main actor. If the item changes
        /// meanwhile, they are not shown.
        package func loadCaptions(name: String, bytes: [UInt8]) async throws -> String? {
            let (encoding, item) = (player?.configuration.captions.encoding, player?.currentItem)
            let captions = try await Task.detached { try OpenedCaptions(name: name, bytes: bytes, encoding: encoding) }.value
            return item === player?.currentItem ? show(captions) : nil
        }

        private func show(_ captions: OpenedCaptions) -> String? {
            openedCaptions = captions
            showCues()
            setNeedsUpdate()
            guard let player, player.duration > 0 else { return nil }
            return CaptionsLength.isPlausible(end: captions.end, duration: player.duration)
                ? nil : "The captions end at \(BarText.clock(captions.end)): they may belong to another film."
        }
    }
#endif
