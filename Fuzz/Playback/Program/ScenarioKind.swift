import ArgumentParser

/// A kind of scenario.
enum ScenarioKind: String, ExpressibleByArgument, CaseIterable {
    /// Playbacks of the content of a hostile origin.
    case playbacks
    /// Mutated files through the probe and the player.
    case files
}
