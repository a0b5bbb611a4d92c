/// The jumps of the times in a file, as where recordings were joined or an encoder restarted: all tracks behind a position in the file have the
/// same shift.
struct ClockResets {
    /// The maximum number of jumps that are kept.
    private static let limit = 10_000
    /// The maximum distance in bytes of packets of the same time.
    static let interleave = 1 << 20
    /// The minimum distance in seconds of the key frames that are kept.
    private static let step = 0.5

    private var shifts: [(position: Int64, seconds: Double)] = []
    /// The key frames that were read, in the order of the file.
    private var keys: [(position: Int64, time: Double)] = []

    /// Returns the seconds to add to times at a position in the file, in bytes; `nil` before the first jump.
    func shift(at position: Int64) -> Double? { shifts.last { $0.position <= position }?.seconds }

    /// The shifts that were used, latest first, and 0.
    var known: [Double] { shifts.reversed().map(\.seconds) + [0] }

    /// Whether the times have not jumped.
    var isEmpty: Bool { shifts.isEmpty }

    /// Returns the shift of a jump that another track has shown near `position`, in seconds.
    func shift(near position: Int64) -> Double? {
        shifts.last { abs($0.position.saturatingSubtracting(position)) < Self.interleave }?.seconds
    }

    /// Shifts the times from `position` on, in bytes, by `seconds`.
    mutating func add(_ seconds: Double, at position: Int64) {
        guard shifts.count < Self.limit else { return }
        shifts.insert((position, seconds), at: (shifts.lastIndex { $0.position <= position } ?? -1) + 1)
    }

    /// Records the place of a key frame, with its time in the presentation, in seconds.
    mutating func note(key position: Int64, time: Double) {
        if position > keys.last?.position ?? -1, time >= (keys.last?.time ?? -.infinity) + Self.step { keys.append((position, time)) }
    }

    /// Returns the position of the last key frame at or before `time` (seconds), because times do not identify a place in the file any more;
    /// `nil` if they have not jumped.
    func position(before time: Double) -> Int64? {
        guard !shifts.isEmpty else { return nil }
        return time > 0 ? keys.last { $0.time <= time }?.position ?? 0 : 0
    }
}
