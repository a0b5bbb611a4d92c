/// An error in the generation of a sample.
package enum SampleStreamError: Error, Equatable, CustomStringConvertible {
    /// No executable of this name is in any folder of `PATH`.
    case toolNotFound(String)
    /// The tool exited with a status other than 0, or was terminated by a signal.
    case toolFailed(String, status: Int, message: String)
    /// The recipe can't be generated.
    case badRecipe(String)
    /// The output of the tool was unexpected.
    case badOutput(String)

    /// A message for people.
    package var description: String {
        switch self {
        case .toolNotFound(let tool): "The command '\(tool)' is not found in PATH; on Debian, install the package 'ffmpeg'."
        case .toolFailed(let tool, let status, let message): "'\(tool)' failed with status \(status): \(message)"
        case .badRecipe(let text): "This sample can't be made: \(text)"
        case .badOutput(let text): "The generated sample is not as expected: \(text)"
        }
    }
}
