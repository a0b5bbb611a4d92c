/// The reason why a text of the command line does not describe a plan.
package struct PlanTextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text that was parsed.
    package let text: String
    /// The reason, as a sentence.
    package let reason: String

    /// Creates an error.
    package init(_ text: String, _ reason: String) {
        self.text = text
        self.reason = reason
    }

    /// The text and the reason.
    package var description: String { "'\(text)': \(reason)" }
}
