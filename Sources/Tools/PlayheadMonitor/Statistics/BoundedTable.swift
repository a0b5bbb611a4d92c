/// Counts by key, for a bounded number of keys: those that come later are counted together.
package struct BoundedTable<Key: Hashable & Sendable>: Sendable {
    /// The maximum number of keys.
    package let limit: Int
    private var counts: [Key: Double] = [:]
    /// The sum of the keys beyond the limit.
    package private(set) var others = 0.0

    /// Creates an empty table.
    package init(limit: Int) { self.limit = limit }

    /// Adds an amount to a key.
    package mutating func add(_ amount: Double, to key: Key) {
        if let count = counts[key] {
            counts[key] = count + amount
        } else if counts.count < limit {
            counts[key] = amount
        } else {
            others += amount
        }
    }

    /// The keys with their amounts, in no order.
    package var entries: [(key: Key, amount: Double)] { counts.map { ($0.key, $0.value) } }

    /// The sum of all amounts.
    package var total: Double { counts.values.reduce(others, +) }
}
