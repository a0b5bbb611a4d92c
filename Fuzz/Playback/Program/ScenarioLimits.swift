/// What one scenario may take.
struct ScenarioLimits: Sendable {
    /// The time in seconds.
    var seconds: Double
    /// The growth of the process's memory in MB.
    var megabytes: Int
}
