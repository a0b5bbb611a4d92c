/// The pending alarms of a thread, earliest first: a binary heap.
struct AlarmHeap<Owner> {
    private var alarms: [(time: Double, owner: Owner)] = []

    /// The number of alarms.
    var count: Int { alarms.count }

    /// The earliest alarm.
    var first: (time: Double, owner: Owner)? { alarms.first }

    /// Adds an alarm at a time, in seconds.
    mutating func insert(_ owner: Owner, at time: Double) {
        alarms.append((time, owner))
        var child = alarms.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard alarms[child].time < alarms[parent].time else { break }
            alarms.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes and returns the earliest alarm.
    mutating func removeFirst() -> (time: Double, owner: Owner)? {
        guard let last = alarms.popLast() else { return nil }
        guard let first = alarms.first else { return last }
        alarms[0] = last
        sink(0)
        return first
    }

    /// Removes the alarms that are not wanted any more.
    mutating func keep(_ isWanted: (_ owner: Owner, _ time: Double) -> Bool) {
        alarms.removeAll { !isWanted($0.owner, $0.time) }
        for parent in stride(from: alarms.count / 2 - 1, through: 0, by: -1) { sink(parent) }
    }

    private mutating func sink(_ start: Int) {
        var parent = start
        while true {
            var least = parent
            // bounded: indices of an array in memory
            for child in [2 * parent + 1, 2 * parent + 2] where child < alarms.count && alarms[child].time < alarms[least].time {
                least = child
            }
            guard least != parent else { return }
            alarms.swapAt(parent, least)
            parent = least
        }
    }
}
