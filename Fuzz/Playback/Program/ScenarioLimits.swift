/// The limits of a scenario.
struct ScenarioLimits: Sendable {
    /// The maximum duration in seconds.
    var seconds: Double
    /// The maximum growth of the process's memory in MB.
    var megabytes: Int
}
