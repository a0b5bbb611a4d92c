import Foundation

/// A cache of value tables, which are computed on demand.
struct Planner: Sendable {
    /// The input of a table.
    struct Key: Hashable, Sendable {
        let settings: AdaptiveSettings
        let space: PlanningSpace
        let level: Int
        let spread: Int
        let kind: Int
    }

    private let settings: AdaptiveSettings
    private let shared: SharedTables?
    private var tables: [Key: ValueTable] = [:]
    /// The number of tables that were computed, or were found among the shared ones.
    private(set) var made = 0

    static let levelStep = 0.4
    static let spreads = [0.12, 0.2, 0.32, 0.5, 0.75, 1.1]
    /// The maximum number of tables; when it is reached, all are dropped.
    static let maximumTables = 128

    /// Creates a cache without tables. Tables that are not in it are taken from `shared`, or added there.
    init(settings: AdaptiveSettings, shared: SharedTables? = nil) {
        self.settings = settings
        self.shared = shared
    }

    /// Returns the table for a model and the index of its tracker, and the level of the table.
    mutating func table(for space: PlanningSpace, level: Double, spread: Double, kind: Int) -> (table: ValueTable, level: Double) {
        let index = Int(saturating: level / Self.levelStep)
        let centre = Double(index) * Self.levelStep
        let nearest = Self.spreads.indices.min { abs(log(Self.spreads[$0] / spread)) < abs(log(Self.spreads[$1] / spread)) } ?? 0
        let key = Key(settings: settings, space: space, level: index, spread: nearest, kind: kind)
        if let table = tables[key] { return (table, centre) }
        if tables.count >= Self.maximumTables { tables.removeAll() }
        func compute() -> ValueTable {
            ValueTable(
                space: space, level: centre, spread: Self.spreads[nearest], kind: DeviationTracker.kinds[kind], settings: settings)
        }
        let table = shared?.table(for: key, compute: compute) ?? compute()
        tables[key] = table
        made += 1
        return (table, centre)
    }
}
