/// The limits of a scenario.
struct ScenarioLimits: Sendable {
    /// The maximum time on the processors in seconds.
    var seconds: Double
    /// The maximum growth of the process's memory in MB.
    var megabytes: Int

    /// The time in seconds after which a scenario hangs, even on a busy machine.
    var hang: Double { 60 + 2 * seconds }
}
