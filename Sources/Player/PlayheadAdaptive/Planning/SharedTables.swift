import Synchronization

/// The value tables that the policies of a process share: viewers of one stream over similar networks need the same ones. A table depends on
/// its key only, so that a decision is the same with tables that another policy has computed.
final class SharedTables: Sendable {
    /// The tables of the process. They are global state because policies that know nothing of each other share them.
    static let ofProcess = SharedTables()

    private let tables = Mutex<[Planner.Key: ValueTable]>([:])
    private let maximumCount: Int

    /// Creates an empty collection for `maximumCount` tables; when the number is reached, all are dropped.
    init(maximumCount: Int = 512) { self.maximumCount = maximumCount }

    /// The number of tables.
    var count: Int { tables.withLock { $0.count } }

    /// Returns the table for a key, which `compute` returns if it is not known. Two policies may compute the same table at the same time.
    func table(for key: Planner.Key, compute: () -> ValueTable) -> ValueTable {
        if let known = tables.withLock({ $0[key] }) { return known }
        let table = compute()
        tables.withLock { tables in
            if tables.count >= maximumCount { tables.removeAll() }
            tables[key] = table
        }
        return table
    }
}
