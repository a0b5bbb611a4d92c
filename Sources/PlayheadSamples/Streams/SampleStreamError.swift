/// Why a sample could not be generated.
package enum SampleStreamError: Error, Equatable, CustomStringConvertible {
    /// No executable of that name is in any folder of `PATH`.
    case toolNotFound(String)
    /// The tool ended with a status other than 0, or by a signal.
    case toolFailed(String, status: Int, message: String)
    /// The recipe asks for what can't be made.
    case badRecipe(String)
    /// The tool made something unexpected.
    case badOutput(String)

    /// A sentence for people.
    package var description: String {
        switch self {
        case .toolNotFound(let tool): "The command '\(tool)' is not found in PATH; on Debian, install the package 'ffmpeg'."
        case .toolFailed(let tool, let status, let message): "'\(tool)' failed with status \(status): \(message)"
        case .badRecipe(let text): "This sample can't be made: \(text)"
        case .badOutput(let text): "The generated sample is not as expected: \(text)"
        }
    }
}
