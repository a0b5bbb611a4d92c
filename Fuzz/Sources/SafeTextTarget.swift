import PlayheadCore
import PlayheadTerminal

/// Text of unknown origin for a terminal: nothing of what comes out is a command, and nothing grows.
enum SafeTextTarget {
    /// Makes a text long enough that work which grows faster than the text is noticed.
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
