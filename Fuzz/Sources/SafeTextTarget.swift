import PlayheadCore
import PlayheadTerminal

/// Makes text of unknown origin safe for a terminal: the output contains no control sequence and does not grow.
enum SafeTextTarget {
    /// The number of repetitions, with which superlinear work becomes noticeable.
    private static let repetitions = 8

    static func run(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        let clean = check(text)
        require(SafeText.clean(text) == clean, "the same text is cleaned in two ways")
        _ = check(String(repeating: text, count: repetitions))
    }

    private static func check(_ text: String) -> String {
        let clean = SafeText.clean(text)
        require(clean.utf8.count <= text.utf8.count, "text grows")
        for scalar in clean.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
                require(false, "U+\(String(scalar.value, radix: 16)) is left")
            default: break
            }
        }
        return clean
    }
}
