/// An override code of Advanced SubStation Alpha, such as `\an7` or `\i1`, if captions support it.
enum OverrideCode: Equatable {
    /// The position in the picture, as a digit of a number pad.
    case alignment(Int)
    /// The point of the picture that the text is aligned with, in the script's pixels.
    case position(x: Double, y: Double)
    case italic(Bool)
    case bold(Bool)
    case underline(Bool)
    /// The colour of the text; `nil` for that of the style, or an unsupported one.
    case color(CaptionColor?)

    /// Parses the codes of a block, without its braces.
    static func parse(_ block: ArraySlice<UInt8>) -> [OverrideCode] {
        block.split(separator: ASCII.backslash).flatMap { code -> [OverrideCode] in
            let code = code.trimmed.text
            // Reset to a style, of any name: to none of these.
            if code.hasPrefix("r") { return [.italic(false), .bold(false), .underline(false), .color(nil)] }
            return [parseOne(code)].compactMap(\.self)
        }
    }

    private static func parseOne(_ code: String) -> OverrideCode? {
        if code.hasPrefix("an") { return Int(code.dropFirst(2)).flatMap { (1...9).contains($0) ? .alignment($0) : nil } }
        if code.hasPrefix("pos(") {
            let numbers = code.dropFirst(4).prefix { $0 != ")" }.split(separator: ",").map { Double($0.filter { $0 != " " }) }
            guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite else { return nil }
            return .position(x: x, y: y)
        }
        switch code {
        case "i", "i0": return .italic(false)
        case "i1": return .italic(true)
        case "b", "b0": return .bold(false)
        case "b1": return .bold(true)
        case "u", "u0": return .underline(false)
        case "u1": return .underline(true)
        case "c", "1c": return .color(nil)
        default: break
        }
        for prefix in ["c&H", "1c&H"] where code.hasPrefix(prefix) {
            guard let bgr = UInt32(code.dropFirst(prefix.count).prefix { $0 != "&" }, radix: 16) else { return .color(nil) }
            return .color(CaptionColor(rgb: (bgr & 0xFF) << 16 | bgr & 0xFF00 | bgr >> 16 & 0xFF))
        }
        return nil
    }
}
