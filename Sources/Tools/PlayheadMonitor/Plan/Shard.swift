/// One of several processes that share the viewers of a run: viewer `k` belongs to the shard whose index is `k` modulo the number of shards.
package struct Shard: Sendable, Hashable {
    /// The only shard of a run in one process.
    package static let whole = Shard()
    /// The maximum number of shards.
    package static let maximumCount = 1_000_000

    /// The index, from 0.
    package let index: Int
    /// The number of shards, at least 1.
    package let count: Int

    private init() { (index, count) = (0, 1) }

    /// Parses `i/n`, such as `0/4` to `3/4`.
    /// - Throws: ``PlanTextError``.
    package init(_ text: String) throws(PlanTextError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else {
            throw PlanTextError(text, "A shard is an index from 0 and a number of shards, such as 0/4.")
        }
        guard (1...Self.maximumCount).contains(count) else {
            throw PlanTextError(text, "The number of shards is from 1 to \(Self.maximumCount).")
        }
        guard (0..<count).contains(index) else { throw PlanTextError(text, "The index of \(count) shards is from 0 to \(count - 1).") }
        (self.index, self.count) = (index, count)
    }

    /// Reads the shard of a pod of a Kubernetes Indexed Job: `JOB_COMPLETION_INDEX`, which Kubernetes sets, and `PLAYHEAD_SHARDS`, which the
    /// job's template sets to its number of completions.
    /// - Returns: The shard; `nil` if neither is set.
    /// - Throws: ``PlanTextError`` if one of them is missing or invalid, because each pod would otherwise run all viewers.
    package static func ofJob(environment: [String: String]) throws(PlanTextError) -> Shard? {
        switch (environment["JOB_COMPLETION_INDEX"], environment["PLAYHEAD_SHARDS"]) {
        case (nil, nil): return nil
        case (let index?, let count?): return try Shard("\(index)/\(count)")
        case (let index?, nil): throw PlanTextError(index, "JOB_COMPLETION_INDEX is set; set PLAYHEAD_SHARDS to the number of shards, too.")
        case (nil, let count?): throw PlanTextError(count, "PLAYHEAD_SHARDS is set; set JOB_COMPLETION_INDEX to the index from 0, too.")
        }
    }

    /// Whether the viewer with a number in the whole run, from 0, belongs to the shard.
    package func contains(_ viewer: Int) -> Bool { viewer % count == index }

    /// Returns the number of viewers of the shard, of `total` viewers of the whole run.
    package func share(of total: Int) -> Int { total / count + (index < total % count ? 1 : 0) }
}
