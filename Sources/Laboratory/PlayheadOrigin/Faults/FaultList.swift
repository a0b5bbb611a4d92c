/// The faults of an origin, with the number of requests that each has seen.
struct FaultList {
    private struct Entry {
        let id: FaultID
        let fault: Fault
        var seen = 0
        private var seenByPath: [String: Int] = [:]
        /// The paths in `seenByPath`, oldest first.
        private var paths: [String] = []

        init(id: FaultID, fault: Fault) {
            self.id = id
            self.fault = fault
        }

        /// Counts a request of a path, and returns the number of those that are remembered.
        mutating func count(_ path: String) -> Int {
            let seen = seenByPath[path, default: 0] + 1
            if seen == 1 {
                if paths.count >= FaultList.maximumPaths { seenByPath[paths.removeFirst()] = nil }
                paths.append(path)
            }
            seenByPath[path] = seen
            return seen
        }
    }

    /// The maximum number of paths of a fault whose requests are counted separately; a new one replaces the oldest.
    static let maximumPaths = 10_000

    private var entries: [Entry] = []
    private var lastID = 0

    mutating func add(_ fault: Fault) -> FaultID {
        lastID += 1
        let id = FaultID(value: lastID)
        entries.append(Entry(id: id, fault: fault))
        return id
    }

    mutating func remove(_ id: FaultID) {
        entries.removeAll { $0.id == id }
    }

    mutating func removeAll() {
        entries.removeAll()
    }

    /// Counts a request and returns the faults that apply to it, in the order of their addition.
    mutating func kinds(forRequestOf path: String) -> [Fault.Kind] {
        var kinds: [Fault.Kind] = []
        for index in entries.indices where entries[index].fault.path.matches(path) {
            entries[index].seen += 1
            let seen = entries[index].seen
            let applies: Bool
            switch entries[index].fault.requests {
            case .all: applies = true
            case .first(let count): applies = seen <= count
            case .at(let number): applies = seen == number
            case .from(let number): applies = seen >= number
            case .firstOfEachPath(let count): applies = entries[index].count(path) <= count
            }
            if applies { kinds.append(entries[index].fault.kind) }
        }
        return kinds
    }
}

/// The identifier of a fault of an origin, for its removal.
package struct FaultID: Sendable, Hashable {
    let value: Int
}
