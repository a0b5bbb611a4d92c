/// The reason why a simulation cannot be run.
package enum SimulationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The movie is invalid.
    case badMovie(String)
    /// The recorded network is invalid.
    case badTrace(String)
    /// The network is so slow that the movie does not end within a hundred times its duration plus a day.
    case tooSlow
    /// The network changes so often that its simulation would take too long.
    case tooManySteps
    /// The policy abandons the same segment repeatedly.
    case endlessAbandoning

    /// The reason in words.
    package var description: String {
        switch self {
        case .badMovie(let reason): "the movie can't be used: \(reason)"
        case .badTrace(let reason): "the network can't be used: \(reason)"
        case .endlessAbandoning: "the policy abandons the same segment again and again"
        case .tooManySteps: "the periods of the network are too short for the movie"
        case .tooSlow: "the network is too slow for the movie to come to its end"
        }
    }
}
