/// What is put in place of macros (VAST 4.3 §6).
///
/// A macro that is known but has no value becomes `-1`, one that is not to be told `-2`; what is not known as a macro stays as it is. Each value
/// is escaped once, as RFC 3986 says; the commas between the values of a list are not.
public struct AdMacros: Sendable, Hashable {
    /// What stands for a value that isn't known.
    static let unknown = "-1"
    /// What stands for a value that is kept back.
    static let withheld = "-2"

    private var values: [AdMacro: [String]] = [:]
    private var withheldMacros: Set<AdMacro> = []
    private var random: UInt64

    /// Makes macros that are all unknown, but for those that this player always knows.
    /// - Parameter seed: What `[CACHEBUSTING]` begins with; the same seed gives the same numbers.
    public init(seed: UInt64) {
        random = seed
        self[.vastVersions] = VASTParser.versionNumbers.map { String($0) }
        self[.serverSide] = ["0"]
        self[.mediaMime] = AdMediaCapabilities().types.sorted()
    }

    /// The values of a macro, not escaped.
    public subscript(macro: AdMacro) -> [String] {
        get { values[macro] ?? [] }
        set { values[macro] = newValue.isEmpty ? nil : newValue }
    }

    /// The value of a macro, not escaped.
    public subscript(value macro: AdMacro) -> String? {
        get { values[macro]?.first }
        set { values[macro] = newValue.map { [$0] } }
    }

    /// Keeps a value back: it becomes `-2`.
    public mutating func withhold(_ macro: AdMacro) { withheldMacros.insert(macro) }

    /// An address with its macros filled in.
    /// - Parameter date: The time, in seconds since 1970; `nil` where it isn't known.
    public mutating func expand(_ url: String, date: Double? = nil) -> String {
        guard url.utf8.contains(UInt8(ascii: "[")) || url.contains("%5") else { return url }
        self[value: .timestamp] = date.map { AdTime.date($0) }
        // An address has one number, wherever it stands in it.
        self[value: .cacheBusting] = nextNumber()
        var expanded = ""
        var rest = Substring(url)
        while let (before, name, after) = Self.nextMacro(in: rest) {
            expanded += before
            expanded += AdMacro(rawValue: name).map { text(of: $0) } ?? String(rest[before.endIndex..<after.startIndex])
            rest = after
        }
        return expanded + rest
    }

    /// Goes on with the random numbers of others.
    mutating func adoptRandomness(of other: AdMacros) { random = other.random }

    /// Has others that were copied from it go on with other random numbers than it does from now on.
    mutating func partFromCopies() {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    }

    private func text(of macro: AdMacro) -> String {
        if withheldMacros.contains(macro) { return Self.withheld }
        guard let values = values[macro] else { return Self.unknown }
        return values.map(Self.escaped).joined(separator: ",")
    }

    /// Eight digits, by SplitMix64.
    private mutating func nextNumber() -> String {
        random &+= 0x9E37_79B9_7F4A_7C15
        var mixed = random
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return String(10_000_000 + mixed % 90_000_000)
    }

    /// The next name in brackets, which may be escaped, and what is before and after.
    private static func nextMacro(in text: Substring) -> (before: Substring, name: String, after: Substring)? {
        var index = text.startIndex
        while index < text.endIndex {
            for (open, close) in [("[", "]"), ("%5B", "%5D"), ("%5b", "%5d")] where text[index...].hasPrefix(open) {
                let start = text.index(index, offsetBy: open.count)
                let name = text[start...].prefix { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") }
                guard !name.isEmpty, text[name.endIndex...].hasPrefix(close) else { continue }
                return (text[..<index], String(name), text[text.index(name.endIndex, offsetBy: close.count)...])
            }
            index = text.index(after: index)
        }
        return nil
    }

    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                escaped.append("%")
                escaped.append(digits[Int(byte >> 4)])
                escaped.append(digits[Int(byte & 15)])
            }
        }
        return escaped
    }
}
