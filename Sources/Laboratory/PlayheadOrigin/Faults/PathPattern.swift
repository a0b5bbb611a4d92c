/// A glob pattern for paths of an origin.
///
/// `*` matches any characters except a slash, `**` any characters, `?` one character except a slash. A pattern without a slash is matched
/// against the last component of the path, so that `seg*.ts` matches `720p/seg3.ts`; any other against the whole path.
package struct PathPattern: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The pattern as given, without a leading slash.
    package let description: String
    private let tokens: [Token]
    private let isForLastComponent: Bool

    private enum Token: Hashable {
        case character(Character)
        case anyCharacter
        case anyOfComponent
        case anything
    }

    /// Creates a pattern.
    package init(_ pattern: String) {
        isForLastComponent = !pattern.contains("/")
        description = pattern.hasPrefix("/") ? String(pattern.dropFirst()) : pattern
        var tokens: [Token] = []
        for character in description {
            switch character {
            case "*" where tokens.last == .anyOfComponent: tokens[tokens.count - 1] = .anything
            case "*" where tokens.last == .anything: break
            case "*": tokens.append(.anyOfComponent)
            case "?": tokens.append(.anyCharacter)
            default: tokens.append(.character(character))
            }
        }
        self.tokens = tokens
    }

    /// Creates a pattern.
    package init(stringLiteral value: String) {
        self.init(value)
    }

    /// Whether a path, without its leading slash, matches.
    package func matches(_ path: String) -> Bool {
        let subject = isForLastComponent ? path.split(separator: "/").last.map(Array.init) ?? [] : Array(path)
        // A row of the table "the first i tokens match the first j characters", so that no pattern takes exponential time.
        var row = [true] + [Bool](repeating: false, count: subject.count)
        for token in tokens {
            var next = [Bool](repeating: false, count: subject.count + 1)
            let isRun = token == .anything || token == .anyOfComponent
            next[0] = isRun && row[0]
            for (index, character) in subject.enumerated() {
                next[index + 1] =
                    switch token {
                    case .character(let expected): row[index] && character == expected
                    case .anyCharacter: row[index] && character != "/"
                    case .anyOfComponent: row[index + 1] || (next[index] && character != "/")
                    case .anything: row[index + 1] || next[index]
                    }
            }
            row = next
        }
        return row[subject.count]
    }
}
