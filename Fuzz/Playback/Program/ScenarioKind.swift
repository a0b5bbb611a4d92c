import ArgumentParser

/// What is tried.
enum ScenarioKind: String, ExpressibleByArgument, CaseIterable {
    /// Whole playbacks of what a hostile origin serves.
    case playbacks
    /// Mutated files through the probe and the player.
    case files
}
