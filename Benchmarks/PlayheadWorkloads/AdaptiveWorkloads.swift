import PlayheadAdaptive

/// Decisions about the rung of a segment.
enum AdaptiveWorkloads {
    private static let count = 1000
    private static let bitrates = [145e3, 365e3, 730e3, 1.1e6, 2e6, 3e6, 4.5e6, 6e6, 7.8e6]

    static var all: [Workload] {
        [
            Workload("abr-decision", operations: count) {
                try policy(isPlanned: true)
            } work: { policy in
                var sum = 0
                for number in 0..<count { sum += policy.choose(for: situation(buffered: Double(number % 28))).rung }
                return sum
            } check: { policy, sum in
                // The table existed before, and the decisions differ with the buffer.
                policy.tablesMade == 1 && sum > 0 && !sum.isMultiple(of: count)
            },
            Workload("abr-plan") {
                try policy(isPlanned: false)
            } work: { policy in
                policy.choose(for: situation(buffered: 12))
            } check: { policy, choice in
                policy.tablesMade == 1 && choice.rung > 0
            },
        ]
    }

    /// A policy that measured segments on a network of about 4 Mbit/s, with or without the table of its plan.
    private static func policy(isPlanned: Bool) throws -> AdaptivePolicy {
        var policy = AdaptivePolicy()
        for number in 0..<12 {
            let bytes = 2_000_000 + 100_000 * (number % 3)
            policy.record(
                TransferSample(bytes: bytes, elapsed: 4, timeToFirstByte: 0.05, endTime: Double(6 * number)), segmentDuration: 4)
        }
        if isPlanned { _ = policy.choose(for: situation(buffered: 0)) }
        return policy
    }

    private static func situation(buffered: Double) -> FetchSituation {
        FetchSituation(bitrates: bitrates, segmentDuration: 4, buffered: buffered, bufferLimit: 30, currentRung: 4)
    }
}
