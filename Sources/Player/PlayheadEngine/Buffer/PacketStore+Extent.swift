import PlayheadCore
import PlayheadFFmpeg

/// The extent of the loaded packets.
extension PacketStore {
    /// The extent of all tracks, and the end of loading, at one moment.
    struct Extent {
        /// The duration loaded beyond a time in every track, in seconds; infinity if all tracks are complete.
        var ahead = 0.0
        /// The end of the media, in seconds, or `nil` if more may follow.
        var end: Double?
        /// Whether nothing more is loaded until the playhead moves.
        var isFull = false
        /// The error that ended loading, to be reported after all packets before it.
        var error: PlaybackError?
        /// The error that replaces the regular end of playback, or `nil`.
        var endError: PlaybackError?
        /// The generation of the staged sound, or `nil` if none is staged.
        var stagedSound: Int?
    }

    /// Returns the extent beyond `time` (seconds).
    func extent(beyond time: Double) -> Extent {
        locked {
            let loaded = Array(buffers.values)
            let open = loaded.filter { !$0.isComplete }
            var extent = Extent(isFull: isFull(loaded), error: effectiveFailure?.error)
            if open.isEmpty {
                extent.end = loaded.compactMap(\.end).max()
                extent.ahead = loaded.isEmpty ? 0 : .infinity
            } else {
                extent.ahead = reach(of: open, \.end) - time
            }
            extent.endError = ending?.error
            if let staged, staged.kind == .audio { extent.stagedSound = staged.generation }
            return extent
        }
    }

    /// The end of `kind`, in seconds, or `nil` if more may follow.
    func end(of kind: TrackKind) -> Double? { locked { buffers[kind].flatMap { $0.isComplete ? $0.end : nil } } }

    /// The end of the loaded packets of `kind`, in seconds.
    func loadedEnd(of kind: TrackKind) -> Double? { locked { buffers[kind]?.end } }

    /// The maximum presentation time, at most `time`, of the packets of `kind` after the cursor, in seconds. `nil`: all are later.
    func latest(_ kind: TrackKind, upTo time: Double) -> Double? { locked { buffers[kind]?.latest(upTo: time) } }

    /// The number of packets of `kind` after the cursor whose presentation time is at most `time`, in seconds.
    func count(_ kind: TrackKind, upTo time: Double) -> Int { locked { buffers[kind]?.count(upTo: time) ?? 0 } }

    /// The presentation time of the next packet of `kind` to decode, in seconds, or `nil` if no packet is loaded.
    func nextTime(_ kind: TrackKind) -> Double? { locked { buffers[kind]?.nextTime } }

    /// The stream of the next packet of `kind` to decode, or `nil` if no packet is loaded.
    func nextStream(of kind: TrackKind) -> StreamInfo? { locked { buffers[kind]?.nextFormat?.stream } }

    /// The start and end of the last packet of `kind` that was loaded for `generation`, in seconds, or `nil` if there is none.
    func last(_ kind: TrackKind, generation: Int) -> (start: Double, end: Double)? {
        locked {
            guard let buffer = buffer(of: kind, generation), let start = buffer.latest, let end = buffer.end else { return nil }
            return (start, end)
        }
    }

    /// The duration loaded beyond `time` in every track, in seconds; infinity if all tracks are complete.
    func loaded(beyond time: Double) -> Double { extent(beyond: time).ahead }

    /// The range that is loaded in every track, in seconds.
    func loadedRange() -> TimeRange? {
        locked {
            let starts = buffers.values.filter { !$0.isAbsent || $0.start != nil }.map { $0.start ?? .infinity }
            guard let first = starts.min(), !isMuxed || first < .infinity else { return nil }
            // A track of the container that starts later has nothing before its start.
            guard let start = starts.filter({ !isMuxed || $0 == .infinity || $0 < first + limits.interleave }).max(), start < .infinity
            else {
                return nil
            }
            let open = buffers.values.filter { !$0.isComplete }
            let end = open.isEmpty ? buffers.values.compactMap(\.end).max() ?? start : reach(of: open, \.end)
            return end > start ? TimeRange(start: start, end: end) : nil
        }
    }

    /// The end of the media, in seconds, or `nil` if more may follow.
    var mediaEnd: Double? { extent(beyond: 0).end }

    /// The bytes of all packets in the store.
    package var bytes: Int { locked { buffers.values.reduce(0) { $0 + $1.bytes } } }

    /// Returns the time up to which all of `buffers` are loaded, in seconds, without absent tracks; called with the lock held. `place` returns
    /// the end of a buffer.
    func reach(of buffers: [TrackBuffer], _ place: (TrackBuffer) -> Double?) -> Double {
        guard isMuxed else { return buffers.map { place($0) ?? -.infinity }.min() ?? -.infinity }
        let furthest = buffers.compactMap(\.reached).max() ?? -.infinity
        let present = buffers.filter { !$0.isAbsent && $0.reached ?? -.infinity > furthest - limits.interleave }
        return (present.isEmpty ? buffers.compactMap(place).max() : present.compactMap(place).min()) ?? -.infinity
    }
}
